"""The ledger is a record, never a witness: whatever somebody writes into it, nothing that it says is repeated unless it agrees with itself,
and nothing passes by it."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.toy_claims import make_claim, registry_of, toy_workspace, with_erratum, wrong_square, x
from theoremtest.derivations.language import Equal, Evidence, Outcome, Step
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.proof.reasons import NO_POINT
from theoremtest.reports.edits.accept import accept
from theoremtest.reports.verify import digests, implied, ledger_file
from theoremtest.reports.verify.against_ledger import is_of_another_run, overstated
from theoremtest.reports.verify.consistency import OTHER_TEXT, fault, sealed
from theoremtest.reports.verify.digests import digest
from theoremtest.reports.verify.expected import verdict_of
from theoremtest.reports.verify.ledger import follows, record_of
from theoremtest.reports.verify.runner import Check, Finding, examine
from theoremtest.reports.verify.witnesses import without
from theoremtest.reports.workspace import FLOORS, Workspace

ROUTES = ("exact", "points")
NOT_DERIVED = ("used_by", "needs", "certificate", "paper_text", "digest")
"""What a claim and its evidence alone do not say."""


def in_one_engine(statement, seconds=20.0):
    """Knows the toy claims: it refutes the wrong square and proves the rest."""
    from theoremtest.derivations.language import Counterexample
    if statement.key() == wrong_square().key():
        return Evidence("exact", "stub", Outcome.REFUTED, "one exact point", counterexample=Counterexample((("x", "1"),), "4", "2"))
    return Evidence("exact", "stub", Outcome.PROVED, "everywhere")


@pytest.fixture(scope="module")
def toy():
    """A claim that holds and is certified, one with an erratum, one with a derivation that rests on the first."""
    steps = (Step(Equal((x - 1) * (x + 1), x**2 - 1, on=make_claim().statement.on), "multiplied out"),)
    return registry_of(make_claim("1"), with_erratum("2"), make_claim("3", Equal((x + 1) * (x - 1), x**2 - 1, on=make_claim().statement.on),
                                                                   uses=["toy2026/1"], derivation=steps))


@pytest.fixture(scope="module")
def honest(toy):
    """The records that a run writes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("theoremtest.derivations.proof.decide.decide", in_one_engine)
        records = [record_of(claim, examine(claim, ROUTES), toy) for claim in toy]
    row = {"role": "printed", "part": "", "kind": "Equal", "says": "proved", "certified": True, "why": "", "digest": "0" * 64}
    records[0]["certificate"] = {"status": "certified", "parts": [row], "why": "", "digest": digest((row["digest"],))}
    return [without(sealed(record)) for record in records]


def text(record):
    return json.dumps(record, sort_keys=True)


