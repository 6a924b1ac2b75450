"""Integrals, endless sums and power laws: poles inside the range, divergence, analytic continuation, captured variables, boundaries."""

from sympy import Abs, Derivative, Eq, Integral, Rational, S, Sum, Symbol, exp, gamma, log, oo, pi, sin, sqrt, symbols

from theoremtest.derivations.language import Domain, Equal, Evolves, Flow, Holds, Iff, Limit, Scales

from ..case import F, M, T

a, b, c, t, x, y = symbols("a b c t x y", real=True)
k, n = symbols("k n", integer=True)
positive = Symbol("p", positive=True)
ALL, UP = Domain(over=[t]), Domain(t > 0)
decay = Integral(exp(-c * x), (x, 0, oo))
tail = Sum(k ** (-a - 1), (k, n + 1, oo))

CASES = [
    T(lambda: Equal(decay, 1 / c, on=Domain(c > 0)), "by its primitive"),
    F(lambda: Equal(decay, 1 / c**2, on=Domain(c > 0)), "c = 2"),
    F(lambda: Holds(decay > 0, on=Domain(over=[c])), "no value at c = 0"),
    F(lambda: Equal(Integral(1 / x**2, (x, -1, 1)), -2, on=ALL), "no value, and were there one it would be positive"),
    F(lambda: Equal(Integral(1 / x, (x, -1, 2)), log(2), on=ALL), "a principal value is none"),
    F(lambda: Equal(Integral(sqrt(x), (x, -1, 1)), Rational(2, 3), on=ALL), "no real value left of 0"),
    F(lambda: Equal(Integral(x / Abs(x), (x, -1, 1)), 2, on=ALL), "it is 0"),
    F(lambda: Equal(Integral(x ** (-a), (x, 0, 1)), 1 / (1 - a), on=Domain(a > 1)), "it diverges"),
    F(lambda: Equal(Integral(exp(-(x**2)), (x, 0, t)), Integral(exp(-(x**2)), (x, -t, t)), on=UP), "half of it"),
    T(lambda: Equal(2 * Integral(exp(-(x**2)), (x, 0, t)), Integral(exp(-(x**2)), (x, -t, t)), on=UP), "both are values of erf"),
    F(lambda: Equal(Integral(t * x, (x, 0, t)), t**2 / 2, on=UP), "a factor t is missing"),
    T(lambda: Equal(Integral(t * x, (x, 0, t)), t**3 / 2, on=ALL), "Newton and Leibniz, whatever the sign of t"),
    F(lambda: Equal(Integral(Abs(x), (x, 0, t)), t**2 / 2, on=ALL), "t = -1: -1/2"),
    F(lambda: Equal(Derivative(Integral(exp(-t * x), (x, 0, t)), t), exp(-(t**2)), on=UP), "the integrand moves too"),
    F(lambda: Equal(Derivative(decay, c), -1 / c, on=Domain(c > 0)), "-1/c^2"),
    F(lambda: Equal(Derivative(decay, c), 0, on=Domain(Eq(c, 1))), "constant on a point is not constant"),
    M(lambda: Equal(Integral(x, (x, 0, x)), x**2 / 2, on=Domain(over=[x])), "a captured variable"),
    M(lambda: Equal(Integral(t * x, (t, 0, 1)), x / 2, on=Domain(over=[x, t])), "the variable of integration also stands free"),
    F(lambda: Equal(Integral(x, x), x**2 / 2, on=Domain(over=[y])), "no bounds: no number"),
    F(lambda: Equal(Integral(sin(x), (x, 0, oo)), 1, on=ALL), "Abel's sum is no integral"),
    F(lambda: Equal(Integral(exp(x), (x, 0, oo)) / Integral(exp(y), (y, 0, oo)), 1, on=ALL), "infinite over infinite"),
    F(lambda: Equal(Sum(1, (k, 1, oo)), -Rational(1, 2), on=ALL), "zeta(0) is no sum"),
    F(lambda: Equal(Sum((-1) ** k, (k, 0, oo)), Rational(1, 2), on=ALL), "no limit of the partial sums"),
    F(lambda: Equal(Sum(t**k, (k, 0, oo)), 1 / (1 - t), on=Domain(t > 1)), "it diverges"),
    F(lambda: Equal(Sum(k**-2, (k, 0, oo)), pi**2 / 6, on=ALL), "no first term"),
    F(lambda: Equal(Sum(k**-4, (k, 2, oo)), pi**4 / 90, on=ALL), "the first term left out"),
    T(lambda: Holds(tail <= n ** (-a) / a, on=Domain(a > 0, n >= 1)), "comparison with the integral"),
    F(lambda: Holds(tail <= n ** (-a) / a, on=Domain(n >= 1, a > -1)), "a = -1/2: it diverges"),
    F(lambda: Holds(tail < 0, on=Domain(a > 0, n >= 1)), "positive"),
    T(lambda: Limit(n**a * tail, n, oo, 1 / a, on=Domain(a > 0, n >= 1)), "comparison with the integral"),
    F(lambda: Limit(n**a * tail, n, oo, 1 / a, on=Domain(n >= 1, a > -1)), "it diverges below 0"),
    F(lambda: Limit(n**2 * tail, n, oo, 1 / a, on=Domain(a > 0, n >= 1)), "a = 1: infinite"),
    T(lambda: Scales(tail, n, -a, on=Domain(a > 0, n >= 1)), "comparison with the integral"),
    F(lambda: Scales(tail, n, -a - 1, on=Domain(a > 0, n >= 1)), "one power too many"),
    F(lambda: Scales(t * tail, n, -a, on=Domain(a > 0, n >= 1, over=[t])), "t = 0 has no order"),
    F(lambda: Limit(sqrt(t) * Sum(exp(-t / k**2) / k**2, (k, 1, oo)), t, oo, gamma(S.Half), on=UP), "half of it"),
    F(lambda: Limit(Sum(exp(-t / k) / k, (k, 1, oo)), t, oo, S.Zero, on=UP), "it diverges for every t"),
    F(lambda: Scales(Sum(k ** (-a) * exp(-t * k ** (-b)), (k, 1, oo)), t, (1 - a) / b, on=Domain(t > 0, b > 0, over=[a])), "a = 0"),
    F(lambda: Iff(decay > 1, c > 1, on=Domain(c > 0)), "c < 1"),
    F(lambda: Evolves(t * Integral(exp(-t * x), (x, 0, oo)), S.One, along=Flow({t: S.One}), on=UP), "constant"),
    F(lambda: Holds(Integral(exp(positive * x), (x, 0, 1)) < 1, on=Domain(over=[positive])), "more than 1"),
]
