"""Rates, what follows from them, where motions start, their solutions and limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.ground import LETTERS

from .letters import Key, at_times, latex_of, named, names_in
from .meanings import Meanings
from .reading import Reading, read_over
from .relation import AT_INFINITY, BY_TIME, RATE, Relation, in_passing
from .standing import FAILS, HOLDS, holding, mended, standing

_AT_START = re.compile(r"\(\s*0\s*\)")


class Motion(Meanings):
    """What moves."""

    def _moved(self, side: Source) -> tuple[str, str] | None:
        """What a left side is the derivative by time of, and the factor before it; None where it is none."""
        text = side.text.strip()
        start = next((place for place in (text.find(r"\dot"), text.find("\\frac"), text.find("\\tfrac")) if place >= 0), -1)
        factor = text[:start].strip() if start > 0 else ""
        if start < 0 or factor and any(token.text not in LETTERS and not token.text.isalnum() and token.text not in "_{}\\," for token in
                                       Source.of(factor).tokens if not token.blank):
            return None
        text = text[start:]
        if match := RATE.fullmatch(text):
            return (match["braced"] or match["bare"]) + match["scripts"], factor
        if match := BY_TIME.fullmatch(text):
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
            still = one.sides[-1].text.strip(" .,;") == "0" and (one.of.displayed or not in_passing(one))
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
        if key is not None and not moves and not self._misfit(one, "rate", latex_of(key), right, r"\dot{%s}"):
            self._moves_what_is_still(one, key, right)
        if moves:
            found = self._follows(one, key, moved, right)
        elif key is not None and key in self.known.rates and not self.known.starts.get(key):
            found = self._restated(one, key, right)
        if found == HOLDS:  # it says what follows, and nothing more
            if moves:
                self.known.rates.pop(key, None)
        elif key is not None and right.strip() != "0" and key not in self.known.constant and (one.of.displayed or not moves):
            self._twice(one, key, right)
            self.known.rates[key] = right
            self.rated[key] = one
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
        if readings or misfits:
            found = readings or misfits
            others = ((other.relation, other) for _, other in self._renamed([moved, right], lambda texts: read(texts, self._flows()[0])))
            if not readings and key is not None:
                return self._of_another_size(one, found[0], others)
            return self._judge(one, 0, "rate", found[0], found[1:] if readings else [], others)
        if key is None:
            raise NotationError("the rate of what moves along no flow that was read")
        return ""

    def _of_another_size(self, one: Relation, reading: Reading, others: Iterable[tuple[str, Reading]]) -> str:
        """FAILS where the rate of a name has another size and a change of one token mends it; else it may be another flow's."""
        told = self._sizes_tell(reading) if one.of.displayed else None
        if told is None or self._withheld(one, "rate", reading) or (better := mended(told[0]) or holding(others)) is None:
            return ""
        self._find(one, 0, "rate", told[0].said(), told[1], better[0])
        return FAILS

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
        if key in {name.key for name in names_in(text)} and named(text) is None and not self._why_not(text):
            self.known.starts[state] = text  # x(0) = 2 x_0: the two are not one
            self.read_of.add(id(one.of))
            return
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
            self._circular(one, key, right)
            self._tie(text, one.of.paragraph)
            return
        keys = spoken | {name.key for name in only.base([self.known.rates[key]])[0]}
        if key in spoken or any(other != key for other in keys & set(self.known.rates)):
            raise NotationError("a solution along a flow that moves further letters, too")
        self.known.closed[key] = right
        start = self.known.starts.get(key, "")
        if start and named(start) is None and _AT_START.search(one.sides[1].text):
            self._tie(text, one.of.paragraph)
            return
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
        if match := AT_INFINITY.fullmatch(one.sides[0].text.strip()):
            key = named(match["name"].strip())
            if key not in self.known.closed:
                raise NotationError("a value at infinity of what the text gives no function of time for")
            left = rf"\lim_{{t \to \infty}} \left({self.known.closed[key]}\right)"
        if why := self._why_not(left) or self._why_not(right):
            raise NotationError(why)
        flow = replace(self.known, stands_for={**self.known.stands_for, **self.known.closed})
        self._judge(one, 0, "limit", read_over(flow, f"{left} = {right}", [left, right]))
        self._links(one, 1)


__all__ = ["Motion"]
