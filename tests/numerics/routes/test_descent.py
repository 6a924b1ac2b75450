"""Relations that fail in a corner of the domain, where chance does not come: found downhill, rounded to a simple point, and tried."""

import numpy as np
import pytest
from sympy import Eq, Gt, Ne, Rational, Symbol, Trace, exp, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, Iff, Outcome, dimension, matrix, real
from theoremtest.derivations.proof.points.coordinates import contains
from theoremtest.numerics.routes import points
from theoremtest.numerics.routes.descent import failing_points
from theoremtest.numerics.routes.rooms import plain_room, sure_room
from theoremtest.numerics.routes.trial import trial

x, y, z = real("x"), real("y"), real("z")
a, b, w, o = real("a_0"), real("b"), real("W"), real("o")
n = Symbol("n", integer=True)
HALF = Rational(1, 2)
INSIDE = Domain(b > 0, w >= 0, o**2 <= b**2 * w, a**2 - w > 0, over=[a, o])
"""Starts of a single neuron: `w` is the squared length of its weights and `o` their product with a target of length `b`."""


def basin(power, root=HALF):
    """The sign of `a` as that of the growing mode, with a power of the target's length under a root."""
    return Iff(a > 0, o + a * (a**2 - w + ((a**2 - w) ** 2 + 4 * b**power) ** root) / 2 > 0, on=INSIDE)


@pytest.mark.parametrize("stated", [
    basin(3), basin(2, Rational(3, 2)),
    Holds(Gt(x**2 - 2 * x * y + y**2 * (1 - Rational(1, 10**4)), 0), on=Domain(x > 0, y > 0)),
    Holds(x + y < 100, on=Domain(x > 0, y > 0, x + y < 101)),
    Holds(Ne(n, 37), on=Domain(n >= 1)),
    Holds(Ne(o + a**2 * (a**2 - w + sqrt((a**2 - w) ** 2 + 4 * b**2)) / 2, 0), on=INSIDE),
    Holds(x + y < 100, on=Domain(Eq(2 * z, x - y**2), x > 0, y > 0, z > 0, z < 41, x < 160)),
    Iff(x > 0, x + exp(-50 * y) * z > 0, on=Domain(x >= -1, x <= 1, y > 0, z > 0)),
], ids=["cubed", "three halves", "close together", "an edge", "whole", "sides that meet", "an equation", "both ways"])
def test_what_fails_in_a_corner_is_refuted(stated):
    found = points.check(stated, "corner")
    assert found.outcome is Outcome.REFUTED
    drawn = points.draw(stated.on, 8, "corner")
    there = list(failing_points(stated, drawn, "corner"))
    assert all(contains(stated.on, point) is True for point in there)
    assert not there or any(trial(stated, point).fails for point in there)


def test_the_true_statement_agrees():
    assert points.check(basin(2), "corner").outcome is Outcome.AGREES


def test_a_point_is_as_simple_as_it_may_be():
    stated = Holds(x + y < 100, on=Domain(x > 0, y > 0, x + y < 200))
    (there,) = failing_points(stated, points.draw(stated.on, 8, "simple"), "simple")
    assert all(value.q <= 2**8 for value in there.values())


def test_what_only_floats_say_is_not_believed(monkeypatch):
    monkeypatch.setattr(points, "failing_points", lambda statement, seen, seed, thorough: seen)
    assert points.check(Holds(x + y > 0, on=Domain(x > 0, y > 0)), "floats").outcome is Outcome.AGREES


overflowing = exp(4 * z - b) / (1 + exp(z)) ** 4
"""Between e^-b/16 and e^-b for positive `z`; floats have 0 for it where the fourth power overflows, at z > 178."""


def test_what_rounding_hides_has_no_room():
    known = {z: np.array([1.0, 40.0, 200.0]), b: np.array([1.0, 1.0, 200.0])}
    relation = overflowing > exp(-b) / 20
    plain, sure = plain_room(relation, known), sure_room(relation, known)
    assert (plain[:2] > 0).all() and (sure[:2] > 0).all()
    assert plain[2] < 0
    assert not sure[2] < 0
    assert not sure_room(exp(z) > 1 + z, {z: np.array([1e-9])}).any()  # 5e-19 of terms that are 1
    assert sure_room(Gt(x, y), {x: np.array([1.0]), y: np.array([2.0])}) == pytest.approx(-1 / 3)


def test_a_search_that_overflow_leads_astray_starts_again():
    on = Domain(x > 0, y > 0, z > 1, b > 0)
    square = exp(-b) * (x - y) ** 2 / (x + y) ** 2
    start = {x: HALF, y: HALF**9, z: Rational(500), b: Rational(500)}
    # the sum is least at z = 1, 0.2856 e^-b
    true, false = (Holds(overflowing + square > exp(-b) * least, on=on) for least in (Rational(28, 100), Rational(30, 100)))
    for seed in "abc":
        assert not list(failing_points(true, [start], seed, thorough=True))
        (there,) = failing_points(false, [start], seed)
        assert trial(false, there).fails


d = dimension("d")
A = matrix("A", d, d)


@pytest.mark.parametrize("stated", [
    Holds(Trace(A.T * A) >= -1, on=Domain(over=[A])),
    Holds(x + y >= 0, on=Domain(Eq(x**2, y**2 + 1), x > 0)),
    Equal(x, x, on=Domain(over=[x])),
], ids=["matrices", "an equation of the second degree", "an identity"])
def test_what_a_population_is_not_made_for_is_left_alone(stated):
    assert not list(failing_points(stated, points.draw(stated.on, 2, "left"), "left"))


def test_the_same_seed_gives_the_same_point():
    drawn = points.draw(INSIDE, 8, "seed")
    assert list(failing_points(basin(3), drawn, "seed")) == list(failing_points(basin(3), drawn, "seed"))


def test_roots_of_what_is_negative_are_no_failure():
    assert points.check(Holds(sqrt(x - 1) >= 1 - x, on=Domain(x >= 1)), "root").outcome is Outcome.AGREES
