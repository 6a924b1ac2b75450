"""True statements of the kinds that are attacked least: roots, ranks, means over matrices, zeros on the way, exponents, cases."""

from sympy import Abs, And, Eq, Identity, Max, Min, Ne, Or, Rational, S, Sum, Symbol, Trace, ZeroMatrix, exp, log, oo, sqrt, tanh

from theoremtest.derivations.language import (
    AtMostOneZero,
    Classifies,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Expectation,
    Flow,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Induction,
    Kron,
    Limit,
    Minimises,
    NotHessian,
    RankBound,
    Scales,
    SquareRoot,
    every,
    ge,
    matrix,
)

from ..case import T
from ..words import PLANE, POSITIVE, QUADRANT, REAL, A, B, W, X, a, b, d, h, k, n, s, u, v, w, x, y

ONE, N = Identity(d), Dot(v, v)
i = Symbol("i", integer=True)
Z = matrix("Z", d, d)
MATRICES = Domain(over=[A, B, X, W, u, v, a, b])
UP = Domain(x > 0, over=[a, b])
GROWS = Domain(x > 0, over=[A, B, u, v, a])
WHOLE = Domain(over=[n])


def scales(expression, exponent, on=UP):
    """The order of growth in x."""
    return Scales(S(expression), x, S(exponent), on=on)


def once(quantity, rates, *conditions):
    """The quantity vanishes at most once on the way."""
    return AtMostOneZero(quantity, along=Flow(rates), on=Domain(*conditions, over=[x, y]))


def mean(quantity, value, draws, moment="mean"):
    """A moment over the draws."""
    return Expectation(S(quantity), draws, S(value), moment, on=Domain(s > 0, over=[*draws, A, B, u, a, b]))


