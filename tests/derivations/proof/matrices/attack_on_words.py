"""Statements written to break the calculus of words: equalities, Kronecker products, relations, ranks, roots, inverses.

Each entry is (name, whether the statement is true, a function that makes it). Half are false. Where the words themselves make no sense
for some size (a product whose inner sizes differ), the statement counts as false: it must not be proved.
"""

from sympy import Determinant, Eq, Gt, Identity, MatAdd, MatMul, MatPow, Ne, S, Trace, ZeroMatrix, log, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Inverse,
    Kron,
    Norm,
    OverNeurons,
    RankBound,
    SquareRoot,
    Vec,
    dimension,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.language.domain import atoms_of

d, n, m, h, p, q, r, s = (dimension(name) for name in "dnmhpqrs")
A, B, C, K, X, Y, S_ = (matrix(name, d, d) for name in ("A", "B", "C", "K", "X", "Y", "S"))
T, R = matrix("T", n, d), matrix("R", d, n)
F, G = matrix("F", 2, 2), matrix("G", 2, 2)
u, v, w = vector("u", d), vector("v", d), vector("w", d)
y = vector("y", n)
e, y_h = vector("e", h), vector("t", h)
W, Z = matrix("W", h, d), matrix("Z", h, d)
one, two = matrix("a", 1, 1), matrix("b", 1, 1)
o, o1 = vector("o", 1), vector("o_1", 1)
f, f1, f2 = vector("f", 2), vector("f_1", 2), vector("f_2", 2)
a, b, k = reals("a", "b", "k")
I = Identity(d)
nothing = ZeroMatrix(d, d)


def about(*expressions, given=()):
    """The domain of what the expressions speak of, with these conditions."""
    symbols = set().union(*(atoms_of(expression) for expression in expressions)) - {d, n, m, h, p, q, r, s}
    return Domain(*given, over=sorted(symbols, key=str))


def same(left, right, *conditions):
    return lambda: Equal(left, right, on=about(left, right, given=conditions))


def inverse(of, stated, *conditions):
    return lambda: Inverse(of, stated, on=about(of, stated, given=conditions))


def root(stated, of, *conditions, through=None):
    return lambda: SquareRoot(stated, of, through=through, on=about(stated, of, given=conditions))


def rank(of, bound, *conditions, neurons=None):
    return lambda: RankBound(of, bound, neurons=neurons, on=about(of, given=conditions))


