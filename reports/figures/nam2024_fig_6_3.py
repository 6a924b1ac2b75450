"""Fig. 6.3 of Nam's thesis: the features of a network with its targets, with smaller ones, and with its last layer alone trained."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_metrics import metrics
from theoremtest.numerics.experiments.nam2024_rescaled import trained

from . import Drawing
from ._nam2024 import BLUE, GREEN, ORANGE, look
from ._nam2024_features import draw_metrics

DOWNSCALED = 100.0
"""The caption's alpha."""
SHADES = (BLUE, ORANGE, GREEN)
NAMES = (r"$\alpha = 1$", r"$\alpha = 100$", r"last layer, $\alpha = 1$")
STEPS, FULL_STEPS, WIDTH, FULL_WIDTH = 1500, 6000, 64, 256


def draw(full: bool = False) -> Drawing:
    """full: the caption's width, for more steps; its images are of MNIST."""
    size = {"width": FULL_WIDTH, "steps": FULL_STEPS} if full else {"width": WIDTH, "steps": STEPS}
    views = [trained(**size), trained(DOWNSCALED, **size), trained(last_only=True, **size)]
    classes = views[0].target.shape[1]
    with look():
        figure = Figure(figsize=(10.5, 3.5), layout="constrained")
        deviation = draw_metrics(figure.subplots(1, 3), views, SHADES, "abc")
        handles = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=name) for shade, name in zip(SHADES, NAMES, strict=True)]
        handles += [Line2D([], [], color="0.4", linewidth=3.2, alpha=0.45, label="kernel matrix"),
                    Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="Algorithm 1, corrected")]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)
    found = [metrics(view) for view in views]
    gaps, dimensions = ", ".join(f"{one['k']:.2f}" for one in found), ", ".join(f"{one['u']:.1f}" for one in found)
    return Drawing(figure, (
        f"Nam 2024, Fig. 6.3, re-created on small data: four layers of width {size['width']}, {len(views[0].features)} points in {classes} "
        f"Gaussian classes, {size['steps']} steps from a start of half the usual size, outputs counted from those at the start; the thesis "
        "has width 256 and MNIST. With the targets, with a hundredth of them (alpha divides them), and in the last layer alone, whose "
        "features stay as they start. The grey line is at k = C, the number of classes. Gap of centred kernel alignment: "
        f"{gaps}; effective dimension of the utilization: "
        f"{dimensions}; of the targets' square {', '.join(f'{view.left:.2f}' for view in views)} is "
        "left. The network with its targets is near the minimum-feature regime, the other two are not; the thesis finds the last layer "
        "alone the furthest from it, by the gap. Dashed: Algorithm 1 with its missing factors of n; solid: eigenvectors of "
        "the kernel matrix, and the part of the function's space in the span of the first k of them; greatest deviation "
        f"{deviation:.1e}."))
