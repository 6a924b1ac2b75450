"""Means and extreme values bind their letters: they are not spoken of, not replaced, and clash with a letter that stands free."""

import pytest
from sympy import Symbol, diff

from theoremtest.derivations.language import Domain, Holds, StatementError, atoms_of, le
from theoremtest.derivations.language.bound_terms import Infimum, Mean
from theoremtest.derivations.language.symbols import matrix, real
from theoremtest.derivations.language.tree import from_tree, to_tree

a, y, z = real("a"), real("y"), real("z")
MEAN, LEAST = Mean(a * z**2, (z, 1)), Infimum(a * y**2, y >= 1, y)


@pytest.mark.parametrize("term", [MEAN, LEAST, MEAN * LEAST])
def test_their_letters_are_their_own(term):
    assert term.free_symbols == atoms_of(term) == {a}
    assert term.subs({y: 3, z: 3}) == term != term.subs(a, 2)
    assert from_tree(to_tree(term)) == term


def test_a_derivative_by_another_letter_stays_one():
    assert diff(MEAN, z) == 0 != diff(LEAST, a)


@pytest.mark.parametrize("free", [y, z])
def test_a_letter_is_not_bound_and_free(free):
    Holds(le(MEAN + LEAST, a), on=Domain(over=[a]))
    with pytest.raises(StatementError):
        Holds(le(MEAN + LEAST, free), on=Domain(over=[a, free]))


@pytest.mark.parametrize("make", [
    lambda: Mean(matrix("A", 2, 2), (z, 1)), lambda: Mean(z), lambda: Infimum(y, y >= 0), lambda: Infimum(y, y + 1, y),
    lambda: Mean(z, (z + 1, 1)), lambda: Infimum(matrix("A", 2, 2), y >= 0, y), lambda: Infimum(y, y >= 0, Symbol("y") + 1),
])
def test_what_is_none_is_refused(make):
    with pytest.raises(StatementError):
        make()
