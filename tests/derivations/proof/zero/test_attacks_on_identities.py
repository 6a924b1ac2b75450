"""Identities written to break the engine, most of them beside a false twin: no false one is proved, no true one refuted, none crashes.

A branch of a root or logarithm, a jump, a pole, a gap of the domain, a power with a negative base, whole against real numbers: each
entry says which corner it aims at. `NEITHER` marks what has no value anywhere, or is no exact statement: it stays undecided.
"""

import pytest
from sympy import (
    Abs,
    And,
    Derivative,
    Eq,
    Float,
    Function,
    Heaviside,
    I,
    Integral,
    Max,
    Min,
    Ne,
    Or,
    Piecewise,
    Rational,
    Symbol,
    acos,
    acosh,
    acot,
    acoth,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    ceiling,
    cos,
    cosh,
    cot,
    coth,
    csch,
    erf,
    erfc,
    exp,
    floor,
    gamma,
    log,
    nan,
    oo,
    pi,
    sech,
    sign,
    sin,
    sinh,
    sqrt,
    sympify,
    tan,
    tanh,
    zeta,
    zoo,
)

from theoremtest.derivations.language import Domain, Equal, Outcome, dimension, reals
from theoremtest.derivations.language.errors import DomainError, StatementError
from theoremtest.derivations.proof.decide import decide

pytestmark = pytest.mark.drawn(6)

x, y, z, a, b, t = reals("x", "y", "z", "a", "b", "t")
n, m = dimension("n"), dimension("m")
k = Symbol("k", integer=True)
TRUE, FALSE, NEITHER = "true", "false", "neither"
LINE, PLANE = Domain(over=[x]), Domain(over=[x, y])
POSITIVE, NEGATIVE, NONNEGATIVE, PUNCTURED = Domain(x > 0), Domain(x < 0), Domain(x >= 0), Domain(Ne(x, 0))
QUADRANT, CLOSED_QUADRANT = Domain(x > 0, y > 0), Domain(x >= 0, y >= 0)
POWERS = Domain(x > 0, over=[a, b])
OPEN_POWERS = Domain(over=[x, a, b])
NOT_NEGATIVE_POWERS = Domain(x >= 0, over=[a, b])
SECTOR = Domain(x > -1, x < 1)

