"""Exact trajectories of the single linear neuron f(x) = a w.x trained by gradient flow on whitened inputs, for arrays of initial conditions; every sign of delta and of a, without a case split.

>>> import numpy as np
>>> run = solve(np.array([0.0, 1.0, 50.0]), 1.0, np.array([0.5, -0.5]), np.array([2.0, 0.0]))
>>> np.round(run.beta[-1], 12) + 0.0
array([2., 0.])
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from rederive.derivations.toolbox import single_neuron_form as form
from rederive.numerics.kernels.compiled import compiled_copy, kernel
from rederive.numerics.models._arguments import array, checked_times, fail, rates
from rederive.numerics.models._single_neuron_start import Start, start
from rederive.numerics.models._sweeps import SWEEPS
from rederive.numerics.models.mirror import (
    hyperbolic_entropy,
    interpolating_solution,
    mirror_potential,
    preconditioner,
    preconditioner_inverse,
)

__all__ = ["BACKENDS", "Trajectories", "hyperbolic_entropy", "interpolating_solution", "mirror_potential", "preconditioner",
           "preconditioner_inverse", "solve", "whitened"]

BACKENDS = ("numpy", "numba", "torch")
_ROWS = 4096  # initial conditions prepared at once
_STATE = {"a": form.a, "along": form.along, "across": form.across}
_SMALLEST_NORM = 1e-70


def solve(times, a0, w0, beta_star, eta_a=1.0, eta_w=1.0, backend="numpy", delta=None, *, X=None, threads=1,
          device="cpu") -> Trajectories:
    """Exact gradient-flow trajectories of a and w under whitened inputs, X^T X = I.

    Solves a' = eta_a (w.beta_* - a |w|^2), w' = eta_w (a beta_* - a^2 w) (Kunin et al. 2024, Eqs. 14 and 15) in closed
    form, by way of the linear system described in ``derivations.toolbox.single_neuron_form``.

    times      (T,) or a number: nonnegative, nondecreasing; in units of the inverse learning rate (that of eta |beta_*|).
    a0         (...): first parameter of each trajectory at time 0, any sign.
    w0         (..., d): second parameter.
    beta_star  (d,) or (..., d): the least-squares solution X^T y. Zero is allowed; then there is no direction "along".
    eta_a, eta_w  learning rates of the two layers, (...) or numbers: nonnegative, not both zero.
    backend    "numpy", "numba" (fastest; compiled once, then cached) or "torch" (``device`` says where).
    delta      (...): eta_w a0^2 - eta_a |w0|^2, where it is known better than a0 and w0 can tell (0 for a balanced start,
               say). It must agree with them to rounding.
    X          (n, d), optional: checked to be whitened.
    threads    number of threads for batches.

    Leading shapes broadcast together. Results have shape (..., T) for numbers and (..., T, d) for vectors; without the T
    axis if ``times`` is a number. The start is returned exactly at time 0.
    Raises TypeError for types other than float64 (and integers), ValueError for NaN, infinity, magnitudes beyond 1e70,
    shapes that do not match, times that decrease or are negative, bad rates, inputs that are not whitened.
    """
    if backend not in BACKENDS:
        fail("backend", repr(backend), f"one of {', '.join(map(repr, BACKENDS))}")
    if not isinstance(threads, int) or threads < 1:
        fail("threads", repr(threads), "a positive integer")
    times = checked_times(times)
    inputs, batch = _checked_start(a0, w0, beta_star, eta_a, eta_w, delta)
    if X is not None:
        _check_whitened(X, inputs["beta_star"].shape[-1])
    rows = inputs["a0"].size
    grid = np.atleast_1d(times)
    state = {name: np.empty((rows, grid.size)) for name in _STATE}
    _evaluate(backend, device, threads, _STATE, grid, inputs, rows, state)
    shape = batch + times.shape
    return Trajectories(times=times, backend=backend, batch=batch, inputs=inputs, device=device, threads=threads,
                        **{name: values.reshape(shape) for name, values in state.items()})


def whitened(X, y) -> np.ndarray:
    """beta_* = X^T y of whitened inputs. X (n, d) must satisfy X^T X = I; ValueError says by how much it does not."""
    X, y = array("X", X, least=2), array("y", y, least=1)
    _check_whitened(X, X.shape[-1])
    if y.shape != X.shape[:1]:
        fail("y", f"shape {y.shape}", f"shape ({X.shape[0]},), one value per row of X")
    return X.T @ y


@dataclass(eq=False)
class Trajectories:
    """Exact trajectories; ``a``, ``along`` and ``across`` are computed at once, the rest when it is first asked for.

    a       (..., T)  the first parameter
    along   (..., T)  w.beta_*/|beta_*|, the part of w along beta_*
    across  (..., T)  the factor by which the rest of w has shrunk: w = along beta_*/|beta_*| + across w_across_0
    """

    times: np.ndarray
    a: np.ndarray
    along: np.ndarray
    across: np.ndarray
    backend: str
    batch: tuple[int, ...]
    inputs: dict[str, np.ndarray] = field(repr=False)
    device: str = "cpu"
    threads: int = 1

    @cached_property
    def start(self) -> Start:
        """The constants of the initial conditions, flat over the batch."""
        return start(**self.inputs)

    @cached_property
    def w(self) -> np.ndarray:
        """The second parameter, (..., T, d)."""
        start = self.start
        unit = np.divide(self.inputs["beta_star"], start.norm[:, None], out=np.zeros_like(start.w_across),
                         where=start.norm[:, None] > 0)
        w = self._flat(self.along)[..., None] * unit[:, None, :]
        w += self._flat(self.across)[..., None] * start.w_across[:, None, :]
        at_start = np.atleast_1d(self.times) == 0
        if at_start.any():
            w[:, at_start] = self.inputs["w0"][:, None, :]
        return w.reshape(self.batch + self.times.shape + w.shape[-1:])

    @cached_property
    def beta(self) -> np.ndarray:
        """The function's coefficients a w, (..., T, d)."""
        return self.a[..., None] * self.w

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
        values = {"residual": np.empty((self.start.delta.size, np.atleast_1d(self.times).size))}
        _evaluate(self.backend, self.device, self.threads, {"residual": form.residual}, np.atleast_1d(self.times),
                  self.inputs, self.start.delta.size, values)
        return values["residual"].reshape(self.a.shape)

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
        from rederive.numerics.models._kernel_distance import kernel_distance

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

    def to_xarray(self):
        """An xarray Dataset of a, w, beta, mu, phi, nu, loss, kernel_distance over time, and delta, basin per trajectory."""
        import xarray

        leading = tuple(f"batch_{axis}" for axis in range(len(self.batch)))
        over_time = leading + ("time",) * self.times.ndim
        numbers = {name: (over_time, getattr(self, name)) for name in ("a", "mu", "phi", "nu", "loss", "kernel_distance")}
        vectors = {name: (over_time + ("component",), getattr(self, name)) for name in ("w", "beta")}
        constants = {name: (leading, getattr(self, name)) for name in ("delta", "delta_drift", "basin")}
        coordinates = {"time": (("time",) * self.times.ndim, self.times)}
        return xarray.Dataset({**numbers, **vectors, **constants}, coords=coordinates,
                              attrs={"model": "single linear neuron, gradient flow, whitened inputs", "backend": self.backend})

    def _flat(self, values):
        return values.reshape(self.start.delta.size, -1)

    def _row(self, values):
        """A value per trajectory, shaped to broadcast with values over time."""
        return values.reshape(self.batch + (1,) * self.times.ndim)


