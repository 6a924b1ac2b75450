"""Symbols that a domain's equations make expressions in others, as T = U D U^T or B = M M^T: worked out at a point, never drawn."""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Eq, MatrixSymbol, Symbol

from rederive.derivations.language.domain import Domain, atoms_of
from rederive.derivations.proof.balls import enclose as balls

from .charts import exactly


def definitions(domain: Domain, conditions: Iterable, taken: set) -> tuple[tuple, tuple]:
    """(symbol, expression) for the conditions that define one, each after those that it needs; and the other conditions.

    taken: symbols that stand already and cannot be defined. A condition that would close a circle is left among the others.
    """
    made: dict = {}
    others = []
    for condition in conditions:
        found = _definition(domain, condition, {*taken, *made})
        if found is None or _needs(found[1], made) & {found[0]}:
            others.append(condition)
        else:
            made[found[0]] = found[1]
    ordered: list = []
    while len(ordered) < len(made):
        ordered += [symbol for symbol in made if symbol not in ordered and _symbols(made[symbol]) & set(made) <= set(ordered)]
    return tuple((symbol, made[symbol]) for symbol in ordered), tuple(others)


def worked_out(made_of: Iterable[tuple], point: dict) -> dict:
    """The point with the defined symbols at their values; one whose value is not rational keeps what was drawn."""
    point = dict(point)
    for symbol, expression in made_of:
        try:
            value = exactly(expression, balls.environment(point))
        except balls.NotEvaluable:
            continue
        if value is not None:
            point[symbol] = value
    return point


def _definition(domain: Domain, condition, taken: set) -> tuple | None:
    if not isinstance(condition, Eq):
        return None
    for one, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
        if isinstance(one, (Symbol, MatrixSymbol)) and one in domain.symbols and one not in taken and one not in domain.dimensions:
            expression = domain.expand(other)
            if one not in _symbols(expression):
                return one, expression
    return None


def _symbols(expression) -> set:
    return atoms_of(expression)


def _needs(expression, made: dict) -> set:
    """All symbols that the expression needs, those of what it is made of among them."""
    needed, waiting = set(), _symbols(expression)
    while waiting:
        symbol = waiting.pop()
        if symbol not in needed:
            needed.add(symbol)
            waiting |= _symbols(made[symbol]) if symbol in made else set()
    return needed
