"""The one ring: quotients of polynomials with rational coefficients (FLINT), without common factor."""

from __future__ import annotations

from flint import fmpq, fmpq_mpoly

from .terms import Refused

WORK = 6_000_000
"""Products of terms beyond which two polynomials are not multiplied."""
LONGEST = 100_000
"""Binary digits of a number beyond which its power is not formed."""


class TooManyLetters(Exception):
    """An algebra of this size has no room for another letter."""


class Key(str):
    """A quotient as a key: its text, by which it is the same as another, and what it is made of."""

    __slots__ = ("made_of",)

    @property
    def of(self) -> Quotient:
        """The quotient."""
        return Quotient(*self.made_of)


class Quotient:
    """A quotient of polynomials without common factor, its denominator with leading coefficient 1."""

    __slots__ = ("num", "den", "_key")

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly) -> None:
        if not den.is_one():
            if not num:
                den = num.context().constant(1)
            else:
                common = num.gcd(den)
                if not common.is_one():
                    num, den = num // common, den // common
                lead = den.leading_coefficient()
                if lead != 1:
                    num, den = num / lead, den / lead
        self.num, self.den = num, den
        self._key: Key | None = None

    def __add__(self, other: Quotient) -> Quotient:
        if self.den == other.den:
            return Quotient(self.num + other.num, self.den)
        return Quotient(times(self.num, other.den) + times(other.num, self.den), times(self.den, other.den))

    def __neg__(self) -> Quotient:
        return Quotient(-self.num, self.den)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + -other

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient(times(self.num, other.num), times(self.den, other.den))

    def __bool__(self) -> bool:
        return bool(self.num)

    def inverse(self) -> Quotient:
        """One over it. Raises Refused for what is identically zero."""
        if not self.num:
            raise Refused("a denominator is identically zero")
        return Quotient(self.den, self.num)

    def __pow__(self, exponent: int) -> Quotient:
        if exponent < 0:
            return self.inverse() ** -exponent
        if (len(self.num) > 1 or len(self.den) > 1) and exponent > 64:
            raise Refused(f"the power {exponent} is not multiplied out")
        if exponent > 64 and (digits := max(map(_digits, (self.num, self.den)))) > 1 and digits * exponent > LONGEST:
            raise Refused(f"the power {exponent} of so long a number")
        return Quotient(self.num**exponent, self.den**exponent)

    def key(self) -> Key:
        """The quotient as a key among those of as many letters."""
        if self._key is None:
            self._key = Key(f"{self.num.context().nvars()}: ({self.num})/({self.den})")
            self._key.made_of = self.num, self.den
        return self._key

    def constant(self) -> fmpq | None:
        """The rational number that it is; None where it has letters."""
        if self.num.is_constant() and self.den.is_one():
            return self.num.leading_coefficient() if self.num else fmpq(0)
        return None


def _digits(poly: fmpq_mpoly) -> int:
    """Binary digits of the longest number in a polynomial."""
    return max((int(abs(part)).bit_length() for value in poly.coeffs() for part in (value.p, value.q)), default=0)


def times(left: fmpq_mpoly, right: fmpq_mpoly) -> fmpq_mpoly:
    """A product of polynomials. Raises Refused where it is too much work."""
    work = len(left) * len(right)
    if work > WORK:
        raise Refused("polynomials of too many terms")
    _FORMED[0] += work
    return left * right


_FORMED = [0]


def formed() -> int:
    """How many products of two terms were formed by this process: a measure of work that is the same on every machine."""
    return _FORMED[0]


def coefficient(poly: fmpq_mpoly, place: int, degree: int) -> fmpq_mpoly:
    """What stands before a letter's power in a polynomial."""
    return coefficients(poly, place).get(degree) or poly.context().constant(0)


def coefficients(poly: fmpq_mpoly, place: int) -> dict[int, fmpq_mpoly]:
    """What stands before each power of a letter in a polynomial."""
    found: dict[int, dict] = {}
    for monomial, value in zip(poly.monoms(), poly.coeffs(), strict=True):
        found.setdefault(monomial[place], {})[monomial[:place] + (0,) + monomial[place + 1:]] = value
    return {degree: poly.context().from_dict(terms) for degree, terms in found.items()}


def remainder(poly: fmpq_mpoly, place: int, relation: fmpq_mpoly) -> fmpq_mpoly:
    """A multiple of a polynomial, by powers of the relation's leading coefficient, less a multiple of the relation, of lower degree."""
    degree = int(relation.degrees()[place])
    head = coefficient(relation, place, degree)
    context = poly.context()
    letter = context.gens()[place]
    tail = times(head, letter**degree) - relation
    while poly and (top := int(poly.degrees()[place])) >= degree:
        lead = coefficient(poly, place, top)
        rest = poly - times(lead, letter**top)
        poly = times(head, rest) + times(times(lead, letter ** (top - degree)), tail)
    return poly


def divided(poly: fmpq_mpoly, monomial: tuple, instead: fmpq_mpoly, over: fmpq_mpoly, steps: int) -> fmpq_mpoly:
    """A multiple of a polynomial, by powers of `over`, in which the monomial, that is instead/over, divides no term. Raises Refused where
    that takes too many steps."""
    context = poly.context()
    for _ in range(steps):
        hit, rest = {}, {}
        for found, value in poly.to_dict().items():
            if all(x >= y for x, y in zip(found, monomial)):
                hit[tuple(x - y for x, y in zip(found, monomial))] = value
            else:
                rest[found] = value
        if not hit:
            return poly
        poly = times(context.from_dict(rest), over) + times(context.from_dict(hit), instead)
    raise Refused("a rule for a monomial is taken without end")
