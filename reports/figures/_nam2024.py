"""What the figures of Nam's thesis share: colours that stay apart for colour-blind readers and in grey; the look and the pair of a theory's
line over a simulation's are those of the figures of Dominé et al.
"""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ._domine2025 import look, pair

__all__ = ["BLUE", "GREEN", "MODES", "ORANGE", "PURPLE", "TARGET", "explain", "look", "pair"]

BLUE, ORANGE, GREEN, PURPLE, TARGET = "#0072B2", "#D55E00", "#009E73", "#AA4499", "#7A7A7A"
MODES = (BLUE, "#E69F00", GREEN, ORANGE, PURPLE)
"""From the first mode on."""


def explain(figure: Figure, others: Sequence[Line2D] = (), simulation: str = "gradient flow", ncols: int | None = None) -> None:
    """The legend below the figure: what solid and dashed lines are, after the other lines' labels; in one row, or in so many columns."""
    handles = [*others, Line2D([], [], color="0.4", linewidth=3.2, alpha=0.45, label=simulation),
               Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="exact solution")]
    figure.legend(handles=handles, loc="outside lower center", ncols=ncols or len(handles), frameon=False)
