"""Spectral norms, eigenvalues and ranks: what the field says of them for matrices of any size, each statement with its truth.

Each entry is (name, whether it is true, a function that makes it), as in `norm_statements`.
"""

from norm_statements import A, B, I, P, Q, R, V, W, X, a, about, d, f, fro, ge, h, le, m, modulus, n, p, square, symmetric, unit, v, z
from sympy import Eq, Max, Min, Trace, sqrt

from theoremtest.derivations.language import (
    Dot,
    Equal,
    Kron,
    LargestEigenvalue,
    Norm,
    Rank,
    RankBound,
    SmallestEigenvalue,
    SpectralNorm,
    vector,
)

top, low, op = LargestEigenvalue, SmallestEigenvalue, SpectralNorm
gram = W.T * W
x, y = vector("x", m), vector("y", p)


def eq(left, right, *given):
    return lambda: Equal(left, right, on=about(left, right, given=given))


def bound(of, at_most, *given):
    return lambda: RankBound(of, at_most, on=about(of, given=given))


RANKS = [
    ("at most one less than the smaller size", False, bound(W, Min(h, d) - 1)),
    ("as a number, at most the smaller size", True, le(Rank(W), Min(h, d))),
    ("as a number, below the smaller size", False, le(Rank(W) + 1, Min(h, d))),
    ("of one with another's Gram matrix", True, eq(Rank(P * P.T), Rank(R), Eq(P.T * P, Q * Q.T), Eq(Q.T * Q, R * R.T))),
    ("of one with another's Gram matrix, as its size", False, eq(Rank(P), m, Eq(P.T * P, Q * Q.T))),
    ("product by its factors", True, le(Rank(P * Q), Min(Rank(P), Rank(Q)))),
    ("product by its factors, turned", False, ge(Rank(P * Q), Min(Rank(P), Rank(Q)))),
    ("product by the size between", True, le(Rank(P * Q), m)),
    ("product by the size between, for three", True, le(Rank(P * Q * R), Min(m, p))),
    ("Sylvester", True, ge(Rank(P * Q), Rank(P) + Rank(Q) - m)),
    ("Sylvester, another size", False, ge(Rank(P * Q), Rank(P) + Rank(Q) - n)),
    ("Sylvester, without the size", False, ge(Rank(P * Q), Rank(P) + Rank(Q))),
    ("Frobenius", True, le(Rank(P * Q) + Rank(Q * R), Rank(Q) + Rank(P * Q * R))),
    ("Frobenius, without the middle", False, le(Rank(P * Q) + Rank(Q * R), Rank(P * Q * R))),
    ("sum", True, le(Rank(W + V), Rank(W) + Rank(V))),
    ("sum by the larger", False, le(Rank(W + V), Max(Rank(W), Rank(V)))),
    ("sum from below", True, ge(Rank(W + V), Rank(W) - Rank(V))),
    ("Gram matrix", True, eq(Rank(gram), Rank(W))),
    ("Gram matrix of the other side", True, eq(Rank(W * W.T), Rank(W))),
    ("square of a matrix", False, eq(Rank(X * X), Rank(X))),
    ("transpose", True, eq(Rank(W.T), Rank(W))),
    ("multiple", True, eq(Rank(3 * W), Rank(W))),
    ("multiple that may vanish", False, eq(Rank(a * W), Rank(W))),
    ("Kronecker product", True, eq(Rank(Kron(P, Q)), Rank(P) * Rank(Q))),
    ("Kronecker product, sum", False, eq(Rank(Kron(P, Q)), Rank(P) + Rank(Q))),
    ("identity", True, lambda: Equal(Rank(I), d, on=about(W))),
    ("frame", True, eq(Rank(W), d, Eq(gram, I))),
    ("frame, the other size", False, eq(Rank(W), h, Eq(gram, I))),
    ("trace of a Gram matrix is no rank", False, le(Trace(gram), Rank(W))),
]
NORMS = [
    ("at most Frobenius", True, le(op(W), fro(W))),
    ("at most Frobenius, turned", False, ge(op(W), fro(W))),
    ("at most Frobenius, squared on one side", False, le(op(W)**2, fro(W))),
    ("Frobenius by the size", True, le(fro(W), sqrt(d) * op(W))),
    ("Frobenius by the smaller size", True, le(square(W), Min(h, d) * op(W)**2)),
    ("Frobenius without the size", False, le(fro(W), op(W))),
    ("vector", True, le(Norm(W * v), op(W) * Norm(v))),
    ("vector, turned", False, ge(Norm(W * v), op(W) * Norm(v))),
    ("of a vector", True, eq(op(v), Norm(v))),
    ("product", True, le(op(P * Q), op(P) * op(Q))),
    ("product, turned", False, ge(op(P * Q), op(P) * op(Q))),
    ("product of three", True, le(op(P * Q * R), op(P) * op(Q) * op(R))),
    ("Frobenius of a product", True, le(fro(P * Q), op(P) * fro(Q))),
    ("Frobenius of a product, from the right", True, le(fro(P * Q), fro(P) * op(Q))),
    ("Frobenius of a product by spectral norms", False, le(fro(P * Q), op(P) * op(Q))),
    ("sum", True, le(op(W + V), op(W) + op(V))),
    ("sum, turned", False, ge(op(W + V), op(W) + op(V))),
    ("difference from below", True, ge(op(W - V), op(W) - op(V))),
    ("Gram matrix", True, eq(op(gram), op(W)**2)),
    ("Gram matrix without the square", False, eq(op(gram), op(W))),
    ("square", False, eq(op(X * X), op(X)**2)),
    ("transpose", True, eq(op(W.T), op(W))),
    ("multiple", True, eq(op(-2 * W), 2 * op(W))),
    ("multiple, sign", False, eq(op(-2 * W), -2 * op(W))),
    ("identity", True, eq(op(I), 1)),
    ("Kronecker product", True, eq(op(Kron(P, Q)), op(P) * op(Q))),
    ("frame", True, eq(op(W), 1, Eq(gram, I))),
    ("bilinear form", True, le(modulus(Dot(f, W * v)), op(W) * Norm(f) * Norm(v))),
    ("trace", True, le(modulus(Trace(X)), d * op(X))),
    ("trace without the size", False, le(modulus(Trace(X)), op(X))),
    ("quadratic form", True, le(modulus(Dot(v, X * v)), op(X) * Dot(v, v))),
    ("two layers", True, le(Norm(P * Q * y), op(P) * op(Q) * Norm(y))),
    ("images of two points", True, le(Norm(P * z - P * x), op(P) * Norm(z - x))),
    ("sandwich", True, le(Trace(P.T * P * Q * Q.T), op(P)**2 * square(Q))),
]
EIGENVALUES = [
    ("Rayleigh from above", True, le(Dot(v, A * v), top(A) * Dot(v, v), Eq(A.T, A))),
    ("Rayleigh from below", True, ge(Dot(v, A * v), low(A) * Dot(v, v), Eq(A.T, A))),
    ("Rayleigh, turned", False, ge(Dot(v, A * v), top(A) * Dot(v, v), Eq(A.T, A))),
    ("Rayleigh at a unit vector", True, le(Dot(v, A * v), top(A), Eq(A.T, A), unit)),
    ("Rayleigh at any vector", False, le(Dot(v, A * v), top(A), Eq(A.T, A))),
    ("Rayleigh of a Gram matrix", True, le(Dot(v, gram * v), top(gram) * Dot(v, v))),
    ("Rayleigh under a trace", True, le(Trace(W * A * W.T), top(A) * square(W), Eq(A.T, A))),
    ("order", True, le(low(A), top(A), Eq(A.T, A))),
    ("order, turned", False, ge(low(A), top(A), Eq(A.T, A))),
    ("mean", True, le(Trace(A), d * top(A), Eq(A.T, A))),
    ("mean, without the size", False, le(Trace(A), top(A), Eq(A.T, A))),
    ("mean from below", True, ge(Trace(A), d * low(A), Eq(A.T, A))),
    ("Gram matrix has none below zero", True, ge(low(gram), 0)),
    ("symmetric matrix has none below zero", False, ge(low(A), 0, Eq(A.T, A))),
    ("Gram matrix, at most its trace", True, le(top(gram), Trace(gram))),
    ("symmetric matrix, at most its trace", False, le(top(A), Trace(A), Eq(A.T, A))),
    ("Gram matrix and singular value", True, eq(top(gram), op(W)**2)),
    ("Gram matrices of both sides, largest", True, eq(top(gram), top(W * W.T))),
    ("Gram matrices of both sides, smallest", False, eq(low(gram), low(W * W.T))),
    ("Weyl", True, le(top(A + B), top(A) + top(B), *symmetric)),
    ("Weyl, turned", False, ge(top(A + B), top(A) + top(B), *symmetric)),
    ("Weyl from below", True, ge(low(A + B), low(A) + low(B), *symmetric)),
    ("Weyl, mixed", True, ge(top(A + B), top(A) + low(B), *symmetric)),
    ("ridge", True, ge(low(gram + a * I), a, a > 0)),
    ("ridge, eigenvalue moved", True, eq(top(A + a * I), top(A) + a, Eq(A.T, A))),
    ("ridge, eigenvalue scaled", False, eq(top(A + a * I), a * top(A), Eq(A.T, A))),
    ("minus the matrix", True, eq(top(-A), -low(A), Eq(A.T, A))),
    ("minus the matrix, same end", False, eq(top(-A), -top(A), Eq(A.T, A))),
    ("multiple", True, eq(top(2 * A), 2 * top(A), Eq(A.T, A))),
    ("by the norm", True, le(top(A), fro(A), Eq(A.T, A))),
    ("by the spectral norm, from below", True, ge(low(A), -op(A), Eq(A.T, A))),
    ("perturbed", True, le(top(A + B), top(A) + op(B), *symmetric)),
    ("perturbed, without the perturbation", False, le(top(A + B), top(A), *symmetric)),
    ("more is larger", True, ge(top(A + gram), top(A), Eq(A.T, A))),
    ("more is larger, turned", False, le(top(A + gram), top(A), Eq(A.T, A))),
    ("of a matrix that need not be symmetric", False, le(Dot(v, X * v), top(X) * Dot(v, v))),
    ("descent lemma's step", True, le(Dot(v, gram * v), op(W)**2 * Dot(v, v))),
]
STATEMENTS = [(f"{idea}: {name}", true, make) for idea, table in (
    ("ranks", RANKS), ("spectral norm", NORMS), ("eigenvalues", EIGENVALUES)) for name, true, make in table]
