"""Points of a domain in Coq's words: values of a theorem's variables, exact for witnesses, rounded for guessing signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import mpmath
import sympy as sp

from .algebra import numeric
from .terms import Term, app, num, text, var
from .theorems import Theorem

DIGITS = 40


def rounded(theorem: Theorem, points: Sequence[Mapping]) -> list[dict]:
    """The variables' values at points (symbol to exact number), abbreviations included; points without a value are left out."""
    found = []
    for point in points:
        try:
            with mpmath.workdps(DIGITS):
                found.append(_at(theorem, point))
        except (ArithmeticError, ValueError, KeyError, TypeError):
            continue
    return found


def _at(theorem: Theorem, point: Mapping) -> dict:
    known = {}
    for symbol, value in point.items():
        if symbol in theorem.names.known and getattr(value, "is_number", False) and value.is_real:
            known[theorem.names.known[symbol]] = sp.N(value, DIGITS)._to_mpmath(140)
    for name, value in theorem.equations:
        known[name] = numeric(value, known)
    return known


def exact(theorem: Theorem, point: Mapping) -> dict[str, str]:
    """The values of the theorem's variables as Coq text; only rational numbers have one."""
    kinds, found = dict(theorem.binders), {}
    for symbol, value in point.items():
        name = theorem.names.known.get(symbol)
        if name is None or not getattr(value, "is_Rational", False):
            continue
        if kinds.get(name) in ("nat", "Z"):
            found[name] = f"{int(value)}%nat" if kinds[name] == "nat" else f"({int(value)})%Z"
        else:
            found[name] = f"({text(num(value.p, value.q))})"
    return found


def at_point(theorem: Theorem, given: Mapping[str, str]) -> dict[Term, Term]:
    """The values of variables, also where a whole number stands for a real one."""
    head = {"nat": "INR", "Z": "IZR"}
    kinds = dict(theorem.binders)
    return {(app(head[kinds[name]], name) if kinds.get(name) in head else var(name)):
            app("raw", f"{head[kinds[name]]} {value}" if kinds.get(name) in head else value) for name, value in given.items()}
