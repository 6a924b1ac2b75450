"""Points where the sides of a strict bound meet without crossing, as those of sin x < 1 do at pi/2: balls never tell them apart there.

Along one letter the place of the smallest gap is found in floating point, and named as a number that people write: a rational number,
one times a constant, or its root, logarithm or exponential. Nothing is proved by this; the kernel is asked about every point.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice

import mpmath
from sympy import Basic, E, Expr, Ne, Rational, S, StrictGreaterThan, StrictLessThan, Symbol, exp, log, pi, root, sqrt

from theoremtest.derivations.language.domain import Domain

from .smallest import small_points
from .thin import UNREADABLE, along_letter, real_value

BASES, LETTERS, DIGITS = 3, 3, 30
GRID = sorted({turn * mpmath.mpf(number) / 16 for number in (*range(64), *range(64, 256, 4), *range(256, 1025, 32)) for turn in (1, -1)})
NARROWER = 90
"""Times that the stretch around a smallest gap is cut by a third."""
CLOSE, EXACT = mpmath.mpf(10) ** -10, mpmath.mpf(10) ** -24
"""How far a number may be from its name, and a gap from 0 at a number so named."""
CONSTANTS = S.One, pi, E, 1 / E, log(2), sqrt(2), sqrt(3), sqrt(5), sqrt(pi)
LARGEST, POWERS, PLACES = 24, 3, 6
"""Denominators, roots' degrees, and places along one letter, at most."""


def touching_points(relation: Basic, domain: Domain, deadline) -> Iterator[dict]:
    """Points of a domain of few real letters at which the sides of a strict bound seem to be one number. Raises OutOfTime."""
    letters = [letter for letter in domain.symbols if isinstance(letter, Symbol) and not letter.is_integer]
    if isinstance(relation, (StrictGreaterThan, StrictLessThan, Ne)) and not domain.matrices and len(domain.symbols) <= LETTERS:
        gap = domain.expand(relation.lhs - relation.rhs)
        for base in islice(small_points(domain, BASES, deadline=deadline), BASES):
            yield from _from(base, gap, letters, deadline)


def _from(base: dict, gap: Expr, letters: list[Symbol], deadline) -> Iterator[dict]:
    """Points where one letter after the other is moved to where the gap is smallest, until it is nothing."""
    for letter in letters:
        deadline.check()
        if letter in gap.free_symbols:
            for value, nothing in _nearest(gap, base, letter):
                point = {**base, letter: value}
                if nothing:
                    yield point
                else:
                    yield from _from(point, gap, [other for other in letters if other != letter], deadline)


def _nearest(gap: Expr, base: dict, letter: Symbol) -> Iterator[tuple[Expr, bool]]:
    """Names of numbers at which the gap is smaller than around them, and whether it is nothing there."""
    with suppress(*UNREADABLE), mpmath.workdps(DIGITS):
        along = along_letter(gap, base, letter)

        def size(at: mpmath.mpf) -> mpmath.mpf:
            value = real_value(along, at)
            return mpmath.inf if value is None else abs(value)

        sizes = list(map(size, GRID))
        places = [place for place in range(1, len(GRID) - 1)
                  if mpmath.isfinite(sizes[place]) and sizes[place] <= min(sizes[place - 1], sizes[place + 1])]
        for place in sorted(places, key=lambda place: (abs(GRID[place]), GRID[place] < 0))[:PLACES]:
            found = _smallest(size, GRID[place - 1], GRID[place + 1])
            yield from ((name, size(mpmath.mpmathify(name.evalf(DIGITS))) < EXACT) for name in names(found))


def _smallest(size, low: mpmath.mpf, high: mpmath.mpf) -> mpmath.mpf:
    for _ in range(NARROWER):
        third = (high - low) / 3
        if size(low + third) <= size(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def names(number: mpmath.mpf) -> Iterator[Expr]:
    """Numbers that people write, close to a number in floating point."""
    for constant in CONSTANTS:
        for found in _fraction(number / mpmath.mpmathify(constant.evalf(DIGITS))):
            yield found * constant
    for power in range(1, POWERS + 1):
        yield from (log(found) / power for found in _fraction(mpmath.exp(power * number)))
        yield from ((1 if number > 0 else -1) * root(found, power) for found in _fraction(abs(number)**power))
    if number > 0:
        yield from map(exp, _fraction(mpmath.log(number)))


def _fraction(number: mpmath.mpf) -> Iterator[Rational]:
    close = Fraction(int(mpmath.nint(number * 10**20)), 10**20).limit_denominator(LARGEST)
    if abs(mpmath.mpf(close.numerator) / close.denominator - number) < CLOSE * max(1, abs(number)):
        yield Rational(close.numerator, close.denominator)
