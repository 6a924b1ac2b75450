"""A slip that has no value where the original has one is refuted by that."""

from sympy import Rational, Sum, Symbol, exp, sqrt
from test_mutation import outcome, t, y

from rederive.derivations.language import Domain, Holds


def test_a_relation_without_a_value_at_a_random_point_is_refuted_by_that():
    """Of the simplest points, integers and halves, none lies between 5/2 and 8/3."""
    on = Domain(y > 0, y < Rational(8, 3))
    within = Holds(sqrt(Rational(8, 3) - y) >= 0, on=on)
    assert outcome(within, Holds(sqrt(Rational(5, 2) - y) + 1 > 0, on=on)) == "refuted"


def test_a_relation_that_divides_by_zero_at_no_simple_point_is_refuted_by_that():
    on = Domain(t > 0, y > 0)
    within = Holds(y / (1 + exp(t) / y) ** 2 > 0, on=on)
    assert outcome(within, Holds(y / (1 - exp(t) / y) ** 2 > 0, on=on)) == "refuted"
    assert outcome(within, Holds(y / (2 + exp(t) / y) ** 2 > 0, on=on)) == "equivalent"


def test_a_sum_that_divides_by_zero_at_its_end_is_refuted_by_that():
    k, n = Symbol("k", integer=True), Symbol("n", integer=True)
    on = Domain(n >= 2, y > 0)
    within = Holds(Sum(y / k**2, (k, 1, n)) > 0, on=on)
    assert outcome(within, Holds(Sum(y / (k - 1)**2, (k, 1, n)) > 0, on=on)) == "refuted"
    assert outcome(within, Holds(Sum(y / (k + 1)**2, (k, 1, n)) > 0, on=on)) != "refuted"
    none = Domain(n >= 0, y > 0)  # a sum of no terms divides by nothing, whatever its last index is
    assert outcome(Holds(Sum(y / (k + 1)**2, (k, 1, n)) + 1 > 0, on=none), Holds(Sum(y / k**2, (k, 1, n)) + 1 > 0, on=none)) != "refuted"
