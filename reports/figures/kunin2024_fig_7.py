"""Fig. 7 of Kunin et al. 2024: the surface that separates the two basins of attraction, with trajectories on both sides of it."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.kunin2024_single_neuron import BETA_STAR, compare
from theoremtest.numerics.models.single_neuron import solve

from . import Drawing
from ._kunin2024 import DOWN, UP, look, scientific
from .kunin2024_fig_2 import branch

REACH = 2.0
STARTS = ((1.2, -0.3, -1.6), (0.5, 1.2, -0.7), (0.9, -1.5, -1.2), (-1.2, 0.3, 1.6), (-0.5, -1.2, 0.9), (0.3, -0.9, -1.0),
          (-0.3, 0.7, 0.1), (0.2, 1.6, 0.4))
"""(a, w_1, w_2)."""


def draw(full: bool = False) -> Drawing:
    """There is one size: the whole takes seconds."""
    times = np.concatenate([[0.0], np.geomspace(1e-2, 40, 150)])
    starts = np.array(STARTS)
    found = compare(times, starts[:, 0], starts[:, 1:])
    w_1, w_2, a = separatrix()
    generator = np.random.Generator(np.random.PCG64(7))
    many = generator.uniform(-REACH, REACH, (2000, 3))
    predicted = np.sign(side(many[:, 0], many[:, 1:]))
    reached = np.sign(solve(200.0, many[:, 0], many[:, 1:], BETA_STAR).a)
    basins = np.sign(side(starts[:, 0], starts[:, 1:]))
    with look():
        figure = Figure(figsize=(8.4, 4.1))
        for column, azimuth in enumerate((-64, 24)):
            axes = figure.add_axes([0.01 + 0.49 * column, 0.05, 0.48, 0.93], projection="3d", computed_zorder=False)
            sheet = axes.plot_surface(w_1, w_2, a, color="0.9", linewidth=0, antialiased=False, rstride=1, cstride=1, zorder=1)
            sheet.set(rasterized=True, edgecolor="none")
            for sign, colour in ((1, UP), (-1, DOWN)):
                axes.plot(*branch(BETA_STAR, sign), color=colour, linewidth=4, alpha=0.55, zorder=2,
                          label=f"minima with {'positive' if sign > 0 else 'negative'} $a$")
            for row, basin in enumerate(basins):
                path = (*found.simulation["w"][row].T, found.simulation["a"][row])
                axes.plot(*path, color=UP if basin > 0 else DOWN, linewidth=2.2, zorder=4)
                axes.plot(*found.theory["w"][row].T, found.theory["a"][row], color="black", linewidth=0.9, linestyle=(0, (3, 2.5)),
                          zorder=5,
                          label="exact solution" if row == 0 else None)
                axes.scatter(*starts[row, 1:], starts[row, 0], s=20, facecolor="white", edgecolor="black", zorder=6)
            axes.scatter(0, 0, 0, s=26, color="black", marker="x", zorder=6)
            axes.set(xlim=(-REACH, REACH), ylim=(-REACH, REACH), zlim=(-REACH, REACH), xlabel="$w_1$", ylabel="$w_2$", zlabel="$a$",
                     xticks=(-2, 0, 2), yticks=(-2, 0, 2), zticks=(-2, 0, 2))
            axes.view_init(elev=14, azim=azimuth)
            axes.set_box_aspect((1, 1, 1), zoom=1.0)
            for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
                axis.labelpad = -6
                axis.set_tick_params(pad=-3)
                axis.pane.fill = False
        figure.legend(*axes.get_legend_handles_labels(), loc="lower center", ncols=3, frameon=False)
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 7, re-created for beta_* = (0, 1), seen from two sides. Grey: where w.beta_* + (a/2)(delta + "
        "sqrt(delta^2 + 4)) = 0, each point with its own delta = a^2 - |w|^2. Thick: the two branches of minima. Coloured: gradient "
        "flow by autograd, by the basin that the surface predicts; dashed: the exact solution, greatest deviation "
        f"{scientific(found.deviation('a', 'w'))}. Of {len(many)} further random starts {int((predicted == reached).sum())} end on the "
        "predicted branch."))


def side(a: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The left side of the surface's equation at unit learning rates; positive in the basin of the branch with positive a."""
    delta = a**2 - (w**2).sum(-1)
    return w @ BETA_STAR + a / 2 * (delta + np.sqrt(delta**2 + 4 * (BETA_STAR @ BETA_STAR)))


def separatrix(steps: int = 121) -> tuple:
    """The surface as w_2 = -(a/2)(delta + sqrt(delta^2 + 4)) solved for w_2, (w_1, w_2, a) on a grid of w_1 and a.

    For given a and w_1 the side is negative for small w_2 and positive for large ones; bisection, points outside the box dropped.
    """
    w_1, a = np.meshgrid(np.linspace(-REACH, REACH, steps), np.linspace(-REACH, REACH, steps))
    low, high = np.full(a.shape, -8.0), np.full(a.shape, 8.0)
    for _ in range(60):
        middle = (low + high) / 2
        positive = side(a, np.stack([w_1, middle], axis=-1)) > 0
        low, high = np.where(positive, low, middle), np.where(positive, middle, high)
    w_2 = np.where(np.abs(low) <= REACH, low, np.nan)
    return w_1, w_2, a
