"""Points whose matrices are sparse, or of low rank: few entries, one column repeated, diagonal, nilpotent, orthogonal, zero.

Inequalities between norms and ranks fail, where they do, at such matrices, which are far out in the order of simple points and which
random entries never meet; where the rank falls, a pseudo-inverse is no inverse. The choice is the same on every machine; whether a point
lies in the domain is left to whoever takes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import ImmutableMatrix, Integer, MatrixBase, Rational
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline

from .coordinates import shape_of, space_of
from .random_points import Draws, points

KINDS = 6
"""Ways in which a matrix may be sparse."""
LOW_RANK = 8
"""Points of a domain whose matrices are taken down to rank one."""
ENTRIES = (Integer(1), Integer(-1), Integer(2), Rational(1, 2))


def sparse_points(domain: Domain, count: int) -> Iterator[dict]:
    """`count` points with matrices of all sizes that are tried, scalars within their bounds; not checked against joint conditions."""
    space, draws = space_of(domain), Draws("sparse matrices")
    sizes = space.sizes()
    for _ in range(count if sizes else 0):
        chosen = draws.pick(sizes)
        point, kind = dict(chosen), draws.below(2 * KINDS)  # one kind for all matrices, or each its own
        for symbol in space.symbols:
            if isinstance(symbol, MatrixSymbol):
                point[symbol] = _matrix(draws, kind if kind < KINDS else draws.below(KINDS), *shape_of(symbol, chosen))
            else:
                point[symbol] = draws.within(space.bounds[symbol])
        yield point


def low_rank_points(domain: Domain, deadline: Deadline | None = None) -> Iterator[dict]:
    """Points like random ones of the domain, with all matrices of rank one, and with one of them."""
    try:
        for point in points(domain, LOW_RANK, f"{domain} of low rank", deadline):
            matrices = [symbol for symbol, value in point.items() if isinstance(value, MatrixBase) and min(value.shape) > 1]
            for chosen in (matrices, *([symbol] for symbol in matrices if len(matrices) > 1)):
                yield {**point, **{symbol: _rank_one(point[symbol]) for symbol in chosen}}
    except (DomainError, NotEvaluable):
        return


def _matrix(draws: Draws, kind: int, rows: int, columns: int) -> ImmutableMatrix:
    value = draws.pick(ENTRIES)
    place = draws.below(rows), draws.below(columns)
    shift = draws.below(max(rows, columns))
    left, right = [draws.below(3) - 1 for _ in range(rows)], [draws.below(3) - 1 for _ in range(columns)]
    rules = (lambda i, j: 0,
             lambda i, j: value if (i, j) == place else 0,
             lambda i, j: value if i == j else 0,
             lambda i, j: draws.pick(ENTRIES) if i == j and i <= place[0] else 0,
             lambda i, j: value if (i + shift) % max(rows, columns) == j else 0,
             lambda i, j: left[i] * right[j])
    return ImmutableMatrix(rows, columns, rules[kind])


def _rank_one(matrix: MatrixBase) -> ImmutableMatrix:
    return ImmutableMatrix(matrix.rows, matrix.cols, lambda i, j: matrix[i, 0] * (1 if j == 0 else matrix[0, j]))
