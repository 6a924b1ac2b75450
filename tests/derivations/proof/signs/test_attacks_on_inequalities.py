"""Inequalities and equivalences written to break the engine, half of them false: no false one is proved, no true one refuted, none crashes.

`NEITHER` marks what has no value at some point of its domain, where a relation is neither true nor false: it is never proved.
"""

import pytest
from sympy import (
    Abs,
    And,
    E,
    Eq,
    Float,
    Max,
    Min,
    Ne,
    Or,
    Piecewise,
    Rational,
    Symbol,
    acos,
    acosh,
    asin,
    atan,
    atan2,
    ceiling,
    cos,
    cosh,
    erf,
    exp,
    floor,
    gamma,
    log,
    pi,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)

from theoremtest.derivations.language import Domain, Holds, Iff, Outcome, dimension, ge, gt, le, reals
from theoremtest.derivations.language.errors import DomainError, StatementError
from theoremtest.derivations.proof.decide import decide

pytestmark = pytest.mark.drawn(6)

x, y, z, a, b = reals("x", "y", "z", "a", "b")
n = dimension("n")
k, m = (Symbol(name, integer=True) for name in "km")
TRUE, FALSE, NEITHER = "true", "false", "neither"
LINE, PLANE, SPACE = Domain(over=[x]), Domain(over=[x, y]), Domain(over=[x, y, z])
POSITIVE, NONNEGATIVE, PUNCTURED = Domain(x > 0), Domain(x >= 0), Domain(Ne(x, 0))
QUADRANT, CLOSED_QUADRANT = Domain(x > 0, y > 0), Domain(x >= 0, y >= 0)
WHOLE = Domain(over=[k])
NO_RATIONAL = Domain(Eq(x**2, 2))
BEND = Max(0, x + 1) - 2 * Max(0, x) + Max(0, x - 1)
hidden = exp(x / (x + 2 * y) * log(x / (x + y)))

