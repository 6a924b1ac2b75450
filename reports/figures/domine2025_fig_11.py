"""Fig. 11 of Dominé et al. 2025: four tasks one after the other, the loss of each, at three relative scales."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.domine2025_sequences import continual

from . import Drawing
from ._domine2025 import look, pair

LAMBDAS = (-3.0, 0.0, 3.0)
SHADES = ("#0072B2", "#E69F00", "#009E73", "#CC79A7")
EACH = 12.0


def draw(full: bool = False) -> Drawing:
    """One size only."""
    found = continual(LAMBDAS, np.linspace(0.0, EACH, 49))
    with look():
        figure = Figure(figsize=(10.0, 3.0), layout="constrained")
        for panel, lam, theory, simulation in zip(figure.subplots(1, len(LAMBDAS), sharey=True), LAMBDAS, found.theory, found.simulation,
                                                  strict=True):
            for task, shade in enumerate(SHADES):
                times = np.concatenate([phase * EACH + found.times for phase in range(len(SHADES))])
                pair(panel, times, simulation[:, :, task].ravel(), theory[:, :, task].ravel(), shade)
            for phase in range(1, len(SHADES)):
                panel.axvline(phase * EACH, color="0.7", linewidth=0.7)
            panel.set_title(rf"$\lambda={lam:g}$")
            panel.set_xlabel(r"time $t/\tau$")
        figure.axes[0].set_ylabel("loss less its floor")
        handles = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"task {task}, gradient flow")
                   for task, shade in enumerate(SHADES, 1)]
        handles.append(Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="exact solution"))
        figure.legend(handles=handles, loc="outside lower center", ncols=5, frameon=False)
    return Drawing(figure, (
        "Dominé et al. 2025, Fig. 11, re-created (sizes and values of lambda are ours, the stored text lost the paper's): losses on four "
        f"random regression tasks of a 5-3-3 network that learns them one after the other, time {EACH:g} each, from layers of standard "
        "deviation 0.05. Whatever lambda, what was learned is overwritten. Dashed: the exact solution, each task from where the one before "
        f"ended; solid: gradient flow by autograd; greatest deviation {found.deviation:.1e}."))