JUMPS = {
    "arctangent undoes the tangent on one branch only": (atan(tan(x)), x, LINE, FALSE),
    "the same within a bounded interval": (atan(tan(x)), x, Domain(x > 0, x < 10), FALSE),
    "arctangent undoes the tangent between its poles": (atan(tan(x)), x, SECTOR, TRUE),
    "a step beyond the base point": (Piecewise((1, x > 5), (0, True)), 0, LINE, FALSE),
    "a step before the domain begins": (Piecewise((1, x > 5), (0, True)), 1, Domain(x > 5), TRUE),
    "the arccotangent jumps at zero": (acot(x) + atan(x), pi / 2, LINE, FALSE),
    "the arccotangent beside the arctangent, x > 0": (acot(x) + atan(x), pi / 2, POSITIVE, TRUE),
    "the arccotangent beside the arctangent, x < 0": (acot(x) + atan(x), -pi / 2, NEGATIVE, TRUE),
    "arctangents of inverse arguments across a gap": (atan(x) + atan(1 / x), pi / 2, PUNCTURED, FALSE),
    "arctangents of inverse arguments": (atan(x) + atan(1 / x), pi / 2, POSITIVE, TRUE),
    "arctangents of inverse negative arguments": (atan(x) + atan(1 / x), -pi / 2, NEGATIVE, TRUE),
    "arctangents outside the unit interval": (atan(x) + atan(1 / x), pi / 2, Domain(x**2 > 1), FALSE),
    "arctangents on one of two pieces or the other": (atan(x) + atan(1 / x), pi / 2, Domain(Or(x < -1, x > 1)), FALSE),
    "arctangents on a short interval": (atan(x) + atan(1 / x), pi / 2, Domain(x > 7, x < Rational(15, 2)), TRUE),
    "a gap at two": (atan(x - 2) + atan(1 / (x - 2)), pi / 2, Domain(Ne(x, 2)), FALSE),
    "beyond two": (atan(x - 2) + atan(1 / (x - 2)), pi / 2, Domain(x > 2), TRUE),
    "a gap that another symbol places": (atan(x - y) + atan(1 / (x - y)), pi / 2, Domain(Ne(x, y)), FALSE),
    "beyond a gap that another symbol places": (atan(x - y) + atan(1 / (x - y)), pi / 2, Domain(x > y), TRUE),
    "a pole that another symbol places": (atan(x) + atan(y), atan((x + y) / (1 - x * y)), Domain(Ne(x * y, 1)), FALSE),
    "the sum of arctangents before the pole": (
        atan(x) + atan(y), atan((x + y) / (1 - x * y)), Domain(x >= 0, x < 1, y >= 0, y < 1), TRUE),
    "the step function": (Heaviside(x), 1, Domain(x > -1), FALSE),
    "the step function for positive arguments": (Heaviside(x), 1, POSITIVE, TRUE),
    "the step function at zero": (Heaviside(x), 1, NONNEGATIVE, FALSE),
    "the angle of a point of the right half plane": (atan2(y, x), atan(y / x), Domain(x > 0, over=[y]), TRUE),
    "the angle of any point": (atan2(y, x), atan(y / x), Domain(Ne(x, 0), over=[y]), FALSE),
    "the angle is no constant across its cut": (atan2(y, x) - atan2(-y, x), 2 * atan2(y, x), Domain(x < 0, over=[y]), FALSE),
    "the modulus over its argument": (Abs(x) / x, 1, PUNCTURED, FALSE),
    "the root of a square over its base": (x / sqrt(x**2), 1, PUNCTURED, FALSE),
    "a sign on two pieces": (sign(x), 1, Domain(Or(x < -1, x > 1)), FALSE),
    "a single point": (Piecewise((1, Eq(x, 0)), (0, True)), 0, LINE, FALSE),
    "a step at the domain's closed end": (Piecewise((1, x > 0), (0, True)), 1, NONNEGATIVE, FALSE),
    "a step between two symbols": (Piecewise((1, x > y), (0, True)), 0, Domain(y >= x), TRUE),
    "a step between two symbols the other way": (Piecewise((1, x >= y), (0, True)), 0, Domain(y >= x), FALSE),
    "arcsine undoes the sine on one branch only": (asin(sin(x)), x, LINE, FALSE),
    "arccosine undoes the cosine on one branch only": (acos(cos(x)), x, SECTOR, FALSE),
    "arcsine and arccosine, ends included": (asin(x) + acos(x), pi / 2, Domain(x >= -1, x <= 1), TRUE),
    "arcsine and arccosine, another value": (asin(x) + acos(x), pi, Domain(x >= -1, x <= 1), FALSE),
    "the whole part": (floor(x), x, LINE, FALSE),
    "whole parts of opposite numbers": (floor(x) + floor(-x), 0, LINE, FALSE),
    "rounding up and down": (ceiling(x) - floor(x), 1, LINE, FALSE),
    "the sign is locally constant": (sign(x), 1, LINE, FALSE),
    "the cotangent's inverse": (acot(cot(x)), x, LINE, FALSE),
    "a quotient constant on each side of a pole": (sqrt((x - 1)**2) / (x - 1), 1, Domain(Ne(x, 1)), FALSE),
}