CASES = [
    T(lambda: SquareRoot(X.T * X, X.T * X * X.T * X, on=MATRICES), "a Gram matrix"),
    T(lambda: SquareRoot(ONE + A.T * A, ONE + 2 * A.T * A + A.T * A * A.T * A, on=MATRICES), "at least the identity"),
    T(lambda: SquareRoot(a**2 * ONE, a**4 * ONE, on=MATRICES), "a square in front"),
    T(lambda: SquareRoot(A.T * A + B * B.T, (A.T * A + B * B.T) * (A.T * A + B * B.T), on=MATRICES), "two Gram matrices"),
    T(lambda: SquareRoot(ZeroMatrix(d, d), ZeroMatrix(d, d), on=Domain(over=[A])), "nothing"),
    T(lambda: SquareRoot(A, A * A, on=Domain(Eq(A, B.T * B))), "A is a Gram matrix"),
    T(lambda: RankBound(A * u * v.T * B, S.One, on=MATRICES), "through one vector"),
    T(lambda: RankBound(u * u.T + v * v.T + (u + v) * (u + v).T, S(3), on=MATRICES), "three terms"),
    T(lambda: RankBound(X.T * X + u * u.T, h + 1, on=MATRICES), "h and one more"),
    T(lambda: RankBound(Kron(X, u), Min(h, d), on=MATRICES), "X's times one"),
    T(lambda: RankBound(X * A * X.T, d, on=MATRICES), "through d"),
    T(lambda: mean(Trace(W * A * W.T), s * h * Trace(A), {W: s}), "h rows"),
    T(lambda: mean(Dot(u, Z * u), 0, {Z: s}), "odd"),
    T(lambda: mean(Dot(u, Z * u) ** 2, s * Dot(u, u) ** 2, {Z: s}), "a normal number of variance s |u|^4"),
    T(lambda: mean(Dot(u, Z * u) ** 4, 3 * s**2 * Dot(u, u) ** 4, {Z: s}), "its fourth moment"),
    T(lambda: mean(Trace(Z * Z.T) ** 2, s**2 * d**2 * (d**2 + 2), {Z: s}), "d^2 squares"),
    T(lambda: mean(a * w + b, b, {w: s}), "mean zero"),
    T(lambda: mean(a * w**2 + b, 2 * a**2 * s**2, {w: s}, "variance"), "2 s^2 for a square"),
    T(lambda: mean(Trace(Z * A * Z * A.T), s * Trace(A * A), {Z: s}), "tr A^T A^T"),
    T(lambda: once(x, {x: S.One, y: y}), "it rises"),
    T(lambda: once(x - y, {x: 1 + y**2, y: -x**2}), "the gap grows"),
    T(lambda: once(x**5, {x: exp(y), y: S.One}), "its base rises"),
    T(lambda: once(x, {x: -1 - x**2, y: S.Zero}), "it falls"),
    T(lambda: once(x * y, {x: 1 + x**2, y: S.One}, y > 0), "y does not vanish"),
    T(lambda: once(tanh(x) + x, {x: S(2), y: S.Zero}), "it rises"),
    T(lambda: scales(3 * x**2 + 5 * x + 1, 2), "the leading power"),
    T(lambda: scales((x + 1) ** 3 / x, 2), "3 less 1"),
    T(lambda: scales(sqrt(x) + x ** Rational(1, 3), Rational(1, 2)), "the greater"),
    T(lambda: scales(x**a * (1 + x**b), a + Max(b, 0)), "the greater inside"),
    T(lambda: scales((a**2 + 2) * x + 1 / x, 1), "a positive coefficient"),
    T(lambda: scales(1 / (1 / x + 1 / x**2), 1), "the greater below"),
    T(lambda: Limit(A * x / (1 + x) + B * exp(-x), x, oo, A, on=GROWS), "B dies out"),
    T(lambda: Limit((a * x + 1) / (x + 2) * u, x, oo, a * u, on=GROWS), "the leading terms"),
    T(lambda: Limit(A + x * B, x, S.Zero, A, on=GROWS), "B dies out"),
    T(lambda: Limit(exp(-x) * A + 2 * B, x, oo, 2 * B, exp(-x), on=GROWS), "with its rate"),
    T(lambda: Limit(log(1 + x) / x * A, x, S.Zero, A, on=GROWS), "the slope of the logarithm"),
    T(lambda: Classifies({"low": x < 1, "mid": And(x >= 1, x < 3), "high": x >= 3},
                         {"low": x < 2, "mid": x > 0, "high": x > 2}, on=REAL), "a line cut twice"),
    T(lambda: Classifies({"in": Abs(x) < 2, "out": Abs(x) >= 2}, {"in": x < 2, "out": Or(x >= 2, x <= -2)}, on=REAL), "a distance"),
    T(lambda: Classifies({"even": Eq((-1) ** n, 1), "odd": Ne((-1) ** n, 1)}, {"even": ge(n**2, 0), "odd": ge(n**2, 0)}, on=WHOLE),
      "a condition and its opposite"),
    T(lambda: Classifies({"more": x > y, "not": x <= y}, {"more": x + 1 > y, "not": x <= y + 1}, on=PLANE), "wider meanings"),
    T(lambda: Minimises(N, 2 * u, v, u, ONE / 2, S.One, on=Domain(over=[u, v])), "gradient descent at half speed"),
    T(lambda: Minimises(a * N, 2 * a * u, v, u, ONE / a, S(2), on=Domain(a > 0, over=[u, v])), "its Hessian is 2 a I"),
    T(lambda: NotHessian((1 + N) * ONE, v, on=Domain(over=[v])), "the mixed partials differ by 2 v_j"),
    T(lambda: NotHessian(ONE + N * v * v.T, v, on=Domain(over=[v])), "the mixed partials differ by N v_j"),
    T(lambda: Hessian(N**2 / 4 + Dot(u, v), v, N * ONE + 2 * v * v.T, on=MATRICES), "the product rule"),
    T(lambda: Gradient(Trace(A.T * A * B), A, A * (B + B.T), on=MATRICES), "the product rule"),
    T(lambda: Gradient(Trace(A * B) ** 2, A, 2 * Trace(A * B) * B.T, on=MATRICES), "the chain rule"),
    T(lambda: Gradient(Dot(u, A * v), A, u * v.T, on=MATRICES), "linear"),
    T(lambda: Iff(x > y, exp(x) > exp(y), on=PLANE), "the exponential grows"),
    T(lambda: Iff(Max(x, y) > 1, Or(x > 1, y > 1), on=PLANE), "one of them is the greater"),
    T(lambda: Iff(Min(x, y) > 1, And(x > 1, y > 1), on=PLANE), "both"),
    T(lambda: Iff(Abs(x) < 1, And(x < 1, x > -1), on=REAL), "a distance"),
    T(lambda: Iff(x * y > y, x > 1, on=QUADRANT), "divided by y"),
    T(lambda: every(a=Equal(x * (1 + 1 / x), x + 1, on=POSITIVE), b=Holds(x + 1 > x / 2, on=POSITIVE)), "both"),
    T(lambda: every(a=Evolves(x * y, x**2 + y**2, along=Flow({x: y, y: x}), on=PLANE),
                    b=Conserved(x**2 - y**2, along=Flow({x: y, y: x}), on=PLANE)), "a hyperbola"),
    T(lambda: Induction(Equal(Sum(i**3, (i, 1, n)), n**2 * (n + 1) ** 2 / 4, on=WHOLE), n, 0, on=WHOLE), "cubes"),
    T(lambda: Induction(Holds(3**n >= 2 * n + 1, on=WHOLE), n, 0, on=WHOLE), "1 against 1, then tripling wins"),
    T(lambda: Induction(Equal(Sum(i * (i + 1), (i, 1, n)), n * (n + 1) * (n + 2) / 3, on=WHOLE), n, 0, on=WHOLE), "telescopes"),
    T(lambda: Induction(Holds(k**n >= 1, on=Domain(k >= 1, over=[n])), n, 0, on=Domain(k >= 1, over=[n])), "factors of at least 1"),
]
