"""Exact trajectories of diagonal linear networks f(x) = sum_i a_i b_i x_i trained by gradient flow, mode by mode, for arrays of modes and
starts: balanced or not, any sign, zero products included, without a case split; with the times at which modes emerge and saturate.

>>> import numpy as np
>>> run = solve(np.array([0.0, 4.0, 50.0]), 1e-3, 1e-3, 1.0, variance=np.array([2.0, 1.0]))
>>> np.round(run.strength, 6)
array([[1.00000e-06, 8.98848e-01, 1.00000e+00],
       [1.00000e-06, 2.97200e-03, 1.00000e+00]])
>>> np.round(run.emergence_time(0.05), 6), np.round(run.saturation_time(0.05), 6)
(array([2.717768, 5.435535]), array([1.472219, 2.944439]))
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from theoremtest.derivations.toolbox import diagonal_linear_form as form
from theoremtest.numerics.kernels.compiled import kernel
from theoremtest.numerics.models._arguments import array, checked_times, fail
from theoremtest.numerics.models._backends import BACKENDS, checked_threads, chosen_backend, holds_tensors, start_of
from theoremtest.numerics.models._diagonal_linear_trajectories import DiagonalTrajectories
from theoremtest.numerics.models._sweeps import swept

__all__ = ["BACKENDS", "DiagonalTrajectories", "solve"]

_FORMS = {"fall": form.fall, "push": form.push, "left": form.left}
_LARGEST, _SMALLEST = 1e30, 1e-30


def solve(times: Any, a0: Any, b0: Any, target: Any, variance: Any = 1.0, eta: Any = 1.0, backend: str = "auto", *, threads: int = 1,
          device: str | None = None) -> DiagonalTrajectories:
    """Exact gradient-flow trajectories of the modes a, b for the loss sum_i E[x_i^2] (a_i b_i - S_i)^2/2.

    Solves a' = -eta E[x^2] b (a b - S), b' = -eta E[x^2] a (a b - S) (Nam 2024, Eqs. 3.6 and B.6) for every start, by way of the
    form that ``derivations.toolbox.diagonal_linear_form`` derives; for a_0 = b_0 it is the sigmoid of Eq. (3.9).

    times      (T,) or a number: nonnegative, nondecreasing; in units of the inverse learning rate.
    a0, b0     (...) or numbers: the weights at time 0, any sign, zero allowed.
    target     (...) or a number: the target scale S, any sign, zero allowed.
    variance   (...) or a number: E[x_i^2] (for skills their frequency); nonnegative.
    eta        (...) or a number: the learning rate; nonnegative. Where variance or eta is 0 nothing learns.
    backend    "auto": Torch where a tensor came in or ``device`` is a GPU, else Numba where it is installed (the fastest at every size),
               else NumPy. Or "numpy", "numba" (compiled once, then cached), "torch" (``device`` says where).
    threads    number of threads for batches.

    Leading shapes broadcast together; modes of a network are an axis like any other. Results have shape (..., T), or (...) if
    ``times`` is a number. The start is returned exactly at time 0. A start within 1e-250 of the saddle's stable manifold
    (relative to (4 S^2 + C^2)^(1/4)) is taken to lie on it. Where an argument is a Torch tensor, so are the results, on its device,
    and autograd goes through them.
    Raises TypeError for types other than float64 (and integers), ValueError for NaN, infinity, magnitudes beyond 1e30, a
    variance or rate below 1e-30 that is not zero, shapes that do not match, times that decrease or are negative, negative rates.
    """
    given = {"times": times, "a0": a0, "b0": b0, "target": target, "variance": variance, "eta": eta}
    tensors = holds_tensors(*given.values())
    backend, device = chosen_backend(backend, tensors, device)
    checked_threads(threads)
    if tensors:
        from theoremtest.numerics.models._tensors import diagonal_linear

        return diagonal_linear(given, device)
    times = checked_times(times)
    inputs, batch = _checked(a0, b0, target, variance, eta)
    begun = start_of("diagonal_linear", backend)(**inputs)
    values = swept(_compiled(backend), lambda here: {name: value[here] for name, value in begun.constants.items()}, begun.s.size,
                   np.atleast_1d(times), backend=backend, device=device, threads=threads)
    values = {name: value.reshape(batch + times.shape) for name, value in zip(_FORMS, values)}
    return DiagonalTrajectories(times=times, backend=backend, batch=batch, inputs=inputs, start=begun, **values)


@cache
def _compiled(backend):
    return kernel(list(_FORMS.values()), [*form.CONSTANTS, form.t], backend=backend, name="diagonal_linear",
                  along=form.t if backend == "numba" else None)


def _checked(a0, b0, target, variance, eta):
    given = {"a0": a0, "b0": b0, "target": target, "variance": variance, "eta": eta}
    values = {name: array(name, value) for name, value in given.items()}
    for name, value in values.items():
        if value.size and np.abs(value).max() > _LARGEST:
            fail(name, f"{np.abs(value).max():.3g} in magnitude", f"magnitudes up to {_LARGEST:g}")
    for name in ("variance", "eta"):
        if (values[name] < 0).any():
            fail(name, f"{values[name].min():g}", "numbers of at least 0")
        small = (values[name] > 0) & (values[name] < _SMALLEST)
        if small.any():
            fail(name, f"{values[name][small].min():.3g}", f"zero, or numbers of at least {_SMALLEST:g}")
    try:
        batch = np.broadcast_shapes(*(value.shape for value in values.values()))
    except ValueError:
        fail("shapes", ", ".join(f"{name} {value.shape}" for name, value in values.items()), "shapes that broadcast together")
    return {name: np.ascontiguousarray(np.broadcast_to(value, batch)).reshape(-1) for name, value in values.items()}, batch