RELATIONS = {
    "zero times what has no value": (x * log(y) <= 0, Domain(Eq(x, 0), y > -1), NEITHER),
    "zero over what may be zero": (x / y <= 0, Domain(Eq(x, 0), over=[y]), NEITHER),
    "a difference that is zero, times what has no value": ((x - 9 * y) * log(z) <= 0, Domain(Eq(x, 9 * y), over=[z]), NEITHER),
    "a ratio that is a number but at one point": (log(x / y) <= 3, Domain(Eq(x, 9 * y), y > -1), NEITHER),
    "a ratio that is a number": (log(x / y) <= 3, Domain(Eq(x, 9 * y), y > 0), TRUE),
    "a power of numbers that symbols hide": (hidden < Rational(92, 100), Domain(Eq(x, 9 * y), y > 0), TRUE),
    "and one a little below": (hidden < Rational(91, 100), Domain(Eq(x, 9 * y), y > 0), FALSE),
    "powers with one exponent": ((x + Rational(1, 2))**-y < x**-y, QUADRANT, TRUE),
    "powers with one exponent, the other way": ((x + Rational(1, 2))**-y > x**-y, QUADRANT, FALSE),
    "powers with one exponent of either sign": ((x + Rational(1, 2))**-y < x**-y, Domain(x > 0, over=[y]), FALSE),
    "weights beside pieces": (a * (BEND + y) >= b * (BEND - 1), Domain(a > 0, b > 0, y >= 0, over=[x]), TRUE),
    "weights beside pieces, one of either sign": (a * (BEND + y) >= b * (BEND - 1), Domain(a > 0, y >= 0, over=[b, x]), FALSE),
    "weights beside pieces, one too low": (a * (BEND - y) >= b * (BEND - 1), Domain(a > 0, b > 0, y > 0, over=[x]), FALSE),
    "a whole number beyond another": (1 / (k - 1) > 0, Domain(n >= 1, k > n), TRUE),
    "a whole number not below another": (1 / (k - 1) > 0, Domain(n >= 1, k >= n), NEITHER),
    "a root that a condition gives a value": (y <= z / 2 + sqrt(z**2 + 4 * x) / 2, Domain(y >= 0, y * (y - z) <= x), TRUE),
    "a root that a condition gives too small a value": (y <= z / 2 + sqrt(z**2 + 3 * x) / 2, Domain(y >= 0, y * (y - z) <= x), FALSE),
    "a parabola and what is above it": (x**3 * (1 + y) + x**2 - x * y + y**2 > 0, QUADRANT, TRUE),
    "a parabola and what is above it, too steep": (x**3 / 100 + x**2 - 3 * x * y + y**2 > 0, QUADRANT, FALSE),
    "a parabola and what is below it": (x**2 - x * y + y**2 - x**3 * y > 0, QUADRANT, FALSE),
    "a parabola whose middle helps at times": (x**2 + (y**4 - 2 * y) * x + 2 * y**2 + 1 > 0, QUADRANT, TRUE),
    "a parabola whose middle helps at times, too steep": (x**2 + (y**4 - 3 * y) * x + 2 * y**2 > 0, QUADRANT, FALSE),
    "a parabola whose middle helps on one side": (x**2 + (y**4 - 2 * y) * x + 2 * y**2 + 1 > 0, Domain(y > 0, over=[x]), FALSE),
    "a parabola from below": (-a * (x**2 + (y**4 * b - 2 * y * b) * x + 2 * y**2 * b**2) < 0, QUADRANT & Domain(a > 0, b > 0), TRUE),
    "a parabola from below, touching": (-x**2 - (y**4 * b - 2 * y * b) * x - y**2 * b**2 < 0, Domain(x > 0, y >= 0, b >= 0), TRUE),
    "a parabola that reaches zero": (z**2 + 4 * x >= 0, Domain(y * (y - z) <= x), TRUE),
    "a parabola that reaches zero, strictly": (z**2 + 4 * x > 0, Domain(y * (y - z) <= x), FALSE),
    "a parabola that is positive": (z**2 + 4 * x > 0, Domain(y * (y - z) < x), TRUE),
    "a parabola that is positive, too low": (z**2 + 5 * x >= 0, Domain(y * (y - z) < x), FALSE),
    "a parabola that may be a line": (z**2 + 4 * a * x >= 0, Domain(a * y**2 - z * y < x, a >= 0), TRUE),
    "a parabola that may be a line, strictly": (z**2 + 4 * a * x > 0, Domain(a * y**2 - z * y < x, a >= 0), FALSE),
    "a parabola that opens either way": (z**2 + 4 * a * x >= 0, Domain(a * y**2 - z * y < x, over=[a]), FALSE),
    "whole powers of either sign": (x**m < 1, Domain(m >= 1, x > -1, x < 1), TRUE),
    "whole powers of either sign, too far": (x**m < 1, Domain(m >= 1, x > -2, x < 1), FALSE),
    "whole powers that may be none": (x**m < 1, Domain(m >= 0, x > -1, x < 1), FALSE),
    "powers of either sign that are not whole": (x**y < 1, Domain(y >= 1, x > -1, x < 1), NEITHER),
    "a whole power of a negative number": (2**m + (-2)**m >= 0, Domain(m >= 1), TRUE),
    "a whole power of a negative number, strictly": (2**m + (-2)**m > 0, Domain(m >= 1), FALSE),
    "chances of either sign": (m * x * (Rational(1, 2) - x)**m <= 1, Domain(m >= 1, x > 0, x < 1), TRUE),
    "chances of either sign, too large": (m * x * (2 - 4 * x)**m <= 1, Domain(m >= 1, x > 0, x < 1), FALSE),
    "between the ends of an exponential": (x - y + (2 * y - x) * exp(-z) > 0, Domain(x > y, y > 0, z >= 0), TRUE),
    "between the ends of an exponential, one of them too low": (x - y + (y / 2 - x) * exp(-z) > 0, Domain(x > y, y > 0, z >= 0), FALSE),
    "negative factors beside powers": (x * (x - y) * 2**z > (x - y)**2 * 2**z, Domain(x < 0, y > x, over=[z]), FALSE),
    "negative factors that are not moved": (x * (x - y) * 2**z < (x - y)**2 * 2**z, Domain(x < 0, y > 0, over=[z]), TRUE),
    "a square": (ge(x**2, 0), LINE, TRUE),
    "a square, strictly": (x**2 > 0, LINE, FALSE),
    "two squares": (x**2 + y**2 >= 2 * x * y, PLANE, TRUE),
    "two squares, strictly": (x**2 + y**2 > 2 * x * y, PLANE, FALSE),
    "a number and its inverse": (x + 1 / x >= 2, POSITIVE, TRUE),
    "a number and its inverse, either sign": (x + 1 / x >= 2, PUNCTURED, FALSE),
    "a number and its inverse, through zero": (x**2 + 1 / x**2 >= 2, LINE, NEITHER),
    "root of a square": (sqrt(x**2) >= x, LINE, TRUE),
    "root of a square, strictly": (sqrt(x**2) > x, LINE, FALSE),
    "geometric mean": (sqrt(x * y) <= (x + y) / 2, CLOSED_QUADRANT, TRUE),
    "geometric mean, other way": (sqrt(x * y) >= (x + y) / 2, CLOSED_QUADRANT, FALSE),
    "geometric mean, any sign": (sqrt(x * y) <= Abs(x + y) / 2, PLANE, NEITHER),
    "triangle": (Abs(x + y) <= Abs(x) + Abs(y), PLANE, TRUE),
    "triangle, strictly": (Abs(x + y) < Abs(x) + Abs(y), PLANE, FALSE),
    "triangle, other way": (Abs(x + y) >= Abs(x) - Abs(y), PLANE, TRUE),
    "triangle, wrong": (Abs(x - y) <= Abs(x) - Abs(y), PLANE, FALSE),
    "logarithm below its tangent": (log(x) <= x - 1, POSITIVE, TRUE),
    "logarithm below its tangent, strictly": (log(x) < x - 1, POSITIVE, FALSE),
    "logarithm at zero": (log(x) <= x - 1, NONNEGATIVE, NEITHER),
    "exponential above its tangent": (exp(x) >= 1 + x, LINE, TRUE),
    "exponential above its tangent, strictly": (exp(x) > 1 + x, LINE, FALSE),
    "exponential above its parabola": (exp(x) >= 1 + x + x**2 / 2, NONNEGATIVE, TRUE),
    "exponential above its parabola, everywhere": (exp(x) >= 1 + x + x**2 / 2, LINE, FALSE),
    "hyperbolic tangent": (tanh(x) <= x, NONNEGATIVE, TRUE),
    "hyperbolic tangent, everywhere": (tanh(x) <= x, LINE, FALSE),
    "hyperbolic sine over cosine": (Abs(sinh(x)) < cosh(x), LINE, TRUE),
    "sine": (sin(x) <= x, NONNEGATIVE, TRUE),
    "sine, everywhere": (sin(x) <= x, LINE, FALSE),
    "sine below one, strictly": (sin(x) < 1, LINE, FALSE),
    "sine below one": (sin(x) <= 1, LINE, TRUE),
    "cosine above minus one, strictly": (cos(x) > -1, LINE, FALSE),
    "sine and cosine": (sin(x) + cos(x) <= Rational(3, 2), LINE, TRUE),
    "sine and cosine, too sharp": (sin(x) + cos(x) <= Rational(7, 5), LINE, FALSE),
    "tangent, across poles": (tan(x) > -100, Domain(x > 0, x < 3), FALSE),
    "tangent": (tan(x) >= 0, Domain(x >= 0, x <= 1), TRUE),
    "arctangent": (atan(x) <= Rational(11, 7), LINE, TRUE),
    "arctangent, too sharp": (atan(x) <= Rational(3, 2), LINE, FALSE),
    "arctangent below half of pi": (atan(x) < pi / 2, LINE, TRUE),
    "an angle": (atan2(y, x) >= 0, Domain(y >= 0, over=[x]), NEITHER),
    "an angle, wrong": (atan2(y, x) <= 3, Domain(y > 0, over=[x]), FALSE),
    "arcsine outside its domain": (asin(x) <= 2, LINE, NEITHER),
    "arcsine": (asin(x) <= 2, Domain(x >= -1, x <= 1), TRUE),
    "arccosine": (acos(x) > 0, Domain(x >= -1, x <= 1), FALSE),
    "inverse hyperbolic cosine": (acosh(x) >= 0, Domain(x >= 1), TRUE),
    "inverse hyperbolic cosine, outside": (acosh(x) >= 0, POSITIVE, NEITHER),
    "error function": (erf(x) < 1, LINE, TRUE),
    "error function, too sharp": (erf(x) <= Rational(99, 100), LINE, FALSE),
    "a power": (x**a > 0, Domain(x > 0, over=[a]), TRUE),
    "a power at zero": (x**a > 0, Domain(x >= 0, a > 0), FALSE),
    "a power at zero, any exponent": (x**a >= 0, Domain(x >= 0, over=[a]), NEITHER),
    "an irrational power at zero": (x**sqrt(2) > 0, NONNEGATIVE, FALSE),
    "a cube root at zero": ((x**2 + y**2)**Rational(1, 3) > 0, PLANE, FALSE),
    "a power of a negative number": ((-2)**k > 0, WHOLE, FALSE),
    "an even power of a negative number": (gt((-2)**(2 * k), 0), WHOLE, TRUE),
    "whole part": (le(floor(x), x), LINE, TRUE),
    "whole part, strictly": (floor(x) < x, LINE, FALSE),
    "rounding up": (ceiling(x) - floor(x) <= 1, LINE, TRUE),
    "rounding up, strictly": (ceiling(x) - floor(x) < 1, LINE, FALSE),
    "larger of two": (Max(x, y) >= x, PLANE, TRUE),
    "larger of two, strictly": (Max(x, y) > x, PLANE, FALSE),
    "smaller of opposites": (Min(x, -x) <= 0, LINE, TRUE),
    "smaller of opposites, strictly": (Min(x, -x) < 0, LINE, FALSE),
    "a modulus by cases": (Piecewise((x, x > 0), (-x, True)) >= 0, LINE, TRUE),
    "a modulus by cases, strictly": (Piecewise((x, x > 0), (-x, True)) > 0, LINE, FALSE),
    "a jump by cases": (Piecewise((1, x > 5), (0, True)) <= 0, LINE, FALSE),
    "no case": (Piecewise((x, x > 5)) > 0, LINE, NEITHER),
    "an inverse": (1 / x > 0, Domain(x > -1), FALSE),
    "an inverse square": (1 / x**2 > 0, LINE, NEITHER),
    "a root": (sqrt(x) >= 0, LINE, NEITHER),
    "a root of zero": (sqrt(x) > 0, NONNEGATIVE, FALSE),
    "a sign": (sign(x) >= 0, NONNEGATIVE, TRUE),
    "a sign, strictly": (sign(x) > 0, NONNEGATIVE, FALSE),
    "whole numbers": (k * (k - 1) >= 0, WHOLE, TRUE),
    "the same for real numbers": (x * (x - 1) >= 0, LINE, FALSE),
    "positive whole numbers": (n**2 >= n, Domain(over=[n]), TRUE),
    "positive whole numbers, strictly": (n**2 > n, Domain(over=[n]), FALSE),
    "no whole number between": (Or(k <= 0, k >= 1), WHOLE, TRUE),
    "real numbers between": (Or(x <= 0, x >= 1), LINE, FALSE),
    "multiplied by an open sign": (x * z <= y * z, Domain(x <= y, over=[z]), FALSE),
    "multiplied by a sign": (x * z <= y * z, Domain(x <= y, z >= 0), TRUE),
    "inverses of ordered numbers": (1 / x >= 1 / y, Domain(x < y, x > 0), TRUE),
    "inverses of ordered numbers, open sign": (1 / x >= 1 / y, Domain(x < y, Ne(x, 0), Ne(y, 0)), FALSE),
    "pi from above": (pi < Rational(22, 7) + x**2, LINE, TRUE),
    "pi from above, too sharp": (pi + x**2 < Rational(314, 100) + 2 * x**2, LINE, FALSE),
    "pi squared": (pi**2 + x**2 > 10, LINE, FALSE),
    "Euler's number": (E + x**2 < Rational(271, 100) + 2 * x**2, LINE, FALSE),
    "logarithm of two": (log(2) < Rational(7, 10) + x**2, LINE, TRUE),
    "logarithm of two, too sharp": (log(2) + x**2 < Rational(69, 100) + x**2 * 2, LINE, FALSE),
    "gamma function": (gamma(x) > 0, POSITIVE, TRUE),
    "a bound by an inverse": (x > 0, Domain(1 / x > -5), FALSE),
    "a bound by an inverse, true": (x > 0, Domain(1 / x > 5), TRUE),
    "a bound by a logarithm": (x > 1, Domain(log(x) > 0), TRUE),
    "a bound by a logarithm, wrong": (x > 2, Domain(log(x) > 0), FALSE),
    "a bound by a root": (x > 4, Domain(sqrt(x) > 2), TRUE),
    "a bound by a root, wrong": (x < 4, Domain(sqrt(x) > 1), FALSE),
    "no rational point": (x < 2, NO_RATIONAL, TRUE),
    "no rational point, wrong": (x > 0, NO_RATIONAL, FALSE),
    "no rational point, wrong everywhere": (x > 2, NO_RATIONAL, FALSE),
    "a high power": (ge((x + y + z + a)**100, 0), Domain(over=[x, y, z, a]), TRUE),
    "a high odd power": ((x + y + z + a)**101 >= 0, Domain(over=[x, y, z, a]), FALSE),
    "Bernoulli": ((1 + x)**60 >= 1 + 60 * x, NONNEGATIVE, TRUE),
    "Bernoulli, wrong": ((1 + x)**60 >= 1 + 61 * x, NONNEGATIVE, FALSE),
    "a condition between": (And(x > 0, x < y), Domain(x > 0, over=[y]), FALSE),
    "the domain says so": (And(x > 0, x < y), Domain(x > 0, y > x), TRUE),
}

