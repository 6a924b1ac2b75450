"""A ledger in outline: what a list shows of each record, and where in the file the record stands, so that who shows one reads no other.

The outline is kept in the cache for the file as it is now, and made anew where that, or what judges a record, has changed. It says of a
record what the record says, and is no more to be believed. Light.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from theoremtest.reports.files import write

from . import certificates, consistency, digests, implied, ledger_file, schema

SHOWN = ("id", "paper", "where", "title", "kind", "module", "verdict")
_JUDGES = (__file__, *(module.__file__ for module in (certificates, consistency, digests, implied, ledger_file, schema)))


class Outline:
    """rows: of each record what is SHOWN, its `erratum`'s grade, the `fault` for which it is not repeated, its `start` and `end`, and where
    the line with its formula stands."""

    def __init__(self, path: Path, rows: list[dict]) -> None:
        self.path, self.rows = path, rows
        self._by_id = {row["id"]: row for row in rows}

    def record(self, identity: str) -> dict | None:
        """A whole record, read from its place in the file; None where there is none. Raises DamagedLedger where the file has changed."""
        row = self._by_id.get(identity)
        if row is None:
            return None
        with self.path.open("rb") as file:
            file.seek(row["start"])
            (found,) = ledger_file.parsed("[" + file.read(row["end"] - row["start"]).decode("utf-8", "replace") + "]", str(self.path))
        return found


    @contextmanager
    def formulas(self) -> Iterator[Callable[[dict], str]]:
        """A function from rows to their formulas as LaTeX, each read from its place in the file; empty where the file has changed."""
        with self.path.open("rb") as file:
            def formula(row: dict) -> str:
                start, length = row["formula"]
                file.seek(start)
                with suppress(ValueError, KeyError):
                    return str(json.loads("{" + file.read(length).decode("utf-8", "replace").strip(" ,\n") + "}")["latex"])
                return ""

            yield formula


def outline(path: Path, folder: Path | None) -> Outline | None:
    """The outline of a ledger as the file is now, from the folder of what is kept; None where the file is not laid out as we write it."""
    state = path.stat()
    return _outline(path, (state.st_ino, state.st_mtime_ns, state.st_size), folder)


@lru_cache(maxsize=2)
def _outline(path: Path, state: tuple[int, ...], folder: Path | None) -> Outline | None:
    place, stamp = folder and folder / "outline" / f"{digests.digest(str(path))}.json", digests.digest(state, _judges())
    rows = None
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        kept = json.loads(place.read_text("utf-8")) if place else {}
        rows = kept["rows"] if kept.get("stamp") == stamp else None
    if rows is None:
        try:
            rows = list(_rows(path))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        with suppress(OSError):  # nothing is kept in a folder that cannot be written
            if place:
                write(place, json.dumps({"stamp": stamp, "rows": rows}, ensure_ascii=False, separators=(",", ":")))
    return Outline(path, rows)


@lru_cache(maxsize=1)
def _judges() -> str:
    """The text of all that says whether a record may be repeated."""
    return digests.digest(*(Path(file).read_text("utf-8") for file in _JUDGES))


def _rows(path: Path) -> Iterator[dict]:
    """Record by record, of which each begins and ends on lines of its own; ValueError where it is otherwise."""
    place, start, lines, formula = 0, 0, [], [0, 0]
    with path.open("rb") as file:
        if file.readline() != b"[\n":
            raise ValueError("no list")
        place = start = file.tell()
        for line in file:
            if line.startswith(b'  "latex":'):
                formula = [place, len(line)]
            lines.append(line)
            place += len(line)
            if line in (b" },\n", b" }\n"):
                end = place - len(line) + 2
                (record,) = ledger_file.parsed("[" + b"".join(lines).decode("utf-8").rstrip(",\n") + "]", str(path))
                grade = {"grade": record["erratum"].get("grade", "")} if record["erratum"] else None
                yield {**{name: record[name] for name in SHOWN}, "paper_text": record.get("paper_text", ""), "erratum": grade,
                       "fault": consistency.fault(record), "start": start, "end": end, "formula": formula}
                start, lines = place, []
    if lines != [b"]\n"]:
        raise ValueError("more than a list")
