"""Sums over binomials are powers: the binomial theorem with what stands to the power of the index; false twins have no proof."""

import pytest
from sympy import Sum, binomial, exp, symbols

from theoremtest.derivations.language import Domain, Equal
from theoremtest.derivations.proof.attest import witness

n = symbols("n", integer=True, positive=True)
k = symbols("k", integer=True)
a, b, p = symbols("a b p", positive=True)
x, t = symbols("x t", real=True)
ALL = Domain(p < 1, over=[n, a, b, p, x, t])


def over(summand):
    return Sum(binomial(n, k) * summand, (k, 0, n))


SUMS = {
    "any power": (over(x**k), (1 + x)**n, (1 - x)**n),
    "signs that alternate": (over((-1)**k), 0 * n, n**0),
    "two letters": (over(a**k * b**(n - k)), (a + b)**n, a**n + b**n),
    "a generating function": (over(p**k * (1 - p)**(n - k) * exp(t * k)), (1 - p + p * exp(t))**n, (1 + p * exp(t))**n),
    "a factor k": (over(k), n * 2**(n - 1), n * 2**n),
}


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_is_a_power_and_no_other(name):
    left, right, _ = SUMS[name]
    assert witness(Equal(left, right, on=ALL))


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["any power", "signs that alternate", "a factor k"])
def test_a_false_twin_has_no_proof(name):
    left, _, wrong = SUMS[name]
    assert not witness(Equal(left, wrong, on=ALL))
