"""Relations that stay as they are written, and the line that a statement has for those that SymPy has settled already."""

import pytest
from sympy import And, false, true

from theoremtest.derivations.language import Domain, Holds, Iff, Outcome, StatementError, eq, ge, gt, le, lt, ne, reals
from theoremtest.derivations.language.relations import spoken
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.decide import decide

x, y = reals("x", "y")
PLANE = Domain(over=[x, y])


@pytest.mark.parametrize("relation, holds", [
    (ge(x**2, 0), True), (gt(x**2 + 1, 0), True), (le(-(x**2), 0), True), (lt(x**2, 0), False), (eq(x, x), True), (ne(x, x), False),
    (And(ge(x**2, 0), le(0, y**2)), True),
])
def test_a_relation_is_kept_and_decided(relation, holds):
    statement = Holds(relation, on=PLANE)
    assert statement.relation not in (true, false)
    assert from_tree(to_tree(statement)).relation == relation
    assert read_statement(statement.latex(), statement).relation == relation
    assert decide(statement).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize("make, told", [
    (lambda: Holds(x**2 >= 0, on=PLANE), r"Holds out to true .* Holds\(ge\(x\*\*2, 0\)"),
    (lambda: Holds(x**2 < 0, on=PLANE), "Holds out to false"),
    (lambda: Iff(x**2 >= 0, x > 0, on=PLANE), "Iff out to true"),
    (lambda: Iff(x > 0, x**2 < 0, on=PLANE), "Iff out to false"),
])
def test_a_settled_relation_is_refused_with_the_way_to_write_it(make, told):
    with pytest.raises(StatementError, match=told):
        make()


def test_sides_are_formulas():
    with pytest.raises(StatementError, match="'x' is neither a number nor a matrix"):
        ge("x", 0)


def test_a_truth_value_is_spoken_as_a_relation():
    assert spoken(x > 0) == (x > 0)
    assert [decide(Holds(spoken(value), on=PLANE)).outcome for value in (true, false)] == [Outcome.PROVED, Outcome.REFUTED]
