"""The benchmarks' record as tables and bars: what was measured, in units that a person reads, and each method over the quickest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from theoremtest.reports.formulas.values import tens

MACHINE = "machine"
_LABELS = ("method", "tool", "backend", "")
"""Columns that name a row."""
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_SIZES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


@dataclass(frozen=True)
class Bar:
    """A row of a chart. ratio: to the least of the chart; width: in per cent, on a logarithmic scale."""

    label: str
    value: str
    ratio: str
    width: float


@dataclass(frozen=True)
class Chart:
    """Bars of one quantity."""

    title: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Grid:
    """A table with the charts of its times; numeric: of each column whether it holds numbers."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True)
class Section:
    """One benchmark: what was done, single figures, tables, and the machine where it was another."""

    title: str
    notes: tuple[tuple[str, str], ...]
    grids: tuple[Grid, ...]
    machine: str = ""


def sections(record: Mapping) -> tuple[Section, ...]:
    """The benchmarks of a record as `python -m benchmarks` writes it; the machine of all comes first, by itself."""
    found = [Section("", (), (), machine(record[MACHINE]))] if isinstance(record.get(MACHINE), Mapping) else []
    return tuple(found + [_section(title, body) for title, body in record.items() if title != MACHINE and isinstance(body, Mapping)])


def _section(title: str, body: Mapping) -> Section:
    notes = tuple((spoken(name), shown(name, value)) for name, value in body.items() if _plain(value) and name not in (MACHINE, "counts"))
    return Section(spoken(title), notes, tuple(_grids(body)), machine(body[MACHINE]) if isinstance(body.get(MACHINE), Mapping) else "")


def _grids(body: Mapping, above: str = "") -> Iterator[Grid]:
    """The tables of a benchmark: lists of rows, rows by name, and single figures by name."""
    for name, value in body.items():
        title = f"{above}: {spoken(name)}" if above else spoken(name)
        if name == MACHINE or not value:
            continue
        if isinstance(value, list) and all(isinstance(row, Mapping) for row in value):
            yield _grid(title, value)
        elif isinstance(value, Mapping):
            inner = {key: row for key, row in value.items() if isinstance(row, Mapping)}
            flat = {key: row for key, row in value.items() if not isinstance(row, Mapping)}
            if inner and all(not isinstance(cell, Mapping) for row in inner.values() for cell in row.values()):
                yield _grid(title, [{"": key, **row} for key, row in inner.items()])
            elif inner:
                yield from _grids(inner, title)
            if flat:
                yield _grid(title, [{"": spoken(key), "value": shown(f"{name} {key}", cell)} for key, cell in flat.items()])


def _grid(title: str, rows: Sequence[Mapping]) -> Grid:
    columns = tuple(dict.fromkeys(column for row in rows for column in row))
    numeric = tuple(all(_number(row.get(column)) for row in rows if row.get(column) is not None) for column in columns)
    cells = tuple(tuple(shown(column, row.get(column)) for column in columns) for row in rows)
    return Grid(title, tuple(spoken(_without_unit(column)) for column in columns), cells, numeric, tuple(_charts(rows, columns)))


def _charts(rows: Sequence[Mapping], columns: Sequence[str]) -> Iterator[Chart]:
    """The first column of times as bars, for each count by itself."""
    time = next((column for column in columns if "seconds" in column and "limit" not in column), None)
    label = next((column for column in _LABELS if column in columns), None)
    if time is None or label is None:
        return
    for count in dict.fromkeys(row.get("count") for row in rows):
        group = [row for row in rows if row.get("count") == count and _number(row.get(time)) and row[time] > 0]
        if len(group) > 1:
            title = spoken(_without_unit(time)) + (f", {shown('count', count)} at once" if count is not None else "")
            names = [f"{row[label]}, {row['threads']} threads" if "threads" in row else str(row[label]) for row in group]
            yield Chart(title, tuple(bars(names, [row[time] for row in group])))


def bars(labels: Iterable[str], seconds: Sequence[float]) -> Iterator[Bar]:
    """Times as bars over the least of them; the least has a short one, so that it is seen."""
    least, span = min(seconds), math.log(max(seconds) / min(seconds)) or 1.0
    for label, value in zip(labels, seconds, strict=True):
        ratio = value / least
        yield Bar(label, shown("seconds", value), "1" if ratio == 1 else f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}",
                  round(2 + 98 * math.log(ratio) / span, 1))


def machine(facts: Mapping) -> str:
    """A machine in one line."""
    versions = facts.get("versions", {})
    rest = [f"{spoken(name)} {shown(name, value)}" for name, value in facts.items() if name not in ("versions", "processor")]
    return ", ".join([str(facts.get("processor", "")), *rest, *(f"{name} {value}" for name, value in versions.items())])


def spoken(name: str) -> str:
    """A key of the record as words."""
    return tens(name.replace("_", " "))


def _without_unit(name: str) -> str:
    """A column's name: seconds are shown with their unit, so that its name says what takes the time."""
    return name.replace("seconds_per_", "time_per_").replace("seconds", "time")


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(value: object) -> bool:
    """Whether a value stands by itself, in a line and not in a table."""
    return not isinstance(value, Mapping) and not (isinstance(value, list) and (not value or isinstance(value[0], Mapping)))


def shown(name: str, value: object) -> str:
    """A figure as a person reads it: times and sizes in fitting units, three digits, yes and no."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(shown(name, item) for item in value)
    if not isinstance(value, int | float):
        return tens(str(value))
    for word, units in (("seconds", _UNITS), ("bytes", _SIZES)):
        if word in name and "over" not in name:
            size, unit = next(((size, unit) for size, unit in units if abs(value) >= size), units[-1])
            return f"{value / size:.3g} {unit}"
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15):
        return f"{value:,.0f}"
    return f"{value:,.0f}" if abs(value) >= 1000 else tens(f"{value:.3g}")
