"""How a true statement becomes a false one: by a slip that is seen to matter at a point, apart from the engine."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sympy import ImmutableMatrix, MatrixSymbol, Rational, Symbol

from theoremtest.derivations.language import Statement, TheoremtestError
from theoremtest.derivations.mutants import mutants

from ...case import Case

TRIES = 12
"""Points at which a slip must show itself."""


def case_of(statement: Statement, truth: bool, why: str) -> Case:
    """A statement that is made already, with its truth."""
    return Case(truth, lambda: statement, why)


def true_or_slipped(statement: Statement, chance: Random, fails: Callable[[Statement, dict], bool | None], points) -> Case | None:
    """The true statement, or one with a slip in it that certainly fails at one of the points; None where no slip shows."""
    if chance.randrange(2):
        return case_of(statement, True, "by construction")
    try:
        slips = mutants(statement, seed=str(chance.randrange(10**6)), limit=6)
    except (TheoremtestError, TypeError, ValueError):
        return None
    chosen = [slip for slip in slips if slip.kind != "condition"]
    if not chosen:
        return None
    slip = chance.choice(chosen)
    for point in points:
        if fails(slip.statement, point):
            return case_of(slip.statement, False, f"{slip.slip}: fails at {point}")
    return None


def some_points(symbols, chance, positive=(), sizes=None, count: int = TRIES) -> list[dict]:
    """Points of small rationals, positive for some symbols; matrices in given sizes."""
    sizes = sizes or {}
    return [{**sizes, **{symbol: _drawn(symbol, chance, symbol in positive, sizes) for symbol in symbols}} for _ in range(count)]


def _drawn(symbol, chance, above: bool, sizes):
    if isinstance(symbol, MatrixSymbol):
        rows, columns = (int(side.subs(sizes)) for side in symbol.shape)
        return ImmutableMatrix(rows, columns, lambda i, j: _number(chance, False))
    assert isinstance(symbol, Symbol)
    return _number(chance, above)


def _number(chance, above: bool) -> Rational:
    top = 1 + chance.randrange(7) if above else chance.randrange(15) - 7
    return Rational(top, chance.choice((1, 2, 3, 5)))
