"""Fig. 2 of Kunin et al. 2024: the surfaces eta_w a^2 - eta_a |w|^2 = delta with trajectories, minima and equivalent starts."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.kunin2024_single_neuron import BETA_0, BETA_STAR, compare, start

from . import Drawing
from ._kunin2024 import look, scientific

PANELS = {"downstream": -1.0, "balanced": 0.0, "upstream": 1.0}
REACH = 2.1
"""Half the width of the box that is drawn."""


def draw(full: bool = False) -> Drawing:
    """There is one size: the whole takes seconds."""
    times = np.concatenate([[0.0], np.geomspace(1e-2, 30, 150)])
    deltas = np.array(list(PANELS.values()))
    a_0, w_0 = start(np.broadcast_to(BETA_0, (3, 2)), deltas)
    found = compare(times, a_0, w_0)
    drift = np.abs(found.simulation["a"] ** 2 - (found.simulation["w"] ** 2).sum(-1) - deltas[:, None]).max()
    with look():
        figure = Figure(figsize=(9.6, 3.7))
        for column, (name, delta) in enumerate(PANELS.items()):
            axes = figure.add_axes([0.015 + 0.325 * column, 0.03, 0.32, 0.88], projection="3d", computed_zorder=False)
            for a, w_1, w_2 in surfaces(delta):
                height = ((a * w_1 - BETA_STAR[0]) ** 2 + (a * w_2 - BETA_STAR[1]) ** 2) / 2
                sheet = axes.plot_surface(w_1, w_2, a, facecolors=loss_colours(height), rstride=1, cstride=1, linewidth=0,
                                          antialiased=False, shade=False, zorder=1)
                sheet.set(rasterized=True, edgecolor="none")
            for curve, colour, label in ((BETA_STAR, "#CC3311", "global minima"), (BETA_0, "0.45", r"starts with the same $\beta_0$")):
                for sign in (1, -1):
                    axes.plot(*branch(curve, sign), color=colour, linewidth=1.8, zorder=3, label=label if sign > 0 else None)
            axes.plot(*found.simulation["w"][column].T, found.simulation["a"][column], color="black", linewidth=3, zorder=4,
                      label="gradient flow")
            axes.plot(*found.theory["w"][column].T, found.theory["a"][column], color="#FFE14D", linewidth=1.2, linestyle=(0, (3, 2)),
                      zorder=5, label="exact solution")
            axes.scatter(*w_0[column], a_0[column], s=28, facecolor="white", edgecolor="black", zorder=6)
            end = (*found.theory["w"][column, -1], found.theory["a"][column, -1])
            axes.scatter(*end, s=60, marker="*", color="black", zorder=6)
            axes.set(xlim=(-REACH, REACH), ylim=(-REACH, REACH), zlim=(-REACH, REACH), xlabel="$w_1$", ylabel="$w_2$", zlabel="$a$",
                     xticks=(-2, 0, 2), yticks=(-2, 0, 2), zticks=(-2, 0, 2))
            axes.set_title(rf"{name}, $\delta = {delta:g}$", y=0.98)
            axes.view_init(elev=16, azim=118)
            axes.set_box_aspect((1, 1, 1), zoom=1.05)
            for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
                axis.labelpad = -6
                axis.set_tick_params(pad=-3)
                axis.pane.fill = False
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="lower center", ncols=4, frameon=False)
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 2, re-created. The surface on which a^2 - |w|^2 = delta holds the trajectory: one sheet downstream, "
        "a double cone when balanced, two sheets upstream. All starts (white dots) have beta_0 = (-1, 0), with beta_* = (0, 1) and "
        "whitened data. Surfaces: the loss, blue where it is low, yellow where it is high. Black: gradient flow by autograd; yellow "
        f"dashes: the exact solution. Greatest deviation {scientific(found.deviation('a', 'w'))}; delta drifts by at most "
        f"{scientific(drift)} in the simulation."))


def surfaces(delta: float, reach: float = REACH, steps: int = 61) -> list:
    """The sheets of a^2 - w_1^2 - w_2^2 = delta within the box, as arrays (a, w_1, w_2) on a grid of angles."""
    angle = np.linspace(0, 2 * np.pi, 73)
    if delta < 0:
        a, turn = np.meshgrid(np.linspace(-1, 1, steps) * np.sqrt(reach**2 + delta), angle)
        radius = np.sqrt(a**2 - delta)
        return [(a, radius * np.cos(turn), radius * np.sin(turn))]
    found = []
    for sign in (-1, 1):
        radius, turn = np.meshgrid(np.linspace(0, np.sqrt(reach**2 - delta), steps), angle)
        found.append((sign * np.sqrt(radius**2 + delta), radius * np.cos(turn), radius * np.sin(turn)))
    return found


def branch(product: np.ndarray, sign: int, reach: float = REACH) -> np.ndarray:
    """(w_1, w_2, a) along a w = product for a of one sign, inside the box."""
    a = sign * np.geomspace(np.linalg.norm(product) / reach, reach, 80)
    return product[0] / a, product[1] / a, a


def loss_colours(height: np.ndarray) -> np.ndarray:
    """Blue where the loss is low, yellow from 4 on."""
    import matplotlib

    shade = matplotlib.colormaps["cividis"](0.15 + 0.85 * np.sqrt(np.clip(height / 4, 0, 1)))
    shade[..., :3] = 0.35 + 0.65 * shade[..., :3]  # pale, so that curves stand out
    return shade
