"""Questions not worth asking, by points: numbers at which all that is supposed certainly holds, and what is asked certainly does not."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from flint import ctx, fmpq

from theoremtest.derivations.kernel.numbers import PRECISIONS, NoValue, Numbers, Unsettled
from theoremtest.derivations.kernel.terms import Refused, Term, free

from .effort import CANDIDATES_OF_POINTS, POINTS_LOOKED_AT

if TYPE_CHECKING:
    from .draft import Draft

VALUES = [Fraction(number) for number in ("1", "2", "1/2", "3", "1/3", "5/4", "3/4", "1/16", "9/8", "7", "24", "0")]


class Points:
    """Points of the letters of one search, each letter's values the same in all of its drafts."""

    def __init__(self) -> None:
        self._points: dict[tuple, Numbers] = {}
        self._truths: dict[tuple, bool | None] = {}
        self._seen: dict[tuple[Term, ...], list[tuple]] = {}

    def refute(self, draft: Draft, fact: Term) -> bool:
        """Whether a fact is false at a point at which all that a draft supposes of its letters, and of theirs, holds."""
        if draft.moving is not None:  # how near an end is near enough is left open
            return False
        before, ctx.prec = ctx.prec, PRECISIONS[0]
        try:
            facts = _about(draft, fact)
            if facts not in self._seen:
                self._seen[facts] = self._where(facts, fact)
            letters = tuple(sorted(free(fact).union(*map(free, facts)), key=repr))
            return any(self._holds(key, letters, fact) is False for key in self._seen[facts])
        except Refused:
            return False
        finally:
            ctx.prec = before

    def _where(self, facts: tuple[Term, ...], fact: Term) -> list[tuple]:
        """Points at which facts hold, a few."""
        letters = tuple(sorted(free(fact).union(*map(free, facts)), key=repr))
        if not letters or any(letter.head != "Symbol" for letter in letters):
            return []
        found: list[tuple] = []
        solved = tuple(known for known in facts if _solved(known) is not None)
        for number in range(CANDIDATES_OF_POINTS):
            key = number, solved
            if all(self._holds(key, letters, known) for known in facts if known not in solved):
                found.append(key)
                if len(found) == POINTS_LOOKED_AT:
                    break
        return found

    def _holds(self, key: tuple, letters: tuple[Term, ...], fact: Term) -> bool | None:
        """Whether a fact holds at a point; None where that is not settled, or a number of it has no value."""
        asked = *key, fact
        if asked not in self._truths:
            try:
                self._truths[asked] = self._point(key, letters).truth(fact)
            except Unsettled:
                self._truths[asked] = True if fact.head == "Equality" else None
            except (NoValue, ArithmeticError):
                self._truths[asked] = None
        return self._truths[asked]

    def _point(self, key: tuple, letters: tuple[Term, ...]) -> Numbers:
        number, solved = key
        point = self._points.get(key)
        if point is None:
            point = self._points[key] = Numbers({})
        for letter in letters:
            if letter not in point.values:
                point.values[letter] = _value(letter, number)
        for known in solved:
            letter, value = _solved(known)
            point.values[letter] = point.value(value)
        return point


def _about(draft: Draft, fact: Term) -> tuple[Term, ...]:
    """What a draft supposes of the letters of a fact, and of the letters beside them."""
    supposed = dict.fromkeys([*draft.goal.hypotheses, *draft.goal.given, *draft.held])
    left = [part for known in supposed for part in (known.args if known.head == "both" else (known,)) if known not in draft.derived]
    letters, said = set(free(fact)), []
    while near := [known for known in left if free(known) & letters]:
        left = [known for known in left if known not in near]
        said += near
        letters.update(*map(free, near))
    return tuple(said)


def _solved(known: Term) -> tuple[Term, Term] | None:
    """The letter that an equation says to be a number."""
    if known.head == "Equality":
        for letter, value in (known.args, known.args[::-1]):
            if letter.head == "Symbol" and not free(value):
                return letter, value
    return None


def _value(letter: Term, number: int) -> fmpq:
    drawn = Random(f"{letter!r} {number}")
    value = drawn.choice(VALUES)
    if "integer" in letter.mark[1]:
        value = Fraction(drawn.randrange(6))
    sign = drawn.choice([1, 1, -1])
    return fmpq(value.numerator * sign, value.denominator)
