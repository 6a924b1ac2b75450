"""A word that a scalar makes zero: it is zero where the scalar is not, and nothing is said where that may vanish."""

import pytest
from sympy import Eq, Identity, Ne, Or

from helpers.attack import decided
from rederive.derivations.language import Domain, Dot, Equal, Outcome, dimension, matrix, real, vector

C, p = dimension("C"), dimension("p")
N, u, a = matrix("N", p, C), vector("u", C), real("a")
simplex = Domain(a > 0, Eq(N.T * N, a * (C * Identity(C) - u * u.T)), Eq(N * u, 0 * N * u))
"""0 = N^T N u = a (C - |u|^2) u: u is zero, or its squared length is C."""
nothing = 0 * u


def on(*conditions):
    return simplex & Domain(*conditions)


def test_what_follows_from_it_is_proved():
    assert decided(lambda: Equal(N.T * N, a * C * Identity(C), on=on(Ne(Dot(u, u), C)))) is Outcome.PROVED
    assert decided(lambda: Equal(u, nothing, on=on(Ne(Dot(u, u), C)))) is Outcome.PROVED


@pytest.mark.parametrize("conditions", ((), (Eq(Dot(u, u), C),), (Ne(Dot(u, u), C**2),), (Or(Ne(Dot(u, u), C), a > 1),)),
                         ids=str)
def test_a_scalar_that_may_vanish_says_nothing(conditions):
    assert decided(lambda: Equal(N.T * N, a * C * Identity(C), on=on(*conditions))) is not Outcome.PROVED
