"""Sample points at which the generators have values: they show which signs cannot be excluded, so that no rule tries to.

Witnesses only save effort. They never prove a sign; a polynomial that is seen with both signs is simply given up.
"""

from __future__ import annotations

import random

from flint import arb, ctx, fmpq

from .signset import NEG, POS, ZERO, inside

POINTS = 48
LOOKED_AT = 14
BITS = 96
_POOL = [fmpq(p, q) for p, q in ((1, 1), (-1, 1), (2, 1), (1, 2), (-2, 1), (-1, 2), (0, 1), (3, 1), (-3, 1), (1, 3), (3, 2),
                                 (-1, 3), (5, 1), (-5, 1), (1, 10), (-1, 10), (10, 1), (-7, 2))]


class Witnesses:
    """Values of generators at pseudo-random rational points inside the bounds; points that break a hypothesis are dropped."""

    def __init__(self):
        self.values: dict[int, list] = {}
        self.alive: list[int] = list(range(POINTS))

    def draw(self, index: int, bounds) -> None:
        """Values for a symbol, inside its bounds."""
        choose = random.Random(index)
        allowed = [value for value in _POOL if _holds(bounds, value)]
        low, high = (None if end is None else fmpq(int(end.p), int(end.q)) for end in (bounds.lower, bounds.upper))
        if len(allowed) < 6:
            if low is not None and high is not None:
                allowed += [low + (high - low) * fmpq(k, 8) for k in range(1, 8)]
            elif low is not None or high is not None:
                allowed += [low + step if low is not None else high - step
                            for step in (fmpq(1, 10), fmpq(1, 2), fmpq(1), fmpq(2), fmpq(5))]
            allowed = [value for value in allowed if _holds(bounds, value)]
        if bounds.integer:
            allowed = [value for value in allowed if value.q == 1]
        self.values[index] = [arb(choose.choice(allowed)) for _ in range(POINTS)] if allowed else [None] * POINTS

    def define(self, index: int, function, *polynomials) -> None:
        """Values for a generator that is a function of polynomials in earlier ones."""
        alive, written = set(self.alive), [_terms(poly) for poly in polynomials]
        with ctx.workprec(BITS):
            self.values[index] = [_applied(function, [self._sum(terms, at) for terms in written]) if at in alive else None
                                  for at in range(POINTS)]

    def _sum(self, terms, at: int):
        """The value at a point of a polynomial's `_terms`, or None."""
        total = arb(0)
        for coefficient, powers in terms:
            term = coefficient
            for index, exponent in powers:
                factor = self.values.get(index, _NOTHING)[at]
                if factor is None:
                    return None
                term = term * (factor if exponent == 1 else factor ** exponent)
            total = total + term
        return total

    def restrict(self, poly, signs: int) -> None:
        """Drop the points where the polynomial certainly has none of the signs."""
        terms = _terms(poly)
        with ctx.workprec(BITS):
            self.alive = [at for at in self.alive if inside(_sign_of(self._sum(terms, at)), signs)]

    def seen(self, poly) -> int:
        """The signs that the polynomial certainly takes at some point."""
        found, terms = 0, _terms(poly)
        with ctx.workprec(BITS):
            for at in self.alive[:LOOKED_AT]:
                found |= _sign_of(self._sum(terms, at))
                if found & NEG and found & POS and found & ZERO:
                    break
        return found


_NOTHING = [None] * POINTS


def _terms(poly) -> list:
    """A polynomial's coefficients, as wide as witnesses are, with the (index, exponent) of what each is multiplied by."""
    with ctx.workprec(BITS):
        return [(arb(coefficient), [(index, exponent) for index, exponent in enumerate(monomial) if exponent])
                for monomial, coefficient in poly.to_dict().items()]


def _holds(bounds, value) -> bool:
    from sympy import Rational

    return bounds.holds(Rational(int(value.p), int(value.q)))


def _applied(function, values):
    if any(value is None or not value.is_finite() for value in values):
        return None
    result = function(*values)
    return result if result is not None and result.is_finite() else None


def _sign_of(value) -> int:
    """The certain sign as a set; the empty set where it is not certain."""
    if value is None or not value.is_finite():
        return 0
    return POS if value > 0 else NEG if value < 0 else ZERO if value.is_zero() else 0
