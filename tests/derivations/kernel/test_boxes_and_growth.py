"""Signs by enclosures, and by slopes along a letter: what they show, and near misses that are refused."""

import pytest
from sympy import Abs, Symbol, cos, exp, log, pi

from theoremtest.derivations.kernel.facts import nonneg, pos
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, free, read
from theoremtest.derivations.language import Domain, Holds, reals
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.attest import witness
from theoremtest.derivations.proof.witnesses.draft import Draft

x, y = reals("x", "y")


def of(formula):
    """A formula as a term."""
    return read(to_tree(formula))


def draft(*conditions):
    """A proof that is begun where these conditions hold."""
    (goal,) = goals(read(tree_of(Holds(exp(x) > y**3, on=Domain(*conditions, over=[x, y])))))
    return Draft(goal)


def boxed(fact, *conditions, sides=()):
    """Whether one ball over a box shows a sign."""
    made = draft(*conditions)
    try:
        made.line("box", made.number(fact), [[made.number(of(letter)), low, high] for letter, low, high in sides])
    except Refused:
        return False
    return True


def grown(formula, first, *conditions):
    """Whether a formula whose slope is plain is shown to be at least what it is where its letter begins."""
    made = draft(*conditions)
    try:
        made.line("grows", made.number(of(formula)), made.number(of(x)), made.number(first), [])
    except Refused:
        return False
    return True


UNIT = x >= 0, x <= 1
SIDE = (x, "0", "1")


def test_a_ball_over_the_box_shows_a_sign():
    assert boxed(pos(of(exp(x) - x / 2)), *UNIT, sides=[SIDE])
    assert boxed(nonneg(of(1 - exp(-x) + x**2 / 8 + log(2))), *UNIT, sides=[SIDE])
    assert not boxed(pos(of(x)), *UNIT, sides=[SIDE])


def test_a_number_is_a_box_without_sides():
    assert boxed(pos(of(pi - 3)))
    assert boxed(nonneg(ZERO))
    assert not boxed(pos(of(3 - pi)))
    assert not boxed(pos(of(exp(x))))


@pytest.mark.parametrize("side, conditions, why", [
    (SIDE, (x >= 0,), "no condition bounds it from above"),
    (SIDE, (x >= 0, x <= 2), "the condition bounds it further out"),
    ((x, "1", "0"), UNIT, "the ends are turned"),
    (SIDE, (x > -1, x <= 1), "it may be less"),
    ((x**2, "0", "1"), UNIT, "a side is a letter's"),
    ((y, "0", "1"), (y >= 0, y <= 1), "the letter has no side"),
])
def test_a_box_lies_around_the_domain(side, conditions, why):
    assert not boxed(pos(of(exp(x))), *conditions, sides=[side]), why


@pytest.mark.parametrize("formula", [x - x**2, 1 / x, log(x) + 1, cos(2 * x), 1 / (2 * x - 1) ** 2])
def test_a_box_that_holds_a_zero_or_a_place_without_a_value_shows_nothing(formula):
    assert not boxed(pos(of(formula)), *UNIT, sides=[SIDE])


def test_a_formula_whose_slope_is_not_negative_is_at_least_what_it_was():
    assert grown(2 * x, ZERO, x >= 0)
    assert not grown(-2 * x, ZERO, x >= 0)


def test_it_may_run_down_to_a_place_too():
    assert grown(-2 * x, ZERO, x <= 0)
    assert not grown(2 * x, ZERO, x <= 0)


def test_on_which_side_of_its_beginning_a_letter_is_has_to_be_known():
    assert not grown(2 * x, ZERO)
    assert not grown(2 * x, ONE, x >= 0)
    assert grown(2 * x, ONE, x >= 1)
    assert grown(2 * x, ONE, x > 1)


def test_what_holds_at_the_end_alone_is_not_known_on_the_way():
    """The slope of x^2 - 3 x is negative before 3/2, and x >= 2 holds at the end."""
    way = draft(x >= 2).along(of(x), ZERO, True)
    assert nonneg(of(x - 2)) not in way.goal.hypotheses
    assert not witness(Holds(x**2 - 3 * x >= 0, on=Domain(x >= 2, over=[x])))


def test_an_upper_bound_holds_all_the_way_up_and_a_lower_one_all_the_way_down():
    up, down = (draft(x >= 0, x < 1, y > 3).along(of(x), first, way) for first, way in ((ZERO, True), (ONE, False)))
    assert pos(of(1 - x)) in up.goal.hypotheses and pos(of(1 - x)) not in down.goal.hypotheses
    assert nonneg(of(x)) in down.goal.hypotheses
    assert all(any(free(fact) == {of(y)} for fact in way.goal.hypotheses) for way in (up, down)), "what does not speak of the letter stays"
    assert pos(of(1 - x**2)) not in draft(x**2 < 1, x >= 0).along(of(x), ZERO, True).goal.hypotheses, "only what changes at a constant rate"


def test_a_letter_of_whole_numbers_passes_through_no_others():
    k = Symbol("k", integer=True)
    (goal,) = goals(read(tree_of(Holds(k * (k - 1) >= 0, on=Domain(k >= 1, over=[k])))))
    made = Draft(goal)
    with pytest.raises(Refused, match="grows"):
        made.line("grows", made.number(of(2 * k)), made.number(of(k)), made.number(ONE), [])


@pytest.mark.parametrize("formula", [Abs(x), 1 / (x - 2), log(x)])
def test_a_formula_has_a_slope_all_the_way(formula):
    assert not grown(formula, ZERO, x >= 0)


def test_where_it_begins_does_not_move_with_the_letter():
    made = draft(x >= 0)
    with pytest.raises(Refused):
        made.line("grows", made.number(of(2 * x)), made.number(of(x)), made.number(of(x - 1)), [])
