"""The errors of the language: each names the offender, its value and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TheoremtestError(Exception):
    """Base of every error that this library raises on purpose."""


class DomainError(TheoremtestError):
    """A domain is contradictory, empty, or lacks what it is asked for."""


class StatementError(TheoremtestError):
    """A statement is malformed: undeclared symbols, mismatched shapes, missing parts."""


class ClaimError(TheoremtestError):
    """A claim's place, id or parts are malformed."""


class DuplicateClaim(ClaimError):
    """Two claims ask for the same permanent id."""


class CyclicUses(ClaimError):
    """Claims rest on one another in a circle."""


class UnknownClaim(ClaimError):
    """No claim bears this id."""

    def __init__(self, wanted: str, known: Iterable[str], where: str = "") -> None:
        near = difflib.get_close_matches(wanted, list(known), n=3, cutoff=0.5)
        hint = f"; nearest known: {', '.join(near)}" if near else ""
        place = f" (named in {where})" if where else ""
        super().__init__(f"unknown claim {wanted!r}{place}{hint}")
        self.wanted = wanted
        self.near = tuple(near)
