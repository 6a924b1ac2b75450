"""The constants of single-neuron trajectories, one set per initial condition, each formed so that nothing is lost to cancellation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from numerics import double_double as dd

_TINY = 1e-280
_PARALLEL = 2.0**-98


@dataclass
class Start:
    """What a trajectory needs to know of its initial condition; arrays of shape (n,) but for ``w_across`` (n, d).

    ``constants`` lists the arguments of the numeric form by name. ``distance`` is lambda_+ a_0 + eta_a w_0.beta_*, whose
    sign tells the basin of attraction; ``balance`` is eta_w a_0^2 - eta_a y^2.
    """

    constants: dict[str, np.ndarray]
    delta: np.ndarray
    distance: np.ndarray
    upper: np.ndarray
    norm: np.ndarray
    y: np.ndarray
    z: np.ndarray
    w_across: np.ndarray
    balance: np.ndarray


def start(a0, w0, beta_star, eta_a, eta_w, delta=None) -> Start:
    """From a0 (n,), w0 (n, d), beta_star (n, d), eta_a, eta_w (n,) and, if given, delta (n,); all float64."""
    with np.errstate(all="ignore"):
        return _start(a0, w0, beta_star, eta_a, eta_w, delta)


def _start(a0, w0, beta_star, eta_a, eta_w, delta):
    rate_a, rate_w, first = dd.pair(eta_a), dd.pair(eta_w), dd.pair(a0)
    norm2, product = dd.dot(beta_star, beta_star), dd.dot(w0, beta_star)
    norm = dd.root(norm2)
    y = dd.divide(product, norm)
    w_across = _across(w0, beta_star, dd.divide(product, norm2))
    z2 = dd.dot(w_across, w_across)
    weight_a = dd.multiply(rate_w, dd.two_product(a0, a0))
    weight_y = dd.multiply(rate_a, dd.multiply(y, y))
    side = dd.multiply(rate_a, z2)
    balance = dd.add(weight_a, dd.negative(weight_y))
    if delta is None:
        gap = dd.add(weight_a, dd.negative(dd.multiply(rate_a, dd.dot(w0, w0))))
    else:
        gap = dd.pair(delta)
    delta = gap[0]
    downstream = delta < 0
    size = np.where(downstream, -gap[0], gap[0]), np.where(downstream, -gap[1], gap[1])
    pull = dd.multiply(dd.multiply(rate_a, rate_w), norm2)
    width = dd.root(dd.add(dd.multiply(size, size), (4 * pull[0], 4 * pull[1])))
    larger = dd.add(size, width)
    larger = larger[0] / 2, larger[1] / 2
    smaller = dd.divide(pull, larger)
    upper = tuple(np.where(downstream, low, high) for low, high in zip(smaller, larger))
    u = dd.add(dd.multiply(upper, first), dd.multiply(rate_a, product))[0]
    # kappa = eta_w/lambda_+ = -lambda_-/(eta_a s^2): the second form lives on where eta_w = 0.
    kappa = np.where(downstream, dd.divide(larger, dd.multiply(rate_a, norm2))[0], dd.divide(rate_w, larger)[0])
    weight = np.sqrt(kappa) * np.abs(u) / np.where(width[0] > 0, width[0], 1.0)
    scale = np.where((u != 0) & (weight < 1e-60), np.exp2(np.minimum(440, -np.frexp(weight)[1])), 1.0)
    moved = u * scale
    misfit = dd.divide(dd.add(dd.multiply(first, product), dd.negative(norm2)), norm)
    constants = {
        "gap": size[0], "gap_low": size[1], "slow": smaller[0], "slow_low": smaller[1],
        "inverse_gap": _inverse(size[0]), "no_gap": (size[0] < _TINY) * 1.0,
        "inverse_S": _inverse(width[0]), "no_S": (width[0] < _TINY) * 1.0,
        "downstream": downstream * 1.0, "stuck": (u == 0) * 1.0, "scale": np.where(u == 0, 0.0, scale),
        "a_0": a0, "y": y[0], "speed": weight_a[0] + weight_y[0], "side": side[0], "misfit": misfit[0], "s": norm[0],
        "u_a": moved, "u_w": norm[0] * kappa * moved, "u_D": kappa * moved * moved,
    }
    constants = {name: np.ascontiguousarray(np.broadcast_to(value, a0.shape), dtype=np.float64) for name, value in constants.items()}
    return Start(constants, delta, u, upper[0], norm[0], y[0], np.sqrt(z2[0]), w_across, balance[0])


def _across(w0, beta_star, coefficient):
    """w0 less its part along beta_star, each component rounded once."""
    column = coefficient[0][..., None], coefficient[1][..., None]
    part = dd.multiply(dd.pair(beta_star), column)
    rest = dd.add(dd.pair(w0), dd.negative(part))[0]
    # What pairs of doubles cannot tell from zero is zero: w0 is parallel to beta_star, as it always is for d = 1.
    parallel = np.abs(rest).max(axis=-1, initial=0.0) <= _PARALLEL * np.abs(w0).max(axis=-1, initial=0.0)
    return np.where((parallel | (w0.shape[-1] == 1) & (coefficient[0] != 0))[..., None], 0.0, rest)


def _inverse(x):
    return np.where(x < _TINY, 0.0, 1.0 / np.where(x < _TINY, 1.0, x))
