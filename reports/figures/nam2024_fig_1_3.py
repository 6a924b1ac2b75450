"""Fig. 1.3 of Nam's thesis: benign overfitting, with the intensities of Eq. (1.36) as printed and with smaller ones for the rest."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from . import Drawing
from ._nam2024 import TARGET, explain, look
from ._nam2024_overfitting import PANELS, model, row

ROWS = {"Eq. (1.36)": 1.0, "a tenth for the rest": 10.0}
"""By how much the intensity of all but the first five features is less than printed."""


def target(x: np.ndarray) -> np.ndarray:
    """The first feature alone."""
    return np.sin(2 * np.pi * x)


def draw(full: bool = False) -> Drawing:
    """One size only, the text's."""
    models = [model(target, less) for less in ROWS.values()]
    shares = [np.sqrt(2) * found.exact.parts[0] for found in models]
    with look():
        figure = Figure(figsize=(10.0, 5.0), layout="constrained")
        axes = figure.subplots(2, 3, sharex=True, sharey=True)
        for line, (name, found) in enumerate(zip(ROWS, models, strict=True)):
            row(list(axes[line]), found, target)
            axes[line, 0].set_ylabel(f"{name}\n$f(x)$")
        for panel, letter, name in zip(axes[0], "abc", PANELS, strict=True):
            panel.set_title(f"({letter}) {name}")
        for panel in axes[1]:
            panel.set_xlabel("$x$")
        explain(figure, [Line2D([], [], color=TARGET, linewidth=1.2, label=r"target $\sin 2\pi x$"),
                         Line2D([], [], color="black", marker=".", linestyle="none", label="noisy data")])
    return Drawing(figure, (
        "Nam 2024, Fig. 1.3, re-created: linear models of 2000 sines, of which five are intense, trained on 100 noisy values of the first. "
        "The caption's sum has ten terms, which cannot interpolate 100 samples; drawn is the text's model with p = 2000. Inputs are "
        "uniform, the noise has the width 1/10, which the caption does not give. Top: with the intensities of Eq. (1.36) as printed the "
        f"learned function goes through the data but learns only {shares[0]:.0%} of the target, and the peaks at the data hold the rest "
        f"of the labels. Bottom: with a tenth of the intensity for the other features it learns {shares[1]:.0%}, as the caption "
        "says. As sines are odd about 1/2, each peak has its mirror image. Dashed: the exact solution; solid: gradient flow by "
        f"autograd; greatest deviation {max(found.deviation for found in models):.1e}; of the labels' square at most "
        f"{max(found.exact.error_left for found in models):.1e} is left."))
