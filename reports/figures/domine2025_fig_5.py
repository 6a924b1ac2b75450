"""Fig. 5 of Dominé et al. 2025: how far the tangent kernel moves, by lambda and architecture."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.domine2025_dynamics import ARCHITECTURES, regression

from . import Drawing
from ._domine2025 import NEGATIVE, POSITIVE, ZERO, look, pair

LAMBDAS = np.linspace(-9, 9, 7)
SHADES = {"funnel": POSITIVE, "square": ZERO, "inverted funnel": NEGATIVE}
TIMES = (0.2, 1.0, 6.0)


def draw(full: bool = False) -> Drawing:
    """Seven values of lambda; ``full`` draws twenty-one."""
    values = np.linspace(-9, 9, 21) if full else LAMBDAS
    deviation = 0.0
    with look():
        figure = Figure(figsize=(9.0, 3.1), layout="constrained")
        panels = figure.subplots(1, len(TIMES), sharey=True)
        for name, shape in ARCHITECTURES.items():
            found = [regression(shape, lam, np.array([0.0, *TIMES]), seed=2) for lam in values]
            deviation = max(deviation, *(comparison.deviation for comparison in found))
            for place, panel in enumerate(panels, 1):
                simulation, theory = (np.array([kind[place] for kind in kinds]) for kinds in (
                    [comparison.simulated["kernel_distance"] for comparison in found],
                    [comparison.exact.kernel_distance for comparison in found]))
                pair(panel, values, simulation, theory, SHADES[name])
                panel.lines[-2].set_label(f"{name}, gradient flow")
        for panel, time in zip(panels, TIMES):
            panel.set_title(rf"$t={time:g}\,\tau$")
            panel.set_xlabel(r"$\lambda$")
            panel.grid(color="0.92", linewidth=0.6)
            panel.set_axisbelow(True)
        panels[0].set_ylabel("kernel distance")
        panels[0].lines[-1].set_label("exact solution")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
    shapes = ", ".join(f"{name} {'-'.join(map(str, shape))}" for name, shape in ARCHITECTURES.items())
    return Drawing(figure, (
        f"Dominé et al. 2025, Fig. 5, re-created (sizes and values are ours, the stored text lost the paper's): distance of the tangent "
        f"kernel from its start against lambda at three times; {shapes}. Where sgn(N_o - N_i) lambda > 0 the kernel of a funnel or "
        "an inverted funnel moves late, but far; where it is negative and large the kernel stays; a square network's stays at either sign. "
        f"Dashed: the exact solution; solid: gradient flow by autograd; greatest deviation {deviation:.1e}."))
