"""Fig. 12 of Dominé et al. 2025: reversal learning at several relative scales, and at lambda = 0 the saddle."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.domine2025_sequences import VALUES, reversal

from . import Drawing
from ._domine2025 import ZERO, look, pair

LAMBDAS = (0.001, 0.1, 1.0, 5.0)
SHADES = ("#56B4E9", "#0072B2", "#009E73", "#D55E00")


def draw(full: bool = False) -> Drawing:
    """One size only."""
    times = np.concatenate([np.linspace(0.0, 8.0, 81), np.linspace(8.5, 30.0, 44)])
    run = reversal((0.0, *LAMBDAS), times)
    early = times <= 8.0
    loss, others = run.exact.loss, slice(1, None)
    with look():
        figure = Figure(figsize=(10.0, 3.0), layout="constrained")
        panels = figure.subplots(1, 3)
        for panel, theory, simulation, name in ((panels[0], loss, run.simulated.loss, "loss"),
                                                (panels[1], run.exact.kernel_distance, run.simulated.kernel_distance, "kernel distance")):
            for lam, shade, expected, found in zip(LAMBDAS, SHADES, theory[others], simulation[others], strict=True):
                pair(panel, times[early], found[early], expected[early], shade)
                panel.lines[-2].set_label(rf"$\lambda={lam:g}$, gradient flow")
            panel.set_title(rf"{name}, $\lambda\neq0$")
        # The theory first: here the two part, and no deviation is meant.
        panels[2].plot(times, loss[0], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)))
        panels[2].plot(times, run.simulated.loss[0], color=ZERO, linewidth=3.2, alpha=0.45, label=r"$\lambda=0$, gradient flow")
        panels[2].set_title(r"loss, $\lambda=0$")
        for panel in panels:
            panel.set_xlabel(r"time $t/\tau$")
            panel.grid(color="0.92", linewidth=0.6)
            panel.set_axisbelow(True)
        handles = [*panels[0].get_legend_handles_labels()[0], *panels[2].get_legend_handles_labels()[0],
                   Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="exact solution")]
        figure.legend(handles=handles, loc="outside lower center", ncols=6, frameon=False, fontsize=8)
    deviation = max(float(np.abs(np.asarray(exact) - found)[others].max()) for exact, found in (
        (loss, run.simulated.loss), (run.exact.kernel_distance, run.simulated.kernel_distance)))
    values = ", ".join(f"{value:g}" for value in VALUES)
    return Drawing(figure, (
        f"Dominé et al. 2025, Fig. 12, re-created (values are ours, the stored text lost the paper's): a 3-3-3 network with singular "
        "values "
        f"{values} learns the task with the first right singular vector turned around. Loss and distance of the tangent kernel from its "
        "start for lambda other than zero, from rich to lazy. Dashed: the exact solution; solid: gradient flow by autograd; greatest "
        f"deviation {deviation:.1e}. Right: at lambda = 0 the exact solution stays on the separatrix and its loss never falls below "
        "that of "
        "the saddle, while gradient flow in double precision leaves the saddle late, by rounding; there the two part, and when depends on "
        "the processor."))
