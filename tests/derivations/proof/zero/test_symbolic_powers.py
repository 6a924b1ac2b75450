"""Identities whose exponents hold symbols: decided for every value of the exponent, and false ones not proved."""

import pytest
from sympy import Derivative, Eq, sqrt

from theoremtest.derivations.language import Domain, Equal, Outcome, dimension, real
from theoremtest.derivations.proof.decide import decide

l, x, y = dimension("l"), real("x"), real("y")
on = Domain(x > 0, over=[l, y])


@pytest.mark.parametrize("left, right", [
    (x**(2 * l / (l + 1)), x**2 * x**(-2 / (l + 1))),
    (Derivative(x**((l + 2) / (l + 1)), x), (l + 2) / (l + 1) * x**(1 / (l + 1))),
    ((x**(1 / (2 * (l + 1))) + 1) * (x**(1 / (2 * l + 2)) - 1), x**(1 / (l + 1)) - 1),
    (sqrt(x)**(2 * l), x**l),
    (y**(l + 1), y * y**l),
    ((x**(l + 1))**(1 / (l + 1)), x),
    ((x**l * x * 3**(l + 1))**(1 / (l + 1)), 3 * x),
])
def test_true_for_every_exponent(left, right):
    assert decide(Equal(left, right, on=on)).outcome is Outcome.PROVED


@pytest.mark.parametrize("left, right", [
    (x**(2 * l / (l + 1)), x**(l / (l + 1))),
    (sqrt(y**(2 * l)), y**l),
    (Derivative(x**l, x), x**(l - 1)),
])
def test_false_ones_are_refuted(left, right):
    assert decide(Equal(left, right, on=on)).outcome is Outcome.REFUTED


def test_an_exponent_that_the_domain_fixes():
    fixed = Domain(x > 0, Eq(y, 3))
    assert decide(Equal(x**(2**y - 1), x**7, on=fixed)).outcome is Outcome.PROVED
    assert decide(Equal(x**(2**y - 1), x**6, on=fixed)).outcome is Outcome.REFUTED
