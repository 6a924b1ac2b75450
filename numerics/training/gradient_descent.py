"""Full-batch discrete gradient descent: the same networks, data, losses and rates as gradient flow, in steps of finite size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from theoremtest.numerics.torch_backend import choose_device, require_torch
from theoremtest.numerics.training.networks import Network
from theoremtest.numerics.training.problem import Rates, pose
from theoremtest.numerics.training.recorded import Recorded
from theoremtest.numerics.training.run import TrainingRun, time_grid


def descend(
    network: Network,
    params0: Mapping[str, Any],
    X: Any,
    y: Any,
    times: Any,
    rates: Rates = 1.0,
    *,
    step: float,
    loss: str = "half_sum",
    device: str = "auto",
    replay: bool = False,
) -> TrainingRun:
    """Gradient descent theta <- theta - step eta dL/dtheta, recorded after time / step updates for every time.

    It tends to `gradient_flow.flow` as the step tends to zero, at a distance in proportion to the step.

    Args:
        step: the time that one update stands for; every one of `times` must be a whole multiple of it.
        network, params0, X, y, times, rates, loss, device, replay: as for `gradient_flow.flow`.

    Raises:
        MissingExtra, TypeError, ValueError, KeyError: as `gradient_flow.flow`; ValueError if a time is no multiple of
            the step, and FloatingPointError if the parameters overflow (the step is too large for the loss's curvature).
    """
    where = choose_device(device)
    grid = time_grid(times)
    if not 0 < step < np.inf:
        raise ValueError(f"step is {step}; it must be positive and finite")
    updates = np.rint(grid / step).astype(np.int64)
    off = np.abs(updates * step - grid) > 1e-9 * step * np.maximum(updates, 1)
    if off.any():
        raise ValueError(f"time {grid[off][0]} is no whole multiple of the step {step}")
    torch = require_torch()
    problem, state, batch = pose(network, params0, X, y, rates, loss, where)
    systems = Recorded(problem) if replay and where.type == "cpu" else problem
    kept, losses, done = [], [], 0
    for wanted in updates:
        for _ in range(int(wanted) - done):
            state = state + step * systems.velocity(state)
        done = int(wanted)
        if not bool(torch.isfinite(state).all()):
            raise FloatingPointError(f"the parameters overflow within {done} updates of step {step}: take a smaller step")
        kept.append(state)
        losses.append(problem.loss(state))
    shape = (*batch, len(grid))
    layers = problem.unpack(torch.stack(kept, dim=1).cpu())
    return TrainingRun(
        network=network,
        times=grid,
        parameters={name: value.numpy().reshape(*shape, *problem.shapes[name]) for name, value in layers.items()},
        losses=torch.stack(losses, dim=1).cpu().numpy().reshape(shape),
        steps=np.full(batch, done),
        rejected=np.zeros(batch, dtype=np.int64),
        forced=np.zeros(batch, dtype=np.int64),
        reached=np.full(batch, len(grid)),
        device=str(where),
    )
