"""Statements put in an odd way: sizes tied by equations, powers of sizes, matrices of d - h rows, derivatives inside means."""

from sympy import Derivative, Determinant, Eq, Function, Identity, Max, Ne, Or, S, Symbol, Trace, log

from theoremtest.derivations.language import (
    Classifies,
    Covariance,
    Domain,
    Dot,
    Equal,
    Evolves,
    Expectation,
    Flow,
    Holds,
    Iff,
    Norm,
    RankBound,
    SpectralNorm,
    dimension,
    ge,
    gt,
    le,
    matrix,
    reals,
    vector,
)

from ..case import F, M, T

d, h, n = dimension("d"), dimension("h"), dimension("n")
x, y, k, w, a, b = reals("x", "y", "k", "w", "a", "b")
A, B, X, C = matrix("A", d, d), matrix("B", h, h), matrix("X", d, h), matrix("C", d - h, d)
u, v, p = vector("u", d), vector("v", d), vector("p", d - h)
f = Function("f", real=True)
i, EVEN = Symbol("i", integer=True), Symbol("e", even=True, positive=True)
PLANE = Domain(over=[x, y])
EQUAL = Domain(Eq(d, h), over=[A, B, X])
TALL = Domain(d > h, over=[A, X, C, p])

CASES = [
    M(lambda: Equal(Determinant(-matrix("A", EVEN, EVEN)), Determinant(matrix("A", EVEN, EVEN)), on=Domain(over=[matrix("A", EVEN, EVEN)])),
      "a size that is even, which no bound says"),
    # sizes tied by equations, in exponents and under brackets
    T(lambda: Equal((-1)**d, (-1)**h, on=EQUAL), "d = h"),
    T(lambda: Equal((-1)**(d + h), 1, on=EQUAL), "2 d"),
    F(lambda: Equal((-1)**d, 1, on=EQUAL), "d = h = 1"),
    T(lambda: Equal((-1)**(2 * d), 1, on=EQUAL), "an even power"),
    T(lambda: Equal(Determinant(-A), (-1)**h * Determinant(A), on=EQUAL), "d = h"),
    F(lambda: Equal(Determinant(-A), Determinant(A), on=EQUAL), "d = 1"),
    F(lambda: Equal((-1)**(d * h), (-1)**(d + h), on=Domain(over=[A, B])), "d = h = 1"),
    T(lambda: Equal((-1)**d * (-1)**d, 1, on=Domain(Eq(d, 2 * h), over=[A, B])), "an even power"),
    T(lambda: Equal((-1)**d, 1, on=Domain(Eq(d, 2 * h), over=[A, B])), "d is even"),
    F(lambda: Equal((-1)**d, (-1)**h, on=Domain(Eq(d, h + 1), over=[A, B])), "one more"),
    T(lambda: Equal((-1)**d, -(-1)**h, on=Domain(Eq(d, h + 1), over=[A, B])), "one more"),
    T(lambda: Holds(ge((-1)**d, -1), on=EQUAL), "one of two numbers"),
    F(lambda: Holds(gt((-1)**d, 0), on=EQUAL), "d = 1"),
    T(lambda: Holds(ge(Trace(X * X.T), 0), on=EQUAL), "a square"),
    T(lambda: Equal(Trace(Identity(d)), h, on=EQUAL), "d = h"),
    F(lambda: Equal(Trace(Identity(d)), h + 1, on=EQUAL), "d = h"),
    F(lambda: Equal(Trace(Identity(d)), 3, on=Domain(Eq(d, h), Eq(h, 2), over=[A, B])), "2"),
    T(lambda: Equal(d * h, h**2, on=EQUAL), "d = h"),
    T(lambda: Equal((-2)**d, (-2)**h, on=EQUAL), "d = h"),
    T(lambda: Equal((-x)**d, (-1)**h * x**d, on=EQUAL.but(over=[x])), "d = h"),
    # norms in the domain
    T(lambda: Holds(gt(1 - SpectralNorm(A), 0), on=Domain(SpectralNorm(A) < 1)), "the condition"),
    T(lambda: Holds(gt(1 / (1 - SpectralNorm(A)), 0), on=Domain(SpectralNorm(A) < 1)), "the condition"),
    F(lambda: Holds(gt(1 - 2 * SpectralNorm(A), 0), on=Domain(SpectralNorm(A) < 1)), "A = 3/4"),
    T(lambda: Holds(gt(x + 2 - SpectralNorm(A), 0), on=Domain(SpectralNorm(A) < 1, x > -1)), "both conditions"),
    T(lambda: Holds(ge(1 - SpectralNorm(A)**2, 0), on=Domain(SpectralNorm(A) <= 1)), "a square of at most one"),
    T(lambda: Holds(gt(x - Norm(u), -1), on=Domain(Norm(u) < 1, x > 0)), "both conditions"),
    T(lambda: Iff(gt(x - Norm(u), 0), gt(2 * x, 2 * Norm(u)), on=Domain(Norm(u) < 1, over=[x])), "doubled"),
    T(lambda: Holds(le(Dot(u, A * u), Dot(u, u)), on=Domain(SpectralNorm(A) < 1, over=[u])), "a contraction"),
    # matrices of d - h rows
    T(lambda: Equal(Trace(C.T * C), Trace(C * C.T), on=TALL), "a trace turns"),
    T(lambda: Equal(C.T * C, (C.T * C).T, on=TALL), "symmetric"),
    F(lambda: Equal(C.T * C, Identity(d), on=TALL), "C = 0"),
    T(lambda: Equal(Trace(Identity(d - h)), d - h, on=TALL), "its size"),
    F(lambda: Equal(Trace(Identity(d - h)), d, on=TALL), "h > 0"),
    T(lambda: Holds(ge(Dot(p, p), 0), on=TALL), "a square"),
    T(lambda: Evolves(Dot(p, p), -2 * Dot(p, p), along=Flow({p: -p}), on=TALL), "the product rule"),
    F(lambda: Evolves(Dot(p, p), -Dot(p, p), along=Flow({p: -p}), on=TALL), "twice that"),
    T(lambda: Equal(Trace(C.T * C), Trace(C * C.T), on=Domain(over=[C])), "where there is such a matrix"),
    F(lambda: RankBound(C, d - h - 1, on=TALL), "full rank"),
    T(lambda: RankBound(C, d - h, on=TALL), "its rows"),
    # case distinctions of products with gaps
    F(lambda: Classifies({"a": x * log(y) > 0, "b": x * log(y) <= 0}, {"a": Ne(x, 0), "b": Or(x >= 0, y >= 0)}, on=PLANE), "y = -1"),
    T(lambda: Classifies({"a": x * log(y) > 0, "b": x * log(y) <= 0}, {"a": Ne(x, 0), "b": y > 0}, on=Domain(y > 0, over=[x])), "in order"),
    F(lambda: Classifies({"a": x / y > 0, "b": x / y <= 0}, {"a": Ne(x, 0), "b": x * y <= 0}, on=Domain(over=[x, y])), "y = 0"),
    F(lambda: Iff(gt(x * log(y), 0), gt(2 * x * log(y), 0), on=Domain(over=[x, y])), "y = -1"),
    F(lambda: Classifies({"a": gt(1 / Max(x, 0), 1), "b": le(1 / Max(x, 0), 1)}, {"a": x < 1, "b": x >= 1}, on=Domain(over=[x])), "x = 0"),
    # means of derivatives, abbreviations that the domain keeps from zero
    T(lambda: Expectation(w * Derivative(x**2, x) + x, {w: S.One}, x, on=Domain(over=[w, x])), "2 w x + x"),
    T(lambda: Expectation(w**2 * Derivative(x**2, x), {w: S.One}, 2 * x, on=Domain(over=[w, x])), "2 x w^2"),
    F(lambda: Expectation(w**2 * Derivative(x**2, x), {w: S.One}, x, on=Domain(over=[w, x])), "2 x w^2"),
    T(lambda: Expectation(Derivative(w**2, w), {w: S.One}, 0, on=Domain(over=[w])), "2 w"),
    T(lambda: Covariance(w, w * Derivative(3 * x, x), {w: S.One}, S(3), on=Domain(over=[w, x])), "a derivative that is a number"),
    F(lambda: Covariance(w, w * Derivative(log(a) + 3 * x, x), {w: S.One}, S(3), on=Domain(over=[a, w, x])), "a = -1"),
    F(lambda: Expectation(Derivative(w**2, w)**2, {w: S.One}, 1, on=Domain(over=[w])), "4"),
    T(lambda: Holds(ge(k * x, 1), on=Domain(x > 0, where={k: 1 / x})), "k x = 1"),
    T(lambda: Holds(gt(x, 0), on=Domain(k * x > 0, x > 0, where={k: 1 / x})), "a condition"),
    T(lambda: Equal(k * x, 1, on=Domain(k * x > 0, where={k: 1 / x})), "k x = 1"),
    T(lambda: Holds(ge(k**2, 0), on=Domain(k < x, where={k: log(x)})), "the condition asks for k"),
    F(lambda: Holds(gt(k, 0), on=Domain(k < x, where={k: log(x)})), "x = 1"),
    F(lambda: Equal(k * x, 2, on=Domain(k * x > 0, where={k: 1 / x})), "one"),
    M(lambda: Equal(x, 1, on=Domain(gt(0 * k + x, x), where={k: 1 / x})), "no point"),
]
