r"""`X X^\top \odot G`: where a product of entries stands beside products of matrices, brackets may be put in several ways. It is read where
shapes leave one of them, and refused otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

MOST = 6
"""Factors between which all ways to put brackets are looked at."""


@dataclass(frozen=True)
class Joined:
    """A factor by its place, or factors that are multiplied, entry by entry or as matrices, with their shape."""

    shape: tuple
    place: int = -1
    entrywise: bool = False
    of: tuple[Joined, ...] = ()


def bracketings(values: Sequence[sp.Basic], entrywise: Sequence[bool]) -> list[Joined]:
    """All ways to put brackets under which the shapes of some matrices fit; entrywise: how each is joined to the one before it.

    Both products are associative, so that ways that differ in that alone are one.
    """
    found: dict[tuple[int, int], list[Joined]] = {(at, at + 1): [Joined(value.shape, at)] for at, value in enumerate(values)}
    for width in range(2, len(values) + 1):
        for start in range(len(values) - width + 1):
            ways = [joined for middle in range(start + 1, start + width) for one in found[start, middle]
                    for other in found[middle, start + width] if (joined := _joined(one, other, entrywise[middle])) is not None]
            found[start, start + width] = list(dict.fromkeys(ways))
    return found[0, len(values)]


def _joined(one: Joined, other: Joined, entrywise: bool) -> Joined | None:
    """Two factors joined; None where their shapes do not fit. A product of one entry is a number."""
    if entrywise:
        shape = one.shape if one.shape == other.shape and not _number(one) else None
    elif _number(one) or _number(other):
        shape = other.shape if _number(one) else one.shape
    else:
        shape = (one.shape[0], other.shape[1]) if one.shape[1] == other.shape[0] else None
    if shape is None:
        return None
    parts = [part for side in (one, other) for part in (side.of if side.of and side.entrywise == entrywise else (side,))]
    return Joined(shape, -1, entrywise, tuple(parts))


def _number(side: Joined) -> bool:
    return bool(side.of) and tuple(side.shape) == (1, 1)
