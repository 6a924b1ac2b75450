"""Expectations, exponents and case distinctions: what is true is proved, what is false has a counterexample, what is malformed is named."""

import pytest
from sympy import And, Eq, Ge, Gt, Le, Lt, Max, Min, Ne, Or, Rational, S, sqrt

from theoremtest.derivations.language import (
    Classifies,
    Domain,
    Dot,
    Expectation,
    Holds,
    Outcome,
    Scales,
    StatementError,
    dimension,
    matrix,
    real,
    vector,
)
from theoremtest.derivations.proof.cases.not_linear import nowhere, on_a_slice
from theoremtest.derivations.proof.cases.polyhedra import NotLinear, somewhere
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.routes import growth

a, b, c, k, s = real("a"), real("b"), real("c"), real("k"), real("s")
d, n = dimension("d"), dimension("n")
u, v, x, W = vector("u", d), vector("v", d), vector("x", n), matrix("W", d, n)
free = Domain(over=[a, b, c])
drawn = Domain(s > 0, over=[u, v, W, x])


def outcome(statement):
    return decide(statement, seconds=20).outcome


# polyhedral cells

@pytest.mark.parametrize("condition", [
    And(a > b, b > c, c > a), And(Max(a, b) < c, a > c), And(Ge(a, 1), Le(a + b, 0), b > -1), And(Eq(a, b), Ne(a, b)),
    And(Min(a, b) > 0, Max(a, -b) < 0), And(Eq(2 * a, 3), a > 1, Lt(a, Rational(3, 2))),
])
def test_an_empty_condition_has_no_point(condition):
    assert somewhere(condition) is None


@pytest.mark.parametrize("condition", [
    And(a > b, b > c), Or(a > a + 1, Eq(a, Rational(1, 3))), And(a > 0, a < Rational(1, 7)), And(Eq(Max(a, b), 0), Lt(a, 0)),
    And(Ge(a + b + c, 1), Le(a, 0), Le(b, 0)), And(Ne(a, 0), Ge(a, 0), Le(a, 1)),
])
def test_a_point_obeys_its_condition(condition):
    point = somewhere(condition)
    assert condition.subs({symbol: point.get(symbol, S.Zero) for symbol in condition.free_symbols}) == S.true


def test_products_of_unknowns_are_refused():
    with pytest.raises(NotLinear, match="linear"):
        somewhere(a * b > 0)


# case distinctions

def test_a_complete_and_true_list_of_cases():
    cases = {"more": a > b, "same": Eq(a, b), "less": a < b}
    assert outcome(Classifies(cases, {"more": Max(a, b) > b, "same": Le(abs(0) + a, b), "less": Max(a, b) > a}, on=free)) is Outcome.PROVED


@pytest.mark.parametrize("given, meaning", [
    ({"more": a > b, "less": a < b}, {"more": a > b, "less": a < b}),  # a = b has no label
    ({"more": Ge(a, b), "less": Le(a, b)}, {"more": Ge(a, b), "less": Le(a, b)}),  # a = b has two
    ({"more": a > b, "less": Le(a, b)}, {"more": a > b, "less": a < b}),  # the label means more than is given
])
def test_each_kind_of_fault_is_refuted(given, meaning):
    evidence = decide(Classifies(given, meaning, on=free))
    assert evidence.outcome is Outcome.REFUTED
    point = dict(evidence.counterexample.point)
    assert point["a"] == point["b"]


def test_one_wrong_column_of_a_table_is_found():
    table = {"big": ({a: 2, b: 0}, {a: Rational(1, 2), b: 1}), "small": ({a: 0, b: 5},)}
    meaning = {"big": a > 1, "small": Le(a, 1)}
    evidence = decide(Classifies(table, meaning, complete=False, on=Domain(over=[a, b])))
    assert evidence.outcome is Outcome.REFUTED and dict(evidence.counterexample.point) == {"a": "1/2", "b": "1"}
    table["big"] = table["big"][:1]
    assert outcome(Classifies(table, meaning, complete=False, on=Domain(over=[a, b]))) is Outcome.PROVED


