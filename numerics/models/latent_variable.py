"""Exact trajectories of the two-layer linear network f(x) = gamma u.(W x) of any width, trained by gradient flow on one data point or on inputs along one line, for arrays of initial conditions; every sign, every rate, without a case split.

>>> import numpy as np
>>> run = solve(np.array([0.0, 1.0, 50.0]), np.array([1.0, -0.5]), np.array([[0.5], [1.0]]), np.array([1.0]), 2.0)
>>> np.round(run.output, 9)
array([0.        , 1.99960563, 2.        ])
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from functools import cache, cached_property

import numpy as np

from rederive.derivations.toolbox import latent_variable_form as form
from rederive.numerics.kernels.compiled import kernel
from rederive.numerics.models._arguments import array, checked_times, fail
from rederive.numerics.models._latent_variable_start import Plane, Start, across_length, start
from rederive.numerics.models._sweeps import SWEEPS

__all__ = ["BACKENDS", "RESCALING", "Trajectories", "solve", "one_point"]

BACKENDS = ("numpy", "numba", "torch")
RESCALING = ("constant", "grows", "shrinks", "shrinks, then grows")
"""How |u| and |W x| move (Xu and Ziyin 2024, Section 3.3), in the order of ``Trajectories.rescaling``'s codes."""
_FORMS = {"fall": form.fall, "push": form.push, "reach": form.reach, "left": form.left}
_ENTRIES = 1 << 20  # entries of W prepared at once
_ROWS = 4096  # trajectories swept at once
_LARGEST, _SMALLEST = 1e30, 1e-30


def solve(times, u0, W0, x, y, gamma=1.0, eta_u=1.0, eta_w=1.0, backend="numpy", *, threads=1, device="cpu") -> Trajectories:
    """Exact gradient-flow trajectories of u and W for the loss (gamma u.(W x) - y)^2.

    Solves u' = -2 eta_u gamma e W x, W' = -2 eta_w gamma e u x^T with e = gamma u.(W x) - y (Xu and Ziyin 2024, Eqs. 2, 3
    and 18) by way of the linear system described in ``derivations.toolbox.latent_variable_form``. Inputs along one line
    with any targets come down to one data point: see ``one_point``.

    times      (T,) or a number: nonnegative, nondecreasing; in units of the inverse learning rate.
    u0         (..., d): the read-out at time 0.
    W0         (..., d, d0): the first layer at time 0.
    x          (d0,) or (..., d0): the input; zero is allowed (nothing then learns).
    y          (...) or a number: the target, any sign.
    gamma      (...) or a number: the output scale, any sign, zero allowed.
    eta_u, eta_w  learning rates of the two layers, (...) or numbers: nonnegative, not both zero.
    backend    "numpy", "numba" (fastest on many times; compiled once, then cached) or "torch" (``device`` says where).
    threads    number of threads for batches.

    Leading shapes broadcast together. Results have shape (..., T) for numbers and (..., T, d), (..., T, d, d0) for vectors
    and matrices; without the T axis if ``times`` is a number. The start is returned exactly at time 0.
    Raises TypeError for types other than float64 (and integers), ValueError for NaN, infinity, magnitudes beyond 1e30, a
    gamma, x or rate below 1e-30 that is not zero, shapes that do not match, times that decrease or are negative, bad rates.
    """
    if backend not in BACKENDS:
        fail("backend", repr(backend), f"one of {', '.join(map(repr, BACKENDS))}")
    if not isinstance(threads, int) or threads < 1:
        fail("threads", repr(threads), "a positive integer")
    times = checked_times(times)
    inputs, batch = _checked(u0, W0, x, y, gamma, eta_u, eta_w)
    begun = _prepared(inputs, threads)
    grid = np.atleast_1d(times)
    values = {name: np.empty((begun.s.size, grid.size)) for name in _FORMS}
    _sweep(backend, device, threads, grid, begun, values)
    values = {name: value.reshape(batch + times.shape) for name, value in values.items()}
    return Trajectories(times=times, backend=backend, batch=batch, inputs=inputs, start=begun, **values)


