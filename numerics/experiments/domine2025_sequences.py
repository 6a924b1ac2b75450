"""One task after another: continual learning and reversal, Figs. 11 and 12 of Dominé et al. 2025.

Sizes and values are ours, the stored text lost the paper's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.experiments.domine2025_training import Runs, compared, trained
from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, balanced_layers, solve

VALUES = np.array([2.0, 1.5, 1.0])
"""Singular values of the reversal task; the first one's mode is reversed."""


@dataclass(frozen=True)
class TaskSequence:
    """Networks (one per lambda) that learn one task after another: losses (lambda, phase, T, task) of theory and simulation.

    Sigma (task, N_o, N_i); times (T,) within each phase.
    """

    times: np.ndarray
    Sigma: np.ndarray
    theory: np.ndarray
    simulation: np.ndarray

    @property
    def deviation(self) -> float:
        """The greatest distance of the two."""
        return float(np.abs(self.theory - self.simulation).max())


def continual(lams: Sequence[float], times: np.ndarray, tasks: int = 4, shape: tuple[int, int, int] = (5, 3, 3), scale: float = 0.05,
              seed: int = 4) -> TaskSequence:
    """Random regression tasks, each learned from where the one before ended; theory from theory's end, training from training's."""
    random = np.random.default_rng(seed)
    Sigma = random.normal(size=(tasks, shape[2], shape[0])) / np.sqrt(shape[1])
    lam = np.asarray(lams, dtype=float)
    layers = [balanced_initialisation(*shape, value, scale, seed + 1) for value in lam]
    exact = W1, W2 = np.array([first for first, _ in layers]), np.array([second for _, second in layers])
    theory, simulation = [], []
    for task in Sigma:
        tasks_now = np.broadcast_to(task, (lam.size, *task.shape))
        solved, simulated = solve(times, *exact, tasks_now, lam=lam), trained(W1, W2, tasks_now, times)
        for found, losses in ((solved, theory), (simulated, simulation)):
            losses.append(((found.function[:, :, None] - Sigma) ** 2).sum(axis=(-2, -1)) / 2)
        exact, (W1, W2) = (solved.W1[:, -1], solved.W2[:, -1]), (simulated.W1[:, -1], simulated.W2[:, -1])
    return TaskSequence(times, Sigma, np.stack(theory, axis=1), np.stack(simulation, axis=1))


def forgetting(Sigma: np.ndarray) -> np.ndarray:
    """How much the loss on task i rises by learning task k where i was learned last, |Sigma_k - Sigma_i|^2/2, (i, k) (Appendix D.1)."""
    return ((Sigma[None] - Sigma[:, None]) ** 2).sum(axis=(-2, -1)) / 2


def frames(size: int = len(VALUES), seed: int = 11) -> tuple[np.ndarray, ...]:
    """Random orthogonal U, V and R."""
    random = np.random.default_rng(seed)
    return tuple(np.linalg.qr(random.normal(size=(size, size)))[0] for _ in range(3))


def reversal(lams: Sequence[float], times: np.ndarray, reversed_modes: int = 1) -> Runs:
    """Square networks that know a task and learn it anew with the first right singular vectors turned around.

    The start of every lambda is U S V^T; with no reversed mode it is a tenth of that, on the way to the task.
    """
    U, V, R = frames()
    lam = np.asarray(lams, dtype=float)
    signs = np.where(np.arange(len(VALUES)) < reversed_modes, -1.0, 1.0)
    start = VALUES if reversed_modes else VALUES / 10
    layers = [balanced_layers((U * start) @ V.T, value, rotation=R) for value in lam]
    Sigma = np.broadcast_to((U * (signs * VALUES)) @ V.T, (lam.size, len(VALUES), len(VALUES)))
    W1, W2 = (np.array([pair[part] for pair in layers]) for part in (0, 1))
    return compared(W1, W2, Sigma, times, lam)


def learned_at(times: np.ndarray, loss: np.ndarray, share: float = 0.01) -> np.ndarray:
    """The first of the times (T,) at which the loss (..., T) is below this share of its start; infinite where it never is."""
    below = loss < share * loss[..., :1]
    return np.where(below.any(axis=-1), times[np.argmax(below, axis=-1)], np.inf)
