"""Triple-SOS, `triples/benchmarks/problems`: inequalities of Vasile Cirtoaje's book, of contests and of another book.

A problem is a formula that is not negative where some are not negative and some are zero; it speaks of where all of it has a value. What
the set marks as not posed is left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import sympy as sp

from .problem import Problem, Unread, Unsaid, holds, letter, read
from .python_text import Names, Text, counted

TITLE = "Triple-SOS: Vasile's book"
MARK = "books/vasile.py"
NOT_POSED = {"noimpl", "nvars", "recur", "quant", "geom"}


def problems(path: Path) -> Iterator[Problem | Unread]:
    """The problems of one file."""
    tree = ast.parse(path.read_text("utf-8"))
    for group in (one for one in tree.body if isinstance(one, ast.ClassDef)):
        for function in (one for one in group.body if isinstance(one, ast.FunctionDef) and one.name.startswith("problem")):
            marks = {node.attr for one in function.decorator_list for node in ast.walk(one) if isinstance(node, ast.Attribute)}
            name = function.name.removeprefix("problem_")
            if marks & NOT_POSED:
                yield Unread(name, "the set does not pose it")
            else:
                yield read(name, lambda function=function: _statement(function))


def _statement(function: ast.FunctionDef):
    found = Names(_names()).body(function.body)
    if not isinstance(found, tuple) or len(found) != 3:
        raise Unsaid("no formula with two lists")
    formula, least, zero = found
    if not isinstance(formula, sp.Expr):
        raise Unsaid("no formula")
    least, zero = (tuple(one) if isinstance(one, (tuple, list)) else tuple(one) for one in (least, zero))
    conditions = [sp.Ge(one, 0) for one in least] + [sp.Eq(one, 0) for one in zero]
    if sp.false in conditions:
        raise Unsaid("a condition that never holds")
    conditions = [one for one in conditions if one != sp.true]
    return holds(sp.Ge(formula, 0, evaluate=False), conditions, (formula, *least, *zero))


def _cyclic(whole) -> object:
    def rule(formula: sp.Expr, letters: Sequence[sp.Symbol]) -> sp.Expr:
        turns = [dict(zip(letters, (*letters[k:], *letters[:k]), strict=True)) for k in range(len(letters))]
        return whole(*(formula.xreplace(turn) for turn in turns))
    return rule


def _names() -> dict:
    letters = {name: letter(name) for name in "abcdefkmnxyz"}
    known: dict = dict(letters) | {"Rational": sp.Rational, "sqrt": sp.sqrt, "cbrt": sp.cbrt, "Abs": sp.Abs, "Min": sp.Min,
                    "Max": sp.Max, "exp": sp.exp,
                                   "Add": sp.Add, "Mul": sp.Mul, "pi": sp.pi, "sum": lambda parts: sp.Add(*parts), "S": lambda one: one,
                                   "prod": lambda parts: sp.Mul(*parts), "range": counted, "root": sp.root, "Integer": lambda one: one,
                                   "CyclicSum": _cyclic(sp.Add), "CyclicProduct": _cyclic(sp.Mul), "symbols": _symbols, "len": len}
    for size in (3, 4, 5):
        first = [letters[name] for name in "abcde"[:size]]
        known[f"c{size}s"] = lambda formula, first=first: _cyclic(sp.Add)(formula, first)
        known[f"c{size}p"] = lambda formula, first=first: _cyclic(sp.Mul)(formula, first)
    return known


def _symbols(names_of: Text, **facts: bool):
    if facts:
        raise Unsaid("letters with assumptions")
    names = [part for one in names_of.text.replace(",", " ").split() for part in _spread(one)]
    made = tuple(map(letter, names))
    return made if len(made) > 1 else made[0]


def _spread(name: str) -> list[str]:
    """`a1:5` as a1 to a4, as SymPy spreads it."""
    found = re.fullmatch(r"([a-z]*)(\d*):(\d+)", name)
    return [name] if found is None else [f"{found[1]}{number}" for number in range(int(found[2] or 0), int(found[3]))]
