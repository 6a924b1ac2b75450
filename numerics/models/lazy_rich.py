"""Exact trajectories of the scalar network f(x) = a.b x/Z of any width trained by gradient flow, for arrays of starts: every start, sign
and scale, from lazy to rich, without a case split; with the times at which parts of the target are learned.

>>> import numpy as np
>>> a0 = np.array([1.0, -1.0, 1.0, 1.0])
>>> run = solve(np.array([0.0, 0.5, 50.0]), a0, np.array([1.0, 1.0, -1.0, 1.0]), np.array([3.0, 0.3]), Z=2.0)
>>> np.round(run.theta, 6)
array([[0.      , 2.087532, 3.      ],
       [0.      , 0.189845, 0.3     ]])
>>> np.round(run.lazy_theta[:, 1], 6), np.round(run.gamma_end, 6)
(array([1.896362, 0.189636]), array([3.302776, 1.161187]))
>>> np.round(run.learning_time(0.5), 6)
array([0.315967, 0.346191])
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.models import latent_variable
from theoremtest.numerics.models._arguments import array, checked_times, fail
from theoremtest.numerics.models._backends import BACKENDS, checked_threads, chosen_backend, holds_tensors, start_of
from theoremtest.numerics.models._lazy_rich_trajectories import LazyRichTrajectories
from theoremtest.numerics.models._sweeps import swept

__all__ = ["BACKENDS", "LazyRichTrajectories", "solve"]

_LARGEST, _SMALLEST = 1e30, 1e-30


def solve(times: Any, a0: Any, b0: Any, target: Any, Z: Any = 1.0, variance: Any = 1.0, eta: Any = 1.0, backend: str = "auto", *,
          threads: int = 1, device: str | None = None) -> LazyRichTrajectories:
    """Exact gradient-flow trajectories of the layers a, b for the loss E[x^2] (theta - S)^2/2, theta = a.b/Z.

    Solves a' = -eta E[x^2]/Z (theta - S) b, b' = -eta E[x^2]/Z (theta - S) a, the scalar network of Nam 2024, Chapter 6, for every start,
    by way of the form that ``derivations.toolbox.latent_variable_form`` derives; of this network it is the case with one input. Nam's
    Theorem 1 has this solution in time 2 t: its exponent belongs to the loss that is not halved, which is eta = 2 here.

    times      (T,) or a number: nonnegative, nondecreasing; in units of the inverse learning rate.
    a0, b0     (..., p): the layers at time 0, any sign; equal, opposed (b = -a) and zero ones included.
    target     (...) or a number: the target scale S, any sign, zero allowed.
    Z          (...) or a number: what the function is divided by, of either sign, not zero; sqrt(p) is NTK initialisation.
    variance   (...) or a number: E[x^2]; nonnegative.
    eta        (...) or a number: the learning rate; nonnegative. Where variance or eta is 0 nothing learns.
    backend    "auto": Torch where a tensor came in or ``device`` is a GPU, else Numba where it is installed (the fastest at every size),
               else NumPy. Or "numpy", "numba" (compiled once, then cached), "torch" (``device`` says where).
    threads    number of threads for batches.

    Leading shapes broadcast together. Results have shape (..., T) for numbers and (..., T, p) for layers; without the T axis if
    ``times`` is a number. The start is returned exactly at time 0. From b = -a with Z S > 0 (from b = a with Z S < 0) all weights decay and
    theta tends to 0, a saddle; a start within 1e-250 of these (relative to the square root of the rate) is taken to be one of them. Where
    an argument is a Torch tensor, so are the results, on its device, and autograd goes through them.
    Raises TypeError for types other than float64 (and integers), ValueError for NaN, infinity, magnitudes beyond 1e30, a Z of 0 or below
    1e-30 in magnitude, a variance or rate below 1e-30 that is not zero, shapes that do not match, times that decrease or are negative,
    negative rates.
    """
    given = {"times": times, "a0": a0, "b0": b0, "target": target, "Z": Z, "variance": variance, "eta": eta}
    tensors = holds_tensors(*given.values())
    backend, device = chosen_backend(backend, tensors, device)
    checked_threads(threads)
    if tensors:
        from theoremtest.numerics.models._tensors import lazy_rich

        return lazy_rich(given, device)
    times = checked_times(times)
    inputs, batch = _checked(a0, b0, target, Z, variance, eta)
    begun = start_of("lazy_rich", backend)(**inputs)
    forms = latent_variable._FORMS
    values = swept(latent_variable._compiled(backend), lambda here: {name: value[here] for name, value in begun.constants.items()},
                   begun.kappa.size, np.atleast_1d(times), backend=backend, device=device, threads=threads)
    values = {name: value.reshape(batch + times.shape) for name, value in zip(forms, values)}
    return LazyRichTrajectories(times=times, backend=backend, batch=batch, inputs=inputs, start=begun, **values)


def _checked(a0, b0, target, Z, variance, eta):
    layers = {"a0": array("a0", a0, least=1), "b0": array("b0", b0, least=1)}
    numbers = {name: array(name, value) for name, value in (("target", target), ("Z", Z), ("variance", variance), ("eta", eta))}
    p = layers["a0"].shape[-1]
    if layers["b0"].shape[-1] != p or p == 0:
        fail("a0, b0", f"shapes {layers['a0'].shape} and {layers['b0'].shape}", "(..., p) each, with p at least 1")
    for name, value in (layers | numbers).items():
        if value.size and np.abs(value).max() > _LARGEST:
            fail(name, f"{np.abs(value).max():.3g} in magnitude", f"magnitudes up to {_LARGEST:g}")
    if (numbers["Z"] == 0).any():
        fail("Z", "0", "numbers other than 0 (the function is divided by Z)")
    for name in ("Z", "variance", "eta"):
        if name != "Z" and (numbers[name] < 0).any():
            fail(name, f"{numbers[name].min():g}", "numbers of at least 0")
        size = np.abs(numbers[name])
        small = (size > 0) & (size < _SMALLEST)
        if small.any():
            least = f"a magnitude of at least {_SMALLEST:g}"
            fail(name, f"{size[small].min():.3g}", least if name == "Z" else f"zero, or {least}")
    try:
        batch = np.broadcast_shapes(*(value.shape[:-1] for value in layers.values()), *(value.shape for value in numbers.values()))
    except ValueError:
        shapes = {name: value.shape[:-1] for name, value in layers.items()} | {name: value.shape for name, value in numbers.items()}
        fail("leading shapes", ", ".join(f"{name} {shape}" for name, shape in shapes.items()), "shapes that broadcast together")
    rows = int(np.prod(batch, dtype=np.int64))
    inputs = {name: np.broadcast_to(value, (*batch, p)).reshape(rows, p) for name, value in layers.items()}
    inputs |= {name: np.broadcast_to(value, batch).reshape(rows) for name, value in numbers.items()}
    return {name: np.ascontiguousarray(value) for name, value in inputs.items()}, batch
