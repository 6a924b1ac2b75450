"""Sizes that the text does not say, where its other formulas leave one alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from theoremtest.derivations.notation import NotationError

from .letters import Key, at_times, names_in
from .reading import Known, read_over
from .relation import Relation
from .state import State


def sized(state: State, one: Relation, read: Callable[[], object]) -> object:
    """What reads a relation, once more where that fails and the section's other formulas leave one size alone to a letter of it."""
    try:
        if (done := read()) is not False:
            return done
        failed = None
    except NotationError as error:
        failed = error
    letters = {name.inner for side in one.sides for name in names_in(at_times(side).text)}
    unsaid = [key for key in sorted(letters) if key not in state.known.spaces and key not in state.known.stands_for]
    if [key for key in unsaid if _guessed(state, key)]:
        return read()
    if failed is not None:
        raise failed
    return False


def _guessed(state: State, key: Key) -> bool:
    """Whether the formulas of the section leave one space alone to a letter of which the text says none; it is then taken for it."""
    spaces = list(dict.fromkeys(space for space in state.known.spaces.values() if space))
    left = set(spaces) | {""}
    for text, other in state.noted.spoken.get(state.section, []):
        if len(left) == 1 or not spaces:
            break
        if key in {name.key for side in (text, other) for name in names_in(side)}:
            fitting = {space for space in left if _fits(state.known, key, space, text, other)}
            left = fitting or left  # what reads under none of them fails for another reason
    if len(left) != 1 or left == {""}:
        return False
    state.known.spaces[key] = left.pop()
    state.guessed.add(key)
    return True


def _fits(known: Known, key: Key, space: str, *sides: str) -> bool:
    known = replace(known, spaces={**known.spaces, key: space}, vectors=known.vectors - {key}, unread=known.unread - {key})
    try:
        read_over(known, " = ".join(sides), sides).statement()
    except NotationError:
        return False
    return True


__all__ = ["sized"]