BRANCHES = {
    "root of a square": (sqrt(x**2), x, LINE, FALSE),
    "root of a square, nonpositive": (sqrt(x**2), -x, Domain(x <= 0), TRUE),
    "root of a product of negatives": (sqrt(x * y), sqrt(-x) * sqrt(-y), Domain(x < 0, y < 0), TRUE),
    "root of a product, wrong sign": (sqrt(x * y), -sqrt(-x) * sqrt(-y), Domain(x < 0, y < 0), FALSE),
    "fourth root of a fourth power": ((x**4)**Rational(1, 4), x, LINE, FALSE),
    "fourth root of a fourth power is a modulus": ((x**4)**Rational(1, 4), Abs(x), LINE, TRUE),
    "fourth root of a square": ((x**2)**Rational(1, 4), sqrt(Abs(x)), LINE, TRUE),
    "sixth root of a sixth power": ((x**6)**Rational(1, 6), x, LINE, FALSE),
    "cube root of a sixth power": ((x**6)**Rational(1, 3), x**2, LINE, TRUE),
    "cube root of a sixth power, wrong": ((x**6)**Rational(1, 3), x * Abs(x), LINE, FALSE),
    "logarithm of a square": (log(x**2), 2 * log(Abs(x)), PUNCTURED, TRUE),
    "logarithm of a square, negative base": (log(x**2), 2 * log(-x), NEGATIVE, TRUE),
    "logarithm of a square, lost factor": (log(x**2), log(Abs(x)), PUNCTURED, FALSE),
    "logarithm of a product of negatives": (log(x * y), log(-x) + log(-y), Domain(x < 0, y < 0), TRUE),
    "logarithm of a sum": (log(x + y), log(x) + log(y), QUADRANT, FALSE),
    "denesting": (sqrt(3 - 2 * sqrt(2)), sqrt(2) - 1, LINE, TRUE),
    "denesting to the negative root": (sqrt(3 - 2 * sqrt(2)), 1 - sqrt(2), LINE, FALSE),
    "denesting with a symbol": (sqrt(1 + x**2 + 2 * x), 1 + x, LINE, FALSE),
    "denesting with a symbol and its modulus": (sqrt(1 + x**2 + 2 * x), Abs(1 + x), LINE, TRUE),
    "modulus of a difference": (Abs(x - y), Abs(y - x), PLANE, TRUE),
    "modulus of a sum": (Abs(x + y), Abs(x) + Abs(y), PLANE, FALSE),
    "modulus of a sum of numbers not negative": (Abs(x + y), Abs(x) + Abs(y), CLOSED_QUADRANT, TRUE),
    "sign times modulus": (sign(x) * Abs(x), x, LINE, TRUE),
    "square of a sign": (sign(x)**2, 1, LINE, FALSE),
    "square of a sign away from zero": (sign(x)**2, 1, PUNCTURED, TRUE),
    "sign of a root at the end": (sign(sqrt(x)), 1, NONNEGATIVE, FALSE),
    "sign of a cube root at the end": (sign(x**Rational(1, 3)), 1, NONNEGATIVE, FALSE),
    "sign of an irrational power at the end": (sign(x**sqrt(2)), 1, NONNEGATIVE, FALSE),
    "sign of a transcendental power at the end": (sign(x**pi), 1, NONNEGATIVE, FALSE),
    "a case by an irrational power": (Piecewise((1, x**sqrt(2) > 0), (0, True)), 1, NONNEGATIVE, FALSE),
    "a case by a cube root of two squares": (Piecewise((1, (x**2 + y**2)**Rational(1, 3) > 0), (0, True)), 1, PLANE, FALSE),
    "a case by a power of two squares": (Piecewise((1, (x**2 + y**2)**sqrt(2) > 0), (0, True)), 1, PLANE, FALSE),
    "sign of an exponential": (sign(exp(x)), 1, LINE, TRUE),
    "larger of two": (Max(x, y), x, PLANE, FALSE),
    "larger of two, ordered": (Max(x, y), x, Domain(x >= y), TRUE),
    "larger and smaller": (Max(x, y) + Min(x, y), x + y, PLANE, TRUE),
    "larger and smaller, product": (Max(x, y) * Min(x, y), x**2, PLANE, FALSE),
    "both parts": (Max(x, 0) - Max(-x, 0), x, LINE, TRUE),
    "larger of a number and its square": (Max(x, x**2), x, Domain(x >= 0, x <= 1), TRUE),
    "larger of a number and its square, beyond one": (Max(x, x**2), x, NONNEGATIVE, FALSE),
    "derivative of the modulus": (Derivative(Abs(x), x), sign(x), LINE, TRUE),
    "derivative of the modulus, one side": (Derivative(Abs(x), x), 1, PUNCTURED, FALSE),
    "inverse hyperbolic cosine": (acosh(cosh(x)), x, LINE, FALSE),
    "inverse hyperbolic cotangent": (acoth(x), atanh(1 / x), Domain(x > 1), TRUE),
    "inverse hyperbolic cotangent, negative": (acoth(x), atanh(1 / x), Domain(x < -1), TRUE),
    "inverse hyperbolic cotangent, wrong": (acoth(x), atanh(x), Domain(x > 1), FALSE),
    "inverse hyperbolic sine is odd": (asinh(-x), -asinh(x), LINE, TRUE),
    "hyperbolic quotients": (coth(x) * tanh(x), 1, PUNCTURED, TRUE),
    "hyperbolic reciprocals": (csch(x) * sinh(x) + sech(x) * cosh(x), 2, PUNCTURED, TRUE),
    "hyperbolic reciprocals, wrong": (csch(x) + sech(x), 2, PUNCTURED, FALSE),
    "error functions": (erf(x) + erfc(x), 1, LINE, TRUE),
    "error functions, wrong": (erfc(x), 1 + erf(x), LINE, FALSE),
    "gamma function": (gamma(x + 1), x * gamma(x), POSITIVE, TRUE),
    "gamma function, wrong": (gamma(x + 1), (x + 1) * gamma(x), POSITIVE, FALSE),
    "circle": (sin(x)**2 + cos(x)**2, 1, LINE, TRUE),
    "circle, wrong": (sin(x)**2 + cos(x)**2, cos(x), LINE, FALSE),
    "tangent": (tan(x) * cos(x), sin(x), LINE, TRUE),
    "nearly pi": (pi, Rational(355, 113), LINE, FALSE),
    "nearly whole": (exp(pi * sqrt(163)), 262537412640768744, LINE, FALSE),
    "the modulus of a small constant": (sqrt((pi - Rational(22, 7))**2), Rational(22, 7) - pi, LINE, TRUE),
    "the modulus of a small constant, wrong": (sqrt((pi - Rational(22, 7))**2), pi - Rational(22, 7), LINE, FALSE),
}

