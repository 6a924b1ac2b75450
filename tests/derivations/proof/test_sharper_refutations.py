"""Slips that once slipped through: infinite limits of either sign, equivalences between equations, products that vanish once."""

import pytest
from sympy import Eq, Ne, Rational, S, oo

from derivations.language import AtMostOneZero, Domain, Dot, Flow, Iff, Limit, Outcome, dimension, matrix, reals, vector
from derivations.proof.decide import decide

x, y, a, w = reals("x", "y", "a", "w")


def test_an_infinite_limit_whose_sign_depends_on_a_parameter_is_refuted_where_it_turns():
    between = Domain(x > 0, y > -1, y < 1)
    found = decide(Limit((Rational(1, 2) - y**2) / x, x, S.Zero, oo, on=between))
    assert found.outcome is Outcome.REFUTED
    value = dict(found.counterexample.point)["y"]
    assert abs(Rational(value)) ** 2 >= Rational(1, 2) and found.counterexample.right == "infinity"
    assert decide(Limit((1 - y**2) / x, x, S.Zero, oo, on=between)).outcome is Outcome.PROVED
    assert decide(Limit((y**2 - 1) / x, x, S.Zero, -oo, on=between)).outcome is Outcome.PROVED
    assert decide(Limit((y**2 + 1) / x, x, S.Zero, -oo, on=between)).outcome is Outcome.REFUTED


def test_the_case_of_a_vanishing_coefficient_is_told_apart():
    found = decide(Limit(y**2 / x, x, S.Zero, oo, on=Domain(x > 0, over=[y])))
    assert found.outcome is not Outcome.PROVED  # at y = 0 the limit is 0


def test_equivalences_between_equations_are_refuted_at_simple_points():
    d, n = dimension("d"), dimension("n")
    X, v, target = matrix("X", n, d), vector("v", d), vector("y", n)
    on = Domain(over=[a, X, v, target])
    error, half = a * X.T * X * v - X.T * target, -X.T * target
    assert decide(Iff(Eq(Dot(error, error), 0), Eq(Dot(error, half), 0), on=on)).outcome is Outcome.REFUTED
    assert decide(Iff(Eq(Dot(v, v), 0), Eq(2 * Dot(v, v), 0), on=on)).outcome is Outcome.PROVED


@pytest.mark.parametrize("quantity", [a * w, -a * w, 2 * a * w, a**2 * w, a * w**3 / 2])
def test_numbers_and_powers_do_not_change_where_a_product_vanishes(quantity):
    turning = Flow({a: w, w: a})  # (a w)' = a^2 + w^2
    assert decide(AtMostOneZero(quantity, along=turning, on=Domain(Ne(a + w, 0)))).outcome is Outcome.PROVED
    assert decide(AtMostOneZero(quantity, along=Flow({a: S.Zero, w: S.Zero}), on=Domain(over=[a, w]))).outcome is not Outcome.PROVED
