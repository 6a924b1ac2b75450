"""What a builder gives, and how it makes false statements of true ones: by a slip that is seen to matter, apart from the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sympy import ImmutableMatrix, MatrixSymbol, Rational, Symbol

from rederive.derivations.language import RederiveError, Statement
from rederive.derivations.mutants import mutants

TRIES = 12
"""Points at which a slip must show itself."""


@dataclass(frozen=True)
class Made:
    """A statement, whether it is true, and why."""

    statement: Statement
    truth: bool
    why: str


def true_or_slipped(statement: Statement, source, fails: Callable[[Statement, dict], bool | None], points) -> Made | None:
    """The true statement, or one with a slip in it that certainly fails at one of the points; None where no slip shows."""
    if source.below(2):
        return Made(statement, True, "by construction")
    try:
        slips = mutants(statement, seed=str(source.below(10**6)), limit=6)
    except (RederiveError, TypeError, ValueError):
        return None
    chosen = [slip for slip in slips if slip.kind != "condition"]
    if not chosen:
        return None
    slip = source.pick(chosen)
    for point in points:
        if fails(slip.statement, point):
            return Made(slip.statement, False, f"{slip.slip}: fails at {point}")
    return None


def some_points(symbols, source, positive=(), sizes=None, count: int = TRIES) -> list[dict]:
    """Points of small rationals, positive for some symbols; matrices in given sizes."""
    sizes = sizes or {}
    return [{**sizes, **{symbol: _drawn(symbol, source, symbol in positive, sizes) for symbol in symbols}} for _ in range(count)]


def _drawn(symbol, source, above: bool, sizes):
    if isinstance(symbol, MatrixSymbol):
        rows, columns = (int(side.subs(sizes)) for side in symbol.shape)
        return ImmutableMatrix(rows, columns, lambda i, j: _number(source, False))
    assert isinstance(symbol, Symbol)
    return _number(source, above)


def _number(source, above: bool) -> Rational:
    top = 1 + source.below(7) if above else source.below(15) - 7
    return Rational(top, source.pick((1, 2, 3, 5)))
