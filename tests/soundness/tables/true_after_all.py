"""True statements that look false: power laws whose constant is zero, functions of what has no value at a point."""

from sympy import Function, Integral, Rational, S, Sum, Symbol, exp, log, oo, pi, sign, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Scales, ge, reals

from ..case import F, T

x, y, a = reals("x", "y", "a")
k, N = Symbol("k", integer=True), Symbol("N", integer=True, positive=True)
j = Symbol("j", real=True)
f, g = Function("f", real=True), Function("g", real=True)
LARGE, REAL = Domain(x > 0), Domain(over=[x])


def series(term):
    """The limit of a sum over the whole numbers from 1 on."""
    return Sum(term, (k, 1, oo))


def tends(expression, value, on=LARGE):
    return Limit(expression, x, oo, S(value), on=on)


q = k**2 / x**2
CASES = [
    # sum f(k/x) = x int f - f(0)/2 + ...: where the integral is 0 what is left is -f(0)/2
    T(lambda: tends(series((1 - 2 * q) * exp(-q)), -Rational(1, 2)), "the integral is 0"),
    T(lambda: tends(series((1 - k / x) * exp(-k / x)), -Rational(1, 2)), "the integral is 0"),
    T(lambda: tends(series((2 - k**2 / x**2) * exp(-k / x)), -1), "the integral is 0"),
    T(lambda: tends(series((3 - 6 * q) * exp(-q)) + 1 / x, -Rational(3, 2)), "the integral is 0"),
    T(lambda: tends(series((1 - 2 * q) * exp(-q)) / x, 0), "the integral is 0"),
    F(lambda: tends(series((1 - 2 * q) * exp(-q)), 0), "-1/2"),
    F(lambda: tends(series((1 - q) * exp(-q)), -Rational(1, 2)), "it grows"),
    T(lambda: tends(series(exp(-q)) / x, sqrt(pi) / 2), "the integral"),
    F(lambda: Scales(1 + series((1 - 2 * q) * exp(-q)), x, S.One, on=LARGE), "1/2: it does not grow"),
    T(lambda: tends(series(q * exp(-q)) - series(exp(-q)) / 2, Rational(1, 4)), "-(f(0) - ...)/2"),
    T(lambda: tends((1 + a - a) * series((1 - 2 * q) * exp(-q)) * x**0, -Rational(1, 2), on=LARGE.but(over=[a])), "the integral is 0"),
    # functions where a side has no value: nothing is said there
    T(lambda: Equal(f(log(x)), f(log(x)) * sign(x), on=REAL), "x > 0 wherever log x has a value"),
    T(lambda: Equal(f(x) * sqrt(x), f(x) * sqrt(x) * sign(x), on=REAL), "x >= 0 wherever the root has a value"),
    T(lambda: Equal(f(1 / x) * sign(x)**2, f(1 / x), on=REAL), "x != 0 wherever 1/x has a value"),
    T(lambda: Equal(f(sqrt(x)) + sign(x + 1), f(sqrt(x)) + 1, on=REAL), "x >= 0 wherever the root has a value"),
    T(lambda: Equal(f(x, log(y)) * sign(y), f(x, log(y)), on=Domain(over=[x, y])), "y > 0 wherever log y has a value"),
    T(lambda: Equal(g(f(log(x))) * sign(x), g(f(log(x))), on=REAL), "x > 0 wherever log x has a value"),
    T(lambda: Equal(f(log(x) - log(x)), f(0) * sign(x), on=LARGE), "x > 0"),
    F(lambda: Equal(f(log(x)), f(log(x)) * sign(x - 1), on=LARGE), "x = 1/2"),
    F(lambda: Equal(f(x), f(x) * sign(x), on=REAL), "x = -1"),
    F(lambda: Holds(ge(f(log(x))**2, 0), on=REAL), "no value at x = -1"),
    T(lambda: Holds(ge(f(log(x))**2, 0), on=LARGE), "a square"),
    T(lambda: Equal(f(x) + Integral(j, (j, 0, log(x))) * sign(x), f(x) + log(x)**2 / 2, on=REAL), "x > 0 wherever log x has a value"),
]
