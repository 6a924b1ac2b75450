"""Witnesses beside the ledger: written with it, believed of nobody, and taken through the kernel again without any search."""

import copy
import json

import pytest

from helpers.toy_claims import make_claim, registry_of, with_erratum
from theoremtest.derivations.language import Outcome
from theoremtest.derivations.proof.witnesses import proving
from theoremtest.reports.verify import ledger, ledger_file, witnesses
from theoremtest.reports.verify.recheck import ASSUMED, MISSING, PROVED, REFUTED, WRONG, recheck
from theoremtest.reports.verify.runner import Check, examine


@pytest.fixture(scope="module")
def registry():
    return registry_of(make_claim("1"), with_erratum("2"))


@pytest.fixture(scope="module")
def records(registry):
    return {claim.id: ledger.record_of(claim, examine(claim, ("exact",)), registry) for claim in registry}


def again(registry, records, name, change=lambda held: None):
    """What becomes of a claim whose record and witnesses are changed."""
    record = copy.deepcopy(records[name])
    change(record[witnesses.FIELD])
    return recheck(registry[name], witnesses.without(record), record[witnesses.FIELD])


def test_proofs_and_points_are_taken_without_a_search(registry, records, monkeypatch):
    def search(*arguments):
        raise AssertionError("nothing is searched for")

    monkeypatch.setattr(proving, "prove", search)
    assert again(registry, records, "toy2026/1").counts == {PROVED: 1}
    found = again(registry, records, "toy2026/2")
    assert found.counts == {PROVED: 1, REFUTED: 1} and not found.faults, "the printed statement, and its correction"


def forget(held):
    held.clear()


def empty(held):
    held["printed"][""] = []


def nonsense(held):
    held["printed"][""] = ["proved"]


def exchange(held):
    held["printed"], held["corrected"] = held["corrected"], held["printed"]



DAMAGE = [("1", forget, MISSING, 1), ("1", empty, WRONG, 1), ("1", nonsense, WRONG, 1), ("2", forget, MISSING, 2),
          ("2", exchange, WRONG, 2)]


@pytest.mark.parametrize(("number", "change", "what", "count"), DAMAGE)
def test_a_witness_that_is_missing_or_shows_nothing_is_a_fault(registry, records, number, change, what, count):
    found = again(registry, records, f"toy2026/{number}", change)
    assert found.counts[what] == len(found.faults) == count


def test_a_witness_is_of_the_claim_as_it_is_now(records, registry):
    other = registry_of(make_claim("1", with_erratum("2").statement))
    found = recheck(other["toy2026/1"], witnesses.without(records["toy2026/1"]), records["toy2026/1"][witnesses.FIELD])
    assert found.counts == {WRONG: 1}


def test_a_verdict_without_a_witness_names_the_rule_that_it_assumes(registry, records, exact_says):
    exact_says(Outcome.PROVED)
    claim = registry["toy2026/1"]
    record = ledger.record_of(claim, examine(claim, ("exact",)), registry)
    assert recheck(claim, record, {}).counts == {MISSING: 1}, "an engine that shows nothing"
    record["evidence"][0]["assumes"] = ["a rule"]
    found = recheck(claim, ledger.sealed(record), {})
    assert found.counts == {ASSUMED: 1} and found.assumes == {"a rule": 1}


def test_the_ledger_holds_no_witness_and_the_file_beside_it_does(records, tmp_path):
    file = tmp_path / "theoremtest-ledger.json"
    ledger_file.save(records.values(), file)
    assert all(witnesses.FIELD not in record for record in ledger_file.read(file, whole=True))
    beside = witnesses.path_beside(file)
    assert beside.name == "theoremtest-witnesses.jsonl" and witnesses.save(list(records.values()), beside)
    assert witnesses.read(beside) == {name: record[witnesses.FIELD] for name, record in records.items()}
    assert not witnesses.save(list(records.values()), beside), "nothing changed"


