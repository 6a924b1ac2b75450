"""Signs by enclosures: a number whose letters lie between rational numbers, enclosed by one ball for the whole box (Arb).

A ball contains the value at every point of the box; where it lies on one side of 0, so do all of these. A number without letters is a box
without sides.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, fmpq

from .facts import nonneg
from .numbers import PRECISIONS, Numbers, Unsettled, settled
from .terms import Refused, Term, free, number, sub

if TYPE_CHECKING:
    from .steps import Line


def _box(line: Line, place: int, sides: list) -> Term:
    """sides: (letter, the number that it is at least, the one that it is at most), each known."""
    fact = line.term(place)
    if fact.head not in ("pos", "nonneg"):
        raise Refused("an enclosure shows a sign")
    line.value(fact.args[0])
    between = {}
    for letter, *ends in sides:
        node, (low, high) = line.term(letter), map(Fraction, ends)
        if node.head != "Symbol":
            raise Refused("a side of a box is a letter's")
        line.need(nonneg(sub(node, number(low))))
        line.need(nonneg(sub(number(high), node)))
        between[node] = low, high
    if not free(fact.args[0]) <= between.keys():
        raise Refused("a letter has no side of the box")
    if not is_of_one_sign(fact, between):
        raise Refused("the enclosure does not settle the sign")
    return fact


def is_of_one_sign(fact: Term, between: dict[Term, tuple[Fraction, Fraction]], quick: bool = False) -> bool:
    """Whether a number's enclosure over a box settles that it is positive, or not negative. quick: at the lowest precision alone."""
    def seen() -> bool:
        value = Numbers({letter: _hull(*ends) for letter, ends in between.items()}).scalar(fact.args[0])
        if value > 0 or (fact.head == "nonneg" and value >= 0):
            return True
        raise Unsettled

    return settled(seen, PRECISIONS[:1] if quick else PRECISIONS) is True


def _hull(low: Fraction, high: Fraction) -> arb | fmpq:
    first, last = (fmpq(end.numerator, end.denominator) for end in (low, high))
    return first if first == last else arb(first).union(arb(last))


STEPS = {"box": _box}
