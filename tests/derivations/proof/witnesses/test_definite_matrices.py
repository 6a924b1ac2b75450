"""True statements about matrices of any size are proved by the kernel alone; false twins of them are not."""

import pytest
import sympy as sp

from theoremtest import Domain, Dot, Equal, Holds, dimension, matrix, reals, vector
from theoremtest.derivations.proof.attest import witness
from theoremtest.language import (
    Blocks,
    FrobeniusNorm,
    Kron,
    LargestEigenvalue,
    PositiveDefinite,
    PositiveSemidefinite,
    Rank,
    SmallestEigenvalue,
    Space,
    SpectralNorm,
    ge,
    gt,
    le,
    matrix_exp,
    matrix_root,
)

n, m = dimension("n"), dimension("m")
A, B, C = (matrix(name, n, n) for name in "ABC")
X, Y, D = matrix("X", n, m), matrix("Y", n, m), matrix("D", m, m)
v, w = vector("v", n), vector("w", n)
a, lam = reals("a", "lambda")
one, one_m = sp.Identity(n), sp.Identity(m)
inv, det, tr = sp.Inverse, sp.Determinant, sp.Trace
P, N = PositiveSemidefinite, PositiveDefinite
symmetric = (sp.Eq(A.T, A), sp.Eq(B.T, B))


def holds(relation, *conditions, over=()):
    return Holds(relation, on=Domain(*conditions, over=list(over)))


def equal(left, right, *conditions, over=()):
    return Equal(left, right, on=Domain(*conditions, over=list(over)))


