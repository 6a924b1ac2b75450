"""Centred kernel alignment of a feature map's integral operator with the ideal one of its learned function, and the gap to one.

The minimum projection operator is a_1 |1><1| + a_2 P with P the orthogonal projection on the span of the learned function's entries
(nam2024, Definition 1). Centring takes |1><1| off and the ratio takes a_2 off, so the alignment needs neither number.
"""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.features._arguments import fail
from theoremtest.numerics.features.moments import Moments
from theoremtest.numerics.features.shares import span


def cka(moments: Moments, projection: bool = True) -> np.ndarray:
    """CKA(T, T_MP), (...), between 0 and 1 (nam2024, Eq. 2.9), for the features and the learned function of ``moments``.

    ``projection=False`` compares with the operator whose features are the entries of the learned function, so that two feature maps can be
    compared. It is exact for the samples' own distribution; for the one that they were drawn from it has a bias of order 1/n,
    upward where functions are independent. Raises ValueError if the learned function is missing, and where it or the features are
    constant on all samples: the ratio is 0/0 there.
    """
    return 1.0 - cka_gap(moments, projection)


def cka_gap(moments: Moments, projection: bool = True) -> np.ndarray:
    """kappa = 1 - CKA(T, T_MP), (...) (nam2024, Definition 2), without the cancellation of that difference.

    With both centred operators scaled to norm one it is half the squared length of their difference. Options, errors: as for ``cka``.
    """
    functions = span(moments, "learned")[0] if projection else moments.block("learned")
    difference = _centred("phi", moments.block("features"), moments) - _centred("learned", functions, moments)
    return np.minimum((difference**2).sum((-1, -2)) / 2, 1.0)


def _centred(name: str, columns: np.ndarray, moments: Moments) -> np.ndarray:
    """The operator of some columns with means taken off, in the frame of the factor's rows, scaled to Frobenius norm one.

    The constant function stands first in the factor: its first row holds the means, the others what is left.
    """
    left = columns[..., 1:, :]
    size, whole = np.abs(left).max((-1, -2), initial=0.0), np.abs(columns).max((-1, -2), initial=0.0)
    if not (size > max(moments.count, columns.shape[-1]) * np.finfo(float).eps * whole).all():
        fail(name, "the same values on all samples", "at least one that varies: the alignment of a constant is 0/0")
    left = left / size[..., None, None]
    found = left @ np.swapaxes(left, -1, -2)
    return found / np.sqrt((found**2).sum((-1, -2)))[..., None, None]
