"""A paper: the key that its claims' ids begin with, and what a reader needs to find it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A published document. `key` opens every claim id, for instance `kunin2024/27`."""

    key: str
    authors: str
    title: str
    year: int
    identifier: str = ""

    def __str__(self) -> str:
        return f"{self.authors}, {self.title} ({self.year})"
