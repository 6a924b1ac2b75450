"""What the figures of Kunin et al. 2024 share: colours for the sign of delta, and the look of theory over simulation.

Blue is downstream, grey balanced, orange upstream; all stay apart for colour-blind readers and in grey.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

import matplotlib
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from numpy.typing import ArrayLike

DOWN, BALANCED, UP = "#0072B2", "#7A7A7A", "#D55E00"
BY_DELTA = LinearSegmentedColormap.from_list("delta", ["#56B4E9", "#0072B2", BALANCED, "#D55E00", "#F0A030"])
PARITY = ("#F2D9A6", "#3B6FA0")
"""Light for an even number of active neurons, dark for an odd one."""

LOOK = {"font.size": 9, "axes.titlesize": 9.5, "axes.labelsize": 9.5, "legend.fontsize": 8, "axes.spines.top": False,
        "axes.spines.right": False, "figure.dpi": 150, "mathtext.fontset": "dejavusans", "axes.linewidth": 0.8}
THEORY = {"color": "black", "linestyle": (0, (3, 2.5)), "linewidth": 1.1, "zorder": 5}


def colours(deltas: ArrayLike) -> list:
    """One colour per delta: its sign by hue, its size by lightness."""
    size = np.sign(deltas) * np.abs(np.asarray(deltas, dtype=float)) ** 0.5
    reach = max(np.abs(size).max(), 1e-300)
    return [BY_DELTA(0.5 + 0.5 * value / reach) for value in size]


def name_of(delta: float) -> str:
    """How a legend names a delta."""
    return rf"$\delta={delta:+g}$".replace("-", r"-") if delta else r"$\delta=0$"


def scientific(value: float) -> str:
    """2.3e-09 as text for a caption."""
    return f"{value:.1e}"


def look() -> AbstractContextManager[None]:
    """The settings as a context."""
    return matplotlib.rc_context(LOOK)
