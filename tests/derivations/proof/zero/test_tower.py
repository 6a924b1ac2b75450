"""The normal form proves true identities over their domains, and never claims a false one."""

import pytest
from sympy import Abs, Max, Rational, acosh, asinh, atan, atanh, cosh, diff, exp, log, pi, sinh, sqrt, tanh

from theoremtest.derivations.language import Domain, reals
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.zero.normal_form import is_zero
from theoremtest.derivations.proof.zero.vanishing_derivative import is_constant_zero

x, y, delta, s, t, k, phi, nu0, mu0, p = reals("x", "y", r"\delta", "s", "t", "k", r"\phi", r"\nu_0", r"\mu_0", "p")
S = sqrt(delta**2 + 4 * x**2)
R = sqrt(delta**2 + 4 * s**2) / 2
ANY = Domain(over=[x, y, delta, p])
POSITIVE = Domain(x > 0, y > 0, over=[delta, p])
WINDOW = Domain(s > 0, t >= 0, phi > -1, phi < 1, mu0 > 0)
NU = (2 * R * nu0 * cosh(R * t) + (2 * s**2 - delta * nu0) * sinh(R * t)) / (2 * R * cosh(R * t) + (2 * nu0 + delta) * sinh(R * t))
U = atanh(phi) + s * t
ALPHA = k * sqrt((k**2 + delta) / 2 + sqrt(((k**2 + delta) / 2) ** 2 + s**2))

AHEAD = Domain(x > 0, y > x, over=[t])

TRUE = {
    "a root whose argument's sign follows from a joint condition": (sqrt((1 + exp(t) / (y / x - 1))**2) - 1 - exp(t) / (y / x - 1), AHEAD),
    "and one between two bounds": (sqrt((y - x + t)**2) - (y - x + t), Domain(y > x, t > 0, t < 1)),
    "conjugate roots multiply to 2|x|": (sqrt(S - delta) * sqrt(S + delta) - 2 * Abs(x), ANY),
    "conjugate roots multiply to 2x for x > 0": (sqrt(S - delta) * sqrt(S + delta) - 2 * x, POSITIVE),
    "constants denest": (sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3), ANY),
    "nested radicals denest (Eqs. 71-72)": (
        sqrt(sqrt(s**2 + ALPHA**2 + delta**2 / 4) - delta / 2) * ALPHA / sqrt(s**2 + ALPHA**2) - k,
        Domain(s > 0, over=[k, delta])),
    "hyperbolic Moebius curve solves the Riccati equation": (
        diff(NU, t) - (s**2 - delta * NU - NU**2), Domain(s > 0, t >= 0, over=[delta, nu0])),
    "tanh undoes atanh": (tanh(atanh(phi)) - phi, WINDOW),
    "tanh solves its Riccati equation": (diff(tanh(U), t) - s * (1 - tanh(U) ** 2), WINDOW),
    "acosh undoes cosh for x > 0": (acosh(cosh(x)) - x, POSITIVE),
    "acosh(cosh x) = |x|": (acosh(cosh(x)) - Abs(x), ANY),
    "asinh undoes sinh": (asinh(sinh(x)) - x, ANY),
    "log of a product": (log(x * y) - log(x) - log(y), POSITIVE),
    "triple angle": (4 * cosh(x / 3) ** 3 - 3 * cosh(x / 3) - cosh(x), ANY),
    "root of an exponential": (sqrt(exp(x)) - exp(x / 2), ANY),
    "finer exponent met after a coarse one": (exp(x) - exp(x / 3) ** 3 + exp(x / 7) ** 14 - exp(x) ** 2, ANY),
    "powers of numbers": (2**x * 4**x - 8**x, ANY),
    "symbolic exponents": (x**p * x ** (1 - p) - x, POSITIVE),
    "cube roots multiply": ((x * y) ** Rational(1, 3) - x ** Rational(1, 3) * y ** Rational(1, 3), POSITIVE),
    "maximum by absolute value": (Max(x, 0) - (x + Abs(x)) / 2, ANY),
}

FALSE = {
    "a root whose argument a joint condition leaves open": (sqrt((exp(t) - y / x)**2) - exp(t) + y / x, AHEAD),
    "the root of a square keeps its sign": (sqrt(x**2) - x, ANY),
    "a sign slip under the nested root": (sqrt(S - delta) * sqrt(S + delta) - 2 * x, ANY),
    "a factor lost": (diff(NU, t) - (s**2 - delta * NU - 2 * NU**2), Domain(s > 0, t >= 0, over=[delta, nu0])),
    "acosh(cosh x) = x for every x": (acosh(cosh(x)) - x, ANY),
    "a formula right at unit norm only": (diff(tanh(U), t) - (1 - tanh(U) ** 2), WINDOW),
}


@pytest.mark.parametrize("name", TRUE)
def test_proves(name):
    expression, domain = TRUE[name]
    assert is_zero(expression, domain, Deadline(20)) is True


@pytest.mark.parametrize("name", FALSE)
def test_never_proves_a_false_identity(name):
    expression, domain = FALSE[name]
    assert is_zero(expression, domain, Deadline(20)) is None


def test_a_vanishing_derivative_settles_arctangents():
    assert is_constant_zero(atan(x) + atan(1 / x) - pi / 2, POSITIVE, Deadline(20)) is True


def test_a_vanishing_derivative_across_a_pole_settles_nothing():
    assert is_constant_zero(atan(x) + atan(1 / x) - pi / 2, ANY, Deadline(20)) is None


def test_the_value_matters_as_well_as_the_derivative():
    assert is_constant_zero(atan(x) + atan(1 / x) - pi / 4, POSITIVE, Deadline(20)) is None


def test_time_runs_out_with_a_message():
    with pytest.raises(OutOfTime, match="no decision within 0 s"):
        is_zero(TRUE["nested radicals denest (Eqs. 71-72)"][0], Domain(s > 0, over=[k, delta]), Deadline(0))


def test_an_inverse_hyperbolic_sine_beside_other_factors():
    """The argument of its logarithm is positive and has a negative conjugate."""
    a, b, z = reals("a", "b", "z")
    on = Domain(a > 0, b > 0, over=[z])
    slope = asinh(z / sqrt(a * b))
    assert is_zero(slope * sqrt(a * b) / (a * b) - slope / sqrt(a * b), on, Deadline(10)) is True
    assert is_zero(slope + asinh(-z / sqrt(a * b)), on, Deadline(10)) is True
    assert is_zero(slope - asinh(z / a), on, Deadline(10)) is not True