def test_cases_that_are_not_linear_go_to_sign_analysis():
    cases = {"in": a**2 < b, "out": Ge(a**2, b)}
    on = Domain(b > 0, over=[a])
    assert outcome(Classifies(cases, {"in": Gt(b - a**2, 0), "out": Le(b - a**2, 0)}, on=on)) is Outcome.PROVED
    assert outcome(Classifies(cases, {"in": a < 0, "out": Ge(a**2, b)}, complete=False, on=on)) is Outcome.REFUTED


def test_a_label_without_a_meaning_is_named():
    with pytest.raises(StatementError, match="'less'"):
        Classifies({"more": a > b, "less": a < b}, {"more": a > b}, on=free)


# exponents

growing = Domain(k > 0, s > 0, over=[a, b])


def test_the_largest_exponent_wins():
    assert outcome(Scales(sqrt(k**a + s * k**b) / k**2, k, Max(a, b) / 2 - 2, on=growing)) is Outcome.PROVED
    assert outcome(Scales(sqrt(k**a + s * k**b), k, a / 2, on=growing)) is Outcome.REFUTED
    assert outcome(Scales(sqrt(k**a + s * k**b), k, a / 2, on=growing.but(Ge(a, b)))) is Outcome.PROVED


def test_a_difference_has_an_order_where_its_terms_never_tie():
    for gap in (k**a - k**b, (k**a - k**b)**2 + 1, 1 / (k**a - k**b)):
        found = decide(Scales(gap, k, Max(a, b), on=growing))  # where a = b nothing is left of it
        assert found.outcome is Outcome.REFUTED
    assert outcome(Scales(k**a - s * k**b, k, a, on=growing.but(a > b))) is Outcome.PROVED
    assert outcome(Scales(k**a - s * k**b, k, b, on=growing.but(a > b))) is Outcome.REFUTED
    assert outcome(Scales((s * k**b - k**a)**2, k, 2 * a, on=growing.but(a > b))) is Outcome.PROVED
    assert outcome(Scales((s * k**b - k**a)**3, k, 3 * a, on=growing.but(a > b))) is not Outcome.PROVED  # it is negative
    assert outcome(Scales(1 / sqrt(k**a - s * k**b + 1), k, -a / 2, on=growing.but(a > b, a > 0))) is Outcome.PROVED
    assert outcome(Scales(k**a - s * k**b, k, a, on=growing.but(Ge(a, b)))) is not Outcome.PROVED  # at s = 1 it vanishes where a = b


def test_numbers_try_exponents_that_tie():
    terms = (k**a - k**b)**2 + k**c
    assert growth.check(Scales(terms, k, Max(2 * a, 2 * b, c), on=growing.but(over=[c])), "ties").outcome is Outcome.REFUTED
    assert growth.check(Scales(terms, k, Max(2 * a, 2 * b, c), on=growing.but(a > b, over=[c])), "ties").outcome is Outcome.AGREES


# products of unknowns

@pytest.mark.parametrize("condition", [And(a**2 < b, b < -1), And(a * b > c, c > 1 + a * b), And(Ge(Max(a**2, b), 0).negated, a > 0)])
def test_what_even_looser_conditions_exclude_has_no_point(condition):
    assert nowhere(condition, Deadline(5))


@pytest.mark.parametrize("condition", [And(a**2 < a, b > a), And(a * b > 3, b < 2), And(Eq(Max(a**2, b), 1), b < a)])
def test_a_point_on_a_slice_obeys_its_condition(condition):
    assert not nowhere(condition, Deadline(5))
    point = on_a_slice(condition, Deadline(5))
    assert condition.subs({symbol: point.get(symbol, S.Zero) for symbol in condition.free_symbols}) == S.true


