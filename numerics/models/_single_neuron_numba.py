"""The constants of single-neuron trajectories and their vectors in compiled passes, from the very functions that serve NumPy arrays."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import overload, register_jitable

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.kernels.scalar_math import exponent, power_of_two
from theoremtest.numerics.models import _numba_choice  # noqa: F401  registers what the functions call
from theoremtest.numerics.models import _single_neuron_start as start_module

for _function in (dd._normalised, dd.two_sum, dd.two_product, dd.add, dd.negative, dd.multiply, dd.divide, dd.root, start_module.constants):
    register_jitable(forceinline=True, error_model="numpy")(_function)  # a call would keep a loop from becoming vector instructions

_PARALLEL = start_module._PARALLEL
_COUNT = len(start_module.CONSTANTS) + 2
_TOGETHER = 64  # starts whose constants are formed side by side
_LINES = 8  # starts whose trajectories are written together

sweep = sweep_grid = None  # the loops of the kernel of a, along and across, whose text follows in the copy that is compiled


@overload(start_module.lifted)
def _lifted(weight):
    def compiled(weight):
        lift = -1 - exponent(weight)
        return power_of_two(min(lift, 440)) if (weight > 0.0) & (weight < 1e-60) else 1.0

    return compiled


@njit(error_model="numpy", nogil=True, cache=True)
def _products(w0, beta_star, unit, rest, held):
    """Of up to ``_TOGETHER`` starts side by side: w_0.beta_*, |beta_*|^2, |w_0|^2 in pairs and the square of the part of w_0 across beta_*,
    the rows of ``held``; the two directions of w are filled in."""
    many, d = w0.shape
    sums, share, largest = np.empty((8, _TOGETHER)), np.empty((3, _TOGETHER)), np.empty((2, _TOGETHER))
    for place in range(many):
        for line in range(8):
            sums[line, place] = 0.0
        largest[0, place] = largest[1, place] = 0.0
    w, b = np.empty((2, _TOGETHER)), np.empty(_TOGETHER)
    for index in range(d):
        for place in range(many):
            w[0, place], b[place] = w0[place, index], beta_star[place, index]
        for place in range(many):
            x, y = w[0, place], b[place]
            sums[0, place], sums[1, place] = dd.add((sums[0, place], sums[1, place]), dd.two_product(x, y))
            sums[2, place], sums[3, place] = dd.add((sums[2, place], sums[3, place]), dd.two_product(y, y))
            sums[4, place], sums[5, place] = dd.add((sums[4, place], sums[5, place]), dd.two_product(x, x))
    for place in range(many):
        norm2 = sums[2, place], sums[3, place]
        share[0, place], share[1, place] = dd.divide((sums[0, place], sums[1, place]), norm2)
        share[2, place] = dd.root(norm2)[0]
    for index in range(d):
        for place in range(many):
            w[0, place], b[place] = w0[place, index], beta_star[place, index]
        for place in range(many):
            x, y, part = w[0, place], b[place], (share[0, place], share[1, place])
            left = dd.add((x, 0.0), dd.negative(dd.multiply((y, 0.0), part)))[0]
            sums[6, place], sums[7, place] = dd.add((sums[6, place], sums[7, place]), dd.two_product(left, left))
            largest[0, place], largest[1, place] = max(largest[0, place], abs(left)), max(largest[1, place], abs(x))
            w[1, place], b[place] = left, y / share[2, place] if share[2, place] > 0.0 else 0.0
        for place in range(many):
            unit[place, index], rest[place, index] = b[place], w[1, place]
    for place in range(many):
        if largest[0, place] <= _PARALLEL * largest[1, place] or (d == 1 and share[0, place] != 0.0):
            sums[6, place] = 0.0
            for index in range(d):
                rest[place, index] = 0.0
    for line in range(7):
        for place in range(many):
            held[line, place] = sums[line, place]


@njit(error_model="numpy", nogil=True, cache=True)
def _rows(a0, w0, beta_star, eta_a, eta_w, given, is_given, out, unit, rest):
    held, made = np.empty((11, _TOGETHER)), np.empty((_COUNT, _TOGETHER))
    for begin in range(0, a0.size, _TOGETHER):
        end = min(begin + _TOGETHER, a0.size)
        many = end - begin
        _products(w0[begin:end], beta_star[begin:end], unit[begin:end], rest[begin:end], held)
        for place in range(many):
            row = begin + place
            held[7, place], held[8, place], held[9, place], held[10, place] = a0[row], eta_a[row], eta_w[row], given[row]
        for place in range(many):
            (made[0, place], made[1, place], made[2, place], made[3, place], made[4, place], made[5, place], made[6, place], made[7, place],
             made[8, place], made[9, place], made[10, place], made[11, place], made[12, place], made[13, place], made[14, place],
             made[15, place], made[16, place], made[17, place], made[18, place], made[19, place], made[20, place], made[21, place],
             ) = start_module.constants(held[7, place], (held[0, place], held[1, place]), (held[2, place], held[3, place]),
                                        (held[4, place], held[5, place]), held[6, place], held[8, place], held[9, place],
                                        (held[10, place], 0.0), is_given)
        for line in range(_COUNT):
            for place in range(many):
                out[line, begin + place] = made[line, place]


def prepared(a0, w0, beta_star, eta_a, eta_w, delta=None) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray]:
    """The twin of ``_single_neuron_start.start(...).constants``; beta_*/|beta_*| and the part of w_0 across it, (n, d)."""
    out, unit, rest = np.empty((_COUNT, a0.size)), np.empty(w0.shape), np.empty(w0.shape)
    _rows(a0, w0, beta_star, eta_a, eta_w, a0 if delta is None else delta, delta is not None, out, unit, rest)
    return dict(zip(start_module.CONSTANTS, out)), unit, rest


def constants(**inputs) -> dict[str, np.ndarray]:
    """The first of ``prepared``."""
    return prepared(**inputs)[0]


@njit(error_model="numpy", nogil=True, cache=True)
def vectors(a, along, across, unit, rest, w0, at_start, w, beta):
    """w and beta (n, T, d), those of ``NeuronTrajectories``, from what has one number per start and time; at the first ``at_start``
    times, which are 0, the start itself."""
    d = w0.shape[1]
    for row in range(a.shape[0]):
        size, forth, back = a[row], along[row], across[row]
        if d == 2:  # a step between neighbours that is known becomes vector instructions
            w_, beta_ = w[row].reshape(-1), beta[row].reshape(-1)
            x, y, u, v = unit[row, 0], unit[row, 1], rest[row, 0], rest[row, 1]
            for moment in range(size.size):
                one, other = forth[moment] * x + back[moment] * u, forth[moment] * y + back[moment] * v
                w_[2 * moment], w_[2 * moment + 1] = one, other
                beta_[2 * moment], beta_[2 * moment + 1] = size[moment] * one, size[moment] * other
        else:
            for moment in range(size.size):
                for index in range(d):
                    value = forth[moment] * unit[row, index] + back[moment] * rest[row, index]
                    w[row, moment, index] = value
                    beta[row, moment, index] = size[moment] * value
        for moment in range(at_start):
            for index in range(d):
                w[row, moment, index] = w0[row, index]
                beta[row, moment, index] = size[moment] * w0[row, index]


@njit(error_model="numpy", nogil=True, cache=True)
def state(given, times, coarse, fine, stray, unit, rest, w0, at_start, a, w, beta):
    """a (n, T), w and beta (n, T, d) in one pass, from the kernel's constants (18, n); ``coarse`` is empty where times are uneven.

    What a few starts make on the way stays in the nearest cache.
    """
    lines = np.empty((2, _LINES, times.size))
    for begin in range(0, a.shape[0], _LINES):
        end = min(begin + _LINES, a.shape[0])
        size, forth, back = a[begin:end], lines[0, :end - begin], lines[1, :end - begin]
        if coarse.size:
            sweep_grid(given[0][begin:end], given[1][begin:end], given[2][begin:end], given[3][begin:end], given[4][begin:end],
                       given[5][begin:end], given[6][begin:end], given[7][begin:end], given[8][begin:end], given[9][begin:end],
                       given[10][begin:end], given[11][begin:end], given[12][begin:end], given[13][begin:end], given[14][begin:end],
                       given[15][begin:end], given[16][begin:end], given[17][begin:end],
                       times, coarse, fine, stray, size, forth, back)
        else:
            sweep(given[0][begin:end], given[1][begin:end], given[2][begin:end], given[3][begin:end], given[4][begin:end],
                  given[5][begin:end], given[6][begin:end], given[7][begin:end], given[8][begin:end], given[9][begin:end],
                  given[10][begin:end], given[11][begin:end], given[12][begin:end], given[13][begin:end], given[14][begin:end],
                  given[15][begin:end], given[16][begin:end], given[17][begin:end],
                  times, size, forth, back)
        vectors(size, forth, back, unit[begin:end], rest[begin:end], w0[begin:end], at_start, w[begin:end], beta[begin:end])
