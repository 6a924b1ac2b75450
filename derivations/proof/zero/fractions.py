"""Quotients of FLINT polynomials with rational coefficients, kept to sizes that one call of FLINT can handle."""

from __future__ import annotations

from math import isqrt

from flint import fmpq

LARGEST = 20_000
"""Terms beyond which a polynomial is given up: a single FLINT call on more could outlast any time limit."""


WORK = 3_000_000
"""Products of terms beyond which two polynomials are not multiplied, for the same reason."""


class TooLarge(Exception):
    """A polynomial has too many terms for one call of FLINT, which nothing interrupts."""


def product(left, right):
    """left * right. Raises TooLarge where that is too much work for one call."""
    if len(left) * len(right) > WORK:
        raise TooLarge
    return left * right


class Fraction:
    """A quotient of two polynomials without common factor; the denominator is monic."""

    __slots__ = ("num", "den")

    def __init__(self, num, den, reduced=False):
        if not reduced:
            if not num:
                den = num.context().constant(1)
            elif not den.is_one():
                if len(num) > LARGEST or len(den) > LARGEST:
                    raise TooLarge
                common = num.gcd(den)
                if not common.is_one():
                    num, den = num // common, den // common
                lead = den.leading_coefficient()
                if lead != 1:
                    num, den = num / lead, den / lead
        self.num, self.den = num, den

    def __add__(self, other):
        if self.den == other.den:
            return Fraction(self.num + other.num, self.den)
        return Fraction(product(self.num, other.den) + product(other.num, self.den), product(self.den, other.den))

    def __sub__(self, other):
        return self + (-other)

    def __neg__(self):
        return Fraction(-self.num, self.den, reduced=True)

    def __mul__(self, other):
        return Fraction(product(self.num, other.num), product(self.den, other.den))

    def inverse(self):
        """One over the fraction; ZeroDivisionError for zero."""
        if not self.num:
            raise ZeroDivisionError("a denominator is identically zero")
        return Fraction(self.den, self.num)

    def __bool__(self):
        return bool(self.num)

    def __eq__(self, other):
        return self.num == other.num and self.den == other.den

    def __hash__(self):
        return hash((str(self.num), str(self.den)))

    def sqrt(self):
        """The square root if it is a rational function, else None; its sign is arbitrary."""
        try:
            root = _poly_sqrt(product(self.num, self.den))
        except ArithmeticError:
            return None
        return None if root is None else Fraction(root, self.den)


def _poly_sqrt(poly):
    """A polynomial whose square is `poly`, or None."""
    content = poly.leading_coefficient()
    scaled = poly / content
    if not (_is_square(content.p) and _is_square(content.q)):
        return None
    try:
        root = scaled.sqrt()
    except Exception as error:  # flint raises its own DomainError for "not a square"
        if type(error).__name__ == "DomainError" or isinstance(error, ValueError):
            return None
        raise
    return root * fmpq(isqrt(int(content.p)), isqrt(int(content.q)))


def _is_square(integer) -> bool:
    value = int(integer)
    return value >= 0 and isqrt(value) ** 2 == value
