"""Rubi's independent suites, in Mathematica's notation: an integrand, its letter, and an antiderivative. That its slope is the integrand
is the statement, over the reals and where both have a value; antiderivatives by functions that are not elementary are left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import sympy as sp

from theoremtest.derivations.language import Equal

from .infix import Infix
from .problem import Problem, Unread, Unsaid, read, slope

TITLE = "Rubi's independent suites, elementary"
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
HEADS: dict[str, Callable] = {
    "Sqrt": sp.sqrt, "Log": lambda u, v=None: sp.log(u) if v is None else sp.log(v) / sp.log(u), "Exp": sp.exp, "Sin": sp.sin,
    "Cos": sp.cos,
    "Tan": sp.tan, "Cot": sp.cot, "Sec": sp.sec, "Csc": sp.csc, "ArcSin": sp.asin, "ArcCos": sp.acos, "ArcTan": sp.atan, "ArcCot": sp.acot,
    "ArcSec": sp.asec, "ArcCsc": sp.acsc, "Sinh": sp.sinh, "Cosh": sp.cosh, "Tanh": sp.tanh, "Coth": sp.coth, "Sech": sp.sech,
    "Csch": sp.csch, "ArcSinh": sp.asinh, "ArcCosh": sp.acosh, "ArcTanh": sp.atanh, "ArcCoth": sp.acoth, "Abs": sp.Abs}
CONSTANTS = {"Pi": sp.pi, "E": sp.E, "I": sp.I}


def problems(path: Path) -> Iterator[Problem | Unread]:
    """The integrals of all files below a folder."""
    for file in sorted(path.glob("*.m")):
        lines = COMMENT.sub("", file.read_text("utf-8", errors="replace")).splitlines()
        for number, line in enumerate((one.strip() for one in lines if one.strip().startswith("{") and one.strip().endswith("}")), 1):
            yield read(f"{file.stem.removesuffix(' Problems')} {number}", lambda line=line: statement(line))


def statement(line: str) -> Equal:
    """The statement of one line. Raises Unsaid."""
    parts = _split(line[1:-1])
    if len(parts) < 4:
        raise Unsaid("no integral with its antiderivative")
    integrand, variable, steps, found = parts[:4]
    if steps.strip() == "-1":
        raise Unsaid("the set gives no antiderivative")
    left, right, along = (Infix(one, HEADS, CONSTANTS, square=True).whole() for one in (found, integrand, variable))
    if not isinstance(along, sp.Symbol):
        raise Unsaid("no letter to integrate over")
    if left.has(sp.I) or right.has(sp.I):
        raise Unsaid("speaks of imaginary numbers")
    return slope(left, along, right)


def _split(text: str) -> list[str]:
    found, depth, part = [], 0, ""
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            found, part = [*found, part], ""
        else:
            part += sign
    return [*found, part]
