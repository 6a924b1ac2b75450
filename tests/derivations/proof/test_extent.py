"""How much of its domain a refuted statement fails on, and the point that a reader is shown."""

import pytest
from sympy import Abs, Eq, Ge, Ne, S, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Holds, Iff, RankBound, matrix, ne, real, reals, vector
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.extent import OPEN, THIN, extent, generic

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
