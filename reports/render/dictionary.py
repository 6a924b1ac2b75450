"""A paper's dictionary, where its package holds one, read for printing: formulas as LaTeX, each entry with the claims that back it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from theoremtest.derivations.errors import ClaimError

MODULE = "dictionary_notation"
"""The module of a paper's package that holds it, as `DICTIONARY`."""


@dataclass(frozen=True)
class Cell:
    """What one paper has for a row, and the ids of the claims behind it; all empty where nothing is claimed."""

    latex: str = ""
    words: str = ""
    claims: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lines:
    """A table: what is named on the left, and a cell for each column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Contradiction:
    """Two values that ought to be one, at a point of letters and values; each side in words and as LaTeX."""

    claim: str
    sides: tuple[tuple[str, str], ...]
    point: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Page:
    """The dictionary as it is printed."""

    title: str
    tables: tuple[Lines, ...]
    contradictions: tuple[Contradiction, ...]


def has_page(package: str) -> bool:
    """Whether a paper's package has a dictionary."""
    try:
        return find_spec(f"{package}.{MODULE}") is not None
    except ModuleNotFoundError:
        return False


def page(package: str, claims: Mapping) -> Page | None:
    """The dictionary of a paper's package, None where it has none. claims: by id. Raises ClaimError where no claim backs an entry."""
    if not has_page(package):
        return None
    from theoremtest.derivations.language.dictionary import Dictionary, faults

    held: Dictionary = import_module(f"{package}.{MODULE}").DICTIONARY
    found = faults(held, claims)
    if found:
        raise ClaimError(f"the dictionary of {package}: {'; '.join(found)}")
    return Page(held.title, tuple(_lines(table) for table in held.tables),
                tuple(_contradiction(clash, claims[clash.claim]) for clash in held.clashes))


def _lines(table):
    return Lines(table.title, table.columns, tuple((row.name, tuple(map(_cell, row.entries))) for row in table.rows))


def _cell(entry):
    from theoremtest.derivations.language import to_latex

    return Cell() if entry is None else Cell("" if entry.shown is None else to_latex(entry.shown), entry.words, entry.claims)


def _contradiction(clash, claim):
    from theoremtest.derivations.language import to_latex
    from theoremtest.derivations.language.dictionary import value

    return Contradiction(clash.claim, tuple((side.words, to_latex(value(side, clash, claim))) for side in clash.sides),
                         tuple((to_latex(letter), to_latex(number[0, 0] if getattr(number, "is_Matrix", False) else number))
                               for letter, number in clash.at.items()))