EXPONENTS = {
    "root of an even power": (sqrt(x**(2 * a)), x**a, OPEN_POWERS, FALSE),
    "root of an even whole power": (sqrt(x**(2 * n)), x**n, Domain(over=[x, n]), FALSE),
    "power of a square": ((x**2)**a, x**(2 * a), OPEN_POWERS, FALSE),
    "power of a square, whole exponent": ((x**2)**n, x**(2 * n), Domain(over=[x, n]), TRUE),
    "power of a power": ((x**a)**b, x**(a * b), OPEN_POWERS, FALSE),
    "power of a power, positive base": ((x**a)**b, x**(a * b), POWERS, TRUE),
    "power of a power, back to the base": ((x**(2 * a))**(1 / (2 * a)), x, Domain(Ne(a, 0), over=[x]), FALSE),
    "root of a whole power": ((x**n)**(1 / n), x, Domain(over=[x, n]), FALSE),
    "root of a whole power, base not negative": ((x**n)**(1 / n), x, Domain(x >= 0, over=[n]), TRUE),
    "alternating signs": ((-1)**n, 1, Domain(over=[n]), FALSE),
    "alternating signs, even": ((-1)**(2 * n), 1, Domain(over=[n]), TRUE),
    "alternating signs, shifted": ((-1)**(n + 1), -(-1)**n, Domain(over=[n]), TRUE),
    "alternating signs, not shifted": ((-1)**(n + 1), (-1)**n, Domain(over=[n]), FALSE),
    "zero to the zero": (x**a, 0, Domain(Eq(x, 0), a >= 0), FALSE),
    "zero to a positive power": (x**a, 0, Domain(Eq(x, 0), a > 0), TRUE),
    "powers cancel": (x**a * x**(1 - a), x, NOT_NEGATIVE_POWERS, TRUE),
    "power of a product": ((x * y)**a, x**a * y**a, Domain(x > 0, y > 0, over=[a]), TRUE),
    "power of a product, one factor negative": ((x * y)**a, (-x)**a * y**a, Domain(x < 0, y > 0, over=[a]), FALSE),
    "power by logarithm": (x**a, exp(a * log(x)), POWERS, TRUE),
    "power by logarithm, wrong": (x**a, exp(log(x) / a), Domain(x > 0, Ne(a, 0)), FALSE),
    "powers of numbers": (2**x * 3**x, 6**x, LINE, TRUE),
    "powers of numbers, sum": (2**x + 3**x, 5**x, LINE, FALSE),
    "sign of a real power of a real base": (sign(x**(2 * a)), 1, Domain(Ne(x, 0), over=[a]), FALSE),
    "a power as a case": (Piecewise((1, x**a > 0), (0, True)), 1, Domain(x >= 0, a > 0), FALSE),
    "exponential of a sum": (exp(x + y), exp(x) + exp(y), PLANE, FALSE),
    "a whole number against a real one": (cos(2 * pi * x), 1, LINE, FALSE),
    "whole exponents of minus the base": ((-x)**n, (-1)**n * x**n, Domain(over=[x, n]), TRUE),
    "whole exponents of minus the base, sign lost": ((-x)**n, x**n, Domain(over=[x, n]), FALSE),
    "root of a power with a free exponent": (sqrt(x**(4 * a)), x**(2 * a), OPEN_POWERS, FALSE),
    "root of a power with two free exponents": (
        sqrt(x**(8 * a + 4 * b)) + 0 * y, x**(4 * a + 2 * b), OPEN_POWERS, FALSE),
    "root of a power beside a power with half the exponent": (
        sqrt(x**(2 * n)) + Piecewise((x**(n * Rational(1, 2)), y < 0), (0, True)), x**n, Domain(y >= 0, over=[x, n]), FALSE),
    "even whole exponents of minus the base": ((-x)**(2 * n), x**(2 * n), Domain(over=[x, n]), TRUE),
}

