"""A ledger that somebody wrote into: no command repeats a word of what does not agree with itself, and `theoremtest accept` decides it
anew."""

import json

import pytest

from helpers.own_claims import FALSE, TRUE, claims_text
from helpers.own_repository import PRINTED
from theoremtest.reports.repository import BADGE, LEDGER
from theoremtest.reports.verify.consistency import fault, sealed


@pytest.fixture
def decided(hers):
    """A repository whose ledger a run has written: two claims that hold and one with an erratum."""
    hers.write(claims_text({1: TRUE, 2: TRUE}) + PRINTED)
    hers("verify")
    return hers


def tamper(hers, change, seal=False):
    """Change the records by id."""
    records = {record["id"]: record for record in hers.records}
    change(records)
    (hers.folder / LEDGER).write_text(json.dumps([sealed(record) if seal else record for record in records.values()]))


def claims_proved(records):
    records["mine2026/9"]["verdict"] = "proved"


def swaps_evidence(records):
    one, other = records["mine2026/1"], records["mine2026/9"]
    one["evidence"], other["evidence"] = other["evidence"], one["evidence"]


@pytest.mark.slow
@pytest.mark.parametrize("change, seal", [(claims_proved, False), (claims_proved, True), (swaps_evidence, False), (swaps_evidence, True)])
def test_no_command_repeats_a_forged_verdict(decided, change, seal):
    honest = decided.records
    tamper(decided, change, seal)
    (line,) = [line for line in decided("list").splitlines() if line.startswith("mine2026/9")]
    assert line.split("\t")[1] == "not checked"
    assert "not checked" in decided("show", "9") and "verdict         proved" not in decided("show", "9").partition("erratum")[0]
    assert "mine2026/9  not checked" in decided("graph", "9") or "not checked" in decided("errata", "9")
    assert "record of mine2026/" in decided("site", code=2).replace("first of ", "record of ")
    (decided.folder / BADGE).touch()
    told = decided("verify")
    assert "the ledger does not say what was found: mine2026/9" in told and "decided anew: refuted" in told
    assert decided.records == honest and "2 of 3 proved, 1 refuted" in (decided.folder / BADGE).read_text()


@pytest.mark.slow
def test_recheck_names_a_record_that_was_changed_by_hand(decided):
    tamper(decided, claims_proved)
    assert "mine2026/9: of its record in the ledger, it holds something else than its digest covers" in decided("recheck", code=1)


def test_acceptance_carries_no_forged_word_on(decided):
    honest = decided.records
    tamper(decided, claims_proved)
    told = decided("accept")
    assert "its record is not carried over: mine2026/9" in told and "claims decided again: 1" in told and decided.records == honest
    tamper(decided, claims_proved, seal=True)
    decided("accept")
    assert decided.records == honest


def test_a_digest_made_anew_over_rows_that_were_forged_too_is_found_out_where_anything_is_decided(decided):
    """Such a record agrees with itself; its word is worth what its author is."""
    honest = decided.records

    def forge(records):
        record = records["mine2026/9"]
        record.update(verdict="proved", erratum=None, scope="everywhere", failures=[])
        record["evidence"] = [{**records["mine2026/1"]["evidence"][0], "scope": "everywhere"}]

    tamper(decided, forge, seal=True)
    assert not any(map(fault, decided.records))
    assert "mine2026/9\tnot decided" in decided("list")  # the correction is gone: it is of another statement
    assert "it says" in decided("verify", "9") or "decided anew" in decided("verify", "9")
    decided("accept")
    assert decided.records == honest


def test_what_was_slipped_into_a_claim_is_found_though_its_record_has_no_evidence(decided):
    decided.write(claims_text({1: FALSE, 2: TRUE}) + PRINTED)
    tamper(decided, lambda records: records["mine2026/1"].update(evidence=[]))
    assert "the printed statement is refuted" in decided("verify", code=1)
    assert "refused: mine2026/1: the printed statement is refuted" in decided("accept", code=1)


def test_a_statement_written_into_the_ledger_hides_no_edit(decided):
    """The claim is false now, and the ledger was made to say that it always read so."""
    decided.write(claims_text({1: FALSE, 2: TRUE}) + PRINTED)
    from theoremtest.derivations.language.tree import tree_of
    claim, _ = decided.opened().find("mine2026/1")
    tamper(decided, lambda records: records["mine2026/1"].update(tree=tree_of(claim.statement), latex=claim.latex), seal=True)
    assert "mine2026/1\tproved" in decided("list")  # all of it was forged, and agrees with itself
    assert "refused: mine2026/1: the printed statement is refuted" in decided("accept", code=1)
    assert "it says proved; decided anew: refuted" in decided("verify", code=1)
