"""Domains without a point, and matrices that their equations force to zero."""

import pytest
from sympy import Eq, Gt, Identity, Lt

from theoremtest.derivations.language import Domain, Equal, Outcome, dimension, matrix, reals
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.matrices.emptiness import NoPoint, certainly_empty, forced_zero_matrices

d = dimension("d")
A, W = matrix("A", d, d), matrix("W", d, d)
a, b, x = reals("a", "b", "x")
balance = Domain(Eq(A * A.T, a * Identity(d) + b * W * W.T), over=[A, W])


def zeros(*conditions):
    return forced_zero_matrices(balance.but(*conditions), Deadline(5))


def test_grams_that_add_up_to_nothing_vanish():
    assert zeros(Eq(a, 0), Lt(b, 0)) == [A, W]
    assert zeros(Eq(a, 0), b <= 0) == [A]  # where b = 0 nothing is known of W
    assert zeros(a >= 0, Gt(b, 0)) == []
    assert zeros(Eq(a, 0)) == []


def test_grams_cannot_add_up_to_less_than_nothing():
    with pytest.raises(NoPoint):
        zeros(Lt(a, 0), b <= 0)
    assert certainly_empty(balance.but(Lt(a, 0), b <= 0), Deadline(5))
    assert not certainly_empty(balance.but(Lt(a, 0)), Deadline(5))


def test_a_condition_without_a_value_does_not_hold():
    on = Domain(Eq(A * A.T, a / x * Identity(d)), over=[A])
    assert certainly_empty(on.but(Eq(x, 0)), Deadline(5))
    assert not certainly_empty(on.but(Gt(x, 0)), Deadline(5))
    assert not certainly_empty(Domain(x > 0, over=[a]), Deadline(5))


def test_the_engine_knows_of_the_zeros():
    gone = balance.but(Eq(a, 0), Lt(b, 0))
    assert decide(Equal(A * W, W.T, on=gone)).outcome is Outcome.PROVED
    assert decide(Equal(A * W, W.T, on=balance)).outcome is not Outcome.PROVED
