"""Fig. 13 of Dominé et al. 2025: a new feature of one item, and how the other items respond, by relative scale."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.domine2025_hierarchy import KIN, responses, transfer_loss

from . import Drawing
from ._domine2025 import NEGATIVE, POSITIVE, ZERO, look, pair

SHADES = {"sibling": (POSITIVE, [1]), "cousins, mean": (ZERO, [2, 3]), "plants, mean": (NEGATIVE, [4, 5, 6, 7])}
LAMBDAS = np.array([-10.0, -6.0, -3.0, -1.5, -0.5, 0.0, 0.5, 1.5, 3.0, 6.0, 10.0])


def draw(full: bool = False) -> Drawing:
    """One size only."""
    theory, simulation = responses(tuple(LAMBDAS))
    with look():
        figure = Figure(figsize=(10.0, 3.1), layout="constrained")
        panels = figure.subplots(1, 4, width_ratios=[0.8, 0.8, 1.3, 1.3])
        for panel, values, title in ((panels[0], simulation, "gradient flow"), (panels[1], theory, "Eq. (187)")):
            panel.imshow(values, cmap="PuOr_r", vmin=-1, vmax=1, interpolation="nearest", aspect="auto")
            panel.set_title(title)
            panel.set_xlabel("item")
            panel.set_yticks(range(len(LAMBDAS)), [f"{lam:g}" for lam in LAMBDAS])
        panels[0].set_ylabel(r"$\lambda$")
        for name, (shade, items) in SHADES.items():
            # A thousandth of the plants' response would be rounding: the three groups share one panel.
            found, expected = (values[:, items].mean(axis=1) for values in (simulation, theory))
            if np.ptp(expected) > 1e-3:
                pair(panels[2], LAMBDAS, found, expected, shade)
                panels[2].lines[-2].set_label(f"{name}, gradient flow")
            else:
                panels[2].plot(LAMBDAS, found, "o", color=shade, markersize=3.5, label=f"{name}, gradient flow")
        panels[2].set_title("response to the new feature")
        found, expected = (transfer_loss(values) for values in (simulation, theory))
        pair(panels[3], LAMBDAS, found, expected, "0.3")
        panels[3].lines[-1].set_label("exact solution")
        panels[3].set_title("loss on untrained items")
        for panel in panels[2:]:
            panel.set_xlabel(r"$\lambda$")
            panel.grid(color="0.92", linewidth=0.6)
            panel.set_axisbelow(True)
        handles = [handle for panel in panels[2:] for handle in panel.get_legend_handles_labels()[0]]
        figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
    shares = ", ".join(f"{share:g}" for share in KIN[:5])
    return Drawing(figure, (
        "Dominé et al. 2025, Fig. 13, re-created (values are ours, the stored text lost the paper's): 8-8-8 networks learn the semantic "
        "hierarchy; then the first layer is frozen, and a new output row learns one feature of the first item. Responses of all items, and "
        f"the loss on those not trained, whose targets are their shares of common labels ({shares}, ...; the paper's own targets are "
        "lost). "
        "Dashed and left of the middle: Eq. (187) with the exact first layer; solid: gradient flow by autograd, from a row with entries of "
        f"a ten-billionth; greatest deviation {np.abs(theory - simulation).max():.1e}."))
