"""Two eigenvectors of one symmetric matrix: what depends on their inner product is proved by cases, and nothing more than follows."""

import pytest
from sympy import Eq, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Outcome, dimension, matrix, reals, vector
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.matrices.eigenvectors import alike_or_orthogonal

d, p = dimension("d"), dimension("p")
A, X = matrix("A", d, d), matrix("X", d, p)
u, v = vector("u", d), vector("v", d)
r, s = reals("r", "s")
gram = Domain(Eq(X * X.T * u, r * u), Eq(X * X.T * v, s * v), r > 0, s > 0)
symmetric = Domain(Eq(A * u, r * u), Eq(A * v, s * v), Eq(A, A.T))
any_matrix = Domain(Eq(A * u, r * u), Eq(A * v, s * v))


@pytest.mark.parametrize("on", [gram, symmetric], ids=["a Gram matrix", "a symmetric matrix"])
def test_where_the_numbers_differ_the_vectors_are_orthogonal(on):
    assert alike_or_orthogonal(on) == [(Eq(r, s), Eq(Dot(u, v), 0))]
    assert decide(Equal(r * Dot(u, v), s * Dot(u, v), on=on)).outcome is Outcome.PROVED
    assert decide(Equal(r * Dot(u, u), s * Dot(v, v), on=on)).outcome is not Outcome.PROVED


def test_quotients_of_the_eigenvalues_are_one_where_it_matters():
    assert decide(Equal(sqrt(r / s) * Dot(u, v), s / r * Dot(u, v), on=gram)).outcome is Outcome.PROVED


def test_of_another_matrix_nothing_follows():
    assert alike_or_orthogonal(any_matrix) == []
    assert decide(Equal(r * Dot(u, v), s * Dot(u, v), on=any_matrix)).outcome is not Outcome.PROVED
