"""Roots inside exponentials inside roots, nested roots over a denominator, sums of logarithms; a square of either sign has no such root."""

import pytest
from sympy import exp, log, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, reals
from theoremtest.derivations.proof.attest import witness

a, b, c, k, p, t, u, x, y = reals("a", "b", "c", "k", "p", "t", "u", "x", "y")
ROOT = sqrt((a + b) ** 2 - 4 * a * b)
UNDER = 1 + p * (exp(2 * a * t) - 1) / a
TURNED = exp(-2 * a * t) + p * (1 - exp(-t * (a + b + ROOT))) / a
GROWS = Domain(a > 0, b < 0, over=[p, t])
S = sqrt(c**2 + y**2 / k**2)

TRUE = {
    "exponentials of roots under roots": Equal(1 / sqrt(UNDER), exp(-a * t) / sqrt(TURNED), on=GROWS),
    "nested over a denominator": Equal(sqrt(c**2 + y**2 / k**2 + x**2 + 2 * x * S), x + S, on=Domain(k > 0, x > 0, over=[c, y])),
    "a fourth power of either sign": Equal(sqrt(a**4 * b), a**2 * sqrt(b), on=Domain(b > 0, over=[a])),
    "a product of arguments": Holds(log((1 / (x * u) - 1) / (1 / x - 1)) >= 0, on=Domain(x > 0, x < 1, u > 0, u <= 1)),
    "entropy": Holds(-x * log(x) - (1 - x) * log(1 - x) <= log(2), on=Domain(x > 0, x < 1)),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_has_a_proof(name):
    assert witness(TRUE[name]) is not None


@pytest.mark.drawn(6)
@pytest.mark.slow  # three seconds: the search goes through all that it knows
def test_a_square_of_either_sign_has_none():
    assert witness(Equal(sqrt(a**2 * b), a * sqrt(b), on=Domain(b > 0, over=[a]))) is None
