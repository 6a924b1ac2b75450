"""Fig. 3.3 of Nam's thesis: modes of a linear model saturate at once, those of a diagonal linear network one after the other."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_linear_flow import LINEAR
from theoremtest.numerics.models.diagonal_linear import solve
from theoremtest.numerics.training import flow
from theoremtest.numerics.training.networks import diagonal_linear

from . import Drawing
from ._nam2024 import MODES, explain, look, pair

VARIANCES, START = np.array([1.0, 0.5, 0.25, 0.125]), 1e-3
"""E[x_i^2]; a_i(0) = b_i(0)."""


def draw(full: bool = False) -> Drawing:
    """One size only."""
    times = {"(a) linear model": np.linspace(0.0, 30.0, 121), "(b) diagonal linear network": np.linspace(0.0, 90.0, 181)}
    short, long = times.values()
    # One input along each axis has these second moments, and no correlations.
    data = {"X": np.diag(np.sqrt(VARIANCES)), "y": np.sqrt(VARIANCES), "rtol": 1e-11, "atol": 1e-13, "device": "cpu"}
    zero, small = np.zeros(len(VARIANCES)), np.full(len(VARIANCES), START)
    linear = flow(LINEAR, {"w": zero}, times=short, **data).parameters["w"]
    layers = flow(diagonal_linear(), {"u": small, "v": small}, times=long, **data).parameters
    simulated = (linear.T, (layers["u"] * layers["v"]).T)
    run = solve(long, START, START, 1.0, VARIANCES)
    exact = (-np.expm1(-np.outer(VARIANCES, short)), run.strength)
    deviation = max(np.abs(one - other).max() for one, other in zip(simulated, exact, strict=True))
    first_done = run.time_to(0.95)[0]
    others = solve(np.array([first_done]), START, START, 1.0, VARIANCES).strength[1, 0]
    with look():
        figure = Figure(figsize=(9.4, 3.4), layout="constrained")
        panels = figure.subplots(1, 2, sharey=True)
        for panel, (name, grid), flowed, theory in zip(panels, times.items(), simulated, exact, strict=True):
            for shade, one, other in zip(MODES, flowed, theory, strict=False):
                pair(panel, grid, one, other, shade)
            panel.set(xlabel=r"time $\eta t$", title=name)
            panel.grid(color="0.92", linewidth=0.6)
            panel.set_axisbelow(True)
        panels[0].set_ylabel(r"$\theta_i/S_i$")
        panels[1].set_ylabel("$a_i b_i/S_i$")
        explain(figure, [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=rf"$E[x_i^2] = {variance:g}$")
                         for shade, variance in zip(MODES, VARIANCES, strict=False)])
    return Drawing(figure, (
        f"Nam 2024, Fig. 3.3, re-created with variances of ours, 1 to 1/8, and S_i = 1. (a) The linear model from zero: every mode moves "
        f"from the first moment, Eq. (3.10). (b) The diagonal linear network from a_i = b_i = {START:g}: modes saturate after delays that "
        f"grow as their variances fall, Eq. (3.9); when the first has reached 0.95, the second is at {others:.3f}. Dashed: the exact "
        f"solution; solid: gradient flow by autograd; greatest deviation {deviation:.1e}."))
