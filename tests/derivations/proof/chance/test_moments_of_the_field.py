"""Moments over draws: what the field asks for is proved, each slip in it refuted, and what says nothing left open."""

import pytest

from helpers.chance_statements import FALSE, OPEN, REFUSED, TRUE
from theoremtest.derivations.language import Outcome
from theoremtest.derivations.proof.decide import decide

pytestmark = pytest.mark.drawn(6)


def decided(row):
    evidence = decide(row[1]())
    return evidence.outcome, f"{row[0]}: {evidence.counterexample or evidence.tried}"


@pytest.mark.drawn(6)
@pytest.mark.parametrize("row", TRUE, ids=lambda row: row[0])
def test_what_is_true_is_proved(row):
    outcome, told = decided(row)
    assert outcome is Outcome.PROVED, told


@pytest.mark.drawn(30)
@pytest.mark.parametrize("row", FALSE, ids=lambda row: row[0])
def test_what_is_false_is_refuted(row):
    outcome, told = decided(row)
    assert outcome is Outcome.REFUTED, told


@pytest.mark.parametrize("row", [*OPEN, *REFUSED], ids=lambda row: row[0])
def test_what_is_not_known_is_undecided_and_says_why(row):
    outcome, told = decided(row)
    assert outcome is Outcome.UNDECIDED and "crash" not in told.lower(), told
