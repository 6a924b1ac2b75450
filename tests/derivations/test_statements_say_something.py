"""No claim compares a formula with itself: SymPy may work out both sides while a statement is built, and then nothing is left to decide."""

import pytest
from sympy import Eq, S
from sympy.logic.boolalg import BooleanAtom

from theoremtest.derivations.language import Domain, Equal, Holds, gt, real
from theoremtest.derivations.papers import Library

pytestmark = pytest.mark.slow  # all claims of all papers are built

EXCEPTIONS: dict[tuple[str, str, str], str] = {}
"""(id, role, part) of equalities that SymPy necessarily writes the same way on both sides, and why no other form says what is printed."""

x, y, z = real("x"), real("y"), real("z")


def is_one_formula(statement: Equal) -> bool:
    """Whether both sides are the same expression, as they stand or with every abbreviation written out."""
    left, right, on = statement.left, statement.right, statement.on
    return left == right or on.expand(left) == on.expand(right)


def is_settled(statement: Holds) -> bool:
    """Whether nothing is left of the relation as soon as abbreviations are written out; one that is settled before is no statement."""
    return isinstance(statement.on.expand(statement.relation), BooleanAtom)


def parts():
    """(id, role, part, statement) of every claim: printed, corrected, and the steps of its derivation."""
    for claim in Library().registry():
        told = {"printed": claim.statement, **({"corrected": claim.erratum.corrected} if claim.erratum else {}),
                **{f"step {number}": step.statement for number, step in enumerate(claim.derivation, 1)}}
        for role, whole in told.items():
            for name, statement in whole.parts():
                yield claim.id, role, name, statement


@pytest.fixture(scope="module")
def same_on_both_sides() -> set:
    return {(claim, role, name) for claim, role, name, statement in parts() if isinstance(statement, Equal) and is_one_formula(statement)}


def test_no_equality_compares_a_formula_with_itself(same_on_both_sides):
    assert sorted(same_on_both_sides - set(EXCEPTIONS)) == []


def test_every_exception_is_met_and_has_its_reason(same_on_both_sides):
    assert sorted(set(EXCEPTIONS) - same_on_both_sides) == []
    assert all(reason.strip() for reason in EXCEPTIONS.values())


def test_no_relation_is_settled_before_it_is_decided():
    assert [place for *place, statement in parts() if isinstance(statement, Holds) and is_settled(statement)] == []


@pytest.mark.parametrize("statement", [
    Equal(x + y, y + x, on=Domain(over=[x, y])),
    Equal(x * (1 / x), S.One, on=Domain(x > 0)),
    Equal(z**2, x, on=Domain(x > 0, where={z: x**S.Half})),
])
def test_one_formula_is_told(statement):
    assert is_one_formula(statement)


@pytest.mark.parametrize("statement", [
    Equal(x**2 - y**2, (x - y) * (x + y), on=Domain(over=[x, y])),
    Equal(x * y, S.Zero, on=Domain(Eq(x, 0), over=[y])),
    Equal(z + 1, x + 1, on=Domain(over=[x, z])),
])
def test_two_formulas_are_told_apart(statement):
    assert not is_one_formula(statement)


@pytest.mark.parametrize("relation, on, settled", [
    (z - x > 0, Domain(over=[x], where={z: x + 1}), True),
    (gt(x**2 + 1, 0), Domain(over=[x]), False),
    (x > 0, Domain(x > 0), False),
])
def test_a_settled_relation_is_told(relation, on, settled):
    assert is_settled(Holds(relation, on=on)) is settled
