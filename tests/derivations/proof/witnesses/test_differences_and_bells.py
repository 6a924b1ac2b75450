"""Sums whose summands are differences, integrals beside a bell, functions above a larger one: each beside a neighbour that is not so."""

import pytest
from sympy import Abs, E, Integral, Max, Min, Ne, Rational, S, Sum, atan, cos, cosh, erf, exp, log, oo, pi, sqrt, symbols

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Equal, Holds, gt, lt, reals
from theoremtest.derivations.proof.attest import witness

pytestmark = pytest.mark.drawn(4)

x, y, z, a, b, c, m, s = reals("x", "y", "z", "a", "b", "c", "m", "s")
n, k = symbols("n k", integer=True, positive=True)
BELL, LINE, AXIS = exp(-(x**2) / 2) / sqrt(2 * pi), (x, -oo, oo), (x, 0, oo)
largest = log(exp(x) + exp(y) + exp(z))

EQUAL = {
    "fractions": (Sum(1 / (k * (k + 2)), (k, 1, oo)), Rational(3, 4), Rational(1, 2)),
    "fractions from anywhere on": (Sum(1 / (k * (k + 1)), (k, n, oo)), 1 / n, 1 / (n + 1)),
    "logarithms": (Sum(log(1 - 1 / k**2), (k, 2, oo)), -log(2), log(2)),
    "logarithms of quadratic factors": (Sum(log((k**3 - 1) / (k**3 + 1)), (k, 2, oo)), log(Rational(2, 3)), log(Rational(1, 3))),
    "another function": (Sum(atan(k + 1) - atan(k), (k, 1, oo)), pi / 4, pi / 2),
    "a finite one, twice": (2 * Sum(1 / (k * (k + 1)), (k, 1, n)) + 1, 3 - 2 / (n + 1), 3 - 1 / (n + 1)),
    "a square beside a bell": (Integral(Max(x, 0) ** 2 * BELL, LINE), S(1) / 2, S(1)),
    "a kink anywhere": (Integral(Abs(x + m) * BELL, LINE), m * erf(m / sqrt(2)) + sqrt(2 / pi) * exp(-(m**2) / 2), m * erf(m / sqrt(2))),
    "kinks inside kinks": (Integral(Max(Min(x, 1), -1) * BELL, LINE), S(0), S(1)),
    "an error function": (Integral(x * erf(x) * BELL, LINE), 2 / sqrt(3 * pi), 2 / sqrt(pi)),
    "one of the same width": (Integral(erf(x / sqrt(2)) * BELL, AXIS), S(1) / 4, S(1) / 2),
    "a wave that decays": (Integral(exp(-a * x) * cos(b * x), AXIS), a / (a**2 + b**2), b / (a**2 + b**2)),
    "a factor before what has no value": (Integral(c * exp(-(x**4)), (x, 0, 1)), c * Integral(exp(-(x**4)), (x, 0, 1)),
                                          2 * c * Integral(exp(-(x**4)), (x, 0, 1))),
}
SIGNS = {
    "a finite sum below its limit": (lt(Sum(1 / (k * (k + 1)), (k, 1, n)), 1), lt(Sum(1 / (k * (k + 1)), (k, 1, n)), Rational(3, 4))),
    "powers that grow": (lt((1 + 1 / n) ** n, E), gt((1 + 1 / n) ** n, 3)),
    "above the largest": (largest >= Max(x, Max(y, z)), largest - Max(x, Max(y, z)) >= log(2)),
    "Bernoulli, strictly": ((1 + x) ** a > 1 + a * x, (1 + x) ** a > 1 + 2 * a * x),
    "above a modulus": (log(cosh(x)) >= Abs(x) - log(2), log(cosh(x)) >= Abs(x) - log(2) / 2),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EQUAL)
def test_a_value_is_found_and_no_other(name):
    left, right, other = EQUAL[name]
    on = Domain(a > 0, over=[a, b, c, m, n])
    assert witness(Equal(left, right, on=on))
    assert no_witness(Equal(left, other, on=on))


@pytest.mark.slow
@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_is_found_and_not_a_sharper_one(name):
    true, false = SIGNS[name]
    on = Domain(a > 1, x > -1, Ne(x, 0), over=[y, z, n])
    assert witness(Holds(true, on=on))
    assert no_witness(Holds(false, on=on))


def test_what_diverges_has_no_value_though_it_is_made_of_differences():
    assert not witness(Equal(Sum(log(1 + 1 / k), (k, 1, oo)), S(0), on=Domain(over=[x])))
