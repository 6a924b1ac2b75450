"""Layers of the latent variable model in one compiled pass, from the very function that serves NumPy arrays."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from theoremtest.numerics.models import _latent_variable_layers as module
from theoremtest.numerics.models import _numba_choice  # noqa: F401  registers what the function calls

register_jitable(module.entry)


@njit(error_model="numpy", nogil=True, cache=True)
def _rows(fall, pushed, along, across, first, growing, unit, second, out):
    for row in range(out.shape[0]):
        for place in range(out.shape[1]):
            for index in range(out.shape[2]):
                out[row, place, index] = module.entry(fall[row, place], pushed[row, place], along[row, place], across[row, place],
                                                      first[row, index], growing[row, index], unit[row, index], second[row, index])


def entries(*parts: np.ndarray) -> np.ndarray:
    """``_latent_variable_layers.entry`` of four arrays (n, T) and four (n, d), (n, T, d)."""
    out = np.empty((*parts[0].shape, parts[-1].shape[-1]))
    _rows(*map(np.ascontiguousarray, parts), out)
    return out
