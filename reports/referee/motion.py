"""Rates, what follows from them, where motions start, their solutions and limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.ground import LETTERS

from .judge import Judge, find, settled
from .letters import Key, at_times, latex_of, named, names_in
from .links import with_other_letters
from .meanings import abbreviates
from .reading import Reading, read_over
from .relation import AT_INFINITY, BY_TIME, RATE, Relation, in_passing
from .standing import FAILS, HOLDS, holding, mended, standing
from .state import State, with_rates
from .suspicion import circular, misfit, moves_what_is_still, of_said_sizes, twice
from .withheld import withheld

_AT_START = re.compile(r"\(\s*0\s*\)")


def moved_by(side: Source) -> tuple[str, str] | None:
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


def rate(state: State, judge: Judge, one: Relation, moved: str, factor: str) -> None:
    """Take down the rate of a letter, or hold that of a formula to the rates before it. moved, factor: as `moved_by` has them."""
    known, moved = state.known, at_times(Source.of(moved)).text
    plain = next((side for side in one.sides[1:] if r"\partial" not in side.text), one.sides[1])  # beside the gradient of a loss
    right = at_times(plain).text
    right = rf"\frac{{{right}}}{{{factor}}}" if factor else right
    key = named(moved)
    key = None if key is None else known.ranges.known_as(key)
    if key is not None:
        still = one.sides[-1].text.strip(" .,;") == "0" and (one.of.displayed or not in_passing(one))
        (known.constant.add if still else known.constant.discard)(key)
    right = with_rates(right, known.rates)
    for text in (moved, right):
        if why := state.why_not(text):
            raise NotationError(why)
    if key is not None and key not in known.stands_for:
        moves = []  # what no formula stands for moves by its own rate alone
    else:
        written = moved if key is None else known.stands_for[key]
        moves = [name.key for name in known.base([written], moving=True)[0] if name.key in known.rates and name.key != key]
    found = ""
    if key is not None and not moves and not misfit(state, one, "rate", latex_of(key), right, r"\dot{%s}"):
        moves_what_is_still(state, one, key, right)
    if moves:
        found = _follows(state, judge, one, key, moved, right)
    elif key is not None and key in known.rates and not known.starts.get(key):
        found = _restated(state, one, key, right)
    if found == HOLDS:  # it says what follows, and nothing more
        if moves:
            known.rates.pop(key, None)
    elif key is not None and right.strip() != "0" and key not in known.constant and (one.of.displayed or not moves):
        twice(state, one, key, right)
        _take_down(state, one, key, right)


def _take_down(state: State, one: Relation, key: Key, right: str) -> None:
    state.known.rates[key] = right
    state.rated[key] = one
    state.said_by[latex_of(key), right] = id(one.of)
    if not state.systems or key in state.systems[-1][1] or state.systems[-1][0] != one.of.section:
        state.systems.append((one.of.section, {}))
    state.systems[-1][1][key] = right
    state.known.starts.pop(key, None)
    state.read_of.add(id(one.of))


def _follows(state: State, judge: Judge, one: Relation, key: Key | None, moved: str, right: str) -> str:
    """How the rate of what a formula stands for follows from the rates of its letters: of those first that no formula stands for."""
    readings: list[Reading] = []
    misfits: list[Reading] = []

    def read(texts: Sequence[str], rates: Mapping[Key, str]) -> Reading:
        flow = replace(state.known, rates={name: rate for name, rate in rates.items() if name != key})
        return read_over(flow, rf"\frac{{d}}{{dt}}\left({texts[0]}\right) = {texts[1]}", texts, moving=True)

    for rates in state.flows():
        with suppress(NotationError):
            misfits.append(reading := read([moved, right], rates))
            reading.statement()
            readings += [reading] if reading not in readings else []
    if readings or misfits:
        found = readings or misfits
        turned = with_other_letters(state, [moved, right], lambda texts: read(texts, state.flows()[0]))
        others = ((other.relation, other) for _, other in turned)
        if not readings and key is not None:
            return _of_another_size(state, one, found[0], others)
        return judge(state, one, 0, "rate", found[0], found[1:] if readings else [], others)
    if key is None:
        raise NotationError("the rate of what moves along no flow that was read")
    return ""


def _of_another_size(state: State, one: Relation, reading: Reading, others: Iterable[tuple[str, Reading]]) -> str:
    """FAILS where the rate of a name has another size and a change of one token mends it; else it may be another flow's."""
    told = of_said_sizes(state, reading) if one.of.displayed else None
    if told is None or withheld(state, one, "rate", reading) or (better := mended(told[0]) or holding(others)) is None:
        return ""
    find(state, one, 0, "rate", told[0].said(), told[1], better[0])
    return FAILS


