"""Strategies draw points of the domain only, and failures shrink to the simplest rationals."""

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from sympy import Abs, Eq, Ge, Identity, Integer, Le, Ne, Or, Rational, Symbol, log, sqrt

from theoremtest.derivations.language import Bounds, Chart, Domain, DomainError, Dot, dimension, matrix, reals, vector
from theoremtest.derivations.proof.points.random_points import contains
from theoremtest.numerics.strategies import rationals, strategy

x, y, z = reals("x", "y", "z")
s, omega, W, delta, kappa = reals("s", r"\omega", "W", r"\delta", r"\kappa")
k = Symbol("k", integer=True)
d = dimension("d")
v, w = vector("v", d), vector("w", d)
h, n = dimension("h"), dimension("n")
U, X, first, second = matrix("U", d, h), matrix("X", n, d), matrix("W_1", h, d), matrix("W_2", d, h)
R = Rational

DRAWING = settings(max_examples=40, database=None, derandomize=True, deadline=None)
FINDING = settings(max_examples=2000, database=None, derandomize=True, deadline=None, phases=[Phase.generate, Phase.shrink])

CONSTRUCTED = [
    Domain(over=[x, y]),
    Domain(x > 0, y <= -1, Ne(z, 0)),
    Domain(x >= R(1, 3), x < R(1, 2)),
    Domain(Ge(k, 2), k < 6),
    Domain(s > 0, W > 0, Le(omega**2, W * s**2)),
    Domain(x > 1, x < 2, y > x, z > y),
    Domain(x > 0, y > x**2, y < x**2 + 1),
    Domain(s > 0, Eq(omega**2, W * s**2)),
    Domain(Eq(x + 2 * y, 3), over=[z]),
    Domain(s > 0, W > 0, Le(Abs(omega), s * sqrt(W))),
    Domain(over=[x, v, w]),
]
LISTED = [
    Domain(Or(x > 3, x < -3)),
    Domain(kappa > 3, where={kappa: sqrt(delta**2 + 4 * s**2)}),
    Domain(Ge(d, 2), Dot(v, v) > 0, Dot(v, w) < 0),
    Domain(Eq(x**2 + y**2, 1)),
]
BUILT = [
    Domain(Eq(U.T * U, Identity(h)), x > 0),
    Domain(Eq(X.T * X, x * Identity(d)), x > 0, over=[w]),
    Domain(Eq(second.T * second, first * first.T)),
    Domain(Eq(Dot(v, v), 1)),
    Domain(Eq(x**2 + y**2, 1), chart=Chart({x: (1 - z**2) / (1 + z**2), y: 2 * z / (1 + z**2)}, of=Domain(over=[z]))),
]


@pytest.mark.drawn(6)
@pytest.mark.parametrize("domain", CONSTRUCTED + LISTED + BUILT, ids=str)
def test_every_point_drawn_lies_inside(domain):
    drawn = []

    @DRAWING
    @given(strategy(domain))
    def check(point):
        drawn.append(point)
        assert contains(domain, point) is True

    check()
    assert len({str(point) for point in drawn}) > 3


@pytest.mark.drawn(6)
@pytest.mark.parametrize("domain", CONSTRUCTED[4:10] + BUILT, ids=str)
def test_conditions_solved_for_a_scalar_and_equations_of_matrices_are_met_by_construction(domain):
    """At least nine draws in ten are inside before anything is replaced."""
    met = {"drawn": 0, "inside": 0}
    unchecked = strategy(domain, check=False)

    @settings(DRAWING, suppress_health_check=list(HealthCheck), max_examples=100)
    @given(unchecked)
    def count(point):
        met["drawn"] += 1
        met["inside"] += point is not None and contains(domain, point) is True

    count()
    assert met["inside"] >= 0.9 * met["drawn"]


@pytest.mark.drawn(4)
@pytest.mark.parametrize("domain, fails, expected", [
    (Domain(over=[x, y]), lambda p: (p[x] + p[y]) ** 2 != p[x] ** 2 + p[y] ** 2, {x: 1, y: 1}),
    (Domain(over=[x]), lambda p: abs(p[x]) != p[x], {x: -1}),
    (Domain(x > 0), lambda p: p[x] ** 2 < p[x], {x: R(1, 2)}),
    (Domain(x > 0, y > 0), lambda p: log(p[x] * p[y]) != log(p[x]) * log(p[y]), {x: 1, y: 2}),
    (Domain(Ne(x, 0)), lambda p: p[x] < 0, {x: -1}),
    (Domain(x < -2), lambda p: True, {x: -3}),
    (Domain(x > R(1, 2), x < 1), lambda p: True, {x: R(3, 4)}),
    (Domain(Ge(k, 2), k < 6), lambda p: p[k] ** 2 != 4, {k: 3}),
    (Domain(s > 0, W > 0, Le(omega**2, W * s**2)), lambda p: p[omega] ** 2 == p[W] * p[s] ** 2, {omega: 1, s: 1, W: 1}),
    (Domain(over=[x]), lambda p: p[x] * 3 == 1, {x: R(1, 3)}),
], ids=lambda value: "" if callable(value) and not isinstance(value, (Domain, dict)) else str(value))
def test_failures_shrink_to_the_simplest_point(domain, fails, expected):
    assert find(strategy(domain), fails, settings=FINDING) == expected


def test_vectors_shrink_in_size_and_entries():
    def fails(p):
        return p[v].dot(p[w]) ** 2 != p[v].dot(p[v]) * p[w].dot(p[w])

    point = find(strategy(Domain(over=[v, w])), fails, settings=FINDING)
    assert point[d] == 2 and sorted(map(abs, (*point[v], *point[w]))) == [0, 0, 1, 1]


def test_rationals_keep_their_bounds():
    bounds = Bounds(lower=R(-1, 3), upper=R(2, 5), lower_open=True, nonzero=True)

    @DRAWING
    @given(rationals(bounds))
    def check(value):
        assert bounds.holds(value)

    check()


def test_integers_respect_open_ends():
    assert find(rationals(Bounds(lower=Integer(2), lower_open=True, integer=True)), lambda n: True, settings=FINDING) == 3


def test_what_equations_build_shrinks_too():
    point = find(strategy(Domain(Eq(U.T * U, Identity(h)), over=[v])), lambda p: p[d] == 2 and p[h] == 2, settings=FINDING)
    assert sorted(map(abs, point[U])) == [0, 0, 1, 1] and not any(point[v])


def test_what_is_no_domain_is_refused_in_one_line():
    with pytest.raises(DomainError, match=r"draws from a Domain, such as Domain\(x > 0\).*; got x > 0"):
        strategy(x > 0)


@pytest.mark.parametrize("domain", [Domain(x > 0, x * y > 1, x + y < 0), Domain(Eq(x**2, 2))], ids=str)
def test_a_domain_without_points_is_an_error_at_once(domain):
    with pytest.raises(DomainError, match="no point found in the domain"):
        strategy(domain)
