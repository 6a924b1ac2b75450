"""A true equation stands for another only where it says the same: trivialities, other truths and lost values are told apart."""

import pytest
from sympy import sqrt

from helpers.toy_claims import make_claim, x
from theoremtest.derivations.language import Domain, Equal, Holds, every, real
from theoremtest.derivations.notation import NotationError
from theoremtest.reports.edits.attempt import attempt

y, s = real("y"), real("s")
shortened = Domain(over=[x, y], where={s: x + y})
square = make_claim("1", Equal(s**2, x**2 + 2 * x * y + y**2, on=shortened))
bound = make_claim("2", Holds(x**2 + 1 > x, on=Domain(over=[x, y])))


def tried(claim, formula):
    return attempt(claim, formula)


@pytest.mark.parametrize("claim, formula", [
    (square, "0 = 0"), (square, "s = x + y"), (square, "s^2 = (x+y)^2"), (square, "1 = 1"), (bound, "1 > 0"),
])
def test_a_triviality_is_refused(claim, formula):
    with pytest.raises(NotationError, match="says nothing of the claim"):
        tried(claim, formula)


@pytest.mark.slow
@pytest.mark.parametrize("claim, formula", [
    (square, "(x-y)^2 = x^2 - 2xy + y^2"), (square, "(x+y)(x-y) = x^2 - y^2"), (bound, "y^2 + 1 > y"), (bound, "x^2 + 2 > x"),
    (make_claim("3", Equal((x + 1)**2 - x**2 - 2 * x - 1, 0, on=Domain(over=[x, y]))), "(x - 1)^2 - x^2 + 2x - 1 = 0"),
    (make_claim("4", every(a=Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(over=[x, y])))), "(y+1)^2 = y^2 + 2y + 1"),
])
def test_another_truth_is_not_the_claim(claim, formula):
    found = tried(claim, formula)
    assert (found.verdict, found.likely) == ("holds", "") and found.equivalent_to in ("unknown", "neither"), found


@pytest.mark.slow
@pytest.mark.parametrize("claim, formula", [
    (square, "x^2 + 2xy + y^2 = s^2"), (square, "s^2 - x^2 = 2xy + y^2"), (square, "3 s^2 = 3x^2 + 6xy + 3y^2"),
    (square, "s^2 = x(x + 2y) + y^2"), (bound, "x < x^2 + 1"), (bound, "x^2 - x > -1"), (bound, "2x^2 + 2 > 2x"),
])
def test_the_claim_in_another_arrangement(claim, formula):
    found = tried(claim, formula)
    assert (found.verdict, found.equivalent_to) == ("holds", "printed"), found


def test_a_value_that_is_lost_is_a_difference():
    found = tried(square, r"s^2 = \frac{x (x^2 + 2xy + y^2)}{x}")
    assert found.equivalent_to == "neither" and "divides by x" in str(found.differs)
    assert tried(square, r"s^2 = \frac{(x^2 + 1) (x^2 + 2xy + y^2)}{x^2 + 1}").equivalent_to == "printed"


def test_a_formula_by_itself_is_refused_where_the_right_side_is_a_number():
    claim = make_claim("5", Equal(sqrt((x**2 + y**2 + 1) ** 2) - x**2 - y**2, 1, on=Domain(over=[x, y])))
    with pytest.raises(NotationError, match="write the whole equation"):
        tried(claim, "x + y")
