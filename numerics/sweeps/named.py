"""What a sweep by name is: the paper's place, the function, the grid that it has unless another is asked for, and words for a plot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from .grid import SweepError, read_axis

PAPERS = ("domine2025", "kunin2024", "nam2024", "xu2024")
POINTS = 2**16
"""Points of a chunk: so many that what a chunk costs beside them does not show, in some ten megabytes of memory."""


@dataclass(frozen=True)
class Named:
    """A sweep by name. about: words for its axes and values; points: of a chunk."""

    name: str
    what: str
    function: Callable[..., Any]
    grid: Mapping[str, np.ndarray]
    about: Mapping[str, str]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    points: int = POINTS

    def grid_with(self, axes: Iterable[str]) -> dict[str, np.ndarray]:
        """Its grid with some axes replaced by what a text says. Raises SweepError."""
        given: dict[str, np.ndarray] = {}
        for text in axes:
            name, values = read_axis(text)
            if name not in self.grid:
                raise SweepError(f"{self.name} has no axis {name!r}; it has {', '.join(self.grid)}")
            if name in given:
                raise SweepError(f"axis {name} is given twice; expected once")
            given[name] = values
        return {**self.grid, **given}


@cache
def named() -> dict[str, Named]:
    """All sweeps by name."""
    return {one.name: one for paper in PAPERS for one in import_module(f"{__package__}.{paper}").SWEEPS}


def sweep_named(name: str) -> Named:
    """The sweep of a name. Raises SweepError, which names all."""
    if name not in named():
        raise SweepError(f"unknown sweep {name!r}; there are {', '.join(named())}")
    return named()[name]