PLAIN = [
    ("binomial without commuting", False, same((A + B) * (A + B), A * A + 2 * A * B + B * B)),
    ("binomial", True, same((A + B) * (A + B), A * A + A * B + B * A + B * B)),
    ("transpose of a product", True, same((A * B).T, B.T * A.T)),
    ("transpose keeps the order", False, same((A * B).T, A.T * B.T)),
    ("trace is cyclic", True, same(Trace(A * B * C), Trace(C * A * B))),
    ("trace of any order", False, same(Trace(A * B * C), Trace(B * A * C))),
    ("trace of three symmetric", True, same(Trace(A * B * C), Trace(C * B * A), Eq(A.T, A), Eq(B.T, B), Eq(C.T, C))),
    ("trace of a transposed product", True, same(Trace(A * B.T), Trace(B * A.T))),
    ("trace is multiplicative", False, same(Trace(A * B), Trace(A) * Trace(B))),
    ("trace of identity", True, lambda: Equal(Trace(I), d, on=Domain(over=[v]))),
    ("trace of identity is one", False, lambda: Equal(Trace(I), S.One, on=Domain(over=[v]))),
    ("inner product as trace", True, same(Dot(u, v), Trace(u * v.T))),
    ("outer products commute", False, same(u * v.T, v * u.T)),
    ("outer product squared", True, same(u * v.T * u * v.T, Dot(u, v) * u * v.T)),
    ("outer product squared, wrong factor", False, same(u * v.T * u * v.T, Dot(u, u) * u * v.T)),
    ("quadratic form sees the symmetric part", True, same(Dot(v, A * v), Dot(v, (A + A.T) * v) / 2)),
    ("quadratic form is symmetric in two vectors", False, same(Dot(u, A * v), Dot(v, A * u))),
    ("Lagrange's identity in the plane only", False, same(Dot(u, u) * Dot(v, v), Dot(u, v)**2)),
    ("commutator is traceless", True, same(Trace(A * B - B * A), S.Zero)),
    ("commutator vanishes", False, same(A * B - B * A, nothing)),
    ("Jacobi's identity", True, same((A * (B * C - C * B) - (B * C - C * B) * A) + (B * (C * A - A * C) - (C * A - A * C) * B)
                                     + (C * (A * B - B * A) - (A * B - B * A) * C), nothing)),
    ("1 x 1 commute", True, lambda: Equal(one * two, two * one, on=Domain(over=[one, two]))),
    ("1 x 1 is its transpose", True, lambda: Equal(one.T, one, on=Domain(over=[one]))),
    ("1 x 1 moves through", True, lambda: Equal(u * one * v.T, one[0, 0] * u * v.T, on=Domain(over=[one, u, v]))),
    ("1 x 1 is one", False, lambda: Equal(one * one, one, on=Domain(over=[one]))),
    ("1 x 1 inner products in another order", True, same(u.T * v * (v.T * w), (w.T * v) * (v.T * u))),
    ("1 x 1 inner products mixed up", False, same(u.T * v * (v.T * w), (u.T * w) * (v.T * v))),
    ("power 12 of a sum", False, same((A + B)**12, A**12 + B**12)),
    ("power 60 of a sum", False, same((A + B + C)**60, A**60)),
    ("powers commute", True, same(A**3 * A**4, A**7)),
    ("powers of a product", False, same((A * B)**3, A**3 * B**3)),
    ("negative powers", True, same(A**-1 * A, I, Ne(Determinant(A), 0))),
    ("negative power of a sum", False, same((A + B)**-1, A**-1 + B**-1, Ne(Determinant(A), 0), Ne(Determinant(B), 0))),
    ("symbolic power", False, lambda: Equal(MatPow(A, dimension("m")), A, on=Domain(over=[A, matrix("Q", m, 1)]))),
    ("determinant of a product", True, lambda: Equal(Determinant(F * G), Determinant(F) * Determinant(G), on=Domain(over=[F, G]))),
    ("determinant of a sum", False, lambda: Equal(Determinant(F + G), Determinant(F) + Determinant(G), on=Domain(over=[F, G]))),
    ("log of a determinant", False, lambda: Equal(log(Determinant(F)), Trace(F), on=Domain(Gt(Determinant(F), 0), over=[F]))),
    ("non-square squared", False, same(MatMul(T, T, evaluate=False), MatMul(T, T, evaluate=False))),
    ("non-square plus its transpose", False, same(MatAdd(T, T.T), MatAdd(T.T, T))),
    ("non-square times a vector of the wrong size", False, same(MatMul(T, y), MatMul(T, y + y - y))),
    ("Cauchy and Schwarz are equal in size 1", True, lambda: Equal(Dot(o, o1)**2, Dot(o, o) * Dot(o1, o1), on=Domain(over=[o, o1]))),
    ("Cauchy and Schwarz are equal in size 2", False, lambda: Equal(Dot(f, f1)**2, Dot(f, f) * Dot(f1, f1), on=Domain(over=[f, f1]))),
    ("Cayley and Hamilton in the plane", True, lambda: Equal(F * F - Trace(F) * F + Determinant(F) * Identity(2), ZeroMatrix(2, 2),
                                                             on=Domain(over=[F]))),
    ("Cayley and Hamilton in the plane, any size", False, same(A * A - Trace(A) * A + Determinant(A) * I, nothing)),
    ("commutator squared is a number in the plane", True, lambda: Equal((F * G - G * F)**2 * F, F * (F * G - G * F)**2,
                                                                        on=Domain(over=[F, G]))),
    ("commutator squared is a number", False, same((A * B - B * A)**2 * A, A * (A * B - B * A)**2, d >= 3)),
    ("Gram determinant of three vectors in the plane", True, lambda: Equal(
        Dot(f, f) * (Dot(f1, f1) * Dot(f2, f2) - Dot(f1, f2)**2) - Dot(f, f1) * (Dot(f, f1) * Dot(f2, f2) - Dot(f1, f2) * Dot(f, f2))
        + Dot(f, f2) * (Dot(f, f1) * Dot(f1, f2) - Dot(f1, f1) * Dot(f, f2)), S.Zero, on=Domain(over=[f, f1, f2]))),
    ("norm of a vector of one entry", True, lambda: Equal(Norm(o)**2, o[0, 0]**2, on=Domain(over=[o]))),
    ("trace is linear over 13 factors", True, same(Trace((A + B)**13), Trace((B + A)**13))),
    ("cycle through different sizes", True, same(Trace(T * R), Trace(R * T))),
    ("cycle through different sizes, wrong", False, same(Trace(T * R), Trace(T.T * R.T) * 2)),
]

