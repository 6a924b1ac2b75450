"""Roots and logarithms of quotients whose two parts may both be negative: log(p/q) is no log p - log q there."""

from sympy import (
    Abs,
    Derivative,
    Integral,
    Rational,
    S,
    Sum,
    Symbol,
    acosh,
    acoth,
    atanh,
    cosh,
    exp,
    log,
    oo,
    sign,
    sinh,
    sqrt,
    tanh,
)

from theoremtest.derivations.language import (
    TIME,
    Conserved,
    Domain,
    Equal,
    Evolves,
    Expectation,
    Flow,
    Holds,
    Iff,
    Limit,
    Solves,
    System,
    ge,
    reals,
)

from ..case import F, T

x, y, a, b, w = reals("x", "y", "a", "b", "w")
i = Symbol("i", integer=True)
j = Symbol("j", real=True)
N = Symbol("N", integer=True, positive=True)
LEFT = Domain(x > Rational(-101, 100))
WIDE = Domain(x > -3)
HALF, REAL = Rational(1, 2), Domain(over=[x])


def roots(p, q):
    """sqrt(p/q) in other words, and what it is claimed to be: p/sqrt(pq), which is its negative where p, q < 0."""
    return {
        "exp of half a log": (exp(log(p / q) / 2), p / sqrt(p * q)),
        "exp of a log of a quotient": (exp(-log(q / p) / 2), p / sqrt(p * q)),
        "a root": (sqrt(p / q), p / sqrt(p * q)),
        "the other root": (sqrt(q / p), q / sqrt(p * q)),
        "a power": ((p / q) ** Rational(3, 2), p**2 / (q * sqrt(p * q))),
        "a fourth root": ((p / q) ** Rational(1, 4) * (p / q) ** Rational(1, 4), p / sqrt(p * q)),
        "a symbolic power": (exp((HALF + a) * log(p / q)), (p / q) ** a * p / sqrt(p * q)),
        "cosh": (2 * cosh(log(p / q) / 2), (p + q) / sqrt(p * q)),
        "sinh": (2 * sinh(log(p / q) / 2), (p - q) / sqrt(p * q)),
    }


PAIRS = {"x + 1, x - 1": (x + 1, x - 1, LEFT), "x, y": (x, y, Domain(over=[x, y])), "x^3, x + 2": (x**3, x + 2, WIDE.but(x < 1)),
         "1 - x, 2 - x": (1 - x, 2 - x, Domain(x > 0)), "x - y, x + y": (x - y, x + y, Domain(over=[x, y]))}
ALL = [(f"{name}, {pair}", *sides, on.but(over=[a])) for pair, (p, q, on) in PAIRS.items() for name, sides in roots(p, q).items()]
ONE = [(name, *sides) for name, sides in roots(x + 1, x - 1).items()]
BELOW = Domain(x < -2, over=[a])

