r"""A manuscript without marks, read in order: what its formulas define, which rates it gives, and of every further relation whether it
stands against what was said before it, or against its own other side.

First comes what is refused (`refusals`). What is read enters as what a name stands for, as the rate of what moves, or as a relation that is
held to these. A relation that fails at every point drawn, and holds at every one after a change of one token, is reported with a checked
point; any other that fails ties its letters, as it may rest on what was not read.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.displays import both_signs, display, pieces, sides_and_signs

from .findings import Report
from .judge import shown
from .letters import at_times, named, names_in
from .motion import Motion
from .passages import Formula, by_paragraph, faults, passages
from .prose import claims, defines, local, signs_in, spaces_in, vectors_in
from .refusals import functions_in
from .relation import AT_INFINITY, DOTS, EQUAL, ORDER, STARTED, Relation, in_passing, is_number, kind_of, left_name, supposed
from .repairs import kept, mends


class Referee(Motion):
    """One way through a document."""

    def run(self) -> Report:
        """Read the whole document."""
        for formula in self.document.formulas:
            self.note(formula)
        begun: list[tuple[dict, list[Formula]]] = []
        for paragraph in by_paragraph(self.document.formulas):
            if time.monotonic() > self.until:
                self.report.faults.append(f"{self.report.path}: the time is used up; what stands from here on was not read")
                break
            begun.append((kept(self), paragraph))
            self.paragraph(paragraph)
        self._repair(begun)
        shown = [formula for formula in self.document.formulas if formula.displayed]
        self.report.displays = len(shown) + len(self.document.unread)
        self.report.read = sum(id(formula) in self.read_of for formula in shown)
        self.report.held = sum(id(formula) in self.held_of for formula in shown)
        self.report.findings.sort(key=lambda one: (one.file, one.line, one.column))
        return self.report

    def _repair(self, begun: Sequence[tuple[dict, list[Formula]]]) -> None:
        """Report the suspects that a change mends."""
        for suspect in self.suspects:
            formula = suspect.one.of
            start = next(place for place, (_, paragraph) in enumerate(begun) if formula in paragraph)
            rest = [paragraph for _, paragraph in begun[start:] if paragraph[0].section == formula.section]
            if id(formula) not in self.held_of and (better := mends(self, suspect, begun[start][0], rest)):
                self._find(suspect.one, suspect.place, suspect.kind, suspect.said, suspect.example, better)

    # what the whole document says of its letters -----------------------------------------------------------------------

    def note(self, formula: Formula) -> None:
        """Take down what a formula says of the letters of its section, wherever it stands there."""
        try:
            functions, iterated = functions_in(formula.source.text)
            self.functions.setdefault(formula.section, set()).update(functions)
            self.iterated.setdefault(formula.section, set()).update(iterated)
            self.vectors.setdefault(formula.section, set()).update(vectors_in(formula.source.text))
            self.known.ranges.note(formula.source.text)
            for piece in pieces(display(formula.source).formula):
                sides, signs = sides_and_signs(piece.source)
                texts = [DOTS.sub(" ", at_times(side).text) for side in sides]
                self.spoken.setdefault(formula.section, []).extend(
                    pair for *pair, sign in zip(texts, texts[1:], signs, strict=False) if sign == "=" and all(pair))
        except NotationError:
            return

    # a paragraph -------------------------------------------------------------------------------------------------------

    def paragraph(self, formulas: Sequence[Formula]) -> None:
        """Read the formulas of a paragraph, its definitions first."""
        signs = dict(self.known.signs)
        self.section, self.above = formulas[0].section, None
        self.known.vectors = self.vectors.get(self.section, set())
        found: list[Relation] = []
        for formula in formulas:
            self.known.spaces.update(spaces_in(formula))
            if re.search(r"\b(?:conserved|constant)\b[^\x00]{0,40}$", formula.words) and (key := left_name(formula)) is not None:
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
        return not one.of.displayed and defines(one.of) and not local(one.of) and not is_number(one.sides[1]) and (
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
                elif piece.kind == "condition" and signs and set(signs) <= ORDER:
                    if formula.displayed and not piece.given and claims(formula):
                        found.append(Relation(formula, sides, signs, ""))
                    else:
                        self._narrow(sides)
            return found
        except NotationError as error:
            self._refuse(formula, kind_of(error.message))
            self._tie(formula.source.text, None if formula.displayed else formula.paragraph)
            return []

    # what a relation is ------------------------------------------------------------------------------------------------

    def _define(self, one: Relation) -> None:
        """Take `name = formula` down as what the name stands for, further sides as links."""
        if set(one.signs) != EQUAL:
            return
        try:
            key = self._name(one.sides[0])
            if self._function(one) or key is not None and self._sized(one, lambda: self._stands_for(key, one)):
                self._links(one, 1)
                return
        except NotationError as error:
            self._refuse(one.of, kind_of(error.message))
        self._take(one)

    def _take(self, one: Relation) -> None:
        try:
            self._sized(one, lambda: self._take_in(one))
        except NotationError as error:
            self._refuse(one.of, kind_of(error.message))
            self._tie(" = ".join(side.text for side in one.sides), None if one.of.displayed else one.of.paragraph)

    def _take_in(self, one: Relation) -> None:
        left, sign = one.sides[0], one.signs[0]
        if sign != "=":
            if set(one.signs) - EQUAL - ORDER:
                self._refuse(one.of, f"the sign {sign}")
            else:
                self._links(one, 0)
            return
        text = " = ".join(side.text for side in one.sides[:2])
        if (moved := self._moved(left)) is not None:
            self._rate(one, *moved)
            return
        if left.text.startswith(r"\lim") or AT_INFINITY.fullmatch(left.text.strip()):
            self._limit(one)
            return
        key = self._name(left)
        started = STARTED.fullmatch(left.text.strip())
        if key is not None and started is not None and (state := named(started["name"])) in self.known.rates:
            self._start(one, key, state)
            return
        if set(one.signs[:1]) == EQUAL and self._function(one):
            self._links(one, 1)
            return
        self._circular_function(one)
        if why := self._why_not(at_times(one.sides[1]).text):
            self._refuse(one.of, why)
            self._tie(text, None if one.of.displayed else one.of.paragraph)
            self._links(one, 1)
            return
        if key is not None and key in self.known.rates:
            self._solution(one, key, text)
        elif key is not None and key not in self.known.stands_for and (
                one.of.displayed or not in_passing(one) or len(names_in(one.sides[1].text)) > 1 and not supposed(one)):
            if not self._stands_for(key, one):
                if one.of.displayed and self._goes_round(key, one):
                    self._hold(one, 0, "identity")
                else:
                    self._doubt(one, key)
                    self._tie(text, None)
        elif key is not None and key in self.known.stands_for and not self._restates(one, key):
            if not one.of.displayed and in_passing(one) or not self._stands_for(key, one):
                self._doubt(one, key)
                self._tie(text, one.of.paragraph)
        elif not one.of.displayed and (local(one.of) or is_number(one.sides[1])):
            self._set(one)
            self._tie(text, one.of.paragraph)
        else:
            self._hold(one, 0, "identity")
        self._links(one, 1)


def refereed(path: Path, folder: Path) -> Report:
    """What was read of a document, and what fails in it. folder: what its files are named from."""
    document = passages(path, folder)
    here = Path.cwd()
    report = Report(shown(path.resolve(), folder, here))
    report.faults = [f"{shown(place, folder, here)}:{line}:{column}: {why}" for place, line, column, why in faults(document)]
    return Referee(document, report, folder).run()


__all__ = ["Referee", "refereed"]
