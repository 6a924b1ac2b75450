"""Fig. 2.2 of Nam's thesis: a network of four layers learns the step function, and one feature comes to do what many did."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_step_sgd import RATE, Snapshot, trained
from theoremtest.numerics.features import Moments, effective_dimension, operator, quality, utilisation

from . import Drawing
from ._nam2024 import BLUE, GREEN, ORANGE, TARGET, look, pair

FULL_WIDTH, FULL_RATE = 1000, 0.02
WIDTH, INPUTS, EPOCHS, SEED = 256, 100, (0, 15, 300), 0
SHOWN, COUNT = (ORANGE, BLUE, GREEN), 10
"""Colours of the eigenfunctions that are drawn; how many features the metrics are drawn for."""
SHADES = ("#56B4E9", "#E69F00", "#AA4499")
"""Of the epochs."""
METRICS = {"quality": r"cumulative quality $\Pi^*_k$", "utilisation": r"cumulative utilization $\hat\Pi_k$",
           "intensity": r"intensity $\rho_k/\rho_1$"}


@dataclass(frozen=True)
class Seen:
    """What is drawn of one epoch: eigenfunctions at the inputs (n, 10), and each metric (10,)."""

    eigenfunctions: np.ndarray
    metrics: dict[str, np.ndarray]


def draw(full: bool = False) -> Drawing:
    """full: the thesis's width, at which the rate must be smaller."""
    width, rate = (FULL_WIDTH, FULL_RATE) if full else (WIDTH, RATE)
    runs = trained(width, INPUTS, EPOCHS, SEED, rate)
    found, held, counts = [by_library(run) for run in runs], [by_kernel(run) for run in runs], [dimensions(run) for run in runs]
    deviation = 0.0
    with look():
        figure = Figure(figsize=(10.0, 5.6), layout="constrained")
        axes = figure.subplots(2, 3)
        for letter, panel, run, one, other in zip("abc", axes[0], runs, found, held, strict=True):
            deviation = max(deviation, _functions(panel, run, one, other))
            panel.set(title=f"({letter}) epoch {run.epoch}, loss {run.loss:.1g}", xlabel="$x$")
        for letter, panel, (name, label) in zip("def", axes[1], METRICS.items(), strict=True):
            for one, other, shade in zip(found, held, SHADES, strict=True):
                pair(panel, np.arange(1, COUNT + 1), other.metrics[name], one.metrics[name], shade)
                deviation = max(deviation, np.abs(other.metrics[name] - one.metrics[name]).max())
            panel.set(title=f"({letter}) {label}", xlabel="$k$", xticks=range(1, COUNT + 1))
        axes[1, 2].set_yscale("log")
        _explain(figure)
    before, after = counts[0], counts[-1]
    return Drawing(figure, (
        f"Nam 2024, Fig. 2.2, re-created {'at its width' if full else 'with a smaller network'}: four layers of width {width}, {INPUTS} "
        f"inputs, batches of 10, {EPOCHS[-1]} epochs, one start; the caption has width {FULL_WIDTH} and gives no other size. (a-c) The "
        "first three eigenfunctions of the last layer's features, with the target's norm and sign. (d-f) The features' metrics. Effective "
        f"dimensions from start to end (Table 2.1 has 3.2 to 1.1, 1.8 to 1.0, 1.6 to 1.2): quality {before['quality']:.1f} to "
        f"{after['quality']:.1f}, utilization {before['utilisation']:.1f} to {after['utilisation']:.1f}, intensity "
        f"{before['intensity']:.1f} to {after['intensity']:.1f}; from other starts the last can end near 2. "
        "Dashed: Algorithm 1 with its missing factors of n; solid: eigenvectors of the kernel matrix, and what a regression on "
        f"the first k of them explains; greatest deviation {deviation:.1e}."))


def dimensions(run: Snapshot) -> dict[str, float]:
    """The effective dimension of each metric, of all features."""
    moments = Moments.of(run.features, run.target, run.output)
    found = operator(moments)
    values = (quality(found, moments), utilisation(found, moments), found.intensities)
    return {name: float(effective_dimension(value)) for name, value in zip(METRICS, values, strict=True)}


def by_library(run: Snapshot) -> Seen:
    """By Algorithm 1 as `theoremtest.features` has it."""
    moments = Moments.of(run.features, run.target, run.output)
    found = operator(moments)
    values = (np.cumsum(quality(found, moments)), np.cumsum(utilisation(found, moments)), found.intensities / found.intensities[0])
    return Seen(_signed(found.eigenfunctions(run.features)[:, :COUNT], run.target),
                {name: value[:COUNT] for name, value in zip(METRICS, values, strict=True)})


def by_kernel(run: Snapshot) -> Seen:
    """By the matrix of the kernel Phi(x).Phi(x') at the inputs, which knows nothing of the features' directions, and by least squares."""
    values, vectors = np.linalg.eigh(run.features @ run.features.T / len(run.inputs))
    values, vectors = values[::-1][:COUNT], vectors[:, ::-1][:, :COUNT]
    return Seen(_signed(vectors * np.sqrt(len(run.inputs)), run.target),
                {"quality": _explained(vectors, run.target), "utilisation": _explained(vectors, run.output),
                 "intensity": values / values[0]})


def _explained(functions: np.ndarray, values: np.ndarray) -> np.ndarray:
    """What a regression on the first k functions explains of the square of `values`, for k from 1."""
    fits = (functions[:, :k] @ np.linalg.lstsq(functions[:, :k], values)[0] for k in range(1, functions.shape[1] + 1))
    return np.array([1 - np.sum((values - fit) ** 2) / np.sum(values**2) for fit in fits])


def _signed(functions: np.ndarray, target: np.ndarray) -> np.ndarray:
    """With a sign that is not against the target."""
    return functions * np.where(target @ functions < 0, -1.0, 1.0)


def _functions(panel: Axes, run: Snapshot, one: Seen, other: Seen) -> float:
    """Draw eigenfunctions, target and learned function; the greatest deviation of what is drawn."""
    size, worst = np.sqrt(np.mean(run.target**2)), 0.0
    panel.plot(run.inputs, run.output, color="black", linewidth=1.6, linestyle=":", zorder=4)
    panel.plot(run.inputs, run.target, color=TARGET, linewidth=1.6)
    for k, shade in reversed(list(enumerate(SHOWN))):
        theory, simulation = size * one.eigenfunctions[:, k], size * other.eigenfunctions[:, k]
        pair(panel, run.inputs, simulation, theory, shade)
        worst = max(worst, float(np.abs(simulation - theory).max()))
    return worst


def _explain(figure: Figure) -> None:
    handles = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"$e_{k + 1}$") for k, shade in enumerate(SHOWN)]
    handles += [Line2D([], [], color=TARGET, linewidth=1.6, label="target"),
                Line2D([], [], color="black", linewidth=1.6, linestyle=":", label="learned")]
    handles += [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"epoch {epoch}")
                for shade, epoch in zip(SHADES, EPOCHS, strict=True)]
    handles += [Line2D([], [], color="0.4", linewidth=3.2, alpha=0.45, label="kernel matrix"),
                Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="Algorithm 1, corrected")]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=8, columnspacing=1.2)
