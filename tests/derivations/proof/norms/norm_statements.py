"""Inequalities between traces, inner products and norms that the field uses, each with its truth, for matrices of any size.

Each entry is (name, whether it is true, a function that makes it). The false ones are the true ones with a slip: turned round, a square
or a size left out, a constant that is too small, what holds for size 1 only.
"""

from sympy import Abs, And, Eq, Ge, Gt, Identity, Le, Lt, Rational, Trace, sqrt

from theoremtest.derivations.language import Domain, Dot, Holds, Norm, dimension, matrix, reals, vector
from theoremtest.derivations.language.domain import atoms_of

d, h, n, m, p = (dimension(name) for name in ("d", "h", "n", "m", "p"))
A, B, C, X, Y = (matrix(name, d, d) for name in ("A", "B", "C", "X", "Y"))
W, V, Z = (matrix(name, h, d) for name in ("W", "V", "Z"))
P, Q, R = matrix("P", n, m), matrix("Q", m, p), matrix("R", p, n)
u, v, w = (vector(name, d) for name in ("u", "v", "w"))
z = vector("z", m)
f = vector("f", h)
a, b, t = reals("a", "b", "t")
I = Identity(d)
o = matrix("O", 1, 1)


def modulus(of):
    """A modulus as it is written: SymPy's own looks for signs inside, and stumbles over differences of matrices."""
    return Abs(of, evaluate=False)


def fro(of):
    return sqrt(square(of))


def square(of):
    return Trace(of.T * of)


def about(*expressions, given=()):
    """The domain of what the expressions speak of, with these conditions."""
    symbols = set().union(*(atoms_of(expression) for expression in (*expressions, *given))) - {d, h, n, m, p}
    return Domain(*given, over=sorted(symbols, key=str))


def holds(relation, *left, given=()):
    return lambda: Holds(relation, on=about(relation, given=given))


def ge(left, right, *given):
    return holds(Ge(left, right, evaluate=False), given=given)


def gt(left, right, *given):
    return holds(Gt(left, right, evaluate=False), given=given)


def le(left, right, *given):
    return holds(Le(left, right, evaluate=False), given=given)


symmetric = Eq(A.T, A), Eq(B.T, B)
positive = t > 0
unit = Eq(Dot(v, v), 1)

