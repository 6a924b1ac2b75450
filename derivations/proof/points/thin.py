"""Points of thin sets: rationals close to where a relation or a condition changes its sign along one letter, simple ones first.

What fails between sin(1) - 1/1000 and sin(1) alone is not met by chance. Each place is found in floating point and approached by the
convergents of its continued fraction, from both sides. Nothing is proved by this; every point is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

import mpmath
from sympy import Rational, S, Symbol, lambdify
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain

from .smallest import small_points

BASES, LETTERS, HALVINGS = 3, 3, 90
GRID = [mpmath.mpf(number) / 2 for number in range(-13, 14)] + [mpmath.mpf(number) for number in (-100, -30, 30, 100)]
LARGEST = 10**12
"""Denominators, at most."""
UNREADABLE = TypeError, ValueError, NameError, ArithmeticError, AttributeError
"""What a formula may end in that floating point has no words for."""


def thin_points(relations, domain: Domain, deadline) -> Iterator[dict]:
    """Points close to zeros of the gaps of relations along one letter, of a domain of few real letters."""
    letters = list(domain.symbols)
    if not 0 < len(letters) <= LETTERS or not all(isinstance(one, Symbol) and not one.is_integer for one in letters):
        return
    gaps = [node.lhs - node.rhs for relation in relations for node in sorted(relation.atoms(Relational), key=str)]
    for base in islice(small_points(domain, BASES, deadline=deadline), BASES):
        for letter in letters:
            for gap in gaps:
                if letter in gap.free_symbols:
                    deadline.check()
                    yield from ({**base, letter: value} for zero in _zeros(gap, base, letter) for value in convergents(zero))


def _zeros(gap, base: dict, letter: Symbol) -> Iterator[mpmath.mpf]:
    """Where a gap changes its sign along a letter, between neighbours of a grid."""
    with suppress(*UNREADABLE), mpmath.workdps(30):
        along = along_letter(gap, base, letter)
        ends = sorted(GRID)
        values = [real_value(along, end) for end in ends]
        for low, high, at_low, at_high in zip(ends, ends[1:], values, values[1:]):
            if at_low is None or at_high is None or at_low * at_high >= 0:
                continue
            for _ in range(HALVINGS):
                middle = (low + high) / 2
                value = real_value(along, middle)
                if value is None:
                    break
                low, high = (middle, high) if value * at_low > 0 else (low, middle)
            else:
                yield low


def along_letter(gap, base: dict, letter: Symbol) -> Callable:
    """A gap as a function of one letter, where the others are at a point. Raises ValueError where it has no value there."""
    there = gap.xreplace({one: value for one, value in base.items() if one != letter})
    if there.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
        raise ValueError("no value")
    return lambdify(letter, there, "mpmath")


def real_value(along, at: mpmath.mpf) -> mpmath.mpf | None:
    """A function's finite real value at a number, or None."""
    with suppress(ArithmeticError, ValueError):
        value = along(at)
        if isinstance(value, mpmath.mpf) and mpmath.isfinite(value):
            return value
    return None


def convergents(number: mpmath.mpf) -> Iterator[Rational]:
    """The convergents of a number's continued fraction, which lie on either side of it in turn."""
    above, before, below, under = 1, 0, 0, 1
    with mpmath.workdps(30):
        for _ in range(40):
            whole = int(mpmath.floor(number))
            above, before, below, under = whole * above + before, above, whole * below + under, below
            if below > LARGEST:
                return
            yield Rational(above, below)
            if number - whole < mpmath.mpf(10) ** -13:
                return
            number = 1 / (number - whole)
