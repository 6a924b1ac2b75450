r"""A manuscript without marks, read in order: what its formulas define, which rates it gives, and of every further relation whether it
stands against what was said before it, or against its own other side.

First comes what is refused (`refusals`). What is read enters as what a name stands for, as the rate of what moves, or as a relation that is
held to these. A relation that fails at every point drawn, and holds at every one after a change of one token, is reported with a checked
point; any other that fails ties its letters, as it may rest on what was not read.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.displays import both_signs, display, pieces, sides_and_signs
from theoremtest.derivations.notation.ground import LETTERS

from .findings import Finding, Report
from .letters import Key, at_times, holds_identity, latex_of, named, names_in, spelled
from .passages import Formula, Passages, by_paragraph, faults, passages, position
from .prose import claims, defines, local, signs_in, spaces_in, under, vectors_in
from .reading import Known, Reading, read_over
from .refusals import functions_in, refused
from .standing import FAILS, HOLDS, certified, holding, mended, renamed, sizes_tell, standing

_RATE = re.compile(r"\\dot\s*(?:\{(?P<braced>(?:[^{}]|\{[^{}]*\})+)\}|(?P<bare>\\[A-Za-z]+|[A-Za-z]))"
                   r"(?P<scripts>(?:_(?:\{[^{}]*\}|[A-Za-z0-9]|\\[A-Za-z]+))?)\s*")
_PARTIAL = re.compile(r"\\frac\s*\{\s*\\partial\s*(?P<of>[^{}]+?)\s*\}\s*\{\s*\\partial\s*(?:[^{}]|\{[^{}]*\})+\}")
_DOTS = re.compile(r"\\dot(?![A-Za-z])")
_D = r"(?:d|\\mathrm\s*\{?\s*d\s*\}?|\\text\s*\{d\})"
_BY_TIME = re.compile(rf"\\[dt]?frac\s*\{{\s*{_D}\s*(?P<inner>[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*)\}}\s*\{{\s*{_D}\s*t\s*\}}"
                      r"(?P<behind>.*)", re.DOTALL)
_SOLVED = re.compile(r"(?P<name>.+?)\s*\(\s*t\s*\)\s*", re.DOTALL)
_AT_INFINITY = re.compile(r"(?P<name>[^()=]+)\(\s*(?:t\s*=\s*)?\+?\s*\\infty\s*\)")
_APPLIED = re.compile(r"(?P<name>[^()=]+)\((?P<of>[^()=,;]+)\)")
_STARTED = re.compile(r"(?P<name>.+?)\s*\(\s*0\s*\)\s*", re.DOTALL)
_EQUAL, _ORDER = {"="}, {"<", ">", r"\leq", r"\geq", r"\le", r"\ge", r"\leqslant", r"\geqslant"}
_SETTINGS = 3
"""Settings that a relation is read under, the last ones."""
_SYSTEMS = 3
"""Systems of rates that something may follow from, the last ones."""


@dataclass
class Relation:
    """One relation of a formula: its sides as typed, the signs between them; `given`: a word before it says that it is a condition or a
    definition."""

    of: Formula
    sides: list[Source]
    signs: list[str]
    role: str = ""


@dataclass
class _Tie:
    """A relation that was not seen to follow from anything, with its letters; in one paragraph, or from there on."""

    letters: frozenset
    paragraph: int | None
    text: str


@dataclass
class Referee:
    """One way through a document."""

    document: Passages
    report: Report
    folder: Path = Path()
    """What files are named from."""
    known: Known = field(default_factory=Known)
    ties: list[_Tie] = field(default_factory=list)
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

    def run(self) -> Report:
        """Read the whole document."""
        for formula in self.document.formulas:
            self._note(formula)
        for paragraph in by_paragraph(self.document.formulas):
            if time.monotonic() > self.until:
                self.report.faults.append(f"{self.report.path}: the time is used up; what stands from here on was not read")
                break
            self._paragraph(paragraph)
        shown = [formula for formula in self.document.formulas if formula.displayed]
        self.report.displays = len(shown) + len(self.document.unread)
        self.report.read = sum(id(formula) in self.read_of for formula in shown)
        self.report.held = sum(id(formula) in self.held_of for formula in shown)
        self.report.findings.sort(key=lambda one: (one.file, one.line, one.column))
        return self.report

    # what the whole document says of its letters -----------------------------------------------------------------------

    def _note(self, formula: Formula) -> None:
        try:
            functions, iterated = functions_in(formula.source.text)
            self.functions.setdefault(formula.section, set()).update(functions)
            self.iterated.setdefault(formula.section, set()).update(iterated)
            self.vectors.setdefault(formula.section, set()).update(vectors_in(formula.source.text))
            self.known.ranges.note(formula.source.text)
            for piece in pieces(display(formula.source).formula):
                sides, signs = sides_and_signs(piece.source)
                texts = [_DOTS.sub(" ", at_times(side).text) for side in sides]
                self.spoken.setdefault(formula.section, []).extend(
                    pair for *pair, sign in zip(texts, texts[1:], signs, strict=False) if sign == "=" and all(pair))
        except NotationError:
            return

    # a paragraph -------------------------------------------------------------------------------------------------------

    def _paragraph(self, formulas: Sequence[Formula]) -> None:
        signs = dict(self.known.signs)
        self.section, self.above = formulas[0].section, None
        self.known.vectors = self.vectors.get(self.section, set())
        found: list[Relation] = []
        for formula in formulas:
            self.known.spaces.update(spaces_in(formula))
            if re.search(r"\b(?:conserved|constant)\b[^\x00]{0,40}$", formula.words) and (key := _left_name(formula)) is not None:
                self.known.constant.add(key)
        for formula in formulas:
            self.known.signs.update(signs_in(formula))
            found += self._relations(formula)
        for one in found:
            if self._is_definition(one):
                self._define(one)
        for one in found:
            if not self._is_definition(one):
                self._take(one)
        self.known.signs = {**{key: sign for key, sign in self.known.signs.items() if sign == ">"}, **signs}

    @staticmethod
    def _is_definition(one: Relation) -> bool:
        """Whether a relation says what a name stands for, wherever in its paragraph that stands."""
        if one.role == "definition":
            return True
        return not one.of.displayed and defines(one.of) and not local(one.of) and not _number(one.sides[1]) and (
            named(one.sides[1].text) is None)

    def _relations(self, formula: Formula) -> list[Relation]:
        """The relations of a formula; what TeX, a sign of another kind or a word stands in the way of is counted."""
        try:
            shown = display(formula.source)
            found = []
            signed = both_signs(shown.formula)
            if len(signed) > 1 and not formula.displayed:
                raise NotationError("two signs at once")
            for piece in (piece for one in signed for piece in pieces(one)):
                sides, signs = sides_and_signs(piece.source)
                if signs and not sides[0].text and self.above is not None:
                    sides[0] = self.above
                if formula.displayed:
                    self.above = sides[-1]
                if piece.kind in ("equation", "initial", "definition") and signs:
                    found.append(Relation(formula, sides, signs, "definition" if piece.kind == "definition" else ""))
                elif piece.kind == "condition" and "=" in signs:
                    self._tie(piece.source.text, formula.paragraph)
                elif piece.kind == "condition" and signs and set(signs) <= _ORDER:
                    if formula.displayed and not piece.given and claims(formula):
                        found.append(Relation(formula, sides, signs, ""))
                    else:
                        self._narrow(sides)
            return found
        except NotationError as error:
            self._refuse(formula, _kind_of(error.message))
            self._tie(formula.source.text, None if formula.displayed else formula.paragraph)
            return []

    def _refuse(self, formula: Formula, why: str) -> None:
        if formula.displayed:
            self.report.refused[why] += 1

    def _set(self, one: Relation) -> None:
        """Take down what a line of text sets a letter to, or a product of two of them."""
        with suppress(NotationError):
            names = names_in(one.sides[0].text)
            plain = not any(name.norm for name in names) and "".join(name.latex for name in names).replace(" ", "") == "".join(
                one.sides[0].text.split())
            if plain and len(names) in (1, 2) and _number(one.sides[1]) and re.search(r"[1-9]", one.sides[1].text):
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
            self.ties.append(_Tie(letters, paragraph, words))

    # what a relation is ------------------------------------------------------------------------------------------------

    def _why_not(self, side: str) -> str:
        plain = self.known.ranges.plain(side) if self.known.ranges.sizes else side
        plain = _PARTIAL.sub(lambda match: match["of"] if named(match["of"]) in self.known.stands_for else match[0], plain)
        return refused(plain, self.functions.get(self.section, set()), self.iterated.get(self.section, set()), self.known.functions)

    def _define(self, one: Relation) -> None:
        """Take `name = formula` down as what the name stands for, further sides as links."""
        if set(one.signs) != _EQUAL:
            return
        try:
            key = self._name(one.sides[0])
            if self._function(one) or key is not None and self._sized(one, lambda: self._stands_for(key, one)):
                self._links(one, 1)
                return
        except NotationError as error:
            self._refuse(one.of, _kind_of(error.message))
        self._take(one)

    def _function(self, one: Relation) -> bool:
        """Take `f(x) = formula` down."""
        match = _APPLIED.fullmatch(one.sides[0].text.strip())
        if match is None or match["of"].strip() in ("t", "0") or r"\left" in match["name"]:
            return False
        key, of = named(match["name"].strip()), named(match["of"].strip())
        right = at_times(one.sides[1]).text
        if key is None or of is None or self._why_not(right) or of not in {name.key for name in names_in(right)} or (
                of in self.known.stands_for):
            return False
        before = self.known.functions.get(key)
        self.said_by[f"{latex_of(key)}({latex_of(of)})", right] = id(one.of)
        self.known.functions[key] = (latex_of(of), right)
        try:
            self.known.base([latex_of(key)])
        except NotationError:
            self.known.functions.pop(key) if before is None else self.known.functions.update({key: before})
            return False
        self.read_of.add(id(one.of))
        return True

    def _stands_for(self, key: Key, one: Relation) -> bool:
        text = at_times(one.sides[1]).text
        if self._why_not(text) or not self._abbreviates(key, text):
            if self._of_vectors(text):
                self.known.unread.add(key)
            return False
        self.known.unread.discard(key)
        self.said_by[latex_of(key), text] = id(one.of)
        self.defined_in[key] = one.of.section, one.of.paragraph
        self.read_of.add(id(one.of))
        return True

    def _of_vectors(self, text: str) -> bool:
        """Whether a formula speaks of vectors or matrices, as far as can be seen."""
        vectors = self.known.vectors | self.known.unread | {key for key, space in self.known.spaces.items() if space}
        return holds_identity(text) or any(name.inner in vectors for name in names_in(text))

    def _abbreviates(self, key: Key, text: str) -> bool:
        """Take a name down for a formula; what cannot be read, or goes round in a circle, is no abbreviation."""
        if set(self.known.ranges.of(key)) != set(self.known.ranges.places(text)) if self.known.ranges.speaks(text) else False:
            return False  # an index on one side alone
        before = self.known.stands_for.pop(key, None)
        try:
            read_over(self.known, f"{text} = {text}", [text]).statement()
            self.known.stands_for[key] = text
            self.known.base([latex_of(key)])
            return True
        except NotationError:
            self.known.stands_for.pop(key, None)
            if before is not None:
                self.known.stands_for[key] = before
            return False

    def _name(self, side: Source) -> Key | None:
        try:
            key = named(at_times(side).text)
            return None if key is None else self.known.ranges.known_as(key)
        except NotationError:
            return None

    def _take(self, one: Relation) -> None:
        try:
            self._sized(one, lambda: self._take_in(one))
        except NotationError as error:
            self._refuse(one.of, _kind_of(error.message))
            self._tie(" = ".join(side.text for side in one.sides), None if one.of.displayed else one.of.paragraph)

    def _take_in(self, one: Relation) -> None:
        left, sign = one.sides[0], one.signs[0]
        if sign != "=":
            if set(one.signs) - _EQUAL - _ORDER:
                self._refuse(one.of, f"the sign {sign}")
            else:
                self._links(one, 0)
            return
        text = " = ".join(side.text for side in one.sides[:2])
        if (moved := self._moved(left)) is not None:
            self._rate(one, *moved)
            return
        if left.text.startswith(r"\lim") or _AT_INFINITY.fullmatch(left.text.strip()):
            self._limit(one)
            return
        key = self._name(left)
        started = _STARTED.fullmatch(left.text.strip())
        if key is not None and started is not None and (state := named(started["name"])) in self.known.rates:
            self._start(one, key, state)
            return
        if set(one.signs[:1]) == _EQUAL and self._function(one):
            self._links(one, 1)
            return
        if why := self._why_not(at_times(one.sides[1]).text):
            self._refuse(one.of, why)
            self._tie(text, None if one.of.displayed else one.of.paragraph)
            self._links(one, 1)
            return
        if key is not None and key in self.known.rates:
            self._solution(one, key, text)
        elif key is not None and key not in self.known.stands_for and (
                one.of.displayed or not _in_passing(one) or len(names_in(one.sides[1].text)) > 1 and not _supposed(one)):
            if not self._stands_for(key, one):
                if one.of.displayed and self._goes_round(key, one):
                    self._hold(one, 0, "identity")
                else:
                    self._tie(text, None)
        elif key is not None and key in self.known.stands_for and not self._restates(one, key):
            if not one.of.displayed and _in_passing(one) or not self._stands_for(key, one):
                self._tie(text, one.of.paragraph)
        elif not one.of.displayed and (local(one.of) or _number(one.sides[1])):
            self._set(one)
            self._tie(text, one.of.paragraph)
        else:
            self._hold(one, 0, "identity")
        self._links(one, 1)

    def _goes_round(self, key: Key, one: Relation) -> bool:
        """Whether what a name is said to be is made of what is made of it, so that it is a law and no meaning."""
        letters = {name.inner for name in self.known.base([at_times(one.sides[1]).text])[0]}
        inner = key[1:key.index(key[0], 1)] if key[0] == r"\|" else key
        return inner in letters and inner not in {name.inner for name in names_in(one.sides[1].text)}

    def _restates(self, one: Relation, key: Key) -> bool:
        """Whether a name that has a meaning is said to be equal to something, rather than given another one."""
        return claims(one.of) and not defines(one.of) and self.defined_in.get(key, (-1, 0))[0] == one.of.section

    def _links(self, one: Relation, first: int) -> None:
        for place in range(first, len(one.signs)):
            sides = one.sides[place:place + 2]
            try:
                if one.signs[place] == "=":
                    self._hold(one, place, "link")
                elif one.of.displayed and one.signs[place] in _ORDER and self._hold(one, place, "bound", one.signs[place]) != HOLDS:
                    self._narrow(sides)
            except NotationError as error:
                self._refuse(one.of, _kind_of(error.message))
                if one.signs[place] == "=":
                    self._tie(" = ".join(side.text for side in sides), None if one.of.displayed else one.of.paragraph)
                else:
                    self._narrow(sides)

    # sizes -------------------------------------------------------------------------------------------------------------

    def _sized(self, one: Relation, read: Callable[[], object]) -> object:
        """What reads a relation, once more where that fails and the section's other formulas leave one size alone to a letter of it."""
        try:
            if (done := read()) is not False:
                return done
            failed = None
        except NotationError as error:
            failed = error
        letters = {name.inner for side in one.sides for name in names_in(at_times(side).text)}
        found = [key for key in sorted(letters) if key not in self.known.spaces and key not in self.known.stands_for and self._guessed(key)]
        if found:
            return read()
        if failed is not None:
            raise failed
        return False

    def _guessed(self, key: Key) -> bool:
        """Whether the formulas of the section leave one space alone to a letter of which the text says none; it is then taken for it."""
        spaces = list(dict.fromkeys(space for space in self.known.spaces.values() if space))
        left = set(spaces) | {""}
        for text, other in self.spoken.get(self.section, []):
            if len(left) == 1 or not spaces:
                break
            if key in {name.key for side in (text, other) for name in names_in(side)}:
                fitting = {space for space in left if self._fits(key, space, text, other)}
                left = fitting or left  # what reads under none of them fails for another reason
        if len(left) != 1 or left == {""}:
            return False
        self.known.spaces[key] = left.pop()
        return True

    def _fits(self, key: Key, space: str, *sides: str) -> bool:
        known = replace(self.known, spaces={**self.known.spaces, key: space}, vectors=self.known.vectors - {key},
                        unread=self.known.unread - {key})
        try:
            read_over(known, " = ".join(sides), sides).statement()
        except NotationError:
            return False
        return True

    # motion ------------------------------------------------------------------------------------------------------------

    def _moved(self, side: Source) -> tuple[str, str] | None:
        """What a left side is the derivative by time of, and the factor before it; None where it is none."""
        text = side.text.strip()
        start = next((place for place in (text.find(r"\dot"), text.find("\\frac"), text.find("\\tfrac")) if place >= 0), -1)
        factor = text[:start].strip() if start > 0 else ""
        if start < 0 or factor and any(token.text not in LETTERS and not token.text.isalnum() and token.text not in "_{}\\," for token in
                                       Source.of(factor).tokens if not token.blank):
            return None
        text = text[start:]
        if match := _RATE.fullmatch(text):
            return (match["braced"] or match["bare"]) + match["scripts"], factor
        if match := _BY_TIME.fullmatch(text):
            inner, behind = match["inner"].strip(), match["behind"].strip()
            return (inner or behind, factor) if not (inner and behind) else None
        return None

    def _rate(self, one: Relation, moved: str, factor: str) -> None:
        moved = at_times(Source.of(moved)).text
        plain = next((side for side in one.sides[1:] if r"\partial" not in side.text), one.sides[1])  # beside the gradient of a loss
        right = at_times(plain).text
        right = rf"\frac{{{right}}}{{{factor}}}" if factor else right
        key = named(moved)
        key = None if key is None else self.known.ranges.known_as(key)
        if key is not None:
            still = one.sides[-1].text.strip(" .,;") == "0" and (one.of.displayed or not _in_passing(one))
            (self.known.constant.add if still else self.known.constant.discard)(key)
        right = self._written(right, self.known.rates)
        for text in (moved, right):
            if why := self._why_not(text):
                raise NotationError(why)
        if key is not None and key not in self.known.stands_for:
            moves = []  # what no formula stands for moves by its own rate alone
        else:
            written = moved if key is None else self.known.stands_for[key]
            moves = [name.key for name in self.known.base([written], moving=True)[0] if name.key in self.known.rates and name.key != key]
        found = ""
        if moves:
            found = self._follows(one, key, moved, right)
        elif key is not None and key in self.known.rates and not self.known.starts.get(key):
            found = self._restated(one, key, right)
        if found == HOLDS:  # it says what follows, and nothing more
            if moves:
                self.known.rates.pop(key, None)
        elif key is not None and right.strip() != "0" and key not in self.known.constant and (one.of.displayed or not moves):
            self.known.rates[key] = right
            self.said_by[latex_of(key), right] = id(one.of)
            if not self.systems or key in self.systems[-1][1] or self.systems[-1][0] != one.of.section:
                self.systems.append((one.of.section, {}))
            self.systems[-1][1][key] = right
            self.known.starts.pop(key, None)
            self.read_of.add(id(one.of))
        self._links(one, 1)

    def _follows(self, one: Relation, key: Key | None, moved: str, right: str) -> str:
        """How the rate of what a formula stands for follows from the rates of its letters: of those first that no formula stands for."""
        readings: list[Reading] = []
        misfits: list[Reading] = []

        def read(texts: Sequence[str], rates: Mapping[Key, str]) -> Reading:
            flow = replace(self.known, rates={name: rate for name, rate in rates.items() if name != key})
            return read_over(flow, rf"\frac{{d}}{{dt}}\left({texts[0]}\right) = {texts[1]}", texts, moving=True)

        for rates in self._flows():
            with suppress(NotationError):
                misfits.append(reading := read([moved, right], rates))
                reading.statement()
                readings += [reading] if reading not in readings else []
        if readings or key is None and misfits:
            found = readings or misfits
            others = self._renamed([moved, right], lambda texts: read(texts, self._flows()[0]))
            return self._judge(one, 0, "rate", found[0], found[1:] if readings else [], others)
        if key is None:
            raise NotationError("the rate of what moves along no flow that was read")
        return ""

    def _flows(self) -> list[dict[Key, str]]:
        """The rates that something may follow from: of what no formula stands for, all, and the systems that the text has before."""
        found = [{name: rate for name, rate in self.known.rates.items() if name not in self.known.stands_for}, dict(self.known.rates)]
        found += [system for _, system in self.systems[:-_SYSTEMS - 1:-1]]
        return [rates for place, rates in enumerate(found) if rates not in found[:place]]

    def _restated(self, one: Relation, key: Key, right: str) -> str:
        """HOLDS where a rate says what an earlier one did, in other words; any other is the rate of something else."""
        for rate in dict.fromkeys([self.known.rates[key], *(system[key] for _, system in self.systems[::-1] if key in system)]):
            with suppress(NotationError):
                reading = read_over(self.known, f"{rate} = {right}", [rate, right])
                if any(standing(other) == HOLDS for other in (reading, *self._settled(reading))):
                    self.read_of.add(id(one.of))
                    self._held(one, reading)
                    self.rests_on.add(self.said_by.get((latex_of(key), rate), 0))
                    return HOLDS
        return ""

    def _start(self, one: Relation, key: Key, state: Key) -> None:
        text = at_times(one.sides[1]).text
        self.known.starts[state] = latex_of(key)
        if text.replace(" ", "") != latex_of(key).replace(" ", "") and (self._why_not(text) or not self._abbreviates(key, text)):
            self._tie(" = ".join(side.text for side in one.sides), None)
        self.read_of.add(id(one.of))

    def _solution(self, one: Relation, key: Key, text: str) -> None:
        """Hold a closed form to the rate that stands before it; of one that speaks of no time the letters are tied."""
        right = at_times(one.sides[1]).text
        fixed = {name: value for name, value in self.known.stands_for.items() if name not in self.known.constant and name != key}
        only = replace(self.known, stands_for=fixed, rates={key: self.known.rates[key]})
        spoken = {name.key for name in only.base([right])[0]}
        if ("t",) not in spoken:
            self._tie(text, one.of.paragraph)
            return
        keys = spoken | {name.key for name in only.base([self.known.rates[key]])[0]}
        if key in spoken or any(other != key for other in keys & set(self.known.rates)):
            raise NotationError("a solution along a flow that moves further letters, too")
        self.known.closed[key] = right
        start = self.known.starts.get(key, "")
        while True:
            reading = read_over(only, f"{latex_of(key)}(t) = {right}", [latex_of(key), right], True, starts=[(key, start)], also=[("t",)])
            spaced = {letter for letter, of in reading.letters if of.startswith("\\")}
            made = {named(left) for left, text in reading.abbreviations if any(name.key in spaced for name in names_in(text))}
            if not made & set(only.stands_for):
                break  # what is made of vectors is as free a number as they are
            only = replace(only, stands_for={name: value for name, value in only.stands_for.items() if name not in made})
        self._judge(one, 0, "solution", reading)

    def _limit(self, one: Relation) -> None:
        r"""Hold a limit, or x(\infty), to the function that the text gives."""
        left, right = (at_times(side).text for side in one.sides[:2])
        if match := _AT_INFINITY.fullmatch(one.sides[0].text.strip()):
            key = named(match["name"].strip())
            if key not in self.known.closed:
                raise NotationError("a value at infinity of what the text gives no function of time for")
            left = rf"\lim_{{t \to \infty}} \left({self.known.closed[key]}\right)"
        if why := self._why_not(left) or self._why_not(right):
            raise NotationError(why)
        flow = replace(self.known, stands_for={**self.known.stands_for, **self.known.closed})
        self._judge(one, 0, "limit", read_over(flow, f"{left} = {right}", [left, right]))
        self._links(one, 1)

    # held to what was said ---------------------------------------------------------------------------------------------

    def _hold(self, one: Relation, place: int, kind: str, sign: str = "=") -> str:
        """How a link of a relation stands."""
        typed, readings = [at_times(side).text for side in one.sides[place:place + 2]], []

        def read(texts: Sequence[str], rates: Mapping[Key, str]) -> Reading:
            left, right = (self._written(text, rates) for text in texts)
            if why := self._why_not(left) or self._why_not(right):
                raise NotationError(why)
            return read_over(self.known, f"{left} {sign} {right}", [left, right])

        for rates in (self.known.rates, *self._flows()) if any(_RATE.search(text) for text in typed) else (self.known.rates,):
            try:
                readings.append(read(typed, rates))
            except NotationError as error:
                if rates is self.known.rates:
                    failed = error
        if not readings:
            raise failed
        return self._judge(one, place, kind, readings[0], readings[1:], self._renamed(typed, lambda texts: read(texts, self.known.rates)))

    def _renamed(self, typed: Sequence[str], read: Callable[[Sequence[str]], Reading]) -> Iterator[tuple[str, Reading]]:
        """A relation with one letter turned into another one of its section, each time as it is then read."""
        spoken = [name for pair in self.spoken.get(self.section, []) for text in pair for name in names_in(text)]
        letters = list(dict.fromkeys(latex_of(name.inner) for name in spoken if name.inner not in (("t",), ("e",), ("d",))))
        for texts in renamed(typed, letters):
            with suppress(NotationError):
                reading = read(texts)
                reading.statement()
                yield " = ".join(texts), reading

    @staticmethod
    def _written(text: str, rates: Mapping[Key, str]) -> str:
        """A formula with the rates that the text gives in the place of derivatives."""
        def rate(match: re.Match) -> str:
            key = named((match["braced"] or match["bare"]) + match["scripts"])
            if key not in rates:
                raise NotationError("a derivative of what the text gives no rate for")
            rate = rates[key]
            return f" {rate} " if named(rate) is not None else rf"\left({rate}\right) "
        text = _RATE.sub(rate, text)
        if r"\dot" in text or re.search(r"\\frac\s*\{\s*(?:d|\\mathrm\s*\{?d\}?)\b", text):
            raise NotationError("a derivative inside of a relation")
        return text

    def _judge(self, one: Relation, place: int, kind: str, reading: Reading, others: Sequence[Reading] = (),
               changed: Iterable[tuple[str, Reading]] = ()) -> str:
        """How a relation stands; where it fails and a change of one token mends it, that is a finding. others: what else it may be read as;
        it stands where it does so in one of its readings. changed: the relation with other letters, which is looked at last."""
        text = f" {one.signs[place]} ".join(side.text for side in one.sides[place:place + 2])
        try:
            reading.statement()  # what cannot be read is an error here
            misfit = None
        except NotationError as error:
            reading, misfit = sizes_tell(reading, error)
            if misfit is not None and not one.of.displayed:
                raise
        self.read_of.add(id(one.of))
        readings = [reading] if misfit else [reading, *others, *self._settled(reading)]
        stand = [FAILS if misfit else standing(reading)]
        while HOLDS not in stand and len(stand) < len(readings):
            stand.append(standing(readings[len(stand)]))
        if HOLDS in stand:
            self._held(one, readings[stand.index(HOLDS)])
            return HOLDS
        if stand[0] != FAILS or not one.of.displayed and (_in_passing(one) or named(one.sides[0].text) is not None):
            if kind != "bound":
                self._tie(text, None if one.of.displayed else one.of.paragraph)
            return stand[0]
        failing = [read for read, found in zip(readings, stand, strict=True) if found == FAILS]
        why = self._withheld(one, kind, reading)
        better, meant = None, reading
        for meant in failing if not why else []:
            if (better := mended(meant, kind == "solution")) is not None:
                break
        if better is None and failing and not why and kind != "bound" and one.of.displayed:
            better, meant = holding(changed), failing[0]
        example = misfit or certified(meant) if better is not None else None
        if why or better is None or example is None:
            self.report.withheld[why or ("no change of one token mends it" if better is None else "no point was checked")] += 1
            if kind != "bound":
                self._tie(text, None)
            if misfit is not None:
                raise NotationError("sizes that do not fit")
            return FAILS
        self.held_of.add(id(one.of))
        path, line, column = position(self.document, one.of.file, one.sides[place].at[0] if one.sides[place].at else one.of.at)
        self.report.findings.append(Finding(_shown(path, self.folder, Path.cwd()), line, column, kind, text, meant.said(), example,
                                            spelled(better[0])))
        return FAILS

    def _held(self, one: Relation, reading: Reading) -> None:
        self.held_of.add(id(one.of))
        self.rests_on.update(self.said_by.get(pair, 0) for pair in (*reading.abbreviations, *reading.rates))

    def _settled(self, reading: Reading) -> list[Reading]:
        """The reading under what the text sets letters to, and with the parameters of a flow at 1 of which the relation no longer
        speaks."""
        found = []
        spoken = {name.key for name in names_in(reading.relation)}
        for key, value in self.settings[-_SETTINGS:]:
            if any(key == letter and of in (">", ">=") for letter, of in reading.letters):
                found.append(reading.with_meaning(key, value))
        gone = {name.key for _, right in reading.rates for name in names_in(right)} - spoken - {named(left) for left, _ in reading.rates}
        whole = reading
        for key, of in reading.letters:
            if key in gone and of == ">" and key != ("t",):
                whole = whole.with_meaning(key, "1")
        return found + ([whole] if whole is not reading else [])

    def _withheld(self, one: Relation, kind: str, reading: Reading) -> str:
        """Why a relation that fails is not reported: it is said under something, or its letters are tied by what was not read."""
        if (word := under(one.of)) and not (kind == "limit" and word.startswith("limit")):
            return f"the sentence says {word!r}"
        if kind in ("identity", "bound") and one.of.displayed and not claims(one.of):
            return "an equation that may be a condition" if kind == "identity" else "a bound that may be a condition"
        letters = {key for key, _ in reading.letters if key != ("t",)} | {named(left) for left, _ in reading.rates}
        if kind == "bound" and self.narrowed & {letter for key in letters for letter in self._bases(frozenset((key,)))}:
            return "its letters are bounded by what was not held"
        if kind == "bound" and standing(self._of_any_sign(reading)) != FAILS:
            return "the text does not say the signs of its letters"
        ties = [tie for tie in self.ties if tie.paragraph in (None, one.of.paragraph)]
        if _restrict(letters, [frozenset(self._bases(tie.letters)) for tie in ties]):
            return "its letters are tied by a relation that was not read or not held"
        return ""

    def _of_any_sign(self, reading: Reading) -> Reading:
        """A bound over letters of either sign, where the text says none: of a bound, unlike of an equation, all may hang on that."""
        return replace(reading, letters=tuple((key, of if of != ">" or key in self.known.signs or key[0] == r"\|" else "")
                                              for key, of in reading.letters))

    def _bases(self, letters: frozenset) -> set[Key]:
        """The letters that a tie is about, with abbreviations written out."""
        found: set[Key] = set()
        for key in letters:
            if key[0] == r"\|":
                key = key[1:key.index(key[0], 1)]
            if key in self.known.stands_for:
                found |= {name.key for name in self.known.base([latex_of(key)])[0]}
            else:
                found.add(key)
        return found - {("t",)}


