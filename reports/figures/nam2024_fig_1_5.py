"""Fig. 1.5 of Nam's thesis: malignant overfitting, where the target is a feature that the model does not prefer."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from . import Drawing
from ._nam2024 import TARGET, explain, look
from ._nam2024_overfitting import PANELS, D, model, row


def target(x: np.ndarray) -> np.ndarray:
    """The tenth feature alone."""
    return np.sin(20 * np.pi * x)


def draw(full: bool = False) -> Drawing:
    """One size only, the text's."""
    found = model(target)
    parts = found.exact.parts
    of_target, in_rest = np.sqrt(2) * parts[9], 1 - np.sum(parts[:D] ** 2) / np.sum(parts**2)
    with look():
        figure = Figure(figsize=(10.0, 3.1), layout="constrained")
        axes = figure.subplots(1, 3, sharey=True)
        row(list(axes), found, target)
        for panel, letter, name in zip(axes, "abc", PANELS, strict=True):
            panel.set_title(f"({letter}) {name}")
            panel.set_xlabel("$x$")
        axes[0].set_ylabel("$f(x)$")
        explain(figure, [Line2D([], [], color=TARGET, linewidth=1.2, label=r"target $\sin 20\pi x$"),
                         Line2D([], [], color="black", marker=".", linestyle="none", label="noisy data")])
    return Drawing(figure, (
        "Nam 2024, Fig. 1.5, re-created: the model of Fig. 1.3 with the intensities of Eq. (1.36), trained on 100 noisy values of its "
        "tenth feature, which is not among the five intense ones. The caption's sum has ten terms, which cannot interpolate 100 samples; "
        "drawn is the text's model with p = 2000. Inputs are uniform, the noise has the width 1/10, which the caption does not give. The "
        f"learned function goes through the data and learns {of_target:.0%} of the target. Between the data it is nearly what its first "
        f"five features say (b); {in_rest:.0%} of its square lies in the peaks of the others at the data and at their mirror images (c). "
        f"Dashed: the exact solution; solid: gradient flow by autograd; greatest deviation {found.deviation:.1e}; of the labels' square "
        f"{found.exact.error_left:.1e} is left."))
