"""Exact trajectories of the single linear neuron f(x) = a w.x trained by gradient flow on whitened inputs, for arrays of initial
conditions; every sign of delta and of a, without a case split.

>>> import numpy as np
>>> run = solve(np.array([0.0, 1.0, 50.0]), 1.0, np.array([0.5, -0.5]), np.array([2.0, 0.0]))
>>> np.round(run.beta[-1], 12) + 0.0
array([2., 0.])
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from theoremtest.derivations.toolbox import single_neuron_form as form
from theoremtest.numerics.kernels.compiled import compiled_copy, kernel
from theoremtest.numerics.kernels.sweep import regular_grid
from theoremtest.numerics.models._arguments import array, checked_times, fail, rates
from theoremtest.numerics.models._backends import BACKENDS, checked_threads, chosen_backend, holds_tensors
from theoremtest.numerics.models._on_tensors import on_tensors
from theoremtest.numerics.models._single_neuron_start import start
from theoremtest.numerics.models._single_neuron_trajectories import STATE, NeuronTrajectories
from theoremtest.numerics.models._sweeps import ROWS, mapped, swept
from theoremtest.numerics.models.mirror import (
    hyperbolic_entropy,
    interpolating_solution,
    mirror_potential,
    preconditioner,
    preconditioner_inverse,
)

__all__ = ["BACKENDS", "NeuronTrajectories", "hyperbolic_entropy", "interpolating_solution", "mirror_potential", "preconditioner",
           "preconditioner_inverse", "solve", "whitened"]

_SMALLEST_NORM = 1e-70


def solve(times: Any, a0: Any, w0: Any, beta_star: Any, eta_a: Any = 1.0, eta_w: Any = 1.0, backend: str = "auto", delta: Any = None, *,
          X: Any = None, threads: int = 1, device: str | None = None) -> NeuronTrajectories:
    """Exact gradient-flow trajectories of a and w under whitened inputs, X^T X = I.

    Solves a' = eta_a (w.beta_* - a |w|^2), w' = eta_w (a beta_* - a^2 w) (Kunin et al. 2024, Eqs. 14 and 15) in closed
    form, by way of the linear system described in ``derivations.toolbox.single_neuron_form``.

    times      (T,) or a number: nonnegative, nondecreasing; in units of the inverse learning rate (that of eta |beta_*|).
    a0         (...): first parameter of each trajectory at time 0, any sign.
    w0         (..., d): second parameter.
    beta_star  (d,) or (..., d): the least-squares solution X^T y. Zero is allowed; then there is no direction "along".
    eta_a, eta_w  learning rates of the two layers, (...) or numbers: nonnegative, not both zero.
    backend    "auto": Torch where a tensor came in or ``device`` is a GPU, else Numba where it is installed (the fastest at every size),
               else NumPy. Or "numpy", "numba" (compiled once, then cached), "torch" (``device`` says where).
    delta      (...): eta_w a0^2 - eta_a |w0|^2, where it is known better than a0 and w0 can tell (0 for a balanced start,
               say). It must agree with them to rounding.
    X          (n, d), optional: checked to be whitened.
    threads    number of threads for batches.

    Leading shapes broadcast together. Results have shape (..., T) for numbers and (..., T, d) for vectors; without the T
    axis if ``times`` is a number. The start is returned exactly at time 0. Where an argument is a Torch tensor, so are the
    results, on its device, and autograd goes through them.
    Raises TypeError for types other than float64 (and integers), ValueError for NaN, infinity, magnitudes beyond 1e70,
    shapes that do not match, times that decrease or are negative, bad rates, inputs that are not whitened.
    """
    given = {"times": times, "a0": a0, "w0": w0, "beta_star": beta_star, "eta_a": eta_a, "eta_w": eta_w, "delta": delta}
    tensors = holds_tensors(*given.values())
    backend, device = chosen_backend(backend, tensors, device)
    checked_threads(threads)
    if tensors:
        from theoremtest.numerics.models._tensors import single_neuron

        return single_neuron(given, X, device)
    times = checked_times(times)
    inputs, batch = _checked_start(a0, w0, beta_star, eta_a, eta_w, delta)
    if X is not None:
        _check_whitened(X, inputs["beta_star"].shape[-1])
    moments = np.atleast_1d(times)
    return NeuronTrajectories(times=times, backend=backend, batch=batch, inputs=inputs,
                              sweep=partial(_swept, backend, device, threads, moments, inputs),
                              vectors=partial(_vectors, threads, moments, inputs) if backend == "numba" else None)


@on_tensors("X", "y")
def whitened(X: Any, y: Any) -> np.ndarray:
    """beta_* = X^T y of whitened inputs. X (n, d) must satisfy X^T X = I; ValueError says by how much it does not."""
    X, y = array("X", X, least=2), array("y", y, least=1)
    _check_whitened(X, X.shape[-1])
    if y.shape != X.shape[:1]:
        fail("y", f"shape {y.shape}", f"shape ({X.shape[0]},), one value per row of X")
    return np.swapaxes(X, 0, 1) @ y


def _swept(backend, device, threads, times, inputs, expressions):
    compiled = _compiled(backend, tuple(expressions.items()))
    prepare = _compiled_rows().constants if backend == "numba" else _constants

    def constants(here):
        return prepare(**{name: value if value is None else value[here] for name, value in inputs.items()})

    values = swept(compiled, constants, inputs["a0"].size, times, backend=backend, device=device, threads=threads)
    return dict(zip(expressions, values))


def _vectors(threads, times, inputs, points):
    """a, w and beta, written by Numba in one pass, or w and beta from ``points`` where these are there."""
    compiled, rows = _compiled("numba", tuple(STATE.items())), _compiled_rows()
    count, d = inputs["w0"].shape
    grid = regular_grid(times) or (np.empty(0),) * 3
    at_start = np.count_nonzero(times == 0)
    made = {"a": points["a"] if points else np.empty((count, times.size))}
    made |= {name: np.empty((count, times.size, d)) for name in ("w", "beta")}

    def part(here):
        given, unit, rest = rows.prepared(**{name: value if value is None else value[here] for name, value in inputs.items()})
        fixed = unit, rest, inputs["w0"][here], at_start, made["w"][here], made["beta"][here]
        if points:
            rows.vectors(*(points[name][here] for name in STATE), *fixed)
        else:
            rows.state(np.array([given[name] for name in compiled.arguments[:-1]]), times, *grid, *fixed[:4], made["a"][here], *fixed[4:])

    mapped(part, count, max(1, min(ROWS, -(-count // threads))), threads)
    return made


def _constants(**inputs):
    return start(**inputs).constants


@cache
def _compiled_rows():
    here = Path(__file__).parent
    kernels = here.parent / "kernels"
    return compiled_copy(here / "_single_neuron_numba.py", here / "_single_neuron_start.py", here / "_numba_choice.py",
                         kernels / "double_double.py", kernels / "scalar_math.py", after=_compiled("numba", tuple(STATE.items())))


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
    strays = np.abs(np.swapaxes(X, 0, 1) @ X - np.eye(d)).max()
    if strays > 1e-10:
        fail("X", f"inputs with max |X^T X - I| = {strays:.3g}", "whitened inputs, X^T X = I (multiply X by (X^T X)^(-1/2))")