def one_point(X, targets) -> tuple[np.ndarray, np.float64]:
    """The data point (x, y) whose flow is that of the mean squared error over inputs along one line.

    X (N, d0) holds the inputs a_i n, ``targets`` (N,) theirs; x = sqrt(E[a^2]) n and y = E[a target]/sqrt(E[a^2]) (Xu and
    Ziyin 2024, Proposition 1). The losses differ by a constant. For the loss that sums over the N inputs multiply both x and
    y by sqrt(N). Raises ValueError if the inputs do not lie on one line through the origin.
    """
    X, targets = array("X", X, least=2), array("targets", targets, least=1)
    if X.ndim != 2 or X.shape[0] == 0 or targets.shape != X.shape[:1]:
        fail("X, targets", f"shapes {X.shape} and {targets.shape}", "(N, d0) and (N,) with N at least 1")
    longest = X[np.argmax(np.abs(X).max(axis=1))] if X.shape[1] else np.zeros(0)
    length = np.hypot.reduce(longest, initial=0.0)
    if length == 0:
        return np.zeros(X.shape[1]), np.float64(0.0)
    unit = longest / length
    along = X @ unit
    strays = np.abs(X - along[:, None] * unit).max()
    if strays > 1e-12 * length:
        fail("X", f"inputs that leave the line through the longest one by {strays:.3g}", "inputs along one line through the origin")
    size = np.sqrt(np.mean(along**2))
    return size * unit, np.mean(along * targets) / size


