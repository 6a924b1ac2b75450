"""A slip that has no value where the original has one is refuted by that."""

from dataclasses import replace

import pytest
from sympy import Identity, Ne, Rational, S, Sum, Symbol, exp, log, oo, sinh, sqrt
from test_mutation import outcome, t, x, y

from theoremtest.derivations.language import TIME, Binomial, Domain, Expectation, Holds, Limit, Outcome, Solves, System, dimension, matrix
from theoremtest.derivations.proof.decide import decide


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_relation_without_a_value_at_a_random_point_is_refuted_by_that():
    """Of the simplest points, integers and halves, none lies between 5/2 and 8/3."""
    on = Domain(y > 0, y < Rational(8, 3))
    within = Holds(sqrt(Rational(8, 3) - y) >= 0, on=on)
    assert outcome(within, Holds(sqrt(Rational(5, 2) - y) + 1 > 0, on=on)) == "refuted"


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_relation_that_divides_by_zero_at_no_simple_point_is_refuted_by_that():
    on = Domain(t > 0, y > 0)
    within = Holds(y / (1 + exp(t) / y) ** 2 > 0, on=on)
    assert outcome(within, Holds(y / (1 - exp(t) / y) ** 2 > 0, on=on)) == "refuted"
    assert outcome(within, Holds(y / (2 + exp(t) / y) ** 2 > 0, on=on)) == "equivalent"


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_sum_that_divides_by_zero_at_its_end_is_refuted_by_that():
    k, n = Symbol("k", integer=True), Symbol("n", integer=True)
    on = Domain(n >= 2, y > 0)
    within = Holds(Sum(y / k**2, (k, 1, n)) > 0, on=on)
    assert outcome(within, Holds(Sum(y / (k - 1)**2, (k, 1, n)) > 0, on=on)) == "refuted"
    assert outcome(within, Holds(Sum(y / (k + 1)**2, (k, 1, n)) > 0, on=on)) != "refuted"
    none = Domain(n >= 0, y > 0)  # a sum of no terms divides by nothing, whatever its last index is
    assert outcome(Holds(Sum(y / (k + 1)**2, (k, 1, n)) + 1 > 0, on=none), Holds(Sum(y / k**2, (k, 1, n)) + 1 > 0, on=none)) != "refuted"


def test_a_limit_of_what_divides_by_terms_that_cancel_is_refuted_by_that():
    """At y = 0 the slip divides by sinh(t) - sinh(t), which balls do not tell from zero."""
    on = Domain(t > 0, x > 0, over=[y])
    within = Limit(t / (sinh(2 * t) - sinh(t) + y**2 + 1 / x), x, 0, 0, on=on, rate=x)
    slip = Limit(y / (sinh(t + y) - sinh(t) + y / x), x, 0, 0, on=on, rate=x)
    assert outcome(within, slip) == "refuted"


def test_a_limit_without_a_value_all_along_its_way_is_refuted_by_that():
    """At x^2 = y, or at x = y, the slip has a value nowhere on the way; at x = t it lacks one once only."""
    on = Domain(t > 0, y > 0, x > y)
    within = Limit(1 / (1 + exp(t) / (x / y - 1)), t, oo, 0, on=on)
    assert outcome(within, Limit(1 / (1 + exp(t) / (x**2 / y - 1)), t, oo, 0, on=on)) == "refuted"
    near = Domain(t > 0, y > 0, x > 0)
    assert outcome(Limit(1 / (x * t + y * t), t, 0, oo, on=near), Limit(1 / (x * t - y * t)**2, t, 0, oo, on=near)) == "refuted"
    assert outcome(Limit(1 / (x + t), t, oo, 0, on=near), Limit(1 / (x - t), t, oo, 0, on=near)) == "true"


def test_a_limit_of_a_root_that_is_lost_in_a_corner_is_refuted_by_that():
    on = Domain(t > 0, y > 0, x >= y)
    within = Limit(exp(-t * sqrt(1 + x**2 - y**2)), t, oo, 0, on=on)
    assert outcome(within, Limit(exp(-t * sqrt(1 + x**2 - y**3 / 100)), t, oo, 0, on=on)) == "refuted"


@pytest.mark.slow
def test_an_endless_limit_of_what_is_zero_at_a_root_is_refuted_by_that():
    """At x^2 = 1/2, which no fraction meets, the slip is zero all along."""
    on = Domain(x > 0, x < 1, t > 0)
    within = Limit(t * (1 - x**2)**2, t, oo, oo, on=on)
    assert outcome(within, Limit(t * (1 - 2 * x**2)**2, t, oo, oo, on=on)) == "refuted"
    assert outcome(within, Limit(t * (2 - x**2)**2, t, oo, oo, on=on)) == "true"
    apart = Domain(x > -1, x < 1, Ne(2 * x**2, 1), t > 0)  # where the root is kept out nothing is lost, elsewhere it is
    kept = Limit(t * (1 - 2 * x**2)**2, t, oo, oo, on=apart)
    assert outcome(kept, Limit(t * (1 - 3 * x**2)**2, t, oo, oo, on=apart)) == "refuted"
    assert outcome(kept, Limit(2 * t * (2 - 4 * x**2)**2, t, oo, oo, on=apart)) != "refuted"


