"""What may lie beside the ledger and is told with it: figures (SVG), the accuracy table (JSON), benchmarks (Markdown)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Figure:
    """A drawing with its caption; `pdf` is the same drawing for LaTeX, if there is one."""

    name: str
    caption: str
    svg: bytes
    pdf: Path | None


@dataclass(frozen=True)
class Table:
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Extras:
    figures: tuple[Figure, ...] = ()
    accuracy: Table | None = None
    benchmarks: str = ""
    """Markdown text."""


def find(folder: Path = HERE) -> Extras:
    """Read `figures/*.svg` (caption in a `.txt` of the same name), `accuracy.json` and `benchmarks.md`, those that exist."""
    accuracy, benchmarks = folder / "accuracy.json", folder / "benchmarks.md"
    return Extras(
        figures=tuple(_figure(path) for path in sorted((folder / "figures").glob("*.svg"))),
        accuracy=table(json.loads(accuracy.read_text(encoding="utf-8"))) if accuracy.exists() else None,
        benchmarks=benchmarks.read_text(encoding="utf-8") if benchmarks.exists() else "")


def _figure(path: Path) -> Figure:
    caption, pdf = path.with_suffix(".txt"), path.with_suffix(".pdf")
    told = caption.read_text(encoding="utf-8").strip() if caption.exists() else path.stem.replace("_", " ").replace("-", " ")
    return Figure(path.stem, told, path.read_bytes(), pdf if pdf.exists() else None)


def table(data) -> Table | None:
    """A table from a list of flat objects, or from an object of flat objects whose keys become the first column."""
    if isinstance(data, dict) and isinstance(data.get("rows"), list):
        data = data["rows"]
    if isinstance(data, dict):
        data = [{"name": name, **(value if isinstance(value, dict) else {"value": value})} for name, value in data.items()]
    if not data:
        return None
    if not all(isinstance(row, dict) for row in data):
        raise ValueError(f"a table is a list of objects, or an object of objects; got {type(data).__name__} of other things")
    heading = tuple(dict.fromkeys(name for row in data for name in row))
    return Table(heading, tuple(tuple(_cell(row.get(name)) for name in heading) for row in data))


def _cell(value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(_cell(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(item)}" for name, item in value.items())
    return str(value)
