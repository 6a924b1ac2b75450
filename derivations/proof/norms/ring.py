"""Polynomials with rational coefficients over numbered generators: scalars, traces of words, roots, spectral norms, ranks.

A polynomial is a table `{monomial: coefficient}`, a monomial the sorted tuple of its generators' numbers, each as often as it
occurs. A root's square is put in wherever it appears, so that equal polynomials in roots are equal tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from math import gcd, lcm

from flint import fmpq
from sympy import factorint

Monomial = tuple[int, ...]
Polynomial = dict[Monomial, fmpq]

ONE: Monomial = ()
MOST_TERMS = 400
"""Terms of a product beyond which none is multiplied out."""


class TooLarge(Exception):
    """A product with more terms than are looked at."""


class Ring:
    """The generators of one question, what is known of each by itself, and arithmetic with them.

    nonnegative: generators that are seen not to be negative. squares: what a root's square is. degrees: how often each matrix letter
    stands in a generator, halves for a root; a bound, for what is no single word.
    """

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.keys: list[Hashable] = []
        self.nonnegative: set[int] = set()
        self.squares: dict[int, Polynomial] = {}
        self.degrees: list[dict] = []
        self.totals: list[Fraction] = []

    def generator(self, key: Hashable, degrees: dict | None = None, nonnegative: bool = False, total=None) -> Polynomial:
        """The generator of a key as a polynomial, made where it is new."""
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
            self.degrees.append({letter: Fraction(times) for letter, times in (degrees or {}).items()})
            self.totals.append(sum(self.degrees[-1].values(), Fraction(0)) if total is None else total)
        number = self.numbers[key]
        if nonnegative:
            self.nonnegative.add(number)
        return {(number,): fmpq(1)}

    def root(self, base: Polynomial) -> Polynomial:
        """The root of a polynomial that is taken not to be negative: whoever asks has that shown.

        Of a single term of generators that are not negative it is the product of their roots; any other polynomial gets a generator.
        """
        if not base:
            return {}
        factor = fmpq(gcd(*(int(c.p) for c in base.values())), lcm(*(int(c.q) for c in base.values())))
        scaled = times_number(base, 1 / factor)
        outside = self._root_of_number(factor)
        if len(scaled) == 1:
            (monomial, sign), = scaled.items()
            if sign > 0 and all(g in self.nonnegative for g in monomial):
                for g, count in Counter(monomial).items():
                    outside = self.times(outside, {(g,) * (count // 2): fmpq(1)})
                    if count % 2:
                        outside = self.times(outside, self._atomic({(g,): fmpq(1)}))
                return outside
        return self.times(outside, self._atomic(scaled))

    def _root_of_number(self, value: fmpq) -> Polynomial:
        """The root of a positive number over the roots of primes."""
        top, bottom = int(value.p), int(value.q)
        found = {ONE: fmpq(1, bottom)}
        for prime, count in factorint(top * bottom).items():
            found = times_number(found, fmpq(prime) ** (count // 2))
            if count % 2:
                found = self.times(found, self._atomic({ONE: fmpq(prime)}))
        return found

    def _atomic(self, base: Polynomial) -> Polynomial:
        degrees = {letter: times / 2 for letter, times in self.degrees_of(base).items()}
        made = self.generator(("root", frozenset(base.items())), degrees, nonnegative=True, total=self.total_degree(base) / 2)
        (number,), = made
        self.squares[number] = base
        return made

    def degrees_of(self, polynomial: Polynomial) -> dict:
        """For each matrix letter the most that a term of the polynomial holds of it."""
        most: dict = {}
        for monomial in polynomial:
            total: dict = {}
            for g in monomial:
                for letter, times in self.degrees[g].items():
                    total[letter] = total.get(letter, 0) + times
            for letter, times in total.items():
                most[letter] = max(most.get(letter, times), times)
        return most

    def total_degree(self, polynomial: Polynomial) -> Fraction:
        """The most letters, of whatever matrices, that a term of the polynomial holds."""
        return max((sum((self.totals[g] for g in monomial), Fraction(0)) for monomial in polynomial), default=Fraction(0))

    def times(self, one: Polynomial, other: Polynomial) -> Polynomial:
        """The product, with the squares of roots put in. Raises TooLarge."""
        if len(one) * len(other) > MOST_TERMS:
            raise TooLarge
        total: Polynomial = {}
        for m, c in one.items():
            for n, k in other.items():
                add_to(total, self._reduced(tuple(sorted(m + n))), c * k)
        return total

    def power(self, base: Polynomial, exponent: int) -> Polynomial:
        """A whole power."""
        result: Polynomial = {ONE: fmpq(1)}
        for _ in range(exponent):
            result = self.times(result, base)
        return result

    def _reduced(self, monomial: Monomial) -> Polynomial:
        for place, g in enumerate(monomial[1:]):
            if g == monomial[place] and g in self.squares:
                rest = {monomial[:place] + monomial[place + 2:]: fmpq(1)}
                return self.times(rest, self.squares[g])
        return {monomial: fmpq(1)}


def add_to(total: Polynomial, more: Polynomial, factor: fmpq | int = 1) -> None:
    """Add a multiple of a polynomial to another in place."""
    for monomial, value in more.items():
        new = total.get(monomial, fmpq(0)) + factor * value
        if new == 0:
            total.pop(monomial, None)
        else:
            total[monomial] = new


def plus(*terms: Polynomial) -> Polynomial:
    """The sum of polynomials."""
    total: Polynomial = {}
    for term in terms:
        add_to(total, term)
    return total


def minus(one: Polynomial, other: Polynomial) -> Polynomial:
    """The difference of two polynomials."""
    total = dict(one)
    add_to(total, other, -1)
    return total


def times_number(polynomial: Polynomial, factor: fmpq | int) -> Polynomial:
    """A polynomial times a number that is not zero."""
    return {monomial: value * factor for monomial, value in polynomial.items()}


def constant(value: fmpq | int) -> Polynomial:
    """A number as a polynomial."""
    return {ONE: fmpq(value)} if value != 0 else {}