def _restated(state: State, one: Relation, key: Key, right: str) -> str:
    """HOLDS where a rate says what an earlier one did, in other words; any other is the rate of something else."""
    for before in dict.fromkeys([state.known.rates[key], *(system[key] for _, system in state.systems[::-1] if key in system)]):
        with suppress(NotationError):
            reading = read_over(state.known, f"{before} = {right}", [before, right])
            if any(standing(other) == HOLDS for other in (reading, *settled(state, reading))):
                state.read_of.add(id(one.of))
                state.hold(one, reading)
                state.rests_on.add(state.said_by.get((latex_of(key), before), 0))
                return HOLDS
    return ""


def start(state: State, one: Relation, key: Key, moving: Key) -> None:
    """Take down where what moves starts. key: the letter for that."""
    known, text = state.known, at_times(one.sides[1]).text
    if key in {name.key for name in names_in(text)} and named(text) is None and not state.why_not(text):
        known.starts[moving] = text  # x(0) = 2 x_0: the two are not one
        state.read_of.add(id(one.of))
        return
    known.starts[moving] = latex_of(key)
    if text.replace(" ", "") != latex_of(key).replace(" ", "") and (state.why_not(text) or not abbreviates(known, key, text)):
        state.tie(" = ".join(side.text for side in one.sides), None)
    state.read_of.add(id(one.of))


def solution(state: State, judge: Judge, one: Relation, key: Key, text: str) -> None:
    """Hold a closed form to the rate that stands before it; of one that speaks of no time the letters are tied."""
    known, right = state.known, at_times(one.sides[1]).text
    fixed = {name: value for name, value in known.stands_for.items() if name not in known.constant and name != key}
    only = replace(known, stands_for=fixed, rates={key: known.rates[key]})
    spoken = {name.key for name in only.base([right])[0]}
    if ("t",) not in spoken:
        circular(state, one, key, right)
        state.tie(text, one.of.paragraph)
        return
    keys = spoken | {name.key for name in only.base([known.rates[key]])[0]}
    if key in spoken or any(other != key for other in keys & set(known.rates)):
        raise NotationError("a solution along a flow that moves further letters, too")
    known.closed[key] = right
    begun = known.starts.get(key, "")
    if begun and named(begun) is None and _AT_START.search(one.sides[1].text):
        state.tie(text, one.of.paragraph)
        return
    while True:
        reading = read_over(only, f"{latex_of(key)}(t) = {right}", [latex_of(key), right], True, starts=[(key, begun)], also=[("t",)])
        spaced = {letter for letter, of in reading.letters if of.startswith("\\")}
        made = {named(left) for left, text in reading.abbreviations if any(name.key in spaced for name in names_in(text))}
        if not made & set(only.stands_for):
            break  # what is made of vectors is as free a number as they are
        only = replace(only, stands_for={name: value for name, value in only.stands_for.items() if name not in made})
    judge(state, one, 0, "solution", reading)


def limit(state: State, judge: Judge, one: Relation) -> None:
    r"""Hold a limit, or x(\infty), to the function that the text gives."""
    left, right = (at_times(side).text for side in one.sides[:2])
    if match := AT_INFINITY.fullmatch(one.sides[0].text.strip()):
        key = named(match["name"].strip())
        if key not in state.known.closed:
            raise NotationError("a value at infinity of what the text gives no function of time for")
        left = rf"\lim_{{t \to \infty}} \left({state.known.closed[key]}\right)"
    if why := state.why_not(left) or state.why_not(right):
        raise NotationError(why)
    flow = replace(state.known, stands_for={**state.known.stands_for, **state.known.closed})
    judge(state, one, 0, "limit", read_over(flow, f"{left} = {right}", [left, right]))


__all__ = ["limit", "moved_by", "rate", "solution", "start"]
