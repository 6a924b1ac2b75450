"""Fig. 3 of Kunin et al. 2024: mu, phi and the kernel distance in time, exact over simulated, for several delta."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.kunin2024_single_neuron import BETA_0, compare, start

from . import Drawing
from ._kunin2024 import THEORY, colours, look, name_of, scientific

DELTAS = (-8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0)
PANELS = {"mu": r"$\mu = a\,\|w\|$", "phi": r"$\phi = \cos\angle(w, \beta_*)$", "kernel_distance": r"kernel distance $S(0, t)$"}


def draw(full: bool = False) -> Drawing:
    """There is one size: the whole takes seconds."""
    times = np.concatenate([[0.0], np.geomspace(1e-2, 100, 250)])
    a_0, w_0 = start(np.broadcast_to(BETA_0, (len(DELTAS), 2)), DELTAS)
    found = compare(times, a_0, w_0)
    with look():
        figure = Figure(figsize=(8.2, 2.75), layout="constrained")
        for axes, (name, label) in zip(figure.subplots(1, 3), PANELS.items(), strict=True):
            for row, (delta, colour) in enumerate(zip(DELTAS, colours(DELTAS), strict=True)):
                axes.plot(times, found.simulation[name][row], color=colour, linewidth=2.6, solid_capstyle="round",
                          label=name_of(delta))
                axes.plot(times, found.theory[name][row], **THEORY, label="exact solution" if row == len(DELTAS) - 1 else None)
            axes.set(xscale="log", xlabel=r"time $t$", title=label, xlim=(0.01, 100), ylim=(-0.04, 1.04))
            axes.set_xticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
            axes.axhline(0, color="0.8", linewidth=0.6, zorder=0)
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside right center", frameon=False)
    apart = {name: scientific(found.deviation(name)) for name in PANELS}
    return Drawing(figure, (
        "Kunin et al. 2024, Fig. 3, re-created. One linear neuron on whitened inputs, beta_* = (0, 1), beta_0 = (-1, 0), seven values "
        "of delta. Solid: gradient flow of the network by autograd; dashed: the exact solution. Greatest deviation of theory from "
        f"simulation: mu {apart['mu']}, phi {apart['phi']}, kernel distance {apart['kernel_distance']}. Time is drawn on a logarithmic "
        "scale and up to 100, five times the paper's span, so that the slow downstream alignment comes to its end."))
