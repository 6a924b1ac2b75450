"""Arithmetic for finding proof scripts: fractions over named generators, some of them square roots. Nothing found here is trusted.

A generator is a Coq variable: a symbol, an exponential, a logarithm, or a root whose square is a polynomial in earlier ones. Values at
sample points tell which sign to try; Coq's kernel judges whether it was the right one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import mpmath
from flint import Ordering, fmpq, fmpq_mpoly_ctx

from .terms import Term, app, both, num

LARGEST = 40
"""Generators that one script may have."""
TERMS = 4000
"""Terms above which a polynomial is given up."""


class TooLarge(Exception):
    """A polynomial that no script should write out."""


_CONTEXT = fmpq_mpoly_ctx.get([f"g{place}" for place in range(LARGEST)], Ordering.lex)
_GENS = _CONTEXT.gens()


@dataclass
class Generator:
    """name: of the Coq variable; values: at the sample points; square: what a root squares to; exponent: of an exponential."""

    name: Term
    values: list
    square: object = None
    relation: str = ""
    exponent: Frac | None = None
    equation: str = ""
    argument: Frac | None = None
    """Of a logarithm."""
    beside_one: int = 0
    """1 for an exponential that is at least one, -1 for one that is at most one."""


@dataclass(frozen=True)
class Frac:
    """A quotient of two polynomials in the generators."""

    above: object
    below: object

    @classmethod
    def of(cls, above, below=1) -> Frac:
        """In lowest terms, with a leading coefficient 1 below."""
        above, below = _poly(above), _poly(below)
        if below.is_zero():
            raise ZeroDivisionError
        if len(above) > TERMS or len(below) > TERMS:
            raise TooLarge
        if above.is_zero():
            return cls(above, _poly(1))
        if not below.is_constant():
            common = above.gcd(below)
            if not common.is_constant():
                above, below = above / common, below / common
        lead = below.leading_coefficient()
        return cls(above / lead, below / lead)

    def __add__(self, other: Frac) -> Frac:
        return Frac.of(self.above * other.below + other.above * self.below, self.below * other.below)

    def __sub__(self, other: Frac) -> Frac:
        return Frac.of(self.above * other.below - other.above * self.below, self.below * other.below)

    def __mul__(self, other: Frac) -> Frac:
        return Frac.of(self.above * other.above, self.below * other.below)

    def __truediv__(self, other: Frac) -> Frac:
        return Frac.of(self.above * other.below, self.below * other.above)

    def __neg__(self) -> Frac:
        return Frac(-self.above, self.below)

    def __pow__(self, power: int) -> Frac:
        if power < 0:
            return Frac.of(self.below**-power, self.above**-power)
        if power * max(len(self.above), len(self.below)) > TERMS:
            raise TooLarge
        return Frac(self.above**power, self.below**power)

    @cached_property
    def number(self) -> Fraction | None:
        """The rational number that it is; None where it is none."""
        if not (self.above.is_constant() and self.below.is_constant()):
            return None
        return as_fraction(self.above.leading_coefficient()) if not self.above.is_zero() else Fraction(0)


def _poly(value):
    return value if hasattr(value, "to_dict") else _CONTEXT.constant(fmpq(value.numerator, value.denominator))


def as_fraction(value) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def generator(place: int) -> Frac:
    """One of the generators."""
    return Frac.of(_GENS[place])


def single_terms(poly) -> list:
    """The terms of a polynomial, each a polynomial."""
    return [_CONTEXT.from_dict({powers: value}) for powers, value in poly.to_dict().items()]


def constant(value) -> Frac:
    """A rational number."""
    return Frac.of(Fraction(value))


@dataclass(frozen=True)
class Pair:
    """Two roots whose product is a polynomial in the generators."""

    places: tuple[int, int]
    product: object
    relation: str


class Field:
    """Generators in the order in which they were met, and what is worked out over them."""

    def __init__(self) -> None:
        self.gens: list[Generator] = []
        self.pairs: list[Pair] = []
        self._seen: dict[str, list] = {}
        """Polynomial to its values at the sample points."""

    def pairs_among(self, roots: list[Generator]) -> list[Pair]:
        """The pairs of which both roots are there."""
        return [pair for pair in self.pairs if all(any(root is self.gens[place] for root in roots) for place in pair.places)]

    def paired(self, poly):
        """The polynomial with products of paired roots replaced."""
        for pair in self.pairs:
            one, other = pair.places
            kept, joined = {}, {}
            for powers, coefficient in poly.to_dict().items():
                powers = tuple(map(int, powers))
                if powers[one] and powers[other]:
                    lowered = tuple(power - (place in pair.places) for place, power in enumerate(powers))
                    joined[lowered] = coefficient
                else:
                    kept[powers] = coefficient
            if joined:
                poly = _CONTEXT.from_dict(kept) + _CONTEXT.from_dict(joined) * pair.product
        return poly

    def add(self, made: Generator) -> Frac:
        """A new generator as a fraction."""
        if len(self.gens) >= LARGEST:
            raise TooLarge
        self.gens.append(made)
        return Frac.of(_GENS[len(self.gens) - 1])

    def reduced(self, poly):
        """The polynomial with squares and known products of roots replaced by what they are."""
        for _ in range(6):
            before, poly = poly, self.paired(self._squares(poly))
            if poly == before or not self.pairs:
                break
        return poly

    def _squares(self, poly):
        for place in range(len(self.gens) - 1, -1, -1):
            square = self.gens[place].square
            if square is None or poly.is_zero() or poly.degrees()[place] < 2:
                continue
            levels: dict[int, dict] = {}
            for powers, coefficient in poly.to_dict().items():
                powers = tuple(map(int, powers))
                lowered = (*powers[:place], powers[place] % 2, *powers[place + 1:])
                levels.setdefault(powers[place] // 2, {})[lowered] = coefficient
            poly = _poly(0)
            for level, terms in levels.items():
                poly += _CONTEXT.from_dict(terms) * square**level
            if len(poly) > TERMS:
                raise TooLarge
        return poly

    def canonical(self, item: Frac) -> Frac:
        """The element with no root below."""
        above, below = self.reduced(item.above), self.reduced(item.below)
        for place in range(len(self.gens) - 1, -1, -1):
            if self.gens[place].square is None or below.is_zero() or below.degrees()[place] == 0:
                continue
            other = self._turned(below, place)
            above, below = self.reduced(above * other), self.reduced(below * other)
        return Frac.of(above, below)

    def plainly(self, item: Frac) -> Frac:
        """The element with roots to the first power."""
        return Frac.of(self.reduced(item.above), self.reduced(item.below))

    def rational(self, item: Frac) -> Frac:
        """The element with no root below, unless that brings in below what is of both signs."""
        found, plainly = self.canonical(item), self.plainly(item)
        mixed = found.below != plainly.below and {1, -1} <= self.signs(Frac.of(found.below))
        return plainly if mixed and not {1, -1} <= self.signs(Frac.of(plainly.below)) else found

    @staticmethod
    def _turned(poly, place: int):
        """The polynomial with the sign of one root changed."""
        return _CONTEXT.from_dict({powers: -value if int(powers[place]) % 2 else value for powers, value in poly.to_dict().items()})

    def roots_in(self, *polys) -> list[Generator]:
        """The roots that stand in polynomials, and in what they square to."""
        found: dict[int, None] = {}
        waiting = list(polys)
        while waiting:
            poly = waiting.pop()
            for place, degree in enumerate(poly.degrees() if not poly.is_zero() else ()):
                if degree and place < len(self.gens) and self.gens[place].square is not None and place not in found:
                    found[place] = None
                    waiting.append(self.gens[place].square)
        return [self.gens[place] for place in sorted(found)]

    def signs(self, item: Frac) -> set[int]:
        """The signs at the sample points; 0 where it is too small to say."""
        return {_sign(value) for value in self.values(item)}

    def values(self, item: Frac) -> list:
        """The values at the sample points."""
        return [above / below if below else mpmath.mpf(0) for above, below in zip(self._of(item.above), self._of(item.below))]

    def _of(self, poly) -> list:
        key = str(poly)
        if key not in self._seen:
            self._seen[key] = [self._at(poly, place) for place in range(len(self.gens[0].values) if self.gens else 1)]
        return self._seen[key]

    def forget(self, gens: int, pairs: int) -> None:
        """Take off all generators and pairs but the first ones."""
        del self.gens[gens:], self.pairs[pairs:]
        self._seen.clear()

    def _at(self, poly, sample: int):
        total = mpmath.mpf(0)
        for powers, coefficient in poly.to_dict().items():
            product = mpmath.mpf(int(coefficient.p)) / int(coefficient.q)
            for place, power in enumerate(powers):
                if power:
                    product *= self.gens[place].values[sample] ** int(power)
            total += product
        return total

    def term(self, item: Frac, factored: bool = False) -> Term:
        """The element as Coq reads it."""
        write = self.product if factored else self.polynomial
        above = write(item.above)
        return above if item.below.is_one() else app("div", above, write(item.below))

    def polynomial(self, poly) -> Term:
        """A polynomial as a sum of monomials."""
        found = None
        for powers, coefficient in poly.to_dict().items():
            value = as_fraction(coefficient)
            item = self._monomial(powers, abs(value))
            if found is None:
                found = item if value > 0 else app("opp", item)
            else:
                found = app("add" if value > 0 else "sub", found, item)
        return num(0) if found is None else found

    def _monomial(self, powers, value: Fraction) -> Term:
        items = [] if value == 1 and any(powers) else [num(value.numerator, value.denominator)]
        for place, power in enumerate(map(int, powers)):
            if power:
                name = self.gens[place].name
                items.append(name if power == 1 else app("pow", name, str(power)))
        return both("mul", items, num(1))

    def product(self, poly) -> Term:
        """A polynomial as a product of its irreducible factors."""
        if poly.is_zero() or len(poly) == 1:
            return self.polynomial(poly)
        lead, factors = poly.factor()
        value = as_fraction(lead)
        items = [] if value == 1 else [num(value.numerator, value.denominator)]
        for factor, power in factors:
            item = self.polynomial(factor)
            items.append(item if power == 1 else app("pow", item, str(int(power))))
        return both("mul", items, num(1))


def coefficients(poly, place: int) -> list:
    """The coefficients of a polynomial in one generator, from the lowest power."""
    found: dict[int, dict] = {}
    for powers, value in poly.to_dict().items():
        powers = tuple(map(int, powers))
        found.setdefault(powers[place], {})[(*powers[:place], 0, *powers[place + 1:])] = value
    return [_CONTEXT.from_dict(found.get(power, {})) for power in range(max(found, default=0) + 1)]


def _sign(value) -> int:
    return 0 if abs(value) < mpmath.mpf(10) ** -12 else 1 if value > 0 else -1


FUNCTIONS = {"exp": mpmath.exp, "ln": mpmath.log, "sqrt": mpmath.sqrt, "Rabs": abs, "sign": mpmath.sign, "cosh": mpmath.cosh,
             "sinh": mpmath.sinh, "tanh": mpmath.tanh, "coth": mpmath.coth, "sech": mpmath.sech, "csch": mpmath.csch,
             "arcsinh": mpmath.asinh, "acosh": mpmath.acosh, "atanh": mpmath.atanh, "sin": mpmath.sin, "cos": mpmath.cos,
             "tan": mpmath.tan, "atan": mpmath.atan, "Rmax": max, "Rmin": min, "PI": lambda: +mpmath.pi,
             "Rpower": lambda base, power: base**power, "kronecker": lambda one, other: mpmath.mpf(1 if one == other else 0),
             "add": lambda one, other: one + other, "sub": lambda one, other: one - other, "mul": lambda one, other: one * other,
             "div": lambda one, other: one / other, "opp": lambda one: -one, "inv": lambda one: 1 / one}


def numeric(term: Term, known: dict[str, object]):
    """The value of a term at a point, rounded. Raises ArithmeticError, ValueError or KeyError where there is none."""
    head, args = term
    if head == "num":
        return mpmath.mpf(args[0]) / args[1]
    if head in ("var", "INR", "IZR"):
        return mpmath.mpf(args[0]) if head == "INR" and args[0].isdigit() else known[args[0]]
    if head == "pow":
        if not args[1].isdigit():
            raise KeyError(args[1])
        return numeric(args[0], known) ** int(args[1])
    found = FUNCTIONS[head](*(numeric(item, known) for item in args))
    if isinstance(found, mpmath.mpc):
        raise ValueError(head)
    return found