CASES = [
    *(F(lambda left=left, right=right, on=on: Equal(left, right, on=on), name) for name, left, right, on in ALL),
    *(T(lambda left=left, right=right, on=on: Equal(left, Abs(right), on=on), name) for name, left, right, on in ALL if "sinh" not in name),
    *(T(lambda left=left, right=right: Equal(left, right, on=Domain(x > 1, over=[a])), name) for name, left, right in ONE),
    *(F(lambda left=left, right=right: Equal(left, right, on=BELOW), name) for name, left, right in ONE),
    *(T(lambda left=left, right=right: Equal(left, -right, on=BELOW), name) for name, left, right in ONE),
    # carried into other kinds
    F(lambda: Equal(exp(acoth(x)), (x + 1) / sqrt(x**2 - 1), on=LEFT), "x < -1"),
    F(lambda: Equal(exp(2 * acoth(x / 2) / 2), (x + 2) / sqrt(x**2 - 4), on=WIDE), "x < -2"),
    F(lambda: Equal(exp(-acoth(x)), (x - 1) / sqrt(x**2 - 1), on=LEFT), "x < -1"),
    F(lambda: Equal(exp(atanh(1 / x)), (x + 1) / sqrt(x**2 - 1), on=LEFT), "x < -1"),
    T(lambda: Equal(exp(atanh(x)), (1 + x) / sqrt(1 - x**2), on=Domain(over=[x])), "1 + x > 0 where atanh has a value"),
    T(lambda: Equal(exp(acoth(x)), (x + 1) / sqrt(x**2 - 1), on=Domain(x > 1)), "both parts positive"),
    F(lambda: Equal(cosh(acoth(x), evaluate=False), x / sqrt(x**2 - 1), on=LEFT), "x < -1"),
    F(lambda: Equal(Sum(exp(acoth(x)) * i, (i, 1, N)), N * (N + 1) / 2 * (x + 1) / sqrt(x**2 - 1), on=LEFT.but(over=[N])), "x < -1"),
    F(lambda: Equal(Integral(exp(acoth(x)) * j, (j, 0, 1)), (x + 1) / sqrt(x**2 - 1) / 2, on=LEFT), "x < -1"),
    F(lambda: Equal(Integral(exp(acoth(j)), (j, -3, -2)), Integral((j + 1) / sqrt(j**2 - 1), (j, -3, -2)), on=REAL), "negative"),
    F(lambda: Expectation(w**2 * exp(acoth(x)), {w: S.One}, (x + 1) / sqrt(x**2 - 1), on=LEFT.but(over=[w])), "x < -1, and no value at 0"),
    F(lambda: Evolves(y, (x + 1) / sqrt(x**2 - 1), along=Flow({y: exp(acoth(x))}), on=LEFT.but(over=[y])), "x < -1"),
    F(lambda: Evolves(exp(acoth(x)), (x + 1) / sqrt(x**2 - 1), along=Flow({x: 1 - x**2}), on=LEFT), "x < -1: minus that"),
    F(lambda: Conserved(y, along=Flow({y: exp(acoth(x)) * sqrt(x**2 - 1) - x - 1}), on=LEFT.but(over=[y])), "x < -1: it moves"),
    F(lambda: Equal(Derivative(exp(acoth(x)), x), -(x + 1) / sqrt(x**2 - 1) / (x**2 - 1), on=LEFT), "x < -1"),
    F(lambda: Solves(System({y: exp(acoth(a))}, {y: S.Zero}), {y: (a + 1) / sqrt(a**2 - 1) * TIME}, on=Domain(a < -1, over=[TIME])), "no"),
    F(lambda: Limit(exp(acoth(x)) * a / sqrt(a * a), a, oo, (x + 1) / sqrt(x**2 - 1), on=LEFT.but(a > 0)), "x < -1, and no value at 0"),
    F(lambda: Holds(ge(exp(acoth(x)) * (x + 1), 0), on=Domain(x < -1)), "x = -2: a negative factor"),
    F(lambda: Iff(exp(acoth(x)) > 0, x + 1 > 0, on=Domain(x < -1)), "x = -2"),
    T(lambda: Equal(acosh(x / y), log(x + sqrt(x**2 - y**2)) - log(y), on=Domain(over=[x, y])), "the right side asks for y > 0"),
    F(lambda: Equal(exp(acosh(x / y)), (x + sqrt(x**2 - y**2)) / y, on=Domain(over=[x, y])), "x = -2, y = -1: 2 - sqrt 3"),
    T(lambda: Equal(exp(acosh(x / y)), (x + sign(y) * sqrt(x**2 - y**2)) / y, on=Domain(over=[x, y])), "of either sign"),
    F(lambda: Equal(tanh(log(x / y) / 4)**2, (sqrt(x) - sqrt(y))**2 / (sqrt(x) + sqrt(y))**2 + 1, on=Domain(over=[x, y])), "x = y = 1: 0"),
    F(lambda: Equal(sqrt(x) * sqrt(y), sqrt(x * y) * sign(x + y) + 1, on=Domain(over=[x, y])), "1 at x = y = 1"),
    F(lambda: Equal(sqrt(x * y) / x, sqrt(y / x), on=Domain(over=[x, y])), "x = y = -1"),
    T(lambda: Equal(log(x * y) - log(y / x), 2 * log(x), on=Domain(over=[x, y])), "wherever both have a value"),
    T(lambda: Equal(log(x * y) - log(y / x), log(x**2), on=Domain(over=[x, y])), "wherever both have a value"),
    T(lambda: Equal(log(x / y), -log(y / x), on=Domain(over=[x, y])), "of either sign"),
    T(lambda: Equal((x * y)**a * (x / y)**a, Abs(x)**(2 * a), on=Domain(over=[x, y, a])), "wherever both have a value"),
    F(lambda: Equal((x * y)**(a + HALF) / (x * y)**a, y * sqrt(x / y), on=Domain(over=[x, y, a])), "x = y = -1"),
    F(lambda: Equal((x / y)**(a + HALF) * y, (x / y)**a * sqrt(x * y), on=Domain(x / y > 0, over=[a])), "x = y = -1"),
    T(lambda: Equal((x / y)**(a + HALF) * Abs(y), (x / y)**a * sqrt(x * y), on=Domain(x / y > 0, over=[a])), "of either sign"),
]
