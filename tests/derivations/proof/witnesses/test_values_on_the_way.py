"""Sums compared summand by summand, powers of powers, pieces, the gamma function, denominators of solutions; near misses have no proof."""

import pytest
from sympy import Function, KroneckerDelta, Ne, Piecewise, Sum, Symbol, exp, gamma, pi, sign, sin, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, reals
from theoremtest.derivations.proof.attest import witness

j, k, n, m = (Symbol(name, integer=True) for name in "jknm")
a, c, r, x, s, d, e, t, z = reals("a", "c", "r", "x", "s", "d", "e", "t", "z")
f, g = Function("f", real=True), Function("g", positive=True)
N, T = (c * (a + 1) ** ((a + 1) / a)) ** (1 / (a + 2)), (c * (a + 1) ** (1 / a)) ** (1 / (a + 2))
ROOT = sqrt(s**2 + d * e)


def over(left, right, *conditions, free=()):
    return Equal(left, right, on=Domain(*conditions, over=free))


TRUE = {
    "a sine that turns at every index": over(Sum(f(k) * sin(2 * pi * k * (1 - x)), (k, 1, n)), -Sum(f(k) * sin(2 * pi * k * x), (k, 1, n)),
                                             n >= 1, free=[x]),
    "a delta outside of the range": over(Sum(f(j) * KroneckerDelta(j, k), (j, 1, n)) + x, x, n >= 1, k >= n + 1, free=[x]),
    "powers of powers": over((T / N) ** a * N**-a * (a + 1), T**a * N ** (-2 * a) * (a + 1), a > 0, c > 0),
    "a power of a product with powers": over((c * (a + 1) ** (1 / a)) ** (a / (a + 2)) * c ** (2 / (a + 2)), c * (a + 1) ** (1 / (a + 2)),
                                             a > 0, c > 0),
    "pieces, in cases of a sign": over(sign(r) - sign(r) ** 2 + 1, Piecewise((-1, r < 0), (1, True)), free=[r]),
    "gamma, two places on": over(gamma(x + 2), x * (x + 1) * gamma(x), x > 0),
}
FALSE = {
    "a sine that turns at a half of them": over(Sum(f(k) * sin(pi * k * (1 - x)), (k, 1, n)), -Sum(f(k) * sin(pi * k * x), (k, 1, n)),
                                                n >= 1, free=[x]),
    "a delta in the range": over(Sum(f(j) * KroneckerDelta(j, k), (j, 1, n)) + x, x, n >= 1, k >= n, free=[x]),
    "quotients of equal denominators": over(Sum(f(k) / (1 + g(k) * exp(-x)), (k, 1, n)), Sum(f(k) / (exp(x) + g(k)), (k, 1, n)), n >= 1,
                                            free=[x]),
    "pieces that change elsewhere": over(sign(r) - sign(r) ** 2 + 1, Piecewise((-1, r <= 0), (1, True)), free=[r]),
    "gamma, with one factor": over(gamma(x + 2), (x + 1) * gamma(x), x > 0),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("statement", TRUE.values(), ids=TRUE)
def test_an_equation_follows(statement):
    assert witness(statement)


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("statement", FALSE.values(), ids=FALSE)
def test_a_near_miss_of_one_does_not(statement):
    assert not witness(statement)


DENOMINATOR = d + ROOT - s + (s + ROOT - d) * exp(-2 * t * ROOT / z)


@pytest.mark.slow
def test_a_denominator_of_roots_and_an_exponential_does_not_vanish_from_the_start_on():
    assert witness(Holds(Ne(DENOMINATOR, 0), on=Domain(s > 0, z > 0, d >= 0, e >= 0, t >= 0)))
