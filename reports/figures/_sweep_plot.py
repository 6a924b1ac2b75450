"""A sweep drawn from its store: a plane of two axes, panels along a third, a curve for one; never more points than a page shows."""

from __future__ import annotations

from typing import Any

import matplotlib
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from theoremtest.numerics.sweeps.grid import SweepError

ACROSS, PANELS = 500, 4
"""Points along an axis and panels that are drawn at most."""


def plot(values: Any, name: str | None = None) -> Figure:
    """One of a sweep's variables, the first unless it is named; what is not computed yet stays grey.

    values: the Dataset that `sweep` returns. Raises SweepError for a name that it has not.
    """
    if name is not None and name not in values.data_vars:
        raise SweepError(f"the sweep has no values {name!r}; it has {', '.join(values.data_vars)}")
    shown = values[name or next(iter(values.data_vars))]
    shown = shown[tuple(slice(None, None, -(-size // ACROSS)) for size in shown.shape)]
    across = sorted(shown.dims, key=lambda axis: -shown.sizes[axis])
    plane, panels, rest = across[:2], across[2:3], across[3:]
    shown = shown.isel(dict.fromkeys(rest, 0))
    with matplotlib.rc_context({"font.size": 9, "svg.hashsalt": str(shown.name)}):
        if len(plane) == 1:
            return _curve(shown, plane[0])
        return _planes(shown, plane, panels)


def _curve(shown: Any, axis: str) -> Figure:
    figure = Figure(figsize=(4.5, 3.4), layout="constrained")
    panel = figure.subplots()
    panel.plot(shown[axis], shown, color="#0072B2")
    panel.set(xlabel=_label(shown[axis]), ylabel=_label(shown), xscale=_scale(shown[axis].values), yscale=_scale(shown.values, spread=1e3))
    return figure


def _planes(shown: Any, plane: list[str], panels: list[str]) -> Figure:
    first, second = (axis for axis in shown.dims if axis in plane)
    chosen: list[int | None] = [None]
    if panels:
        size = shown.sizes[panels[0]]
        chosen = [int(k) for k in np.unique(np.linspace(0, size - 1, min(size, PANELS)).round())]
    cuts = [shown if k is None else shown.isel({panels[0]: k}) for k in chosen]
    drawn = [cut.transpose(first, second).values for cut in cuts]
    known = np.concatenate([values[np.isfinite(values)] for values in drawn])
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    look = _colours(low, high)
    figure = Figure(figsize=(1.2 + 3.4 * len(cuts), 3.4), layout="constrained")
    row = figure.subplots(1, len(cuts), sharey=True, squeeze=False)[0]
    for panel, cut, values in zip(row, cuts, drawn, strict=True):
        image = panel.pcolormesh(cut[second], cut[first], np.ma.masked_invalid(values), shading="nearest", rasterized=True, **look)
        panel.set(xlabel=_label(cut[second]), xscale=_scale(cut[second].values), yscale=_scale(cut[first].values), facecolor="0.85")
        if panels:
            panel.set_title(f"{panels[0]} = {float(cut[panels[0]]):g}")
    row[0].set_ylabel(_label(cuts[0][first]))
    figure.colorbar(image, ax=list(row), label=_label(shown))
    return figure


def _colours(low: float, high: float) -> dict[str, Any]:
    """Logarithmic where values are far apart; 0 in the middle where there is about as much on both sides of it."""
    if low > 0 and high > 1e3 * low:
        return {"cmap": "cividis", "norm": LogNorm(low, high)}
    if min(-low, high) > 0.3 * max(-low, high):
        return {"cmap": "PuOr", "vmin": -max(-low, high), "vmax": max(-low, high)}
    return {"cmap": "cividis", "vmin": low, "vmax": high}


def _label(values: Any) -> str:
    return str(values.attrs.get("long_name", values.name))


def _scale(values: np.ndarray, spread: float = 10.0) -> str:
    """Whether an axis is drawn in logarithms: where its values are evenly spaced so, and far apart."""
    found = values[np.isfinite(values)]
    if found.size < 3 or found.min() <= 0 or found.max() < spread * found.min():
        return "linear"
    if spread > 10.0:
        return "log"
    return "log" if np.ptp(np.diff(np.log(found))) < 0.5 * np.abs(np.diff(np.log(found))).max() else "linear"
