"""A dictionary between papers, as data beside the claims that back it: what one paper's letters and words are in the others', and what
contradicts what once translated, with both values at a point.

Nothing in it is believed: a formula has to stand in a statement of the claims that are named for it, words in their title or note, and a
value is that of a claim's own side. `faults` says what does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Basic, false, preorder_traversal, sympify

from .claim import Claim
from .symbols import Dot


@dataclass(frozen=True)
class Entry:
    """What one paper has for a row: a formula, words, or both, and the ids of the claims that say so.

    short: letters that are shown in place of parts of the formula.
    """

    claims: tuple[str, ...]
    formula: Basic | None = None
    words: str = ""
    short: Mapping[Basic, Basic] = field(default_factory=dict)

    @property
    def shown(self) -> Basic | None:
        """The formula with its short letters."""
        return None if self.formula is None else self.formula.xreplace(dict(self.short))


@dataclass(frozen=True)
class Row:
    """One thing in all papers. name: what it is called on the left; entries: one per column, None where nothing is claimed."""

    name: str
    entries: tuple[Entry | None, ...]


@dataclass(frozen=True)
class Table:
    """Rows under the papers that their entries belong to."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Side:
    """One of two values that ought to be the same: `factor` times an expression of a part of the claim's statement."""

    words: str
    part: str
    place: int
    factor: int = 1


@dataclass(frozen=True)
class Clash:
    """Two sides of one claim that differ at a point, which is given by the values of letters."""

    claim: str
    sides: tuple[Side, Side]
    at: Mapping[Basic, Any]


@dataclass(frozen=True)
class Dictionary:
    """The tables and contradictions that make up one page."""

    title: str
    tables: tuple[Table, ...]
    clashes: tuple[Clash, ...] = ()


def value(side: Side, clash: Clash, claim: Claim) -> Basic:
    """What a side of a contradiction is at its point. Raises KeyError where the claim has no such part."""
    expression = side.factor * dict(claim.statement.parts())[side.part].expressions()[side.place]
    return _at(expression, clash.at)


def faults(dictionary: Dictionary, claims: Mapping[str, Claim]) -> list[str]:
    """What no claim backs, a line each; `claims` are those that are known, by id."""
    return [*_of_tables(dictionary, claims), *_of_clashes(dictionary, claims)]


def _of_tables(dictionary: Dictionary, claims: Mapping[str, Claim]) -> Iterator[str]:
    for table in dictionary.tables:
        for row in table.rows:
            if len(row.entries) != len(table.columns):
                yield f"{row.name}: {len(row.entries)} entries under {len(table.columns)} columns"
            for column, entry in zip(table.columns, row.entries, strict=False):
                if entry is not None:
                    yield from (f"{row.name}, {column}: {fault}" for fault in _of_entry(entry, claims))


def _of_entry(entry: Entry, claims: Mapping[str, Claim]) -> Iterator[str]:
    known = [claims[identity] for identity in entry.claims if identity in claims]
    yield from (f"{identity} is no claim" for identity in entry.claims if identity not in claims)
    if not entry.claims or (entry.formula is None and not entry.words):
        yield "it names no claim, or says nothing"
    if entry.formula is not None and not any(_stands_in(entry.formula, claim) for claim in known):
        yield f"{entry.formula} stands in no statement of {', '.join(entry.claims)}"
    if entry.words and not any(_says(claim, entry.words) for claim in known):
        yield f"`{entry.words}` stands in no title or note of {', '.join(entry.claims)}"


def _of_clashes(dictionary: Dictionary, claims: Mapping[str, Claim]) -> Iterator[str]:
    for clash in dictionary.clashes:
        claim = claims.get(clash.claim)
        if claim is None:
            yield f"{clash.claim} is no claim"
            continue
        yield from (f"{clash.claim}: `{side.words}` is not in its title or note" for side in clash.sides if not _says(claim, side.words))
        parts = dict(claim.statement.parts())
        for side in clash.sides:
            conditions = [_at(condition, clash.at) for condition in parts[side.part].on.conditions]
            yield from (f"{clash.claim}: its point is outside `{side.part}`" for condition in conditions if condition is false)
        first, second = (value(side, clash, claim) for side in clash.sides)
        if not (first.is_number and second.is_number) or first == second:
            yield f"{clash.claim}: {first} and {second} are no two different numbers"


def _stands_in(formula: Basic, claim: Claim) -> bool:
    return any(formula in set(preorder_traversal(expression)) for _, part in claim.statement.parts()
               for expression in (*part.expressions(), *part.on.where.values()))


def _says(claim: Claim, words: str) -> bool:
    return " ".join(words.split()).lower() in " ".join(f"{claim.title} {claim.note}".split()).lower()


def _at(expression: Basic, at: Mapping[Basic, Any]) -> Basic:
    """An expression at a point; sizes go first, so that vectors of one entry can take their place."""
    sizes = {letter: sympify(number, strict=True) for letter, number in at.items() if letter.is_Symbol}
    fixed = expression.xreplace(sizes).xreplace({letter.xreplace(sizes): array for letter, array in at.items() if not letter.is_Symbol})
    return fixed.replace(lambda part: isinstance(part, Dot) and not part.free_symbols,
                         lambda part: (part.args[0].doit().T * part.args[1].doit())[0, 0]).doit()
