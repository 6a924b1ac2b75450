"""Relations that were not seen to follow from anything: they may leave their letters less than free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .letters import inner_of


@dataclass
class Tie:
    """A relation that was not seen to follow from anything, with its letters; in one paragraph, or from there on."""

    letters: frozenset
    paragraph: int | None
    text: str


def restrict(letters: set, ties: Sequence[frozenset]) -> bool:
    """Whether ties may leave some letters less than free: more equations hang together with them than letters beside them do."""
    plain = {inner_of(key) for key in letters if key}
    for first in ties:
        if not first & plain:
            continue
        group, outside = {first}, set(first - plain)
        grown = True
        while grown:
            grown = False
            for other in ties:
                if other not in group and other & outside:
                    group.add(other)
                    outside |= other - plain
                    grown = True
        if len(group) > len(outside):
            return True
    return False


__all__ = ["Tie", "restrict"]
