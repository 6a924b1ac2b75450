"""Numerical trials of statements about ranks and matrix roots: singular values and eigenvalues, no formula shared with the proof."""

from __future__ import annotations

import mpmath

from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.matrices import entries, largest, size, value

ZERO = mpmath.mpf(10) ** -30
"""Singular values below this share of the largest count as 0 at 50 digits."""


def numerical_rank(matrix) -> int:
    """How many singular values of an mpmath matrix stand above rounding."""
    if largest(entries(matrix)) == 0:
        return 0
    values = mpmath.svd_r(matrix if matrix.rows >= matrix.cols else matrix.T, compute_uv=False)
    return sum(1 for item in values if item > ZERO * values[0])


def rank_at(matrix, point, digits: int, neurons=None) -> int:
    """The rank at a point, or the sum of the ranks over the unit vectors in place of `neurons`."""
    with mpmath.workdps(digits):
        if neurons is None:
            return numerical_rank(value(matrix, point, digits))
        one = mpmath.eye(size(neurons.shape[0], point))
        return sum(numerical_rank(value(matrix, {**point, neurons: one[:, i]}, digits)) for i in range(one.rows))


def semidefinite_root(matrix):
    """The positive semidefinite square root of a symmetric mpmath matrix; raises NotDefined where it has none."""
    scale = largest(entries(matrix))
    if scale == 0:
        return matrix
    levels, axes = mpmath.eigsy((matrix + matrix.T) / 2)
    if min(levels) < -ZERO * scale or largest(entries(matrix - matrix.T)) > ZERO * scale:
        raise NotDefined("the matrix under the root is not positive semidefinite here")
    return axes * mpmath.diag([mpmath.sqrt(max(level, 0)) for level in levels]) * axes.T