def test_an_endless_limit_of_what_has_no_value_is_refuted_by_that():
    on = Domain(t > 0, t < y, y > 0, x > 0)
    within = Limit(log(y / t - 1) + log(1 + x), t, 0, oo, on=on)
    assert outcome(within, Limit(log(1 + x / t) + log(y / x - 1), t, 0, oo, on=on)) == "refuted"
    assert outcome(within, Limit(log(1 + x / t) + log(y / x + 1), t, 0, oo, on=on)) == "true"


@pytest.mark.slow
def test_a_sum_that_ends_between_two_numbers_is_refuted_by_that():
    k, n = Symbol("k", integer=True), Symbol("n", integer=True)
    on = Domain(n >= 2, y > 0)
    assert outcome(Holds(Sum(y, (k, 1, n)) > 0, on=on), Holds(Sum(y, (k, 1, n / 2)) > 0, on=on)) == "refuted"


def test_a_mean_of_what_is_divided_by_zero_is_refuted_by_that():
    """Where y = 0 the slip has no mean; where the draw is zero it lacks a value as seldom as the original does."""
    on = Domain(over=[t, y, x])
    within = Expectation(t * y / (1 + x**2), {t: S.One}, 0, on=on)
    assert outcome(within, Expectation(t / y, {t: S.One}, 0, on=on)) == "refuted"


def test_a_mean_over_outcomes_without_a_value_is_refuted_by_that():
    """A count of successes may be zero, the number of trials may not."""
    n, k = Symbol("n", integer=True), Symbol("k", integer=True)
    on, tossed = Domain(n >= 1, over=[k]), {k: Binomial(n, Rational(1, 2))}
    within = Expectation(k / n, tossed, Rational(1, 2), on=on)
    assert outcome(within, Expectation(n / k, tossed, Rational(1, 2), on=on)) == "refuted"
    assert outcome(within, Expectation(k / (2 * n), tossed, Rational(1, 4), on=on)) == "true"


def test_a_solution_that_inverts_what_a_condition_kept_invertible_is_refuted_by_that():
    """X' = X^2 from B^T B is B^T B (1 - t B^T B)^-1 up to the time at which an eigenvalue of t B^T B is one."""
    n, p = dimension("n"), dimension("p")
    B, X = matrix("B", n, p), matrix("X", p, p)
    start, on = B.T * B, Domain(TIME <= 0, over=[B])
    within = Solves(System({X: X * X}, {X: start}), {X: start * (Identity(p) - TIME * start)**-1}, on=on)
    assert outcome(within, replace(within, on=Domain(over=[B, TIME])), TIME <= 0) == "refuted"


def test_a_limit_whose_value_has_a_pole_that_a_condition_kept_out_is_refuted_by_that():
    on, open_ = Domain(t >= 0, y > 0, x > 0), Domain(y > 0, x > 0, over=[t])
    reached = Limit((1 + x) / (2 + x - exp(-t * y)), x, 0, 1 / (2 - exp(-t * y)), on=on)
    assert outcome(reached, replace(reached, on=open_), t >= 0) == "refuted"


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_root_that_is_lost_in_a_corner_is_refuted_by_that():
    on = Domain(t > 0, y > 0, x > 0, x < y, 4 * x * y > t**2)
    within = Holds(1 / sqrt((x + y) ** 2 - t**2) > 0, on=on)
    assert outcome(within, Holds(1 / sqrt((x + Rational(31, 32) * y) ** 2 - t**2) > 0, on=on)) == "refuted"


@pytest.mark.parametrize("variance, answer", [(-(t**2), "refuted"), (t**2 - 1, "refuted"), (2 * t**2 - t**2, "equivalent")])
def test_draws_from_what_is_no_law_are_refuted_by_that(variance, answer):
    """Where t = 0 a variance -t^2 is one, and there the mean is what it was."""
    on = Domain(over=[t, y])
    within = Expectation(y, {y: t**2}, 0, on=on)
    assert outcome(within, Expectation(y, {y: variance}, 0, on=on)) == answer


def test_a_mean_over_laws_that_exist_somewhere_is_no_contradiction():
    on = Domain(over=[t, y])
    assert decide(Expectation(y**2, {y: -t**2}, 0, on=on)).outcome is Outcome.PROVED
    assert decide(Expectation(y**2, {y: -t**2}, 1, on=on)).outcome is Outcome.REFUTED


def test_a_limit_that_has_a_value_nowhere_is_refuted_where_the_original_is_not_told_everywhere():
    """6.14 of Nam's thesis: to 1280 bits the original is not told from zero over zero where S t is large, the slip is zero over zero."""
    on = Domain(x > 0, y > 0, t >= 0)

    def path(turned):
        return (x + abs(x) + y * exp(-t * x)) / (-x + abs(x) + (turned * x + abs(x)) * exp(-t * abs(x)))
    assert outcome(Limit(path(1), t, oo, oo, on=on), Limit(path(-1), t, oo, oo, on=on)) == "refuted"
    assert outcome(Limit(path(1), t, oo, oo, on=on), Limit(path(2), t, oo, oo, on=on)) == "true"
