"""No claim compares a formula with itself: SymPy may work out both sides while a statement is built, and then nothing is left to decide."""

import pytest
from sympy.logic.boolalg import BooleanAtom

from theoremtest.derivations.language import Holds, tautology
from theoremtest.derivations.papers import Library

pytestmark = pytest.mark.slow  # all claims of all papers are built

EXCEPTIONS: dict[tuple[str, str, str], str] = {}
"""(id, role, part) of equalities that SymPy necessarily writes the same way on both sides, and why no other form says what is printed."""

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
    return {(claim, role, name) for claim, role, name, statement in parts() if tautology(statement)}


def test_no_equality_compares_a_formula_with_itself(same_on_both_sides):
    assert sorted(same_on_both_sides - set(EXCEPTIONS)) == []


def test_every_exception_is_met_and_has_its_reason(same_on_both_sides):
    assert sorted(set(EXCEPTIONS) - same_on_both_sides) == []
    assert all(reason.strip() for reason in EXCEPTIONS.values())


def test_no_relation_is_settled_before_it_is_decided():
    assert [place for *place, statement in parts() if isinstance(statement, Holds) and is_settled(statement)] == []
