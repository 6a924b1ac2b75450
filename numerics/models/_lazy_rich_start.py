"""The constants of the scalar network's trajectories, one set per start.

With the target Z S in place of y, unit rates and the input 1 its flow is that of ``_latent_variable_start``, in the time
eta E[x^2] t/(2 Z^2): the constants are formed there, in pairs of doubles, and only the rates are scaled here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.kernels.array_like import settled
from theoremtest.numerics.models import _latent_variable_start as latent

_NONE = 1e-280  # a rate R below this is taken to be 0: its inverse is no double


@dataclass
class Start:
    """What a trajectory needs to know of its start; arrays of shape (n,), or as given.

    layers      the constants, modes and planes of the layers, in the time eta E[x^2] t/(2 Z^2)
    kappa       eta E[x^2]/Z^2
    scale       R = sqrt(4 Z^2 S^2 + |a_0 + b_0|^2 |a_0 - b_0|^2)
    plus, minus   |a_0 + b_0| and |a_0 - b_0|
    product     a_0.b_0, as a pair of doubles
    aim         Z S, as a pair of doubles
    conserved   a_i^2 - b_i^2, (n, p)
    lazy        eta E[x^2] (|a_0|^2 + |b_0|^2)/Z^2, the rate of the linearised network, as a pair of doubles
    """

    layers: latent.Start
    kappa: np.ndarray
    scale: np.ndarray
    plus: np.ndarray
    minus: np.ndarray
    product: dd.Pair
    aim: dd.Pair
    conserved: np.ndarray
    lazy: dd.Pair

    @property
    def constants(self) -> dict[str, np.ndarray]:
        """The arguments of the numeric form (``derivations.toolbox.latent_variable_form``), by name."""
        return self.layers.constants

    @property
    def shrinking(self) -> np.ndarray:
        """The length of the mode that falls, (n,); ``layers.weight`` is that of the other one."""
        return np.where(self.layers.s > 0, self.minus, self.plus)


def start(a0, b0, target, Z, variance, eta) -> Start:
    """From a0, b0 (n, p) and target, Z, variance, eta (n,); all float64, Z not 0."""
    with np.errstate(all="ignore"):
        found = _start(a0, b0, target, Z, variance, eta)
    found.layers.constants = {name: settled(value) for name, value in found.constants.items()}
    return found


def _start(a0, b0, target, Z, variance, eta):
    one = np.ones(target.shape)
    aim = dd.two_product(Z, target)
    layers = latent._start(a0, b0[..., None], one[:, None], aim, one, one, one)
    kappa = dd.divide(dd.two_product(eta, variance), dd.two_product(Z, Z))
    first, second = dd.pair(a0), dd.pair(b0)
    plus, minus = dd.add(first, second), dd.add(first, dd.negative(second))
    length_plus, length_minus = latent._length(plus), latent._length(minus)
    given = layers.constants
    scale, none = given["rate"], given["rate"] < _NONE
    half = kappa[0] / 2, kappa[1] / 2
    rate = dd.multiply(half, (given["rate"], given["rate_low"]))
    given |= {"rate": np.where(none, 0.0, rate[0]), "rate_low": np.where(none, 0.0, rate[1]),
              "inverse_rate": np.where(none, 0.0, given["inverse_rate"]), "no_rate": np.where(none, half[0], 0.0)}
    product = dd.total(dd.multiply(first, second))
    squares = dd.add(dd.multiply(length_plus, length_plus), dd.multiply(length_minus, length_minus))
    lazy = dd.multiply(half, squares)
    return Start(layers, kappa[0], scale, length_plus[0], length_minus[0], product, aim, dd.multiply(plus, minus)[0], lazy)
