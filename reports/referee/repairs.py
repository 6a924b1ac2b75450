r"""Displays that a checked point speaks against though nothing before them does: sizes that do not fit, a name said to be a formula of
itself, a rate of what a solution has constant. Such a one is a finding where a change of one letter, or of a transpose, lets more of the
text hold together: the text is read again with each change."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from theoremtest.derivations.language.verdict import Counterexample

from .findings import Report
from .passages import Formula
from .relation import Relation

if TYPE_CHECKING:
    from .referee import Referee

MOST_CHANGES, MOST_AGAIN = 24, 120
"""Changes of one display with which the text is read again, and of all of them."""
_KEPT = ("known", "ties", "narrowed", "defined_in", "systems", "settings", "read_of", "held_of", "rests_on", "said_by", "still")
"""What a referee has taken down, in order, beside what it notes of whole sections."""


@dataclass(frozen=True)
class Suspect:
    """A relation that fails at a point: how it was read, and its two sides, each time with another change of one token."""

    one: Relation
    place: int
    kind: str
    said: str
    example: Counterexample
    others: tuple[tuple[str, str], ...]


def kept(referee: Referee) -> dict:
    """What a referee has taken down so far."""
    return {name: deepcopy(getattr(referee, name)) for name in _KEPT}


def mends(referee: Referee, suspect: Suspect, before: dict, paragraphs: Sequence[Sequence[Formula]]) -> str:
    """The first change of a suspect under which more displays of its section hold, and none that held does not; empty for none.

    before: what was taken down before its paragraph; paragraphs: this one and those behind it in its section.
    """
    formula = suspect.one.of
    behind = {id(one) for paragraph in paragraphs for one in paragraph if one.displayed}
    held = referee.held_of & behind - {id(formula)}
    for sides in islice(suspect.others, MOST_CHANGES):
        if referee.again >= MOST_AGAIN or (changed := _changed(suspect, sides)) is None:
            continue
        referee.again += 1
        other = _read_again(referee, formula, changed, before, paragraphs)
        stands = other.held_of & behind
        if (id(changed) in other.read_of and not other.report.findings and held <= stands
                and not any(one.one.of is changed for one in other.suspects)
                and len(stands) + (id(changed) in other.held_of) > len(held)):
            return " = ".join(sides)
    return ""


def _read_again(referee: Referee, formula: Formula, changed: Formula, before: dict, paragraphs: Sequence[Sequence[Formula]]) -> Referee:
    """The way through a section from a paragraph on, with one of its formulas changed."""
    document = copy(referee.document)
    document.formulas = [changed if one is formula else one for one in referee.document.formulas]
    other = type(referee)(document, Report(""), referee.folder)
    for one in document.formulas:
        other.note(one)
    ranges = other.known.ranges
    for name, value in deepcopy(before).items():
        setattr(other, name, value)
    other.known.ranges = ranges
    for paragraph in paragraphs:
        other.paragraph([changed if one is formula else one for one in paragraph])
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


__all__ = ["Suspect", "kept", "mends"]
