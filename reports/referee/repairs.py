r"""Suspects, mended: one of them is a finding where a change of one letter, or of a transpose, lets more of the text hold together. The
text is read again from the suspect's paragraph on with each change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice

from .judge import find
from .noted import Noted
from .passages import Formula
from .relation import Suspect
from .state import State

MOST_CHANGES, MOST_AGAIN = 24, 120
"""Changes of one display with which the text is read again, and of all of them."""
Paragraph = Sequence[Formula]


@dataclass(frozen=True)
class Doubted:
    """Suspects of one paragraph, with what was taken down before it and the paragraphs from it on, as many as its section has."""

    suspects: Sequence[Suspect]
    before: State
    rest: Sequence[Paragraph]


def repair(state: State, doubts: Sequence[Doubted], read: Callable[[State, Paragraph], None]) -> None:
    """Report the suspects that a change mends. read: what takes a paragraph in."""
    left = MOST_AGAIN
    for doubt in doubts:
        for suspect in doubt.suspects:
            if id(suspect.one.of) in state.held_of:
                continue
            better, tried = _mends(state, suspect, doubt, read, min(left, MOST_CHANGES))
            left -= tried
            if better:
                find(state, suspect.one, suspect.place, suspect.kind, suspect.said, suspect.example, better)


def _mends(state: State, suspect: Suspect, doubt: Doubted, read: Callable[[State, Paragraph], None], most: int) -> tuple[str, int]:
    """The first change of a suspect under which more displays of its section hold, and none that held does not, empty for none; and with
    how many changes the text was read."""
    formula, tried = suspect.one.of, 0
    behind = {id(one) for paragraph in doubt.rest for one in paragraph if one.displayed}
    held = state.held_of & behind - {id(formula)}
    for sides in islice(suspect.others, MOST_CHANGES):
        if tried >= most:
            break
        if (changed := _changed(suspect, sides)) is None:
            continue
        tried += 1
        other = _read_again(state, formula, changed, doubt, read)
        stands = other.held_of & behind
        if (id(changed) in other.read_of and not other.report.findings and held <= stands
                and not any(one.one.of is changed for one in other.suspects)
                and len(stands) + (id(changed) in other.held_of) > len(held)):
            return " = ".join(sides), tried
    return "", tried


def _read_again(state: State, formula: Formula, changed: Formula, doubt: Doubted, read: Callable[[State, Paragraph], None]) -> State:
    """The way through a section from a paragraph on, with one of its formulas changed."""
    document, noted = copy(state.document), Noted()
    document.formulas = [changed if one is formula else one for one in state.document.formulas]
    for one in document.formulas:
        noted.note(one)
    other = doubt.before.from_here(document, noted)
    for paragraph in doubt.rest:
        read(other, [changed if one is formula else one for one in paragraph])
    return other


def _changed(suspect: Suspect, sides: tuple[str, str]) -> Formula | None:
    """The formula with two sides of one of its relations replaced; None where they stand elsewhere."""
    source = suspect.one.of.source
    for side, text in sorted(zip(suspect.one.sides[suspect.place:suspect.place + 2], sides, strict=True), key=lambda pair: -pair[0].at[0]):
        if not side.at or side.at[0] not in source.at or side.at[-1] not in source.at:
            return None
        end = len(source.at) - source.at[::-1].index(side.at[-1])
        source = source.put(source.at.index(side.at[0]), end, [f" {text} "])
    return replace(suspect.one.of, source=source)


__all__ = ["Doubted", "repair"]
