"""The quantities along the trajectories of the latent variable model, each computed when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from theoremtest.numerics.models._latent_variable_layers import entry, products, seen
from theoremtest.numerics.models._latent_variable_start import Start, across_length
from theoremtest.numerics.models.trajectories import Quantity, Trajectories

RESCALING = ("constant", "grows", "shrinks", "shrinks, then grows")
"""How |u| and |W x| move (Xu and Ziyin 2024, Section 3.3), in the order of ``LatentTrajectories.rescaling``'s codes."""


@dataclass(eq=False, repr=False)
class LatentTrajectories(Trajectories):
    """Exact trajectories; four numbers per trajectory and time are computed at once, the rest when it is first asked for.

    fall      (..., T)  the factor by which the falling one of the modes p and q has shrunk; the other has grown by its inverse
    push      (..., T)  what the growing mode has given: u = fall u_0 + sqrt(eta_u) push (growing mode at the start)
    reach     (..., T)  with 2 k |reach| = 1 - fall^2
    left      (..., T)  the square root of the part of the residual that is left
    """

    MODEL = "two-layer linear network on one input direction, gradient flow"
    DRAWN = ("output", "zeta", "loss")
    TIME_UNITS = "1/([eta_u] [gamma]^2 [W0]^2 [x]^2) = 1/([eta_w] [gamma]^2 [u0]^2 [x]^2)"
    QUANTITIES = {
        "u": Quantity("read-out", "[u0]", ("neuron",)),
        "W": Quantity("first layer", "[W0]", ("neuron", "component")),
        "alpha": Quantity("p_i(t)^2/p_i(0)^2", "1"),
        "zeta": Quantity("cosine of the angle between u and W x", "1"),
        "output": Quantity("gamma u.(W x)", "[y]"),
        "residual": Quantity("output less target", "[y]"),
        "loss": Quantity("squared residual", "[y]^2"),
        "u_norm": Quantity("|u|", "[u0]"),
        "v_norm": Quantity("|W x|", "[W0] [x]"),
        "W_norm": Quantity("Frobenius norm of W", "[W0]"),
        "ntk": Quantity("tangent kernel K(x, x)", "1/[time]"),
        "ntk_change": Quantity("K(x, x) less its value at time 0", "1/[time]"),
        "t_c": Quantity("time scale of learning", "[time]", moves=False),
        "target_share": Quantity("part of 1/t_c^2 that the target contributes", "1", moves=False),
        "alignment_trend": Quantity("sign of the change of zeta", "1", moves=False),
        "rescaling": Quantity("course of |u| and |W x|, an index into RESCALING", "1", moves=False),
        "conserved_drift": Quantity("largest departure from what is conserved, relative", "1", moves=False),
        "conserved": Quantity("eta_u |W_i|^2 - eta_w u_i^2", "[eta_u] [W0]^2", ("neuron",), moves=False),
    }

    fall: np.ndarray
    push: np.ndarray
    reach: np.ndarray
    left: np.ndarray
    start: Start

    @cached_property
    def u(self) -> np.ndarray:
        """The read-out, (..., T, d)."""
        if self._compiled:
            return self._layers[0]
        return self._vectors(self.inputs["u0"], self.start.u_plane, self._rate_u, self._u_seen)

    @cached_property
    def v(self) -> np.ndarray:
        """The hidden layer on the data point, W x, (..., T, d)."""
        if self._compiled:
            return self._layers[1]
        return self._vectors(self.start.v, self.start.v_plane, self._rate_v, self._v_seen)

    @cached_property
    def W(self) -> np.ndarray:
        """The first layer, (..., T, d, d0). It changes along x only."""
        start, inputs = self.start, self.inputs
        r2 = np.where(start.r > 0, start.r, 1.0) ** 2
        along = inputs["x"] / r2[:, None]
        W0 = inputs["W0"][:, None]
        v = self._flat(self.v)
        gained = -2 * (start.k * start.s)[:, None] * self._flat(self.reach) / (1 + self._flat(self.fall))  # fall - 1
        moved = gained[..., None] * start.v[:, None] + self._pushed(self._rate_v)
        early = moved[..., None] * along[:, None, None]
        late = v[..., None] * along[:, None, None]
        rest = (inputs["W0"] - start.v[..., None] * along[:, None])[:, None] if inputs["x"].shape[-1] > 1 else np.zeros_like(W0)
        # Both are W; the one that adds the smaller numbers rounds less.
        W = np.where(np.abs(W0) + np.abs(early) <= 2 * (np.abs(rest) + np.abs(late)), W0 + early, rest + late)
        W = np.where((start.r > 0)[:, None, None, None], W, W0)
        return W.reshape(self.batch + self.times.shape + W.shape[-2:])

    @cached_property
    def alpha(self) -> np.ndarray:
        """p_i(t)^2/p_i(0)^2, alpha(t) of Xu and Ziyin 2024, Eq. (11), (..., T); defined by the flow where p vanishes, too."""
        with np.errstate(divide="ignore", under="ignore", over="ignore"):
            return np.where(self._row(self.start.s) > 0, 1 / self.fall**2, self.fall**2)

    @property
    def product(self) -> np.ndarray:
        """u.(W x), (..., T)."""
        return self._products[0]

    @property
    def output(self) -> np.ndarray:
        """f(x) = gamma u.(W x), (..., T)."""
        return self._products[1]

    @cached_property
    def _products(self):
        start, inputs = self.start, self.inputs
        with np.errstate(under="ignore"):
            return products(self.fall, self.push, self._cosh, self.residual,
                            *map(self._row, (start.product, start.weight, inputs["gamma"], inputs["y"])))

    @cached_property
    def residual(self) -> np.ndarray:
        """gamma u.(W x) - y, (..., T), correct to rounding up to convergence."""
        with np.errstate(under="ignore"):
            return self._row(self.start.constants["misfit"]) * self.left**2

    @cached_property
    def loss(self) -> np.ndarray:
        """(f(x) - y)^2, (..., T)."""
        with np.errstate(under="ignore"):
            return self.residual**2

    @cached_property
    def u_norm(self) -> np.ndarray:
        """|u|, (..., T)."""
        return np.hypot(*self._u_seen)

    @cached_property
    def v_norm(self) -> np.ndarray:
        """|W x|, (..., T)."""
        return np.hypot(*self._v_seen)

    @cached_property
    def W_norm(self) -> np.ndarray:
        """The Frobenius norm |W|, (..., T)."""
        r = self._row(self.start.r)
        along = np.divide(self.v_norm, r, out=np.zeros_like(self.v_norm), where=r > 0)
        return np.hypot(self._row(self._across_length), along)

    @cached_property
    def _across_length(self):
        """|W_0 (I - x x^T/|x|^2)|, flat over the batch."""
        return across_length(self.inputs["W0"], self.inputs["x"])

    @cached_property
    def zeta(self) -> np.ndarray:
        """The alignment of the layers, the cosine between u and W x, (..., T); 0 where one of them vanishes.

        For d0 = 1 and x > 0 it is u.w/(|u| |w|) of Xu and Ziyin 2024, Section 3.2, who set x = 1.
        """
        with np.errstate(under="ignore"):
            length = np.hypot(self.product, self._row(self.start.area))  # |u| |W x|, whose sine's part is conserved
        return np.divide(self.product, length, out=np.zeros_like(length), where=length > 0)

    @cached_property
    def ntk(self) -> np.ndarray:
        """K(x, x) = gamma^2 (eta_u |W x|^2 + eta_w |u|^2 |x|^2), (..., T): the output obeys f' = -2 K (f - y)."""
        inputs, r = self.inputs, self.start.r
        first = self._row(np.sqrt(inputs["eta_u"])) * self.v_norm
        second = self._row(np.sqrt(inputs["eta_w"]) * r) * self.u_norm
        return (self._row(inputs["gamma"]) * np.hypot(first, second)) ** 2

    @cached_property
    def ntk_change(self) -> np.ndarray:
        """K(x, x) less its value at time 0, (..., T), without a difference of near equals."""
        start = self.start
        with np.errstate(under="ignore"):
            rise = 2 * self._row(start.product) * self.reach + (self._row(start.weight) * self.push) ** 2
            return 2 * self._row((self.inputs["gamma"] * start.k) ** 2) * rise

    @cached_property
    def M(self) -> np.ndarray:
        """gamma^2 (eta_u W^T W + eta_w |u|^2 I), (..., T, d0, d0); the tangent kernel of two inputs is their product with it.

        It is the kernel of f' = -2 K (f - y); Xu and Ziyin 2024, Eq. (10), print the two rates the other way round.
        """
        inputs, gamma2 = self.inputs, self._row(self.inputs["gamma"])[..., None, None] ** 2
        hidden = self._row(inputs["eta_u"])[..., None, None] * (np.swapaxes(self.W, -1, -2) @ self.W)
        return gamma2 * (hidden + (self._row(inputs["eta_w"]) * self.u_norm**2)[..., None, None] * np.eye(inputs["x"].shape[-1]))

    @property
    def t_c(self) -> np.ndarray:
        """The time scale of Xu and Ziyin 2024, Eq. (7), with rho = |x|, (...); infinite where nothing ever learns at a rate."""
        rate = self.start.constants["rate"]
        return np.divide(2.0, rate, out=np.full_like(rate, np.inf), where=rate > 0).reshape(self.batch)

    @property
    def target_share(self) -> np.ndarray:
        """The part of 1/t_c^2 that the target contributes, (...), in [0, 1]; the initial kernel contributes the rest.

        Near 0 the network is in the kernel regime, else it learns features. 0 where t_c is infinite.
        """
        rate = self.start.constants["rate"]
        return (np.divide(self.start.target, rate, out=np.zeros_like(rate), where=rate > 0) ** 2).reshape(self.batch)

    @property
    def alignment_trend(self) -> np.ndarray:
        """1 where zeta grows with time, -1 where it falls, 0 where it stays, (...), as int8.

        Parallel layers stay parallel, 0; their zeta may still jump between 1 and -1, when one of them passes through 0.
        """
        return np.where(self.start.area > 0, np.sign(self.start.constants["drive"]), 0).astype(np.int8).reshape(self.batch)

    @property
    def rescaling(self) -> np.ndarray:
        """How |u| and |W x|, those that learn, move over all times, (...), as indices into ``RESCALING``.

        The norms grow while u.(W x) and its rate have one sign. The output goes from f_0 to y without turning, or to 0
        where the start lies on the stable manifold of the saddle.
        """
        start, inputs = self.start, self.inputs
        first = inputs["gamma"] * start.product
        last = np.where((start.weight == 0) & (first * inputs["y"] <= 0), 0.0, inputs["y"])
        moves = (start.constants["drive"] != 0) & ((start.weight > 0) | (first != 0))
        turns, grows = first * last < 0, np.abs(last) > np.abs(first)
        return np.select([~moves, turns, grows], [0, 3, 1], 2).astype(np.int8).reshape(self.batch)

    @property
    def conserved(self) -> np.ndarray:
        """eta_u |W_i|^2 - eta_w u_i^2 of every hidden neuron i, (..., d) (Xu and Ziyin 2024, Eq. 19)."""
        inputs = self.inputs
        values = inputs["eta_u"][:, None] * (inputs["W0"] ** 2).sum(axis=-1) - inputs["eta_w"][:, None] * inputs["u0"] ** 2
        return values.reshape(self.batch + values.shape[-1:])

    @cached_property
    def conserved_drift(self) -> np.ndarray:
        """How far eta_u |W_i|^2 - eta_w u_i^2 strays, at most over neurons and times, relative to the trajectory's largest
        eta_u |W_i|^2 + eta_w u_i^2; (...)."""
        inputs = self.inputs
        weight_W = inputs["eta_u"][:, None, None] * (self._flat(self.W) ** 2).sum(axis=-1)
        weight_u = inputs["eta_w"][:, None, None] * self._flat(self.u) ** 2
        strays = np.abs(weight_W - weight_u - self.conserved.reshape(len(inputs["u0"]), 1, -1)).max(axis=(1, 2), initial=0.0)
        size = (weight_W + weight_u).max(axis=(1, 2), initial=0.0)
        return np.divide(strays, size, out=np.zeros_like(strays), where=size > 0).reshape(self.batch)

    @cached_property
    def _cosh(self):
        """(fall + 1/fall)/2; only ever multiplied with what vanishes where nothing grows."""
        return self.fall + self._row(self.start.k * self.start.s) * self.push

    @property
    def _rate_u(self):
        return np.sqrt(self.inputs["eta_u"])

    @property
    def _rate_v(self):
        return self.start.s * np.sqrt(self.inputs["eta_w"]) * self.start.r

    @cached_property
    def _u_seen(self):
        return self._seen(self.start.u_plane, self._rate_u, self._rate_v)

    @cached_property
    def _v_seen(self):
        return self._seen(self.start.v_plane, self._rate_v, self._rate_u)

    def _seen(self, plane, rate, other_rate):
        numbers = map(self._row, (*plane[:4], rate, other_rate))
        with np.errstate(all="ignore"):
            return seen(self.fall, self.push, self._cosh, self.product, *numbers)

    @property
    def _compiled(self):
        return self.backend == "numba" and isinstance(self.fall, np.ndarray)  # error bounds go along with array-likes of their own

    @cached_property
    def _layers(self):
        """Both layers as Numba writes them, in one pass."""
        from theoremtest.numerics.models._latent_variable_numba import layers

        start, inputs = self.start, self.inputs
        numbers = (start.k * start.s, start.constants["misfit"], start.product, start.weight, inputs["gamma"], inputs["y"], self._rate_u,
                   self._rate_v, *start.u_plane[:4], *start.v_plane[:4])
        made = layers(*map(self._flat, (self.fall, self.push, self.left)), numbers, inputs["u0"], *start.u_plane[4:], start.v,
                      *start.v_plane[4:], start.growing)
        return tuple(layer.reshape(self.batch + self.times.shape + layer.shape[-1:]) for layer in made)

    def _vectors(self, first, plane, rate, seen):
        """A layer (..., T, d) that began at ``first``, by the modes or by its parts in the plane of the two layers."""
        with np.errstate(under="ignore"):
            moving = self._flat(self.fall), rate[:, None] * self._flat(self.push), *map(self._flat, seen)
            fixed = first, self.start.growing, plane.first, plane.second
            values = entry(*(part[..., None] for part in moving), *(part[:, None] for part in fixed))
        return values.reshape(self.batch + self.times.shape + values.shape[-1:])

    def _pushed(self, rate):
        with np.errstate(under="ignore"):
            return (rate[:, None] * self._flat(self.push))[..., None] * self.start.growing[:, None]
