"""Figs. 1.3 and 1.5 of Nam's thesis: a linear model of 2000 sines after training on noisy labels, and its function in two parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from theoremtest.numerics.experiments.nam2024_linear_flow import trained
from theoremtest.numerics.experiments.nam2024_overfitting import WIDTH, D, Fit, N, P, intensities, sines, weights

from ._nam2024 import BLUE, GREEN, ORANGE, TARGET, pair

SEED = 3
PANELS = {"learned function": (slice(None), BLUE), f"its first {D} features": (slice(D), GREEN), f"its latter {P - D} features":
          (slice(D, None), ORANGE)}
"""The parts of the learned function that are drawn, and their colours."""
OFFSETS = np.array([-6, -2, -1, 0, 1, 2, 6]) / (4 * P)
"""Where the peaks at the data are drawn, from their middle: they are 1/p wide."""


@dataclass(frozen=True)
class Model:
    """A model at the end of training: the exact solution, the gradient flow, and the inputs at which they are drawn."""

    exact: Fit
    flowed: Fit
    shown: np.ndarray

    @property
    def deviation(self) -> float:
        """Between the learned functions, as drawn."""
        return max(float(np.abs(self.flowed.at(self.shown, part) - self.exact.at(self.shown, part)).max()) for part, _ in PANELS.values())


def model(target: Callable[[np.ndarray], np.ndarray], less: float = 1.0) -> Model:
    """Trained on `target` with noise. less: by how much the intensity of all but the first d features is less than Eq. (1.36)'s."""
    random = np.random.default_rng(SEED)
    inputs = random.random(N)
    labels = target(inputs) + WIDTH * random.standard_normal(N)
    rho = np.where(np.arange(P) < D, 1.0, intensities() / less)
    features = sines(inputs, rho)
    end = 10 / (np.linalg.eigvalsh(features @ features.T)[0] / N)
    exact, flowed = (Fit(inputs, labels, features, found, rho) for found in
                     (weights(features, labels, end), trained(features, labels, end)))
    near = (np.concatenate([inputs, 1 - inputs])[:, None] + OFFSETS).ravel()  # the sines are odd about 1/2: each peak has a mirror image
    shown = np.union1d(np.linspace(0.0, 1.0, 301), near[(near > 0) & (near < 1)])
    return Model(exact, flowed, shown)


def row(axes: list[Axes], found: Model, target: Callable[[np.ndarray], np.ndarray]) -> None:
    """Draw the learned function and its parts, with the target and, in the first panel, the data."""
    for panel, (part, colour) in zip(axes, PANELS.values(), strict=True):
        panel.plot(found.shown, target(found.shown), color=TARGET, linewidth=1.2, zorder=4)
        pair(panel, found.shown, found.flowed.at(found.shown, part), found.exact.at(found.shown, part), colour)
        if part != slice(D):
            for line, width in zip(panel.lines[-2:], (1.6, 0.5), strict=True):  # thin, as the peaks stand close together
                line.set_linewidth(width)
        panel.set(xlim=(0, 1), ylim=(-1.75, 1.75))
    axes[0].plot(found.exact.inputs, found.exact.labels, ".", color="black", markersize=4, zorder=5)
