"""Fig. 8 of Dominé et al. 2025: loss and kernel distance over absolute scale and lambda, square networks."""

from . import Drawing
from ._domine2025_planes import planes


def draw(full: bool = False) -> Drawing:
    """Planes of 21 x 21 points; ``full`` draws 81 x 81."""
    return planes(8, "square", (
        "The loss falls with |lambda| and rises with the scale where |lambda| is large; at lambda = 0 it first falls with the "
        "scale, and converges only from starts whose determinant has the task's sign, which are the ones drawn. The kernel "
        "moves farthest at lambda = 0, equally far at every scale; at other lambdas it moves farther from larger starts."), full)
