"""The yardstick's entries, read from `identities.txt` into statements of the language.

The formulas are read by Python's own parser into a syntax tree, of which only arithmetic, comparisons and the functions named here are
taken; nothing is ever evaluated.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sympy as sp

from rederive.derivations.language import Domain, Equal, Holds, Limit
from rederive.derivations.language.base import Statement

FILE = Path(__file__).with_name("identities.txt")
WHOLE = "jkmn"
"""Letters that stand for whole numbers."""
CONSTANTS = {"pi": sp.pi, "E": sp.E, "oo": sp.oo}
_NAMED = (sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.cot, sp.csc, sp.asin, sp.acos, sp.atan, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.acosh,
          sp.atanh, sp.erf, sp.erfc, sp.gamma)
FUNCTIONS = {head.__name__: head for head in _NAMED} | {"sqrt": sp.sqrt, "cbrt": sp.cbrt}
FUNCTIONS |= {"abs": sp.Abs, "max": sp.Max, "min": sp.Min}
BOUND = {"sum": sp.Sum, "integral": sp.Integral}
OPERATORS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
             ast.Div: lambda a, b: a / b, ast.Pow: lambda a, b: a**b}
RELATIONS = {ast.Lt: sp.Lt, ast.LtE: sp.Le, ast.Gt: sp.Gt, ast.GtE: sp.Ge, ast.NotEq: sp.Ne, ast.Eq: sp.Eq}


@dataclass(frozen=True)
class Entry:
    """One formula: the list and chapter it comes from, its name there, its texts, whether it is the true one."""

    chapter: str
    name: str
    conditions: str
    formula: str
    true: bool

    def __str__(self) -> str:
        return f"{self.chapter}: {self.name}{'' if self.true else ' (wrong)'}: {self.formula}" + (
            f" for {self.conditions}" if self.conditions else "")

    def statement(self) -> Statement:
        """The entry in the words of the language."""
        conditions = [_relation(part) for part in _parsed_list(self.conditions)]
        comparison = _parsed(self.formula)
        symbols = sorted({_symbol(node.id) for node in ast.walk(comparison) if isinstance(node, ast.Name)
                          and node.id not in CONSTANTS and node.id not in FUNCTIONS and node.id not in (*BOUND, "diff", "limit")}, key=str)
        bound = {_symbol(node.args[1].id) for node in ast.walk(comparison) if isinstance(node, ast.Call) and _name(node) in BOUND}
        domain = Domain(*conditions, over=[symbol for symbol in symbols if symbol not in bound])
        left, right = comparison.left, comparison.comparators[0]
        if isinstance(left, ast.Call) and _name(left) == "limit":
            formula, variable, point = map(_formula, left.args)
            return Limit(formula, variable, point, _formula(right), on=domain)
        if isinstance(comparison.ops[0], ast.Eq):
            return Equal(_formula(left), _formula(right), on=domain)
        return Holds(_relation(comparison, evaluate=False), on=domain)


def entries() -> Iterator[Entry]:
    """All entries of the file, each truth followed by its wrong twin. Raises ValueError naming a line that cannot be read."""
    chapter = ""
    for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            chapter = line.strip("[]")
            continue
        fields = [field.strip() for field in line.split(" ;")]
        if len(fields) not in (4, 5):
            raise ValueError(f"line {number} of {FILE.name} has {len(fields)} fields instead of four or five")
        name, conditions, true, wrong = fields[:4]
        yield Entry(chapter, name, conditions, true, True)
        yield Entry(chapter, name, fields[4] if len(fields) == 5 else conditions, wrong, False)


def _symbol(name: str) -> sp.Symbol:
    return sp.Symbol(name, integer=True) if name in WHOLE else sp.Symbol(name, real=True)


def _parsed(text: str) -> ast.Compare:
    tree = ast.parse(text, mode="eval").body
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise ValueError(f"no single comparison: {text}")
    return tree


def _parsed_list(text: str) -> list[ast.Compare]:
    if not text:
        return []
    tree = ast.parse(f"[{text}]", mode="eval").body
    return list(tree.elts)


def _relation(node: ast.Compare, evaluate: bool = True):
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise ValueError(f"no single comparison: {ast.unparse(node)}")
    return RELATIONS[type(node.ops[0])](_formula(node.left), _formula(node.comparators[0]), evaluate=evaluate)


def _name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _formula(node: ast.expr) -> sp.Expr:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return sp.Integer(node.value)
    if isinstance(node, ast.Name):
        return CONSTANTS.get(node.id) or _symbol(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_formula(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_formula(node.left), _formula(node.right))
    if isinstance(node, ast.Call) and not node.keywords:
        arguments = [_formula(argument) for argument in node.args]
        name = _name(node)
        if name in FUNCTIONS:
            return FUNCTIONS[name](*arguments)
        if name in BOUND:
            return BOUND[name](arguments[0], tuple(arguments[1:]))
        if name == "diff":
            return sp.Derivative(*arguments)
    raise ValueError(f"not in the language of the entries: {ast.unparse(node)}")
