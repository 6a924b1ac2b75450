"""Fig. 2 of Dominé et al. 2025: loss, network function and representations of lambda-balanced networks, exact and simulated."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.domine2025_dynamics import regression

from . import Drawing
from ._domine2025 import ZERO, colour, look, pair

LAMBDAS = (-5.0, 0.0, 5.0)
SHAPE = (4, 3, 3)
COLUMNS = {"loss": "loss less its floor", "function": r"$W_2W_1$", "input_representation": r"$W_1^TW_1$",
           "output_representation": r"$W_2W_2^T$", "kernel_distance": "kernel distance"}


def draw(full: bool = False) -> Drawing:
    """One size only."""
    times = np.linspace(0, 4, 81)
    found = [regression(SHAPE, lam, times, seed=4) for lam in LAMBDAS]
    with look():
        figure = Figure(figsize=(10.6, 5.6), layout="constrained")
        axes = figure.subplots(len(LAMBDAS), len(COLUMNS), sharex=True)
        for row, comparison in zip(axes, found):
            for panel, (name, title) in zip(row, COLUMNS.items()):
                theory, simulation = np.asarray(getattr(comparison.exact, name)), comparison.simulated[name]
                for place in ((),) if theory.ndim == 1 else ((0, 0), (0, 1), (1, 1), (2, 1)):
                    pair(panel, times, simulation[(slice(None), *place)], theory[(slice(None), *place)], colour(comparison.lam))
                panel.grid(color="0.92", linewidth=0.6)
                panel.set_axisbelow(True)
                if comparison is found[0]:
                    panel.set_title(title)
                if comparison is found[-1]:
                    panel.set_xlabel(r"time $t/\tau$")
            row[0].set_ylabel(rf"$\lambda={comparison.lam:g}$")
        handles = [Line2D([], [], color=ZERO, linewidth=3.2, alpha=0.45, label="gradient flow"),
                   Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="exact solution")]
        figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False)
    deviation = max(comparison.deviation for comparison in found)
    return Drawing(figure, (
        "Dominé et al. 2025, Fig. 2, re-created (sizes and values of lambda are ours, the stored text lost the paper's): loss, four "
        "entries each of the network function and of the two representations, and the tangent kernel's distance from its start, for a "
        f"{SHAPE[0]}-{SHAPE[1]}-{SHAPE[2]} network on one random regression task, lambda-balanced starts of standard deviation 0.4. "
        "Dashed: the exact solution; solid: gradient flow by autograd; greatest deviation "
        f"{deviation:.1e}."))
