"""Equations between matrices follow from the domain's by words around them, where linear algebra finds weights; false twins do not."""

import pytest
from sympy import Eq, Identity, MatrixSymbol, ZeroMatrix

from helpers.kernel_proofs import taken
from theoremtest.derivations.language import Domain, Equal, dimension

d, n = dimension("d"), dimension("n")
A, B, C, P, Q = (MatrixSymbol(name, d, d) for name in "ABCPQ")
L, R = MatrixSymbol("L", n, d), MatrixSymbol("R", d, n)
one, zero = Identity(d), ZeroMatrix(d, d)
projections = Domain(Eq(P * P, P), Eq(Q * Q, Q), Eq(P * Q + Q * P, zero))
involutions = Domain(Eq(A * A, one), Eq(B * B, one), Eq(A * B * A * B, one))


@pytest.mark.parametrize("left, right, on, holds", [
    (A * B, B * A, Domain(Eq(A**2 * B, B * A**2), Eq(A**2, A)), True),
    (A * B, B * A, Domain(Eq(A**2 * B, B * A**2), Eq(A**3, A)), False),  # A^2 = 1 says nothing of B
    (P * Q, zero, projections, True), (P, zero, projections, False),
    (B, C, Domain(Eq(A * B, one), Eq(C * A, one)), True), (B, A, Domain(Eq(A * B, one), Eq(C * A, one)), False),
    (A * B, B * A, involutions, True), (A, B, involutions, False),
    (L * A * R, L * R, Domain(Eq(A * B, one), Eq(A * B * R, A * R), over=[L]), True),  # sizes differ around the identity
    (L * A * R, L * R, Domain(Eq(A * B, one), Eq(A * A * R, A * R), over=[L]), True),
    (L * A * R, L * R, Domain(Eq(A * A * R, A * R), over=[L, B]), False),
])
def test_what_words_around_equations_add_up_to(left, right, on, holds):
    assert taken(Equal(left, right, on=on)) is holds
