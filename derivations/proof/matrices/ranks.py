"""Rank bounds by calculation with ranks: a product has at most each factor's, a sum at most the sum, a Kronecker product the product.

Each expression gets all bounds that follow, as expressions in the sizes; the statement is proved where one of them lies
below the stated bound on the domain. At a point with rational entries the rank is exact, which refutes.
"""

from __future__ import annotations

from itertools import product as pairs

from sympy import ImmutableMatrix, Integer, Le, Min, S
from sympy.matrices.expressions import MatAdd, MatMul, Transpose

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.kronecker import Kron, OverNeurons
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls.program import program
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.refute import point_items
from theoremtest.derivations.proof.signs.inequality import prove_relation

MOST = 12
"""Bounds kept of one expression."""


def prove_rank(statement: RankBound, deadline) -> str | None:
    """The rung that proves the bound, or None."""
    sizes = Domain(*(c for c in statement.on.conditions if c.free_symbols <= set(statement.on.dimensions)),
                   over=statement.on.dimensions)
    factor = S.One if statement.neurons is None else statement.neurons.shape[0]
    bounds = upper_bounds(statement.on.expand(statement.matrix))
    stated = statement.at_most.args if isinstance(statement.at_most, Min) else (statement.at_most,)
    for at_most in stated:  # a bound by the least of several is a bound by each
        if not any(bound * factor == at_most or prove_relation(Le(bound * factor, at_most), sizes, deadline) is not None
                   for bound in bounds):
            return None
    return "calculation with ranks"


def upper_bounds(matrix) -> tuple:
    """Expressions in the sizes, none of which the rank exceeds; the matrix's own sizes are among them."""
    found = list(matrix.shape)
    if isinstance(matrix, Transpose):
        found += upper_bounds(matrix.arg)
    elif isinstance(matrix, MatMul):
        for factor in matrix.args:
            if getattr(factor, "shape", ()):
                found += upper_bounds(factor)
    elif isinstance(matrix, MatAdd):
        sums = (S.Zero,)
        for term in matrix.args:  # cut back after each term: all combinations of many terms would never end
            sums = tuple(dict.fromkeys(one + more for one, more in pairs(sums, upper_bounds(term))))[:MOST]
        found += sums
    elif isinstance(matrix, Kron):
        found += [left * right for left, right in pairs(*(upper_bounds(side) for side in matrix.args))]
    elif isinstance(matrix, OverNeurons):
        found += [bound * matrix.unit.shape[0] for bound in upper_bounds(matrix.summand)]
    return tuple(dict.fromkeys(found))[:MOST]


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


