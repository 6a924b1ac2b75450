"""Conditions on every entry of a vector in an edit: what others imply changes nothing, and what they do not is shown by a point."""

import pytest
from sympy import DiagMatrix, Eq, Or, Trace

from theoremtest.derivations.language import Domain, Dot, Equal, EveryEntry, PositiveDefinite, dimension, real, vector
from theoremtest.reports.edits.changes import DIFFERENT, PROVED
from theoremtest.reports.edits.comparison import compare
from theoremtest.reports.edits.entrywise import at_one_place

n, x, y, c = dimension("n"), real("x"), real("y"), real("c")
s, t = vector("s", n), vector("t", n)
above, from_zero, marks = EveryEntry(x > 0, (x, s)), EveryEntry(x >= 0, (x, s)), EveryEntry(Or(Eq(x, 0), Eq(x, 1)), (x, s))


def edit(old, new):
    """The statuses of an edit that puts some conditions in the place of others, and the notes."""
    made = [Equal(Dot(s, s), Trace(s * s.T), on=Domain(*conditions, over=[s, t, c])) for conditions in (old, new)]
    return [(change.status, change.note) for change in compare(*made)]


@pytest.mark.parametrize(("old", "new"), [
    ([above, from_zero], [above]),
    ([above], [above, from_zero]),
    ([marks], [marks, from_zero]),
    ([above], [EveryEntry(2 * y > 0, (y, s))]),
    ([above], [PositiveDefinite(DiagMatrix(s))]),
    ([above, c > 0], [above, c > 0, EveryEntry(c * x > 0, (x, s))]),
    ([EveryEntry(x > y, (x, s), (y, t)), EveryEntry(x > 0, (x, t))],
     [EveryEntry(x > y, (x, s), (y, t)), EveryEntry(x > 0, (x, t)), above]),
])
def test_a_condition_that_the_entries_imply_changes_nothing(old, new):
    assert {status for status, _ in edit(old, new)} == {PROVED}


@pytest.mark.parametrize(("old", "new"), [
    ([above], [from_zero]),
    ([from_zero], [above]),
    ([marks], [from_zero]),
    ([above], []),
    ([above], [EveryEntry(x > 0, (x, t))]),
    ([above], [above, EveryEntry(c * x > 0, (x, s))]),
])
def test_a_condition_that_they_do_not_imply_is_told_by_a_point(old, new):
    assert DIFFERENT in {status for status, _ in edit(old, new)}


def test_an_implication_in_one_direction_is_not_an_equivalence():
    """Of a wider domain one condition is implied, the other is gone."""
    assert sorted(status for status, _ in edit([above], [from_zero])) == sorted([DIFFERENT, PROVED])


def test_a_letter_of_another_condition_is_not_the_entry():
    """x is an entry in one condition and a scalar of the domain in another: they have nothing to do with each other."""
    made = [Equal(Dot(s, s), Trace(s * s.T), on=Domain(x > 0, *more, over=[s])) for more in ([], [above])]
    assert DIFFERENT in {change.status for change in compare(*made)}


def test_other_conditions_are_left_to_the_engine():
    assert at_one_place(Eq(Dot(s, s), 1), Domain(over=[s])) is None
