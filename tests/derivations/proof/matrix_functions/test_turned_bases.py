"""Equations that hold in a basis turned by a square orthonormal matrix are proved; a frame that is not square turns nothing."""

import pytest
from sympy import DiagMatrix, Eq, Identity, sqrt

from theoremtest.derivations.language import Domain, Equal, MatrixFunction, Outcome, PositiveDefinite, dimension, matrix, real, vector
from theoremtest.derivations.proof.decide import decide_here

n, m = dimension("n"), dimension("m")
R, F, s = matrix("R", n, n), matrix("F", m, n), vector("s", n)
lam, l = real("lambda"), real("l")
I = Identity(n)
D = DiagMatrix(s)
more, less = (MatrixFunction(sqrt(sign * lam / 2 + sqrt(l**2 + lam**2 / 4)), l, D) for sign in (1, -1))
TURNED = Domain(Eq(R.T * R, I), PositiveDefinite(D), over=[lam, s])
FRAMED = Domain(Eq(F.T * F, I), PositiveDefinite(D), over=[lam, s])
balance = more * more - less * less


@pytest.mark.parametrize("left", [R * balance * R.T, R.T * R * R * balance * R.T, R.T * balance * R], ids=["by R", "before", "by R^T"])
def test_a_balance_is_the_same_in_any_basis(left):
    assert decide_here(Equal(left, lam * I, on=TURNED)).outcome is Outcome.PROVED
    assert decide_here(Equal(left, 2 * lam * I, on=TURNED)).outcome is Outcome.REFUTED


def test_a_frame_that_is_not_square_is_no_basis():
    assert decide_here(Equal(F * balance * F.T, lam * Identity(m), on=FRAMED)).outcome is not Outcome.PROVED
    assert decide_here(Equal(F * balance * F.T, lam * F * F.T, on=FRAMED)).outcome is Outcome.PROVED


def test_without_the_condition_there_is_no_basis():
    free = Domain(PositiveDefinite(D), over=[lam, s, R])
    assert decide_here(Equal(R * balance * R.T, lam * I, on=free)).outcome is Outcome.REFUTED
