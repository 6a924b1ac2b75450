"""Points whose matrices are not of full rank, which chance never draws: there a pseudo-inverse is no inverse.

A matrix keeps its first column and takes multiples of it for the others. Whether the point is one of the domain is for whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import ImmutableMatrix, MatrixBase

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.proof.balls.enclose import NotEvaluable
from rederive.derivations.proof.deadline import Deadline

from .random_points import points

POINTS = 8


def low_rank_points(domain: Domain, deadline: Deadline | None = None) -> Iterator[dict]:
    """Points like random ones of the domain, with all matrices of rank one, and with one of them."""
    try:
        for point in points(domain, POINTS, f"{domain} of low rank", deadline):
            matrices = [symbol for symbol, value in point.items() if isinstance(value, MatrixBase) and min(value.shape) > 1]
            for chosen in (matrices, *([symbol] for symbol in matrices if len(matrices) > 1)):
                yield {**point, **{symbol: _rank_one(point[symbol]) for symbol in chosen}}
    except (DomainError, NotEvaluable):
        return


def _rank_one(matrix: MatrixBase) -> ImmutableMatrix:
    return ImmutableMatrix(matrix.rows, matrix.cols, lambda i, j: matrix[i, 0] * (1 if j == 0 else matrix[0, j]))
