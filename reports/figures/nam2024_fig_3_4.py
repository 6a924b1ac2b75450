"""Fig. 3.4 of Nam's thesis: the multilinear model learns the skills of multitask sparse parity in stages, and its loss falls in steps."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_sparse_parity import draw as drawn
from theoremtest.numerics.experiments.nam2024_sparse_parity import trained
from theoremtest.numerics.models.diagonal_linear import DiagonalTrajectories, solve

from . import Drawing
from ._nam2024 import BLUE, MODES, explain, look, pair

ALPHA, SCALE, EPSILON = 0.6, 5.0, 0.05
"""The caption's."""
SKILLS, SAMPLES, LAYER, END = 5, 5000, 1e-8, 120.0
"""Ours: the number of skills and of samples, a_k(0) = b_k(0), the last time."""


def draw(full: bool = False) -> Drawing:
    """One size only."""
    samples, times = drawn(SAMPLES, SKILLS, ALPHA, seed=0), np.linspace(0.0, END, 601)
    flowed = trained(samples, SCALE, LAYER, times)
    run = solve(times, LAYER, LAYER, SCALE, samples.shares)
    strength = (flowed.parameters["u"] * flowed.parameters["v"]).T / SCALE
    loss = run.loss.sum(0)
    deviation = max(np.abs(strength - run.strength / SCALE).max(), np.abs(flowed.losses - loss).max())
    emergence, saturation = run.emergence_time(EPSILON), run.saturation_time(EPSILON)
    with look():
        figure = Figure(figsize=(10.0, 3.7), layout="constrained")
        modes, losses = figure.subplots(1, 2)
        for k, shade in enumerate(MODES):
            pair(modes, times, strength[k], run.strength[k] / SCALE, shade)
            modes.plot([emergence[k], emergence[k] + saturation[k]], [EPSILON, 1 - EPSILON], "o", color=shade, markersize=4.5, zorder=5)
        _intervals(modes, emergence, saturation)
        pair(losses, times, flowed.losses, loss, BLUE)
        _steps(losses, run, emergence)
        modes.set(xlabel=r"time $\eta t$", ylabel="$a_k b_k/S$", title="(a) mode strengths", ylim=(-0.36, 1.08))
        losses.set(xlabel=r"time $\eta t$", ylabel="loss", title="(b) loss")
        explain(figure, [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"skill {k + 1}") for k, shade in enumerate(MODES)])
    ratios = np.diff(emergence) / saturation[:-1]
    ends = solve(emergence + saturation, LAYER, LAYER, SCALE, samples.shares[:, None]).loss.sum(0)
    starts = solve(emergence, LAYER, LAYER, SCALE, samples.shares[:, None]).loss.sum(0)
    falls = (starts - ends) / (samples.shares * SCALE**2 / 2)
    return Drawing(figure, (
        f"Nam 2024, Fig. 3.4, re-created: the multilinear model on multitask sparse parity, alpha = {ALPHA}, S = {SCALE:g}; {SKILLS} "
        f"skills, {SAMPLES} samples and the start a_k = b_k = {LAYER:.0e} are ours, the caption does not give its own. (a) Dots: a_k b_k/S "
        f"reaches epsilon = {EPSILON} at the emergent time and 1 - epsilon after the saturation time, Eq. (3.12) with each skill's share "
        f"of the samples. Gaps between emergent times over saturation times: {', '.join(f'{ratio:.2f}' for ratio in ratios)}; training is "
        f"stage-like where they are above 1. (b) From emergence to saturation of a skill the loss falls by at least {falls.min():.3f} of "
        "its part (arrows), share times S^2/2. Dashed: the exact solution; solid: "
        f"gradient flow by autograd on the samples; greatest deviation {deviation:.1e}."))


def _intervals(panel: Axes, emergence: np.ndarray, saturation: np.ndarray, k: int = 3) -> None:
    """Below the curves: the emergent time of skill k + 1, its saturation time, and the gap to the next emergence."""
    spans = ((0.0, emergence[k], -0.07, r"$\tau_4^{(e)}$"), (emergence[k], emergence[k] + saturation[k], -0.07, r"$\tau_4^{(s)}$"),
             (emergence[k], emergence[k + 1], -0.2, r"$\tau_5^{(e)}-\tau_4^{(e)}$"))
    for begin, end, height, name in spans:
        panel.annotate("", (begin, height), (end, height), arrowprops={"arrowstyle": "<->", "color": "0.2", "linewidth": 0.8,
                                                                       "shrinkA": 0, "shrinkB": 0})
        panel.text((begin + end) / 2, height - 0.01, name, ha="center", va="top", fontsize=8.5)


def _steps(panel: Axes, run: DiagonalTrajectories, emergence: np.ndarray) -> None:
    """The falls that the skills make, as levels between which the loss steps, and the emergent times."""
    parts = run.inputs["variance"] * SCALE**2 / 2
    levels = parts.sum() - np.concatenate([[0.0], np.cumsum(parts)])
    for level in levels:
        panel.axhline(level, color="0.8", linewidth=0.7, zorder=0)
    for shade, time, above, below in zip(MODES, emergence, levels, levels[1:], strict=False):
        panel.axvline(time, color=shade, linewidth=1, linestyle=":", zorder=0)
        panel.annotate("", (time, above), (time, below), arrowprops={"arrowstyle": "<->", "color": shade, "linewidth": 1.1,
                                                                     "shrinkA": 0, "shrinkB": 0})
