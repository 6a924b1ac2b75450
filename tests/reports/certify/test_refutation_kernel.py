"""Coq takes the negation of what is wrong at a point, and not that of its true twin. Skipped where there is no Coq."""

import pytest
import sympy as sp

from helpers.coq import needs_coq, taken
from theoremtest.derivations.language import Domain, Equal, Evolves, Flow, GradientFlow, Holds, Iff, Solves, System, reals

x, y, z, t, a, b = reals("x", "y", "z", "t", "a", "b")
n = sp.Symbol("n", integer=True, positive=True)
k, F, G = sp.Symbol("k", integer=True), sp.Function("F"), sp.Function("G")
POSITIVE, MANY, LARGE = Domain(x > 0), Domain(n > 10000, x > 0), Domain(y > 2, over=[x])
RATIO = Domain(sp.Ne(x, 0), where={z: y / x}, over=[y])
BELOW = Domain(x > 0, y < 1)
NESTED = sp.sqrt((sp.sqrt(x) + 1 / sp.sqrt(x)) ** 2 - (sp.sqrt(x) - 1 / sp.sqrt(x)) ** 2)
TURN = Flow({x: a * y, y: x})


def added(factor):
    """The sum of products of two arrays, as itself or a multiple of itself; at a point all entries are one."""
    return Equal(x * sp.Sum(F(k) * G(k, n), (k, 1, n)), factor * sp.Sum(x * G(k, n) * F(k), (k, 1, n)), on=Domain(over=[x, n]))


def slope(factor):
    return Evolves(x**2, factor * x**2, along=GradientFlow(x**2 / 2, {x: a}), on=Domain(a > 0, over=[x]))


def ratio(rate):
    return Evolves(z, rate, along=TURN, on=RATIO & Domain(sp.Eq(a, 1 / b), b > 0, over=[a]))


def bend(factor):
    return Equal(sp.Derivative(sp.sqrt(1 + x**2), (x, 2)), factor / sp.sqrt(1 + x**2) ** 3, on=Domain(over=[x]))


def artanh(start):
    return Solves(System({x: 1 - x**2}, {x: b}), {x: sp.tanh(t + sp.atanh(b))}, on=Domain(t >= 0, b < 1, start))


TWINS = {
    "the same value": (Holds(sp.Ne(sp.sqrt(x**2 + 1), 1), on=POSITIVE), Holds(sp.Ne(sp.sqrt(x**2 + 1), sp.Rational(5, 4)), on=POSITIVE),
                       {"x": "3/4"}),
    "strictly": (Holds(sp.sqrt(x) + 1 / sp.sqrt(x) >= 2, on=POSITIVE), Holds(sp.sqrt(x) + 1 / sp.sqrt(x) > 2, on=POSITIVE), {"x": "1"}),
    "sign": (Equal(sp.sign(x * y) * sp.Abs(x * y), x * y, on=Domain(over=[x, y])),
             Equal(sp.sign(x * y) * x * y, x * y, on=Domain(over=[x, y])), {"x": "1", "y": "-2"}),
    "no value": (Holds(1 / x > 0, on=POSITIVE), Holds(1 / x >= 0, on=Domain(x >= 0)), {"x": "0"}),
    "no value at the start": (artanh(b > -1), artanh(b >= -1), {"t": "0", "b": "-1"}),
    "an equivalence": (Iff(x * y > 0, x > 0, on=LARGE), Iff(x * y >= 0, x > 0, on=LARGE), {"x": "0", "y": "3"}),
    "a large size": (Holds(x * (n + 1) / n > x, on=MANY), Holds(x * (n + 1) / n < x, on=MANY), {"n": "10001", "x": "1"}),
    "behind a sign": (Holds(sp.Ne(sp.Abs(x * y - x) / x, y - 1), on=BELOW), Holds(sp.Ne(sp.Abs(x * y - x) / x, 1 - y), on=BELOW),
                      {"x": "1", "y": "0"}),
    "a root of no plain sign": (Holds(NESTED > 1, on=POSITIVE), Holds(NESTED > 2, on=POSITIVE), {"x": "2"}),
    "arrays": (added(1), added(n), {"n": "2", "x": "1"}),
    "gradient flow": (slope(-2 * a), slope(2 * a), {"x": "1", "a": "1"}),
    "what moves along": (ratio(1 - a * z**2), ratio(1 - z**2), {"x": "1", "y": "1", "b": "2", "a": "1/2"}),
    "second derivative": (bend(1), bend(2), {"x": "0"}),
}


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", TWINS)
def test_a_wrong_statement_is_refuted_and_its_true_twin_is_not(kernel, name):
    true, wrong, point = TWINS[name]
    assert taken(kernel, wrong, "refuted", point)
    assert not taken(kernel, true, "refuted", point)


@needs_coq
@pytest.mark.parametrize("statement, point, elsewhere", [
    (Equal(1 / x, 1 / x + 0 * y, on=Domain(over=[x])), {"x": "0"}, {"x": "1"}),
    (Equal(sp.sqrt(x - y) + 1, 1 + sp.sqrt(x - y), on=Domain(x > 0, over=[y])), {"x": "1", "y": "2"}, {"x": "2", "y": "1"}),
    (Equal(sp.log(x) + 1, 1 + sp.log(x), on=Domain(x >= 0)), {"x": "0"}, {"x": "3"})])
def test_a_point_without_a_value_is_certified_as_one(kernel, statement, point, elsewhere):
    assert taken(kernel, statement, "undefined", point) and not taken(kernel, statement, "undefined", elsewhere)
