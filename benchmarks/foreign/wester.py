"""SymPy's `test_wester.py`, Wester's questions to computer algebra: assertions that a formula, once worked out, is another one.

What works a formula out says what it is: a limit, an integral, a sum, a slope, or, of what only rewrites, the formula itself. Letters are
read as real, or as whole where the file says so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sympy as sp

from theoremtest.derivations.language import Domain, Equal, Limit

from .problem import Problem, Unread, Unsaid, letter, read, slope
from .python_text import Names, Text, counted

TITLE = "Wester's questions"
MARK = "test_wester.py"
_HEADS = (sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc, sp.asin, sp.acos, sp.atan, sp.sinh, sp.cosh, sp.tanh, sp.asinh,
          sp.acosh,
          sp.atanh, sp.sqrt, sp.Abs, sp.Min, sp.Max, sp.sign, sp.floor, sp.ceiling, sp.factorial, sp.gamma, sp.binomial, sp.erf,
          sp.Rational)
_REWRITING = ("simplify", "factor", "expand", "trigsimp", "radsimp", "sqrtdenest", "powsimp", "powdenest", "logcombine", "ratsimp",
              "cancel", "together",
              "apart", "expand_log", "nsimplify", "hyperexpand", "combsimp", "gammasimp", "expand_func", "expand_trig", "trigexpand",
              "simplify_logic")


def problems(path: Path) -> Iterator[Problem | Unread]:
    """The assertions of each test, numbered within it."""
    tree = ast.parse(path.read_text("utf-8"))
    for function in (one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")):
        asserted = [number for number, line in enumerate(function.body) if isinstance(line, ast.Assert)]
        for number, place in enumerate(asserted, 1):
            yield read(f"{function.name.removeprefix('test_')}.{number}", lambda function=function,
                      place=place: _statement(function.body[:place + 1]))


def _statement(lines: list[ast.stmt]):
    conditions: list = []
    names = Names(_names(conditions))
    for line in lines[:-1]:
        if not isinstance(line, ast.Assert):
            names.line(line)
    asked = lines[-1].test if isinstance(lines[-1], ast.Assert) else None
    if not isinstance(asked, ast.Compare) or len(asked.ops) != 1 or not isinstance(asked.ops[0], (ast.Eq, ast.Is)):
        raise Unsaid("no equation")
    left, right = names.value(asked.left), names.value(asked.comparators[0])
    if not all(isinstance(one, sp.Expr) for one in (left, right)):
        raise Unsaid("no equation of numbers")
    if left.has(sp.I, sp.zoo, sp.nan) or right.has(sp.I, sp.zoo, sp.nan):
        raise Unsaid("speaks of imaginary numbers")
    if left == right:
        raise Unsaid("settled by how it is written")
    free = left.free_symbols | right.free_symbols
    kept = [one for one in conditions if one.free_symbols <= free]
    if isinstance(left, sp.Limit):
        formula, variable, point, _ = left.args
        domain = Domain(*kept, *([variable > point] if point.is_finite else []), over=sorted(free | {variable}, key=str))
        return Limit(formula, variable, point, right, on=domain)
    if isinstance(left, sp.Integral) and all(len(one) == 1 for one in left.limits):
        (along,) = left.limits[0]
        return slope(right, along, left.function, kept)
    return Equal(left, right, on=Domain(*kept, over=sorted(free, key=str)))


def _names(conditions: list) -> dict:
    known: dict = {name: letter(name) for name in "xyz"} | {name: letter(name, whole=True) for name in "ijklmn"}
    known |= {head.__name__: head for head in _HEADS} | {name: lambda one, *_, **__: one for name in _REWRITING}
    known |= {"R": sp.Rational, "pi": sp.pi, "E": sp.E, "oo": sp.oo, "I": sp.I, "S": lambda one: one, "limit": _limit, "range": counted,
              "integrate": _ranged(sp.Integral), "summation": _ranged(sp.Sum), "product": _ranged(sp.Product), "Sum": _ranged(sp.Sum),
              "Integral": _ranged(sp.Integral), "diff": sp.Derivative, "symbols": _letters(conditions), "Symbol": _letters(conditions),
              "abs": sp.Abs, "GoldenRatio": (1 + sp.sqrt(5)) / 2,
              "cbrt": sp.cbrt, "root": sp.root, "Integer": lambda one: one, "ln": sp.log}
    return known


def _ranged(kind):
    def rule(formula: sp.Expr, *ranges, **_) -> sp.Expr:
        return kind(formula, *(one if isinstance(one, tuple) else (one,) for one in ranges))
    return rule


def _limit(formula: sp.Expr, variable: sp.Symbol, point: sp.Expr, side: Text | None = None) -> sp.Expr:
    if side is not None and side.text != "+" and point.is_finite:
        raise Unsaid("a limit from below")
    return sp.Limit(formula, variable, point, "+" if point.is_finite else "-")


def _letters(conditions: list):
    def rule(names: Text, **facts: bool):
        if set(facts) - {"real", "integer", "positive", "nonnegative", "negative"}:
            raise Unsaid("letters with assumptions")
        made = tuple(letter(one, whole=facts.get("integer", False)) for one in names.text.replace(",", " ").split())
        signs = {"positive": sp.Gt, "nonnegative": sp.Ge, "negative": sp.Lt}
        conditions.extend(sign(one, 0) for fact, sign in signs.items() if facts.get(fact) for one in made)
        return made if len(made) > 1 else made[0]
    return rule
