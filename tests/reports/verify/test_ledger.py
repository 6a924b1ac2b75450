"""The ledger: what a record says, what is expected of it, and that the recorder never raises a verdict."""

import json
import re

import pytest
from sympy import Gt, Lt

from helpers.toy_claims import make_claim, registry_of, with_erratum, wrong_square, x, y
from theoremtest.derivations.language import Domain, Equal, Evidence, Outcome, Step, Verdict
from theoremtest.derivations.papers import Library
from theoremtest.numerics.routes.dispatch import ROUTES
from theoremtest.reports.files import id_order
from theoremtest.reports.verify import ledger, ledger_file
from theoremtest.reports.verify.runner import Check, Finding, examine
from theoremtest.reports.verify.schema import NotInSchema

pytestmark = pytest.mark.usefixtures("truthful")


def records_of(registry, routes=("exact", "points")):
    return [ledger.record_of(claim, examine(claim, routes), registry) for claim in registry]


def test_a_proved_claim_is_recorded_with_its_evidence(toy):
    record = records_of(toy)[0]
    assert (record["id"], record["verdict"], record["certified"], record["failures"]) == ("toy2026/1", "proved", True, [])
    assert [(item["kind"], item["outcome"]) for item in record["evidence"]] == [("exact", "proved"), ("points", "agrees")]
    assert record["used_by"] == ["toy2026/3"]


def test_an_erratum_keeps_both_verdicts_and_the_counterexample(toy):
    record = records_of(toy)[1]
    assert record["verdict"] == "refuted" and record["erratum"]["corrected_verdict"] == "proved"
    assert record["erratum"]["counterexample"] == {"point": {"x": "1"}, "left": "4", "right": "2", "note": ""}
    assert record["failures"] == []


def test_steps_of_a_derivation_have_verdicts_of_their_own(toy):
    record = records_of(toy)[2]
    assert [(step["reason"], step["verdict"]) for step in record["derivation"]] == [
        ("the square written out", "proved"), ("x is positive", "proved")]


def test_a_false_claim_without_erratum_is_a_failure():
    (record,) = records_of(registry_of(make_claim("1", wrong_square())))
    assert record["failures"] == ["the printed statement is refuted"]


def test_a_true_claim_with_an_erratum_is_a_failure(exact_says):
    exact_says(Outcome.PROVED)
    (record,) = records_of(registry_of(with_erratum()), ("exact",))
    assert record["failures"] == ["the printed statement has an erratum but is proved, not refuted"]


def test_an_undecided_correction_is_a_failure(exact_says):
    wrong = wrong_square().key()
    exact_says(lambda statement: Outcome.REFUTED if statement.key() == wrong else Outcome.UNDECIDED)
    (record,) = records_of(registry_of(with_erratum()), ("exact",))
    assert record["failures"] == ["the corrected statement is undecided"]


def test_an_undecided_claim_is_a_failure(exact_says):
    exact_says(Outcome.UNDECIDED)
    (record,) = records_of(registry_of(make_claim()), ("exact",))
    assert (record["verdict"], record["failures"]) == ("undecided", ["the printed statement is undecided"])


def test_numbers_alone_support_and_do_not_prove(exact_says):
    exact_says(Outcome.UNDECIDED)
    (record,) = records_of(registry_of(make_claim()))
    assert (record["verdict"], record["certified"], record["failures"]) == ("supported", False, [])


def test_a_false_step_is_a_failure_though_the_statement_is_true():
    claim = make_claim(derivation=(Step(wrong_square(), "carelessness"),))
    (record,) = records_of(registry_of(claim))
    assert record["verdict"] == "proved" and record["failures"] == ["step 1 of the derivation is refuted"]


def test_routes_that_disagree_form_no_verdict_and_are_flagged(exact_says):
    exact_says(Outcome.PROVED)
    (record,) = records_of(registry_of(make_claim("1", wrong_square())))
    assert record["verdict"] == "undecided" and not record["certified"]
    assert record["failures"][0] == "routes disagree on the printed statement: exact says proved; points says refuted"


def test_a_domain_without_points_lowers_a_proof(exact_says):
    exact_says(Outcome.PROVED)
    nowhere = Domain(Gt(x, y), Lt(x, y))
    (record,) = records_of(registry_of(make_claim("1", Equal(x, y, on=nowhere))))
    assert record["verdict"] == "undecided"
    assert "may say nothing: no point found" in record["failures"][0]


def test_an_engine_that_fails_is_named_even_where_numbers_agree(exact_says):
    def broken(statement):
        raise KeyError("slot")
    exact_says(broken)
    (record,) = records_of(registry_of(make_claim()))
    assert record["verdict"] == "supported"
    assert record["failures"] == ["the exact route failed on the printed statement: KeyError: 'slot'"]


