"""Figs. 6.3 and 6.4 of Nam's thesis: quality, utilization and intensity of a network's features, by Algorithm 1 and by a kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from theoremtest.numerics.experiments.nam2024_metrics import Seen, moments
from theoremtest.numerics.features import operator, quality, utilisation

from ._nam2024 import pair

METRICS = {"quality": r"cumulative quality $\Pi^*_k$", "utilisation": r"cumulative utilization $\hat\Pi_k$",
           "intensity": r"intensity $\rho_k/\rho_1$"}


def draw_metrics(panels: Sequence[Axes], views: Sequence[Seen], shades: Sequence[str], letters: str) -> float:
    """Draw the metrics of the first eigenfunctions, half as many again as there are classes; the greatest deviation of what is drawn."""
    classes, deviation = views[0].target.shape[1], 0.0
    count = (3 * classes) // 2
    found, held = [by_library(view, count) for view in views], [by_kernel(view, count) for view in views]
    for letter, panel, (name, label) in zip(letters, panels, METRICS.items(), strict=True):
        for one, other, shade in zip(found, held, shades, strict=True):
            pair(panel, np.arange(1, count + 1), other[name], one[name], shade)
            deviation = max(deviation, float(np.abs(other[name] - one[name]).max()))
        panel.axvline(classes, color="0.8", linewidth=0.8, zorder=0)
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        panel.set(title=f"({letter}) {label}", xlabel="$k$")
    panels[-1].set(yscale="log", ylim=(1e-4, 1.5))
    return deviation


def by_library(view: Seen, count: int) -> dict[str, np.ndarray]:
    """By Algorithm 1 as `theoremtest.features` has it."""
    found = operator(moments(view))
    return {"quality": np.cumsum(quality(found, moments(view)))[:count],
            "utilisation": np.cumsum(utilisation(found, moments(view)))[:count],
            "intensity": (found.intensities / found.intensities[0])[:count]}


def by_kernel(view: Seen, count: int) -> dict[str, np.ndarray]:
    """By the matrix of the kernel Phi(x).Phi(x') at all samples."""
    values, vectors = np.linalg.eigh(view.features @ view.features.T / len(view.features))
    values, vectors = values[::-1][:count], vectors[:, ::-1][:, :count]
    return {"quality": _explained(vectors, view.target), "utilisation": _explained(vectors, view.output), "intensity": values / values[0]}


def _explained(functions: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The part of the space of the columns of `values` that lies in the span of the first k functions, for k from 1."""
    frame, sizes, _ = np.linalg.svd(values, full_matrices=False)
    frame = frame[:, sizes > len(values) * np.finfo(float).eps * sizes[0]]
    return np.cumsum(np.sum((functions.T @ frame) ** 2, axis=1)) / frame.shape[1]
