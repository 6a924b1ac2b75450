"""Sweeps of Dominé et al. 2025, Figs. 8 to 10: loss and kernel distance over absolute scale and lambda, by architecture."""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.experiments.domine2025_scales import plane

from .named import Named


def scale_and_lambda(scale: np.ndarray, lam: np.ndarray, time: np.ndarray, architecture: str) -> dict[str, np.ndarray]:
    """Means over ten draws of log10 of loss and kernel distance."""
    found = plane(architecture, scale.ravel(), lam.ravel(), time.ravel())
    return {"log10_loss": np.moveaxis(found.loss, 0, -1), "log10_kernel_distance": np.moveaxis(found.kernel_distance, 0, -1)}


SWEEPS = tuple(
    Named(f"domine2025_{architecture.replace(' ', '_')}", f"Dominé et al. 2025, Fig. {number}: {architecture} networks", scale_and_lambda,
          {"scale": np.linspace(0.25, 10.0, 81), "lam": np.linspace(-10.0, 10.0, 81), "time": np.array([0.05, 0.5, 20.0])},
          {"scale": "absolute scale |W_2(0) W_1(0)|", "lam": "lambda", "time": "time in units of tau",
           "log10_loss": "log10 of the loss less its floor", "log10_kernel_distance": "log10 of the kernel distance"},
          {"architecture": architecture}, points=2**10)
    for number, architecture in ((8, "square"), (9, "funnel"), (10, "inverted funnel")))
