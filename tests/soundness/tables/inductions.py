"""Induction: bases and steps that do not hold, hypotheses for other numbers, sequences without a value at some number."""

from sympy import And, Eq, Function, KroneckerDelta, Rational, Sum, Symbol

from theoremtest.derivations.language import Domain, Equal, Holds, Induction, ge

from ..case import F, M, T
from ..words import m, n, x

k = Symbol("k", integer=True)
f, X, Y = (Function(name, real=True) for name in "fXY")
plain, positive = Function("X"), Function("X", positive=True)
ALL, BOTH = Domain(over=[n]), Domain(over=[n, m])
gauss = Sum(k, (k, 1, n))


def eq(left, right):
    """The two sides of an equation."""
    return (left, right)


def of(claim, start=0, sequences=None, on=ALL, over=n):
    """An induction over n; claim: a relation, or the two sides of an equation."""
    made = Equal(*claim, on=on) if isinstance(claim, tuple) else Holds(claim, on=on)
    return Induction(made, over, start, sequences or {}, on=on)


CASES = [
    F(lambda: of(eq(gauss, n * (n + 1) / 2 + 1)), "the base"),
    F(lambda: of(eq(gauss, n * (n + 1) / 2), -3), "n = -3: empty against 3"),
    T(lambda: of(eq(gauss, n * (n + 1) / 2), -1), "n = -1: both 0"),
    F(lambda: of(2**n > n**2), "n = 2"),
    T(lambda: of((2**n > n), 0), "doubling beats adding one"),
    F(lambda: of((2**n >= n**2 + 1), 0), "n = 2: 4 against 5"),
    F(lambda: of(n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5) * (n - 6) <= 0), "n = 7"),
    F(lambda: of(eq(n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5) * (n - 6), 0)), "n = 7"),
    F(lambda: of(X(n) <= 6, 0, {X(n): (0, X(n) + 1)}), "X(7) = 7"),
    F(lambda: of(eq(X(n), 2**n), 0, {X(n): (1, 2 * X(n) + KroneckerDelta(n, 9))}), "wrong from 10 on"),
    F(lambda: of(eq(X(n), Y(n)), 0, {X(n): (0, Y(n)), Y(n): (0, X(n) + KroneckerDelta(n, 9))}), "wrong from 10 on"),
    F(lambda: of(eq(X(n), Y(n)), 0, {X(n): (1, Y(n)), Y(n): (0, X(n))}), "1, 0, 1 against 0, 1, 0"),
    F(lambda: of(eq(X(n) + Y(n), 1), 0, {X(n): (1, Y(n)), Y(n): (0, X(n) + Y(n))}), "Fibonacci"),
    T(lambda: of(eq(X(n) + Y(n), 1), 0, {X(n): (1, Y(n)), Y(n): (0, X(n))}), "they change places"),
    M(lambda: of(eq(X(n) * Y(n), X(n)), 0, {X(n): (1, 1 / (X(n) - 1)), Y(n): (1, Y(n))}), "X(1) has no value"),
    M(lambda: of(ge(X(n)**2, 0), 0, {X(n): (1, 1 / (X(n) - 1))}), "X(1) has no value"),
    M(lambda: of(X(n) <= 9, 0, {X(n): (9, 1 / X(n) - Rational(1, 9))}), "X(1) = 0, X(2) has no value"),
    T(lambda: of(eq(X(n), x**n), 0, {X(n): (1, x * X(n))}, on=ALL.but(over=[x])), "0^0 = 1"),
    F(lambda: of(eq(X(n), x**n), 1, {X(n): (1, x * X(n))}, on=ALL.but(over=[x])), "X(1) = 1"),
    F(lambda: of(X(n) > 0, 0, {X(n): (1, x * X(n))}, on=ALL.but(x >= 0)), "x = 0"),
    T(lambda: of(ge(X(n), 0), 0, {X(n): (1, x * X(n))}, on=ALL.but(x >= 0)), "factors that are not negative"),
    F(lambda: of(X(n) >= x, 0, {X(n): (x, x * X(n))}, on=ALL.but(x > 0)), "x = 1/2: X(1) = 1/4"),
    F(lambda: of(X(n) < 1, 0, {X(n): (x, 2 * X(n))}, on=ALL.but(x < 1)), "x = 1/2: X(1) = 1"),
    T(lambda: of(eq(X(n), 1), 0, {X(n): (1, X(n)**2)}), "X = 1"),
    F(lambda: of(eq(X(n), 0), 0, {X(n): (0, X(n) + n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5))}), "X(7) = 720"),
    M(lambda: of(eq(plain(n, 5), 2**n), 0, {plain(n): (1, 2 * plain(n))}), "a sequence with a second argument"),
    M(lambda: of(plain(n, 5) >= 1, 0, {plain(n): (1, 2 * plain(n))}), "a sequence with a second argument"),
    M(lambda: of(ge(positive(n) + n, n), 0, {positive(n): (6, positive(n) - 1)}), "a positive name for what becomes -1"),
    M(lambda: of(n / positive(n) >= 0, 0, {positive(n): (6, positive(n) - 1)}), "a positive name for what becomes 0"),
    M(lambda: of(eq(X(n - 1), 0), 0, {X(n): (0, X(n))}), "X(-1) has no value"),
    M(lambda: of(eq(Sum(X(k), (k, -1, n)), 0), 0, {X(n): (0, X(n))}), "X(-1) has no value"),
    M(lambda: of(ge(Sum(X(k)**2, (k, -1, n)), 0), 0, {X(n): (0, X(n))}), "X(-1) has no value"),
    M(lambda: of(ge(X(n - 3)**2, 0), 0, {X(n): (0, X(n))}), "X(-3) has no value"),
    M(lambda: of(ge(X(m)**2, 0), 0, {X(n): (0, X(n))}, on=BOTH), "X(-1) has no value"),
    M(lambda: of(ge(X(x)**2, 0), 0, {X(n): (0, X(n))}, on=ALL.but(over=[x])), "X(1/2) has no value"),
    M(lambda: of(ge(X(n / 2)**2, 0), 0, {X(n): (0, X(n))}), "X(1/2) has no value"),
    F(lambda: of(1 / (n - 7)**2 > 0), "no value at 7"),
    F(lambda: of(eq((n - 7) * f(n) / (n - 7), f(n) + 0 / (n - 7) + 1)), "off by one"),
    F(lambda: of(Sum(1 / (k - 7)**2, (k, 0, n)) > 0), "no value from 7 on"),
    F(lambda: of(eq(f(n), f(n + 1))), "f(n) = n"),
    F(lambda: of(eq(Sum(f(k), (k, 0, n)), f(n))), "f = 1"),
    F(lambda: of(gauss >= n * m, 0, on=ALL.but(m >= 0)), "m = 2, n = 1"),
    T(lambda: of(And(X(n) >= 0, X(n) <= 1), 0,
                 {X(n): (x, X(n)**2)}, on=ALL.but(x >= 0, x <= 1)), "squares of numbers between 0 and 1"),
    F(lambda: of(And(X(n) >= 0, X(n) < 1), 0, {X(n): (x, X(n)**2)}, on=ALL.but(x >= 0, x <= 1)), "x = 1"),
    F(lambda: of(eq(X(n), Sum(k, (k, 1, n))), 0, {X(n): (0, X(n) + n)}), "X(1) = 0"),
    T(lambda: of(eq(X(n), Sum(k, (k, 1, n))), 0, {X(n): (0, X(n) + n + 1)}), "the next term"),
    F(lambda: of(eq(Sum(k ** (1 + X(0)**2), (k, 1, n)), Sum(k**2, (k, 1, n)) + 1), 0, {X(n): (Sum(k, (k, 1, m)), X(n))},
                 on=ALL.but(m >= 0)), "n = 0: 0 against 1"),
    F(lambda: of(eq(Sum(1 / (1 + (k - X(0))**2), (k, 1, n)), Sum(1 / (1 + k**2), (k, 1, n))), 0,
                 {X(n): (Sum(k, (k, 1, m)), X(n))}, on=ALL.but(m >= 1)), "m = 1, n = 1: 1 against 1/2"),
    F(lambda: of(eq(Sum(1 / (1 + (k - X(n))**2), (k, 1, m)), Sum(1 / (1 + (k - gauss)**2), (k, 1, m)) + 1), 0,
                 {X(n): (0, X(n) + n + 1)}, on=ALL.but(m >= 1)), "off by one"),
    T(lambda: of(And(Eq(X(n), gauss), Sum(1 / (1 + (k - X(n))**2), (k, 1, m)) >= 0), 0,
                 {X(n): (0, X(n) + n + 1)}, on=ALL.but(m >= 1)), "positive terms"),
    M(lambda: of(eq(gauss, n * (n + 1) / 2), 0, on=Domain(n >= 5)), "the domain restricts n"),
    M(lambda: of(eq(gauss, n * (n + 1) / 2), 0, over=x, on=ALL.but(over=[x])), "x is no whole number"),
    M(lambda: of(eq(Sum(n, (n, 1, m)), m * (m + 1) / 2), 0, on=BOTH), "the index is the number"),
    M(lambda: of(eq(Sum(k, (k, 1, n)), n * (n + 1) / 2), Symbol("m", integer=True), on=BOTH), "the start is a symbol"),
    F(lambda: of(1 / (n - 3)**2 > 0), "no value at 3"),
    F(lambda: of(eq(1 / (n - 3), f(n))), "no value at 3"),
    F(lambda: of(eq(n / (n - 3), 1 + 3 / (n - 3))), "no value at 3"),
    F(lambda: of(n / x >= 0, on=ALL.but(x >= 0)), "no value at x = 0"),
    F(lambda: of(1 / X(n) >= 0, 0, {X(n): (2, X(n) - 1)}), "X(2) = 0"),
    F(lambda: of(Sum(1 / (k - 2)**2, (k, 0, n)) >= 0), "no value from 2 on"),
    F(lambda: of(eq(X(n), Y(n)), 0, {X(n): (x, X(n) / Y(n)), Y(n): (x, 1)}, on=ALL.but(over=[x])), "x = 0: X(1) has no value"),
    F(lambda: of(eq(Sum(X(k), (k, 0, n)), X(n + 1)), 0, {X(n): (1, 2 * X(n))}), "1 against 2"),
    T(lambda: of(eq(Sum(X(k), (k, 0, n)), X(n + 1) - 1), 0, {X(n): (1, 2 * X(n))}), "powers of 2"),
    F(lambda: of(eq(Sum(X(k), (k, 0, n)), X(n + 1) - 1), 1, {X(n): (2, 2 * X(n))}), "X(0) has no value"),
    F(lambda: of(eq(Sum(X(k), (k, 1, n)), X(n + 1) - 1), 1, {X(n): (2, 2 * X(n))}), "n = 1: 2 against 3"),
    F(lambda: of(X(n) <= m, 0, {X(n): (0, X(n) + KroneckerDelta(n, m))}, on=ALL.but(m >= 0)), "m = 0: X(1) = 1"),
    F(lambda: of(X(n) <= m, 0, {X(n): (0, X(n) + KroneckerDelta(n, m + 9))}, on=ALL.but(m >= 0)), "m = 0: X(10) = 1"),
    F(lambda: of(And(X(n) <= Y(n), Y(n) <= X(n) + 7), 0, {X(n): (0, X(n)), Y(n): (0, Y(n) + 1)}), "Y(8) = 8"),
    T(lambda: of(Sum(k**2, (k, m, n)) >= n - m, on=ALL.but(over=[m])), "n - m of the terms are at least 1 where n > m"),
    F(lambda: of(Sum(k**2, (k, m, n)) >= n - m + 1, on=ALL.but(over=[m])), "m = 0 = n: 0 against 1"),
]
