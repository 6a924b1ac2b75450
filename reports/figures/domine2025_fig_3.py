"""Fig. 3 of Dominé et al. 2025: singular values of the network function grow like sigmoids at lambda = 0 and like exponentials at large
|lambda|.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.domine2025_dynamics import aligned

from . import Drawing
from ._domine2025 import ZERO, colour, look, pair

LAMBDAS = (-10.0, 0.0, 10.0)


def draw(full: bool = False) -> Drawing:
    """One size only."""
    found = []
    with look():
        figure = Figure(figsize=(9.0, 3.1), layout="constrained")
        for panel, lam in zip(figure.subplots(1, len(LAMBDAS), sharey=True), LAMBDAS):
            times = np.linspace(0, 8 if lam == 0 else 0.6, 121)
            comparison = aligned(lam, times)
            simulation, theory = np.linalg.svd(comparison.simulated["function"], compute_uv=False), comparison.exact.singular_values
            for mode in range(theory.shape[1]):
                pair(panel, times, simulation[:, mode], theory[:, mode], colour(lam))
            found.append(max(comparison.deviation, float(np.abs(simulation - theory).max())))
            panel.set_title(rf"$\lambda={lam:g}$")
            panel.set_xlabel(r"time $t/\tau$")
            panel.grid(color="0.92", linewidth=0.6)
            panel.set_axisbelow(True)
        figure.axes[0].set_ylabel(r"singular values $s_\alpha(t)$")
        handles = [Line2D([], [], color=ZERO, linewidth=3.2, alpha=0.45, label="gradient flow"),
                   Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="exact solution")]
        figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False)
    return Drawing(figure, (
        "Dominé et al. 2025, Fig. 3, re-created (values are ours, the stored text lost the paper's): singular values of the network "
        "function of a task-aligned 3-3-3 network from 0.001 to 3, 2 and 1. At lambda = 0 they follow sigmoids one after the other, at "
        "lambda = -10 and 10 exponentials, and the time is another one. Dashed: the exact solution; solid: gradient flow by "
        f"autograd; greatest deviation {max(found):.1e}."))
