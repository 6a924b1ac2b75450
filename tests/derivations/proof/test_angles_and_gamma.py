"""Angles of points, arccotangents, gamma at positive numbers, sinc at numbers, powers of moduli: truths proved, falsehoods refuted."""

import pytest
from flint import arb, ctx
from sympy import Abs, Ge, Gt, Ne, Rational, acos, acot, asin, atan, atan2, cos, exp, gamma, log, pi, sign, sin, sinc, sqrt, symbols

from theoremtest.derivations.language import Domain, Equal, Holds, Outcome
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.signs.bounded import LEAST_GAMMA

pytestmark = pytest.mark.drawn(6)

x, y, z, a, b, c, d = symbols("x y z a b c d", real=True)
n = symbols("n", integer=True)


def odd_root(u):
    return sign(u) * Abs(u) ** Rational(1, 3)


def equal(left, right, *conditions, over=()):
    return Equal(left, right, on=Domain(*conditions, over=over))


def at_least(left, right, *conditions, strict=False, over=()):
    return Holds((Gt if strict else Ge)(left, right, evaluate=False), on=Domain(*conditions, over=over))


TRUE = {
    "sum of arctangents as an angle": equal(atan(x) + atan(y), atan2(x + y, 1 - x * y), x * y < 1),
    "difference as an angle": equal(atan(x) - atan(y), atan2(x - y, 1 + x * y), x * y > -1),
    "right of a line": equal(atan2(y, x + y), atan(y / (x + y)), x + y > 0),
    "sum of two angles": equal(atan2(a, b) + atan2(c, d), atan2(a * d + c * b, b * d - a * c), b > 0, d > 0, b * d > a * c),
    "difference of two angles": equal(atan2(a, b) - atan2(c, d), atan2(a * d - c * b, b * d + a * c), b > 0, d > 0, b * d + a * c > 0),
    "angle from the other side": equal(atan2(y, x), pi / 2 * sign(y) - atan(x / y), x > 0, Ne(y, 0)),
    "angle by its sine": equal(atan2(y, x), asin(y / sqrt(x**2 + y**2)), x > 0, over=[y]),
    "arccotangent of a reciprocal": equal(atan(z), acot(1 / z), Ne(z, 0)),
    "arccotangents, right": equal(acot(x) + atan(x), pi / 2, x > 0),
    "arccotangents, left": equal(acot(x) + atan(x), -pi / 2, x < 0),
    "Machin": equal(pi, 16 * acot(5) - 4 * acot(239)),
    "gamma is positive": at_least(gamma(x), 0, x > 0, strict=True),
    "factorials are positive": at_least(gamma(n + 1), 0, n >= 0, strict=True),
    "gamma above its least value": at_least(gamma(x), LEAST_GAMMA, x > 0, strict=True),
    "Beta function": at_least(gamma(a) * gamma(b) / gamma(a + b), 0, a > 0, b > 0, strict=True),
    "gamma does not fall from one on": at_least(gamma(x + 1), gamma(x), x >= 1),
    "reciprocal of gamma": at_least(2, 1 / gamma(x), x > 0),
    "gamma of a square": at_least(gamma(1 + x**2), Rational(1, 2), over=[x]),
    "gamma, damped": at_least(gamma(x) * exp(-x), 0, x > 0, strict=True),
    "power of a modulus, left": equal(Abs(x) ** y, (-x) ** y, x < 0, over=[y]),
    "power of a modulus of a sum": equal(Abs(x + y) ** z, (x + y) ** z, x > 0, y > 0, over=[z]),
    "signed power of a logarithm": equal(sign(log(x)) * Abs(log(x)) ** y, -((-log(x)) ** y), x > 0, x < 1, over=[y]),
    "power of an odd root": equal(odd_root(x) ** y, x ** (y / 3), x > 0, over=[y]),
    "sum of odd roots": equal(odd_root(a) + odd_root(b), (a + b) / (odd_root(a) ** 2 + odd_root(b) ** 2 - odd_root(a) * odd_root(b)),
                              a > 0, b > 0),
    "sinc of a third of a turn": equal(sinc(pi / 3), 3 * sqrt(3) / (2 * pi)),
    "sinc of twice a number": equal(sinc(2), sinc(1) * cos(1)),
}
FALSE = {
    "sum of arctangents, too far": equal(atan(x) + atan(y), atan2(x + y, Abs(1 - x * y)), Ne(x * y, 1)),
    "both halves of the plane": equal(atan2(y, x), atan(y / x), Ne(x, 0), over=[y]),
    "the left half": equal(atan2(y, x), atan(y / x), x < 0, over=[y]),
    "sum of two angles, too far": equal(atan2(a, b) + atan2(c, d), atan((a * d + c * b) / (b * d - a * c)), b > 0, d > 0, Ne(b * d, a * c)),
    "angle the other way round": equal(atan2(y, x), atan2(x, y), x > 0, y > 0),
    "angle by its cosine": equal(atan2(y, x), acos(x / sqrt(x**2 + y**2)), x > 0, over=[y]),
    "double angle, too far": equal(2 * atan2(y, x), atan2(2 * x * y, Abs(x**2 - y**2)), x > 0, y > 0, Ne(x, y)),
    "arccotangents, both sides": equal(acot(x) + atan(x), pi / 2, Ne(x, 0)),
    "arccotangents, everywhere": equal(acot(x) + atan(x), pi / 2, over=[x]),
    "arccotangent a half turn off": equal(acot(x), atan(1 / x) + pi, x < 0),
    "Machin, a number off": equal(pi, 16 * acot(5) - 4 * acot(240)),
    "gamma left of nought": at_least(gamma(x), 0, x > -1, strict=True),
    "gamma shifted": at_least(gamma(x - 1), 0, x > 0, strict=True),
    "gamma above its least value, a digit off": at_least(gamma(x), LEAST_GAMMA + Rational(1, 10**4), x > 0),
    "gamma at least one": at_least(gamma(x), 1, x > 0),
    "gamma does not fall": at_least(gamma(x + 1), gamma(x), x > 0),
    "gamma bounded": at_least(100, gamma(x), x > 0),
    "two gammas": at_least(gamma(x) * gamma(y), 1, x > 0, y > 0),
    "Beta function at least one": at_least(gamma(a) * gamma(b) / gamma(a + b), 1, a > 0, b > 0),
    "factorials above one": at_least(gamma(n + 1), 1, n >= 0, strict=True),
    "power of a modulus, one more": equal(Abs(x) ** y, (-x) ** (y + 1), x < 0, over=[y]),
    "power of a modulus, too far": equal(Abs(x - 1) ** y, (1 - x) ** y, x < 2, over=[y]),
    "signed power of what has either sign": equal(sign(x - y) * Abs(x) ** z, x**z, x > 0, over=[y, z]),
    "power of an odd root, upside down": equal(odd_root(x) ** y, x ** (3 * y), x > 0, over=[y]),
    "odd roots of two negative numbers": equal(odd_root(x) * odd_root(y), -((x * y) ** Rational(1, 3)), x < 0, y < 0),
    "sinc, a factor off": equal(sinc(2), 2 * sinc(1) * cos(1)),
}
NOT_PROVED = {
    "sinc as a quotient, at nought too": equal(sinc(x), sin(x) / x, over=[x]),
    "gamma at nought": at_least(gamma(x), 0, x >= 0, strict=True),
    "gamma at the number nought": at_least(gamma(n), 0, n >= 0, strict=True),
    "gamma anywhere": at_least(gamma(x) ** 2, 0, over=[x], strict=True),
}
"""Without a value, or with another one, at single points of the domain."""


@pytest.mark.parametrize("statement", TRUE.values(), ids=TRUE)
def test_a_true_statement_is_proved(statement):
    assert decide(statement).outcome is Outcome.PROVED


@pytest.mark.drawn(6)
@pytest.mark.parametrize("statement", FALSE.values(), ids=FALSE)
def test_a_false_statement_is_refuted(statement):
    assert decide(statement).outcome is Outcome.REFUTED


@pytest.mark.parametrize("statement", NOT_PROVED.values(), ids=NOT_PROVED)
def test_what_fails_at_single_points_is_not_proved(statement):
    assert decide(statement).outcome is not Outcome.PROVED


def test_the_gamma_function_stays_above_its_bound():
    """It is convex; it falls at 1.4616 and rises at 1.4617, where it is above the bound by more than its slopes can lose between."""
    with ctx.workprec(128):
        low, high = arb("1.4616"), arb("1.4617")
        slopes = [place.gamma() * place.digamma() for place in (low, high)]
        assert slopes[0] < 0 < slopes[1]
        assert low.gamma() + slopes[0] * (high - low) > arb(int(LEAST_GAMMA.p)) / int(LEAST_GAMMA.q)
