"""A word that a scalar makes zero: it is zero where the scalar is not, and nothing is said where that may vanish."""

import pytest
from sympy import Eq, Identity, Ne, Or, Trace

from helpers.attack import decided
from theoremtest.derivations.language import Domain, Dot, Equal, Outcome, dimension, matrix, reals, vector

C, p = dimension("C"), dimension("p")
N, M, u, w = matrix("N", p, C), matrix("M", C, C), vector("u", C), vector("w", C)
a, b = reals("a", "b")
simplex = Domain(a > 0, Eq(N.T * N, a * (C * Identity(C) - u * u.T)), Eq(N * u, 0 * N * u))
"""0 = N^T N u = a (C - |u|^2) u: u is zero, or its squared length is C."""
nothing = 0 * u


def on(*conditions):
    return simplex & Domain(*conditions)


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_what_follows_from_it_is_proved():
    assert decided(lambda: Equal(N.T * N, a * C * Identity(C), on=on(Ne(Dot(u, u), C)))) is Outcome.PROVED
    assert decided(lambda: Equal(u, nothing, on=on(Ne(Dot(u, u), C)))) is Outcome.PROVED


READ = {
    "u u^T u": (u, Domain(Eq(u * u.T * u, C * u), Ne(Dot(u, u), C))),
    "u w^T u": (u, Domain(Eq(u * w.T * u, u), Dot(u, w) < 1)),
    "two eigenvalues": (u, Domain(Eq(M * u, a * u), Eq(M * u, b * u), Ne(a, b))),
    "a trace": (M, Domain(Eq(Trace(M) * M, a * M), Ne(a, Trace(M)))),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", READ)
def test_a_condition_may_say_so_by_itself(name):
    word, on = READ[name]
    assert decided(lambda: Equal(word, 0 * word, on=on)) is Outcome.PROVED


@pytest.mark.parametrize("word, on", (
    (u, Domain(Eq(u * u.T * u, C * u), Ne(Dot(u, u), 2 * C))),
    (u, Domain(Eq(M * u, a * u), Eq(M * u, b * u), over=[a, b])),
    (u, Domain(Eq(M * u, a * u), Eq(M * u, b * u), a >= b)),
    (M, Domain(Eq(Trace(M) * M, a * M), Ne(a, 0))),
), ids=("another length", "one eigenvalue", "one eigenvalue, not less", "another trace"))
def test_a_condition_that_does_not_is_refuted(word, on):
    assert decided(lambda: Equal(word, 0 * word, on=on)) is Outcome.REFUTED


@pytest.mark.parametrize("conditions", ((), (Eq(Dot(u, u), C),), (Ne(Dot(u, u), C**2),), (Or(Ne(Dot(u, u), C), a > 1),)),
                         ids=str)
def test_a_scalar_that_may_vanish_says_nothing(conditions):
    assert decided(lambda: Equal(N.T * N, a * C * Identity(C), on=on(*conditions))) is not Outcome.PROVED
