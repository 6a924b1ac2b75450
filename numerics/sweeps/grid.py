"""The grid of a sweep: named axes, checked, read from text, and cut into chunks of about equal size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from theoremtest.derivations.errors import TheoremtestError

FORMS = "name=start:stop:count, name=start:stop:count:log or name=value,value,..."
RESERVED = ("computed", "chunk")
LONGEST, MOST_CHUNKS = 10**7, 10**6
"""Values of an axis, which are held in memory, and chunks, each of which has a file for its mark."""


class SweepError(TheoremtestError):
    """A grid, a function or a store that a sweep cannot be made of; the message is one line."""


@dataclass(frozen=True)
class Grid:
    """Axes by name, each (n,) float64, and the shape of a chunk."""

    axes: dict[str, np.ndarray]
    chunk: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Points along each axis."""
        return tuple(values.size for values in self.axes.values())

    @property
    def counts(self) -> tuple[int, ...]:
        """Chunks along each axis."""
        return tuple(-(-size // step) for size, step in zip(self.shape, self.chunk, strict=True))

    def place(self, number: int) -> tuple[slice, ...]:
        """Where a chunk lies in the grid; chunks are numbered along the last axis first."""
        found = np.unravel_index(number, self.counts)
        return tuple(slice(int(k) * step, min((int(k) + 1) * step, size)) for k, step, size in zip(found, self.chunk, self.shape))

    def open(self, place: Sequence[slice | list[int]]) -> dict[str, np.ndarray]:
        """Axes cut to a place, each in its own dimension of the grid, so that they broadcast: (n, 1), (1, m)."""
        return {name: values[part].reshape([-1 if k == axis else 1 for k in range(len(self.axes))])
                for axis, ((name, values), part) in enumerate(zip(self.axes.items(), place, strict=True))}


def grid_of(axes: Mapping[str, Any], points: int) -> Grid:
    """Checked axes in chunks of at most so many points. Raises SweepError, naming the axis and what it should be."""
    if not axes:
        raise SweepError("the grid has no axis; it needs one at least, such as {'delta': np.linspace(-2, 2, 100)}")
    if not isinstance(points, int) or points < 1:
        raise SweepError(f"a chunk of {points!r} points; expected a whole number of at least 1")
    checked = {_name(name): _axis(name, values) for name, values in axes.items()}
    found = Grid(checked, chunk_of(tuple(values.size for values in checked.values()), points))
    if prod(found.counts) > MOST_CHUNKS:
        raise SweepError(f"{prod(found.shape)} points in chunks of {points} are {prod(found.counts)} chunks; expected at most "
                         f"{MOST_CHUNKS}: take larger chunks or a coarser grid")
    return found


def chunk_of(shape: tuple[int, ...], points: int) -> tuple[int, ...]:
    """The shape of a chunk of at most so many points: the grid's, its longest side halved until it fits."""
    chunk = list(shape)
    while prod(chunk) > points:
        longest = max(range(len(chunk)), key=chunk.__getitem__)
        chunk[longest] = -(-chunk[longest] // 2)
    return tuple(chunk)


def read_axis(text: str) -> tuple[str, np.ndarray]:
    """An axis from text, `FORMS`. Raises SweepError."""
    name, equals, values = text.partition("=")
    try:
        if not (name and equals):
            raise ValueError("it has no name and no values")
        if ":" not in values:
            return name, np.array([float(value) for value in values.split(",")])
        parts = values.split(":")
        start, stop, count, *scale = parts if len(parts) > 2 else [*parts, ""]
        if scale not in ([], ["log"]):
            raise ValueError(f"{':'.join(scale)} is no scale")
        if not count.isdecimal() or not 1 <= int(count) <= LONGEST:
            raise ValueError(f"its count is {count or 'missing'}, not a number from 1 to {LONGEST}")
        first, last = float(start), float(stop)
        if scale and not (first > 0 and last > 0):
            raise ValueError("a logarithmic axis needs bounds above 0")
        return name, (np.geomspace if scale else np.linspace)(first, last, int(count))
    except ValueError as error:
        raise SweepError(f"the grid {text!r} cannot be read ({error}); it has the form {FORMS}") from None


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.isidentifier() or name in RESERVED:
        raise SweepError(f"{name!r} cannot name an axis; expected a Python name other than {' and '.join(RESERVED)}")
    return name


def _axis(name: object, values: Any) -> np.ndarray:
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise SweepError(f"axis {name}: {values!r:.60} holds no numbers") from None
    if found.ndim != 1 or found.size == 0:
        raise SweepError(f"axis {name}: shape {found.shape}; expected one row of numbers, (n,) with n at least 1")
    if found.size > LONGEST:
        raise SweepError(f"axis {name}: {found.size} values; expected at most {LONGEST}")
    if not np.isfinite(found).all():
        raise SweepError(f"axis {name}: {found[~np.isfinite(found)][0]} among its values; expected finite numbers")
    if np.unique(found).size != found.size:
        raise SweepError(f"axis {name}: the same value twice; expected each once")
    return found