RELATIONS = [
    ("a relation meets its transpose", True, same(B.T * A * A.T * B, B.T * B * C, Eq(A * A.T * B, B * C))),
    ("a relation meets its transpose, turned", True, same(B.T * B * C, C.T * B.T * B, Eq(A * A.T * B, B * C))),
    ("a relation meets its transpose, wrong side", False, same(B.T * A * A.T * B, B * B.T * C, Eq(A * A.T * B, B * C))),
    ("a relation meets its transpose, no Gram matrix", False, same(B.T * A * K * B, C.T * B.T * B, Eq(A * K * B, B * C))),
    ("two relations meet", True, same(A * C, X * A, Eq(A * B, X), Eq(B * A, C))),
    ("two relations meet, in the wrong order", False, same(C * A, A * X, Eq(A * B, X), Eq(B * A, C))),
    ("a meeting of what was found", True, same(A * C * C, X * X * A, Eq(A * B, X), Eq(B * A, C))),
    ("orthogonal both ways", True, same(X * X.T, I, Eq(X.T * X, I))),
    ("orthogonal frame is not onto", False, same(T * T.T, Identity(n), Eq(T.T * T, I))),
    ("left inverse is not a right one", False, same(T * R, Identity(n), Eq(R * T, I))),
    ("inverse is two-sided", True, same(B * A, I, Eq(A * B, I))),
    ("transposed inverse", True, same(B.T * A.T, I, Eq(A * B, I))),
    ("inverse of a multiple", True, same(B * A, 3 * I, Eq(A * B, 3 * I))),
    ("inverse of an unknown multiple", False, same(B * A, a * I, Eq(A * B, a * I))),
    ("antisymmetric quadratic form", True, same(K.T + K, nothing, Eq(K.T, -K))),
    ("antisymmetric squared", True, same((K * K).T, K * K, Eq(K.T, -K))),
    ("antisymmetric vanishes", False, same(K, nothing, Eq(K.T, -K))),
    ("antisymmetric commutes", False, same(K * A, A * K, Eq(K.T, -K))),
    ("antisymmetric, written the other way", True, same(K.T * K, -K * K, Eq(K, -K.T))),
    ("idempotent cubed", True, same(A * A * A, A, Eq(A, A**2))),
    ("idempotent, written the other way", True, same(A**5, A, Eq(A * A, A))),
    ("idempotent is the identity", False, same(A, I, Eq(A, A**2))),
    ("idempotent is symmetric", False, same(A.T, A, Eq(A, A**2))),
    ("anticommuting squares commute", True, same(A * A * B, B * A * A, Eq(A * B, -B * A))),
    ("anticommuting product vanishes", False, same(A * B, nothing, Eq(A * B, -B * A))),
    ("anticommuting square of a sum", True, same((A + B)**2, A**2 + B**2, Eq(A * B, -B * A))),
    ("anticommuting, both ways stated", True, same((A + B)**2, A**2 + B**2, Eq(A * B, -B * A), Eq(B * A, -A * B))),
    ("commuting, both ways stated", True, same(A * B * A, A * A * B, Eq(A * B, B * A), Eq(B * A, A * B))),
    ("commuting and anticommuting", True, same(A * B, nothing, Eq(A * B, B * A), Eq(A * B, -B * A))),
    ("commuting does not reach the transpose", False, same(A * B.T, B.T * A, Eq(A * B, B * A))),
    ("circle of commutations", True, same(A * B * C, C * B * A, Eq(A * B, B * A), Eq(B * C, C * B), Eq(A * C, C * A))),
    ("growing circle", False, same(A, B, Eq(A * B, B * B * A), Eq(B * A, A * A * B))),
    ("nilpotent", True, same(A**7, nothing, Eq(A * A, nothing))),
    ("nilpotent vanishes", False, same(A, nothing, Eq(A * A, nothing))),
    ("relation with an unknown factor", False, same(A, B, Eq(a * A, a * B))),
    ("relation between sums", True, same(A * C + B * C, C * C, Eq(A + B, C))),
    ("relation between sums, transposed", True, same(A.T + B.T, C.T, Eq(A + B, C))),
    ("one symbol for another", True, same(A * B, B * B, Eq(A, B))),
    ("one symbol for the other's transpose", True, same(A * A.T, B.T * B, Eq(A, B.T))),
    ("one symbol for the other's transpose, wrong", False, same(A * A.T, B * B.T, Eq(A, B.T))),
    ("symmetric product", False, same(A * B, (A * B).T, Eq(A.T, A), Eq(B.T, B))),
    ("symmetric, written the other way", True, same(Dot(u, S_ * v), Dot(v, S_ * u), Eq(S_, S_.T))),
    ("eigenvector", True, same(Dot(v, A * A * v), a**2 * Dot(v, v), Eq(A * v, a * v))),
    ("eigenvector on the left", False, same(Dot(u, A * v), a * Dot(u, v), Eq(A * u, a * u))),
    ("unit vector", True, same(v * v.T * v * v.T, v * v.T, Eq(v.T * v, Identity(1)))),
    ("unit vector, another one", False, same(u * u.T * u * u.T, u * u.T, Eq(v.T * v, Identity(1)))),
    ("reflection", True, same((I - 2 * v * v.T)**2, I, Eq(Dot(v, v), 1))),
    ("reflection without length", False, same((I - 2 * v * v.T)**2, I)),
    ("Householder", True, same((I - 2 / Dot(v, v) * v * v.T)**2, I, Gt(Dot(v, v), 0))),
    ("projector", True, same((v * v.T / Dot(v, v))**2, v * v.T / Dot(v, v))),
    ("zero Gram", True, same(A * B, nothing, Eq(A * A.T, nothing))),
    ("zero product", False, same(B, nothing, Eq(A * B, nothing))),
    ("Grams that add up to nothing", True, same(A + B, nothing, Eq(A * A.T + B.T * B, nothing))),
    ("Gram equals minus identity, anything follows", True, same(A, B, Eq(A * A.T, -I))),
    ("Cauchy-Schwarz turned", False, same(Dot(u, v), S.Zero, Eq(Dot(u, u) * Dot(v, v), Dot(u, v)**2))),
]

