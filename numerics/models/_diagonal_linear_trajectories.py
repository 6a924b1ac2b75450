"""The quantities along the modes of a diagonal linear network, each computed when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.models._arguments import array, fail
from theoremtest.numerics.models._diagonal_linear_layers import layers, strength
from theoremtest.numerics.models._diagonal_linear_start import Start
from theoremtest.numerics.models._diagonal_linear_times import passage
from theoremtest.numerics.models.trajectories import Quantity, Trajectories


@dataclass(eq=False, repr=False)
class DiagonalTrajectories(Trajectories):
    """Exact trajectories; three numbers per mode and time are computed at once, the rest when it is first asked for.

    fall      (..., T)  the factor by which the falling one of a + b and a - b has shrunk; the other has grown by its inverse
    push      (..., T)  half the difference of that inverse and that factor
    left      (..., T)  the square root of the part of the residual that is left
    """

    MODEL = "diagonal linear network, gradient flow, mode by mode"
    DRAWN = ("strength", "loss")
    TIME_UNITS = "1/([eta] [variance] [a0]^2)"
    QUANTITIES = {
        "a": Quantity("first layer's weight", "[a0]"),
        "b": Quantity("second layer's weight", "[a0]"),
        "strength": Quantity("a b, the coefficient of the mode's feature", "[target]"),
        "residual": Quantity("strength less target", "[target]"),
        "loss": Quantity("variance (a b - target)^2/2, the mode's part of the loss", "[variance] [target]^2"),
        "time_scale": Quantity("time in which the residual falls by e in the end", "[time]", moves=False),
        "conserved": Quantity("a^2 - b^2", "[a0]^2", moves=False),
        "conserved_drift": Quantity("largest departure from a^2 - b^2, relative", "1", moves=False),
    }

    fall: np.ndarray
    push: np.ndarray
    left: np.ndarray
    start: Start

    @property
    def a(self) -> np.ndarray:
        """The first layer's weight, (..., T)."""
        return self._layers[0]

    @property
    def b(self) -> np.ndarray:
        """The second layer's weight, (..., T)."""
        return self._layers[1]

    @property
    def strength(self) -> np.ndarray:
        """a b, (..., T)."""
        return self._strength[0]

    @cached_property
    def residual(self) -> np.ndarray:
        """a b - S, (..., T), correct to rounding up to convergence."""
        with np.errstate(under="ignore"):
            return self._row(self.start.misfit) * self.left**2

    @cached_property
    def loss(self) -> np.ndarray:
        """E[x_i^2] (a b - S)^2/2, (..., T): the network's loss, Nam 2024, Eq. (3.2), is the sum over its modes."""
        with np.errstate(under="ignore"):
            return self._row(self.inputs["variance"]) * self.residual**2 / 2

    @property
    def conserved(self) -> np.ndarray:
        """a^2 - b^2, (...), rounded once."""
        return self.start.conserved.reshape(self.batch)

    @property
    def time_scale(self) -> np.ndarray:
        """1/(kappa sqrt(4 S^2 + C^2)), (...), the time in which a trajectory ends up losing a factor e of its residual; infinite where
        that rate is 0. For C = 0 it is Nam's 1/(2 S E[x_i^2])."""
        rate = 2 * self.start.constants["rate"]
        return np.divide(1.0, rate, out=np.full_like(rate, np.inf), where=rate > 0).reshape(self.batch)

    @cached_property
    def conserved_drift(self) -> np.ndarray:
        """How far a^2 - b^2 strays from its start, at most over time, relative to the trajectory's largest a^2 + b^2; (...)."""
        with np.errstate(under="ignore"):
            first, second = self._flat(self.a) ** 2, self._flat(self.b) ** 2
        strays = np.abs(first - second - self.start.conserved[:, None]).max(axis=1, initial=0.0)
        size = (first + second).max(axis=1, initial=0.0)
        return np.divide(strays, size, out=np.zeros_like(strays), where=size > 0).reshape(self.batch)

    def time_to(self, level: Any) -> np.ndarray:
        """The first time at which a b/S is at least ``level``, (...): 0 where it is so at the start, infinite where it never is.

        ``level`` is a number or broadcasts to (...), float64, above 0 and below 1. A mode whose target is 0 gets nowhere.
        Raises ValueError or TypeError for other levels.
        """
        return self._passage(dd.pair(self._share("level", level, 1.0)))

    def emergence_time(self, epsilon: Any) -> np.ndarray:
        """``time_to(epsilon)``; tau^(e)(epsilon) of Nam 2024, Eq. (3.12), for every start, unbalanced ones included."""
        return self._passage(dd.pair(self._share("epsilon", epsilon, 1.0)))

    def saturation_time(self, epsilon: Any) -> np.ndarray:
        """The time from ``time_to(epsilon)`` to ``time_to(1 - epsilon)``, epsilon < 1/2, without the rounding of 1 - epsilon, (...).

        tau^(s)(epsilon) of Nam 2024, Eq. (3.12), where the start is below epsilon; shorter where it is beyond; infinite where it
        never gets there.
        """
        lower = self._share("epsilon", epsilon, 0.5)
        return self._passage(dd.two_sum(np.ones_like(lower), -lower), dd.pair(lower))

    def _passage(self, level, lower=None):
        inputs = self.inputs
        with np.errstate(all="ignore"):
            return passage(inputs["a0"], inputs["b0"], inputs["target"], self.start, level, lower).reshape(self.batch)

    def _share(self, name, value, limit):
        value = array(name, value)
        if not ((value > 0) & (value < limit)).all():
            fail(name, value[~((value > 0) & (value < limit))].flat[0], f"numbers above 0 and below {limit:g}")
        try:
            return np.array(np.broadcast_to(value, self.batch)).reshape(-1)
        except ValueError:
            fail(name, f"shape {value.shape}", f"a shape that broadcasts to {self.batch}")

    @cached_property
    def _strength(self):
        with np.errstate(under="ignore"):
            return strength(self.fall, self.push, self.left, *map(self._row, self._modes))

    @cached_property
    def _layers(self):
        inputs = self.inputs
        if self.backend == "numba" and isinstance(self.fall, np.ndarray):
            from theoremtest.numerics.models._diagonal_linear_numba import layers as compiled

            found = compiled(*map(self._flat, (self.fall, self.push, self.left)), *self._modes, inputs["a0"], inputs["b0"])
            return tuple(part.reshape(self.fall.shape) for part in found)
        with np.errstate(all="ignore"):
            return layers(self.fall, self.push, self.left, *map(self._row, (*self._modes, inputs["a0"], inputs["b0"])))

    @property
    def _modes(self):
        start = self.start
        return start.growing, start.s, start.product, self.inputs["target"], start.misfit
