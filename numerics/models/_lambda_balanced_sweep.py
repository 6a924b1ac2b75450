"""A factor of Q Q^T at many times, from a start in echelon form; the same code on NumPy arrays and on Torch tensors.

Q Q^T = X (I + Y^T E Y)^{-1} X^T with X = e^{F t} Q(0) and E = (e^{2 Lambda t} - 1)/(2 Lambda) (Dominé et al. 2025, Eq. 7, reconstructed).
Each column is divided by the exponential of its pivot, so that every exponent is at most 0 whatever t, and the inverse is never
formed: the columns of [E^{1/2} Y; I] are made orthonormal, and their upper part, each row times e^{Lambda t} E^{-1/2}, is a factor. This is
the paper's stable form (Theorem B.5, Eq. 77) without its condition that B can be inverted. Early, where |Lambda| t <= 1, the factor is
Q(0) plus its change, so that nothing of a small start is lost.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

EARLY = 1.0  # the largest |eigenvalue| t at which the change is added to the start
ENTRIES = 1 << 15  # numbers that are worked on at once, so that they stay in a processor's cache


def factors(begun: Any, times: Any, xp: ModuleType, empty: Any, entries: int = ENTRIES) -> Any:
    """Factors (n, T, N, h), with Q Q^T = factor factor^T at times (n, T), which are in units of tau.

    ``begun`` holds a ``Start``'s arrays as ``xp``'s arrays (``xp`` is numpy or torch), ``empty`` makes one of a given shape. So many
    ``entries`` are worked on at once.
    """
    rows, h = begun.echelon.shape[1:]
    count, moments = times.shape
    result = empty((count, moments, rows, h))
    step = max(1, entries // max(1, rows * h * moments))
    largest = xp.abs(begun.eigenvalues).max(1)
    largest = largest if isinstance(largest, np.ndarray) else largest.values
    for first in range(0, count, step):
        here = slice(first, first + step)
        result[here] = xp.moveaxis(_late(begun, here, times[here], xp), 3, 1)
    where, when = xp.where(largest[:, None] * times <= EARLY)
    if len(where):
        for first in range(0, len(where), max(1, entries // (rows * h))):
            part = slice(first, first + max(1, entries // (rows * h)))
            result[where[part], when[part]] = _early(begun, where[part], times[where[part], when[part]], xp)
    return result


def _late(begun, here, times, xp):
    sign, excess, half = begun.sign[here], begun.excess[here], begun.half[here]
    L, grown, pivot = begun.echelon[here], begun.grown[here], begun.pivot[here]
    value = sign * half[:, None] + excess
    grows = value > 0
    t = times[:, None, :]
    height = _height(xp.abs(value), t, xp)
    # Exponents of what has grown, less those of the pivots; a mode that falls brings none of its own.
    own = xp.where(grows, sign, 0.0)[..., None] - grown[:, None, :], xp.where(grows, excess, 0.0)[..., None] - pivot[:, None, :]
    exponent = own[0] * half[:, None, None] + own[1]
    exponent = xp.where((L == 0) | (exponent > 0), 0.0, exponent)
    columns = xp.swapaxes(L, 1, 2)[..., None] * (height[:, None] * xp.exp(xp.swapaxes(exponent, 1, 2)[..., None] * t[:, None]))
    shrinking = xp.exp(-(grown * half[:, None] + pivot)[..., None] * t)
    rows = L.shape[1]
    ortho, _ = orthonormal(xp.concatenate([columns, _diagonal(shrinking, xp)], axis=2), None, xp)
    scale = xp.where(grows[..., None], 1.0, xp.exp(xp.where(grows, 0.0, value)[..., None] * t)) / xp.where(height > 0, height, 1.0)
    inner = xp.swapaxes(ortho[:, :, :rows] * scale[:, None], 1, 2)
    shape = inner.shape
    return (begun.frame[here] @ inner.reshape(shape[0], rows, -1)).reshape(shape)


def _diagonal(values, xp):
    """(n, h, h, T), the values (n, h, T) on the diagonal."""
    h = values.shape[1]
    result = xp.zeros_like(values[:, :, None] + values[:, None])
    for place in range(h):
        result[:, place, place] = values[:, place]
    return result


def _height(size, t, xp):
    """sqrt((1 - e^{-2 size t})/(2 size)), and sqrt(t) where size vanishes; (n, N, T)."""
    size = size[..., None] + 0 * t
    return xp.sqrt(xp.where(size > 0, -xp.expm1(-2 * size * t) / xp.where(size > 0, 2 * size, 1.0), t + 0 * size))


def _early(begun, where, t, xp):
    """At times t (k,) of the starts ``where`` (k,): factors (k, N, h)."""
    value, Y = (begun.sign * begun.half[:, None] + begun.excess)[where], begun.state[where]
    x = value * t[:, None]
    moved = begun.Q[where] + begun.frame[where] @ (xp.expm1(x)[..., None] * Y)
    nothing = value == 0
    height = xp.sqrt(xp.where(nothing, t[:, None] + 0 * value, xp.expm1(2 * x) / xp.where(nothing, 1.0, 2 * value)))
    columns = xp.swapaxes(height[..., None] * Y, 1, 2)
    unit = _diagonal(xp.ones_like(Y[:, 0, :, None]), xp)[..., 0]
    _, carried = orthonormal(xp.concatenate([columns, unit], axis=2)[..., None], xp.swapaxes(moved, 1, 2)[..., None], xp)
    return xp.swapaxes(carried[..., 0], 1, 2)


def orthonormal(columns, carried, xp):
    """Columns (n, h, rows, T) made orthonormal from the first to the last, twice each; what is done to them is done to ``carried``."""
    for place in range(columns.shape[1]):
        column = columns[:, place]
        for _ in range(2 if place else 0):
            parts = xp.einsum("nirt,nrt->nit", columns[:, :place], column)
            column = column - xp.einsum("nit,nirt->nrt", parts, columns[:, :place])
            if carried is not None:
                carried[:, place] -= xp.einsum("nit,nirt->nrt", parts, carried[:, :place])
        size = xp.sqrt(xp.einsum("nrt,nrt->nt", column, column))[:, None]
        columns[:, place] = column / size
        if carried is not None:
            carried[:, place] /= size
    return columns, carried
