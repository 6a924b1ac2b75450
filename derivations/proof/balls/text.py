"""Rationals and balls as decimal text that never claims more than is known, the same on every machine."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from flint import arb

from .rules import exact

DIGITS = 12
WRITABLE_BITS = 100_000


def decimal_text(value, digits: int = DIGITS) -> str:
    """A value as text: a short rational exactly, else `digits` significant digits and a radius that covers the rounding.

    The radius shown is at least the ball's radius plus the rounding of the midpoint, so the text never claims too much.
    """
    return shown(value, digits)[0]


def shown(value, digits: int = DIGITS) -> tuple[str, Fraction, Fraction]:
    """The text, and the midpoint and radius that it states."""
    if exact(value):
        middle, radius = Fraction(int(value.p), int(value.q)), Fraction(0)
        if len(str(value)) <= digits + 1:
            return str(value), middle, radius
    else:
        if any(abs(int(part.man_exp()[1])) > WRITABLE_BITS for part in (value.mid(), value.rad())):
            return value.str(digits), Fraction(0), Fraction(0)  # too large or small to write out: Arb's own text
        middle, radius = _fraction(value.mid()), _fraction(value.rad())
    if middle == radius == 0:
        return "0", middle, radius
    if abs(middle) <= radius:
        bound = _upward(abs(middle) + radius)
        return f"0 ± {_power_of_ten(bound)}", Fraction(0), Fraction(10) ** bound
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emax=10**15, Emin=-(10**15))
    decimal = context.divide(Decimal(middle.numerator), Decimal(middle.denominator))
    error = abs(Fraction(decimal) - middle) + radius
    if error == 0:
        return _plain(decimal), middle, error
    bound = _upward(max(error, Fraction(10) ** (decimal.adjusted() - digits + 1)))
    return f"{_plain(decimal)} ± {_power_of_ten(bound)}", Fraction(decimal), Fraction(10) ** bound


def _fraction(number: arb) -> Fraction:
    mantissa, exponent = number.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _upward(radius: Fraction) -> int:
    """The least n with 10**n >= radius > 0."""
    n = (radius.numerator.bit_length() - radius.denominator.bit_length() - 1) * 30103 // 100000 - 1
    while Fraction(10) ** n < radius:
        n += 1
    return n


def _power_of_ten(n: int) -> str:
    return f"1e{n}" if n else "1"


def _plain(number: Decimal) -> str:
    place = number.adjusted()
    if -5 <= place <= 12:
        return format(number, "f")
    return f"{number.scaleb(-place, Context(prec=60, Emax=10**15, Emin=-(10**15)))}e{place}"
