"""Fig. 1 of Xu and Ziyin 2024: layers align or disalign during training.

The linear network is shown with its exact solution, networks with four other activations beside it.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.xu2024_alignment import SAMPLES, linear, nonlinear

from . import Drawing
from ._xu2024 import KERNEL, LEARNING, NEARLY, PARALLEL, look

ROWS = {
    "alignment": {"kernel": (r"kernel phase, $\gamma=1/\sqrt{d}$", KERNEL, "o", "-"),
                  "feature learning": (r"feature learning phase, $\gamma=1/d$", LEARNING, "s", "--")},
    "disalignment": {"orthogonal": ("orthogonal start", PARALLEL, "o", "-"),
                     "near orthogonal": ("nearly orthogonal start", NEARLY, "s", "--")},
}
PANELS = {"linear": "linear", "relu": "ReLU", "leaky_relu": "leaky ReLU", "sigmoid": "sigmoid", "swish": "swish"}
END, STEP = 4.0, 0.02


def draw(full: bool = False) -> Drawing:
    """Width 1000; ``full`` takes the paper's 10000."""
    width = 10_000 if full else 1000
    exact_times, times = np.linspace(0, END, 81), STEP * np.arange(0, round(END / STEP) + 1, 2)
    deviation = 0.0
    with look():
        figure = Figure(figsize=(10.2, 4.7), layout="constrained")
        axes = figure.subplots(2, len(PANELS), sharex=True, sharey="row")
        for row, (kind, settings) in enumerate(ROWS.items()):
            for column, (activation, title) in enumerate(PANELS.items()):
                panel = axes[row, column]
                for setting, (label, colour, marker, dashes) in settings.items():
                    if activation == "linear":
                        curve = linear(setting, exact_times, width)
                        deviation = max(deviation, curve.deviation)
                        panel.plot(curve.times, curve.theory, color=colour, linewidth=1.6)
                        seen = np.unique(np.round(np.geomspace(1, 81, 16)).astype(int)) - 1
                        panel.plot(curve.times[seen], curve.zeta[seen], marker, color=colour, markersize=4.2, markerfacecolor="white",
                                   label=label)
                    else:
                        curve = nonlinear(activation, setting, times, width, step=STEP)
                        panel.plot(curve.times, curve.zeta, dashes, color=colour, linewidth=1.6)
                if row == 0:
                    panel.set_title(title)
                else:
                    panel.set_xlabel("time $t$")
                panel.set_xticks([0, 1, 2, 3, 4])
                panel.grid(color="0.92", linewidth=0.6)
                panel.set_axisbelow(True)
            axes[row, 0].set_ylabel(rf"{kind}: $\zeta(t)$")
        axes[0, 0].set_ylim(-0.06, 1.05)
        axes[1, 0].set_ylim(0.88, 1.008)
        handles = [Line2D([], [], color=colour, linestyle=dashes, marker=marker, markersize=4.2, markerfacecolor="white",
                          linewidth=1.6, label=label)
                   for settings in ROWS.values() for label, colour, marker, dashes in settings.values()]
        figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False, handlelength=2.6, columnspacing=2.2)
    return Drawing(figure, (
        f"Xu and Ziyin 2024, Fig. 1, re-created at width {width}: the alignment zeta of the two layers during training. Upper row, "
        "Gaussian starts: zeta grows in the feature learning phase and hardly moves in the kernel phase. Lower row, gamma = 1/d, "
        "starts with u = w (orthogonal, zeta stays 1) or nearly so. Where that start predicts too much, zeta falls. The paper's text asks "
        "for a large initial output: at gamma = 1/d the sigmoid's saturates below the target and its zeta hardly moves; at gamma = "
        "1/sqrt(d), not shown, it falls as well (claim fig-1:disalignment). Linear network, first column: lines are the exact "
        "solution, marks gradient "
        f"flow by autograd at x = 1, y = 2; greatest deviation {deviation:.1e}. Other columns: full-batch gradient descent on "
        f"{SAMPLES} samples of y = 2x + noise, mean squared error, for which there is no exact solution; solid and dashed lines as the "
        "marks of the first column (circles, squares). Time in units in which t_c is of order one."))
