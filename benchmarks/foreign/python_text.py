"""Formulas in the notation of Python, taken apart as a syntax tree: arithmetic, comparisons, names and functions that a reader lists, small
functions that the text itself defines. Nothing else is done, and nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from .problem import Unsaid

OPERATORS: dict[type, Callable] = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
                                   ast.Div: lambda a, b: a / b, ast.Pow: lambda a, b: a**b}
RELATIONS: dict[type, type] = {ast.Lt: sp.Lt, ast.LtE: sp.Le, ast.Gt: sp.Gt, ast.GtE: sp.Ge, ast.NotEq: sp.Ne, ast.Eq: sp.Eq}
@dataclass(frozen=True)
class Text:
    """A text among formulas, which names letters or is a comment. It is no `str`, which SymPy would run where it wants a formula."""

    text: str

    def __add__(self, other: Any) -> Text:
        return Text(self.text + other.text) if isinstance(other, Text) else NotImplemented

    def _sympy_(self) -> Any:
        raise Unsaid("a text stands where a formula is due")


MANY = 60
"""Numbers of a range, at most; digits of a number in a power, likewise."""


class Names:
    """What names stand for: values, and functions of values."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known = dict(known)

    def value(self, node: ast.expr) -> Any:
        """What an expression says. Raises Unsaid."""
        rule = getattr(self, f"_{type(node).__name__.lower()}", None)
        if rule is None:
            raise Unsaid(f"not in the notation: {ast.unparse(node)[:60]}")
        return rule(node)

    def body(self, statements: list[ast.stmt]) -> Any:
        """What a function's lines return: assignments, functions of one line, a return. Raises Unsaid."""
        for line in statements:
            if isinstance(line, ast.Return) and line.value is not None:
                return self.value(line.value)
            self.line(line)
        raise Unsaid("nothing is returned")

    def line(self, line: ast.stmt) -> None:
        """One assignment, or one function. Raises Unsaid."""
        if isinstance(line, ast.Assign) and len(line.targets) == 1:
            self._assign(line.targets[0], self.value(line.value))
        elif isinstance(line, ast.FunctionDef):
            self.known[line.name] = self._function([one.arg for one in line.args.args], lambda inner: inner.body(line.body))
        elif not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)):
            raise Unsaid(f"not in the notation: {ast.unparse(line)[:60]}")

    def _assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.known[target.id] = value
        elif isinstance(target, ast.Tuple):
            for one, part in zip(target.elts, value, strict=True):
                self._assign(one, part)
        else:
            raise Unsaid(f"not in the notation: {ast.unparse(target)[:60]}")

    def _function(self, names: list[str], rule: Callable[[Names], Any]) -> Callable:
        return lambda *values: rule(type(self)(self.known | dict(zip(names, values, strict=True))))

    def _lambda(self, node: ast.Lambda) -> Callable:
        return self._function([one.arg for one in node.args.args], lambda inner: inner.value(node.body))

    def _constant(self, node: ast.Constant) -> Any:
        if type(node.value) is int:
            return sp.Integer(node.value)
        if type(node.value) is float:
            return sp.Rational(str(node.value))
        if isinstance(node.value, str):
            return Text(node.value)
        if isinstance(node.value, bool):
            return node.value
        raise Unsaid(f"not in the notation: {ast.unparse(node)}")

    def _name(self, node: ast.Name) -> Any:
        if node.id not in self.known:
            raise Unsaid(f"a name that is not known: {node.id}")
        return self.known[node.id]

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, (ast.USub, ast.UAdd)):
            return -self.value(node.operand) if isinstance(node.op, ast.USub) else self.value(node.operand)
        raise Unsaid(f"not in the notation: {ast.unparse(node)[:60]}")

    def _binop(self, node: ast.BinOp) -> Any:
        if type(node.op) not in OPERATORS:
            raise Unsaid(f"not in the notation: {ast.unparse(node)[:60]}")
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Pow) and left.is_number and right.is_number and abs(right) > MANY:
            raise Unsaid("a power too high")
        return OPERATORS[type(node.op)](left, right)

    def _compare(self, node: ast.Compare) -> Any:
        sides = [self.value(one) for one in (node.left, *node.comparators)]
        if not all(isinstance(one, sp.Basic) for one in sides):
            raise Unsaid(f"not a relation of formulas: {ast.unparse(node)[:60]}")
        made = [RELATIONS[type(sign)](*pair, evaluate=False) for sign, pair in
                zip(node.ops, zip(sides, sides[1:], strict=False), strict=True)]
        return made[0] if len(made) == 1 else sp.And(*made)

    def _call(self, node: ast.Call) -> Any:
        function = self.known.get(ast.unparse(node.func))
        if function is None or not callable(function):
            raise Unsaid(f"no function that is known: {ast.unparse(node.func)[:60]}")
        values: list[Any] = []
        for one in node.args:
            values.extend(self.value(one.value)) if isinstance(one, ast.Starred) else values.append(self.value(one))
        return function(*values, **{one.arg: self.value(one.value) for one in node.keywords if one.arg})

    def _list(self, node: ast.List | ast.Tuple) -> tuple:
        return tuple(self.value(one) for one in node.elts)

    _tuple = _list

    def _subscript(self, node: ast.Subscript) -> Any:
        return self.value(node.value)[int(self.value(node.slice))]

    def _generatorexp(self, node: ast.GeneratorExp | ast.ListComp) -> tuple:
        first, *others = node.generators
        if others or first.ifs:
            raise Unsaid("a choice within a list")
        found, inner = [], type(self)(self.known)
        for one in self.value(first.iter):
            inner._assign(first.target, one)
            found.append(inner.value(node.elt))
        return tuple(found)

    _listcomp = _generatorexp


def counted(*ends: sp.Integer) -> tuple[sp.Integer, ...]:
    """A short range."""
    found = range(*map(int, ends))
    if len(found) > MANY:
        raise Unsaid("a range too long")
    return tuple(map(sp.Integer, found))
