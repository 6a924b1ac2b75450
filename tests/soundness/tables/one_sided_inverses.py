"""Operators on a function space: an inverse of a product is none of its factors, an isometry need not be onto."""

from sympy import Eq, Identity, MatMul, Trace
from sympy import Inverse as Inv

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Holds,
    Inverse,
    Kron,
    PseudoInverse,
    Space,
    dimension,
    matrix,
    matrix_root,
    orthonormal,
    vector,
)

from ..case import F, M, T

H, N = Space("H"), Space("N")
d = dimension("d")
A, B, C, V = (matrix(name, H, H) for name in "ABCV")
W, Y = matrix("W", H, N), matrix("Y", N, H)
E = matrix("E", H, d)
f, g = vector("f", H), vector("g", H)
P, Q = matrix("P", d, d), matrix("Q", d, d)
ONE = Identity(H)
ALL = Domain(over=[A, B, C, f, g])
ISOMETRY = Domain(orthonormal(V), over=[f, g, A])
INVERTED = Domain(Eq(Inv(A * B), C))
BOTH = Domain(Eq(A * B, ONE), Eq(B * A, ONE), over=[f])
MIXED = Domain(over=[A, P])
FINITE = Domain(over=[P, Q])

CASES = [
    F(lambda: Equal(A * Inv(A.T * A) * A.T, ONE, on=ALL), "the right shift: a projection"),
    F(lambda: Equal(B * Inv(A * B) * A, ONE, on=ALL), "A left of B, shifts: a projection"),
    F(lambda: Equal(C * Inv(A * B * C) * A * B, ONE, on=ALL), "shifts"),
    F(lambda: Equal(B * Inv(2 * A * B) * A, ONE / 2, on=ALL), "shifts"),
    F(lambda: Equal(Dot(f, A * Inv(A.T * A) * A.T * g), Dot(f, g), on=ALL), "the right shift, f = g = e_1"),
    T(lambda: Equal(Inv(A.T * A), Inv(A) * Inv(A.T), on=ALL), "wherever both sides have a value"),
    F(lambda: Inverse(A * Inv(A.T * A) * A.T, ONE, on=ALL), "the right shift: a projection"),
    F(lambda: Inverse(V, V.T, on=ISOMETRY), "the right shift is not onto"),
    F(lambda: Equal(V * PseudoInverse(V), ONE, on=ISOMETRY), "the right shift: a projection"),
    F(lambda: Equal(V * V.T, ONE, on=ISOMETRY), "the right shift: a projection"),
    F(lambda: Equal(V * Inv(V.T * V) * V.T, ONE, on=ISOMETRY), "the right shift: a projection"),
    F(lambda: Equal(PseudoInverse(V.T) * PseudoInverse(V), ONE, on=ISOMETRY), "the right shift: a projection"),
    F(lambda: Equal(A * V * PseudoInverse(V) * A.T, A * A.T, on=ISOMETRY), "the right shift, A = 1"),
    F(lambda: Equal(PseudoInverse(A) * A, ONE, on=Domain(Eq(A * A.T, 4 * ONE))), "twice the left shift"),
    F(lambda: Equal(B * C * A, ONE, on=INVERTED), "C the inverse of A B, shifts"),
    F(lambda: Equal(PseudoInverse(A * B), PseudoInverse(B) * PseudoInverse(A), on=INVERTED.but(over=[f])), "not for shifts in general"),
    F(lambda: Equal(W * Inv(W.T * W) * W.T, ONE, on=Domain(over=[W])), "W from another space, not onto"),
    F(lambda: Equal(E * Inv(E.T * E) * E.T, ONE, on=Domain(over=[E])), "a finite range"),
    F(lambda: Equal(B * Inv(A * B + A * C) * A + C * Inv(A * B + A * C) * A, ONE, on=ALL), "B + C a shift"),
    F(lambda: Equal(V * matrix_root(V.T * V) * V.T, ONE, on=ISOMETRY), "the right shift: a projection"),
    F(lambda: Evolves(Dot(f, f), 2 * Dot(f, f), along=Flow({f: A * Inv(A.T * A) * A.T * f}), on=ALL), "f beside the range"),
    F(lambda: Conserved(f, along=Flow({f: f - B * Inv(A * B) * A * f}), on=ALL), "f beside the range of B"),
    F(lambda: Holds(Eq(Dot(f, V * PseudoInverse(V) * f), Dot(f, f)), on=ISOMETRY), "f beside the range"),
    F(lambda: Equal(Kron(A, P) * Inv(Kron(A.T * A, P.T * P)) * Kron(A.T, P.T), Kron(ONE, Identity(d)), on=MIXED), "A a shift"),
    T(lambda: Equal(A * Inv(A), ONE, on=ALL), "an inverse is one on both sides"),
    T(lambda: Equal(Inv(A * B) * A * B, ONE, on=ALL), "an inverse"),
    T(lambda: Equal(Inv(A.T * A) * A.T * A, ONE, on=ALL), "an inverse"),
    T(lambda: Equal(V.T * V, ONE, on=ISOMETRY), "an isometry"),
    T(lambda: Equal(PseudoInverse(V) * V, ONE, on=ISOMETRY), "an isometry"),
    T(lambda: Equal(V * PseudoInverse(V) * V, V, on=ISOMETRY), "Penrose"),
    T(lambda: Inverse(A, B, on=BOTH), "on both sides"),
    T(lambda: Equal(A * Inv(A.T * A) * A.T * A, A, on=ALL), "the projection onto the range"),
    T(lambda: Equal(Inv(A) * Inv(B), Inv(B * A), on=ALL), "where A and B have inverses"),
    T(lambda: Equal(Inv(ONE + A * A.T) * A, A * Inv(ONE + A.T * A), on=ALL), "push-through"),
    T(lambda: Equal(P * Inv(P.T * P) * P.T, Identity(d), on=FINITE), "square matrices"),
    T(lambda: Equal(Q * Inv(P * Q) * P, Identity(d), on=FINITE), "square matrices"),
    T(lambda: Equal(E * Inv(E.T * E) * E.T * E, E, on=Domain(over=[E])), "the projection onto the range"),
    M(lambda: Equal(Trace(A * Inv(A.T * A) * A.T), d, on=Domain(over=[A, P])), "a trace of infinite rank"),
    M(lambda: Equal(MatMul(W, Inv(W)), ONE, on=Domain(over=[W])), "between two spaces"),
]
