"""Relations held to what was said before them, each of their links by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from theoremtest.derivations.notation import NotationError

from .judge import Judge
from .letters import Key, at_times
from .reading import Reading, read_over
from .relation import ORDER, RATE, Relation, kind_of
from .standing import HOLDS, renamed
from .state import State, with_rates
from .suspicion import misapplied


def links(state: State, judge: Judge, one: Relation, first: int) -> None:
    """Hold the links of a relation from one of them on."""
    for place in range(first, len(one.signs)):
        sides = one.sides[place:place + 2]
        try:
            if one.signs[place] == "=":
                hold(state, judge, one, place, "link")
            elif one.of.displayed and one.signs[place] in ORDER and hold(state, judge, one, place, "bound") != HOLDS:
                state.narrow(sides)
        except NotationError as error:
            state.refuse(one.of, kind_of(error.message))
            if one.signs[place] == "=":
                state.tie(" = ".join(side.text for side in sides), None if one.of.displayed else one.of.paragraph)
            else:
                state.narrow(sides)


def hold(state: State, judge: Judge, one: Relation, place: int, kind: str) -> str:
    """How a link of a relation stands. Raises NotationError where it cannot be read."""
    typed, readings = [at_times(side).text for side in one.sides[place:place + 2]], []

    def read(texts: Sequence[str], rates: Mapping[Key, str]) -> Reading:
        left, right = (with_rates(text, rates) for text in texts)
        if why := state.why_not(left) or state.why_not(right):
            raise NotationError(why)
        return read_over(state.known, f"{left} {one.signs[place]} {right}", [left, right])

    rates_of = state.known.rates
    for rates in (rates_of, *state.flows()) if any(RATE.search(text) for text in typed) else (rates_of,):
        try:
            readings.append(read(typed, rates))
        except NotationError as error:
            if rates is rates_of:
                failed = error
    try:
        if not readings:
            raise failed
        others = with_other_letters(state, typed, lambda texts: read(texts, rates_of))
        return judge(state, one, place, kind, readings[0], readings[1:], others)
    except NotationError:
        misapplied(state, one, place)
        raise


def with_other_letters(state: State, typed: Sequence[str], read: Callable[[Sequence[str]], Reading]) -> Iterator[tuple[str, Reading]]:
    """A relation with one letter turned into another one of its section, each time as it is then read."""
    for texts in renamed(typed, state.letters()):
        with suppress(NotationError):
            reading = read(texts)
            reading.statement()
            yield " = ".join(texts), reading


__all__ = ["hold", "links", "with_other_letters"]
