"""The places of a document that something is found of, and how they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from theoremtest.numerics.routes.names import ROUTES
from theoremtest.reports.assistant.places import Place

from .findings import Found

CHEAP = 0.5
"""Seconds of work that a place may take in passing; more is a longer look's."""
EXACTLY, BY_NUMBERS = ("exact",), tuple(route for route in ROUTES if route != "flow")
"""What is asked in passing, and what at length: training a network takes too long beside an editor."""


@dataclass(frozen=True)
class Spot:
    """A place of a document that something is found of: offsets where it begins and ends, the offset of its mark, the claim's id."""

    key: str
    id: str
    start: int
    end: int
    mark: int

    def as_json(self) -> dict:
        """The place as plain data."""
        return {"key": self.key, "id": self.id, "start": self.start, "end": self.end, "mark": self.mark}


@dataclass(frozen=True)
class Asked:
    """How a place is looked at. programs: whether files of claims may be run, as a test run does; needs: ask which conditions are
    needed."""

    place: Place
    seconds: float
    routes: tuple[str, ...] = EXACTLY
    programs: bool = True
    needs: bool = False


Judge = Callable[[Spot, Asked], Found]
