"""Fig. 10 of Dominé et al. 2025: loss and kernel distance over absolute scale and lambda, inverted funnel networks."""

from . import Drawing
from ._domine2025_planes import planes


def draw(full: bool = False) -> Drawing:
    """Planes of 21 x 21 points; ``full`` draws 81 x 81."""
    return planes(10, "inverted funnel", (
        "Negative lambda learns first, positive lambda keeps the loss for long and moves the kernel far: lambda mostly decides, the "
        "mirror image of Fig. 9. Single bright cells of the loss are starts that pass near a saddle."), full)
