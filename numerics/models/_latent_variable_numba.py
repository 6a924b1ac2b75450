"""Layers of the latent variable model in one compiled pass, from the very functions that serve NumPy arrays."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from theoremtest.numerics.models import _latent_variable_layers as module
from theoremtest.numerics.models import _numba_choice  # noqa: F401  registers what the functions call

for _function in (module.products, module.seen, module.entry):
    register_jitable(forceinline=True, error_model="numpy")(_function)


@njit(error_model="numpy", nogil=True, cache=True)
def _layer(fall, pushed, along, across, first, growing, unit, second, out):
    for place in range(out.shape[0]):
        kept, given, one, other = fall[place], pushed[place], along[place], across[place]
        line = out[place]
        for index in range(out.shape[1]):
            line[index] = module.entry(kept, given, one, other, first[index], growing[index], unit[index], second[index])


@njit(error_model="numpy", nogil=True, cache=True)
def _rows(fall, push, left, numbers, u0, u_first, u_second, v0, v_first, v_second, growing, u, v):
    times = fall.shape[1]
    u_pushed, u_along, u_across = np.empty(times), np.empty(times), np.empty(times)
    v_pushed, v_along, v_across = np.empty(times), np.empty(times), np.empty(times)
    for row in range(fall.shape[0]):
        turn, misfit, product_0, weight, gamma, y, rate_u, rate_v = numbers[0, :, row]
        u_0, u_rest, u_growing, v_size, v_0, v_rest, v_growing, u_size = numbers[1, :, row]
        falls, pushes, lefts = fall[row], push[row], left[row]
        for place in range(times):  # without a branch or a call, so that it becomes vector instructions
            kept, pushed = falls[place], pushes[place]
            cosh = kept + turn * pushed
            product, _ = module.products(kept, pushed, cosh, misfit * lefts[place]**2, product_0, weight, gamma, y)
            u_pushed[place], v_pushed[place] = rate_u * pushed, rate_v * pushed
            u_along[place], u_across[place] = module.seen(kept, pushed, cosh, product, u_0, u_rest, u_growing, v_size, rate_u, rate_v)
            v_along[place], v_across[place] = module.seen(kept, pushed, cosh, product, v_0, v_rest, v_growing, u_size, rate_v, rate_u)
        _layer(falls, u_pushed, u_along, u_across, u0[row], growing[row], u_first[row], u_second[row], u[row])
        _layer(falls, v_pushed, v_along, v_across, v0[row], growing[row], v_first[row], v_second[row], v[row])


def layers(fall, push, left, numbers, *vectors) -> tuple[np.ndarray, np.ndarray]:
    """Both layers, (n, T, d) each, as ``LatentTrajectories`` makes them of three arrays (n, T), sixteen of (n,) and seven of (n, d)."""
    shape = *fall.shape, vectors[0].shape[-1]
    u, v = np.empty(shape), np.empty(shape)
    _rows(*map(np.ascontiguousarray, (fall, push, left, np.reshape(numbers, (2, 8, -1)), *vectors)), u, v)
    return u, v
