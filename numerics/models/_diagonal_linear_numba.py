"""The weights of diagonal networks' modes in one compiled pass, from the very functions that serve NumPy arrays."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from theoremtest.numerics.models import _diagonal_linear_layers as module
from theoremtest.numerics.models import _numba_choice  # noqa: F401  registers what the functions call

for _function in (module.strength, module.layers):
    register_jitable(_function)


@njit(error_model="numpy", nogil=True, cache=True)
def _rows(fall, push, left, growing, s, product, target, misfit, a0, b0, a, b):
    for row in range(fall.shape[0]):
        for place in range(fall.shape[1]):
            a[row, place], b[row, place] = module.layers(fall[row, place], push[row, place], left[row, place], growing[row], s[row],
                                                         product[row], target[row], misfit[row], a0[row], b0[row])


def layers(fall, push, left, *modes) -> tuple[np.ndarray, np.ndarray]:
    """The twin of ``_diagonal_linear_layers.layers`` for (n, T) of the first three and (n,) of the others."""
    a, b = np.empty(fall.shape), np.empty(fall.shape)
    _rows(*map(np.ascontiguousarray, (fall, push, left, *modes)), a, b)
    return a, b
