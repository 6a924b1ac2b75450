"""Exact trajectories of the two-layer linear network f(x) = gamma u.(W x) of any width, trained by gradient flow on one data
point or on inputs along one line, for arrays of initial conditions; every sign, every rate, without a case split.

>>> import numpy as np
>>> run = solve(np.array([0.0, 1.0, 50.0]), np.array([1.0, -0.5]), np.array([[0.5], [1.0]]), np.array([1.0]), 2.0)
>>> np.round(run.output, 9)
array([0.        , 1.99960563, 2.        ])
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from theoremtest.derivations.toolbox import latent_variable_form as form
from theoremtest.numerics.kernels.array_like import plain
from theoremtest.numerics.kernels.compiled import kernel
from theoremtest.numerics.models._arguments import array, checked_times, fail
from theoremtest.numerics.models._backends import BACKENDS, checked_threads, chosen_backend, holds_tensors, start_of
from theoremtest.numerics.models._latent_variable_start import Plane, Start
from theoremtest.numerics.models._latent_variable_trajectories import RESCALING, LatentTrajectories
from theoremtest.numerics.models._on_tensors import length_of, on_tensors
from theoremtest.numerics.models._sweeps import mapped, swept

__all__ = ["BACKENDS", "RESCALING", "LatentTrajectories", "solve", "one_point"]

_FORMS = {"fall": form.fall, "push": form.push, "reach": form.reach, "left": form.left}
_ENTRIES = 1 << 20  # entries of W prepared at once
_LARGEST, _SMALLEST = 1e30, 1e-30


def solve(times: Any, u0: Any, W0: Any, x: Any, y: Any, gamma: Any = 1.0, eta_u: Any = 1.0, eta_w: Any = 1.0, backend: str = "auto", *,
          threads: int = 1, device: str | None = None) -> LatentTrajectories:
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
    backend    "auto": Torch where a tensor came in or ``device`` is a GPU, else Numba where it is installed (the fastest at every size),
               else NumPy. Or "numpy", "numba" (compiled once, then cached), "torch" (``device`` says where).
    threads    number of threads for batches.

    Leading shapes broadcast together. Results have shape (..., T) for numbers and (..., T, d), (..., T, d, d0) for vectors
    and matrices; without the T axis if ``times`` is a number. The start is returned exactly at time 0. Where an argument is a
    Torch tensor, so are the results, on its device, and autograd goes through them.
    Raises TypeError for types other than float64 (and integers), ValueError for NaN, infinity, magnitudes beyond 1e30, a
    gamma, x or rate below 1e-30 that is not zero, shapes that do not match, times that decrease or are negative, bad rates.
    """
    given = {"times": times, "u0": u0, "W0": W0, "x": x, "y": y, "gamma": gamma, "eta_u": eta_u, "eta_w": eta_w}
    tensors = holds_tensors(*given.values())
    backend, device = chosen_backend(backend, tensors, device)
    checked_threads(threads)
    if tensors:
        from theoremtest.numerics.models._tensors import latent_variable

        return latent_variable(given, device)
    times = checked_times(times)
    inputs, batch = _checked(u0, W0, x, y, gamma, eta_u, eta_w)
    begun = _prepared(inputs, threads, start_of("latent_variable", backend))
    values = swept(_compiled(backend), lambda here: {name: value[here] for name, value in begun.constants.items()}, begun.s.size,
                   np.atleast_1d(times), backend=backend, device=device, threads=threads)
    values = {name: value.reshape(batch + times.shape) for name, value in zip(_FORMS, values)}
    return LatentTrajectories(times=times, backend=backend, batch=batch, inputs=inputs, start=begun, **values)


@on_tensors("X", "targets")
def one_point(X: Any, targets: Any) -> tuple[np.ndarray, np.float64]:
    """The data point (x, y) whose flow is that of the mean squared error over inputs along one line.

    X (N, d0) holds the inputs a_i n, ``targets`` (N,) theirs; x = sqrt(E[a^2]) n and y = E[a target]/sqrt(E[a^2]) (Xu and
    Ziyin 2024, Proposition 1). The losses differ by a constant. For the loss that sums over the N inputs multiply both x and
    y by sqrt(N). Raises ValueError if the inputs do not lie on one line through the origin.
    """
    X, targets = array("X", X, least=2), array("targets", targets, least=1)
    if X.ndim != 2 or X.shape[0] == 0 or targets.shape != X.shape[:1]:
        fail("X, targets", f"shapes {X.shape} and {targets.shape}", "(N, d0) and (N,) with N at least 1")
    longest = X[np.argmax(plain(np.abs(X).max(axis=1, initial=0.0)))]
    length = length_of(longest)
    if length == 0:
        return np.zeros_like(longest), 0.0 * targets[0]
    unit = longest / length
    along = X @ unit
    strays = np.abs(X - along[:, None] * unit).max()
    if strays > 1e-12 * length:
        fail("X", f"inputs that leave the line through the longest one by {strays:.3g}", "inputs along one line through the origin")
    count = X.shape[0]
    size = np.sqrt((along**2).sum() / count)
    return size * unit, (along * targets).sum() / count / size


def _prepared(inputs, threads, start):
    rows, d, d0 = inputs["W0"].shape
    step = max(1, _ENTRIES // max(1, d * d0))
    parts = mapped(lambda here: start(**{name: value[here] for name, value in inputs.items()}), rows, step, threads)
    if len(parts) == 1:
        return parts[0]

    def joined(values):
        if isinstance(values[0], dict):
            return {name: joined([value[name] for value in values]) for name in values[0]}
        if isinstance(values[0], Plane):
            return Plane(*(joined(list(column)) for column in zip(*values)))
        return np.concatenate(values)

    return Start(**{item.name: joined([getattr(part, item.name) for part in parts]) for item in fields(Start)})


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
