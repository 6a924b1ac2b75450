"""The quantities along single-neuron trajectories, each computed when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import sympy as sp

from theoremtest.derivations.toolbox import single_neuron_form as form
from theoremtest.numerics.models._kernel_distance import kernel_distance
from theoremtest.numerics.models._single_neuron_start import Start, start
from theoremtest.numerics.models.trajectories import Quantity, Trajectories

STATE = {"a": form.a, "along": form.along, "across": form.across}
"""The numeric forms that all other quantities are made of."""


@dataclass(eq=False, repr=False)
class NeuronTrajectories(Trajectories):
    """Exact trajectories; each quantity is computed when it is first asked for. On Numba one pass writes ``w`` and ``beta``, and ``a``
    unless that was there before.

    a       (..., T)  the first parameter
    along   (..., T)  w.beta_*/|beta_*|, the part of w along beta_*
    across  (..., T)  the factor by which the rest of w has shrunk: w = along beta_*/|beta_*| + across w_across_0
    """

    MODEL = "single linear neuron, gradient flow, whitened inputs"
    DRAWN = ("a", "beta", "loss")
    TIME_UNITS = "1/([eta_a] [w0]^2) = 1/([eta_w] [a0]^2)"
    QUANTITIES = {
        "a": Quantity("first parameter", "[a0]"),
        "w": Quantity("second parameter", "[w0]", ("component",)),
        "beta": Quantity("coefficients a w of the function", "[beta_star]", ("component",)),
        "mu": Quantity("a |w|", "[beta_star]"),
        "phi": Quantity("cosine of the angle between w and beta_*", "1"),
        "nu": Quantity("w.beta_*/a", "[w0]^2"),
        "loss": Quantity("|a w - beta_*|^2/2", "[beta_star]^2"),
        "kernel_distance": Quantity("S(0, t), distance of the tangent kernel from its start", "1"),
        "delta": Quantity("conserved eta_w a^2 - eta_a |w|^2", "[eta_w] [a0]^2", moves=False),
        "delta_drift": Quantity("largest departure from delta, relative", "1", moves=False),
        "basin": Quantity("sign of a at the minimum, 0 at the saddle", "1", moves=False),
    }

    sweep: Callable[[dict[str, sp.Expr]], dict[str, np.ndarray]]
    vectors: Callable[[dict[str, np.ndarray]], dict[str, np.ndarray]] | None = None

    @cached_property
    def start(self) -> Start:
        """The constants of the initial conditions, flat over the batch."""
        return start(**self.inputs)

    @cached_property
    def a(self) -> np.ndarray:
        """The first parameter, (..., T)."""
        return self._points["a"]

    @cached_property
    def along(self) -> np.ndarray:
        """w.beta_*/|beta_*|, (..., T)."""
        return self._points["along"]

    @cached_property
    def across(self) -> np.ndarray:
        """The factor by which the part of w across beta_* has shrunk, (..., T)."""
        return self._points["across"]

    @cached_property
    def _points(self):
        """What has one number per start and time, but for ``a`` where it is there."""
        missing = {name: expression for name, expression in STATE.items() if name not in vars(self)}
        return {name: values.reshape(self.batch + self.times.shape) for name, values in self.sweep(missing).items()}

    @cached_property
    def _vectors(self):
        """w and beta as a backend that compiles writes them, with a."""
        points = {name: self._flat(values) for name, values in vars(self).get("_points", {}).items()}
        made = self.vectors(points)
        shaped = {name: values.reshape(self.batch + self.times.shape + values.shape[2:]) for name, values in made.items()}
        vars(self).setdefault("a", shaped["a"])
        return shaped

    @cached_property
    def w(self) -> np.ndarray:
        """The second parameter, (..., T, d)."""
        if self.vectors is not None:
            return self._vectors["w"]
        start = self.start
        unit = np.divide(self.inputs["beta_star"], start.norm[:, None],
                         out=np.zeros_like(start.w_across), where=start.norm[:, None] > 0)
        w = self._flat(self.along)[..., None] * unit[:, None, :] + self._flat(self.across)[..., None] * start.w_across[:, None, :]
        w = np.where((np.atleast_1d(self.times) == 0)[None, :, None], self.inputs["w0"][:, None, :], w)
        return w.reshape(self.batch + self.times.shape + w.shape[-1:])

    @cached_property
    def beta(self) -> np.ndarray:
        """The function's coefficients a w, (..., T, d)."""
        return self.a[..., None] * self.w if self.vectors is None else self._vectors["beta"]

    @cached_property
    def across_length(self) -> np.ndarray:
        """|w - (w.beta_*) beta_*/|beta_*|^2|, (..., T)."""
        return self.across * self._row(self.start.z)

    @cached_property
    def w_length(self) -> np.ndarray:
        """|w|, (..., T)."""
        return np.hypot(self.along, self.across_length)

    @cached_property
    def mu(self) -> np.ndarray:
        """a |w|, (..., T)."""
        return self.a * self.w_length

    @cached_property
    def phi(self) -> np.ndarray:
        """The cosine of the angle between w and beta_*, (..., T); 0 where w = 0, which has no angle."""
        return np.divide(self.along, self.w_length, out=np.zeros_like(self.a), where=self.w_length > 0)

    @cached_property
    def nu(self) -> np.ndarray:
        """w.beta_*/a, (..., T); infinite, with the sign of w.beta_*, where a = 0, and 0 where both vanish."""
        product = self.along * self._row(self.start.norm)
        ratio = np.where(product == 0, 0.0, np.copysign(np.inf, product))
        return np.divide(product, self.a, out=ratio, where=self.a != 0)

    @cached_property
    def residual(self) -> np.ndarray:
        """a w.beta_*/|beta_*| - |beta_*|, the residual along beta_*, (..., T), correct to rounding up to convergence."""
        (values,) = self.sweep({"residual": form.residual}).values()
        return values.reshape(self.a.shape)

    @cached_property
    def loss(self) -> np.ndarray:
        """|a w - beta_*|^2/2, (..., T): half the squared error in excess of the least-squares fit's own."""
        return np.hypot(self.residual, self.a * self.across_length) ** 2 / 2

    @cached_property
    def M(self) -> np.ndarray:
        """eta_w a^2 I + eta_a w w^T, (..., T, d, d); the neural tangent kernel is X M X^T (Kunin et al. 2024, Eq. 1)."""
        eta_a, eta_w = (self._row(self.inputs[name])[..., None, None] for name in ("eta_a", "eta_w"))
        outer = eta_a * self.w[..., :, None] * self.w[..., None, :]
        return outer + eta_w * self.a[..., None, None] ** 2 * np.eye(self.w.shape[-1])

    @cached_property
    def kernel_distance(self) -> np.ndarray:
        """S(0, t) = 1 - <M(0), M(t)>/(|M(0)| |M(t)|), (..., T); 0 where M vanishes (the origin, which never moves)."""
        return kernel_distance(self)

    @property
    def delta(self) -> np.ndarray:
        """The conserved quantity eta_w a^2 - eta_a |w|^2 of each trajectory, (...)."""
        return self.start.delta.reshape(self.batch)

    @cached_property
    def delta_drift(self) -> np.ndarray:
        """How far eta_w a^2 - eta_a |w|^2 strays from delta, at most over time, relative to eta_w a^2 + eta_a |w|^2; (...)."""
        weight_a = self._row(self.inputs["eta_w"]) * self.a**2
        weight_w = self._row(self.inputs["eta_a"]) * self.w_length**2
        size = weight_a + weight_w
        strays = np.abs(weight_a - weight_w - self._row(self.start.delta))
        relative = np.divide(strays, size, out=np.zeros_like(strays), where=size > 0)
        return relative.max(axis=-1, initial=0.0) if self.times.ndim else relative

    @cached_property
    def basin(self) -> np.ndarray:
        """The branch of minima that a trajectory tends to, (...): 1 for a > 0, -1 for a < 0, 0 for the saddle between them."""
        return np.sign(self.start.distance).astype(np.int8).reshape(self.batch)
