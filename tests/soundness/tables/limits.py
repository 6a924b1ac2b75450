"""Limits and exponents: where a norm or a coefficient is zero, on which side, whether the domain lets the variable go there."""

from sympy import Abs, Eq, Heaviside, Max, Min, Ne, Piecewise, Rational, S, cos, cosh, coth, exp, floor, log, oo, pi, sign, sin, sqrt, tanh

from theoremtest.derivations.language import Domain, Dot, Limit, Norm, Scales

from ..case import F, M, T
from ..words import N, a, b, k, n, u, u1, v, v1, x, y

UP = Domain(x > 0)
WITH = Domain(x > 0, over=[a])
TWO = Domain(x > 0, over=[a, b])
PLUS = Domain(x > 0, a > 0)
VEC = Domain(x > 0, over=[u, v])


def tends(expression, value, to=oo, on=UP, rate=None):
    """The expression tends to the value as x does to `to`."""
    return Limit(S(expression), x, S(to), S(value), on=on, rate=rate)


def scales(expression, exponent, on=UP):
    """The expression is of the order x**exponent."""
    return Scales(S(expression), x, S(exponent), on=on)


CASES = [
    T(lambda: tends(1 / x, 0), "it shrinks"),
    F(lambda: tends(1 / x, 1), "it shrinks"),
    T(lambda: tends((2 * x + 1) / (x + 3), 2), "leading terms"),
    F(lambda: tends((2 * x + 1) / (x + 3), Rational(1, 3)), "that is the value at 0"),
    T(lambda: tends(sqrt(x**2 + x) - x, Rational(1, 2)), "the root's expansion"),
    F(lambda: tends(sqrt(x**2 + x) - x, 0), "1/2"),
    T(lambda: tends(x * exp(-x), 0), "exp wins"),
    F(lambda: tends(x * exp(-x), 1), "exp wins"),
    T(lambda: tends(tanh(x), 1), "saturates"),
    F(lambda: tends(tanh(x), 1, -oo, Domain(x < 0)), "-1"),
    T(lambda: tends(tanh(a * x), 1, oo, PLUS), "a > 0"),
    F(lambda: tends(tanh(a * x), 1, oo, WITH), "a = -1: -1"),
    F(lambda: tends(exp(a * x), 0, oo, WITH), "a = 0: 1"),
    T(lambda: tends(exp(a * x), 0, oo, Domain(x > 0, a < 0)), "a < 0"),
    F(lambda: tends(a * x / (a * x + 1), 1, oo, WITH), "a = 0: 0"),
    T(lambda: tends(a * x / (a * x + 1), 1, oo, PLUS), "a > 0"),
    F(lambda: tends(a * x / (x + 1), 1, oo, WITH), "a"),
    F(lambda: tends(sqrt(a**2 * x**2 + 1) / x, a, oo, WITH), "|a|"),
    T(lambda: tends(sqrt(a**2 * x**2 + 1) / x, Abs(a), oo, WITH), "|a|"),
    F(lambda: tends((sqrt(x**2 + a**2) - x) * x, 0, oo, WITH), "a^2/2"),
    T(lambda: tends(sin(x) / x, 1, 0), "the slope of sin at 0"),
    F(lambda: tends(sin(x) / x, 0, 0), "1"),
    T(lambda: tends((1 - cos(x)) / x**2, Rational(1, 2), 0), "the series"),
    F(lambda: tends((exp(x) - 1) / x, 0, 0), "1"),
    T(lambda: tends((exp(x) - 1) / x, 1, 0), "the slope of exp at 0"),
    T(lambda: tends(x * log(x), 0, 0), "x wins"),
    F(lambda: tends(x * log(x), -1, 0), "0"),
    T(lambda: tends(1 / x, oo, 0), "from above"),
    F(lambda: tends(1 / x, -oo, 0), "from above"),
    F(lambda: tends(1 / x, 0, 0), "it grows"),
    F(lambda: tends(sign(x), 0, 0), "1 from above"),
    F(lambda: tends(Heaviside(x - 5), 0, oo), "1"),
    F(lambda: tends(Abs(x - 1) / (x - 1), -1, 1), "1 from above"),
    F(lambda: tends(floor(x) / x, 0, oo), "1"),
    F(lambda: tends(Piecewise((1, x < 100), (2, True)), 1, oo), "2"),
    T(lambda: tends(Max(x, 3) / x, 1, oo), "x > 3 in the end"),
    F(lambda: tends(Min(x, 3), 0, oo), "3"),
    T(lambda: tends(coth(x) - 1 / x, 0, 0), "x/3"),
    F(lambda: tends(cosh(x) * exp(-x), 1, oo), "1/2"),
    M(lambda: tends(1 / x, 0, oo, Domain(x > 0, x < 7)), "x cannot go there"),
    M(lambda: tends(x, 5, 5, Domain(x > 6)), "x cannot go there"),
    M(lambda: tends(x, 5, 5, Domain(x < 5)), "from above x cannot go there"),
    M(lambda: tends(1 / x, 1, oo, Domain(x > 0, x < 7)), "x cannot go there, whatever the value"),
    M(lambda: tends(a / x, 1, oo, Domain(x > 0, a * x < 1, a > 1)), "x cannot go there"),
    T(lambda: tends(x + 1, 6, 5, Domain(x > 5)), "continuous"),
    F(lambda: tends(a / x, a, oo, WITH), "0"),
    F(lambda: tends(Dot(u, v) / Norm(u) / (1 + 1 / x), 0, oo, Domain(x > 0, Dot(u, u) > 0, over=[v])), "u = v"),
    T(lambda: tends(Dot(u, u) / x, 0, oo, VEC), "u is fixed"),
    F(lambda: tends(Dot(u, u) * x / (1 + x), 0, oo, VEC), "|u|^2"),
    F(lambda: tends(Dot(u, u) * x / (Dot(u, u) * x + 1), 1, oo, VEC), "u = 0: 0"),
    T(lambda: tends(Dot(u, u) * x / (Dot(u, u) * x + 1), 1, oo, VEC.but(Dot(u, u) > 0)), "u is not 0"),
    F(lambda: tends(sqrt(Dot(u, u) + x**2) - x, 0, 0, VEC), "|u|"),
    T(lambda: tends(sqrt(Dot(u, u) + x**2) - x, Norm(u), 0, VEC), "|u|"),
    T(lambda: tends(Dot(u1, v1) ** 2 * x / (x + 1), Dot(u1, u1) * Dot(v1, v1), oo, Domain(x > 0, over=[u1, v1])), "size 1"),
    F(lambda: tends(Dot(u, v) ** 2 * x / (x + 1), Dot(u, u) * Dot(v, v), oo, VEC), "orthogonal"),
    T(lambda: tends(1 / x + 2, 2, oo, UP, rate=1 / x), "the error is 1/x"),
    F(lambda: tends(1 / x + 2, 2, oo, UP, rate=1 / x**2), "the error is 1/x"),
    F(lambda: tends(exp(-x) + 2, 2, oo, UP, rate=exp(-2 * x)), "the error is exp(-x)"),
    T(lambda: tends(exp(-2 * x) + 2, 2, oo, UP, rate=exp(-x)), "it shrinks faster"),
    F(lambda: tends(log(x) / x, 0, oo, UP, rate=1 / x), "the logarithm grows"),
    T(lambda: tends((1 + 1 / x) ** x, exp(1), oo), "by definition of e"),
    F(lambda: tends((1 + 1 / x) ** x, 1, oo), "e"),
    F(lambda: tends(sin(x), 0, oo), "it has no limit"),
    F(lambda: tends(sin(pi * x) / sin(pi * x) + cos(x) / x, 0, oo), "1, where it has a value"),
    T(lambda: scales(x**2 + x, 2), "the leading power"),
    F(lambda: scales(x**2 + x, 1), "2"),
    F(lambda: scales(x**2 - x**2 + x, 2), "1"),
    T(lambda: scales(x**a + x**b, Max(a, b), TWO), "the greater"),
    F(lambda: scales(x**a + x**b, Min(a, b), TWO), "the greater"),
    F(lambda: scales(x**a + x**b, a + b, TWO), "a = b = 1"),
    T(lambda: scales(x**a * x**b, a + b, TWO), "exponents add"),
    F(lambda: scales(x**a, -a, Domain(x > 0, a < 0)), "a = -1: x^-1, not x"),
    T(lambda: scales(x**a, a, Domain(x > 0, a < 0)), "itself"),
    F(lambda: scales(x ** (-a), a, Domain(x > 0, a < 0)), "-a"),
    F(lambda: scales(k * x**2 + x, 2, Domain(x > 0, over=[k])), "k = 0: 1"),
    F(lambda: scales(k * x**k, -k, Domain(x > 0, k < 0)), "the sign of k is flipped"),
    T(lambda: scales(-k * x**k, k, Domain(x > 0, k < 0)), "a positive coefficient"),
    F(lambda: scales(k * x**k + x ** (-k), k, Domain(x > 0, Ne(k, 0))), "k = -1"),
    T(lambda: scales(x**n, n, Domain(x > 0, over=[n])), "itself"),
    F(lambda: scales(x**N, 1, Domain(x > 0, over=[N])), "N = 2"),
    T(lambda: scales(1 / (x**a + 1), -Max(a, 0), WITH), "the greater of x^a and 1"),
    F(lambda: scales(1 / (x**a + 1), -a, WITH), "a = -1: 0"),
    F(lambda: scales(x**a - x**b, Max(a, b), TWO), "a = b: it vanishes"),
    F(lambda: scales(a * x, 1, Domain(x > 0, over=[a])), "a = 0: it vanishes"),
    T(lambda: scales(a * x, 1, PLUS), "a > 0"),
    F(lambda: scales(sqrt(x**4 + x), 4), "2"),
    T(lambda: scales(sqrt(x**4 + x), 2), "half of 4"),
    F(lambda: scales(x**y + 1, y, Domain(x > 0, over=[y])), "y = -1: 0"),
    M(lambda: scales(x, 1, Domain(x > 0, x < 3)), "x cannot grow"),
    T(lambda: tends(a / x, 0, oo, Domain(x > 0, Eq(a, 3))), "a = 3"),
]
