"""Slips that once slipped through: infinite limits of either sign, equivalences between equations, products that vanish once."""

from itertools import islice

import pytest
from sympy import Eq, Gt, Identity, Ne, Or, Rational, S, exp, oo, sin, sqrt

from theoremtest.derivations.language import (
    AtMostOneZero,
    Domain,
    Dot,
    Equal,
    Flow,
    Holds,
    Iff,
    Limit,
    NotHessian,
    Outcome,
    dimension,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.points.boundary import boundary_points
from theoremtest.derivations.proof.refute import failing_points
from theoremtest.derivations.proof.zero.forced_zeros import with_forced_zeros

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


def test_a_case_that_cannot_be_expanded_does_not_hide_one_that_differs():
    on = Domain(x > 0, y > 0, y < 1, a > 0)
    found = decide(Limit(a * (Rational(1, 2) - y**2) / (x * (a * y - x)), x, S.Zero, oo, on=on))
    assert found.outcome is Outcome.REFUTED and found.counterexample.left == "-infinity"


def test_a_finite_value_is_refuted_by_the_case_that_is_infinite():
    found = decide(Limit((y - x) / x, x, S.Zero, S.NegativeOne, on=Domain(x > 0, over=[y])))
    assert found.outcome is Outcome.REFUTED and found.counterexample.left in ("infinity", "-infinity")
    assert dict(found.counterexample.point)["y"] != "0"


@pytest.mark.parametrize("relation, on", [
    (Ne(x, 3 + y / 7), Domain(x > 0, y > 0)),
    (Ne(2 * x**2 - 9 * y**2, -1), Domain(x > 0, y > 0)),
    (Or(Ne(x + 5 * a, 17), Gt(y, 0)), Domain(x > 1, y < -1, a > 2)),
])
def test_an_inequation_is_refuted_on_its_boundary(relation, on):
    assert decide(Holds(relation, on=on)).outcome is Outcome.REFUTED


def test_points_of_a_boundary_lie_in_the_domain_and_on_it():
    on = Domain(x > 0, y > 1)
    found = list(islice(boundary_points((Eq(2 * x * y, 3),), on, Deadline(20)), 30))
    assert any(2 * point[x] * point[y] == 3 for point in found) and all(point[x] > 0 and point[y] > 1 for point in found)
    assert list(boundary_points((Eq(x**3, 2),), Domain(x > 0), Deadline(20))) == []


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_relation_that_fails_where_chance_does_not_go_is_refuted():
    d = dimension("d")
    v, x0, x1 = vector("v", d), vector("x_0", d), vector("x_1", d)
    on = Domain(a > 0, a < 1, w + Dot(v, x0) > 0, w + Dot(v, x1) > 0)
    assert decide(Holds(Gt(w + Dot(v, a * x0 + (1 - a) * x1), 0), on=on)).outcome is Outcome.PROVED
    assert decide(Holds(Gt(w + Dot(v, a * x0 + (1 - a**2) * x1), 0), on=on)).outcome is Outcome.REFUTED
    assert decide(Holds(Gt(y**2 + y + 4 * x**2, 0), on=Domain(Ne(x, 0), over=[y]))).outcome is Outcome.REFUTED


def test_points_at_which_a_relation_fails_are_the_sampler_s_and_certain():
    on = Domain(Eq(x + y, 2), x > 0)
    found = list(failing_points(x**2 < 3 * y, on))
    assert found and all(point[x] + point[y] == 2 and point[x]**2 >= 3 * point[y] for point in found)
    assert list(failing_points(x > 0, on)) == []


def test_a_limit_is_worked_out_at_single_points_where_leading_terms_cancel():
    falling = a * exp(-x) / (a * (1 - exp(-x)) + 1)
    assert decide(Limit(falling, x, oo, S.Zero, on=Domain(a > 0, x > 0))).outcome is Outcome.PROVED
    found = decide(Limit(falling, x, oo, S.Zero, on=Domain(x > 0, over=[a])))
    assert found.outcome is Outcome.REFUTED and dict(found.counterexample.point)["a"] == "-1"


def test_a_field_may_fail_the_test_on_one_sphere_only():
    d = dimension("d")
    v = vector("v", d)
    square = Dot(v, v)
    on = Domain(square > 0, x > 0)
    field = square ** (-x / (x + 2)) * Identity(d) - x / (x + 1) * square ** (-(2 * x + 1) / (x + 1)) * v * v.T
    found = decide(NotHessian(field, variable=v, on=on))
    assert found.outcome is Outcome.PROVED and "|v|^2 = 1" in found.engine
    assert decide(NotHessian(square * Identity(d) + 2 * v * v.T, variable=v, on=on)).outcome is Outcome.REFUTED


def test_what_must_not_be_negative_though_no_term_is_positive_vanishes():
    crowded = Domain(x > 0, w <= 0, a**2 <= x * w)
    forced = with_forced_zeros(crowded)
    assert Eq(w, 0) in forced.conditions and Eq(a, 0) in forced.conditions
    assert decide(Equal(a + w, S.Zero, on=crowded)).outcome is Outcome.PROVED
    assert with_forced_zeros(Domain(x > 0, a**2 <= x * w)).conditions == (x > 0, a**2 <= x * w)
    assert with_forced_zeros(Domain(w <= 0, y <= 0, y * w <= 0)).conditions == (w <= 0, y <= 0, y * w <= 0)  # which of the two is open


def test_an_equivalence_is_refuted_where_one_side_fails_in_a_thin_region():
    on = Domain(x > 0, w > 0, a**2 > w, y**2 <= x**2 * w)
    delta = a**2 - w
    assert decide(Iff(Gt(a, 0), Gt(y + a * (delta**2 + delta + 4 * x**2) / 8, 0), on=on)).outcome is Outcome.REFUTED


def test_a_field_that_is_no_hessian_far_out():
    d = dimension("d")
    v = vector("v", d)
    square = Dot(v, v)
    size = sqrt(a**2 + 4 * square)
    on = Domain(square > 0, over=[a])
    found = decide(NotHessian(2 / (a + size) * Identity(d) - (size - a**2) / ((a + size) * size * square) * v * v.T, variable=v, on=on))
    assert found.outcome is Outcome.PROVED and "as |v| grows" in found.engine


@pytest.mark.slow
def test_a_field_that_is_a_hessian_at_one_value_of_a_parameter_is_told_with_it():
    d = dimension("d")
    v = vector("v", d)
    square, size = Dot(v, v), sqrt(a**2 + 4 * Dot(v, v))
    on = Domain(square > 0, over=[a])

    def slipped(first, second):
        return NotHessian(2 / (a + size) * Identity(d) - (first * size - a) / ((a + second * size) * size * square) * v * v.T, v, on=on)

    found = decide(slipped(2, 1))
    assert found.outcome is Outcome.REFUTED and dict(found.counterexample.point)["a"] == "0"
    assert decide(slipped(1, 2)).outcome is Outcome.PROVED
    assert decide(slipped(1, 1)).outcome is Outcome.PROVED


def test_a_whole_number_at_which_one_sphere_does_not_tell_is_looked_at_by_itself():
    l, d = dimension("l"), dimension("d")
    v = vector("v", d)
    square = Dot(v, v)
    field = square ** (-l / (l + 1)**2) * Identity(d) - l / (l + 1) * square ** (-(2 * l + 1) / (l + 1)) * v * v.T
    found = decide(NotHessian(field, variable=v, on=Domain(square > 0, over=[l])))
    assert found.outcome is Outcome.PROVED and "4 or 1" in found.engine


@pytest.mark.parametrize(("relation", "conditions"), [
    (sin(1) - x >= Rational(1, 10**6), (x - sin(1) < Rational(1, 10**6),)),
    (x**2 <= 2 - Rational(1, 10**12), (x**2 <= 2,)),
])
def test_what_fails_on_a_thin_set_alone_is_refuted(relation, conditions):
    assert decide(Holds(relation, on=Domain(*conditions))).outcome is Outcome.REFUTED


def test_what_fails_nowhere_on_a_thin_set_is_not_refuted():
    assert decide(Holds(sin(1) - x >= -Rational(1, 10**6), on=Domain(x - sin(1) < Rational(1, 10**6)))).outcome is not Outcome.REFUTED