TRUE = {
    "a form": holds(ge(Dot(v, A * v), 0), P(A), over=[v]),
    "a strict form": holds(gt(Dot(v, A * v), 0), N(A), Dot(v, v) > 0),
    "a congruence keeps the order": holds(P(X.T * B * X - X.T * A * X), P(B - A), over=[X]),
    "the order is transitive": holds(P(C - A), P(C - B), P(B - A)),
    "inverses turn the order": holds(P(inv(A) - inv(B)), N(A), P(B - A)),
    "roots keep the order": holds(P(matrix_root(B) - matrix_root(A)), P(A), P(B - A), P(B)),
    "a matrix and its inverse": holds(P(A + inv(A) - 2 * one), N(A)),
    "a mean of squares": holds(P((A**2 + B**2) / 2 - ((A + B) / 2) ** 2), *symmetric),
    "below the identity": holds(P(A - A**2), P(A), P(one - A)),
    "a parallel sum": holds(P(A - A * inv(A + B) * A), N(A), P(B)),
    "a regularised hat": holds(P(one - X * inv(X.T * X + lam * one_m) * X.T), lam > 0, over=[X]),
    "a cube": holds(P(A**3), P(A)),
    "an exponential above its tangent": holds(P(matrix_exp(A) - one - A), symmetric[0]),
    "a complement": holds(P(D - X.T * inv(A) * X), P(Blocks([A, X], [X.T, D])), N(A), over=[X]),
    "by a complement": holds(P(Blocks([A, X], [X.T, D])), P(D - X.T * inv(A) * X), N(A), over=[X]),
    "Kronecker's product": holds(P(Kron(A, D)), P(A), P(D)),
    "Schur's product": holds(P(sp.HadamardProduct(A, B)), P(A), P(B)),
    "numbers": holds(N(sp.Matrix([[1, a], [a, 1]])), a < 1, a > -1),
    "a trace of a product": holds(ge(tr(A * B), 0), P(A), P(B)),
    "at most the product of traces": holds(le(tr(A * B), tr(A) * tr(B)), P(A), P(B)),
    "traces keep the order": holds(ge(tr(C * B), tr(C * A)), P(B - A), P(C)),
    "Cauchy and Schwarz": holds(le(tr(X.T * Y) ** 2, tr(X.T * X) * tr(Y.T * Y)), over=[X, Y]),
    "Young": holds(le(2 * Dot(v, w), Dot(v, A * v) + Dot(w, inv(A) * w)), N(A), over=[v, w]),
    "a quotient of Rayleigh": holds(le(Dot(v, A * v), LargestEigenvalue(A) * Dot(v, v)), symmetric[0], over=[v]),
    "largest eigenvalues add up": holds(le(LargestEigenvalue(A + B), LargestEigenvalue(A) + LargestEigenvalue(B)), *symmetric),
    "the smallest eigenvalue": holds(gt(SmallestEigenvalue(A), 0), N(A)),
    "a trace of n eigenvalues": holds(le(tr(A), n * LargestEigenvalue(A)), symmetric[0]),
    "norms of products": holds(le(SpectralNorm(A * B), SpectralNorm(A) * SpectralNorm(B)), over=[A, B]),
    "a norm below Frobenius's": holds(le(SpectralNorm(X), FrobeniusNorm(X)), over=[X]),
    "both norms": holds(le(FrobeniusNorm(A * B) ** 2, SpectralNorm(A) ** 2 * tr(B.T * B)), over=[A, B]),
    "a norm of a transpose": equal(SpectralNorm(X.T), SpectralNorm(X), over=[X]),
    "a determinant from 1": holds(ge(det(one + A), 1), P(A)),
    "Sylvester's determinants": equal(det(one + X * Y.T), det(one_m + Y.T * X), over=[X, Y]),
    "a determinant of a multiple": equal(det(a * A), a**n * det(A), over=[A, a]),
    "ranks add up": holds(le(Rank(A + B), Rank(A) + Rank(B)), over=[A, B]),
    "the rank of a projection": equal(Rank(A), tr(A), sp.Eq(A * A, A), symmetric[0]),
}
FALSE = {
    "squares keep the order": holds(P(B**2 - A**2), P(A), P(B - A)),
    "a product of definite ones": holds(P(A * B), P(A), P(B)),
    "an anticommutator": holds(P(A * B + B * A), P(A), P(B)),
    "inverses keep the order": holds(P(inv(B) - inv(A)), N(A), P(B - A), N(B)),
    "a difference": holds(P(A - B), P(A), P(B)),
    "a cube of a symmetric one": holds(P(A**3), symmetric[0]),
    "a semidefinite one is definite": holds(N(A), P(A)),
    "Kronecker's product, strictly": holds(N(Kron(A, D)), P(A), N(D)),
    "a trace of three": holds(ge(tr(A * B * C), 0), P(A), P(B), P(C)),
    "a trace with a symmetric one": holds(ge(tr(A * B), 0), P(A), symmetric[1]),
    "at least the product of traces": holds(le(tr(A) * tr(B), tr(A * B)), P(A), P(B)),
    "a block without its complement": holds(P(D - X.T * inv(A) * X), P(D), N(A), over=[X]),
    "numbers that are not definite": holds(N(sp.Matrix([[1, a], [a, 1]])), a < 2, a > -1),
    "a norm without its square": holds(P(SpectralNorm(X) * one - X * X.T), over=[X]),
    "largest eigenvalues, turned": holds(ge(LargestEigenvalue(A + B), LargestEigenvalue(A) + LargestEigenvalue(B)), *symmetric),
    "a determinant from 2": holds(ge(det(one + A), 2), P(A)),
    "ranks of sums": equal(Rank(A + B), Rank(A) + Rank(B), over=[A, B]),
    "determinants add up": equal(det(A + B), det(A) + det(B), over=[A, B]),
}


@pytest.mark.slow
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_about_matrices_is_proved(name):
    assert witness(TRUE[name]) is not None


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", FALSE)
def test_a_false_one_is_not(name):
    assert witness(FALSE[name]) is None


def test_an_operator_of_a_function_space_is_definite_by_multiples_of_others():
    space, (number,) = Space("H"), reals("c")
    operator, twin = matrix("R", space, space), matrix("S", space, space)
    on = Domain(number > 0, PositiveSemidefinite(operator), over=[twin])
    assert witness(Holds(PositiveSemidefinite(number * operator + twin.T * twin), on=on)) is not None
    assert witness(Holds(PositiveSemidefinite(number * operator - twin.T * twin), on=on)) is None