KRONECKER = [
    ("mixed product", True, same(Kron(A, B) * Kron(X, Y), Kron(A * X, B * Y))),
    ("mixed product crossed", False, same(Kron(A, B) * Kron(X, Y), Kron(A * Y, B * X))),
    ("Kronecker products commute", False, same(Kron(A, B), Kron(B, A))),
    ("two sides commute", True, same(Kron(A, I) * Kron(I, B), Kron(I, B) * Kron(A, I))),
    ("one side commutes", False, same(Kron(A, I) * Kron(B, I), Kron(B, I) * Kron(A, I))),
    ("inner sizes crossed", False, lambda: Equal(
        Kron(matrix("L", p, q), matrix("M", q, p)) * Kron(matrix("P", p, r), matrix("Q", q, s)),
        Kron(matrix("L", p, q) * matrix("Q", q, s), matrix("M", q, p) * matrix("P", p, r)),
        on=Domain(over=[matrix("L", p, q), matrix("M", q, p), matrix("P", p, r), matrix("Q", q, s)]))),
    ("identities of different sizes commute past", False, lambda: Equal(
        Kron(matrix("L", p, p), Identity(q)) * Kron(Identity(q), matrix("M", p, p)),
        Kron(Identity(q), matrix("M", p, p)) * Kron(matrix("L", p, p), Identity(q)),
        on=Domain(over=[matrix("L", p, p), matrix("M", p, p), vector("z", q)]))),
    ("identity on the other side", False, lambda: Equal(Kron(matrix("L", p, p), Identity(q)), Kron(Identity(q), matrix("L", p, p)),
                                                        on=Domain(over=[matrix("L", p, p), vector("z", q)]))),
    ("identities multiply", True, lambda: Equal(Kron(Identity(p), Identity(q)), Kron(Identity(q), Identity(p)),
                                                on=Domain(over=[vector("z", p), vector("x", q)]))),
    ("identity is left out", True, same(Kron(A, Identity(n)) * Kron(Identity(d), Identity(n)), Kron(A, Identity(n)))),
    ("transposed", True, same(Kron(T, A).T, Kron(T.T, A.T))),
    ("transposed and swapped", False, same(Kron(A, B).T, Kron(B.T, A.T))),
    ("vec of a product", True, same(Vec(A * X * B), Kron(B.T, A) * Vec(X))),
    ("vec of a product without transpose", False, same(Vec(A * X * B), Kron(B, A) * Vec(X))),
    ("vec of a product turned", False, same(Vec(A * X * B), Kron(A, B.T) * Vec(X))),
    ("vec of a transpose", False, same(Vec(X.T), Vec(X))),
    ("vec of the wrong shape", False, lambda: Equal(Kron(matrix("L", p, q), matrix("M", r, s)) * Vec(matrix("V", q, s)),
                                                    Vec(matrix("M", r, s) * matrix("V", q, s).T * matrix("L", p, q).T) * 2,
                                                    on=Domain(over=[matrix("L", p, q), matrix("M", r, s), matrix("V", q, s)]))),
    ("vec of different shapes", False, same(Vec(T), Vec(T.T))),
    ("linear in each factor", True, same(Kron(A + B, C), Kron(A, C) + Kron(B, C))),
    ("additive in both", False, same(Kron(A + B, C + X), Kron(A, C) + Kron(B, X))),
    ("number times a matrix", True, lambda: Equal(Kron(one, A), Kron(A, one), on=Domain(over=[one, A]))),
    ("column times row", True, same(Kron(u, A) * Kron(v.T, B), Kron(u * v.T, A * B))),
    ("sum over neurons", True, lambda: Equal(W.T * Z, OverNeurons(W.T * e * e.T * Z, e), on=Domain(over=[W, Z, e]))),
    ("sum over neurons, one too many", False, lambda: Equal(W.T * Z, OverNeurons(W.T * e * e.T * W, e), on=Domain(over=[W, Z, e]))),
    ("sum over neurons squared", False, lambda: Equal(W.T * W * Z.T * Z, OverNeurons(W.T * e * e.T * W * Z.T * e * e.T * Z, e),
                                                      on=Domain(over=[W, Z, e]))),
    ("the unit vector is bound", False, lambda: Equal(OverNeurons(W.T * e * e.T * W, e), ZeroMatrix(d, d),
                                                      on=Domain(Eq(W.T * e, ZeroMatrix(d, 1)), over=[W, e]))),
    ("a root over neurons", False, lambda: Equal(OverNeurons(sqrt(Dot(e, y_h)**2) * W.T * e * e.T * W, e),
                                                 OverNeurons(Dot(e, y_h) * W.T * e * e.T * W, e),
                                                 on=Domain(Gt(Dot(e, y_h), 0), over=[W, e, y_h]))),
]

