"""What one edit is: the statement it is about, what became of it, and every place where it changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sympy import Basic

from theoremtest.derivations.language import Counterexample

PROVED, SUPPORTED, DIFFERENT, UNDECIDED, NEW, REMOVED = (
    "equivalent (proved)", "equivalent (supported)", "different", "undecided", "new", "removed")
NAMES = ("name", "symbol")
"""Fields that say what a thing is called and nothing of what is claimed."""
SECONDS = 10.0
"""How long one place of an edit may take to decide."""


@dataclass(frozen=True)
class Change:
    """One place where two statements differ. old, new: expressions, None where there is none."""

    place: str
    status: str
    old: Basic | None = None
    new: Basic | None = None
    example: Counterexample | None = None
    note: str = ""
    lost: bool = False
    """Whether the statement has no value at the point, which it had before or which a condition kept out."""


@dataclass(frozen=True)
class Edit:
    """What became of one statement: of a claim as printed, or of its correction."""

    id: str
    role: str
    status: str
    changes: tuple[Change, ...] = ()
    old_latex: str = ""
    new_latex: str = ""
    title: str = ""

    @property
    def lost(self) -> Change | None:
        """The place where the statement lost a value; None where it lost none."""
        return next((change for change in self.changes if change.lost), None)

    @property
    def settled(self) -> bool:
        """Whether it was decided what the edit changes."""
        return self.status != UNDECIDED


def worst(statuses: Iterable[str]) -> str:
    """One status for several places; what holds nothing against it is equivalent."""
    statuses = set(statuses)
    return next((status for status in (DIFFERENT, UNDECIDED, SUPPORTED) if status in statuses), PROVED)
