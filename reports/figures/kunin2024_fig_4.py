"""Fig. 4 of Kunin et al. 2024: trajectories of beta = a w for several delta, on full-rank and on low-rank data."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.kunin2024_single_neuron import (
    BETA_0,
    BETA_STAR,
    LOW_RANK_BETA_0,
    LOW_RANK_ROW,
    LOW_RANK_TARGET,
    compare,
    low_rank,
    start,
)

from . import Drawing
from ._kunin2024 import THEORY, colours, look, name_of, scientific

DELTAS = (-8.0, -2.0, -0.5, 0.0, 0.5, 2.0, 8.0)


def draw(full: bool = False) -> Drawing:
    """There is one size: the whole takes seconds."""
    times = np.concatenate([[0.0], np.geomspace(1e-2, 60, 250)])
    a_0, w_0 = start(np.broadcast_to(BETA_0, (len(DELTAS), 2)), DELTAS)
    whitened = compare(times, a_0, w_0)
    late = np.concatenate([[0.0], np.geomspace(1e-2, 1000, 200)])
    beta, ends, predicted = low_rank(DELTAS, late)
    with look():
        figure = Figure(figsize=(8.2, 3.9), layout="constrained")
        left, right = figure.subplots(1, 2)
        _losses(left, (-1.25, 0.35), (-0.3, 1.3), lambda x, y: ((x - BETA_STAR[0]) ** 2 + (y - BETA_STAR[1]) ** 2) / 2)
        _losses(right, (0.2, 1.9), (-0.1, 1.3),
                lambda x, y: (LOW_RANK_ROW[0, 0] * x + LOW_RANK_ROW[0, 1] * y - LOW_RANK_TARGET[0]) ** 2 / 2)
        for row, (delta, colour) in enumerate(zip(DELTAS, colours(DELTAS), strict=True)):
            left.plot(*whitened.simulation["beta"][row].T, color=colour, linewidth=2.6, label=name_of(delta), solid_capstyle="round")
            left.plot(*whitened.theory["beta"][row].T, **THEORY, label="exact solution" if delta == DELTAS[-1] else None)
            right.plot(*beta[row].T, color=colour, linewidth=2.6, solid_capstyle="round")
        x = np.array([0.2, 1.9])
        right.plot(x, (LOW_RANK_TARGET[0] - LOW_RANK_ROW[0, 0] * x) / LOW_RANK_ROW[0, 1], color="0.45", linewidth=1, zorder=1)
        right.annotate("interpolating solutions", (1.13, 0.605), rotation=-26.57, ha="center", va="bottom", color="0.3", fontsize=8,
                       rotation_mode="anchor")
        shortest = LOW_RANK_ROW[0] * LOW_RANK_TARGET[0] / (LOW_RANK_ROW[0] @ LOW_RANK_ROW[0])
        right.scatter(*shortest, s=70, marker="*", color="black", zorder=6, label=r"shortest solution $\beta_*$")
        for end in _limits():
            right.plot(*np.stack([LOW_RANK_BETA_0, end], axis=-1), **THEORY)
        right.scatter(*predicted.T, s=28, color="black", zorder=6, label="predicted end, Eq. (72)")
        for axes, begin, title in ((left, BETA_0, "full rank"), (right, LOW_RANK_BETA_0, "rank one")):
            axes.scatter(*begin, s=36, facecolor="white", edgecolor="black", zorder=7)
            axes.annotate(r"$\beta_0$", begin, textcoords="offset points", xytext=(-4, -14))
            axes.set(title=title, xlabel=r"$\beta_1$", ylabel=r"$\beta_2$", aspect="equal")
        left.scatter(*BETA_STAR, s=70, marker="*", color="black", zorder=7)
        left.annotate(r"$\beta_*$", BETA_STAR, textcoords="offset points", xytext=(8, 2))
        right.legend(loc="upper right", frameon=False)
        figure.legend(*left.get_legend_handles_labels(), loc="outside right center", frameon=False)
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 4, re-created with the constants of Appendix D.2: beta = a w in function space for seven values of "
        "delta, over the contours of the loss. Left, whitened data: gradient flow by autograd (solid) and the exact solution "
        f"(dashed); greatest deviation {scientific(whitened.deviation('beta'))}. Right, data of rank one: simulated trajectories, the "
        "straight ones of the limits delta = +-infinity (dashed) and the ends that Eq. (72) predicts (dots); greatest distance "
        f"between a trained and a predicted end {scientific(np.abs(ends - predicted).max())}."))


def _limits():
    """Where the limiting flows end: linear regression's for delta to infinity, along beta_0 for delta to minus infinity."""
    row, target = LOW_RANK_ROW[0], LOW_RANK_TARGET[0]
    return (LOW_RANK_BETA_0 + row * (target - row @ LOW_RANK_BETA_0) / (row @ row), LOW_RANK_BETA_0 * target / (row @ LOW_RANK_BETA_0))


def _losses(axes, across, up, loss):
    x, y = np.meshgrid(np.linspace(*across, 200), np.linspace(*up, 200))
    axes.contour(x, y, loss(x, y), levels=9, colors="0.88", linewidths=0.7, zorder=0)
    axes.set(xlim=across, ylim=up)
