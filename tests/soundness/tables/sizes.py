"""Shapes: Kronecker products, identities, traces and determinants whose size matters, vectors of a fixed size."""

from sympy import Determinant, Eq, Identity, Inverse, Ne, Trace, Transpose, ZeroMatrix, det

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Holds,
    Iff,
    Kron,
    Vec,
    dimension,
    kronecker_sum,
    matrix,
    vector,
)
from theoremtest.derivations.language import (
    Inverse as Inverts,
)

from ..case import F, M, T
from ..words import A2, B2, SQUARES, VECTORS, A, B, S, V, W, X, c, d, h, u, u1, u3, v, v1, v3, x

p = dimension("p")
C, D = matrix("C", h, h), matrix("D", h, h)
E, G = matrix("E", d, h), matrix("G", h, p)
wide, tall = matrix("Y", 2, 3), matrix("Z", 3, 2)
o = vector("o", h)
ONE = Domain(over=[u1, v1])
THREE = Domain(over=[u3, v3])
PAIRS = Domain(over=[A, B, C, D])
CASES = [
    T(lambda: Equal(Kron(A, C) * Kron(B, D), Kron(A * B, C * D), on=PAIRS), "the mixed product"),
    F(lambda: Equal(Kron(A, C) * Kron(B, D), Kron(B * A, D * C), on=PAIRS), "the factors do not commute"),
    F(lambda: Equal(Kron(A, C) * Kron(B, D), Kron(A * B, D * C), on=PAIRS), "C and D do not commute"),
    F(lambda: Equal(Kron(A, C), Kron(C, A), on=PAIRS), "the Kronecker product does not commute"),
    F(lambda: Equal(Kron(A, B), Kron(B, A), on=SQUARES), "the Kronecker product does not commute"),
    F(lambda: Equal(Kron(A, C) * Kron(Identity(d), D), Kron(Identity(d), D) * Kron(A, C), on=PAIRS), "C and D do not commute"),
    T(lambda: Equal(Kron(A, Identity(h)) * Kron(Identity(d), C), Kron(A, C), on=PAIRS), "the mixed product"),
    T(lambda: Equal(Kron(A, Identity(h)) * Kron(Identity(d), C), Kron(Identity(d), C) * Kron(A, Identity(h)), on=PAIRS),
      "each acts on its own factor"),
    F(lambda: Equal(Kron(A, Identity(d)) * Kron(Identity(d), B), Kron(B, Identity(d)) * Kron(Identity(d), A), on=SQUARES),
      "A kron B against B kron A"),
    F(lambda: Equal(Kron(A, Identity(d)), Kron(Identity(d), A), on=SQUARES), "d = 2, A not a multiple of the identity"),
    T(lambda: Equal(Kron(A, C).T, Kron(A.T, C.T), on=PAIRS), "transposed factor by factor"),
    F(lambda: Equal(Kron(A, C).T, Kron(C.T, A.T), on=PAIRS), "the factors keep their order"),
    T(lambda: Equal(Vec(A * X.T * C), Kron(C.T, A) * Vec(X.T), on=Domain(over=[A, C, X])), "columns stacked"),
    F(lambda: Equal(Vec(A * X.T * C), Kron(C, A) * Vec(X.T), on=Domain(over=[A, C, X])), "C is transposed there"),
    F(lambda: Equal(Vec(A * X.T * C), Kron(A, C.T) * Vec(X.T), on=Domain(over=[A, C, X])), "rows stacked, not columns"),
    F(lambda: Equal(Vec(A), Vec(A.T), on=SQUARES), "d = 2, A not symmetric"),
    T(lambda: Equal(kronecker_sum(A, C), Kron(A, Identity(h)) + Kron(Identity(d), C), on=PAIRS), "by definition"),
    F(lambda: Equal(kronecker_sum(A, B), kronecker_sum(B, A), on=SQUARES), "the terms do not commute"),
    T(lambda: Equal(Trace(Kron(A, C)), Trace(A) * Trace(C), on=PAIRS), "the trace is multiplicative"),
    F(lambda: Equal(Trace(Kron(A, C)), Trace(A) + Trace(C), on=PAIRS), "that is neither the product nor the sum's trace"),
    F(lambda: Equal(Kron(u, v), Kron(v, u), on=VECTORS), "d = 2"),
    T(lambda: Equal(Kron(u, v.T), u * v.T, on=VECTORS), "an outer product"),
    F(lambda: Equal(Kron(u, v.T), v * u.T, on=VECTORS), "transposed"),
    T(lambda: Equal(Kron(u, o.T), Kron(o.T, u), on=Domain(over=[u, o])), "both are the outer product u o^T"),
    T(lambda: Equal(Kron(A, C) * Kron(Identity(h), Identity(d)), Kron(A, C), on=PAIRS), "the right factor is the identity of size dh"),
    F(lambda: Equal(Kron(A, C) * Kron(D, B), Kron(D, B) * Kron(A, C), on=PAIRS), "sizes fit only as a whole: no mixed product"),
    F(lambda: Equal(Kron(A, C) * Kron(D, B), Kron(A * B, C * D), on=PAIRS), "sizes fit only as a whole: no mixed product"),
    F(lambda: Equal(Kron(A, C) * Kron(D, Identity(d)), Kron(A, C * D), on=PAIRS), "D stands on the first factor, d by d there"),
    F(lambda: Equal(Kron(X, V), Kron(V, X), on=Domain(over=[X, V])), "one size, other entries"),
    T(lambda: Equal(Trace(Identity(d)), d, on=SQUARES), "the sum of d ones"),
    F(lambda: Equal(Trace(Identity(d)), 1, on=SQUARES), "d = 2"),
    F(lambda: Equal(Trace(Identity(d)), Trace(Identity(h)), on=Domain(over=[X])), "d = 1, h = 2"),
    T(lambda: Equal(Trace(X.T * X), Trace(X * X.T), on=Domain(over=[X])), "the cyclic trace"),
    F(lambda: Equal(Trace(X.T * X + Identity(d)), Trace(X * X.T + Identity(h)), on=Domain(over=[X])), "d = 1, h = 2"),
    F(lambda: Equal(Trace(A * B), Trace(A) * Trace(B), on=SQUARES), "d = 2, identities"),
    T(lambda: Equal(Trace(A * B), Trace(B * A), on=SQUARES), "the cyclic trace"),
    F(lambda: Equal(Trace(A * B * S), Trace(B * A * S), on=Domain(over=[A, B, S])), "no cyclic shift"),
    T(lambda: Equal(Trace(A * B * S), Trace(S * A * B), on=Domain(over=[A, B, S])), "a cyclic shift"),
    F(lambda: Equal(A * B, B * A, on=SQUARES), "matrices do not commute"),
    T(lambda: Equal(A2 * B2 - B2 * A2, ZeroMatrix(2, 2), on=Domain(Eq(A2, B2))), "A = B there"),
    F(lambda: Equal(A.T * A, A * A.T, on=Domain(over=[A])), "d = 2, a shear"),
    F(lambda: Equal((A + B) ** 2, A**2 + 2 * A * B + B**2, on=SQUARES), "AB against BA"),
    F(lambda: Equal((A * B).T, A.T * B.T, on=SQUARES), "the order is turned"),
    T(lambda: Equal((A * B).T, B.T * A.T, on=SQUARES), "the order is turned"),
    T(lambda: Equal(Dot(u1, v1) ** 2, Dot(u1, u1) * Dot(v1, v1), on=ONE), "size 1: Cauchy-Schwarz is an equality"),
    F(lambda: Equal(Dot(u, v) ** 2, Dot(u, u) * Dot(v, v), on=VECTORS), "d = 2, orthogonal"),
    F(lambda: Equal(Dot(u3, v3) ** 2, Dot(u3, u3) * Dot(v3, v3), on=THREE), "orthogonal"),
    T(lambda: Equal(u1 * v1.T, v1 * u1.T, on=ONE), "numbers commute"),
    F(lambda: Equal(u * v.T, v * u.T, on=VECTORS), "d = 2"),
    T(lambda: Iff(Eq(Dot(u1, v1), 0), Eq(Dot(u1, u1) * Dot(v1, v1), 0), on=ONE), "size 1: one of them is zero"),
    F(lambda: Iff(Eq(Dot(u3, v3), 0), Eq(Dot(u3, u3) * Dot(v3, v3), 0), on=THREE), "orthogonal, not zero"),
    T(lambda: Equal(u1 * u1.T, Dot(u1, u1) * Identity(1), on=ONE), "size 1"),
    F(lambda: Equal(u3 * u3.T, Dot(u3, u3) * Identity(3), on=THREE), "rank 1 against rank 3"),
    F(lambda: Equal(u * u.T, Dot(u, u) * Identity(d), on=VECTORS), "d = 2"),
    F(lambda: Holds(Ne(Dot(u, v), Dot(u, u)), on=VECTORS), "u = v"),
    F(lambda: Equal(Determinant(A + B), Determinant(A) + Determinant(B), on=SQUARES), "d = 2, identities"),
    T(lambda: Equal(Determinant(A * B), Determinant(A) * Determinant(B), on=SQUARES), "the determinant is multiplicative"),
    F(lambda: Equal(Determinant(2 * A), 2 * Determinant(A), on=Domain(over=[A])), "2^d: d = 2"),
    F(lambda: Equal(Determinant(-A), -Determinant(A), on=Domain(over=[A])), "d = 2"),
    T(lambda: Equal(det(A2.as_explicit()), A2[0, 0] * A2[1, 1] - A2[0, 1] * A2[1, 0], on=Domain(over=[A2])), "two by two"),
    F(lambda: Equal(Determinant(tall * wide), 1, on=Domain(over=[tall, wide])), "rank 2 at most: it is 0"),
    T(lambda: Equal(Determinant(tall * wide), 0, on=Domain(over=[tall, wide])), "rank 2 at most in size 3"),
    F(lambda: Equal(Determinant(wide * tall), 0, on=Domain(over=[tall, wide])), "units along the diagonal: 1"),
    F(lambda: Equal(Transpose(A), A, on=Domain(over=[A])), "d = 2"),
    F(lambda: Inverts(A, A.T, on=Domain(over=[A])), "A = 2 I"),
    F(lambda: Inverts(X.T * X, Identity(d), on=Domain(over=[X])), "X = 0"),
    T(lambda: Inverts(A, A.T, on=Domain(Eq(A.T * A, Identity(d)))), "a square isometry is onto"),
    F(lambda: Equal(X * X.T, Identity(h), on=Domain(Eq(X.T * X, Identity(d)))), "h = 2, d = 1"),
    F(lambda: Equal(W * W.T, Identity(h), on=Domain(Eq(W.T * W, Identity(d)), over=[x])), "h > d"),
    F(lambda: Equal(E * G, ZeroMatrix(d, p), on=Domain(over=[E, G])), "E and G are free"),
    T(lambda: Equal(Inverse(A) * A * u, u, on=Domain(Ne(Determinant(A), 0), over=[u])), "A has an inverse"),
    M(lambda: Equal(Trace(V * matrix("W", h, c)), Trace(W * V), on=Domain(over=[V, W])), "one name with two sizes"),
]
