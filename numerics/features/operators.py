"""The integral operator of a feature map, diagonalised from samples: Algorithm 1 of nam2024 with its missing factors of n.

As printed the algorithm sets rho_k = s_k^2 and e_k = u_k.Phi/s_k with the singular values s_k of all n samples. The sum over samples
is n times the mean that the operator is made of: rho_k = s_k^2/n, and e_k = sqrt(n) u_k.Phi/s_k has norm one. The printed loop
also runs to p and divides by zero where features are dependent or n < p.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from theoremtest.numerics.features._arguments import array, fail
from theoremtest.numerics.features.moments import Moments


@dataclass(frozen=True)
class Operator:
    """T = sum_k rho_k |e_k><e_k| (nam2024, Eq. 1.15), by intensity.

    ``intensities`` (..., K), K = min(samples, p): the eigenvalues rho_k, not increasing, exactly 0 beyond ``rank`` (...).
    ``directions`` (..., p, K): the orthonormal u_k, columns of O in Eq. (1.27), each with its largest entry positive. Where
    intensities are equal, their u_k and e_k are one frame of many.
    """

    intensities: np.ndarray
    directions: np.ndarray
    rank: np.ndarray

    @property
    def whitening(self) -> np.ndarray:
        """(..., p, K): u_k/sqrt(rho_k), the coefficients of e_k in the features; zero beyond the rank, where there is no e_k."""
        roots = np.sqrt(self.intensities)[..., None, :]
        return np.where(roots > 0, self.directions, 0.0) / np.where(roots > 0, roots, 1.0)

    def eigenfunctions(self, phi: Any) -> np.ndarray:
        """e_k at any inputs (nam2024, Eq. 1.33 times sqrt(n)): features (..., m, p) become (..., m, K); zero beyond the rank."""
        return self._features(phi) @ self.whitening

    def standard_errors(self, phi: Any) -> np.ndarray:
        """Of the intensities, (..., K), to first order in the sampling error: sqrt(Var(rho_k e_k^2)/n) over n samples (..., n, p).

        It is that of u^T (M^ - M) u with M the second moments of the features; the next order is the square of the error over the
        distance to other intensities, so where intensities nearly agree it says little.
        """
        given = self._features(phi)
        return self.intensities * np.sqrt((self.eigenfunctions(given) ** 2).var(-2) / given.shape[-2])

    def _features(self, phi: Any) -> np.ndarray:
        given = array("phi", phi, 2)
        if given.shape[-1] != self.directions.shape[-2]:
            fail("phi", f"shape {given.shape}", f"(..., m, {self.directions.shape[-2]}), as many features as the operator has")
        return given


def operator(moments: Moments, tolerance: float | None = None) -> Operator:
    """The operator of the features over the samples of ``moments`` (nam2024, Eq. 1.13 and Algorithm 1, corrected as above).

    Singular values of at most ``tolerance`` (default max(samples, p) 2^-52, that of NumPy's ``matrix_rank``) times the largest count
    as zero. Raises ValueError for a tolerance outside [0, 1).
    """
    features = moments.block("features")
    if tolerance is None:
        tolerance = min(max(moments.count, features.shape[-1]) * np.finfo(float).eps, 0.5)
    if not 0 <= tolerance < 1:
        fail("tolerance", tolerance, "a number of at least 0 and less than 1")
    _, values, rows = np.linalg.svd(features, full_matrices=False)
    present = (values > 0) & (values > tolerance * values[..., :1])
    scaled = np.where(present, values, 0.0) / np.sqrt(moments.total)[..., None]
    largest = np.take_along_axis(rows, np.abs(rows).argmax(-1)[..., None], axis=-1)
    return Operator(scaled**2, np.swapaxes(rows * np.where(largest < 0, -1.0, 1.0), -1, -2), present.sum(-1))


def integral(moments: Moments, phi: Any, of: str = "target") -> np.ndarray:
    """T[f](x') = E_x[Phi(x).Phi(x') f(x)] (nam2024, Eq. 1.13) for ``of`` = "one", "target" or "learned": (..., m, C) at features
    ``phi`` (..., m, p) of the points x'. Raises ValueError if the moments lack the function.
    """
    given, cross = array("phi", phi, 2), moments.gram("features", of)
    if given.shape[-1] != cross.shape[-2]:
        fail("phi", f"shape {given.shape}", f"(..., m, {cross.shape[-2]}), as many features as the moments have")
    return given @ cross
