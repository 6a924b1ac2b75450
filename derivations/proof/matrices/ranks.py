"""Rank bounds at points: with rational entries the rank is exact, which refutes."""

from __future__ import annotations

from sympy import ImmutableMatrix, Integer

from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls.program import program
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.refute import point_items

OVER_THE_BOUND = "rank against its bound"


def refute_rank(statement: RankBound, deadline) -> Counterexample | None:
    """A rational point of the domain where the exact rank exceeds the bound."""
    domain = statement.on
    for point in (*small_points(domain, 20, 4000, deadline), *points(domain, 20, "rank", deadline)):
        deadline.check()
        if exceeds(statement, point):
            return Counterexample(point_items(domain, point), *map(str, rank_and_bound(statement, point)), OVER_THE_BOUND)
    return None


def exceeds(statement: RankBound, point: dict) -> bool | None:
    """Whether the exact rank is larger than the bound at a point; None where one of them is not worked out."""
    rank, bound = rank_and_bound(statement, point)
    return None if rank is None or bound is None else bool(rank > bound)


def rank_and_bound(statement: RankBound, point: dict) -> tuple:
    """The exact rank and the bound at a point; None in the place of what is not worked out."""
    return _rank_at(statement, point), balls.exact_value(statement.on.expand(statement.at_most), point)


def _rank_at(statement: RankBound, point) -> int | None:
    matrix, unit = statement.on.expand(statement.matrix), statement.neurons
    if unit is None:
        return _rank(matrix, point)
    size = int(point[unit.shape[0]]) if not unit.shape[0].is_Integer else int(unit.shape[0])
    units = [{**point, unit: ImmutableMatrix(size, 1, [Integer(i == k) for i in range(size)])} for k in range(size)]
    ranks = [_rank(matrix, at) for at in units]
    return None if None in ranks else sum(ranks)


def _rank(matrix, point) -> int | None:
    code = program(matrix)
    try:
        grid = code.run(balls.environment(point)).get(code.roots[0])
    except balls.NotEvaluable:
        return None
    flint = grid.flint()
    return int(flint.rank()) if hasattr(flint, "rank") else None


