"""Theorems of a whole number: sums in closed form, powers that may be of 0, products of neighbours; false twins have no proof."""

import pytest
from sympy import Ne, S, Sum, factorial, symbols

from theoremtest.derivations.language import Domain, Equal, Holds, ge, gt
from theoremtest.derivations.proof.attest import witness

n, k = symbols("n k", integer=True, positive=True)
j = symbols("j", integer=True)
x, r = symbols("x r", real=True)
ALL = Domain(over=[n, j, x, r])

EQUATIONS = {
    "cubes, as the square of a sum": (Sum(k**3, (k, 1, n)), Sum(k, (k, 1, n))**2, True),
    "factorials": (Sum(k * factorial(k), (k, 1, n)), factorial(n + 1) - 1, True),
    "factorials, one more": (Sum(k * factorial(k), (k, 1, n)), factorial(n + 1), False),
    "pairs of opposite signs": (Sum((-1)**k, (k, 1, 2 * n)), S(0), True),
    "one more of them": (Sum((-1)**k, (k, 1, 2 * n + 1)), S(0), False),
    "geometric": (Sum(r ** (k - 1), (k, 1, n + 1)), (1 - r ** (n + 1)) / (1 - r), True),
}
SIGNS = {
    "neighbours": (ge(j * (j - 1), 0), True),
    "a sum both of whose ends move": (ge(2 * Sum(1 / k, (k, n + 1, 2 * n)), 1), True),
    "three in a row": (ge(n * (n - 1) * (n - 2), 0), True),
}


@pytest.mark.parametrize("name", EQUATIONS)
def test_equations(name):
    left, right, true = EQUATIONS[name]
    assert (witness(Equal(left, right, on=ALL.but(Ne(r, 1)))) is not None) is true


@pytest.mark.slow
@pytest.mark.parametrize("name", SIGNS)
def test_signs(name):
    relation, true = SIGNS[name]
    assert (witness(Holds(relation, on=ALL)) is not None) is true


@pytest.mark.slow
def test_a_power_grows_past_a_square():
    assert witness(Holds(ge(2**n, n**2), on=ALL.but(n >= 4)))


@pytest.mark.slow
def test_bernoulli_down_to_the_power_of_nothing_and_false_twins():
    relation = ge((1 + x)**n, 1 + n * x)
    assert witness(Holds(relation, on=ALL.but(x >= -1)))
    assert not witness(Holds(gt(n * (n - 1) * (n - 2), 0), on=ALL))
