"""What may lie beside the ledger and is shown with it: figures (SVG), accuracy and mutation score (JSON), benchmarks (Markdown)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from theoremtest.reports.formulas.values import tens


@dataclass(frozen=True)
class Figure:
    """A drawing with its caption."""

    name: str
    caption: str
    svg: bytes


@dataclass(frozen=True)
class Table:
    """A table of figures, ready to print."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Extras:
    """All that was found."""

    figures: tuple[Figure, ...] = ()
    accuracy: tuple[Table, ...] = ()
    accuracy_notes: tuple[tuple[str, str], ...] = ()
    """What is said of the tables as a whole, for instance the unit."""
    benchmarks: str = ""
    """Markdown text."""
    mutation: dict | None = None
    """The record that `theoremtest mutate` writes."""
    measured: dict | None = None
    """The record that `python -m benchmarks` writes."""


_FINE = re.compile(rb"(\d\.\d\d)\d+")
_PATH = re.compile(rb'(?<= d=")[^"]*')


def find(folder: Path) -> Extras:
    """What of this lies in a folder: `accuracy.json`, `benchmarks.md`, `benchmarks.json`, `mutation.json`, `figures/*.svg` and captions."""
    accuracy, benchmarks, mutation = folder / "accuracy.json", folder / "benchmarks.md", folder / "mutation.json"
    measured = folder / "benchmarks.json"
    figures = json.loads(accuracy.read_text(encoding="utf-8")) if accuracy.exists() else {}
    return Extras(
        figures=tuple(_figure(path) for path in sorted((folder / "figures").glob("*.svg"))),
        accuracy=tables(figures),
        accuracy_notes=tuple((name, _cell(value)) for name, value in figures.items() if not isinstance(value, dict)),
        benchmarks=benchmarks.read_text(encoding="utf-8") if benchmarks.exists() else "",
        mutation=json.loads(mutation.read_text(encoding="utf-8")) if mutation.exists() else None,
        measured=json.loads(measured.read_text(encoding="utf-8")) if measured.exists() else None)


def _figure(path: Path) -> Figure:
    caption = path.with_suffix(".txt")
    words = caption.read_text(encoding="utf-8").strip() if caption.exists() else path.stem.replace("_", " ").replace("-", " ")
    return Figure(path.stem, words, _PATH.sub(lambda found: _FINE.sub(rb"\1", found.group()), path.read_bytes()))


def tables(figures: Mapping) -> tuple[Table, ...]:
    """One table per entry that is an object of flat objects; their keys, split at slashes, are the first columns."""
    if not isinstance(figures, dict):
        raise ValueError(f"an accuracy file holds an object of tables; got {type(figures).__name__}")
    return tuple(_table(title, rows) for title, rows in figures.items() if isinstance(rows, dict) and rows)


def _table(title: str, figures: Mapping) -> Table:
    for name, row in figures.items():
        if not isinstance(row, dict):
            raise ValueError(f"row {name!r} of table {title!r} is {row!r}; a row is an object of figures")
    names = {name: name.split("/") for name in figures}
    depths = {len(parts) for parts in names.values()}
    if len(depths) > 1:
        names, depths = {name: [name] for name in figures}, {1}
    lead = ("", "backend", "device")[:depths.pop()] if depths <= {1, 2, 3} else ("",) * depths.pop()
    columns = tuple(dict.fromkeys(column for row in figures.values() for column in row))
    return Table(title, (*lead, *columns),
                 tuple((*names[name], *(_cell(row.get(column)) for column in columns)) for name, row in figures.items()))


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else tens(f"{value:.3g}")
    if isinstance(value, (list, tuple)):
        return ", ".join(_cell(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(item)}" for name, item in value.items())
    return tens(str(value))
