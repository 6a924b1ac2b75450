"""What of a paper is accounted for: every numbered place with its claims, or why it has none, or that it is yet to do.

The list of places is the project's own table, `derivations/<paper>/places.toml`; the claims are read from the register.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.papers import TABLE
from theoremtest.reports.workspace import Workspace

DERIVATIONS = Path(__file__).resolve().parents[2] / "derivations"
STATES = ("claims", "definition", "not a claim", "not yet")


class CoverageError(TheoremtestError):
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
        """The place as plain data."""
        return {**asdict(self), "claims": list(self.claims)}


def covered(place: Workspace, paper: str | None = None) -> dict[str, list[Place]]:
    """The places of a paper, or of all that a workspace is about, by the papers' keys.

    One's own claims are taken as they stand, the library's as its ledger has them. A paper of one's own without a table of places has
    those of its claims. Raises CoverageError, and what a workspace raises.
    """
    if not place.personal or (paper is not None and place.is_of_library(f"{paper}/")):
        claims = [(record["paper"], record["id"], record["where"]) for record in place.library_records]
        tables = {key: DERIVATIONS / key / TABLE for key in ((paper,) if paper else papers_with_tables())}
    else:
        own = place.claims_of(paper)[1]
        claims = [(claim.paper.key, claim.id, claim.where) for claim in own]
        tables = {claim.paper.key: place.library.table_of(claim.paper.key) for claim in own}
    found = {}
    for key, table in tables.items():
        its = [(identity, where) for paper, identity, where in claims if paper == key]
        found[key] = _untold(its) if table is None else coverage(key, its, table)
    return found


def _untold(claims: Iterable[tuple[str, str]]) -> list[Place]:
    """The places that have claims, where no table tells of others."""
    by_place: dict[str, list[str]] = {}
    for identity, where in claims:
        by_place.setdefault(where, []).append(identity)
    return [Place(where, "", "", "claims", "", tuple(ids)) for where, ids in by_place.items()]


def coverage(paper: str, claims: Iterable[tuple[str, str]], file: Path | None = None) -> list[Place]:
    """The places of a paper in its own order. Raises CoverageError; see the class.

    claims: id and place of each of its claims. file: its table of places, that of a paper of this library if None.
    """
    table = _table(paper, DERIVATIONS / paper / TABLE if file is None else file)
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
    """Keys of this library's papers, each of which has a table of places."""
    return tuple(sorted(path.parent.name for path in DERIVATIONS.glob(f"*/{TABLE}")))


def equation_number(where: str) -> int | None:
    """27 for `Eq. (27)`, None for other places."""
    match = re.fullmatch(r"Eq\. \((\d+)\)", where)
    return int(match.group(1)) if match else None


def _table(paper: str, path: Path) -> list[dict]:
    if not path.is_file():
        raise CoverageError(f"no table of places for paper {paper!r}; there is one for: {', '.join(papers_with_tables()) or 'none'}")
    table, seen = [], set()
    for section, content in _sections(paper, path):
        for where, stated in content.items():
            entry = {"section": section, "where": where, **_entry(where, stated)}
            if where in seen:
                raise CoverageError(f"{path.name} of {paper} lists {where} twice")
            seen.add(where)
            table.append(entry)
    return table


def _sections(paper: str, path: Path) -> list[tuple[str, Mapping]]:
    """Section and places of a table. Raises CoverageError where the file is none."""
    try:
        found = list(tomllib.loads(path.read_text("utf-8")).items())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CoverageError(f"{path.name} of {paper} cannot be read: {error}") from None
    for section, content in found:
        if not isinstance(content, Mapping):
            raise CoverageError(f"{path.name} of {paper}: {section!r} stands outside of a section, which opens with [1], [2.1] or [A]")
    return found


def _entry(where: str, stated: str | Mapping) -> dict:
    """`"words"` for a place that holds claims or is yet to do; `{ is = "definition", about = ... }` for the others."""
    if isinstance(stated, str):
        return {"about": stated}
    state = stated.get("is", "not yet")
    if state not in STATES[1:]:
        raise CoverageError(f"{where}: `is` is one of {', '.join(STATES[1:])}; got {state!r}")
    if state == "not a claim" and not stated.get("reason"):
        raise CoverageError(f"{where} is marked `not a claim` and needs a reason")
    return {"about": stated.get("about", ""), "state": state, "reason": stated.get("reason", "")}
