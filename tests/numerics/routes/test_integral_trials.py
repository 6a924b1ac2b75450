"""Integrals and endless sums at points: quadrature agrees with what is true, and disagrees with what is false."""

import mpmath
import pytest
from sympy import Derivative, Integral, Rational, Sum, exp, gamma, log, oo, pi, sqrt, symbols

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Outcome
from theoremtest.derivations.language.scales import Scales
from theoremtest.numerics.routes import growth
from theoremtest.numerics.routes.points import check
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.integrals import value

a, c, t, x = symbols("a c t x", real=True)
k, n, N = symbols("k n N", integer=True)
NONE = Domain(over=[t])
tail = Sum(k**-3, (k, N + 1, oo))
AGREES = [
    Equal(Integral(exp(-(x**2)), (x, -oo, oo)), sqrt(pi), on=NONE),
    Equal(Integral(exp(-c * x), (x, 0, t)), (1 - exp(-c * t)) / c, on=Domain(c > 0, t > 0)),
    Equal(Integral(1 / sqrt(x), (x, 0, 1)), 2, on=NONE),
    Equal(Derivative(Integral(exp(-x * t), (x, 0, 1)), t), -Integral(x * exp(-x * t), (x, 0, 1)), on=Domain(t > 0)),
    Equal(Sum(k**-2, (k, 1, oo)), pi**2 / 6, on=NONE),
    Equal(Sum(t**k, (k, 0, oo)), 1 / (1 - t), on=Domain(t > 0, t < Rational(1, 2))),
    Holds(tail <= N**-2 / Rational(2), on=Domain(N >= 1)),
    Limit(N**2 * tail, N, oo, Rational(1, 2), on=Domain(N >= 1)),
    Limit(t * Sum(k**-3 * exp(-t / k**2), (k, 1, oo)), t, oo, Rational(1, 2), on=Domain(t > 0)),
]
DISAGREES = [
    Equal(Integral(exp(-(x**2)), (x, -oo, oo)), pi, on=NONE),
    Equal(Integral(exp(-c * x), (x, 0, t)), 1 - exp(-c * t), on=Domain(c > 1, t > 0)),
    Equal(Sum(k**-2, (k, 1, oo)), pi**2 / 7, on=NONE),
    Holds(tail <= (N + 1) ** -2 / Rational(2), on=Domain(N >= 1)),
    Limit(N**2 * tail, N, oo, Rational(1, 3), on=Domain(N >= 1)),
]


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("statement", AGREES, ids=lambda statement: statement.latex()[:40])
def test_what_is_true_agrees(statement):
    found = check(statement, "integrals", count=2)
    assert found.outcome is Outcome.AGREES, found


@pytest.mark.drawn(4)
@pytest.mark.parametrize("statement", DISAGREES, ids=lambda statement: statement.latex()[:40])
def test_what_is_false_disagrees(statement):
    assert check(statement, "integrals", count=2).outcome is Outcome.REFUTED


@pytest.mark.parametrize(("exponent", "outcome"), [(-2, Outcome.AGREES), (-3, Outcome.REFUTED)])
def test_exponents_of_tails_are_measured(exponent, outcome):
    assert growth.check(Scales(tail, N, exponent, on=Domain(N >= 1)), "tails", count=1).outcome is outcome


@pytest.mark.parametrize("expression", [Integral(1 / x, (x, 0, 1)), Integral(1 / x, (x, 1, oo)), Sum(1 / k, (k, 1, oo))])
def test_what_diverges_has_no_value(expression):
    with pytest.raises(NotDefined):
        value(expression, {})


def test_long_sums_are_not_added_up_term_by_term():
    found = value(Sum(1 / k, (k, 1, n)) - log(n), {n: 10**30})
    assert abs(found - mpmath.euler) < mpmath.mpf(10) ** -9
    assert abs(value(Sum(k ** (-a), (k, 1, oo)), {a: 4}) - mpmath.zeta(4)) < mpmath.mpf(10) ** -10
    assert abs(value(Integral(x ** (a - 1) * exp(-x), (x, 0, oo)) / gamma(a), {a: Rational(1, 3)}) - 1) < mpmath.mpf(10) ** -9


@pytest.mark.parametrize("power", [6, 20, 25])
def test_differences_of_neighbours_around_a_sum_keep_their_digits(power):
    """(k + 1)^a - k^a loses as many digits as k has; with those of quadrature alone nothing would be left."""
    around = k**2 * ((k + 1) ** a - k**a) * k ** (1 - a) / a * Sum(n**-3, (n, k, oo))
    assert abs(value(around, {k: 10**power, a: Rational(7, 3)}) - mpmath.mpf(1) / 2) < 2 * mpmath.mpf(10) ** -power + mpmath.mpf(10) ** -9
