"""Values at points: of a theorem's variables as Coq's text, and of terms, rounded."""

from __future__ import annotations

from collections.abc import Mapping

import mpmath

from .terms import Term, app, num, text, var
from .theorems import Theorem

FUNCTIONS = {"exp": mpmath.exp, "ln": mpmath.log, "sqrt": mpmath.sqrt, "Rabs": abs, "sign": mpmath.sign, "cosh": mpmath.cosh,
             "sinh": mpmath.sinh, "tanh": mpmath.tanh, "coth": mpmath.coth, "sech": mpmath.sech, "csch": mpmath.csch,
             "arcsinh": mpmath.asinh, "acosh": mpmath.acosh, "atanh": mpmath.atanh, "sin": mpmath.sin, "cos": mpmath.cos,
             "tan": mpmath.tan, "atan": mpmath.atan, "Rmax": max, "Rmin": min, "PI": lambda: +mpmath.pi,
             "growth": lambda rate, time: mpmath.expm1(rate * time) / rate if rate else time,
             "Rpower": lambda base, power: base**power, "kronecker": lambda one, other: mpmath.mpf(1 if one == other else 0),
             "add": lambda one, other: one + other, "sub": lambda one, other: one - other, "mul": lambda one, other: one * other,
             "div": lambda one, other: one / other, "opp": lambda one: -one, "inv": lambda one: 1 / one}


def numeric(term: Term, known: dict[str, object]):
    """The value of a term at a point, rounded. Raises ArithmeticError, ValueError or KeyError where there is none."""
    head, args = term
    if head == "num":
        return mpmath.mpf(args[0]) / args[1]
    if head in ("var", "INR", "IZR"):
        return mpmath.mpf(args[0]) if head == "INR" and args[0].isdigit() else known[args[0]]
    if head == "pow":
        if not args[1].isdigit():
            raise KeyError(args[1])
        return numeric(args[0], known) ** int(args[1])
    found = FUNCTIONS[head](*(numeric(item, known) for item in args))
    if isinstance(found, mpmath.mpc):
        raise ValueError(head)
    return found


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
