"""What the figures of Xu and Ziyin 2024 share: colours of the phases, which stay apart for colour-blind readers, and the look."""

from __future__ import annotations

from contextlib import AbstractContextManager

import matplotlib

KERNEL, LEARNING = "#0072B2", "#D55E00"
PARALLEL, NEARLY = "#009E73", "#AA4499"

LOOK = {"font.size": 9, "axes.titlesize": 9.5, "axes.labelsize": 9.5, "legend.fontsize": 8.5, "axes.spines.top": False,
        "axes.spines.right": False, "mathtext.fontset": "dejavusans", "axes.linewidth": 0.8, "xtick.labelsize": 8.5, "ytick.labelsize": 8.5}


def look() -> AbstractContextManager[None]:
    """The settings as a context."""
    return matplotlib.rc_context(LOOK)
