"""What a referee has taken down on its way through a document, and how it takes something down."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from theoremtest.derivations.notation import NotationError, Source

from .findings import Report
from .letters import Key, at_times, inner_of, latex_of, named, names_in
from .noted import Noted
from .passages import Formula, Passages
from .reading import Known, Reading
from .refusals import refused
from .relation import PARTIAL, RATE, Relation, Suspect, is_number
from .ties import Tie

SYSTEMS = 3
"""Systems of rates that something may follow from, the last ones."""
_ITS_OWN = {"document", "report", "folder", "noted", "suspects", "why"}
"""What of a state is not taken down for what stands behind."""


@dataclass
class State:
    """One way through a document: what it says of whole sections, and what was taken down in order so far."""

    document: Passages
    report: Report
    folder: Path = Path()
    """What files are named from."""
    noted: Noted = field(default_factory=Noted)
    section: int = 0
    known: Known = field(default_factory=Known)
    ties: list[Tie] = field(default_factory=list)
    narrowed: set[Key] = field(default_factory=set)
    """Letters of bounds that are conditions, or that were not seen to hold."""
    defined_in: dict[Key, tuple[int, int]] = field(default_factory=dict)
    """The section and the paragraph in which a name was given its meaning."""
    systems: list[tuple[int, dict[Key, str]]] = field(default_factory=list)
    """The rates that the text gives together, each system with its section; a further rate of one letter begins another one."""
    settings: list[tuple[Key, str]] = field(default_factory=list)
    """What the text sets letters to."""
    read_of: set[int] = field(default_factory=set)
    held_of: set[int] = field(default_factory=set)
    rests_on: set[int] = field(default_factory=set)
    """The formulas that a relation which stands was held to."""
    said_by: dict[tuple[str, str], int] = field(default_factory=dict)
    """The formula that gave a name its meaning, or its rate."""
    guessed: set[Key] = field(default_factory=set)
    """Letters whose size the text does not say."""
    still: dict[Key, int] = field(default_factory=dict)
    """Letters that a solution which holds has as constants, each with its section."""
    rated: dict[Key, Relation] = field(default_factory=dict)
    """The relation that gave each letter its rate."""
    suspects: list[Suspect] = field(default_factory=list)
    why: dict[int, str] = field(default_factory=dict)
    """Why a formula was not read."""

    def __post_init__(self) -> None:
        self.known.ranges = self.noted.ranges

    def from_here(self, document: Passages | None = None, noted: Noted | None = None) -> State:
        """A state that goes on from here by itself, with nothing reported yet, through another text with its notes if they are given."""
        taken = {one.name: copy(getattr(self, one.name)) for one in fields(self) if one.name not in _ITS_OWN}
        taken["known"] = replace(self.known, **{one.name: copy(getattr(self.known, one.name)) for one in fields(self.known)[:-1]})
        taken["systems"] = [(section, dict(rates)) for section, rates in self.systems]
        return State(document or self.document, Report(""), self.folder, noted or self.noted, **taken)

    # taking down -------------------------------------------------------------------------------------------------------

    def refuse(self, formula: Formula, why: str) -> None:
        """Count a formula that is not read."""
        if formula.displayed:
            self.report.refused[why] += 1
            self.why.setdefault(id(formula), why)

    def set(self, one: Relation) -> None:
        """Take down what a line of text sets a letter to, or a product of two of them."""
        with suppress(NotationError):
            names = names_in(one.sides[0].text)
            plain = not any(name.norm for name in names) and "".join(name.latex for name in names).replace(" ", "") == "".join(
                one.sides[0].text.split())
            if plain and len(names) in (1, 2) and is_number(one.sides[1]) and re.search(r"[1-9]", one.sides[1].text):
                value = one.sides[1].text.strip(" .,;")
                right = value if len(names) == 1 else rf"\frac{{{value}}}{{{names[0].latex}}}"
                self.settings.append((names[-1].key, right))

    def narrow(self, sides: Sequence[Source]) -> None:
        """Take down the letters of a bound that is a condition, or that did not hold, other than one that says a letter's sign."""
        with suppress(NotationError):
            if [side.text.strip(" .,;") for side in sides[1:]] != ["0"] or named(sides[0].text) is None:
                self.narrowed |= {name.inner for side in sides for name in names_in(side.text)}

    def tie(self, text: str, paragraph: int | None) -> None:
        """Take down a relation that was not seen to follow from anything, in one paragraph or from here on."""
        try:
            letters = frozenset(name.key for name in names_in(text))
        except NotationError:
            return
        words = "".join(text.split())
        if letters and not any(one.text == words for one in self.ties):
            self.ties.append(Tie(letters, paragraph, words))

    def hold(self, one: Relation, reading: Reading) -> None:
        """Take down that a relation stands, with what it rests on and which letters a solution leaves constant."""
        self.held_of.add(id(one.of))
        self.rests_on.update(self.said_by.get(pair, 0) for pair in (*reading.abbreviations, *reading.rates))
        if reading.starts:
            moved = {("t",), *(named(left) for left, _ in reading.rates)}
            self.still |= {key: self.section for key, of in reading.letters if not of.startswith("\\") and key not in moved}

    # what stands so far ------------------------------------------------------------------------------------------------

    def letters(self) -> list[str]:
        """The letters of the section, any of which may be meant where another one is written."""
        return self.noted.letters(self.section)

    def why_not(self, side: str) -> str:
        """Why a side is not read; empty where nothing speaks against it."""
        plain = self.known.ranges.plain(side) if self.known.ranges.sizes else side
        plain = PARTIAL.sub(lambda match: match["of"] if named(match["of"]) in self.known.stands_for else match[0], plain)
        functions, iterated = (found.get(self.section, set()) for found in (self.noted.functions, self.noted.iterated))
        return refused(plain, functions, iterated, self.known.functions)

    def name(self, side: Source) -> Key | None:
        """The name that a side is, as its family is known."""
        try:
            key = named(at_times(side).text)
            return None if key is None else self.known.ranges.known_as(key)
        except NotationError:
            return None

    def flows(self) -> list[dict[Key, str]]:
        """The rates that something may follow from: of what no formula stands for, all, and the systems that the text has before."""
        found = [{name: rate for name, rate in self.known.rates.items() if name not in self.known.stands_for}, dict(self.known.rates)]
        found += [system for _, system in self.systems[:-SYSTEMS - 1:-1]]
        return [rates for place, rates in enumerate(found) if rates not in found[:place]]

    def bases(self, letters: frozenset) -> set[Key]:
        """The letters that a tie is about, with abbreviations written out."""
        found: set[Key] = set()
        for key in letters:
            key = inner_of(key)
            if key in self.known.stands_for:
                found |= {name.key for name in self.known.base([latex_of(key)])[0]}
            else:
                found.add(key)
        return found - {("t",)}


def with_rates(text: str, rates: Mapping[Key, str]) -> str:
    """A formula with the rates that the text gives in the place of derivatives. Raises NotationError where one is left."""
    def rate(match: re.Match) -> str:
        key = named((match["braced"] or match["bare"]) + match["scripts"])
        if key not in rates:
            raise NotationError("a derivative of what the text gives no rate for")
        rate = rates[key]
        return f" {rate} " if named(rate) is not None else rf"\left({rate}\right) "
    text = RATE.sub(rate, text)
    if r"\dot" in text or re.search(r"\\frac\s*\{\s*(?:d|\\mathrm\s*\{?d\}?)\b", text):
        raise NotationError("a derivative inside of a relation")
    return text


__all__ = ["State", "with_rates"]
