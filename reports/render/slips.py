"""One slip, many places: errata that are the same mistake are listed once, by the table `slips.toml` beside a paper's `places.toml`.

An entry has the slip's title, which says what is printed, and the ids of its errata without the paper's key; the first is the root. An
erratum of which no entry speaks is a slip by itself, under its own title.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.verify.implied import CONDITION, DEGENERATE, FALSE

NAME = "slips.toml"
ORDER = (FALSE, CONDITION, "", DEGENERATE)
"""Grades in the order in which they are listed; errata of which points cannot tell stand before what is a remark."""
T = TypeVar("T")


@dataclass(frozen=True)
class Slip:
    """A mistake and the ids of its errata, the root first."""

    title: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class Group(Generic[T]):
    """The errata of one slip, the root first, with the gravest of their grades."""

    title: str
    grade: str
    members: tuple[T, ...]


def slips_of(paper: str, places: Path | None) -> tuple[Slip, ...]:
    """The slips of a paper, from the table beside that of its places; none without one. Raises TheoremtestError for a faulty table."""
    table = None if places is None else places.with_name(NAME)
    if table is None or not table.is_file():
        return ()
    try:
        entries = tomllib.loads(table.read_text("utf-8")).get("slip", [])
        found = tuple(Slip(entry["title"], tuple(f"{paper}/{place}" for place in entry["places"])) for entry in entries)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise TheoremtestError(f"{table}: {error}; an entry is [[slip]] with a title and places") from None
    seen: set[str] = set()
    for place in (place for slip in found for place in slip.places):
        if place in seen:
            raise TheoremtestError(f"{table} lists {place} twice; a place has one slip")
        seen.add(place)
    return found


def grouped(errata: Iterable[T], slips: Iterable[Slip], identity: Callable[[T], str], grade: Callable[[T], str],
            title: Callable[[T], str]) -> list[Group[T]]:
    """Errata by their slips, the gravest first; within a grade as they came."""
    known = {identity(one): one for one in errata}
    slip_of = {place: slip for slip in slips for place in slip.places if place in known}
    found: list[Group[T]] = []
    for place, one in known.items():
        slip = slip_of.get(place)
        members = [known[other] for other in slip.places if other in known] if slip else [one]
        if slip and identity(members[0]) != place:
            continue
        found.append(Group(slip.title if slip else title(one), min(map(grade, members), key=ORDER.index), tuple(members)))
    return sorted(found, key=lambda group: ORDER.index(group.grade))
