"""Figs. 8-10 of Dominé et al. 2025: loss and kernel distance over absolute scale and lambda, one figure per architecture."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.domine2025_dynamics import ARCHITECTURES
from theoremtest.numerics.experiments.domine2025_scales import DRAWS, plane, spots

from . import Drawing
from ._domine2025 import look

TIMES = (0.0, 0.05, 0.5, 20.0)
TRAINED = (np.array([1.0, 5.0, 9.0]), np.array([-9.0, 0.0, 9.0]))
"""Scales and lambdas of the networks that are trained, marked in the planes."""


def planes(number: int, architecture: str, told: str, full: bool) -> Drawing:
    """Loss above, kernel distance below, at four times from the start to convergence; ``full`` has a grid four times as fine."""
    scales, lambdas = np.linspace(0.25, 10.0, 81 if full else 21), np.linspace(-10.0, 10.0, 81 if full else 21)
    found = plane(architecture, scales, lambdas, np.array(TIMES))
    trained = spots(architecture, *TRAINED, np.array(TIMES))
    deviation = trained.deviation("loss", "kernel_distance")
    with look():
        figure = Figure(figsize=(9.6, 4.9), layout="constrained")
        axes = figure.subplots(2, len(TIMES), sharex=True, sharey=True)
        for row, values, name, bounds in ((axes[0], found.loss, "loss less its floor", (-4.0, 2.0)),
                                          (axes[1], found.kernel_distance, "kernel distance", (-4.0, 0.0))):
            for panel, time, value in zip(row, TIMES, values, strict=True):
                image = panel.pcolormesh(lambdas, scales, np.maximum(value, -40.0), cmap="cividis", vmin=bounds[0], vmax=bounds[1],
                                         shading="nearest", rasterized=True)
                if values is found.loss:
                    panel.set_title(rf"$t={time:g}\,\tau$")
                else:
                    panel.set_xlabel(r"$\lambda$")
                if time > 0:
                    panel.plot(*(part.ravel() for part in np.meshgrid(*TRAINED[::-1])), "o", markersize=3.5, markerfacecolor="none",
                               markeredgecolor="white", markeredgewidth=0.8)
            row[0].set_ylabel(r"scale $\|W_2W_1(0)\|$")
            figure.colorbar(image, ax=row, label=rf"$\log_{{10}}$ {name}", extend="min", pad=0.01)
    sizes = "-".join(map(str, ARCHITECTURES[architecture]))
    return Drawing(figure, (
        f"Dominé et al. 2025, Fig. {number}, re-created (sizes, ranges and times are ours, the stored text lost the paper's): loss and "
        f"distance of the tangent kernel from its start over absolute scale and lambda, {architecture} networks {sizes}; means of the "
        f"logarithms over {DRAWS} random tasks, each learned at every point from the same function times the scale; exact solution. {told} "
        "Circles: points at which networks were also trained by gradient flow with autograd; greatest deviation of loss and kernel "
        f"distance there {deviation:.1e}."))
