"""Bounds of probabilities that are too small: independent laws of the draws, under which the event is likelier than a statement says.

A law is given by cells [a, b] with masses. Of a law that is known but for some moments, the cells are single values, and their masses are
the law itself: not negative, 1 together, with the moments that are stated. Of any other, the cells have no more than ends in common, and
their masses are worked out here. Draws are independent, so that the mass of a product of cells is the product of their masses; products in
all of which the event holds, as balls show, have together no more mass than it. What is left out only makes the event less likely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import pairwise, product
from math import comb, factorial
from typing import Any

from flint import arb, fmpq

from .numbers import MOST_TERMS, Grid, NoValue, Numbers, Scalar, Unsettled, ball, sign_of
from .terms import Refused, Term, shape


def probability(point: Numbers, event: list[Term], draws: Mapping[Term, Term], cells: Mapping[Term, Grid]) -> Scalar:
    """A number that the probability of an event reaches, at a point. cells: of each draw, rows of the ends and the mass of a cell.

    Raises Refused where the cells are not of the draw's law.
    """
    if cells.keys() != draws.keys():
        raise Refused("a law is given for each draw")
    masses = [_masses(point, letter, law, cells[letter]) for letter, law in draws.items()]
    total: Any = fmpq(0)
    for number, chosen in enumerate(product(*masses)):
        if number == MOST_TERMS:
            raise Refused("too many cells")
        where, mass = point, fmpq(1)
        for letter, (value, share) in zip(draws, chosen, strict=True):
            where, mass = where.with_value(letter, value if shape(letter) is None else [[value]]), _times(mass, share)
        with suppress(NoValue, Unsettled):
            if all(map(where.truth, event)):
                total = ball(total) + ball(mass) if isinstance(mass, arb) or isinstance(total, arb) else total + mass
    return total


def _times(left: Scalar, right: Scalar) -> Scalar:
    return left * right if isinstance(left, fmpq) is isinstance(right, fmpq) else ball(left) * ball(right)


def _masses(point: Numbers, letter: Term, law: Term, rows: Grid) -> list[tuple[Scalar, Scalar]]:
    """The cells of a draw with their masses."""
    if shape(letter) is not None and any(point.size(size) != 1 for size in letter.args):
        raise Refused("a draw of several numbers")
    if any(len(row) != 3 or row[0] > row[1] for row in rows) or not all(isinstance(entry, fmpq) for row in rows for entry in row):
        raise Refused("a cell has two ends, in order, and a mass, in rational numbers")
    if law.head in MOMENTS:
        _any_law(letter, [point.scalar(part) for part in law.args], rows, MOMENTS[law.head])
        return [(low, mass) for low, _, mass in rows]
    mass = _KNOWN.get(law.head, _normal)
    parameters = [point.scalar(part) for part in (law.args if law.head in _KNOWN else (law,))]
    ordered = sorted(rows)
    if any(one[1] > other[0] or one[:2] == other[:2] for one, other in pairwise(ordered)):
        raise Refused("cells that are not apart")
    return [(_value(low, high), mass(parameters, low, high)) for low, high, _ in ordered]


def _value(low: fmpq, high: fmpq) -> Scalar:
    """A number that is all of a cell."""
    return low if low == high else arb(low).union(arb(high))


MOMENTS = {"Moments": 2, "Bounded": 1}
"""Laws of which nothing is known but their first moments, and of the second one the numbers between which its values lie."""


def _any_law(letter: Term, parameters: list[Scalar], rows: Grid, known: int) -> None:
    """Make sure that values with masses have the moments that a law is known by."""
    mean, least, most = parameters[0], None, None
    second = None if known == 1 else parameters[1]
    if known == 1:
        least, most = parameters[1:]
    values = [(low, mass) for low, _, mass in rows]
    found = [sum((mass * low ** power for low, mass in values), fmpq(0)) for power in range(3)]
    right = [fmpq(1), mean] if second is None else [fmpq(1), mean, mean ** 2 + second]
    if any(low != high or mass < 0 for low, high, mass in rows) or not all(isinstance(value, fmpq) for value in parameters) \
            or any(one != other for one, other in zip(found, right, strict=False)) \
            or any((least is not None and low < least) or (most is not None and low > most) for low, _ in values):
        raise Refused("values with masses that have other moments than the law")
    made = letter.mark[1] if letter.head == "Symbol" else ()
    if "nonnegative" in made and any(low < 0 for low, _ in values):
        raise Refused("a value that the draw does not take")


def _counted(low: fmpq, high: fmpq) -> int:
    if low != high or low.q != 1 or low < 0:
        raise Refused("a count is a whole number")
    return int(low.p)


def _binomial(parameters: list[Scalar], low: fmpq, high: fmpq) -> Scalar:
    trials, share, count = parameters[0], parameters[1], _counted(low, high)
    if not isinstance(trials, fmpq) or not isinstance(share, fmpq) or trials.q != 1 or not count <= trials <= MOST_TERMS:
        raise Refused("a number of trials, at least as large as the count, and a share, in rational numbers")
    return comb(int(trials.p), count) * share ** count * (1 - share) ** int(trials.p - count)


def _poisson(parameters: list[Scalar], low: fmpq, high: fmpq) -> Scalar:
    rate, count = ball(parameters[0]), _counted(low, high)
    return rate ** count * (-rate).exp() / factorial(count)


def _bits(parameters: list[Scalar], low: fmpq, high: fmpq) -> Scalar:
    bits, count = parameters[0], _counted(low, high)
    if not isinstance(bits, fmpq) or bits.q != 1 or not 0 <= bits <= 64 or count >= 2 ** int(bits.p):
        raise Refused("a number of fewer bits")
    return fmpq(1, 2 ** int(bits.p))


def _normal(parameters: list[Scalar], low: fmpq, high: fmpq) -> Scalar:
    if sign_of(parameters[0]) <= 0:
        raise Refused("a normal number that varies")
    width = (2 * ball(parameters[0])).sqrt()
    return ((high / width).erf() - (low / width).erf()) / 2


_KNOWN: dict[str, Callable[[list[Scalar], fmpq, fmpq], Scalar]] = {"Binomial": _binomial, "Poisson": _poisson, "FairBits": _bits}
