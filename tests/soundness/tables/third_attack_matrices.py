"""Matrices a third time: roots that are none, ranks at small sizes, means over matrices, limits of matrices, minimisers."""

from sympy import Abs, Eq, Identity, Max, Min, Rational, S, Sum, Symbol, Trace, ZeroMatrix, cos, cosh, exp, log, oo, sin, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Expectation,
    Kron,
    Limit,
    Minimises,
    Norm,
    OverNeurons,
    RankBound,
    SquareRoot,
    matrix,
    vector,
)

from ..case import F, T
from ..words import A, B, W, X, a, b, d, h, k, n, q, s, u, u1, v, v1, w, x

ONE = Identity(d)
ALL = Domain(over=[A, B, X, W, u, v, a, b])
GROWS = Domain(x > 0, over=[A, B, X, u, v, a, b])
e = vector("e", h)
Z = matrix("Z", d, d)
R = Rational
i = Symbol("i", integer=True)
HALVES, UNIT = Domain(Eq(A.T, A)), Domain(Eq(Dot(u, u), 1))
ISOMETRY = Domain(Eq(X.T * X, ONE))
N = Dot(v, v)


def root(made, of, on=ALL, through=None):
    """The positive semidefinite root of a matrix."""
    return SquareRoot(made, of, through, on=on)


def rank(made, most, on=ALL, neurons=None):
    """A bound on a rank."""
    return RankBound(made, S(most), neurons, on=on)


def mean(quantity, value, draws, *conditions, over=(), moment="mean"):
    """A moment over matrix draws."""
    return Expectation(S(quantity), draws, S(value), moment, on=Domain(*conditions, over=[*draws, A, B, u, v, a, b, s, *over]))


def tends(expression, value, to=oo, on=GROWS, rate=None, variable=x):
    """A limit of matrices."""
    return Limit(expression, variable, S(to), value, rate, on=on)


def least(potential, slope, preconditioner, warp, *conditions, over=()):
    """What the flow v' = -preconditioner X^T rho from u minimises."""
    return Minimises(potential, slope, v, u, preconditioner, S(warp), on=Domain(*conditions, over=[v, u, *over]))


