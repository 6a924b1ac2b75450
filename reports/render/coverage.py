"""What of a paper is accounted for: every numbered place with its claims, or why it has none, or that it is yet to do.

The list of places is the project's own table, `derivations/<paper>/places.toml`; the claims are read from the register.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from rederive.derivations.errors import RederiveError

DERIVATIONS = Path(__file__).resolve().parents[2] / "derivations"
STATES = ("claims", "definition", "not a claim", "not yet")


class CoverageError(RederiveError):
    """A paper's table of places is missing or malformed, or a claim names a place that is not in it."""


@dataclass(frozen=True)
class Place:
    """One place of a paper. state is one of STATES; claims are the ids registered there."""

    where: str
    section: str
    about: str
    state: str
    reason: str
    claims: tuple[str, ...]

    def as_json(self) -> dict:
        return {**asdict(self), "claims": list(self.claims)}


def coverage(paper: str, claims: Iterable[tuple[str, str]]) -> list[Place]:
    """The places of a paper in its own order. claims: id and place of each of its claims. Raises CoverageError; see the class."""
    table = _table(paper)
    by_place: dict[str, list[str]] = {}
    for identity, where in claims:
        by_place.setdefault(where, []).append(identity)
    unknown = sorted(set(by_place) - {entry["where"] for entry in table})
    if unknown:
        raise CoverageError(f"claims of {paper} name places that its places.toml does not list: {', '.join(unknown)}")
    places = []
    for entry in table:
        claims = tuple(by_place.get(entry["where"], ()))
        state = entry.get("state", "not yet")
        if claims:
            state = "definition" if state == "definition" else "claims"
        places.append(Place(entry["where"], entry["section"], entry.get("about", ""), state, entry.get("reason", ""), claims))
    return places


def counts(places: list[Place]) -> dict[str, int]:
    """How many places are in each state."""
    found = Counter(place.state for place in places)
    return {state: found[state] for state in STATES}


def papers_with_tables() -> tuple[str, ...]:
    """Keys of the papers that have a table of places."""
    return tuple(sorted(path.parent.name for path in DERIVATIONS.glob("*/places.toml")))


def equation_number(where: str) -> int | None:
    """27 for `Eq. (27)`, None for other places."""
    match = re.fullmatch(r"Eq\. \((\d+)\)", where)
    return int(match.group(1)) if match else None


def _table(paper: str) -> list[dict]:
    path = DERIVATIONS / paper / "places.toml"
    if not path.is_file():
        raise CoverageError(f"no table of places for paper {paper!r}; there is one for: {', '.join(papers_with_tables()) or 'none'}")
    table, seen = [], set()
    for section, content in tomllib.loads(path.read_text("utf-8")).items():
        for where, told in content.items():
            entry = {"section": section, "where": where, **_entry(where, told)}
            if where in seen:
                raise CoverageError(f"{path.name} of {paper} lists {where} twice")
            seen.add(where)
            table.append(entry)
    return table


def _entry(where: str, told) -> dict:
    """`"words"` for a place that holds claims or is yet to do; `{ is = "definition", about = ... }` for the others."""
    if isinstance(told, str):
        return {"about": told}
    state = told.get("is", "not yet")
    if state not in STATES[1:]:
        raise CoverageError(f"{where}: `is` is one of {', '.join(STATES[1:])}; got {state!r}")
    if state == "not a claim" and not told.get("reason"):
        raise CoverageError(f"{where} is marked `not a claim` and needs a reason")
    return {"about": told.get("about", ""), "state": state, "reason": told.get("reason", "")}
