"""Pseudoinverses by Penrose's equations; what an equation says of definite matrices, determinants, ranks and squared lengths."""

import pytest
from sympy import Determinant, Eq, Identity, MatrixSymbol, Ne, Trace
from sympy.matrices.expressions.diagonal import DiagMatrix

from helpers.kernel_proofs import taken
from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Holds,
    Kron,
    OverNeurons,
    PositiveDefinite,
    PositiveSemidefinite,
    PseudoInverse,
    Rank,
    dimension,
    ge,
    real,
    vector,
)

n, p, h = (dimension(name) for name in "nph")
A, B, U, W, E = MatrixSymbol("A", n, p), MatrixSymbol("B", n, n), MatrixSymbol("U", n, p), MatrixSymbol("W", h, p), MatrixSymbol("E", n, p)
e, f, g, s, t, a = vector("e", h), vector("f", n), vector("g", n), vector("s", p), real("t"), real("a")
C = MatrixSymbol("C", n, n)
plain, isometry = Domain(over=[A, B, U]), Domain(Eq(U.T * U, Identity(p)), over=[A, U, s])
signed = isometry.but(EveryEntry(Ne(t, 0), (t, s)))


@pytest.mark.parametrize("left, right, on, holds", [
    (PseudoInverse(A * A.T), PseudoInverse(A).T * PseudoInverse(A), plain, True),
    (PseudoInverse(A.T * A), PseudoInverse(A) * PseudoInverse(A).T, plain, True),
    (PseudoInverse(A.T), PseudoInverse(A).T, plain, True), (PseudoInverse(3 * A), PseudoInverse(A) / 3, plain, True),
    (PseudoInverse(U * DiagMatrix(s)), DiagMatrix(s).inv() * U.T, signed, True),
    (PseudoInverse(B * B.T), PseudoInverse(B) * PseudoInverse(B).T, plain, False),
    (PseudoInverse(A) * A, Identity(p), plain, False), (PseudoInverse(U), U.T, plain, False),
    (PseudoInverse(B * A), PseudoInverse(A) * PseudoInverse(B), plain, False)], ids=str)
def test_pseudoinverses(left, right, on, holds):
    assert taken(Equal(left, right, on=on)) is holds


BETWEEN = U * DiagMatrix(s)**2 * U.T - a**2 * U * U.T


@pytest.mark.drawn(6)
@pytest.mark.parametrize("statement, holds", [
    (Holds(PositiveDefinite(A.T * A), on=Domain(Eq(A.T * A, DiagMatrix(s)), EveryEntry(t > 0, (t, s)))), True),
    (Holds(PositiveDefinite(A.T * A), on=Domain(Eq(A.T * A, DiagMatrix(s)), EveryEntry(ge(t, 0), (t, s)))), False),
    (Holds(PositiveSemidefinite(BETWEEN), on=Domain(EveryEntry(ge(t**2, a**2), (t, s)), over=[U, a])), True),
    (Holds(PositiveSemidefinite(BETWEEN), on=Domain(EveryEntry(ge(t, a), (t, s)), over=[U, a])), False),
    (Holds(ge(Rank(E), p), on=Domain(Eq(E.T * E, Identity(p)))), True), (Holds(ge(Rank(E), n), on=Domain(Eq(E.T * E, Identity(p)))), False),
    (Equal(Determinant(B * C), -Determinant(C), on=Domain(Eq(Determinant(B), -1), over=[C])), True),
    (Equal(Determinant(B * C), Determinant(C), on=Domain(Eq(Determinant(B), -1), over=[C])), False),
    (Holds(ge(a * Dot(f - g, f - g), 0), on=Domain(ge(a, 0), over=[f, g])), True),
    (Holds(ge(a * Dot(f - g, f + g), 0), on=Domain(ge(a, 0), over=[f, g])), False),
    (Equal(OverNeurons(Dot(W.T * e, W.T * e) / Dot(W.T * e, W.T * e) * W.T * e * e.T * W, e), W.T * W, on=Domain(over=[W, e])), True),
    (Equal(OverNeurons(Kron(W.T * e * e.T * W, B) / Trace(e * e.T), e), Kron(W.T * W, B), on=Domain(over=[W, e, B])), True),
    (Equal(OverNeurons(2 * W.T * e * e.T * W / Trace(e * e.T), e), W.T * W, on=Domain(over=[W, e])), False)], ids=str)
def test_more_of_matrices(statement, holds):
    assert taken(statement) is holds
