"""The quantities along the scalar network's trajectories, each computed when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from theoremtest.numerics.kernels.array_math import decay, decayed
from theoremtest.numerics.models._arguments import array, fail
from theoremtest.numerics.models._latent_variable_trajectories import LatentTrajectories
from theoremtest.numerics.models._lazy_rich_start import Start
from theoremtest.numerics.models._lazy_rich_times import learned, reached
from theoremtest.numerics.models.trajectories import Quantity, Trajectories

_SQUARED = 1e-120  # the square of a length above this keeps its digits


@dataclass(eq=False, repr=False)
class LazyRichTrajectories(Trajectories):
    """Exact trajectories; four numbers per start and time are computed at once, the rest when it is first asked for.

    fall      (..., T)  the factor by which the falling one of a + b and a - b has shrunk; the other has grown by its inverse
    push      (..., T)  s/2 times the difference of that inverse and that factor; s = 1 where a + b grows, -1 where it falls
    reach     (..., T)  s/2 times 1 - fall^2
    left      (..., T)  the square root of the part of the residual that is left
    """

    MODEL = "scalar network of p modes, theta = a.b/Z, gradient flow"
    DRAWN = ("theta", "ntk_change", "loss")
    TIME_UNITS = "[Z]^2/([eta] [variance] [a0]^2)"
    QUANTITIES = {
        "a": Quantity("first layer", "[a0]", ("mode",)),
        "b": Quantity("second layer", "[a0]", ("mode",)),
        "theta": Quantity("a.b/Z, the coefficient of the input", "[target]"),
        "delta_theta": Quantity("(|a|^2 + |b|^2)/(2 Z)", "[target]"),
        "residual": Quantity("theta less target", "[target]"),
        "loss": Quantity("variance (theta - target)^2/2", "[variance] [target]^2"),
        "gamma": Quantity("factor by which the square of a + b has grown", "1"),
        "ntk": Quantity("tangent kernel over the product of the two inputs", "[a0]^2/[Z]^2"),
        "ntk_change": Quantity("change of the tangent kernel, relative to its start", "1"),
        "weight_change": Quantity("distance of the weights from their start, relative to their length there", "1"),
        "lazy_theta": Quantity("theta of the network linearised at the start", "[target]"),
        "lazy_residual": Quantity("lazy_theta less target", "[target]"),
        "gamma_end": Quantity("limit of gamma", "1", moves=False),
        "invariant": Quantity("sqrt(delta_theta^2 - theta^2)", "[target]", moves=False),
        "time_scale": Quantity("time in which the residual falls by e in the end", "[time]", moves=False),
        "lazy_time_scale": Quantity("the same for the network linearised at the start", "[time]", moves=False),
        "conserved": Quantity("a_i^2 - b_i^2", "[a0]^2", ("mode",), moves=False),
        "conserved_drift": Quantity("largest departure from a_i^2 - b_i^2, relative", "1", moves=False),
    }

    NETWORK: ClassVar[type[LatentTrajectories]] = LatentTrajectories

    fall: np.ndarray
    push: np.ndarray
    reach: np.ndarray
    left: np.ndarray
    start: Start

    @property
    def a(self) -> np.ndarray:
        """The first layer, (..., T, p)."""
        return self._network.u

    @property
    def b(self) -> np.ndarray:
        """The second layer, (..., T, p)."""
        return self._network.v

    @cached_property
    def theta(self) -> np.ndarray:
        """a.b/Z, (..., T): the network is f(x) = theta x."""
        return self._network.product / self._row(self.inputs["Z"])

    @cached_property
    def delta_theta(self) -> np.ndarray:
        """(|a|^2 + |b|^2)/(2 Z), (..., T), of the sign of Z; where all |a_i| = |b_i|, Delta theta of Nam 2024, Eqs. (6.3) and (6.4)."""
        with np.errstate(under="ignore"):
            return self._network.ntk / 2 / self._row(self.inputs["Z"])

    @cached_property
    def residual(self) -> np.ndarray:
        """theta - S, (..., T), correct to rounding up to convergence."""
        return self._network.residual / self._row(self.inputs["Z"])

    @cached_property
    def loss(self) -> np.ndarray:
        """E[x^2] (theta - S)^2/2, (..., T)."""
        with np.errstate(under="ignore"):
            return self._row(self.inputs["variance"]) * self.residual**2 / 2

    @property
    def gamma(self) -> np.ndarray:
        """The factor of Nam 2024, Eqs. (6.10) and (6.11), (..., T): |a + b|^2 has grown by it, |a - b|^2 fallen; infinite beyond 1e308."""
        return self._network.alpha

    @cached_property
    def ntk(self) -> np.ndarray:
        """(|a|^2 + |b|^2)/Z^2, (..., T): the tangent kernel of the inputs x and x' is x x' times it, and
        theta' = -eta E[x^2] ntk (theta - S)."""
        with np.errstate(under="ignore"):
            return self._network.ntk / self._row(self.inputs["Z"]) ** 2

    @cached_property
    def ntk_change(self) -> np.ndarray:
        """ntk over its value at time 0, less 1, (..., T), without a difference of near equals; 0 where all weights are 0, infinite beyond
        1e308."""
        start, plus, minus = self.start, self.start.plus, self.start.minus
        length = np.hypot(plus, minus)
        length = np.where(length > 0, length, 1.0)
        with np.errstate(all="ignore"):
            # Of tiny layers the product is no double; its share of the squares is.
            share = np.where(length > _SQUARED, start.product[0] / length / length, ((plus / length)**2 - (minus / length)**2) / 4)
            grown = self._row(start.layers.weight / length) * self.push
            return 4 * (2 * self._row(share) * self.reach + grown * grown)

    @cached_property
    def weight_change(self) -> np.ndarray:
        """|(a, b) - (a_0, b_0)|/|(a_0, b_0)|, (..., T), without a difference of near equals; 0 where all weights are 0."""
        start = self.start
        size = self._row(np.hypot(start.plus, start.minus))
        with np.errstate(under="ignore"):
            grown, fallen = self._row(start.layers.weight) * self.push, self._row(start.shrinking) * self.reach
            moved = 2 * np.hypot(grown, fallen) / (1 + self.fall)
            return np.divide(moved, size, out=np.zeros_like(moved), where=size > 0)

    @cached_property
    def lazy_residual(self) -> np.ndarray:
        """lazy_theta - S, (..., T)."""
        with np.errstate(under="ignore"):
            return self._row(self.start.layers.constants["misfit"]) * self._lazy_left / self._row(self.inputs["Z"])

    @cached_property
    def lazy_theta(self) -> np.ndarray:
        """theta of the network linearised at its start, (..., T), whose kernel stays: what theta tends to where gamma tends to one."""
        Z = self._row(self.inputs["Z"])
        with np.errstate(under="ignore"):
            kept = self._row(self.start.product[0]) / Z * self._lazy_left
            return kept + self._row(self.inputs["target"]) * self._lazy_gone

    @cached_property
    def _lazy_left(self):
        """exp(-eta E[x^2] ntk(0) t)."""
        with np.errstate(all="ignore"):
            return self._decayed(decay)

    @cached_property
    def _lazy_gone(self):
        """1 - exp(-eta E[x^2] ntk(0) t)."""
        with np.errstate(all="ignore"):
            return self._decayed(decayed)

    def _decayed(self, function):
        return function(*map(self._row, self.start.lazy), self.times)

    @cached_property
    def gamma_end(self) -> np.ndarray:
        """gamma in the limit of late times, (...): Nam 2024, Eq. (6.14), for every Z, S and start; infinite where b_0 = -a_0 and
        Z S is not negative, a saddle. 1 where nothing moves."""
        start, T = self.start, self.start.aim[0]
        with np.errstate(all="ignore"):
            sum_ = start.scale + 2 * np.abs(T)
            plus, minus = start.plus, start.minus
            # P ends at R + 2 T = C^2/(R - 2 T); Q ends at C^2/P.
            ends = np.where(T < 0, minus * (minus / sum_), sum_ / plus / plus)
            ends = np.where((plus == 0) & (T >= 0) | (start.constants["stuck"] > 0) & (T > 0), np.inf, ends)
            ends = np.where((minus == 0) & (T <= 0) | (start.constants["stuck"] > 0) & (T < 0), 0.0, ends)
            rests = (start.kappa == 0) | (start.layers.constants["drive"] == 0)
        return np.where(rests, 1.0, ends).reshape(self.batch)

    @property
    def invariant(self) -> np.ndarray:
        """|a + b| |a - b|/(2 |Z|) = sqrt(delta_theta^2 - theta^2), (...); sqrt(Sigma_0^2 - S_0^2) in Nam 2024, Theorem 1."""
        start = self.start
        with np.errstate(under="ignore"):
            return (start.plus * start.minus / 2 / np.abs(self.inputs["Z"])).reshape(self.batch)

    @property
    def conserved(self) -> np.ndarray:
        """a_i^2 - b_i^2, (..., p), rounded once."""
        return self.start.conserved.reshape(self.batch + self.start.conserved.shape[-1:])

    @cached_property
    def conserved_drift(self) -> np.ndarray:
        """How far an a_i^2 - b_i^2 strays from its start, at most over modes and times, relative to the trajectory's largest
        a_i^2 + b_i^2; (...)."""
        with np.errstate(under="ignore"):
            first, second = self._flat(self.a) ** 2, self._flat(self.b) ** 2
        strays = np.abs(first - second - self.start.conserved[:, None]).max(axis=(1, 2), initial=0.0)
        size = (first + second).max(axis=(1, 2), initial=0.0)
        return np.divide(strays, size, out=np.zeros_like(strays), where=size > 0).reshape(self.batch)

    @property
    def time_scale(self) -> np.ndarray:
        """1/(kappa R), (...), the time in which a trajectory ends up losing a factor e of its residual: in Nam's symbols
        |Z|/(2 eta E[x^2] sqrt(Sigma_0^2 - S_0^2 + S^2)); infinite where that rate is 0."""
        return self._inverse(2 * self.start.constants["rate"])

    @property
    def lazy_time_scale(self) -> np.ndarray:
        """1/(eta E[x^2] ntk(0)), (...), the same for the network linearised at its start."""
        return self._inverse(self.start.lazy[0])

    def _inverse(self, rate):
        return np.divide(1.0, rate, out=np.full_like(rate, np.inf), where=rate > 0).reshape(self.batch)

    def time_to(self, level: Any) -> np.ndarray:
        """The first time at which theta/S is at least ``level``, (...): 0 where it is so at the start, infinite where it never is.

        ``level`` is a number or broadcasts to (...), float64, above 0 and below 1. Where the target is 0 nothing gets there.
        Raises ValueError or TypeError for other levels.
        """
        return self._time(reached, "level", level)

    def learning_time(self, fraction: Any) -> np.ndarray:
        """The time in which ``fraction`` of the residual at time 0 goes, (...), for targets of every sign and 0, from both sides.

        0 where there is no residual; infinite where it stays. ``fraction`` as ``level`` of ``time_to``. A network linearised at its start
        takes -``lazy_time_scale`` log(1 - fraction).
        """
        return self._time(learned, "fraction", fraction)

    def _time(self, function, name, value):
        value = array(name, value)
        bad = ~((value > 0) & (value < 1))
        if bad.any():
            fail(name, value[bad].flat[0], "numbers above 0 and below 1")
        try:
            value = np.array(np.broadcast_to(value, self.batch)).reshape(-1)
        except ValueError:
            fail(name, f"shape {value.shape}", f"a shape that broadcasts to {self.batch}")
        with np.errstate(all="ignore"):
            return function(self.start, value).reshape(self.batch)

    @cached_property
    def _network(self):
        """The layers, their product and its residual, as those of the latent variable model with the target Z S at unit rates."""
        inputs, one = self.inputs, np.ones(self.start.kappa.shape)
        given = {"u0": inputs["a0"], "W0": inputs["b0"][..., None], "x": one[:, None], "y": self.start.aim[0], "gamma": one, "eta_u": one,
                 "eta_w": one}
        return self.NETWORK(times=self.times, backend=self.backend, batch=self.batch, inputs=given, start=self.start.layers,
                            fall=self.fall, push=self.push, reach=self.reach, left=self.left)
