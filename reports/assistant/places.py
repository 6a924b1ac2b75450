"""The workspace between two calls: kept as long as its files stay as they are, since the ledger's records take a second to hold against
themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from theoremtest.reports.verify.ledger_file import LEDGER
from theoremtest.reports.workspace import Workspace


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


_KEPT: dict[Path, Place] = {}


def place_of(root: Path) -> Place:
    """The workspace of a folder, made anew when a file of it was written."""
    fresh = Workspace.here(root)
    stamps = tuple(_stamp(path) for path in (fresh.ledger, LEDGER, *fresh.files))
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
