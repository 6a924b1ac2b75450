"""The workspace between two calls: kept as long as its files stay as they are, since the ledger's records take a second to hold against
themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from theoremtest.reports.verify import ledger_file
from theoremtest.reports.workspace import Workspace

Searched = tuple[list[dict], Callable[[dict], str], Callable[[dict], dict]]


@dataclass
class Place:
    """A workspace and what its ledgers say that may be repeated."""

    workspace: Workspace
    stamps: tuple
    _standing: dict[str | None, list[dict]] = field(default_factory=dict)

    def standing(self, paper: str | None = None) -> list[dict]:
        """All records that commands would show, those of the library beside one's own."""
        if paper not in self._standing:
            place = self.workspace
            found = place.standing((), paper)
            if place.personal and paper is None:
                found = [*found, *(record for record in place.library_records if not place.fault(record))]
            self._standing[paper] = found
        return self._standing[paper]

    @contextmanager
    def searched(self, paper: str | None = None) -> Iterator[Searched]:
        """What a search goes through: rows with id, place and title, their formulas, and their whole records as they stand.

        Of a ledger that has an outline nothing else is read, until a formula or a record is asked for.
        """
        place = self.workspace
        outline = None if place.personal else place.outline
        if outline is None:
            yield self.standing(paper), lambda record: record["latex"], lambda record: record
            return
        with outline.formulas() as formula:
            yield place.listed((), paper), formula, lambda row: _as_it_stands(place, outline.record(row["id"]))


def _as_it_stands(place: Workspace, record: dict) -> dict:
    return ledger_file.not_checked(record) if place.fault(record) else record


_KEPT: dict[Path, Place] = {}


def place_of(root: Path) -> Place:
    """The workspace of a folder, made anew when a file of it was written."""
    fresh = Workspace.here(root)
    stamps = tuple(_stamp(path) for path in (fresh.ledger, ledger_file.LEDGER, *fresh.files))
    kept = _KEPT.get(root)
    if kept is None or kept.stamps != stamps:
        _KEPT[root] = kept = Place(fresh, stamps)
    return kept


def _stamp(path: Path) -> tuple:
    try:
        state = path.stat()
    except OSError:
        return (str(path),)
    return str(path), state.st_ino, state.st_mtime_ns, state.st_size