CASES = [
    # square roots
    T(lambda: root(A.T * A, A.T * A * A.T * A), "A^T A is semidefinite and symmetric"),
    F(lambda: root(A, A * A), "A need not be symmetric"),
    F(lambda: root(A, A * A, HALVES), "A = -1 is symmetric"),
    F(lambda: root(A, A.T * A, HALVES), "A = -1"),
    F(lambda: root(-A.T * A, A.T * A * A.T * A), "the other root"),
    F(lambda: root(A.T * A, A * A.T * A * A.T), "A and its transpose in the other order: a nilpotent A"),
    T(lambda: root(A, A, Domain(Eq(A.T, A), Eq(A * A, A))), "an orthogonal projection"),
    F(lambda: root(A, A, Domain(Eq(A * A, A))), "a slanted projection: rows (1, 1), (0, 0)"),
    F(lambda: root(A, ONE, Domain(Eq(A * A, ONE), Eq(A.T, A))), "a reflection"),
    F(lambda: root(ONE - 2 * u * u.T, ONE, UNIT), "a reflection"),
    F(lambda: root(ONE - 2 * u * u.T, ONE, UNIT, ONE - u * u.T), "a reflection; the range named is not the whole space"),
    F(lambda: root(-A, A * A, HALVES, ZeroMatrix(d, d)), "A = 1; the range named is nothing"),
    F(lambda: root(A, A * A, HALVES.but(over=[u]), u * u.T), "A = -1"),
    T(lambda: root(ONE - u * u.T, ONE - u * u.T, UNIT), "a projection"),
    F(lambda: root(ONE - u * u.T, ONE - u * u.T), "|u|^2 = 2"),
    T(lambda: root(a * ONE, a**2 * ONE, Domain(a >= 0, over=[u])), "a multiple that is not negative"),
    F(lambda: root(a * ONE, a**2 * ONE), "a = -1"),
    F(lambda: root(a * ONE, a**2 * ONE, Domain(a <= 0, over=[u])), "a = -1"),
    T(lambda: root(Abs(a) * ONE, a**2 * ONE), "|a|"),
    F(lambda: root(sqrt(a) * ONE, a * ONE + u * u.T, Domain(a >= 0, over=[u])), "u = 1"),
    T(lambda: root(u * u.T, Dot(u, u) * u * u.T), "a Gram matrix"),
    F(lambda: root(u * v.T, Dot(u, v) * u * v.T), "not symmetric"),
    F(lambda: root(u * u.T, u * u.T), "|u|^2 = 2"),
    T(lambda: root(u * u.T, u * u.T, UNIT), "|u| = 1"),
    T(lambda: root(X * X.T, X * X.T, ISOMETRY), "the projection on the range"),
    F(lambda: root(X * X.T, Identity(h), ISOMETRY), "h > d"),
    T(lambda: root(-A * A, A * A * A * A, Domain(Eq(A.T, -A))), "-A^2 = A^T A"),
    F(lambda: root(A * A, A * A * A * A, Domain(Eq(A.T, -A))), "A^2 = -A^T A"),
    F(lambda: root(a * u1 * u1.T, a**2 * Dot(u1, u1) * u1 * u1.T, Domain(over=[a, u1])), "a = -1 in size 1"),
    F(lambda: root(u1 * v1.T, Dot(u1, u1) * v1 * v1.T, Domain(over=[u1, v1])), "in size 1: u = 1, v = -1"),
    F(lambda: root(A.T * A - u * u.T, A.T * A * A.T * A - A.T * A * u * u.T - u * u.T * A.T * A + Dot(u, u) * u * u.T), "A = 0"),
    F(lambda: root(Kron(A, A), Kron(A * A, A * A), HALVES), "A = diag(1, -1)"),
    # ranks
    T(lambda: rank(u * v.T + v * u.T, 2), "two dyads"),
    F(lambda: rank(u * v.T + v * u.T, 1), "d = 2: the two axes"),
    F(lambda: rank(u * u.T - v * v.T, 1), "d = 2: the two axes"),
    F(lambda: rank(A * B - B * A, d - 1), "d = 2: a commutator diag(1, -1)"),
    F(lambda: rank(A - A.T, 1), "d = 2"),
    T(lambda: rank(u * v.T, R(3, 2)), "one"),
    F(lambda: rank(u * v.T, R(1, 2)), "one"),
    F(lambda: rank(a * u * v.T, a), "a = 1/2: one against a half"),
    F(lambda: rank(a * u * v.T, 0), "a = 1"),
    T(lambda: rank(a * u * v.T, 0, Domain(Eq(a, 0), over=[u, v])), "nothing"),
    T(lambda: rank(X, Max(h, d)), "its sizes"),
    F(lambda: rank(X, Min(h, d) - 1), "full rank"),
    F(lambda: rank(X.T * X, h - 1), "h = d = 1"),
    T(lambda: rank(X * X.T, h - 1, Domain(Eq(X.T * X, ONE), h > d)), "at most d"),
    F(lambda: rank(X * X.T, d - 1, ISOMETRY), "X is one-to-one"),
    T(lambda: rank(ONE - u * u.T, d), "its size"),
    F(lambda: rank(ONE - u * u.T, d - 1), "u = 0"),
    F(lambda: rank(ONE - u * u.T, d - 2, UNIT), "d = 2: one"),
    T(lambda: rank(Kron(u * u.T, v * v.T), 1), "a product of ones"),
    F(lambda: rank(Kron(A, B), d), "d = 2: four"),
    T(lambda: rank(Kron(A, u * v.T), d), "d times one"),
    T(lambda: rank(X.T * e * e.T * X, h, Domain(over=[X, e]), e), "one for each unit vector"),
    F(lambda: rank(X.T * e * e.T * X, h - 1, Domain(over=[X, e]), e), "no row is zero"),
    F(lambda: rank(X.T * e * e.T * X, 1, Domain(over=[X, e]), e), "h = 2"),
    F(lambda: rank(OverNeurons(X.T * e * e.T * X, e), 1, Domain(over=[X, e])), "h = d = 2"),
    T(lambda: rank(OverNeurons(X.T * e * e.T * X, e), h, Domain(over=[X, e])), "h terms"),
    F(lambda: rank(A, d / 2 - R(1, 2), Domain(Eq(A * A, ZeroMatrix(d, d)))), "d = 2: one"),
    F(lambda: rank(A, d - 1, Domain(Eq(A * A, A))), "A = 1"),
    F(lambda: rank(A * X.T, Min(h - 1, d)), "h = 1"),
    F(lambda: rank(A, 2, Domain(d <= 3, over=[A])), "d = 3"),
    T(lambda: rank(A, 3, Domain(d <= 3, over=[A])), "its size"),
    # means over matrices
    T(lambda: mean(Trace(Z * Z), s * d, {Z: s}, s > 0), "only the diagonal meets itself"),
    F(lambda: mean(Trace(Z * Z), s * d**2, {Z: s}, s > 0), "only the diagonal meets itself"),
    T(lambda: mean(Trace(Z) ** 2, s * d, {Z: s}, s > 0), "d independent entries"),
    F(lambda: mean(Trace(Z) ** 2, 0, {Z: s}, s > 0), "d independent entries"),
    T(lambda: mean(Trace(Z * A * Z * B), s * Trace(A.T * B), {Z: s}, s > 0), "Z_ij = Z_kl where k = i, l = j"),
    F(lambda: mean(Trace(Z * A * Z * B), s * Trace(A * B), {Z: s}, s > 0), "A is not symmetric"),
    F(lambda: mean(Trace(Z * A * Z * B), s * Trace(A) * Trace(B), {Z: s}, s > 0), "that is for Z^T"),
    T(lambda: mean(Trace(Z * A * Z.T * B), s * Trace(A) * Trace(B), {Z: s}, s > 0), "Z_ij = Z_lk where l = i, k = j"),
    T(lambda: mean(Trace(W.T * W * W.T * W), h * d * (h + d + 1), {W: S.One}), "three pairings"),
    F(lambda: mean(Trace(W.T * W * W.T * W), h * d * (h + d), {W: S.One}), "the third pairing"),
    F(lambda: mean(Trace(W.T * W) ** 2, h**2 * d**2, {W: S.One}), "it spreads"),
    T(lambda: mean(Trace(W.T * W), 2 * h * d, {W: S.One}, moment="variance"), "2 for each square"),
    F(lambda: mean(Trace(W.T * W), h * d, {W: S.One}, moment="variance"), "2 for each square"),
    T(lambda: mean(Dot(u, Z * v), Dot(u, u) * Dot(v, v), {Z: S.One}, moment="variance"), "a normal number"),
    F(lambda: mean(Dot(u, Z * u), Dot(u, u), {Z: S.One}, moment="variance"), "|u|^4"),
    T(lambda: mean(Dot(Z * u, Z.T * u), Dot(u, u), {Z: S.One}), "u^T Z^T Z^T u: the pairs meet where the indices are one"),
    F(lambda: mean(Dot(Z * u, Z.T * u), d * Dot(u, u), {Z: S.One}), "that is |Z u|^2"),
    T(lambda: mean(Dot(Z * v, u), 0, {Z: S.One, v: S.One}), "odd"),
    T(lambda: mean(Dot(Z * v, Z * v), d**2, {Z: S.One, v: S.One}), "d for each entry of v"),
    F(lambda: mean(Dot(Z * v, Z * v), d, {Z: S.One, v: S.One}), "d^2"),
    T(lambda: mean(Dot(X * v, X * v), s * d, {v: s}, Eq(X.T * X, ONE), s > 0, over=[X]), "an isometry keeps lengths"),
    F(lambda: mean(Dot(X.T * e, X.T * e), s * h, {e: s}, Eq(X.T * X, ONE), s > 0, over=[X]), "s d: the projection's trace"),
    T(lambda: mean(Dot(X.T * e, X.T * e), s * d, {e: s}, Eq(X.T * X, ONE), s > 0, over=[X]), "the projection's trace"),
    F(lambda: mean(Dot(v, A * v) ** 2, Trace(A) ** 2 + 2 * Trace(A * A), {v: S.One}), "A is not symmetric"),
    T(lambda: mean(Dot(v, A * v) ** 2, Trace(A) ** 2 + 2 * Trace(A * A), {v: S.One}, Eq(A.T, A)), "A is symmetric"),
    F(lambda: mean(Norm(v), sqrt(d), {v: S.One}), "d = 1: sqrt(2/pi)"),
    F(lambda: mean(Norm(v) ** 2 / Dot(v, v), d, {v: S.One}), "1"),
    F(lambda: mean(Sum(w * i, (i, 1, n)) ** 2, n**2 * (n + 1) ** 2 / 4, {w: S.One}, over=[n]), "n = -2: 0 against 1"),
    T(lambda: mean(Sum(w * i, (i, 1, n)) ** 2, n**2 * (n + 1) ** 2 / 4, {w: S.One}, n >= 0), "Gauss, squared"),
    F(lambda: mean(Sum(w**2, (i, 1, n)), 1, {w: S.One}, n >= 1), "n"),
    T(lambda: mean(Sum(w**2, (i, 1, n)), n, {w: S.One}, n >= 1), "n times one and the same"),
    F(lambda: mean(Sum(w, (i, 1, n)) ** 2, n, {w: S.One}, n >= 1), "one and the same draw: n^2"),
    F(lambda: mean(Sum(w**i, (i, 0, n)), 1, {w: S.One}, n >= 0), "n = 2: 2"),
    F(lambda: mean(Max(w, 0) ** 2, 1, {w: S.One}), "a half"),
    F(lambda: mean(w * q, 1, {w: S.One}, Eq(q, 1)), "E w = 0"),
    # limits of matrices
    T(lambda: tends(exp(-x) * A + B, B), "A dies out"),
    F(lambda: tends(exp(-x) * A + B, A), "B stays"),
    F(lambda: tends(x * A, ZeroMatrix(d, d)), "A = 1: it grows"),
    T(lambda: tends(x * (A - A.T), ZeroMatrix(d, d), on=Domain(x > 0, Eq(A.T, A))), "zero all the time"),
    F(lambda: tends(x * (A - A.T), ZeroMatrix(d, d)), "A need not be symmetric"),
    F(lambda: tends(sin(x) * A, ZeroMatrix(d, d)), "A = 1: it swings"),
    F(lambda: tends((1 + cos(x) / x) * A, ZeroMatrix(d, d)), "A"),
    F(lambda: tends((1 + 1 / x) * A * B, B * A), "they need not commute"),
    T(lambda: tends((1 + 1 / x) * Kron(A, B), Kron(A, B)), "a number in front"),
    F(lambda: tends((1 + 1 / x) * Kron(A, B), Kron(B, A)), "the order"),
    T(lambda: tends(A + B / x, A, rate=1 / x), "the rest is B/x"),
    F(lambda: tends(A + B / x, A, rate=1 / x**2), "B = 1: x grows"),
    F(lambda: tends(A + u * u.T / x, A, rate=exp(-x)), "u = 1"),
    F(lambda: tends(A + a * B, A, to=0), "a = B = 1"),
    T(lambda: tends(A + x * B, A, to=0), "B dies out"),
    F(lambda: tends(A + B / x, A, to=0), "B = 1: it grows"),
    F(lambda: tends(log(x) * A, A, to=1, on=Domain(x > 0, over=[A])), "log 1 = 0, A = 1"),
    T(lambda: tends(log(x) * A, ZeroMatrix(d, d), to=1, on=Domain(x > 0, over=[A])), "log 1 = 0"),
    F(lambda: tends(x * u / (1 + x * Dot(u, u)), ZeroMatrix(d, 1)), "u/|u|^2"),
    F(lambda: tends(x * u / (1 + x), v), "u, v are two vectors"),
    T(lambda: tends(x * u / (1 + x), v, on=Domain(x > 0, Eq(u, v))), "they are one"),
    F(lambda: tends(Abs(a) * x / (1 + x) * ONE, a * ONE), "a = -1"),
    F(lambda: tends(2 ** (-n) * A, A, variable=n, on=Domain(n > 0, over=[A])), "A = 1: 0"),
    T(lambda: tends(2 ** (-n) * A, ZeroMatrix(d, d), variable=n, on=Domain(n > 0, over=[A])), "it halves"),
    F(lambda: tends((-1) ** n * A, ZeroMatrix(d, d), variable=n, on=Domain(n > 0, over=[A])), "A = 1: it swings"),
    F(lambda: tends(x ** (-a) * A, ZeroMatrix(d, d)), "a = 0"),
    T(lambda: tends(x ** (-a) * A, ZeroMatrix(d, d), on=Domain(x > 0, a > 0, over=[A])), "a > 0"),
    F(lambda: tends((a * x**2 + x) / (x**2 + 1) * A, ZeroMatrix(d, d)), "a = A = 1"),
    F(lambda: tends(Sum(exp(-i * x), (i, 0, n)) * A, ZeroMatrix(d, d), on=Domain(x > 0, n >= 0, over=[A])), "the term at 0 stays"),
    # minimisers
    T(lambda: least(exp(N), 2 * exp(Dot(u, u)) * u, exp(-N) / 2 * (ONE - 2 * v * v.T / (1 + 2 * N)), 1), "the inverse of its Hessian"),
    F(lambda: least(exp(N), 2 * exp(Dot(u, u)) * u, exp(-N) / 2 * (ONE - 2 * v * v.T / (1 + N)), 1), "1 + 2 N"),
    F(lambda: least(exp(N), 2 * exp(N) * u, exp(-N) / 2 * (ONE - 2 * v * v.T / (1 + 2 * N)), 1), "the slope is at the start"),
    F(lambda: least((N - 1) ** 2, 4 * (Dot(u, u) - 1) * u, ONE, 1), "it is concave near the origin"),
    F(lambda: least(k * N / 2, k * u, ONE / k, 1, k < 0), "it is concave"),
    F(lambda: least(k * N / 2, k * u, ONE, k, k >= 0), "k = 0: not strictly convex"),
    T(lambda: least(k * N / 2 + 3, k * u, ONE, k, k > 0), "a constant more"),
    F(lambda: least(N / 2, u, -ONE, -1), "the flow climbs"),
    F(lambda: least(N / 2, u, k * ONE, k, over=[k]), "k = -1: the flow climbs"),
    T(lambda: least(N / 2, u, k * ONE, k, k > 0), "slower"),
    F(lambda: least(N / 2, u, (1 + N) * ONE, 1), "the warp is 1 + N"),
    T(lambda: least(N / 2, u, (1 + N) * ONE, 1 + N), "a warp that stays positive"),
    F(lambda: least(N / 2, u, (N - 1) * ONE, N - 1), "the warp is negative inside the ball"),
    F(lambda: least(cosh(sqrt(N)), u, ONE, 1), "its Hessian is no constant"),
    F(lambda: least(N / 2 + Dot(u, v), 2 * u, ONE, 1), "it depends on u.v, whose slope is more than its start"),
]