NO_VALUE = {
    "logarithm of a negative number": (log(-x), log(-x), POSITIVE, NEITHER),
    "logarithms of negative factors": (log(x) + log(y), log(x * y), Domain(x < 0, y < 0), NEITHER),
    "root of a negative number": (sqrt(-1 - x**2), sqrt(-1 - x**2), LINE, NEITHER),
    "roots of negative numbers": (sqrt(x) * sqrt(y), sqrt(x * y), Domain(x < 0, y < 0), NEITHER),
    "arcsine beyond one": (asin(x) + acos(x), pi / 2, Domain(x > 1), NEITHER),
    "inverse hyperbolic tangent beyond one": (tanh(2 * atanh(x)), 2 * x / (1 + x**2), Domain(x > 1), NEITHER),
    "inverse hyperbolic cosine below one": (cosh(2 * acosh(x)), 2 * x**2 - 1, Domain(x < 1), NEITHER),
    "no case applies": (Piecewise((x, x > 0)), x, NEGATIVE, NEITHER),
    "imaginary": (I * x, I * x, LINE, NEITHER),
    "imaginary exponent": (exp(I * x)**2, exp(2 * I * x), LINE, NEITHER),
    "a function without an entry": (zeta(x)**2 / zeta(x), zeta(x), LINE, NEITHER),
    "an integral": (Integral(exp(t), (t, 0, x)) / x, Integral(exp(t), (t, 0, x)), PLANE, FALSE),
    "a jump without an entry": (Derivative(sign(x), x), 0, LINE, NEITHER),
    "a function that is not named": (Function("f", real=True)(x), Function("f", real=True)(-x), LINE, NEITHER),
}

