"""The constants of single-neuron trajectories in one compiled pass, from the very functions that serve NumPy arrays."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from theoremtest.numerics.kernels import array_math
from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.models import _numba_choice  # noqa: F401  registers what the functions call
from theoremtest.numerics.models import _single_neuron_start as start_module

for _function in (array_math.split, array_math.product_error, dd._normalised, dd.two_sum, dd.two_product, dd.add, dd.negative,
                  dd.multiply, dd.divide, dd.root, start_module.constants):
    register_jitable(_function)

_PARALLEL = start_module._PARALLEL


@njit(error_model="numpy", nogil=True, cache=True)
def _states(a, along, across, w0, beta_star, at_start, w, beta):
    """w and beta (n, T, d) in one pass; the first `at_start` times are 0."""
    d = w0.shape[1]
    unit, rest = np.empty(d), np.empty(d)
    for row in range(a.shape[0]):
        norm2 = product = (0.0, 0.0)
        for index in range(d):
            x, b = w0[row, index], beta_star[row, index]
            norm2 = dd.add(norm2, dd.two_product(b, b))
            product = dd.add(product, dd.two_product(x, b))
        norm, share = dd.root(norm2)[0], dd.divide(product, norm2)
        rest_size, w_size = 0.0, 0.0
        for index in range(d):
            x, b = w0[row, index], beta_star[row, index]
            unit[index] = b / norm if norm > 0.0 else 0.0
            rest[index] = dd.add((x, 0.0), dd.negative(dd.multiply((b, 0.0), share)))[0]
            rest_size, w_size = max(rest_size, abs(rest[index])), max(w_size, abs(x))
        if rest_size <= _PARALLEL * w_size or (d == 1 and share[0] != 0.0):
            rest[:] = 0.0
        for moment in range(a.shape[1]):
            size, forth, back = a[row, moment], along[row, moment], across[row, moment]
            for index in range(d):
                value = w0[row, index] if moment < at_start else forth * unit[index] + back * rest[index]
                w[row, moment, index] = value
                beta[row, moment, index] = size * value


def states(a, along, across, w0, beta_star, at_start) -> tuple[np.ndarray, np.ndarray]:
    """w and beta, (n, T, d), from a, along, across (n, T) and the start (n, d): those of `NeuronTrajectories`, in one pass."""
    w, beta = np.empty((*a.shape, w0.shape[1])), np.empty((*a.shape, w0.shape[1]))
    _states(a, along, across, w0, beta_star, at_start, w, beta)
    return w, beta


@njit(error_model="numpy", nogil=True, cache=True)
def _rows(a0, w0, beta_star, eta_a, eta_w, given, is_given, out):
    d = w0.shape[1]
    for row in range(a0.size):
        norm2 = product = w2 = (0.0, 0.0)
        for index in range(d):
            w, b = w0[row, index], beta_star[row, index]
            norm2 = dd.add(norm2, dd.two_product(b, b))
            product = dd.add(product, dd.two_product(w, b))
            w2 = dd.add(w2, dd.two_product(w, w))
        share = dd.divide(product, norm2)
        z2, rest_size, w_size = (0.0, 0.0), 0.0, 0.0
        for index in range(d):
            w = w0[row, index]
            part = dd.multiply((beta_star[row, index], 0.0), share)
            rest = dd.add((w, 0.0), dd.negative(part))[0]
            z2 = dd.add(z2, dd.two_product(rest, rest))
            rest_size, w_size = max(rest_size, abs(rest)), max(w_size, abs(w))
        parallel = rest_size <= _PARALLEL * w_size or (d == 1 and share[0] != 0.0)
        values = start_module.constants(a0[row], product, norm2, w2, 0.0 if parallel else z2[0], eta_a[row], eta_w[row],
                                        (given[row], 0.0), is_given)
        for index, value in enumerate(values):
            out[index, row] = value


def constants(a0, w0, beta_star, eta_a, eta_w, delta=None) -> dict[str, np.ndarray]:
    """The twin of ``_single_neuron_start.start(...).constants``."""
    out = np.empty((len(start_module.CONSTANTS) + 2, a0.size))
    _rows(a0, w0, beta_star, eta_a, eta_w, a0 if delta is None else delta, delta is not None, out)
    return dict(zip(start_module.CONSTANTS, out))
