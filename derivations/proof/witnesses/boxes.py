"""Signs by enclosures: letters that lie between numbers, the box cut in two until a ball settles the sign in every piece.

A number without letters is settled by one ball. What a number is compared with where it is tight, no enclosure settles.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, fmpq

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.boxes import is_of_one_sign
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.numbers import NoValue, Numbers, Unsettled
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import TooManyLetters, coefficient
from theoremtest.derivations.kernel.table import TABLE
from theoremtest.derivations.kernel.terms import MINUS, ZERO, Refused, Term, free, mul, number, parts, sub

from .draft import Draft
from .effort import BOXES, SIDES
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs

Box = dict[Term, tuple[Fraction, Fraction]]
FINE = 10**6
"""What a bound that is no rational number is rounded to."""


def by_boxes(signs: Signs, fact: Term) -> int | None:
    """The line that shows a sign over the box in which the letters lie."""
    letters = free(fact.args[0])
    if len(letters) > SIDES or any(letter.head != "Symbol" for letter in letters):
        return None
    box = _box_of(signs, letters)
    if box is None:
        return None
    pieces = _pieces(fact, box)
    return None if pieces is None else _written(signs, signs.draft, fact, box, pieces)


def is_closed(node: Term) -> bool:
    """Whether a term is made of numbers and of functions that the table knows."""
    return all(part.head in TABLE or part.head in ("Add", "Mul", "Pow", "number", "constant") for part in parts(node))


def _box_of(signs: Signs, letters: frozenset[Term]) -> Box | None:
    """The numbers between which letters are known to lie; None where one is not."""
    low: dict[Term, Fraction] = {}
    high: dict[Term, Fraction] = {}
    reader = Reader(SIZES[0])
    draft = signs.draft
    for known in dict.fromkeys([*draft.goal.hypotheses, *draft.shown]) if letters else ():
        if known.head == "Equality" and known.args[0] in letters and known.args[1].head == "number":
            low[known.args[0]] = high[known.args[0]] = known.args[1].mark
        if known.head not in ("pos", "nonneg") or len(free(known) & letters) != 1 or len(free(known)) != 1:
            continue
        (letter,) = free(known)
        with suppress(Refused, TooManyLetters, Unsettled, NoValue, StopIteration):
            value = reader.scalar(known.args[0])
            place = next(place for place, node in reader.terms.items() if node is letter)
            front, rest = coefficient(value.num, place, 1), coefficient(value.num, place, 0)
            if not value.den.is_one() or int(value.num.degrees()[place]) != 1 or not front.is_constant():
                continue
            weight = front.leading_coefficient()
            end = Numbers({}).scalar(reader.polynomial(-rest / weight))
            sides, best = (low, max) if weight > 0 else (high, min)
            bound = _rounded(end, -1 if weight > 0 else 1)
            sides[letter] = best(sides.get(letter, bound), bound)
    if not low.keys() == high.keys() == set(letters) or any(low[letter] > high[letter] for letter in letters):
        return None
    return {letter: (low[letter], high[letter]) for letter in sorted(letters, key=repr)}


def _rounded(value: fmpq | arb, way: int) -> Fraction:
    """A rational number at most, or at least, as large."""
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    scaled = value * FINE
    found = (scaled.upper().ceil() if way > 0 else scaled.lower().floor()).unique_fmpz()
    if found is None:
        raise Unsettled
    return Fraction(int(found), FINE)


def _pieces(fact: Term, box: Box) -> dict | None:
    """How the box is cut, as a tree: {} is a piece that one ball settles, {letter, at, below, above} one that is cut. None where too many
    are needed."""
    left = [BOXES]

    def cut(piece: Box) -> dict | None:
        left[0] -= 1
        if left[0] < 0:
            return None
        if is_of_one_sign(fact, piece, quick=True):
            return {}
        if not piece:
            return {} if is_of_one_sign(fact, piece) else None
        letter = max(piece, key=lambda letter: piece[letter][1] - piece[letter][0])
        low, high = piece[letter]
        if low == high:
            return None
        middle = (low + high) / 2
        found = [cut({**piece, letter: ends}) for ends in ((low, middle), (middle, high))]
        return None if None in found else {"letter": letter, "at": middle, "pieces": found}

    return cut(box)


def _written(signs: Signs, draft: Draft, fact: Term, box: Box, tree: dict) -> int | None:
    """The lines: a ball, or cases of the letter beside the place where the box is cut."""
    for need in obligations(fact.args[0]):
        if not draft.known.knows(need) and signs.show(need) is None:
            return None
    if not tree:
        for letter, (low, high) in box.items():
            for side in (sub(letter, number(low)), sub(number(high), letter)):
                if not draft.known.knows(nonneg(side)) and signs.show(nonneg(side)) is None:
                    return None
        return draft.line("box", draft.number(fact), [[draft.number(letter), str(low), str(high)] for letter, (low, high) in box.items()])
    letter, middle = tree["letter"], tree["at"]
    gap = sub(letter, number(middle))
    low, high = box[letter]
    cases = []
    for held, ends, inner in ((pos(mul(MINUS, gap)), (low, middle), tree["pieces"][0]), (equal(gap, ZERO), (middle, middle), {}),
                              (pos(gap), (middle, high), tree["pieces"][1])):
        case = draft.inside(held)
        if held.head == "Equality":
            for turned in (False, True):
                case.line("difference", len(case.shown) - 1, turned)
        within = signs.inside(case)
        if _written(within, case, fact, {**box, letter: ends}, inner) is None:
            return None
        cases.append(case.lines)
    return draft.line("cases", draft.number(fact), draft.number(gap), *cases)