RANKS = [
    ("rank of a product", True, rank(W.T * Z, h)),
    ("rank of a product by the inner size less one", False, rank(W.T * Z, h - 1, h > 1)),
    ("rank of a sum", True, rank(u * v.T + v * w.T, 2)),
    ("rank of a sum is one", False, rank(u * v.T + v * w.T, 1)),
    ("rank of a long sum", True, rank(sum((W.T * Z * A**i for i in range(1, 14)), W.T * Z), d)),
    ("rank of a Kronecker product", True, rank(Kron(u * v.T, A), d)),
    ("rank of a Kronecker product adds", False, rank(Kron(A, B), 2 * d, d > 2)),
    ("rank of an identity", False, rank(I + A, d - 1)),
    ("rank of what is zero", True, rank(A - A + u * v.T, 1)),
    ("rank of a wide matrix", True, rank(T, d)),
    ("rank of a wide matrix, strictly", False, rank(T, d - 1, n > d)),
    ("rank one per neuron", True, rank(W.T * e * e.T * Z, h, neurons=e)),
    ("rank none per neuron", False, rank(W.T * e * e.T * Z, h - 1, h > 1, neurons=e)),
]

ROOTS = [
    ("a Gram matrix is a root", True, root(T.T * T, T.T * T * T.T * T)),
    ("minus a Gram matrix", False, root(-T.T * T, T.T * T * T.T * T)),
    ("any symmetric matrix", False, root(S_, S_ * S_, Eq(S_.T, S_))),
    ("any matrix", False, root(A, A * A)),
    ("identity", True, lambda: SquareRoot(I, I, on=Domain(over=[v]))),
    ("minus identity", False, lambda: SquareRoot(-I, I, on=Domain(over=[v]))),
    ("identity through itself", True, lambda: SquareRoot(I, I, through=I, on=Domain(over=[v]))),
    ("zero", True, root(A - A, nothing)),
    ("projector", True, root(v * v.T / Dot(v, v), v * v.T / Dot(v, v), Gt(Dot(v, v), 0))),
    ("reflection is a root of the identity", False, root(I - 2 / Dot(v, v) * v * v.T, I, Gt(Dot(v, v), 0))),
    ("coefficient of unknown sign", False, root(a * T.T * T, a**2 * T.T * T * T.T * T)),
    ("idempotent symmetric", True, root(A, A, Eq(A * A, A), Eq(A.T, A))),
    ("idempotent", False, root(A, A, Eq(A * A, A))),
]

