"""Kronecker products and vectorised matrices under traces, inner products and norms, each statement with its truth.

`Vec` stacks columns, so that vec(A X B) = (B^T kron A) vec(X). Each entry is (name, whether it is true, a function that makes it).
"""

from norm_statements import A, B, C, P, Q, R, V, W, X, Y, about, d, fro, h, le, modulus, n, p, square, t, v
from sympy import Determinant, Eq, Identity, MatPow, Ne, Trace

from theoremtest.derivations.language import Dot, Equal, Gradient, Hessian, Inverse, Kron, Norm, Vec, matrix, vector

D, E = matrix("D", h, h), matrix("E", h, h)
M = matrix("M", h, d)
g = vector("g", h)


def eq(left, right, *given):
    return lambda: Equal(left, right, on=about(left, right, given=given))


def inverse(of, stated, *given):
    return lambda: Inverse(of, stated, on=about(of, stated, given=given))


KRON = [
    ("trace", True, eq(Trace(Kron(A, D)), Trace(A) * Trace(D))),
    ("trace, sum", False, eq(Trace(Kron(A, D)), Trace(A) + Trace(D))),
    ("trace of the other order", True, eq(Trace(Kron(A, D)), Trace(Kron(D, A)))),
    ("order swapped", False, eq(Kron(A, B), Kron(B, A))),
    ("trace of three", True, eq(Trace(Kron(Kron(A, D), B)), Trace(A) * Trace(D) * Trace(B))),
    ("associative", True, eq(Kron(Kron(A, D), P), Kron(A, Kron(D, P)))),
    ("mixed product", True, eq(Kron(P, W) * Kron(Q, W.T), Kron(P * Q, W * W.T))),
    ("mixed product, order swapped", False, eq(Kron(A, B) * Kron(C, X), Kron(A * X, B * C))),
    ("mixed product of three", True, eq(Kron(Kron(A, D), P) * Kron(Kron(B, E), Q), Kron(Kron(A * B, D * E), P * Q))),
    ("transpose", True, eq(Kron(P, W).T, Kron(P.T, W.T))),
    ("transpose turns the order", False, eq(Kron(A, B).T, Kron(B.T, A.T))),
    ("sum on the left", True, eq(Kron(A + B, D), Kron(A, D) + Kron(B, D))),
    ("sums on both sides", False, eq(Kron(A + B, D + E), Kron(A, D) + Kron(B, E))),
    ("trace of a product", True, eq(Trace(Kron(A, D) * Kron(B, E)), Trace(A * B) * Trace(D * E))),
    ("trace of a product, crossed", False, eq(Trace(Kron(A, B) * Kron(C, X)), Trace(A * X) * Trace(B * C))),
    ("square of the norm", True, eq(Trace(Kron(P, W).T * Kron(P, W)), square(P) * square(W))),
    ("norm", True, eq(fro(Kron(P, W)), fro(P) * fro(W))),
    ("norm of a sum of products", True, le(fro(Kron(P, W) + Kron(P, V)), fro(P) * (fro(W) + fro(V)))),
    ("inverse", True, eq(MatPow(Kron(A, D), -1), Kron(A**-1, D**-1), Ne(Determinant(A), 0), Ne(Determinant(D), 0))),
    ("inverse, order swapped", False, eq(MatPow(Kron(A, B), -1), Kron(B**-1, A**-1), Ne(Determinant(A), 0), Ne(Determinant(B), 0))),
    ("inverse on one side alone", True, eq(MatPow(Kron(A, D), -1) * Kron(A, D), Identity(d * h))),
    ("inverse of a product of products", True, eq(MatPow(Kron(A, D), -1) * Kron(B, E), Kron(A**-1 * B, D**-1 * E))),
    ("inverse on one side alone, turned", False, eq(MatPow(Kron(A, D), -1) * Kron(A.T, D), Identity(d * h))),
    ("inverse by inverses that are given", True, inverse(Kron(A, D), Kron(B, E), Eq(A * B, Identity(d)), Eq(D * E, Identity(h)))),
    ("inverse by inverses in the wrong place", False, inverse(Kron(A, B), Kron(X, C), Eq(A * C, Identity(d)), Eq(B * X, Identity(d)))),
    ("identities", True, eq(Kron(Identity(d), Identity(h)), Identity(d * h), Eq(Dot(v, v), Dot(v, v)), )),
    ("Kronecker sum's trace", True, eq(Trace(Kron(A, Identity(h)) + Kron(Identity(d), D)), h * Trace(A) + d * Trace(D))),
    ("Kronecker sum's trace, sizes swapped", False, eq(Trace(Kron(A, Identity(h)) + Kron(Identity(d), D)), d * Trace(A) + h * Trace(D))),
    ("orthogonal factors", True, eq(Kron(A, D).T * Kron(A, D), Identity(d * h), Eq(A.T * A, Identity(d)), Eq(D.T * D, Identity(h)))),
]
VEC = [
    ("of a product of three", True, eq(Vec(P * Q * R), Kron(R.T, P) * Vec(Q))),
    ("of a product of three, order swapped", False, eq(Vec(A * X * B), Kron(A, B.T) * Vec(X))),
    ("of a product of three, without the transpose", False, eq(Vec(A * X * B), Kron(B, A) * Vec(X))),
    ("of a product of two", True, eq(Vec(P * Q), Kron(Identity(p), P) * Vec(Q))),
    ("of a product of two, from the right", True, eq(Vec(P * Q), Kron(Q.T, Identity(n)) * Vec(P))),
    ("of a product of two, rows stacked", False, eq(Vec(A * B), Kron(A, Identity(d)) * Vec(B))),
    ("inner product", True, eq(Dot(Vec(W), Vec(V)), Trace(W.T * V))),
    ("inner product, without the transpose", False, eq(Dot(Vec(A), Vec(B)), Trace(A * B))),
    ("row times column", True, eq(Vec(W).T * Vec(V), Trace(W.T * V) * Identity(1))),
    ("norm", True, eq(Norm(Vec(W)), fro(W))),
    ("quadratic form", True, eq(Dot(Vec(W), Kron(A, D) * Vec(W)), Trace(W.T * D * W * A.T))),
    ("quadratic form, order swapped", False, eq(Dot(Vec(X), Kron(A, B) * Vec(X)), Trace(X.T * A * X * B.T))),
    ("row, quadratic form", True, eq(Vec(W).T * Kron(A, D) * Vec(W), Trace(W.T * D * W * A.T) * Identity(1))),
    ("of the transpose", False, eq(Vec(X.T), Vec(X))),
    ("linear", True, eq(Vec(2 * W + V), 2 * Vec(W) + Vec(V))),
    ("Sylvester's equation", True, eq(Vec(D * W + W * A), (Kron(Identity(d), D) + Kron(A.T, Identity(h))) * Vec(W))),
    ("Sylvester's equation, without the transpose", False, eq(Vec(D * W + W * A), (Kron(Identity(d), D) + Kron(A, Identity(h))) * Vec(W))),
    ("Cauchy-Schwarz", True, le(modulus(Dot(Vec(W), Vec(V))), fro(W) * fro(V))),
    ("triangle", True, le(Norm(Vec(W) + Vec(V)), fro(W) + fro(V))),
    ("image by a Kronecker product", True, le(Norm(Kron(A, D) * Vec(W)), fro(A) * fro(D) * fro(W))),
]
FIELDS = [
    ("Hessian of a quadratic form", True, lambda: Hessian(Dot(v, A * v) / 2, v, (A + A.T) / 2, on=about(A, v))),
    ("Hessian of a quadratic form, the matrix itself", False, lambda: Hessian(Dot(v, A * v) / 2, v, A, on=about(A, v))),
    ("Hessian of a quadratic form, symmetric", True, lambda: Hessian(Dot(v, A * v) / 2, v, A, on=about(A, v, given=[Eq(A.T, A)]))),
    ("Hessian of a quadratic form, without the half", False, lambda: Hessian(Dot(v, A * v), v, A, on=about(A, v, given=[Eq(A.T, A)]))),
    ("gradient of a quadratic form", True, lambda: Gradient(Dot(v, A * v) / 2, v, (A + A.T) * v / 2, on=about(A, v))),
    ("gradient of a squared norm", True, lambda: Gradient(square(W) / 2, W, W, on=about(W))),
    ("gradient of a regression loss", True, lambda: Gradient(square(D * W - M) / 2, W, D.T * (D * W - M), on=about(D, W, M))),
    ("gradient of a regression loss, without the transpose", False,
     lambda: Gradient(square(D * W - M) / 2, W, D * (D * W - M), on=about(D, W, M))),
    ("Hessian of least squares", True, lambda: Hessian(Dot(W * v - g, W * v - g) / 2, v, W.T * W, on=about(W, v, g))),
    ("Hessian of least squares, the other side", False, lambda: Hessian(Dot(A * v, A * v) / 2, v, A * A.T, on=about(A, v))),
]
POLARISATION = [
    ("parallelogram", True, eq(square(W + V) + square(W - V), 2 * square(W) + 2 * square(V))),
    ("parallelogram, without the two", False, eq(square(W + V) + square(W - V), square(W) + square(V))),
    ("polarisation", True, eq(Trace(W.T * V), (square(W + V) - square(W - V)) / 4)),
    ("polarisation, half", False, eq(Trace(W.T * V), (square(W + V) - square(W - V)) / 2)),
    ("cosine theorem", True, eq(square(W - V), square(W) + square(V) - 2 * Trace(W.T * V))),
    ("cosine theorem, without the mixed term", False, eq(square(W - V), square(W) + square(V))),
    ("convexity, the gap", True, eq(t * square(W) + (1 - t) * square(V) - square(t * W + (1 - t) * V), t * (1 - t) * square(W - V))),
    ("orthogonal letters keep the norm", True, eq(fro(A * X), fro(X), Eq(A.T * A, Identity(d)))),
    ("orthogonal letters keep the norm from the right", True, eq(fro(X * A), fro(X), Eq(A.T * A, Identity(d)))),
    ("any letter keeps the norm", False, eq(fro(A * X), fro(X))),
    ("commutator's square", True, eq(square(X * Y - Y * X), 2 * Trace(X * X * Y * Y) - 2 * Trace(X * Y * X * Y), Eq(X.T, X), Eq(Y.T, Y))),
]
STATEMENTS = [(f"{idea}: {name}", true, make) for idea, table in (
    ("Kronecker", KRON), ("vec", VEC), ("fields", FIELDS), ("polarisation", POLARISATION)) for name, true, make in table]
