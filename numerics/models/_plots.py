"""Trajectories drawn along time with matplotlib, which is imported when something is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from theoremtest.numerics.extras import needed
from theoremtest.numerics.kernels.array_like import plain
from theoremtest.numerics.models._arguments import fail

if TYPE_CHECKING:
    from theoremtest.numerics.models.described import Described

ALONG = ("time", "samples", "parameters")
"""The coordinates that something is drawn along; the first that a result has."""
LINES = 50
"""More lines than these say nothing in one panel."""


def plotted(run: Described, names: tuple[str, ...], ax: Any) -> Any:
    """``Described.plot``."""
    across = _across(run, names)
    if ax is not None and len(names) != 1:
        fail("ax", f"axes for {len(names)} quantities", "one quantity, or ax=None for a panel each")
    pyplot = needed("matplotlib.pyplot", "plot")
    if ax is None:
        _, panels = pyplot.subplots(len(names), 1, sharex=True, squeeze=False, figsize=(6.4, 1.2 + 2.4 * len(names)), layout="constrained")
        panels = panels[:, 0]
    else:
        panels = np.array([ax], dtype=object)
    for panel, name in zip(panels, names):
        _panel(panel, run, name, across)
    panels[-1].set_xlabel(_label(across, run._coordinates()[across][2]["units"]))
    return panels if len(names) > 1 else panels[0]


def _across(run, names):
    """The coordinate that all these quantities move along. ValueError where there is none."""
    moving = [name for name, quantity, _ in run.described() if quantity.moves]
    for name in names:
        if name not in moving:
            fail("quantity", repr(name), f"one of {', '.join(moving)}")
    here = run._coordinates()
    across = next((name for name in ALONG if name in here and here[name][0] == (name,)), None)
    if across is None:
        fail("plot", "a result at one time" if "time" in here else "a result along no axis", "one along time, samples or parameters")
    return across


def _panel(panel, run, name, across):
    quantity, axes = next((quantity, axes) for found, quantity, axes in run.described() if found == name)
    values = np.moveaxis(plain(getattr(run, name)), axes.index(across), -1)
    lines = values.reshape((-1, values.shape[-1]))
    chosen = np.unique(np.linspace(0, len(lines) - 1, min(LINES, len(lines))).round().astype(int))
    panel.plot(plain(run._coordinates()[across][1]), lines[chosen].T, linewidth=1)
    if run.LOGARITHMIC:
        panel.set_xscale("symlog", linthresh=1.0)
        panel.set_yscale("log")
    panel.set_ylabel(_label(name, quantity.units))
    panel.set_title(quantity.meaning + (f" ({len(chosen)} of {len(lines)} lines)" if len(chosen) < len(lines) else ""), fontsize="medium")


def _label(name, units):
    """A name with its units, which are text and no formula."""
    return name if units == "1" else f"{name} in {units}".replace("$", r"\$")
