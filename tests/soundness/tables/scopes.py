"""What a domain covers: none of its points, whole numbers only, floating-point numbers, sides with no value anywhere."""

from sympy import Abs, Eq, Float, Identity, Ne, Or, Rational, S, Symbol, ZeroMatrix, acos, asin, exp, log, oo, sqrt

from theoremtest.derivations.language import Conserved, Domain, Dot, Equal, Evolves, Expectation, Flow, Holds, Iff, Limit, Norm, Scales

from ..case import F, M, T
from ..words import PLANE, POSITIVE, REAL, A, a, d, n, u, v, w, x, y

NOWHERE = Domain(x + y > 3, x < 1, y < 1)
NEVER = Domain(x**2 + x < -1)
SHORTER = Domain(Dot(u, v) ** 2 > Dot(u, u) * Dot(v, v) + 1)
NO_ROOT = Domain(Eq(A.T * A, -Identity(d)))
GAP = Domain(Or(x < -1, x > 1))
i = Symbol("i", integer=True)
unlike = Symbol("zeta")
CASES = [
    M(lambda: Equal(x, y, on=NOWHERE), "no point"),
    M(lambda: Equal(x, x + 1, on=NOWHERE), "no point"),
    M(lambda: Holds(x > 7, on=NOWHERE), "no point"),
    M(lambda: Holds(x < 7, on=NEVER), "no point"),
    M(lambda: Equal(x**2, -x - 1, on=NEVER), "no point"),
    M(lambda: Equal(Dot(u, v), S.Zero, on=SHORTER), "no point"),
    M(lambda: Holds(Norm(u) > 5, on=SHORTER), "no point"),
    M(lambda: Equal(A, ZeroMatrix(d, d), on=NO_ROOT), "no point"),
    M(lambda: Equal(x, y, on=Domain(x > 0, x < 0, over=[y])), "contradictory bounds"),
    M(lambda: Equal(x, y, on=Domain(Eq(x, 1), Eq(x, 2), over=[y])), "contradictory bounds"),
    M(lambda: Holds(n > 5, on=Domain(n > 0, n < 1)), "no whole number in between"),
    M(lambda: Equal(n, 7, on=Domain(Eq(2 * n, 3))), "no whole number"),
    M(lambda: Iff(x > 1, y > 1, on=NOWHERE), "no point"),
    M(lambda: Conserved(x, along=Flow({x: S.One}), on=NOWHERE), "no point"),
    M(lambda: Evolves(x, S.Zero, along=Flow({x: S.One}), on=NEVER), "no point"),
    M(lambda: Limit(y / x, x, oo, S.One, on=NOWHERE), "no point"),
    M(lambda: Scales(x, x, S.Zero, on=NEVER), "no point"),
    M(lambda: Equal(log(-1 - x**2), log(-1 - x**2), on=REAL), "no value anywhere"),
    M(lambda: Equal(sqrt(-1 - x**2) + 1, sqrt(-1 - x**2) + x, on=REAL), "no value anywhere"),
    M(lambda: Equal(acos(2 + x**2), asin(2 + x**2), on=REAL), "no value anywhere"),
    M(lambda: Equal(log(x) + log(-x), S.Zero, on=REAL), "no value anywhere"),
    M(lambda: Holds(log(x) + log(-x) < 1, on=REAL), "no value anywhere"),
    M(lambda: Equal(Float("0.1") + Float("0.2"), Rational(3, 10), on=REAL), "a floating-point number"),
    M(lambda: Equal(Float("0.1") * x, x / 10, on=REAL), "a floating-point number"),
    M(lambda: Equal(0.1 * x, x / 10, on=REAL), "a floating-point number"),
    M(lambda: Equal(x, x + 1e-300, on=REAL), "a floating-point number"),
    M(lambda: Holds(x > 0, on=Domain(x > 0.1)), "a floating-point bound"),
    M(lambda: Holds(x > 0.1, on=Domain(x > Rational(1, 10))), "a floating-point bound"),
    M(lambda: Limit(0.5 * x / (x + 1), x, oo, Rational(1, 2), on=POSITIVE), "a floating-point number"),
    M(lambda: Expectation(w**2, {w: S(1) * 1.0}, S.One, on=Domain(over=[w])), "a floating-point variance"),
    M(lambda: Conserved(x, along=Flow({x: Float("0.5") * x}), on=REAL), "a floating-point rate"),
    M(lambda: Scales(x**0.5, x, Rational(1, 2), on=POSITIVE), "a floating-point exponent"),
    F(lambda: Equal(2 * i, i, on=Domain(over=[i])), "i = 1"),
    T(lambda: Holds(Or(i <= 3, i >= 4), on=Domain(over=[i])), "no whole number in between"),
    T(lambda: Holds(i >= 1, on=Domain(i > 0)), "whole numbers"),
    F(lambda: Holds(i >= 2, on=Domain(i > 0)), "i = 1"),
    T(lambda: Equal(Abs(x), x, on=Domain(x >= 0)), "the border too"),
    F(lambda: Equal(Abs(x), x, on=GAP), "x = -2"),
    T(lambda: Holds(x**2 > 1, on=GAP), "on both sides"),
    F(lambda: Holds(x > 1, on=GAP), "x = -2"),
    F(lambda: Equal(x**4, 5, on=Domain(Eq(x**2, 2))), "4"),
    T(lambda: Equal(x**4, 4, on=Domain(Eq(x**2, 2))), "2 squared"),
    F(lambda: Holds(x > 0, on=Domain(Eq(x**2, 2))), "x = -sqrt 2"),
    T(lambda: Holds(x > 1, on=Domain(Eq(x**2, 2), x > 0)), "sqrt 2"),
    F(lambda: Equal(x, Rational(7, 5), on=Domain(Eq(x**2, 2), x > 0)), "sqrt 2"),
    T(lambda: Equal(x, Rational(3, 2), on=Domain(Eq(2 * x, 3))), "one point"),
    F(lambda: Equal(x, 1, on=Domain(Eq(2 * x, 3))), "one point"),
    T(lambda: Equal(1 / x * x, 1, on=Domain(Ne(x, 0))), "x is not 0"),
    F(lambda: Equal(1 / x, 1, on=Domain(1 / x > -5)), "x = 2"),
    T(lambda: Holds(1 / x > -6, on=Domain(1 / x > -5)), "weaker"),
    F(lambda: Holds(1 / x > -4, on=Domain(1 / x > -5)), "x = -2/9"),
    F(lambda: Equal(x * y, y, on=Domain(x * y > 0, x > 0)), "x = 2"),
    T(lambda: Equal(exp(log(x)), x, on=POSITIVE), "the inverse"),
    F(lambda: Equal(a, Abs(a), on=Domain(over=[a])), "a = -1"),
    F(lambda: Holds(Ne(x, y), on=PLANE), "x = y"),
    T(lambda: Holds(x < 2, on=Domain(x < 1)), "weaker"),
    F(lambda: Holds(x < 1, on=Domain(x < 2)), "x = 1"),
    F(lambda: Equal(unlike, Abs(unlike), on=Domain(over=[unlike])), "a symbol that is not said to be real"),
]
