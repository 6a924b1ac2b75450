"""What the figures of Dominé et al. 2025 share: colours of the signs of lambda, the look, a line of theory over one of simulation."""

from __future__ import annotations

from contextlib import AbstractContextManager

import matplotlib
import numpy as np
from matplotlib.axes import Axes

NEGATIVE, ZERO, POSITIVE = "#0072B2", "#E69F00", "#D55E00"

LOOK = {"font.size": 9, "axes.titlesize": 9.5, "axes.labelsize": 9.5, "legend.fontsize": 8.5, "axes.spines.top": False,
        "axes.spines.right": False, "mathtext.fontset": "dejavusans", "axes.linewidth": 0.8, "xtick.labelsize": 8.5, "ytick.labelsize": 8.5}


def look() -> AbstractContextManager[None]:
    """The settings as a context."""
    return matplotlib.rc_context(LOOK)


def colour(lam: float) -> str:
    """That of lambda's sign."""
    return ZERO if lam == 0 else POSITIVE if lam > 0 else NEGATIVE


def pair(panel: Axes, times: np.ndarray, simulation: np.ndarray, theory: np.ndarray, shade: str) -> None:
    """The simulation's solid line, light, with the theory's dashed one over it."""
    panel.plot(times, simulation, color=shade, linewidth=3.2, alpha=0.45, solid_capstyle="butt")
    panel.plot(times, theory, color="0.1", linewidth=1.1, linestyle=(0, (3, 2)))