def places(value, path=()):
    """Every place of a record, trees as a whole."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name)) if not name.endswith("tree") else [(*path, name)]
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


def at(record, path):
    for step in path:
        record = record[step]
    return record


VALUES = [None, True, False, 0, -1, "", "proved", "refuted", "supported", "undecided", "agrees", "everywhere", "none", [], {}, ["x"],
          [["Symbol", "x"]]]


@st.composite
def tamperings(draw, records):
    """Records with one place of one of them changed, taken out, or swapped with that of another."""
    changed = copy.deepcopy(records)
    number = draw(st.integers(0, len(records) - 1))
    path = draw(st.sampled_from(list(places(records[number]))))
    *above, last = path
    holder = at(changed[number], above)
    way = draw(st.sampled_from(["changed", "taken out", "swapped"]))
    if way == "taken out":
        del holder[last]
    elif way == "changed":
        holder[last] = draw(st.sampled_from(VALUES))
    else:
        other = draw(st.sampled_from([one for one in range(len(records)) if one != number]))
        try:
            theirs = at(changed[other], above)
            holder[last], theirs[last] = theirs[last], holder[last]
        except (LookupError, TypeError):
            holder[last] = None
    return changed


FREELY = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@FREELY
@given(data=st.data())
def test_a_record_with_any_place_changed_is_not_repeated(honest, data):
    changed = data.draw(tamperings(honest))
    for old, new in zip(honest, changed, strict=True):
        assert bool(fault(new)) is (text(new) != text(old))


@pytest.mark.slow
@FREELY
@given(data=st.data())
def test_one_whose_digest_was_made_anew_is_still_found_out_by_the_claim_and_what_is_found_of_it(honest, toy, data):
    """A digest over public data is no signature."""
    changed = data.draw(tamperings(honest))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("theoremtest.derivations.proof.decide.decide", in_one_engine)
        for claim, old, new in zip(toy, honest, changed, strict=True):
            derived = {name for name in {*old, *new} if name not in NOT_DERIVED and old.get(name, old) != new.get(name, new)}
            if not derived or not isinstance(new.get("module"), str):
                continue
            forged = sealed(new)
            findings = examine(claim, ROUTES)
            said = fault(forged) or not follows(forged, claim, toy) or any(
                overstated(forged, claim, findings, route) or is_of_another_run(forged, claim, findings, route) for route in ROUTES)
            assert said, derived


@pytest.mark.slow
@settings(FREELY, max_examples=40)
@given(data=st.data())
def test_acceptance_decides_anew_what_was_tampered_with_and_says_so(honest, toy, tmp_path, data):
    changed = data.draw(tamperings(honest))
    place = toy_workspace(toy, tmp_path, fresh=True)
    place.ledger.parent.mkdir(exist_ok=True)
    place.ledger.write_text(json.dumps(changed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("theoremtest.derivations.proof.decide.decide", in_one_engine)
        try:
            read = ledger_file.read(place.ledger)
            done = accept(place)
        except TheoremtestError as error:  # the file is no ledger any more
            assert str(place.ledger) in str(error)
            return
    assert not done.reasons and len(done.told) == sum(text(old) != text(new) for old, new in zip(honest, read, strict=True))
    kept = [{name: value for name, value in record.items() if name not in NOT_DERIVED} for record in ledger_file.read(place.ledger)]
    assert kept == [{name: value for name, value in record.items() if name not in NOT_DERIVED} for record in honest]
    assert not any(map(fault, ledger_file.read(place.ledger)))


@pytest.mark.parametrize("change", [
    {"verdict": "proved"}, {"certified": False}, {"scope": "every size"}, {"evidence": []}, {"failures": ["none"]},
    {"erratum": None}, {"parts": [{"name": "a", "kind": "Equal", "latex": "x", "domain": "x", "verdict": "refuted"}]},
])
def test_words_that_the_rows_do_not_imply_are_a_fault_whatever_the_digest_says(honest, change):
    assert not fault(honest[1]) and fault(sealed({**honest[1], **change})) or "failures" in change


@pytest.mark.parametrize("change", [
    {"status": "partly"}, {"status": "none"}, {"why": "time"}, {"digest": "1" * 64},
    {"parts": []},
    {"parts": [{"role": "printed", "part": "", "kind": "Equal", "says": "refuted", "certified": True, "why": "", "digest": "1"}]},
])
def test_a_certificate_agrees_with_its_parts_and_with_the_exact_engine(honest, change):
    record = honest[0]
    broken = sealed({**record, "certificate": {**record["certificate"], **change}})
    assert not fault(record) and bool(fault(broken)) is (change != {"status": "partly"})  # which says less than its parts


def test_a_ledger_of_an_earlier_version_has_no_digests(honest):
    assert "earlier versions" in fault({name: value for name, value in honest[0].items() if name != "digest"})


@pytest.mark.slow
def test_every_record_of_the_library_agrees_with_itself():
    records = ledger_file.read()
    assert len(records) > 1000 and not [record["id"] for record in records if fault(record)]


EVIDENCE = st.builds(Evidence, kind=st.sampled_from(["exact", "points", "integration"]), engine=st.just(""),
                     outcome=st.sampled_from([outcome for outcome in Outcome if outcome is not Outcome.NOT_APPLICABLE]),
                     tried=st.sampled_from([(), (NO_POINT + "none",), ("too long",)]))


@given(st.lists(EVIDENCE, max_size=4))
def test_rows_imply_the_verdict_that_is_formed_of_the_evidence(found):
    finding = Finding(Check("printed", "", make_claim().statement), tuple(found))
    assert implied.verdict_of([item.as_json() for item in found]) == verdict_of(finding).value


def test_a_recorder_lowers_a_verdict_and_never_raises_it():
    for lower, one in enumerate(implied.RISING):
        assert not any(implied.allows(one, other) for other in implied.RISING[lower + 1:])
    assert implied.allows("proved", "undecided") and implied.allows("proved", "proved in part")
    assert not implied.allows("refuted", "undecided") and not implied.allows("proved", "refuted")


def test_a_claim_of_the_library_that_is_written_otherwise_is_not_checked(monkeypatch):
    """Its own module, or one of its paper that it imports; the digest stands in its record, and nothing is built to see it."""
    place = Workspace.here(FLOORS)
    record = next(record for record in place.library_records if record["id"] == "kunin2024/26")
    assert not place.fault(record)
    texts = digests._texts("kunin2024")
    for name, changes in (("a2_3_upstream_eq26_28", True), ("notation", True), ("places_that_it_does_not_import", False)):
        edited = {**texts, name: digests._Text("another", frozenset())}
        monkeypatch.setattr(digests, "_texts", lambda paper, edited=edited: edited)
        digests.paper_text.cache_clear()
        assert (place.fault(record) == OTHER_TEXT) is changes
    monkeypatch.undo()
    digests.paper_text.cache_clear()
    assert not place.fault(record) and place.fault({**record, "verdict": "refuted"})
