"""Gaps that go unseen: a part without a value that cancels, a formula where there is no derivative, signs that SymPy assumes."""

from sympy import Abs, Derivative, Eq, Ge, Heaviside, Integral, Max, Ne, Or, Piecewise, S, Symbol, atanh, exp, log, sqrt, tan

from theoremtest.derivations.language import (
    TIME,
    Classifies,
    Domain,
    Equal,
    Expectation,
    Holds,
    Iff,
    Limit,
    Scales,
    Solves,
    System,
    gt,
)

from ..case import F, M, T
from ..words import REAL, a, b, k, w, x, y

even, odd, prime = Symbol("e", even=True), Symbol("o", odd=True), Symbol("p", prime=True)
up, down, signed = Symbol("u", positive=True), Symbol("v", negative=True), Symbol("r", real=True, nonzero=True)
imaginary, index = Symbol("j", imaginary=True), Symbol("i", real=True)
NONZERO, AFTER = Domain(Ne(x, 0)), Domain(TIME >= 0)
QUOTIENT, ROOT, LOG = (Domain(over=[x, y], where={k: value}) for value in (1 / x, sqrt(x), log(x)))


def solves(rate, start, value, on):
    """x' = rate, x(0) = start, solved by x = value."""
    return Solves(System({x: S(rate)}, {x: S(start)}), {x: S(value)}, on=on)


CASES = [
    F(lambda: Holds(Eq(k * x, 1), on=QUOTIENT), "no value at x = 0"),
    F(lambda: Holds(k * x + y**2 >= 1, on=QUOTIENT), "no value at x = 0"),
    F(lambda: Holds(b >= 1, on=Domain(over=[x], where={k: 1 / x, b: k * x})), "no value at x = 0"),
    T(lambda: Holds(k * x >= 1, on=Domain(Ne(x, 0), where={k: 1 / x})), "k x = 1"),
    F(lambda: Holds(k**2 + 1 > x, on=ROOT), "no value at x = -1"),
    T(lambda: Holds(k**2 + 1 > x, on=Domain(x >= 0, where={k: sqrt(x)})), "x + 1 > x"),
    F(lambda: Holds(gt(exp(k), 0), on=LOG), "no value at x = -1"),
    F(lambda: Holds(Or(gt(k, 0), k <= 0, evaluate=False), on=LOG), "no value at x = -1"),
    F(lambda: Iff(k**2 > 0, x > 0, on=ROOT), "no value at x = -1"),
    F(lambda: Iff(k * x > 0, gt(x**2 + 1, 0), on=QUOTIENT), "no value at x = 0"),
    M(lambda: Holds(Abs(log(x)) >= 0, on=REAL), "SymPy has made it true, though the logarithm of -1 has no value"),
    F(lambda: Holds(Ge(Abs(log(x)), 0, evaluate=False), on=REAL), "no value at x = -1"),
    F(lambda: Holds(Ge(tan(x) ** 2, 0, evaluate=False), on=REAL), "no value at pi/2"),
    F(lambda: Holds(Ge(Max(1 / x, 0), 0, evaluate=False), on=REAL), "no value at x = 0"),
    T(lambda: Holds(Ge(x**2, 0, evaluate=False), on=REAL), "a square"),
    F(lambda: Limit(k**2, x, S.Zero, S.Zero, on=Domain(over=[x], where={k: sqrt(-x)})), "no value above 0"),
    F(lambda: Expectation(k**2, {w: S.One}, S.Zero, on=Domain(over=[w], where={k: sqrt(w)})), "no value for half of the draws"),
    F(lambda: Classifies({"a": k**2 > 1, "b": k**2 <= 1}, {"a": x > 1, "b": x <= 1}, on=ROOT), "x = -1 bears none"),
    F(lambda: Expectation(w / a, {w: S.One}, S.Zero, on=Domain(over=[w, a])), "no value at a = 0"),
    F(lambda: Scales(x ** (1 / a), x, 1 / a, on=Domain(x > 0, over=[a])), "no value at a = 0"),
    F(lambda: Equal(0 ** Abs(x), 0, on=REAL), "x = 0: 1"),
    F(lambda: solves(x / TIME, 0, TIME * a, Domain(TIME >= 0, over=[a])), "the rate has no value at the start"),
    T(lambda: solves(x / TIME, 0, TIME * a, Domain(TIME > 0, over=[a])), "after the start"),
    F(lambda: solves(k * TIME, 0, TIME, Domain(TIME >= 0, where={k: 1 / TIME})), "the rate has no value at the start"),
    F(lambda: solves(1, 0, k**2, Domain(over=[TIME], where={k: sqrt(TIME)})), "no value before the start"),
    F(lambda: solves((1 - exp(-a * TIME)) / a, 0, TIME / a - (1 - exp(-a * TIME)) / a**2, Domain(TIME >= 0, over=[a])), "a = 0"),
    T(lambda: Equal(Derivative(Abs(x), x), Piecewise((1, x > 0), (-1, True)), on=REAL), "wherever there is a derivative"),
    T(lambda: Equal(Derivative(Max(x, 0), x), Piecewise((1, x > 0), (0, True)), on=REAL), "wherever there is a derivative"),
    T(lambda: Equal(Derivative(log(x), x), 1 / Abs(x), on=REAL), "wherever log x has a value"),
    T(lambda: Equal(Derivative(atanh(x), x), 1 / Abs(1 - x**2), on=REAL), "wherever atanh x has a value"),
    T(lambda: Equal(Derivative(log(x), x), 1 / x, on=Domain(x > 0)), "the slope of log"),
    F(lambda: Holds(Derivative(log(x), x) * x > 0, on=NONZERO), "log(-1) has no value"),
    F(lambda: Holds(Derivative(atanh(x), x) < 2, on=Domain(x > 2)), "atanh 3 has no value"),
    F(lambda: Holds(Eq(Derivative(Piecewise((1, x < 0), (2, True)), x), 0), on=REAL), "a jump at 0"),
    F(lambda: Holds(Eq(Derivative(Heaviside(x), x), 0), on=Domain(x >= 0)), "a jump at 0"),
    F(lambda: Equal(Derivative(Integral(1 / index, (index, -1, x)), x), 1 / x, on=Domain(x > 0)), "the integral diverges"),
    T(lambda: Holds(Or(even <= 2, even >= 4), on=Domain(over=[even])), "3 is odd"),
    T(lambda: Holds(Or(odd <= 1, odd >= 3), on=Domain(over=[odd])), "2 is even"),
    T(lambda: Equal((-x) ** even, x**even, on=Domain(x > 0, over=[even])), "an even power"),
    T(lambda: Holds(Ne(prime, 4), on=Domain(over=[prime])), "4 is no prime"),
    T(lambda: Scales(x**even + x, x, even, on=Domain(x > 0, even > 0)), "an even number is at least 2"),
    M(lambda: Equal(imaginary, 1, on=Domain(over=[imaginary])), "no real number"),
    T(lambda: Scales(up * x, x, S.One, on=Domain(x > 0, over=[up])), "a positive coefficient"),
    T(lambda: Limit(exp(down * x), x, S.Infinity, S.Zero, on=Domain(x > 0, over=[down])), "a negative rate"),
    F(lambda: Holds(signed > 0, on=Domain(over=[signed])), "r = -1"),
]