def test_what_is_no_polynomial_has_no_looser_condition():
    assert not nowhere(And(1 / a > 0, a < 0), Deadline(5)) and on_a_slice(And(sqrt(a) > b, b > 1), Deadline(5)) is None


def test_an_exponent_with_a_square_is_decided_on_slices():
    assert outcome(Scales(k**(a**2) + k**b, k, Max(a, b), on=growing)) is Outcome.REFUTED
    assert outcome(Scales(k**(a**2) + s, k, a**2, on=growing)) is Outcome.PROVED


def test_a_coefficient_that_may_vanish_or_be_negative_is_not_positive():
    found = decide(Scales(c * k + 1, k, S.One, on=growing.but(over=[c])))
    assert found.outcome is Outcome.REFUTED and dict(found.counterexample.point)["c"] == "0"
    found = decide(Scales(c * k + 1, k, S.One, on=growing.but(Ne(c, 0))))
    assert found.outcome is Outcome.REFUTED and dict(found.counterexample.point)["c"] == "-1"  # negative in the end
    assert outcome(Scales(c * k, k, S.One, on=growing.but(Ge(c, 0)))) is Outcome.REFUTED  # zero has no order
    assert outcome(Scales(1 / c**2 + k, k, S.One, on=growing.but(over=[c]))) is Outcome.UNDECIDED  # no value at c = 0
    assert outcome(Scales(1 / c**2 + k, k, S.One, on=growing.but(Ne(c, 0)))) is Outcome.PROVED
    assert outcome(Scales(c**2 * k + 1, k, S.One, on=growing.but(Ne(c, 0)))) is Outcome.PROVED


# expectations

@pytest.mark.parametrize("quantity, draws, value", [
    (Dot(u, u), {u: s}, d * s),
    (Dot(u, u)**3, {u: s}, s**3 * d * (d + 2) * (d + 4)),
    (Dot(u, v)**2, {u: s, v: S(2)}, 2 * d * s),
    (Dot(u, W * x)**2, {u: s, W: S(1)}, d * s * Dot(x, x)),
    (Dot(W * x, W * x)**2, {W: s}, s**2 * Dot(x, x)**2 * d * (d + 2)),
    (Dot(u, W * x), {u: s, W: S(1)}, S.Zero),
    (Dot(u, v)**4, {u: S(1), v: S(1)}, 3 * d * (d + 2)),
])
def test_moments_in_every_dimension(quantity, draws, value):
    assert outcome(Expectation(quantity, draws, value, on=drawn)) is Outcome.PROVED
    assert outcome(Expectation(quantity, draws, value + 1, on=drawn)) is Outcome.REFUTED


def test_moments_of_one_number():
    one = Domain(s > 0, over=[a])
    assert outcome(Expectation(a**6, {a: s}, 15 * s**3, on=one)) is Outcome.PROVED
    assert outcome(Expectation(a**2, {a: s}, 2 * s**2, "variance", on=one)) is Outcome.PROVED


def test_what_is_no_polynomial_is_not_decided():
    assert outcome(Expectation(sqrt(Dot(u, u)), {u: s}, sqrt(s), on=drawn)) is Outcome.UNDECIDED


def test_an_unknown_moment_is_named():
    with pytest.raises(StatementError, match="median"):
        Expectation(Dot(u, u), {u: s}, s, "median", on=drawn)


# strict inequalities of equal sides

def test_a_strict_inequality_of_equal_sides_is_refuted():
    """Balls cannot tell two equal numbers apart; the normal form can."""
    same = sqrt((s + 1)**2 * (s + 2)) - (s + 1) * sqrt(s + 2)
    on = Domain(s > 0)
    for relation in (Lt(same, 0), Gt(same, 0), Ne(same, 0)):
        evidence = decide(Holds(relation, on=on))
        assert evidence.outcome is Outcome.REFUTED and dict(evidence.counterexample.point) == {"s": "1"}
    assert outcome(Holds(Le(same, 0), on=on)) is Outcome.PROVED