SQUARES = [
    ("square of a matrix", True, ge(square(W), 0)),
    ("square of a matrix is positive", False, gt(square(W), 0)),
    ("square of a matrix and one is positive", True, gt(square(W) + 1, 0)),
    ("trace of a square, not of its transpose", False, ge(Trace(X * X), 0)),
    ("trace of the square of a symmetric matrix", True, ge(Trace(A * A), 0, Eq(A.T, A))),
    ("trace of the square of an antisymmetric matrix", True, le(Trace(A * A), 0, Eq(A.T, -A))),
    ("trace of the square of an antisymmetric matrix, turned", False, ge(Trace(A * A), 0, Eq(A.T, -A))),
    ("Schur: square of the trace of a square", True, ge(square(X), Trace(X * X))),
    ("Schur, turned", False, le(square(X), Trace(X * X))),
    ("arithmetic and geometric mean", True, ge(square(W) + square(V), 2 * Trace(W.T * V))),
    ("arithmetic and geometric mean, constant 3", False, ge(square(W) + square(V), 3 * Trace(W.T * V))),
    ("two products", True, le(2 * Abs(Trace(W.T * V)), square(W) + square(V))),
    ("Young", True, le(Trace(W.T * V), t / 2 * square(W) + square(V) / (2 * t), positive)),
    ("Young, t on both", False, le(Trace(W.T * V), t / 2 * square(W) + t * square(V) / 2, positive)),
    ("Peter and Paul", True, le(square(W + V), (1 + t) * square(W) + (1 + 1 / t) * square(V), positive)),
    ("Peter and Paul, without one", False, le(square(W + V), (1 + t) * square(W) + square(V) / t, positive)),
    ("square of a sum", True, le(square(W + V), 2 * square(W) + 2 * square(V))),
    ("square of a sum, constant 1", False, le(square(W + V), square(W) + square(V))),
    ("square of a sum of three", True, le(square(W + V + Z), 3 * square(W) + 3 * square(V) + 3 * square(Z))),
    ("square of a sum of three, constant 2", False, le(square(W + V + Z), 2 * square(W) + 2 * square(V) + 2 * square(Z))),
    ("by way of a third", True, le(square(W - V), 2 * square(W - Z) + 2 * square(Z - V))),
    ("cosine theorem bounds", True, ge(square(W - V) + square(W + V), 2 * square(W))),
    ("convexity of the square", True, le(square(t * W + (1 - t) * V), t * square(W) + (1 - t) * square(V), t >= 0, t <= 1)),
    ("convexity of the square, for every t", False, le(square(t * W + (1 - t) * V), t * square(W) + (1 - t) * square(V))),
    ("commutator of symmetric matrices", True, ge(Trace(A * A * B * B), Trace(A * B * A * B), *symmetric)),
    ("commutator of symmetric matrices, turned", False, le(Trace(A * A * B * B), Trace(A * B * A * B), *symmetric)),
    ("commutator of any matrices", False, ge(Trace(A * A * B * B), Trace(A * B * A * B))),
    ("sandwich", True, ge(Trace(A * W.T * W * A.T), 0)),
    ("product of Gram matrices", True, ge(Trace(W.T * W * A * A.T), 0)),
    ("product of a Gram matrix and a symmetric one", False, ge(Trace(W.T * W * A), 0, Eq(A.T, A))),
    ("distance to the mean", True, ge(square(W), h * 0 + 2 * Trace(W.T * V) - square(V))),
]
TRACES = [
    ("trace squared", True, le(Trace(X)**2, d * square(X))),
    ("trace squared, without the size", False, le(Trace(X)**2, square(X))),
    ("trace squared, for size 1", True, lambda: Holds(Le(Trace(o)**2, square(o), evaluate=False), on=Domain(over=[o]))),
    ("trace squared, equality", False, holds(Lt(Trace(X)**2, d * square(X), evaluate=False))),
    ("trace by the norm", True, le(Abs(Trace(X)), sqrt(d) * fro(X))),
    ("trace by the norm, without the root", False, le(Abs(Trace(X)), fro(X))),
    ("trace by the norm, with the whole size", True, le(Abs(Trace(X)), d * fro(X))),
    ("Gram matrix squared", True, le(square(W)**2, d * Trace(W.T * W * W.T * W))),
    ("Gram matrix squared, by the other size", True, le(square(W)**2, h * Trace(W.T * W * W.T * W))),
    ("Gram matrix squared, without a size", False, le(square(W)**2, Trace(W.T * W * W.T * W))),
    ("Gram matrix squared from above", True, ge(square(W)**2, Trace(W.T * W * W.T * W))),
    ("trace of a product of Gram matrices", True, le(Trace(W.T * W * V.T * V), square(W) * square(V))),
    ("trace of a product", True, le(Trace(A * B)**2, square(A) * square(B))),
    ("trace of a product, size 1 only", False, ge(Trace(A * B)**2, square(A) * square(B))),
    ("trace of a product, one square missing", False, le(Trace(A * B)**2, square(A))),
    ("trace of three", True, le(Abs(Trace(P * Q * R)), fro(P) * fro(Q) * fro(R))),
    ("trace of a Gram matrix against its entries", True, ge(d * Trace(A * A * A * A), Trace(A * A)**2, *symmetric)),
    ("trace is at most the size for unit norm", True, le(Trace(X)**2, d, Eq(square(X), 1))),
    ("trace of three powers", True, le(Trace(A**3)**2, Trace(A**2) * Trace(A**4), *symmetric)),
    ("trace of three powers, turned", False, ge(Trace(A**3)**2, Trace(A**2) * Trace(A**4), *symmetric)),
    ("deviation from the mean", True, ge(square(X - a * I), square(X) - Trace(X)**2 / d)),
]
NORMS = [
    ("Cauchy-Schwarz of vectors", True, le(Dot(u, v)**2, Dot(u, u) * Dot(v, v))),
    ("Cauchy-Schwarz of vectors, by norms", True, le(Abs(Dot(u, v)), Norm(u) * Norm(v))),
    ("Cauchy-Schwarz of vectors, turned", False, ge(Abs(Dot(u, v)), Norm(u) * Norm(v))),
    ("Cauchy-Schwarz, one norm squared", False, le(Abs(Dot(u, v)), Norm(u)**2 * Norm(v))),
    ("Cauchy-Schwarz of Frobenius", True, le(Abs(Trace(W.T * V)), fro(W) * fro(V))),
    ("Cauchy-Schwarz of Frobenius, half", False, le(Abs(Trace(W.T * V)), fro(W) * fro(V) / 2)),
    ("cosine", True, le(Dot(u, v) / (Norm(u) * Norm(v)), 1, Dot(u, u) > 0, Dot(v, v) > 0)),
    ("cosine from below", True, ge(Dot(u, v) / (Norm(u) * Norm(v)), -1, Dot(u, u) > 0, Dot(v, v) > 0)),
    ("cosine below a half", False, le(Dot(u, v) / (Norm(u) * Norm(v)), Rational(1, 2), Dot(u, u) > 0, Dot(v, v) > 0)),
    ("triangle of vectors", True, le(Norm(u + v), Norm(u) + Norm(v))),
    ("triangle of vectors, turned", False, ge(Norm(u + v), Norm(u) + Norm(v))),
    ("triangle of vectors, one norm missing", False, le(Norm(u + v), Norm(u))),
    ("triangle of Frobenius", True, le(fro(W + V), fro(W) + fro(V))),
    ("triangle of Frobenius, difference", True, le(fro(W - V), fro(W) + fro(V))),
    ("triangle of Frobenius, three", True, le(fro(W + V + Z), fro(W) + fro(V) + fro(Z))),
    ("triangle by way of a third", True, le(fro(W - V), fro(W - Z) + fro(Z - V))),
    ("triangle, strict", False, holds(Lt(fro(W + V), fro(W) + fro(V), evaluate=False))),
    ("triangle, strict with one more", True, holds(Lt(fro(W + V), fro(W) + fro(V) + 1, evaluate=False))),
    ("reverse triangle", True, le(Abs(fro(W) - fro(V)), fro(W - V))),
    ("reverse triangle of vectors", True, ge(Norm(u - v), Norm(u) - Norm(v))),
    ("reverse triangle, turned", False, ge(Abs(Norm(u) - Norm(v)), Norm(u - v))),
    ("sum of norms and norm of the pair", True, le(fro(W) + fro(V), sqrt(2) * sqrt(square(W) + square(V)))),
    ("sum of norms and norm of the pair, without the root", False, le(fro(W) + fro(V), sqrt(square(W) + square(V)))),
    ("norm of the pair and sum of norms", True, le(sqrt(square(W) + square(V)), fro(W) + fro(V))),
    ("convexity of the norm", True, le(fro(t * W + (1 - t) * V), t * fro(W) + (1 - t) * fro(V), t >= 0, t <= 1)),
    ("norm of a multiple", True, le(fro(a * W), Abs(a) * fro(W))),
    ("norm of a multiple, without the modulus", False, le(fro(a * W), a * fro(W))),
    ("polarisation bound", True, le(modulus(square(W + V) - square(W - V)), 4 * fro(W) * fro(V))),
    ("polarisation bound, constant 2", False, le(modulus(square(W + V) - square(W - V)), 2 * fro(W) * fro(V))),
    ("difference of squares", True, le(modulus(square(W) - square(V)), fro(W - V) * fro(W + V))),
    ("mean of norms", True, le(2 * fro(W) * fro(V), square(W) + square(V))),
]
PRODUCTS = [
    ("norm of a product", True, le(fro(P * Q), fro(P) * fro(Q))),
    ("norm of a product, turned", False, ge(fro(P * Q), fro(P) * fro(Q))),
    ("norm of a product, squared", True, le(Trace(Q.T * P.T * P * Q), square(P) * square(Q))),
    ("norm of a product, one square missing", False, le(Trace(Q.T * P.T * P * Q), fro(P) * square(Q))),
    ("norm of a product, half", False, le(fro(P * Q), fro(P) * fro(Q) / 2)),
    ("norm of a product of three", True, le(fro(P * Q * R), fro(P) * fro(Q) * fro(R))),
    ("norm of a matrix times a vector", True, le(Norm(P * z), fro(P) * Norm(z))),
    ("norm of a matrix times a vector, without the matrix", False, le(Norm(P * z), Norm(z))),
    ("bilinear form", True, le(Abs(Dot(f, W * v)), fro(W) * Norm(f) * Norm(v))),
    ("bilinear form, size 1 only", False, ge(Abs(Dot(f, W * v)), fro(W) * Norm(f) * Norm(v))),
    ("quadratic form", True, le(Dot(v, X * v), fro(X) * Dot(v, v))),
    ("quadratic form, without the square", False, le(Dot(v, X * v), fro(X) * Norm(v))),
    ("quadratic form at a unit vector", True, le(Dot(v, X * v)**2, square(X), unit)),
    ("Gram matrix at a unit vector is at most its trace", True, le(Dot(v, W.T * W * v), square(W), unit)),
    ("Gram matrix at a vector", True, le(Dot(v, W.T * W * v), square(W) * Dot(v, v))),
    ("Gram matrix at a vector, turned", False, ge(Dot(v, W.T * W * v), square(W) * Dot(v, v))),
    ("sum after a product", True, le(fro(P * Q + R.T), fro(P) * fro(Q) + fro(R))),
    ("product of sums", True, le(fro((A + B) * C), (fro(A) + fro(B)) * fro(C))),
    ("product of sums, norm of the sum", True, le(fro((A + B) * C), fro(A + B) * fro(C))),
    ("difference of products", True, le(fro(A * B - X * Y), fro(A - X) * fro(B) + fro(X) * fro(B - Y))),
    ("difference of products, one factor missing", False, le(fro(A * B - X * Y), fro(A - X) * fro(B) + fro(B - Y))),
    ("commutator", True, le(fro(A * B - B * A), 2 * fro(A) * fro(B))),
    ("commutator, constant 1", False, le(fro(A * B - B * A), fro(A) * fro(B))),
    ("powers", True, le(fro(A**3), fro(A)**3)),
    ("powers, exponent too small", False, le(fro(A**3), fro(A)**2)),
    ("orthogonal matrices keep the norm", True, le(fro(A * B), fro(B), Eq(A.T * A, I))),
    ("frames do not lengthen from the other side", True, ge(square(W), Trace(B.T * W.T * W * B), Eq(B.T * B, I), Eq(B * B.T, I))),
    ("Gram matrix of the identity", True, le(d, fro(A) * fro(B), Eq(A * B, I))),
    ("outer product", True, le(Abs(Dot(u, X * v)), fro(u * v.T) * fro(X))),
    ("residual of a linear network", True, le(fro(P * Q - R.T), fro(P) * fro(Q) + fro(R))),
    ("two relations at once", True, lambda: Holds(And(Ge(square(W), 0, evaluate=False), Ge(square(V), 0, evaluate=False)),
                                                  on=Domain(over=[W, V]))),
]
STATEMENTS = [(f"{idea}: {name}", true, make) for idea, table in (
    ("squares", SQUARES), ("traces", TRACES), ("norms", NORMS), ("products", PRODUCTS)) for name, true, make in table]
