"""What is measured supports a relation or refutes it, by more than its errors; it never proves one."""

import pytest
from sympy import And, Or, Rational, Symbol

from helpers.toy_claims import make_claim, registry_of
from theoremtest.derivations.language import Domain, Observed, Outcome, StatementError, Verdict, eq, real, vector
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.routes import dispatch
from theoremtest.reports.verify import ledger, ledger_file
from theoremtest.reports.verify.expected import verdict_of
from theoremtest.reports.verify.runner import examine

pytest.importorskip("torch", reason="experiments run on the gradient-flow route, which needs the flow extra")

q, r, s = real("q"), real("r"), real("s")
HERE = "helpers.toy_experiments"


def ran(relation, experiment="clear", over=(r, s)):
    return dispatch.run("flow", Observed(relation, f"{HERE}:{experiment}", on=Domain(over=over)), "seed")


@pytest.mark.parametrize("relation, experiment, outcome", [
    (r > 2, "clear", Outcome.AGREES), (And(r > s, s <= 1), "clear", Outcome.AGREES), (Or(r < 2, s < 2), "clear", Outcome.AGREES),
    (r < 2, "clear", Outcome.REFUTED), (s > 1, "clear", Outcome.REFUTED),
    (r > 2, "blurred", Outcome.UNDECIDED), (r < 2, "blurred", Outcome.UNDECIDED), (r > 1, "blurred", Outcome.AGREES),
])
def test_only_what_is_clear_of_the_errors_counts(relation, experiment, outcome):
    assert ran(relation, experiment).outcome is outcome


@pytest.mark.parametrize("relation", [
    eq(r, Rational(299, 100)), eq(r, s + Rational(19, 10)), And(r > Rational(299, 100), r < Rational(2999, 1000)),
])
def test_what_holds_between_the_corners_alone_is_not_refuted(relation):
    """3 plus or minus four errors of 0.1 holds numbers at which an equation holds, though it does at none of the corners."""
    assert ran(relation).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("relation, outcome", [(eq(r, 5), Outcome.REFUTED), (And(r > 2, s > 2), Outcome.REFUTED),
                                               (Or(eq(r, 5), r + s < 3), Outcome.REFUTED), (r - r * s + 1 < 0, Outcome.REFUTED)])
def test_what_holds_nowhere_within_the_errors_is_refuted(relation, outcome):
    assert ran(relation).outcome is outcome


def test_a_number_without_an_error_has_that_of_its_rounding():
    about = Observed(q > Rational(1, 3) + Rational(1, 10**13), f"{HERE}:rounded", on=Domain(over=[q]))
    assert dispatch.run("flow", about, "seed").outcome is Outcome.UNDECIDED
    beyond = Observed(q > Rational(1, 3) + Rational(1, 10**9), f"{HERE}:rounded", on=Domain(over=[q]))
    assert dispatch.run("flow", beyond, "seed").outcome is Outcome.REFUTED


def test_a_measured_number_outside_of_the_domain_is_an_error():
    evidence = dispatch.run("flow", Observed(r > 2, f"{HERE}:clear", on=Domain(r <= 0)), "seed")
    assert evidence.outcome is Outcome.UNDECIDED and "outside of" in evidence.tried[0]


def test_evidence_names_the_experiment_what_was_run_and_what_was_measured():
    found = ran(r > 2)
    assert (found.engine, found.scope, found.figure) == (f"experiment {HERE}:clear", "20 draws, seeds 0 to 19", "r = 3 ± 0.1")
    assert dict(ran(r < 2).counterexample.point) == {"r": "3"}


@pytest.mark.parametrize("experiment, words", [("nothing", "returns Measured"), ("lost", "nan"), ("absent", "absent")])
def test_an_experiment_that_measures_nothing_is_a_fault_that_is_seen(experiment, words):
    found = ran(r > 2, experiment)
    assert found.outcome is Outcome.UNDECIDED and words in found.tried[0]
    assert "not q" in ran(real("q") > 0, "clear", [real("q")]).tried[0]


def test_it_is_never_proved_and_the_record_is_supported():
    statement = Observed(r > 2, f"{HERE}:clear", on=Domain(over=[r]))
    assert decide(statement).outcome is Outcome.UNDECIDED
    claim = make_claim("9", statement, reading="the mean over the draws is above 2")
    found = examine(claim)
    record = ledger.record_of(claim, found, registry_of(claim))
    ledger_file.validate([record])
    assert verdict_of(found[0]) is Verdict.SUPPORTED and record["verdict"] == "supported" and record["failures"] == []
    assert any(row["engine"] == f"experiment {HERE}:clear" for row in record["evidence"])


def test_words_left_out_do_not_raise_what_is_supported():
    claim = make_claim("9", Observed(r > 2, f"{HERE}:clear", on=Domain(over=[r])), reading="a mean", leaves_out="every draw")
    assert ledger.record_of(claim, examine(claim), registry_of(claim))["verdict"] == "supported"


@pytest.mark.parametrize("make", [
    lambda: Observed(r > 2, "no function", on=Domain(over=[r])), lambda: Observed(r + 2, f"{HERE}:clear", on=Domain(over=[r])),
    lambda: Observed(r > 2, f"{HERE}:clear", on=Domain(over=[s])),
    lambda: Observed(r > 2, f"{HERE}:clear", on=Domain(over=[s, r, vector("v", 2)])),
    lambda: Observed(r > 2, f"{HERE}:clear", on=Domain(over=[s], where={r: s + 1})),
    lambda: Observed(Symbol("k", integer=True) > 2, f"{HERE}:clear", on=Domain(over=[r])),
])
def test_what_is_no_measured_relation_is_refused(make):
    with pytest.raises(StatementError):
        make()