@dataclass(eq=False)
class Trajectories:
    """Exact trajectories; four numbers per trajectory and time are computed at once, the rest when it is first asked for.

    fall      (..., T)  the factor by which the falling one of the modes p and q has shrunk; the other has grown by its inverse
    push      (..., T)  what the growing mode has given: u = fall u_0 + sqrt(eta_u) push (growing mode at the start)
    reach     (..., T)  with 2 k |reach| = 1 - fall^2
    left      (..., T)  the square root of the part of the residual that is left
    """

    times: np.ndarray
    fall: np.ndarray
    push: np.ndarray
    reach: np.ndarray
    left: np.ndarray
    backend: str
    batch: tuple[int, ...]
    inputs: dict[str, np.ndarray] = field(repr=False)
    start: Start = field(repr=False)

    @cached_property
    def u(self) -> np.ndarray:
        """The read-out, (..., T, d)."""
        return self._vectors(self.inputs["u0"], self.start.u_plane, self._rate_u, self._u_seen)

    @cached_property
    def v(self) -> np.ndarray:
        """The hidden layer on the data point, W x, (..., T, d)."""
        return self._vectors(self.start.v, self.start.v_plane, self._rate_v, self._v_seen)

    @cached_property
    def W(self) -> np.ndarray:
        """The first layer, (..., T, d, d0). It changes along x only."""
        start, inputs = self.start, self.inputs
        r2 = np.where(start.r > 0, start.r, 1.0) ** 2
        along = inputs["x"] / r2[:, None]
        W0 = inputs["W0"][:, None]
        v = self._flat(self.v)
        gained = -2 * start.k[:, None] * np.abs(self._flat(self.reach)) / (1 + self._flat(self.fall))  # fall - 1
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
        """u.(W x) and gamma times it, from the layers or, where that adds the smaller numbers, from the residual."""
        weight, gamma, y = map(self._row, (self.start.weight, self.inputs["gamma"], self.inputs["y"]))
        with np.errstate(under="ignore"):
            kept, given = self.fall**2 * self._row(self.start.product), weight * self.push * (weight * self._cosh)
            late = np.abs(y) + np.abs(self.residual) < np.abs(gamma) * (np.abs(kept) + np.abs(given))
            output = np.where(late, y + self.residual, gamma * (kept + given))
            return np.where(late, output / np.where(late, gamma, 1.0), kept + given), output

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

    def to_xarray(self):
        """An xarray Dataset of u, W, zeta, output, loss, norms and NTK over time, and t_c, target_share and drift per trajectory."""
        import xarray

        leading = tuple(f"batch_{axis}" for axis in range(len(self.batch)))
        over_time = leading + ("time",) * self.times.ndim
        names = ("alpha", "zeta", "output", "residual", "loss", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change")
        numbers = {name: (over_time, getattr(self, name)) for name in names}
        weights = {"u": (over_time + ("neuron",), self.u), "W": (over_time + ("neuron", "component"), self.W)}
        constants = {name: (leading, getattr(self, name))
                     for name in ("t_c", "target_share", "alignment_trend", "rescaling", "conserved_drift")}
        conserved = {"conserved": (leading + ("neuron",), self.conserved)}
        return xarray.Dataset({**numbers, **weights, **constants, **conserved},
                              coords={"time": (("time",) * self.times.ndim, self.times)},
                              attrs={"model": "two-layer linear network on one input direction, gradient flow", "backend": self.backend})

    @cached_property
    def _cosh(self):
        """(fall + 1/fall)/2; only ever multiplied with what vanishes where nothing grows."""
        return self.fall + self._row(self.start.k) * np.abs(self.push)

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
        """A layer's parts along and across where the other layer began, (..., T) each.

        The part along is a sum that may cancel. Late in training the other layer and u.(W x) determine it better.
        """
        along, across, growing, size, rate, other_rate = map(self._row, (*plane[:4], rate, other_rate))
        with np.errstate(all="ignore"):
            across = across * self._cosh
            kept, given = self.fall * along, rate * self.push * growing
            other_kept, other_given = self.fall * size, other_rate * self.push * growing
            own, other = kept + given, other_kept + other_given
            sideways = across * (other_rate**2 * self.push * self._row(plane.across))
            lost, other_lost = (np.abs(kept) + np.abs(given)) / np.abs(own), (np.abs(other_kept) + np.abs(other_given)) / np.abs(other)
            doubt = (np.abs(self.product) + np.abs(sideways)) / np.abs(other) * other_lost
            late = (other_lost < lost) & (doubt < np.abs(kept) + np.abs(given))
            return np.where(late, (self.product - sideways) / other, own), across

    def _vectors(self, first, plane, rate, seen):
        """A layer (..., T, d) that began at ``first``, by the modes or by its parts in the plane of the two layers."""
        along, across = (self._flat(part)[..., None] * unit[:, None] for part, unit in zip(seen, (plane.first, plane.second)))
        with np.errstate(under="ignore"):
            kept, pushed = self._flat(self.fall)[..., None] * first[:, None], self._pushed(rate)
            # Both are the layer; the one that adds the smaller numbers rounds less.
            modes = np.abs(kept) + np.abs(pushed) <= 2 * (np.abs(along) + np.abs(across))
            values = np.where(modes, kept + pushed, along + across)
        return values.reshape(self.batch + self.times.shape + values.shape[-1:])

    def _pushed(self, rate):
        with np.errstate(under="ignore"):
            return (rate[:, None] * self._flat(self.push))[..., None] * self.start.growing[:, None]

    def _flat(self, values):
        """(n, T, ...) whatever the batch and with one time at least."""
        core = values.shape[len(self.batch) + self.times.ndim:]
        return values.reshape((self.start.s.size, np.atleast_1d(self.times).size) + core)

    def _row(self, values):
        """A value per trajectory, shaped to broadcast with values over time."""
        return values.reshape(self.batch + (1,) * self.times.ndim)


def _prepared(inputs, threads):
    rows, d, d0 = inputs["W0"].shape
    step = max(1, _ENTRIES // max(1, d * d0))
    parts = _mapped(lambda here: start(**{name: value[here] for name, value in inputs.items()}), rows, step, threads)
    if len(parts) == 1:
        return parts[0]

    def joined(values):
        if isinstance(values[0], dict):
            return {name: joined([value[name] for value in values]) for name in values[0]}
        if isinstance(values[0], Plane):
            return Plane(*(joined(list(column)) for column in zip(*values)))
        return np.concatenate(values)

    return Start(**{item.name: joined([getattr(part, item.name) for part in parts]) for item in fields(Start)})


def _sweep(backend, device, threads, times, begun, targets):
    compiled = _compiled(backend)
    constants = [begun.constants[name] for name in compiled.arguments[:-1]]

    def part(here):
        SWEEPS[backend](compiled, [constant[here] for constant in constants], times, [target[here] for target in targets.values()], device)

    rows = begun.s.size
    _mapped(part, rows, max(1, min(_ROWS, -(-rows // threads))), threads)


def _mapped(function, rows, step, threads):
    pieces = [slice(first, min(first + step, rows)) for first in range(0, rows, step)] or [slice(0, 0)]
    if threads == 1 or len(pieces) == 1:
        return [function(piece) for piece in pieces]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, pieces))


@cache
def _compiled(backend):
    arguments = [symbol for symbol in form.CONSTANTS if symbol != form.misfit] + [form.t]
    return kernel(list(_FORMS.values()), arguments, backend=backend, name="latent_variable", along=form.t if backend == "numba" else None)


def _checked(u0, W0, x, y, gamma, eta_u, eta_w):
    vectors = {"u0": array("u0", u0, least=1), "W0": array("W0", W0, least=2), "x": array("x", x, least=1)}
    numbers = {name: array(name, value) for name, value in (("y", y), ("gamma", gamma), ("eta_u", eta_u), ("eta_w", eta_w))}
    d, d0 = vectors["W0"].shape[-2:]
    if vectors["u0"].shape[-1] != d or vectors["x"].shape[-1] != d0:
        fail("u0, W0, x", f"shapes {', '.join(str(value.shape) for value in vectors.values())}", "(..., d), (..., d, d0) and (..., d0)")
    if d == 0 or d0 == 0:
        fail("W0", f"shape {vectors['W0'].shape}", "at least one neuron and one input component")
    for name in ("eta_u", "eta_w"):
        if (numbers[name] < 0).any():
            fail(name, numbers[name].min(), "a learning rate of at least 0")
    for name, value in (vectors | numbers).items():
        if value.size and np.abs(value).max() > _LARGEST:
            fail(name, f"{np.abs(value).max():.3g} in magnitude", f"magnitudes up to {_LARGEST:g}")
    sizes = {name: np.abs(numbers[name]) for name in ("gamma", "eta_u", "eta_w")} | {"x": np.abs(vectors["x"]).max(axis=-1)}
    for name, size in sizes.items():
        small = (size > 0) & (size < _SMALLEST)
        if small.any():
            fail(name, f"{size[small].min():.3g} in magnitude", f"zero, or a magnitude of at least {_SMALLEST:g}")
    cores = {name: value.ndim - (2 if name == "W0" else 1) for name, value in vectors.items()}
    shapes = {name: value.shape[:cores[name]] for name, value in vectors.items()} | {name: value.shape for name, value in numbers.items()}
    try:
        batch = np.broadcast_shapes(*shapes.values())
    except ValueError:
        fail("leading shapes", ", ".join(f"{name} {shape}" for name, shape in shapes.items()), "shapes that broadcast together")
    rows = int(np.prod(batch, dtype=np.int64))

    def spread(name, value):
        core = value.shape[cores[name]:] if name in cores else ()
        return np.ascontiguousarray(np.broadcast_to(value, batch + core).reshape((rows, *core)))

    inputs = {name: spread(name, value) for name, value in (vectors | numbers).items()}
    if ((inputs["eta_u"] == 0) & (inputs["eta_w"] == 0)).any():
        fail("eta_u, eta_w", "both 0", "at least one positive learning rate")
    return inputs, batch
