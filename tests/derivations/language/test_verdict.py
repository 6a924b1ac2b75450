"""A verdict is never a boolean, may be lowered and never raised, and follows from what ran."""

import itertools

import pytest

from theoremtest.derivations.language import Evidence, Outcome, Verdict, verdict_from


@pytest.mark.parametrize("value", [*Verdict, *Outcome])
def test_no_truth_value(value):
    with pytest.raises(TypeError, match="truth value"):
        bool(value)


@pytest.mark.parametrize(("first", "second"), list(itertools.product(Verdict, repeat=2)))
def test_lowering_never_raises(first, second):
    lowered = first.lowered_to(second)
    assert lowered.rank == min(first.rank, second.rank)


def evidence(**outcomes):
    return [Evidence(kind, "engine", outcome) for kind, outcome in outcomes.items()]


def test_proved_needs_an_exact_argument():
    assert verdict_from(evidence(points=Outcome.AGREES, integration=Outcome.AGREES)) is Verdict.SUPPORTED
    assert verdict_from(evidence(exact=Outcome.PROVED, points=Outcome.AGREES)) is Verdict.PROVED


def test_one_refutation_outweighs_everything():
    assert verdict_from(evidence(exact=Outcome.PROVED, points=Outcome.REFUTED)) is Verdict.REFUTED


@pytest.mark.parametrize("outcome", [Outcome.UNDECIDED, Outcome.UNAVAILABLE, Outcome.NOT_APPLICABLE])
def test_nothing_shown_is_undecided(outcome):
    assert verdict_from(evidence(exact=outcome)) is Verdict.UNDECIDED
    assert verdict_from([]) is Verdict.UNDECIDED


def test_no_parts_make_no_verdict():
    with pytest.raises(ValueError, match="at least one part"):
        Verdict.lowest([])
