"""Phase diagrams of Dominé et al. 2025, Figs. 8-10: loss and kernel distance over absolute scale and lambda, by architecture.

The absolute scale is the norm |W_2(0) W_1(0)|. Sizes, ranges and times are ours, the stored text lost the paper's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.experiments.domine2025_dynamics import ARCHITECTURES
from theoremtest.numerics.experiments.domine2025_training import Runs, compared
from theoremtest.numerics.models.lambda_balanced import balanced_layers, solve

SCALES = np.linspace(0.25, 10.0, 21)
LAMBDAS = np.linspace(-10.0, 10.0, 21)
TIMES = np.array([0.0, 0.05, 0.5, 100.0])
"""Start, early, midway, converged; in units of tau."""
DRAWS = 10


@dataclass(frozen=True)
class Plane:
    """Means over draws of log10 of loss and kernel distance, (T, scales, lambdas) each; -inf for the kernel distance at the start."""

    scales: np.ndarray
    lambdas: np.ndarray
    times: np.ndarray
    loss: np.ndarray
    kernel_distance: np.ndarray


def tasks(architecture: str, draws: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Functions of norm one to start from and tasks, each (draws, N_o, N_i); a square's start has a determinant of its task's sign.

    At lambda = 0 a square network's determinant keeps its sign, so that from the other half of starts it ends at a saddle.
    """
    N_i, _, N_o = ARCHITECTURES[architecture]
    random = np.random.default_rng(seed)
    functions, Sigma = random.normal(size=(2, draws, N_o, N_i))
    if N_i == N_o:
        functions[:, 0] *= (np.sign(np.linalg.det(functions)) * np.sign(np.linalg.det(Sigma)))[:, None]
    return functions / np.linalg.norm(functions, axis=(-2, -1), keepdims=True), Sigma


def plane(architecture: str, scales: np.ndarray = SCALES, lambdas: np.ndarray = LAMBDAS, times: np.ndarray = TIMES, draws: int = DRAWS,
          seed: int = 0) -> Plane:
    """The exact solution over scales and lambdas: the same draws of start and task at every point."""
    functions, Sigma = tasks(architecture, draws, seed)
    lams = np.broadcast_to(lambdas[:, None], (scales.size, lambdas.size, draws))
    W1, W2 = balanced_layers(scales[:, None, None, None, None] * functions, lams)
    run = solve(times, W1, W2, Sigma, lam=lams)
    with np.errstate(divide="ignore"):
        loss, distance = (np.moveaxis(np.log10(value).mean(axis=2), -1, 0) for value in (run.loss, run.kernel_distance))
    return Plane(scales, lambdas, times, loss, distance)


def spots(architecture: str, scales: np.ndarray, lambdas: np.ndarray, times: np.ndarray, seed: int = 0) -> Runs:
    """The first draw's networks at every pair of scale and lambda, trained and solved: (scales, lambdas, T, ...)."""
    functions, Sigma = (value[0] for value in tasks(architecture, DRAWS, seed))
    lams = np.broadcast_to(lambdas, (scales.size, lambdas.size))
    W1, W2 = balanced_layers(scales[:, None, None, None] * functions, lams)
    return compared(W1, W2, np.broadcast_to(Sigma, (scales.size, lambdas.size, *Sigma.shape)), times, lams)
