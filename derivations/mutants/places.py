"""Where a statement can be edited: the formulas in its fields, their subexpressions, and the conditions of its domain.

The flow that a statement speaks of is its hypothesis and not edited here; neither are the symbols that it binds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from sympy import Basic, Expr, Symbol, sympify
from sympy.core.function import Derivative
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Domain, Statement

SETTING = ("on", "along", "variable", "symbol", "to", "t", "network", "training", "name", "read", "data", "lift", "learning_rates",
           "through", "over")


@dataclass(frozen=True)
class Place:
    """A formula of a statement: `name` as a reader knows it, and the statement with another formula there."""

    name: str
    formula: Basic
    put: Callable[[Basic], Statement]


def formulas(statement: Statement) -> Iterator[Place]:
    """The formulas of a statement that is no conjunction."""
    yield from _inside("", statement, lambda made: made)


def _inside(label: str, record: Any, rebuild: Callable[[Any], Statement]) -> Iterator[Place]:
    for item in fields(record):
        if item.name in SETTING:
            continue
        value = getattr(record, item.name)
        name = f"{label}{item.name}"

        def put(new: Any, field: str = item.name) -> Statement:
            """The statement with another value in this field."""
            return rebuild(replace(record, **{field: new}))

        if isinstance(value, dict):
            for key in value:
                if isinstance(value[key], Statement):
                    yield from _inside(f"{name}, {key}, ", value[key], lambda new, key=key, value=value, put=put: put({**value, key: new}))
                    continue
                yield Place(f"{name} of {key}", sympify(value[key], strict=True),
                            lambda new, key=key, value=value, put=put: put({**value, key: new}))
        elif isinstance(value, Basic) and not isinstance(value, MatrixSymbol):
            yield Place(name, value, put)
        elif isinstance(value, tuple) and value and all(isinstance(one, Expr) for one in value):
            for number, one in enumerate(value):
                yield Place(f"{name} {number + 1}", one, lambda new, number=number, value=value, put=put: put(
                    (*value[:number], new, *value[number + 1:])))
        elif is_dataclass(value) and not isinstance(value, (Domain, type)):
            yield from _inside(f"{name}, ", value, put)


def conditions(statement: Statement) -> Iterator[tuple[Basic, Callable[[], Statement]]]:
    """Each condition of the domain, and what makes the statement without it. All symbols stay declared."""
    on = statement.on
    for condition in on.conditions:
        others = [other for other in on.conditions if other is not condition]
        yield condition, lambda others=others: replace(statement, on=Domain(*others, over=on.symbols, where=on.where, chart=on.chart))


def nodes(formula: Basic) -> Iterator[tuple[tuple[int, ...], Basic]]:
    """Subexpressions with the way to them, outermost first; symbols and what they are made of are not entered."""
    queue = deque([((), formula)])
    while queue:
        path, node = queue.popleft()
        yield path, node
        queue.extend(((*path, number), child) for number, child in _entered(node))


def parts(formula: Basic) -> Iterator[Basic]:
    """The subexpressions that `nodes` finds, each once."""
    seen, stack = set(), [formula]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            yield node
            stack.extend(child for _, child in _entered(node))


def _entered(node: Basic) -> list[tuple[int, Basic]]:
    if isinstance(node, (Symbol, MatrixSymbol)) or getattr(node, "is_Identity", False) or node.is_Number:
        return []
    inner = node.args[:1] if isinstance(node, Derivative) else node.args
    return [(number, child) for number, child in enumerate(inner) if isinstance(child, Basic)]


def at(formula: Basic, path: tuple[int, ...], new: Basic) -> Basic:
    """The formula with another subexpression at the end of a way; everything around it is built anew."""
    if not path:
        return new
    arguments = list(formula.args)
    arguments[path[0]] = at(arguments[path[0]], path[1:], new)
    if isinstance(formula, Relational):  # as it stands: SymPy would make some of them the word true
        return formula.func(*arguments, evaluate=False)
    return formula.func(*arguments)
