"""Fig. 6.3 of Nam's thesis on small data: the features of a network of four layers that learns classes of Gaussian points, with its
targets, with targets that are divided by a constant, and in its last layer alone.

The thesis has MNIST. As its Section 6.2.2 asks, outputs are counted from those at the start, so that they begin at zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from theoremtest.numerics.experiments.nam2024_classes import classes
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.recorded import recorded
from theoremtest.numerics.training.threads import one_thread


@dataclass(frozen=True)
class Seen:
    """The points as the trained network sees them: `features` (n, width) of its last hidden layer, `target` and `output` (n, classes), and
    `left`, the part of the targets' square that is not learned."""

    features: np.ndarray
    target: np.ndarray
    output: np.ndarray
    left: float


def trained(downscaled: float = 1.0, last_only: bool = False, width: int = 64, count: int = 10, steps: int = 1500, rate: float = 0.03,
            momentum: float = 0.9, size: float = 0.5, seed: int = 0) -> Seen:
    """Full batches of half the mean squared error, with targets divided by `downscaled`; size: of the start, over that of He.

    Raises MissingExtra without torch.
    """
    torch = require_torch()
    random = np.random.default_rng(seed)
    points, target = (torch.from_numpy(part) for part in classes(count, seed))
    goal, sizes = target / downscaled, (points.shape[1], width, width, width, count)
    weights = [torch.from_numpy(random.standard_normal((one, other)) * size * np.sqrt(2 / one))
               for one, other in zip(sizes, sizes[1:], strict=False)]

    def hidden(layers: Sequence[Any]) -> Any:
        at = points
        for weight in layers:
            at = (at @ weight).relu()
        return at
    fixed = hidden(weights[:-1])
    begun = fixed @ weights[-1]
    kept, moving = (weights[:-1], weights[-1:]) if last_only else ([], weights)

    def update(*given: Any) -> tuple[Any, ...]:
        leaves, speeds = [one.detach().requires_grad_() for one in given[:len(moving)]], given[len(moving):]
        gap = (fixed if last_only else hidden(leaves[:-1])) @ leaves[-1] - begun - goal
        slopes = torch.autograd.grad(gap.square().sum(1).mean().div(2), leaves)
        speeds = [momentum * speed + slope for speed, slope in zip(speeds, slopes, strict=True)]
        return *(leaf.detach().add(speed, alpha=-rate) for leaf, speed in zip(leaves, speeds, strict=True)), *speeds
    with one_thread():
        state = (*moving, *(torch.zeros_like(one) for one in moving))
        updated = recorded(update, *state)
        for _ in range(steps):
            state = updated(*state)
        weights = [*kept, *state[:len(moving)]]
        features = hidden(weights[:-1])
        output = features @ weights[-1] - begun
    left = float((output - goal).square().sum() / goal.square().sum())
    return Seen(features.numpy(), target.numpy(), output.numpy(), left)