def test_a_record_that_was_not_decided_again_keeps_its_witnesses(records, tmp_path):
    beside = tmp_path / "witnesses.jsonl"
    witnesses.save(list(records.values()), beside)
    held = witnesses.read(beside)
    assert not witnesses.save([witnesses.without(records["toy2026/1"]), records["toy2026/2"]], beside)
    assert witnesses.save([records["toy2026/2"]], beside) and witnesses.read(beside) == {"toy2026/2": held["toy2026/2"]}


@pytest.mark.parametrize("text", ["", "nonsense\n", '["toy2026/1"]\n', "[1,2,3]\n", "\x00\n", '{"toy2026/1": {}}\n',
                                  '["toy2026/1", 7]\n', '["toy2026/1", {"printed": 7}]\n'])
def test_a_damaged_line_is_a_witness_that_is_not_found(text, tmp_path):
    beside = tmp_path / "witnesses.jsonl"
    beside.write_text(text)
    assert "toy2026/1" not in witnesses.read(beside)
    assert witnesses.read(tmp_path / "none.jsonl") == {}


def test_a_kept_proof_is_given_to_the_kernel_before_one_is_searched_for(registry, records, monkeypatch):
    from theoremtest.derivations.proof import attest, decide

    statement = registry["toy2026/1"].statement
    searched = []
    monkeypatch.setattr(decide, "witness", lambda found: searched.append(found))
    texts = tuple(map(json.dumps, records["toy2026/1"][witnesses.FIELD]["printed"][""]))
    with attest.offering(texts):
        assert decide.decide_here(statement).proofs == texts and not searched
    for nonsense in ((), ("{}",), ("no JSON",), texts * 2, tuple(map(json.dumps, records["toy2026/2"][witnesses.FIELD]["printed"][""]))):
        searched.clear()
        with attest.offering(nonsense):
            assert decide.decide_here(statement).assumes and searched == [statement]


@pytest.mark.slow
def test_proofs_of_ones_own_claims_are_kept_beside_their_ledger(records, tmp_path, monkeypatch):
    file = tmp_path / "theoremtest-ledger.json"
    ledger_file.save(records.values(), file)
    witnesses.save(list(records.values()), witnesses.path_beside(file))
    check = Check("printed", "", None, ())
    monkeypatch.chdir(tmp_path)
    kept = records["toy2026/1"][witnesses.FIELD]["printed"][""]
    assert list(map(json.loads, witnesses.kept("toy2026/1", check))) == kept and not witnesses.kept("toy2026/3", check)


@pytest.mark.parametrize("answer, asked", [("proved", [False]), ("refuted", [False]), ("undecided", [False, True])])
def test_where_kept_ones_come_first_only_what_is_left_open_is_searched_for(registry, tmp_path, monkeypatch, answer, asked):
    """The first look may not search; what it settles stays, and is kept apart from what a full run finds."""
    from theoremtest.derivations.language import Evidence
    from theoremtest.derivations.proof import attest
    from theoremtest.reports.verify import runner
    from theoremtest.reports.verify.cache import Cache

    claim, cache, looks = registry["toy2026/1"], Cache(tmp_path / "cache"), []
    known = tmp_path / "witnesses.jsonl"
    known.write_text('["toy2026/1", {}]\n', "utf-8")

    def run(route, *arguments):
        looks.append(attest.searching())
        return Evidence(route, "told", Outcome(answer))

    monkeypatch.setattr(witnesses, "_OF_THE_LIBRARY", known)
    monkeypatch.setattr(runner.routes, "run", run)
    monkeypatch.setenv("THEOREMTEST_WITNESSES", "first")
    check = Check("printed", "", claim.statement)
    assert runner.decide(check, "exact", claim.id, cache).outcome.value == answer and looks == asked
    assert runner.remembered(claim, ("exact",), cache) is not None
    monkeypatch.delenv("THEOREMTEST_WITNESSES")
    assert runner.remembered(claim, ("exact",), cache) is None
