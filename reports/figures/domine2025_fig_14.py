"""Fig. 14 of Dominé et al. 2025: fine-tuning on three new tasks after re-balancing to another relative scale."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.domine2025_hierarchy import fine_tuned, new_tasks

from . import Drawing
from ._domine2025 import look, pair

LAMBDAS = (0.0, 0.3, 1.0, 3.0, 10.0)
SHADES = ("#E69F00", "#56B4E9", "#0072B2", "#009E73", "#D55E00")
BEFORE = 1.0


def draw(full: bool = False) -> Drawing:
    """One size only."""
    times = np.linspace(0.0, 4.0, 41)
    deviation, same = 0.0, 0.0
    with look():
        figure = Figure(figsize=(10.0, 3.1), layout="constrained")
        for panel, (name, task) in zip(figure.subplots(1, 3), new_tasks().items(), strict=True):
            # The last network is not re-balanced: it was pre-trained with the lambda that the fourth is re-balanced to.
            run = fine_tuned((BEFORE,) * len(LAMBDAS) + (LAMBDAS[3],), (*LAMBDAS, None), task, times)
            for place, shade in enumerate(SHADES):
                pair(panel, times, run.simulated.loss[place], run.exact.loss[place], shade)
            panel.plot(times[::4], run.simulated.loss[-1, ::4], "x", color="black", markersize=4)
            deviation = max(deviation, run.deviation("loss"))
            same = max(same, float(np.abs(run.simulated.loss[-1] - run.simulated.loss[3]).max()))
            panel.set_title(name)
            panel.set_xlabel(r"time $t/\tau$ of fine-tuning")
            panel.grid(color="0.92", linewidth=0.6)
            panel.set_axisbelow(True)
        figure.axes[0].set_ylabel("loss less its floor")
        handles = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=rf"$\lambda_{{FT}}={lam:g}$")
                   for lam, shade in zip(LAMBDAS, SHADES, strict=True)]
        handles += [Line2D([], [], color="black", marker="x", linestyle="none", label=rf"$\lambda_{{PT}}={LAMBDAS[3]:g}$, not re-balanced"),
                    Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="exact solution")]
        figure.legend(handles=handles, loc="outside lower center", ncols=7, frameon=False, fontsize=8)
    return Drawing(figure, (
        "Dominé et al. 2025, Fig. 14, re-created (values are ours, the stored text lost the paper's): 8-8-8 networks trained on the "
        "semantic "
        f"hierarchy with lambda = {BEFORE:g}, re-balanced and trained on three tasks: a feature given to a second item, the first right "
        "singular vector reversed, all singular values doubled. The loss falls faster for larger |lambda|, and does not know its sign. "
        "Crosses: a network not re-balanced but trained with that lambda from the beginning, which learns alike "
        f"(to {same:.1e}). Dashed: the exact solution; solid: gradient flow by autograd; greatest deviation {deviation:.1e}."))
