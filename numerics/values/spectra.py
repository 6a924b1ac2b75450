"""Spectral norms, eigenvalues and ranks of matrices of numbers, by mpmath's decompositions."""

from __future__ import annotations

from typing import Any

import mpmath

from theoremtest.derivations.language.latex import in_words
from theoremtest.numerics.values.rules import NotDefined


def value(name: str, matrix: mpmath.matrix, node: Any, digits: int) -> mpmath.mpf:
    """What `name` is of a matrix worked out with `digits` digits: SpectralNorm, LargestEigenvalue, SmallestEigenvalue or Rank.

    Raises NotDefined for an eigenvalue of a matrix that is not symmetric to half of the digits.
    """
    with mpmath.workdps(digits):
        if name in ("SpectralNorm", "Rank"):
            found = singular_values(matrix)
            if name == "SpectralNorm":
                return found[0]
            threshold = found[0] * mpmath.mpf(10) ** (-digits // 2)
            return mpmath.mpf(sum(1 for item in found if item > threshold))
        scale = max(abs(item) for item in matrix)
        if any(abs(matrix[i, j] - matrix[j, i]) > scale * mpmath.mpf(10) ** (-digits // 2) for i in range(matrix.rows) for j in range(i)):
            raise NotDefined(f"{in_words(node)} is of a matrix that is not symmetric at this point")
        found = sorted(mpmath.eigsy((matrix + matrix.T) / 2, eigvals_only=True))
        return found[-1] if name == "LargestEigenvalue" else found[0]


def singular_values(matrix: mpmath.matrix) -> list:
    """The singular values, the largest first."""
    upright = matrix if matrix.rows >= matrix.cols else matrix.T
    return sorted(mpmath.svd_r(upright, compute_uv=False), reverse=True)