EQUIVALENCES = {
    "a square away from zero": (x**2 > 0, Ne(x, 0), LINE, TRUE),
    "a product": (x * y > 0, x > 0, PLANE, FALSE),
    "a product, one sign given": (x * y > 0, x > 0, Domain(y > 0, over=[x]), TRUE),
    "a root": (sqrt(x) > 1, x > 1, NONNEGATIVE, TRUE),
    "a root without a value": (sqrt(x) > 1, x > 1, LINE, NEITHER),
    "a logarithm": (log(x) > 0, x > 1, POSITIVE, TRUE),
    "a logarithm, wrong": (log(x) > 0, x > 0, POSITIVE, FALSE),
    "an exponential": (exp(x) > 1, x > 0, LINE, TRUE),
    "an inverse, open sign": (1 / x < 1, x > 1, PUNCTURED, FALSE),
    "an inverse": (1 / x < 1, x > 1, POSITIVE, TRUE),
    "a modulus": (Abs(x) < 1, x**2 < 1, LINE, TRUE),
    "a modulus, wrong": (Abs(x) < 1, x < 1, LINE, FALSE),
    "a cube": (x**3 > y**3, x > y, PLANE, TRUE),
    "a square, wrong": (x**2 > y**2, x > y, PLANE, FALSE),
}
ATTACKS = {f"holds: {name}": entry for name, entry in RELATIONS.items()} | {f"iff: {name}": entry for name, entry in EQUIVALENCES.items()}
SECONDS = 6.0


def statement(entry):
    """`Holds` of a relation, or `Iff` of two."""
    return Holds(entry[0], on=entry[1]) if len(entry) == 3 else Iff(entry[0], entry[1], on=entry[2])


@pytest.mark.drawn(24)
@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_breaks_an_inequality(name):
    truth = ATTACKS[name][-1]
    outcome = decide(statement(ATTACKS[name]), SECONDS).outcome
    assert outcome is Outcome.UNDECIDED or truth == {Outcome.PROVED: TRUE, Outcome.REFUTED: FALSE}[outcome]


@pytest.mark.parametrize("make", [
    lambda: Holds(x**2 > Float("0.1"), on=PUNCTURED),
    lambda: Holds(x >= Float("0.1"), on=Domain(x >= Rational(1, 10))),
    lambda: Holds(x > 0, on=Domain(x > Float("1e-30"))),
    lambda: Iff(x > Float("0.5"), x > Rational(1, 2), on=LINE),
])
def test_a_float_is_refused_when_the_statement_is_made(make):
    with pytest.raises((StatementError, DomainError), match="rounded number"):
        make()