def _left_name(formula: Formula) -> Key | None:
    """The name that a formula is, or begins with before a sign of equality."""
    with suppress(NotationError):
        return named(formula.source.text.partition("=")[0].rstrip(": ").strip())
    return None


def _restrict(letters: set, ties: Sequence[frozenset]) -> bool:
    """Whether ties may leave some letters less than free: more equations hang together with them than letters beside them do."""
    plain = {key[1:key.index(key[0], 1)] if key and key[0] == r"\|" else key for key in letters if key}
    for first in ties:
        if not first & plain:
            continue
        group, outside = {first}, set(first - plain)
        grown = True
        while grown:
            grown = False
            for other in ties:
                if other not in group and other & outside:
                    group.add(other)
                    outside |= other - plain
                    grown = True
        if len(group) > len(outside):
            return True
    return False


def _in_passing(one: Relation) -> bool:
    """Whether an equation in a line of text may hold in its sentence alone: a condition, a number or a letter for a letter."""
    return local(one.of) or bool(under(one.of, behind=False)) or _number(one.sides[1]) or named(one.sides[1].text) is not None


def _supposed(one: Relation) -> bool:
    """Whether an equation is a condition in so many words."""
    return re.search(r"(?i)\b(?:if|unless|provided|assum\w+|suppos\w+)\b[^\x00.]*$", one.of.words[-120:]) is not None


def _number(side: Source) -> bool:
    return re.fullmatch(r"[\s\d./\\frac{}+-]*(?:\\infty)?[\s.,]*", side.text) is not None


def _kind_of(message: str) -> str:
    """The kind of an error: its words without what it is about."""
    return re.split(r"[:;]| '", message)[0][:70]


def refereed(path: Path, folder: Path) -> Report:
    """What was read of a document, and what fails in it. folder: what its files are named from."""
    document = passages(path, folder)
    here = Path.cwd()
    report = Report(_shown(path.resolve(), folder, here))
    report.faults = [f"{_shown(place, folder, here)}:{line}:{column}: {why}" for place, line, column, why in faults(document)]
    return Referee(document, report, folder).run()


def _shown(path: Path, folder: Path, here: Path) -> str:
    if path.is_relative_to(here):
        return path.relative_to(here).as_posix()
    return path.relative_to(folder.resolve()).as_posix() if path.is_relative_to(folder.resolve()) else path.as_posix()


__all__ = ["Referee", "refereed"]
