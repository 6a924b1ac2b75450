"""What a training run returns: parameters and losses of every network at every requested time, and what a grid of times is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from theoremtest.numerics.training.networks import Network


@dataclass(frozen=True)
class TrainingRun:
    """A batch of training runs, as NumPy arrays on the host. `batch` stands for the leading batch dimensions.

    Attributes:
        network: the network that was trained.
        times: (times,), in the units in which theta' = -eta dL/dtheta.
        parameters: for every layer (*batch, times, *layer).
        losses: (*batch, times), in the loss convention asked for.
        steps: (*batch,) accepted steps of the integrator, or updates of gradient descent.
        rejected: (*batch,) steps that were tried and rejected; zero for gradient descent.
        forced: (*batch,) accepted steps whose estimated error was above the tolerance; zero unless a `min_step` was given,
            and for gradient descent.
        reached: (*batch,) how many of the times were reached; parameters and losses are NaN after them. Equal to the
            number of times everywhere unless the run was interrupted or failed.
        device: where it ran.
    """

    network: Network
    times: np.ndarray
    parameters: Mapping[str, np.ndarray]
    losses: np.ndarray
    steps: np.ndarray
    rejected: np.ndarray
    forced: np.ndarray
    reached: np.ndarray
    device: str

    @property
    def complete(self) -> bool:
        """Whether every network reached every time."""
        return bool((self.reached == len(self.times)).all())

    def final(self) -> dict[str, np.ndarray]:
        """The parameters (*batch, *layer) at the last time."""
        axis = self.losses.ndim - 1
        return {name: np.take(value, -1, axis=axis) for name, value in self.parameters.items()}


def time_grid(times: Any) -> np.ndarray:
    """`times` as a float64 array (times,), checked to be finite, not negative and increasing."""
    grid = np.atleast_1d(np.asarray(times, dtype=np.float64))
    if grid.ndim != 1 or grid.size == 0:
        raise ValueError(f"times has shape {grid.shape}; one axis with at least one time is expected")
    if not np.isfinite(grid).all() or grid[0] < 0 or not (np.diff(grid) > 0).all():
        raise ValueError(f"times runs from {grid[0]} to {grid[-1]}; it must be finite, not negative and strictly increasing")
    return grid
