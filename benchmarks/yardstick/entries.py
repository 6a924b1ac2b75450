"""The yardstick's entries, read from the text files beside this module into statements of the language.

The formulas are read by Python's own parser into a syntax tree, of which only arithmetic, comparisons and the functions named here are
taken; nothing is ever evaluated. A file's name begins with the list it was written down from; `ours` is no list of others.

One entry a line: name ; conditions ; true ; wrong. Where a slip lies in the conditions, a fifth field holds those of the wrong twin. A
name is the list's own; two versions of one rule are told apart in brackets. `left out: names: reason` says what a chapter of the list
holds and this file does not. j, k, m, n are whole numbers, all other letters real; phi is the golden ratio. limit(f, x, p) is the limit as
x goes to p from above, or to oo or -oo. cbrt is the odd cube root, copysign(a, b) the modulus of a with the sign of b (which is not zero),
remainder(a, b) what is left of a beside the nearest multiple of b, factorial(n) the gamma function at n + 1.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sympy as sp

from theoremtest.derivations.language import Domain, Equal, Holds, Limit
from theoremtest.derivations.language import functions as own
from theoremtest.derivations.language.base import Statement

FILES = sorted(Path(__file__).parent.glob("*.txt"))
WHOLE = "jkmn"
"""Letters that stand for whole numbers."""
CONSTANTS = {"pi": sp.pi, "E": sp.E, "oo": sp.oo, "phi": (1 + sp.sqrt(5)) / 2}
_NAMED = (sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.cot, sp.csc, sp.asin, sp.acos, sp.atan, sp.acot, sp.sinh, sp.cosh, sp.tanh, sp.asinh,
          sp.acosh, sp.atanh, sp.erf, sp.erfc, sp.gamma, sp.sign, sp.floor, sp.sinc, sp.atan2)
FUNCTIONS = {head.__name__: head for head in _NAMED} | {
    "sqrt": sp.sqrt, "cbrt": lambda u: sp.sign(u) * sp.Abs(u) ** sp.Rational(1, 3), "abs": sp.Abs, "max": sp.Max, "min": sp.Min,
    "expm1": own.Expm1, "log1p": own.Log1p, "hypot": own.Hypot, "factorial": lambda n: sp.gamma(n + 1),
    "copysign": lambda u, v: sp.Abs(u) * sp.sign(v), "remainder": lambda u, v: u - v * sp.floor(u / v + sp.Rational(1, 2))}
BOUND = {"sum": sp.Sum, "integral": sp.Integral, "product": sp.Product}
OPERATORS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
             ast.Div: lambda a, b: a / b, ast.Pow: lambda a, b: a**b}
RELATIONS = {ast.Lt: sp.Lt, ast.LtE: sp.Le, ast.Gt: sp.Gt, ast.GtE: sp.Ge, ast.NotEq: sp.Ne, ast.Eq: sp.Eq}


@dataclass(frozen=True)
class Entry:
    """One formula: the list and chapter it comes from, its name there, its texts, whether it is the true one."""

    source: str
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
        conditions = [_relation(part) for part in conditions_of(self.conditions)]
        comparison = comparison_of(self.formula)
        domain = Domain(*conditions, over=[_symbol(letter) for letter in letters_of(self)])
        left, right = comparison.left, comparison.comparators[0]
        if isinstance(left, ast.Call) and name_of(left) == "limit":
            formula, variable, point = map(_formula, left.args)
            return Limit(formula, variable, point, _formula(right), on=domain)
        if isinstance(comparison.ops[0], ast.Eq):
            return Equal(_formula(left), _formula(right), on=domain)
        return Holds(_relation(comparison, evaluate=False), on=domain)


@dataclass(frozen=True)
class LeftOut:
    """Names of a list that no entry stands for, with the reason."""

    source: str
    chapter: str
    names: tuple[str, ...]
    reason: str


def entries() -> Iterator[Entry]:
    """All entries of the files, each truth followed by its wrong twin. Raises ValueError naming a line that cannot be read."""
    for file, number, source, chapter, line in _lines():
        if line.startswith("left out:"):
            continue
        fields = [field.strip() for field in line.split(" ;")]
        if len(fields) not in (4, 5):
            raise ValueError(f"line {number} of {file.name} has {len(fields)} fields instead of four or five")
        name, conditions, true, wrong = fields[:4]
        yield Entry(source, chapter, name, conditions, true, True)
        yield Entry(source, chapter, name, fields[4] if len(fields) == 5 else conditions, wrong, False)


def left_out() -> list[LeftOut]:
    """What the lists hold and the files do not, chapter by chapter."""
    found = []
    for _, _, source, chapter, line in _lines():
        if line.startswith("left out:"):
            _, names, reason = line.split(": ", 2)
            found.append(LeftOut(source, chapter, tuple(names.split(", ")), reason))
    return found


def _lines() -> Iterator[tuple[Path, int, str, str, str]]:
    for file in FILES:
        chapter = ""
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            line = line.strip()
            if line.startswith("["):
                chapter = line.strip("[]")
            elif line and not line.startswith("#"):
                yield file, number, chapter.partition(":")[0], chapter, line


def letters_of(entry: Entry) -> list[str]:
    """The free letters of an entry, sorted. A limit's own letter is one of them: the language has it in the domain."""
    trees = [comparison_of(entry.formula), *conditions_of(entry.conditions)]
    named = {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = {node.args[1].id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node) in BOUND}
    return sorted(named - bound - set(CONSTANTS) - set(FUNCTIONS) - set(BOUND) - {"diff", "limit"})


def _symbol(name: str) -> sp.Symbol:
    return sp.Symbol(name, integer=True) if name in WHOLE else sp.Symbol(name, real=True)


def comparison_of(text: str) -> ast.Compare:
    """The syntax tree of one comparison. Raises ValueError where there is none, or more than one."""
    tree = ast.parse(text, mode="eval").body
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise ValueError(f"no single comparison: {text}")
    return tree


def conditions_of(text: str) -> list[ast.Compare]:
    """The syntax trees of the conditions."""
    if not text:
        return []
    tree = ast.parse(f"[{text}]", mode="eval").body
    return list(tree.elts)


def _relation(node: ast.Compare, evaluate: bool = True):
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        raise ValueError(f"no single comparison: {ast.unparse(node)}")
    return RELATIONS[type(node.ops[0])](_formula(node.left), _formula(node.comparators[0]), evaluate=evaluate)


def name_of(node: ast.Call) -> str:
    """The name of the function that is called."""
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
        name = name_of(node)
        if name in FUNCTIONS:
            return FUNCTIONS[name](*arguments)
        if name in BOUND:
            return BOUND[name](arguments[0], tuple(arguments[1:]))
        if name == "diff":
            return sp.Derivative(*arguments)
    raise ValueError(f"not in the language of the entries: {ast.unparse(node)}")