DOMAINS = {
    "no rational point": (x**4, 4, Domain(Eq(x**2, 2)), TRUE),
    "no rational point, odd power": (x**3, 2 * x, Domain(Eq(x**2, 2)), TRUE),
    "no rational point, false": (x**4, 5, Domain(Eq(x**2, 2)), FALSE),
    "no rational point, the other root": (x, sqrt(2), Domain(Eq(x**2, 2)), FALSE),
    "no rational point, the positive root": (x, sqrt(2), Domain(Eq(x**2, 2), x > 0), TRUE),
    "a circle without rational points": ((x + y)**2, 3 + 2 * x * y, Domain(Eq(x**2 + y**2, 3)), TRUE),
    "a circle without rational points, false": ((x + y)**2, 3, Domain(Eq(x**2 + y**2, 3)), FALSE),
    "a transcendental point": (x, log(2), Domain(Eq(exp(x), 2)), TRUE),
    "a transcendental point, false": (x, 1, Domain(Eq(exp(x), 2)), FALSE),
    "a reciprocal bound": (Abs(x), x, Domain(1 / x > -5), FALSE),
    "a reciprocal bound, true": (sqrt(x**2), Abs(x), Domain(1 / x > -5), TRUE),
    "a reciprocal bound and a positive sign": (Abs(x), x, Domain(1 / x > 0), TRUE),
    "a logarithmic bound": (Abs(x), x, Domain(log(x) > -1), TRUE),
    "a bound by a root": (sqrt(x**2), x, Domain(sqrt(x + 2) >= 1), FALSE),
    "a bound that excludes nothing": (Abs(x), x, Domain(x**3 > -1), FALSE),
    "a condition that says nothing where a factor vanishes": (Abs(x), x, Domain(y >= 0, x * y >= 0), FALSE),
    "a condition that says something as a factor does not vanish": (Abs(x), x, Domain(y > 0, x * y >= 0), TRUE),
    "a strict condition with a factor": (Abs(x), x, Domain(y >= 0, x * y > 0), TRUE),
    "a hyperbola": (x * y**2, y, Domain(Eq(x * y, 1)), TRUE),
    "a hyperbola, false": (x, y, Domain(Eq(x * y, 1)), FALSE),
    "a conjunction": (Abs(x * y), x * y, Domain(And(x > 0, y < 0)), FALSE),
    "one end excluded, whole numbers": (Abs(k), k, Domain(k > -1, over=[]), TRUE),
    "one end excluded, real numbers": (Abs(x), x, Domain(x > -1), FALSE),
}

ATTACKS = {**JUMPS, **BRANCHES, **EXPONENTS, **NO_VALUE, **DOMAINS}
SECONDS = 6.0


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_breaks_an_identity(name):
    left, right, domain, truth = ATTACKS[name]
    outcome = decide(Equal(sympify(left, strict=True), sympify(right, strict=True), on=domain), SECONDS).outcome
    assert outcome is Outcome.UNDECIDED or truth == {Outcome.PROVED: TRUE, Outcome.REFUTED: FALSE}[outcome]


@pytest.mark.parametrize("left, right, conditions", [
    (Float("0.1") + Float("0.2"), Float("0.3"), ()),
    (x * Float("0.5"), x / 2, ()),
    (x * Float(1) - x + sqrt(2), Float("1.4142135623730951"), ()),
    (x**Float("0.5"), sqrt(x), (x > 0,)),
    (Max(x, 0), x, (x > Float("0.5"),)),
])
def test_a_float_is_refused_when_the_statement_is_made(left, right, conditions):
    with pytest.raises((StatementError, DomainError), match="rounded number"):
        Equal(left, right, on=Domain(*conditions, over=[x]))


@pytest.mark.parametrize("value", [oo, zoo, nan])
def test_what_is_no_number_is_refused_when_the_statement_is_made(value):
    with pytest.raises(StatementError, match="no number"):
        Equal(value, value, on=LINE)
