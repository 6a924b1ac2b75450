"""Fig. 9 of Dominé et al. 2025: loss and kernel distance over absolute scale and lambda, funnel networks."""

from . import Drawing
from ._domine2025_planes import planes


def draw(full: bool = False) -> Drawing:
    """Planes of 21 x 21 points; ``full`` draws 81 x 81."""
    return planes(9, "funnel", (
        "Positive lambda learns first, negative lambda keeps the loss for long and moves the kernel far: lambda mostly decides, "
        "the mirror image of Fig. 10."), full)