def _evaluate(backend, device, threads, expressions, times, inputs, rows, out):
    """Fills the arrays of ``out``, (rows, T), chunk by chunk, so that nothing else of that size is ever held."""
    step = max(1, min(_ROWS, -(-rows // threads)))
    compiled = _compiled(backend, tuple(expressions.items()))
    names = compiled.arguments[:-1]
    prepare = _compiled_constants() if backend == "numba" else lambda **inputs: start(**inputs).constants
    targets = tuple(out.values())

    def part(first):
        here = slice(first, min(first + step, rows))
        constants = prepare(**{name: value if value is None else value[here] for name, value in inputs.items()})
        SWEEPS[backend](compiled, [constants[name] for name in names], times, [target[here] for target in targets], device)

    if threads == 1 or rows <= step:
        for first in range(0, rows, step):
            part(first)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(part, range(0, rows, step)))


@cache
def _compiled_constants():
    here = Path(__file__).parent
    return compiled_copy(here / "_single_neuron_numba.py", here / "_single_neuron_start.py", here.parent / "kernels" / "double_double.py",
                         here.parent / "kernels" / "array_math.py").constants


@cache
def _compiled(backend, expressions):
    names, formulas = zip(*expressions)
    used = set().union(*(formula.free_symbols for formula in formulas))
    arguments = [symbol for symbol in form.CONSTANTS if symbol in used] + [form.t]
    return kernel(list(formulas), arguments, backend=backend, name="single_neuron_" + "_".join(names),
                  along=form.t if backend == "numba" else None)


def _checked_start(a0, w0, beta_star, eta_a, eta_w, delta):
    a0, w0, beta_star = array("a0", a0), array("w0", w0, least=1), array("beta_star", beta_star, least=1)
    eta_a, eta_w = rates(eta_a, eta_w)
    if w0.shape[-1] != beta_star.shape[-1]:
        fail("w0, beta_star", f"shapes {w0.shape} and {beta_star.shape}", "vectors of the same length d in the last axis")
    shapes = {"a0": a0.shape, "w0": w0.shape[:-1], "beta_star": beta_star.shape[:-1], "eta_a": eta_a.shape, "eta_w": eta_w.shape}
    if delta is not None:
        delta = array("delta", delta)
        shapes["delta"] = delta.shape
    try:
        batch = np.broadcast_shapes(*shapes.values())
    except ValueError:
        fail("leading shapes", ", ".join(f"{name} {shape}" for name, shape in shapes.items()), "shapes that broadcast together")
    rows, d = int(np.prod(batch, dtype=np.int64)), w0.shape[-1]

    def numbers(values):
        return np.ascontiguousarray(np.broadcast_to(values, batch).reshape(rows))

    def vectors(values):
        return np.broadcast_to(values, (*batch, d)).reshape(rows, d)

    inputs = {"a0": numbers(a0), "w0": vectors(w0), "beta_star": vectors(beta_star), "eta_a": numbers(eta_a),
              "eta_w": numbers(eta_w), "delta": None if delta is None else numbers(delta)}
    size = np.abs(beta_star).max(axis=-1, initial=0.0)
    if ((size > 0) & (size < _SMALLEST_NORM)).any():
        fail("beta_star", f"a vector of length {size[size > 0].min():.3g}", f"zero, or a length of at least {_SMALLEST_NORM:g}")
    if delta is not None:
        _check_delta(inputs)
    return inputs, batch


def _check_delta(inputs):
    with np.errstate(under="ignore"):
        weight_a, weight_w = inputs["eta_w"] * inputs["a0"] ** 2, inputs["eta_a"] * (inputs["w0"] ** 2).sum(axis=-1)
    strays = np.abs(inputs["delta"] - (weight_a - weight_w))
    bad = strays > 1e-12 * (weight_a + weight_w)
    if bad.any():
        row = int(np.argmax(bad))
        fail("delta", f"{inputs['delta'][row]:.17g}", f"eta_w a0^2 - eta_a |w0|^2 = {weight_a[row] - weight_w[row]:.17g} to rounding")


def _check_whitened(X, d):
    X = array("X", X, least=2)
    if X.ndim != 2 or X.shape[1] != d:
        fail("X", f"shape {X.shape}", f"shape (n, {d})")
    strays = np.abs(X.T @ X - np.eye(d)).max()
    if strays > 1e-10:
        fail("X", f"inputs with max |X^T X - I| = {strays:.3g}", "whitened inputs, X^T X = I (multiply X by (X^T X)^(-1/2))")
