"""Spectral norms, eigenvalues and ranks of small matrices with exact entries, by characteristic polynomials and exact elimination.

The roots of a characteristic polynomial are enclosed with certainty at the precision asked for; of a matrix that is known by balls only
nothing is said.
"""

from __future__ import annotations

from flint import ctx, fmpq_mat

from .grid import Grid
from .rules import ZERO, Imprecise, NotEvaluable, Undefined

LARGEST = 12
"""Rows of a matrix beyond which no characteristic polynomial is worked out."""


def _rational(grid: Grid) -> fmpq_mat:
    held = grid.flint()
    if not isinstance(held, fmpq_mat):
        raise Imprecise("a spectrum is worked out of exact entries")
    return held


def _eigenvalues(held: fmpq_mat) -> list:
    """The eigenvalues of a symmetric rational matrix as real balls, not in order."""
    if held.nrows() > LARGEST:
        raise NotEvaluable(f"the eigenvalues of a matrix of {held.nrows()} rows")
    bits = ctx.prec
    roots = held.charpoly().numer().complex_roots()
    ctx.prec = bits
    return [root.real for root, _ in roots]


def _symmetric(grid: Grid) -> list:
    if grid.rows != grid.columns:
        raise NotEvaluable(f"a matrix of shape {grid.shape} has no eigenvalues")
    held = _rational(grid)
    if held != held.transpose():
        raise Undefined("an eigenvalue of a matrix that is not symmetric")
    return _eigenvalues(held)


def largest_eigenvalue(grid: Grid):
    """The largest eigenvalue of a symmetric matrix."""
    found = _symmetric(grid)
    top = found[0]
    for other in found[1:]:
        top = top.max(other)
    return top


def smallest_eigenvalue(grid: Grid):
    """The smallest eigenvalue of a symmetric matrix."""
    found = _symmetric(grid)
    low = found[0]
    for other in found[1:]:
        low = low.min(other)
    return low


def spectral_norm(grid: Grid):
    """The largest singular value: the root of the largest eigenvalue of A^T A, or of A A^T where that is smaller."""
    held = _rational(grid)
    turned = held.transpose()
    if held.rank() == 0:
        return ZERO
    found = _eigenvalues(turned * held if held.ncols() <= held.nrows() else held * turned)
    top = found[0]
    for other in found[1:]:
        top = top.max(other)
    return top.sqrt()


def rank(grid: Grid):
    """The rank, exact."""
    return ZERO + int(_rational(grid).rank())
