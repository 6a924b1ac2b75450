"""How much of a target, or of what a network has learned, each eigenfunction of its features carries: quality and utilisation.

One definition serves scalar and vector functions: with H the span of f's entries and P the orthogonal projection on it,
Q_k = <e_k|P e_k>/dim H. For one entry it is <e_k|f>^2/<f|f> (nam2024, Eqs. 1.30 and 1.31), for indicators of C equal classes
sum_i <e_k|f_i>^2 (Eq. 2.3). The printed P, a sum over entries, projects only if they are orthogonal, and the printed square
in Eq. (2.5) would keep the sum of utilisations from reaching one; neither is used.

Inner products are means over the samples of the moments given, as a rule others than those that gave the eigenfunctions. There the e_k
are not quite orthonormal, and the printed ratios (Eq. 1.34) can add up to more than one: over a single sample each of them is one. By
default they are therefore made orthonormal over these samples first, in the order of intensity. Then the first k shares add up to
the part of H that lies in the span of e_1, ..., e_k, between 0 and 1, and to 1 over all k for a function that is linear in the
features. Over the samples that gave the eigenfunctions both are the same.
"""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.features._arguments import fail
from theoremtest.numerics.features.moments import Moments
from theoremtest.numerics.features.operators import Operator


def quality(found: Operator, moments: Moments, orthonormal: bool = True) -> np.ndarray:
    """Q*_k, the part of the target's space along e_k, (..., K), over the samples of ``moments`` (nam2024, Eqs. 1.30 and 2.3).

    ``np.cumsum`` of it is the cumulative quality (Eqs. 1.32 and 2.4). ``orthonormal=False`` takes Eq. (1.34) as printed, of which
    the cumulative can exceed one. Zero where e_k vanishes on all samples or depends on those before it, to rounding (the shares
    jump there). Where intensities are equal only sums over all of them have a meaning. Raises ValueError if the target is
    missing or zero on all samples, or if the operator has other features.
    """
    return _shares(found, moments, "target", orthonormal)


def utilisation(found: Operator, moments: Moments, orthonormal: bool = True) -> np.ndarray:
    """Q^_k, the part of the learned function's space along e_k (nam2024, Eqs. 1.31 and 2.5, the latter without its square).

    Shapes, options and errors are those of ``quality``, for the learned function.
    """
    return _shares(found, moments, "learned", orthonormal)


def span(moments: Moments, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Columns that are an orthonormal frame of the span of a function's entries over the samples, the rest zero: (..., r, C), and
    its dimension (...). Raises ValueError where the function is zero on all samples.
    """
    block = moments.block(name)
    frame, values, _ = np.linalg.svd(block, full_matrices=False)
    # Entries are compared by direction, not by size: a singular value is held against the largest.
    present = (values > 0) & (values > max(moments.count, block.shape[-1]) * np.finfo(float).eps * values[..., :1])
    if not present.any(-1).all():
        fail(name, "a function that is zero on all samples", "one that is not: shares of nothing have no value")
    return frame * present[..., None, :], present.sum(-1)


def _shares(found: Operator, moments: Moments, name: str, orthonormal: bool) -> np.ndarray:
    features = moments.block("features")
    if features.shape[-1] != found.directions.shape[-2]:
        fail("moments", f"{features.shape[-1]} features", f"{found.directions.shape[-2]}, as many as the operator has")
    frame, dimension = span(moments, name)
    functions = features @ found.whitening
    lengths = np.sqrt((functions**2).sum(-2))
    # What rounding leaves in u_k.Phi, of unit u_k, is divided by sqrt(rho_k) as u_k.Phi is: 8 N units (Householder QR, N rows and columns).
    roots = np.sqrt(np.where(found.intensities > 0, found.intensities, 1.0))
    units = 8 * (moments.count + features.shape[-1]) * np.finfo(float).eps
    rounding = units * np.sqrt((features**2).sum((-1, -2)))[..., None] / roots
    present = lengths > rounding
    lengths = np.where(present, lengths, 1.0)
    functions = np.where(present[..., None, :], functions, 0.0) / lengths[..., None, :]
    if orthonormal:
        functions = _orthonormal(functions, rounding / lengths)
    overlaps = np.swapaxes(functions, -1, -2) @ frame
    return (overlaps**2).sum(-1) / dimension[..., None]


def _orthonormal(columns: np.ndarray, tolerance: np.ndarray) -> np.ndarray:
    """Unit columns (..., r, K) made orthonormal in their order; zero where at most ``tolerance`` (..., K) is new in one.

    Q R puts any direction at all in the place of a column without a new one, and later columns lose a part to it: then, unless
    all later ones are zero, they are taken one by one.
    """
    K = columns.shape[-1]
    frame, triangle = np.linalg.qr(columns)
    new = np.abs(np.diagonal(triangle, axis1=-2, axis2=-1)) > tolerance[..., :frame.shape[-1]]
    nonzero = (columns != 0).any(-2)
    later = np.flip(np.logical_or.accumulate(np.flip(nonzero, -1), axis=-1), -1)  # whether it or one after it is not zero
    if (later[..., :new.shape[-1]] & ~new).any():
        return _one_by_one(columns, tolerance)
    frame = frame * new[..., None, :]
    return np.concatenate([frame, np.zeros((*frame.shape[:-1], K - frame.shape[-1]))], axis=-1)


def _one_by_one(columns: np.ndarray, tolerance: np.ndarray) -> np.ndarray:
    """The same by Gram and Schmidt, each column twice, which is enough for orthogonality to rounding (Kahan and Parlett)."""
    frame = np.zeros(columns.shape)
    for k in range(columns.shape[-1]):
        column, before = columns[..., k:k + 1], frame[..., :k]
        for _ in range(2):
            column = column - before @ (np.swapaxes(before, -1, -2) @ column)
        length = np.sqrt((column**2).sum(-2, keepdims=True))
        new = length > tolerance[..., k, None, None]
        frame[..., k:k + 1] = np.where(new, column, 0.0) / np.where(new, length, 1.0)
    return frame
