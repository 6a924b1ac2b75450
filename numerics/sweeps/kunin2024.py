"""Sweeps of Kunin et al. 2024: how far the tangent kernel of a single neuron moves, over scale, balance and time."""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.experiments.kunin2024_single_neuron import BETA_0, BETA_STAR, start
from theoremtest.numerics.models.single_neuron import solve

from .named import Named


def kernel_distance(scale: np.ndarray, delta: np.ndarray, time: np.ndarray) -> dict[str, np.ndarray]:
    """Kernel distance from the start and loss of a neuron that begins at `scale` times (-1, 0) with a^2 - |w|^2 = `delta`."""
    scales, deltas = np.broadcast_arrays(scale[..., 0], delta[..., 0])
    run = solve(time.ravel(), *start(scales[..., None] * BETA_0, deltas), BETA_STAR, delta=deltas)
    return {"kernel_distance": run.kernel_distance, "loss": run.loss}


SWEEPS = (
    Named("kunin2024_kernel_distance", "Kunin et al. 2024, Figs. 1 and 3, for the single neuron of Eqs. (14) and (15)", kernel_distance,
          {"scale": np.geomspace(1e-2, 10.0, 200), "delta": np.linspace(-8.0, 8.0, 201), "time": np.array([0.5, 2.0, 100.0])},
          {"scale": "length of beta_0", "delta": "conserved a^2 - |w|^2", "time": "time of gradient flow",
           "kernel_distance": "kernel distance S(0, t)", "loss": "|a w - beta_*|^2/2"}),
)