INVERSES = [
    ("Sherman and Morrison", True, inverse(I + u * v.T, I - u * v.T / (1 + Dot(u, v)), Ne(1 + Dot(u, v), 0))),
    ("Sherman and Morrison with a plus", False, inverse(I + u * v.T, I + u * v.T / (1 + Dot(u, v)), Ne(1 + Dot(u, v), 0))),
    ("of a product", True, inverse(A * B, Y * X, Eq(A * X, I), Eq(B * Y, I))),
    ("of a product, in order", False, inverse(A * B, X * Y, Eq(A * X, I), Eq(B * Y, I))),
    ("of a transpose", True, inverse(A.T, X.T, Eq(A * X, I))),
    ("of a sum", False, inverse(A + B, X + Y, Eq(A * X, I), Eq(B * Y, I))),
    ("of a frame", False, inverse(T, T.T, Eq(T.T * T, I))),
    ("of a reflection", True, inverse(I - 2 * v * v.T, I - 2 * v * v.T, Eq(Dot(v, v), 1))),
    ("of a projector", False, inverse(A, A, Eq(A * A, A))),
    ("of an orthogonal matrix", True, inverse(X, X.T, Eq(X * X.T, I))),
    ("with sizes that differ", False, inverse(T, R, Eq(R * T, I))),
    ("of I - N, nilpotent", True, inverse(I - A, I + A + A * A, Eq(A**3, nothing))),
    ("of I - A", False, inverse(I - A, I + A + A * A)),
]

STATEMENTS = [(f"{room}: {name}", true, make) for room, group in (
    ("plain", PLAIN), ("relations", RELATIONS), ("Kronecker", KRONECKER), ("ranks", RANKS), ("roots", ROOTS), ("inverses", INVERSES))
    for name, true, make in group]
