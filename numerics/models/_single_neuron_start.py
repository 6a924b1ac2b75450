"""The constants of single-neuron trajectories, one set per initial condition, each formed so that nothing is lost to cancellation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.kernels.array_like import erased, settled
from theoremtest.numerics.kernels.array_math import choose

_TINY = 1e-280
_PARALLEL = 2.0**-98

CONSTANTS = ("gap", "gap_low", "slow", "slow_low", "inverse_gap", "no_gap", "inverse_S", "no_S", "downstream", "stuck", "scale",
             "a_0", "y", "speed", "side", "misfit", "s", "u_a", "u_w", "u_D")
"""The arguments of the numeric form, in the order in which ``constants`` returns them."""


@dataclass
class Start:
    """What a trajectory needs to know of its initial condition; arrays of shape (n,) but for ``w_across`` (n, d).

    ``constants`` lists the arguments of the numeric form by name. ``distance`` is lambda_+ a_0 + eta_a w_0.beta_*, whose
    sign tells the basin of attraction.
    """

    constants: dict[str, np.ndarray]
    delta: np.ndarray
    distance: np.ndarray
    z: np.ndarray
    w_across: np.ndarray

    @property
    def norm(self) -> np.ndarray:
        """|beta_*|."""
        return self.constants["s"]

    @property
    def y(self) -> np.ndarray:
        """w_0.beta_*/|beta_*|."""
        return self.constants["y"]


def start(a0, w0, beta_star, eta_a, eta_w, delta=None) -> Start:
    """From a0 (n,), w0 (n, d), beta_star (n, d), eta_a, eta_w (n,) and, if given, delta (n,); all float64."""
    with np.errstate(all="ignore"):
        norm2, product, w2 = dd.dot(beta_star, beta_star), dd.dot(w0, beta_star), dd.dot(w0, w0)
        w_across = _across(w0, beta_star, dd.divide(product, norm2))
        z2 = dd.dot(w_across, w_across)
        given = dd.pair(np.zeros_like(a0) if delta is None else delta)
        values = constants(a0, product, norm2, w2, z2[0], eta_a, eta_w, given, delta is not None)
    values = [settled(np.broadcast_to(value, a0.shape)) for value in values]
    return Start(dict(zip(CONSTANTS, values)), *values[len(CONSTANTS):], np.sqrt(z2[0]), w_across)


def constants(a0, product, norm2, w2, z2, eta_a, eta_w, given, is_given):
    """``CONSTANTS``, delta and the distance to the separatrix, for arrays or, compiled, for numbers.

    ``product`` = w_0.beta_*, ``norm2`` = |beta_*|^2, ``w2`` = |w_0|^2 and ``given``, which is delta where ``is_given`` says so,
    are pairs of doubles.
    """
    rate_a, rate_w, first = (eta_a, 0.0), (eta_w, 0.0), (a0, 0.0)
    norm = dd.root(norm2)
    y = dd.divide(product, norm)
    weight_a = dd.multiply(rate_w, dd.two_product(a0, a0))
    formed = dd.add(weight_a, dd.negative(dd.multiply(rate_a, w2)))
    delta, low = choose(is_given, given[0], formed[0]), choose(is_given, given[1], formed[1])
    sign = choose(delta < 0, -1.0, 1.0)
    size = sign * delta, sign * low
    pull = dd.multiply(dd.multiply(rate_a, rate_w), norm2)
    width = dd.root(dd.add(dd.multiply(size, size), (4 * pull[0], 4 * pull[1])))
    double = dd.add(size, width)
    larger = double[0] / 2, double[1] / 2
    smaller = dd.divide(pull, larger)
    upper = choose(sign < 0, smaller[0], larger[0]), choose(sign < 0, smaller[1], larger[1])
    u = dd.add(dd.multiply(upper, first), dd.multiply(rate_a, product))[0]
    # kappa = eta_w/lambda_+ = -lambda_-/(eta_a s^2): the second form lives on where eta_w = 0.
    kappa = choose(sign < 0, dd.divide(larger, dd.multiply(rate_a, norm2))[0], dd.divide(rate_w, larger)[0])
    weight = np.sqrt(kappa) * np.abs(u) / choose(width[0] > 0, width[0], 1.0)
    scale = choose(u == 0, 0.0, lifted(weight))
    moved = u * scale
    misfit = dd.divide(dd.add(dd.multiply(first, product), dd.negative(norm2)), norm)
    no_gap, no_S = size[0] < _TINY, width[0] < _TINY
    return (size[0], size[1], smaller[0], smaller[1],
            choose(no_gap, 0.0, 1.0 / choose(no_gap, 1.0, size[0])), choose(no_gap, 1.0, 0.0),
            choose(no_S, 0.0, 1.0 / choose(no_S, 1.0, width[0])), choose(no_S, 1.0, 0.0),
            choose(sign < 0, 1.0, 0.0), choose(u == 0, 1.0, 0.0), scale,
            a0, y[0], weight_a[0] + eta_a * y[0] * y[0], eta_a * z2, misfit[0], norm[0],
            moved, norm[0] * kappa * moved, kappa * moved * moved, delta, u)


def lifted(weight):
    """A power of two that brings a weight below 1e-60 near 1, or up by 2^440; 1 for all others."""
    small = (weight > 0) & (weight < 1e-60)
    lift = choose(small, np.floor(-np.log2(choose(small, weight, 1.0))), 0.0)
    return np.exp2(choose(lift > 440.0, 440.0, lift))


def _across(w0, beta_star, coefficient):
    """w0 less its part along beta_star, each component rounded once."""
    column = coefficient[0][..., None], coefficient[1][..., None]
    part = dd.multiply(dd.pair(beta_star), column)
    rest = dd.add(dd.pair(w0), dd.negative(part))[0]
    # What pairs of doubles cannot tell from zero is zero: w0 is parallel to beta_star, as it always is for d = 1.
    parallel = np.abs(rest).max(axis=-1, initial=0.0) <= _PARALLEL * np.abs(w0).max(axis=-1, initial=0.0)
    return np.where((parallel | (w0.shape[-1] == 1) & (coefficient[0] != 0))[..., None], erased(rest), rest)
