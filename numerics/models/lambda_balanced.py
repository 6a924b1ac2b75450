"""Exact trajectories of lambda-balanced two-layer linear networks of any shape, for arrays of starts: the solution of the matrix Riccati
equation in a form that stays exact at any lambda, at any time, and where B is singular.

>>> import numpy as np
>>> W1, W2 = balanced_layers(np.diag([0.1, -0.2]), 0.5)
>>> run = solve(np.array([0.0, 1.0, 50.0]), W1, W2, np.diag([2.0, 1.0]))
>>> np.round(run.function[:, 1, 1], 6)
array([-0.2     ,  0.338226,  1.      ])
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.models import _lambda_balanced_sweep as sweep_module
from theoremtest.numerics.models._arguments import array, checked_times, fail
from theoremtest.numerics.models._backends import BACKENDS, checked_threads, chosen_backend, holds_tensors
from theoremtest.numerics.models._balanced_layers import TOLERANCE, balance, balanced_initialisation, balanced_layers, rebalanced
from theoremtest.numerics.models._lambda_balanced_layers import sweep
from theoremtest.numerics.models._lambda_balanced_start import start
from theoremtest.numerics.models._lambda_balanced_trajectories import LambdaTrajectories
from theoremtest.numerics.models._sweeps import mapped

__all__ = ["BACKENDS", "TOLERANCE", "LambdaTrajectories", "balance", "balanced_initialisation", "balanced_layers", "from_function",
           "rebalanced", "solve"]

_LARGEST = 1e30
_ROWS = 256  # starts prepared and swept at once


def solve(times: Any, W1: Any, W2: Any, Sigma: Any, tau: Any = 1.0, backend: str = "auto", *, lam: Any = None, threads: int = 1,
          device: str | None = None) -> LambdaTrajectories:
    """Exact gradient-flow trajectories of W_2 W_1 x on whitened inputs from lambda-balanced layers, for the mean squared error.

    Solves tau W_1' = W_2^T (Sigma - W_2 W_1), tau W_2' = (Sigma - W_2 W_1) W_1^T with W_2^T W_2 - W_1 W_1^T = lambda I by Q Q^T of
    Dominé et al. 2025, Theorem 4.3, Eqs. 10-15 (formulas reconstructed: the stored text lost them), in a stable form that needs
    neither an invertible B nor N_h = min(N_i, N_o) (see ``_lambda_balanced_sweep``).

    times      (T,) or a number: nonnegative, nondecreasing; in units of [tau]/[Sigma].
    W1, W2     (..., N_h, N_i) and (..., N_o, N_h): the layers at time 0, balanced to ``TOLERANCE`` of their squared norms.
    Sigma      (..., N_o, N_i): the correlation of outputs and inputs, <y x^T>; any rank.
    tau        (...) or a number: the time constant, one over the learning rate; positive.
    backend    "auto": Torch where a tensor came in or ``device`` is a GPU, else Numba where it is installed (the fastest at every size),
               else NumPy. Or "numpy", "numba" (compiled once, then cached), "torch" (``device`` says where).
    lam        (...) or a number: lambda, where it is known to more digits than the layers tell it; inferred if None.
    threads    number of threads for batches.

    Leading shapes broadcast together. Results have shape (..., T) and further axes; without the T axis if ``times`` is a number.
    Where an argument is a tensor, so are the results, and autograd goes through them, by steps that cost as many products of
    matrices as |F| t/tau/2; a slope is the flow's along directions that keep the layers balanced, and the closed form's elsewhere.
    Raises TypeError for types other than float64 (and integers), ValueError for NaN, infinity, magnitudes beyond 1e30, shapes that
    do not match, times that decrease or are negative, tau <= 0, layers that are not balanced (with the distance).
    """
    given = {"times": times, "W1": W1, "W2": W2, "Sigma": Sigma, "tau": tau, "lam": lam}
    tensors = holds_tensors(*given.values())
    backend, device = chosen_backend(backend, tensors, device)
    checked_threads(threads)
    if tensors:
        from theoremtest.numerics.models._lambda_balanced_tensors import solve as solve_tensors

        return solve_tensors(given, device)
    times = checked_times(times)
    inputs, batch = checked(W1, W2, Sigma, tau, lam)
    moments = np.atleast_1d(times)
    (N_o, h), N_i = inputs["W2"].shape[1:], inputs["W1"].shape[2]
    factor = np.empty((len(inputs["lam"]), moments.size, N_i + N_o, h))

    def part(here):
        with np.errstate(under="ignore"):
            begun = start(*(inputs[name][here] for name in ("W1", "W2", "Sigma", "lam")))
            _SWEEPS[backend](begun, moments / inputs["tau"][here, None], factor[here], device)

    mapped(part, len(factor), _ROWS, threads)
    factor = factor.reshape(batch + times.shape + factor.shape[2:])
    return LambdaTrajectories(times=times, backend=backend, batch=batch, inputs=inputs, factor=factor)


def from_function(times: Any, function: Any, lam: Any, Sigma: Any, tau: Any = 1.0, backend: str = "auto", *, hidden: int | None = None,
                  rotation: Any = None, threads: int = 1, device: str | None = None) -> LambdaTrajectories:
    """As ``solve``, from lambda and the network function at time 0 (..., N_o, N_i), which decide everything up to the rotation of the
    hidden neurons (Dominé et al. 2025, Theorem 5.2, Eq. 18, reconstructed); ``hidden``, ``rotation`` and their errors as
    ``balanced_layers``, tensors included.
    """
    W1, W2 = balanced_layers(function, lam, hidden, rotation)
    return solve(times, W1, W2, Sigma, tau, backend, lam=lam, threads=threads, device=device)


def _sweep_numpy(begun, times, target, device):
    target[...] = sweep_module.factors(begun, times, np, np.empty)


def _sweep_numba(begun, times, target, device):
    sweep(begun, times, target)


def _sweep_torch(begun, times, target, device):
    import torch

    from theoremtest.numerics.models._lambda_balanced_tensors import swept

    with torch.no_grad():
        target[...] = swept(begun, torch.tensor(times, device=device)).cpu().numpy()


_SWEEPS = {"numpy": _sweep_numpy, "numba": _sweep_numba, "torch": _sweep_torch}


def checked(W1: Any, W2: Any, Sigma: Any, tau: Any, lam: Any) -> tuple[dict[str, np.ndarray], tuple[int, ...]]:
    """The arguments of ``solve`` as arrays, flat over the batch, and the batch's shape. Raises as ``solve``."""
    matrices = {"W1": array("W1", W1, least=2), "W2": array("W2", W2, least=2), "Sigma": array("Sigma", Sigma, least=2)}
    numbers = {"tau": array("tau", tau)} | ({} if lam is None else {"lam": array("lam", lam)})
    (h, N_i), (N_o, other) = matrices["W1"].shape[-2:], matrices["W2"].shape[-2:]
    if h != other or matrices["Sigma"].shape[-2:] != (N_o, N_i):
        fail("W1, W2, Sigma", f"shapes {', '.join(str(value.shape) for value in matrices.values())}",
             "(..., N_h, N_i), (..., N_o, N_h) and (..., N_o, N_i)")
    if 0 in (h, N_i, N_o):
        fail("W1, W2", f"shapes {matrices['W1'].shape} and {matrices['W2'].shape}", "at least one neuron in each layer")
    for name, value in (matrices | numbers).items():
        if value.size and np.abs(value).max() > _LARGEST:
            fail(name, f"{np.abs(value).max():.3g} in magnitude", f"magnitudes up to {_LARGEST:g}")
    if (numbers["tau"] < 1 / _LARGEST).any():
        fail("tau", numbers["tau"].min(), f"a time constant of at least {1 / _LARGEST:g}")
    shapes = {name: value.shape[:-2] for name, value in matrices.items()} | {name: value.shape for name, value in numbers.items()}
    try:
        batch = np.broadcast_shapes(*shapes.values())
    except ValueError:
        fail("leading shapes", ", ".join(f"{name} {shape}" for name, shape in shapes.items()), "shapes that broadcast together")
    rows = int(np.prod(batch, dtype=np.int64))
    inputs = {name: np.broadcast_to(value, batch + value.shape[-2:]).reshape((rows, *value.shape[-2:])) for name, value in matrices.items()}
    inputs |= {name: np.array(np.broadcast_to(value, batch).reshape(rows)) for name, value in numbers.items()}
    inputs["lam"] = _balanced(inputs, numbers.get("lam") is not None)
    return inputs, batch


def _balanced(inputs, given):
    """lambda per start; ValueError where the layers are not balanced, or not with the lambda that is given."""
    W1, W2 = inputs["W1"], inputs["W2"]
    found, apart = balance(W1, W2)
    lam = inputs["lam"] if given else found
    size = np.maximum((W1**2).sum(axis=(1, 2)), (W2**2).sum(axis=(1, 2)))
    apart = apart + np.abs(lam - found) / np.where(size > 0, size, 1.0)
    if (apart > TOLERANCE).any():
        worst = int(np.argmax(apart))
        fail("W1, W2", f"W2^T W2 - W1 W1^T that strays from {lam[worst]:.6g} I by {apart[worst]:.3g} of the squared norms",
             f"lambda-balanced layers, to {TOLERANCE:g} (balanced_layers and rebalanced make such)")
    return lam


