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


class Degrees:
    """How often each matrix letter occurs in a term, and all letters together; halves for a root."""

    __slots__ = ("table", "total")

    def __init__(self, table: dict | None = None, total: Fraction | None = None):
        self.table = {letter: Fraction(times) for letter, times in (table or {}).items()}
        self.total = sum(self.table.values(), Fraction(0)) if total is None else total

    def __add__(self, other: Degrees) -> Degrees:
        table = dict(self.table)
        for letter, times in other.table.items():
            table[letter] = table.get(letter, 0) + times
        return Degrees(table, self.total + other.total)

    def halved(self) -> Degrees:
        """The degrees of a root."""
        return Degrees({letter: times / 2 for letter, times in self.table.items()}, self.total / 2)

    @staticmethod
    def over(many: list[Degrees], choose) -> Degrees:
        """Letter by letter the most or the least, by `choose`."""
        letters = {letter for one in many for letter in one.table}
        return Degrees({letter: choose(one.table.get(letter, Fraction(0)) for one in many) for letter in letters},
                       choose((one.total for one in many), default=Fraction(0)))

    def row(self, letters: list) -> tuple:
        """Twice the degrees, as whole numbers, in a fixed order of letters."""
        return *(int(2 * self.table.get(letter, 0)) for letter in letters), int(2 * self.total)


class Ring:
    """The generators of one question, what is known of each by itself, and arithmetic with them.

    nonnegative: generators that are seen not to be negative. squares: what a root's square is. most, least: how often
    each matrix letter stands in a generator; bounds, for what belongs to a sum of words.
    """

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.keys: list[Hashable] = []
        self.nonnegative: set[int] = set()
        self.squares: dict[int, Polynomial] = {}
        self.most: list[Degrees] = []
        self.least: list[Degrees] = []

    def generator(self, key: Hashable, most: Degrees | None = None, least: Degrees | None = None,
                  nonnegative: bool = False) -> Polynomial:
        """The generator of a key as a polynomial, made where it is new. least: the same as most where it is not given."""
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
            self.most.append(most or Degrees())
            self.least.append(self.most[-1] if least is None else least)
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
        most, least = self.range_of(base)
        made = self.generator(("root", frozenset(base.items())), most.halved(), least.halved(), nonnegative=True)
        (number,), = made
        self.squares[number] = base
        return made

    def range_of(self, polynomial: Polynomial) -> tuple[Degrees, Degrees]:
        """The most and the least that a term of the polynomial holds of each matrix letter, and of all together."""
        most = [sum((self.most[g] for g in monomial), Degrees()) for monomial in polynomial]
        least = [sum((self.least[g] for g in monomial), Degrees()) for monomial in polynomial]
        return Degrees.over(most, max), Degrees.over(least, min)

    def is_scalar(self, polynomial: Polynomial) -> bool:
        """Whether no matrix letter stands in a polynomial."""
        return not any(self.most[g].total for monomial in polynomial for g in monomial)

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
