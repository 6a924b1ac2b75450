"""What a referee has taken down on its way through a document, and how it takes something down."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from theoremtest.derivations.notation import NotationError, Source

from .findings import Report
from .letters import Key, at_times, inner_of, latex_of, named, names_in
from .passages import Formula, Passages
from .reading import Known
from .refusals import refused
from .relation import PARTIAL, RATE, Relation, is_number
from .repairs import Suspect
from .ties import Tie

SYSTEMS = 3
"""Systems of rates that something may follow from, the last ones."""


@dataclass
class State:
    """One way through a document."""

    document: Passages
    report: Report
    folder: Path = Path()
    """What files are named from."""
    known: Known = field(default_factory=Known)
    ties: list[Tie] = field(default_factory=list)
    narrowed: set[Key] = field(default_factory=set)
    """Letters of bounds that are conditions, or that were not seen to hold."""
    functions: dict[int, set[Key]] = field(default_factory=dict)
    iterated: dict[int, set[Key]] = field(default_factory=dict)
    """The names that each section has as functions of something, and with the index of an iterate."""
    section: int = 0
    above: Source | None = None
    """The last side of the display above, which a display that begins with its sign carries on."""
    vectors: dict[int, set[Key]] = field(default_factory=dict)
    """The letters that each section uses as vectors or matrices."""
    spoken: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """The two sides of each equation of a section, a rate as what it is the rate of, which has the same size."""
    defined_in: dict[Key, tuple[int, int]] = field(default_factory=dict)
    """The section and the paragraph in which a name was given its meaning."""
    systems: list[tuple[int, dict[Key, str]]] = field(default_factory=list)
    """The rates that the text gives together, each system with its section; a further rate of one letter begins another one."""
    settings: list[tuple[Key, str]] = field(default_factory=list)
    """What the text sets letters to."""
    until: float = math.inf
    """The monotonic clock's time at which no further paragraph is begun."""
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
    suspects: list[Suspect] = field(default_factory=list)
    rated: dict[Key, Relation] = field(default_factory=dict)
    """The relation that gave each letter its rate."""
    again: int = 0
    """How often the text was read again with a change."""

    def _refuse(self, formula: Formula, why: str) -> None:
        if formula.displayed:
            self.report.refused[why] += 1

    def _set(self, one: Relation) -> None:
        """Take down what a line of text sets a letter to, or a product of two of them."""
        with suppress(NotationError):
            names = names_in(one.sides[0].text)
            plain = not any(name.norm for name in names) and "".join(name.latex for name in names).replace(" ", "") == "".join(
                one.sides[0].text.split())
            if plain and len(names) in (1, 2) and is_number(one.sides[1]) and re.search(r"[1-9]", one.sides[1].text):
                value = one.sides[1].text.strip(" .,;")
                right = value if len(names) == 1 else rf"\frac{{{value}}}{{{names[0].latex}}}"
                self.settings.append((names[-1].key, right))

    def _narrow(self, sides: Sequence[Source]) -> None:
        """Take down the letters of a bound that is a condition, or that did not hold, other than one that says a letter's sign."""
        with suppress(NotationError):
            if [side.text.strip(" .,;") for side in sides[1:]] != ["0"] or named(sides[0].text) is None:
                self.narrowed |= {name.inner for side in sides for name in names_in(side.text)}

    def _tie(self, text: str, paragraph: int | None) -> None:
        try:
            letters = frozenset(name.key for name in names_in(text))
        except NotationError:
            return
        words = "".join(text.split())
        if letters and not any(one.text == words for one in self.ties):
            self.ties.append(Tie(letters, paragraph, words))

    def _why_not(self, side: str) -> str:
        plain = self.known.ranges.plain(side) if self.known.ranges.sizes else side
        plain = PARTIAL.sub(lambda match: match["of"] if named(match["of"]) in self.known.stands_for else match[0], plain)
        return refused(plain, self.functions.get(self.section, set()), self.iterated.get(self.section, set()), self.known.functions)

    def _name(self, side: Source) -> Key | None:
        try:
            key = named(at_times(side).text)
            return None if key is None else self.known.ranges.known_as(key)
        except NotationError:
            return None

    def _flows(self) -> list[dict[Key, str]]:
        """The rates that something may follow from: of what no formula stands for, all, and the systems that the text has before."""
        found = [{name: rate for name, rate in self.known.rates.items() if name not in self.known.stands_for}, dict(self.known.rates)]
        found += [system for _, system in self.systems[:-SYSTEMS - 1:-1]]
        return [rates for place, rates in enumerate(found) if rates not in found[:place]]

    @staticmethod
    def _written(text: str, rates: Mapping[Key, str]) -> str:
        """A formula with the rates that the text gives in the place of derivatives."""
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

    def _bases(self, letters: frozenset) -> set[Key]:
        """The letters that a tie is about, with abbreviations written out."""
        found: set[Key] = set()
        for key in letters:
            key = inner_of(key)
            if key in self.known.stands_for:
                found |= {name.key for name in self.known.base([latex_of(key)])[0]}
            else:
                found.add(key)
        return found - {("t",)}


__all__ = ["State"]
