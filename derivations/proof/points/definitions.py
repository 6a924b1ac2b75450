"""Symbols that a domain's equations make expressions in others, as T = U D U^T or B = M M^T: worked out at a point, never drawn."""

from __future__ import annotations

from collections.abc import Iterable
from graphlib import TopologicalSorter

from sympy import Eq, MatrixSymbol, Symbol, ZeroMatrix

from theoremtest.derivations.language.domain import Domain, atoms_of

from .grams import grams_of


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
    needed = {symbol: [other for other in made if other in atoms_of(expression)] for symbol, expression in made.items()}
    return tuple((symbol, made[symbol]) for symbol in TopologicalSorter(needed).static_order()), tuple(others)


def without_definitions(domain: Domain, made: Iterable[tuple]) -> Domain:
    """The domain in which nothing of what follows from others is left: each such symbol, and each abbreviation, is written out."""
    told: dict = {}
    for symbol, expression in made:
        told[symbol] = expression.xreplace(told)
    return Domain(*(domain.expand(condition).xreplace(told) for condition in domain.conditions), over=domain.symbols) if told else domain


def _definition(domain: Domain, condition, taken: set) -> tuple | None:
    if not isinstance(condition, Eq):
        return None
    sums = grams_of(domain.expand(condition))
    if sums is not None and len(sums.grams) == 1 and not (sums.pairs or sums.others or sums.unit):  # a Gram that vanishes
        symbol = sums.grams[0][0][0]
        return (symbol, ZeroMatrix(*symbol.shape)) if symbol in domain.symbols and symbol not in taken else None
    for one, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
        if isinstance(one, (Symbol, MatrixSymbol)) and one in domain.symbols and one not in taken and one not in domain.dimensions:
            expression = domain.expand(other)
            if one not in atoms_of(expression):
                return one, expression
    return None


def _needs(expression, made: dict) -> set:
    """All symbols that the expression needs, those of what it is made of among them."""
    needed, waiting = set(), atoms_of(expression)
    while waiting:
        symbol = waiting.pop()
        if symbol not in needed:
            needed.add(symbol)
            waiting |= atoms_of(made[symbol]) if symbol in made else set()
    return needed
