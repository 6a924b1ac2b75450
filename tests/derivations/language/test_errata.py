"""What an erratum says beside what is printed: the conditions that it names."""

import pytest
from sympy import Eq, Gt, sqrt

from theoremtest.derivations.language import ClaimError, Domain, Equal, Erratum, conditions_added, every, reals, under

x, y = reals("x", "y")
root = Equal(sqrt(x**2), x, on=Domain(over=[x]))
on_the_right = Equal(sqrt(x**2), x, on=Domain(x > 0))


def test_a_correction_on_a_smaller_domain_names_what_is_missing():
    assert conditions_added(root, on_the_right, [""]) == (Gt(x, 0),)


@pytest.mark.parametrize("corrected", [Equal(sqrt(x**2), -x, on=Domain(x > 0)), root], ids=["another formula", "the same domain"])
def test_a_correction_that_changes_the_formula_or_nothing_names_none(corrected):
    assert conditions_added(root, corrected, [""]) is None


def test_of_a_conjunction_the_parts_that_are_asked_for_count():
    both = every(root=root, plain=Equal(x + y, y + x, on=Domain(over=[x, y])))
    mended = every(root=on_the_right, plain=Equal(x, x + y - y, on=Domain(over=[x, y])))
    assert conditions_added(both, mended, ["root"]) == (Gt(x, 0),) and conditions_added(both, mended, ["root", "plain"]) is None


def test_a_statement_under_a_condition_has_it_in_every_part_that_knows_its_letters():
    both = every(root=root, plain=Equal(y + 1, 1 + y, on=Domain(over=[y])))
    parts = dict(under(both, [x > 0]).parts())
    assert parts["root"].on.conditions == (Gt(x, 0),) and parts["plain"].on.conditions == ()


def test_only_what_lacks_a_condition_holds_under_one():
    with pytest.raises(ClaimError, match="is `incomplete`"):
        Erratum("wrong", "a sign", root, under=(Eq(x, 1),))
