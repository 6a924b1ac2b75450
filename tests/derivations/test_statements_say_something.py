"""No claim compares a formula with itself: SymPy may work out both sides while a statement is built, and then nothing is left to decide."""

import re

import pytest
from sympy.logic.boolalg import BooleanAtom

from theoremtest.derivations.language import Holds, tautology
from theoremtest.derivations.papers import Library

pytestmark = pytest.mark.slow  # all claims of all papers are built

EXCEPTIONS: dict[tuple[str, str, str], str] = {}
"""(id, role, part) of equalities that SymPy necessarily writes the same way on both sides, and why no other form says what is printed."""
REPEATED = {"domine2025/189": "two pairs of equal singular values that part alike",
            "domine2025/sec-6:transfer-grows": "two items whose responses are one symmetric function of two ratios",
            "kunin2024/app-D.3:hierarchy-example": "two counts that are the same number in this example",
            "nam2024/app-C.4:solution": "columns of a table, several of which hold the same entries",
            "xu2024/table-1:schemes": "cells of a table, several of which hold the same number",
            "xu2024/app-B.3:same-at-100": "two schemes, whose learning rates are the same at this width"}
"""Claims of which two parts are one statement, and why."""
SAID_ELSEWHERE: dict[str, str] = {}
"""Claims beside which such a word denies nothing that is printed, and why."""

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


def test_no_two_parts_of_a_claim_are_one_statement():
    known, twice = set(), set()
    for claim, role, _, statement in parts():
        key = claim, role, statement.key()
        if key in known and not role.startswith("step"):
            twice.add(claim)
        known.add(key)
    assert sorted(twice) == sorted(REPEATED)


def test_no_relation_is_a_condition_of_its_own_domain():
    contained = [(claim, role, name) for claim, role, name, statement in parts()
                 if isinstance(statement, Holds) and statement.relation in statement.on.conditions]
    assert contained == []


DENIED = re.compile(r"\b(refute[sd]?|fails|does not hold|do not hold|not true|is wrong|untrue|contradicts?)\b", re.IGNORECASE)
"""How a note says that the printed words do not hold."""


def test_what_is_known_of_a_printed_sentence_stands_in_its_verdict():
    """Where words beside a printed claim without an erratum deny something printed, they name the claim that has the erratum."""
    claims = {claim.id: claim for claim in Library().registry()}
    silent = []
    for claim in claims.values():
        if claim.origin != "printed" or claim.erratum:
            continue
        for text in (claim.note, claim.reading, claim.leaves_out):
            named = [claims.get(name if "/" in name else f"{claim.paper.key}/{name}") for name in re.findall(r"`([^`]+)`", text)]
            if DENIED.search(text) and not any(one is not None and (one.erratum or one.origin == "derived") for one in named):
                silent.append(claim.id)
    assert sorted(set(silent)) == sorted(SAID_ELSEWHERE)
