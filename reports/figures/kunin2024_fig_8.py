"""Fig. 8 of Kunin et al. 2024: nu, phi, mu and the parameters in time, for three directions of the start and several delta."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.kunin2024_single_neuron import compare, start

from . import Drawing
from ._kunin2024 import THEORY, colours, look, name_of, scientific

DELTAS = (-3.0, -1.0, 0.0, 1.0, 3.0)
ANGLES = {r"$3\pi/2$": 1.5 * np.pi, r"$-\pi/4$": -0.25 * np.pi, r"$\pi/4$": 0.25 * np.pi}
BETA_STAR = np.array([1.0, 1.0]) / np.sqrt(2)
COLUMNS = {r"$\nu = w^\top\beta_* / a$": "nu", r"$\phi$": "phi", r"$\mu = a\,\|w\|$": "mu", "$a$": "a",
           "$w_1$": ("w", 0), "$w_2$": ("w", 1)}


def draw(full: bool = False) -> Drawing:
    """There is one size: the whole takes seconds."""
    times = np.linspace(0, 8, 200)
    worst = dict.fromkeys(("phi", "mu", "a", "w"), 0.0)
    far = 0.0
    with look():
        figure = Figure(figsize=(9.4, 4.9), layout="constrained")
        grid = figure.subplots(3, 6, sharex=True, sharey="col")
        for line, (angle, value) in zip(grid, ANGLES.items(), strict=True):
            beta_0 = np.array([np.cos(value), np.sin(value)])
            a_0, w_0 = start(np.broadcast_to(beta_0, (len(DELTAS), 2)), DELTAS)
            found = compare(times, a_0, w_0, BETA_STAR)
            for name in worst:
                worst[name] = max(worst[name], found.deviation(name))
            finite = np.abs(found.theory["nu"]) < 10
            far = max(far, float(np.abs(found.theory["nu"] - found.simulation["nu"])[finite].max()))
            for axes, quantity in zip(line, COLUMNS.values(), strict=True):
                for row, (delta, colour) in enumerate(zip(DELTAS, colours(DELTAS), strict=True)):
                    axes.plot(times, _shown(found.simulation, quantity, row), color=colour, linewidth=2.4, label=name_of(delta))
                    axes.plot(times, _shown(found.theory, quantity, row), **THEORY,
                              label="exact solution" if row == len(DELTAS) - 1 else None)
                axes.axhline(0, color="0.85", linewidth=0.6, zorder=0)
            line[0].set_ylabel(rf"$\beta(0)$ at {angle}")
        for axes, label in zip(grid[0], COLUMNS, strict=True):
            axes.set_title(label)
        grid[0, 0].set_ylim(-5, 5)
        for axes in grid[-1]:
            axes.set(xlabel=r"time $t$", xlim=(0, 8), xticks=(0, 4, 8))
        handles, labels = grid[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=6, frameon=False)
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 8, re-created. beta_* is the unit vector at pi/4, beta(0) a unit vector at 3 pi/2, -pi/4 and pi/4 "
        "(rows), a(0) > 0. Solid: gradient flow by autograd; dashed: the exact solution. nu leaves the frame and returns from the "
        "other side where a changes sign. The paper's caption also names zeta, which the text does not define; mu is drawn in its "
        "place. Greatest deviation: "
        + ", ".join(f"{name} {scientific(value)}" for name, value in worst.items())
        + f", nu {scientific(far)} (where |nu| < 10)."))


def _shown(values, quantity, row):
    if isinstance(quantity, tuple):
        name, entry = quantity
        return values[name][row, :, entry]
    if quantity == "nu":  # no line through infinity
        nu = values["nu"][row].copy()
        nu[np.abs(nu) > 12] = np.nan
        return nu
    return values[quantity][row]
