"""How much of its domain a refuted statement fails on, and the point that a reader is shown."""

import pytest
from sympy import Abs, Eq, Ge, Ne, Or, S, exp, oo, sqrt

from theoremtest.derivations.language import (
    TIME,
    Counterexample,
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Holds,
    Iff,
    Limit,
    RankBound,
    Solves,
    System,
    matrix,
    ne,
    real,
    reals,
    vector,
)
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.extent import OPEN, THIN, drawn, extent, generic
from theoremtest.derivations.proof.refute import EVERYWHERE

x, y = reals("x", "y")
u, A = vector("u", 2), matrix("A", 2, 2)


def reach(statement):
    return extent(statement, decide(statement).counterexample, Deadline(20))


@pytest.mark.parametrize("statement", [
    Equal((x + y)**2, x**2 + y**2, on=Domain(over=[x, y])), Holds(Ge(x, 1), on=Domain(x > 0)),
    Iff(x > 0, x > 1, on=Domain(over=[x])), Holds(Ge(x**2, sqrt(2) / 1000), on=Domain(x > 0, x < 1)),
    Holds(ne(Abs(x), sqrt(x**2)), on=Domain(over=[x])), RankBound(A, S.One, on=Domain(over=[A])),
], ids=["a mixed term", "a half-line", "an interval", "a short interval", "everywhere", "a rank"])
def test_what_fails_on_an_interval_fails_in_general(statement):
    assert reach(statement) == OPEN


@pytest.mark.parametrize("statement", [
    Holds(Ne(x, y), on=Domain(over=[x, y])), Holds(x**2 > 0, on=Domain(over=[x])),
    Iff(Ge(x, y), x > y, on=Domain(over=[x, y])), Holds(Dot(u, u) > 0, on=Domain(over=[u])),
], ids=["an equality", "a point", "a border", "a vector of zeros"])
def test_what_fails_at_single_points_is_a_corner(statement):
    assert reach(statement) == THIN


def test_an_equation_between_the_coordinates_is_no_corner():
    unit = Domain(Eq(Dot(u, u), 1), over=[u, x])
    assert reach(Equal(x * Dot(u, u), 1 + x, on=unit)) == OPEN


def test_what_fails_for_indicators_is_no_corner_though_these_cannot_be_moved():
    y, g, e = vector("y", 3), vector("g", 3), real("e")
    bits = Domain(EveryEntry(Or(Eq(e, 0), Eq(e, 1)), (e, y)), over=[g])
    assert reach(Equal(Dot(y, g), 2 * Dot(y, g), on=bits)) == OPEN


def test_a_reader_is_shown_short_numbers_that_are_not_zero():
    statement = Equal((x + y + 1)**2, x**2 + y**2, on=Domain(over=[x, y]))
    corner = decide(statement).counterexample
    shown = generic(statement, corner, Deadline(20))
    assert "0" in dict(corner.point).values() and "0" not in dict(shown.point).values()
    assert all(len(value) <= 5 for _, value in shown.point) and shown.left != shown.right


def test_a_point_that_is_general_already_stays():
    statement = Holds(Ge(x, 2), on=Domain(x > 1))
    assert generic(statement, decide(statement).counterexample, Deadline(20)) is None


def test_a_letter_that_may_only_be_zero_has_no_general_point():
    z = real("z")
    statement = Equal(x + z, x + 1, on=Domain(Eq(z, 0), over=[x]))
    assert generic(statement, decide(statement).counterexample, Deadline(20)) is None


decaying = Solves(System({x: -x}, {x: y}), {x: y * exp(-2 * TIME)}, on=Domain(Ge(TIME, 0), over=[y]))
"""Twice too fast, from any start."""


@pytest.mark.parametrize("statement", [
    decaying, Limit(x * (y + 1), x, oo, y**2, on=Domain(over=[x, y])), Limit((x + y) / x, x, oo, y, on=Domain(x > 0, y > 0)),
    Holds(ne(Abs(x * y), x * y), on=Domain(Ge(x, 0), Ge(y, 0))),
], ids=["a solution", "a limit without end", "a limit", "both sides are equal"])
def test_solutions_limits_and_equal_sides_are_shown_off_the_corners_too(statement):
    shown = drawn(statement, Deadline(20), decide(statement).counterexample.note == EVERYWHERE)
    values = {name: value for name, value in shown.point if name != "t"}
    assert values and "0" not in values.values() and shown.left and shown.right


def test_a_solution_is_shown_at_its_start_without_its_states():
    shown = drawn(decaying, Deadline(20))
    assert dict(shown.point)["t"] == "0" and "x" not in dict(shown.point) and shown.note == "rate of x"


def test_a_long_point_gives_way_to_a_shorter_one_and_a_short_one_stays():
    statement = Equal(2 * x, x, on=Domain(x > 0))
    long, short = Counterexample((("x", "23917083/28354671"),), "1", "2"), Counterexample((("x", "3"),), "6", "3")
    assert len(dict(generic(statement, long, Deadline(20)).point)["x"]) <= 3
    assert generic(statement, short, Deadline(20)) is None


def test_no_letter_is_shown_below_zero_where_it_need_not_be_nor_at_a_border_of_its_domain():
    statement = Equal(2 * x * y, x * y, on=Domain(Ge(x, 1), over=[y]))
    shown = dict(generic(statement, Counterexample((("x", "2"), ("y", "-3")), "-12", "-6"), Deadline(20)).point)
    assert not shown["y"].startswith("-") and shown["x"] != "1"