def test_a_recorder_lowers_and_never_raises():
    check = Check("printed", "", wrong_square())
    for outcome in Outcome:
        for other in Outcome:
            one, both = (ledger.verdict_of(Finding(check, tuple(Evidence("exact", "", o) for o in outcomes)))
                         for outcomes in ([outcome], [outcome, other]))
            if other in (Outcome.REFUTED,):
                assert both is (Verdict.UNDECIDED if outcome is Outcome.PROVED else Verdict.REFUTED)
            if other in (Outcome.UNDECIDED, Outcome.UNAVAILABLE, Outcome.NOT_APPLICABLE):
                assert both is one


def test_the_text_is_the_same_for_the_same_claims(toy):
    assert ledger_file.as_text(records_of(toy)) == ledger_file.as_text(list(reversed(records_of(toy))))


def test_the_text_holds_no_seconds(toy):
    assert "seconds" not in ledger_file.as_text(records_of(toy))


def test_records_are_sorted_as_a_reader_counts():
    ids = ["p/10", "p/9", "p/9:b", "p/app-A.2", "p/thm-3.1", "p/100"]
    assert [record["id"] for record in sorted(({"id": i} for i in ids), key=lambda record: id_order(record["id"]))] == [
        "p/9", "p/9:b", "p/10", "p/100", "p/app-A.2", "p/thm-3.1"]


def test_records_obey_the_schema(toy):
    ledger_file.validate(json.loads(ledger_file.as_text(records_of(toy, ROUTES))))


@pytest.mark.parametrize("spoil", [
    lambda record: record.pop("verdict"),
    lambda record: record.update(verdict="true"),
    lambda record: record.update(checked_at="today"),
    lambda record: record["evidence"][0].update(seconds=0.1),
    lambda record: record["erratum"].update(kind="typo"),
])
def test_the_schema_rejects(toy, spoil):
    record = records_of(toy)[1]
    spoil(record)
    with pytest.raises(NotInSchema):
        ledger_file.validate([record])


@pytest.mark.slow
def test_the_committed_ledger_obeys_the_schema_and_has_no_failures():
    if not ledger_file.LEDGER.is_file():
        pytest.skip("no ledger yet")
    records = ledger_file.read()
    ledger_file.validate(records)
    assert {record["id"]: record["failures"] for record in records if record["failures"]} == {}


@pytest.mark.slow
def test_the_committed_ledger_speaks_of_the_claims_as_they_stand():
    """`theoremtest accept` brings it up to date."""
    if not ledger_file.LEDGER.is_file():
        pytest.skip("no ledger yet")
    words = "title", "where", "note", "reading", "leaves_out"
    said = {record["id"]: (record["latex"], record["domain"], record["uses"], *(record[word] for word in words),
                           record["erratum"] and (record["erratum"]["why"], record["erratum"]["corrected_latex"]))
            for record in ledger_file.read()}
    assert said == {claim.id: (claim.latex, claim.domain.latex(), list(claim.uses), *(getattr(claim, word) for word in words),
                               claim.erratum and (claim.erratum.why, claim.erratum.corrected and claim.erratum.corrected.latex()))
                    for claim in Library().registry()}


def test_an_unchanged_ledger_is_not_written_again(toy, tmp_path):
    path = tmp_path / "ledger.json"
    assert ledger_file.save(records_of(toy), path)
    before = path.stat().st_mtime_ns
    assert not ledger_file.save(records_of(toy), path)
    assert path.stat().st_mtime_ns == before
    assert ledger_file.read(path)[0]["id"] == "toy2026/1"


SIDED = ("Equal", "Evolves", "Conserved", "Gradient", "Hessian", "Inverse", "Holds", "Iff", "Solves", "Limit", "Expectation")
"""Kinds whose sides are worked out at any point, so that a general one is found where there is one."""
AT_A_BORDER = {"nam2024/A.25": "functions of indices, for which one letter stands", "nam2024/sec-2.3.1:projection": "the text sets a_1 = 0",
               "nam2024/app-B.1.6:bound": "the start has to be small beside the target scale",
               "xu2024/sec-4.2:initial-output": "the scaling that is printed sets c_d and c_eta to 0"}
"""Errata that are shown where a letter is zero, and why."""


def test_what_fails_in_general_is_not_shown_where_a_letter_is_zero():
    corners = []
    for record in ledger_file.read():
        erratum = record["erratum"]
        if erratum is None or erratum.get("grade") in (None, "", "degenerate") or record["kind"] not in SIDED:
            continue
        example = erratum["counterexample"]
        zeros = [name for name, value in example["point"].items()
                 if set(re.findall(r"[^\[\],; ]+", value)) == {"0"} and (record["kind"], name) != ("Solves", "t")]
        if zeros and example["note"] != "both sides are equal everywhere":
            corners.append(record["id"])
    assert sorted(set(corners) - set(AT_A_BORDER)) == []
