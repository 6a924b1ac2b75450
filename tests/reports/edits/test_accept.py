"""Acceptance: it writes the baseline or refuses, and only what an edit touches is decided again."""

import pytest
from sympy import Ne

from helpers.toy_claims import REWRITTEN, make_claim, registry_of, toy_with, toy_workspace, written_ledger, wrong_square, x, y
from theoremtest.derivations.language import Domain, Equal, Evidence, Holds, Outcome, stated
from theoremtest.reports.edits.accept import accept, stale
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.consistency import sealed


@pytest.fixture
def plain_toy():
    return toy_with(None)


@pytest.fixture
def path(plain_toy, tmp_path):
    """A ledger of the toy paper."""
    return written_ledger(plain_toy, tmp_path / "reports" / "ledger.json")


@pytest.fixture
def place_of(tmp_path):
    """The workspace of a register beside that ledger; every answer is worked out anew."""
    return lambda registry: toy_workspace(registry, tmp_path, fresh=True)


def test_nothing_is_decided_where_nothing_changed(plain_toy, path, place_of, exact_says):
    calls, before = exact_says(Outcome.PROVED), path.read_bytes()
    done = accept(place_of(plain_toy))
    assert (done.edits, done.examined, done.reasons, done.written, calls) == ((), (), (), False, []) and path.read_bytes() == before


def test_an_edit_is_taken_over_and_only_what_it_touches_is_decided(path, place_of):
    done = accept(place_of(toy_with(REWRITTEN)))
    assert done.written and done.examined == ("toy2026/1", "toy2026/3")  # the third rests on the first
    assert [(edit.id, edit.status) for edit in done.edits] == [("toy2026/1", "equivalent (proved)")]
    assert accept(place_of(toy_with(REWRITTEN))).edits == ()


def test_a_claim_that_is_not_as_expected_is_refused_and_nothing_is_written(path, place_of):
    before = path.read_bytes()
    done = accept(place_of(toy_with(wrong_square())))
    assert not done.written and path.read_bytes() == before
    assert done.reasons == ("toy2026/1: the printed statement is refuted",)


def test_an_undecided_edit_is_refused(path, place_of, exact_says, monkeypatch):
    exact_says(lambda statement: Outcome.UNDECIDED)
    monkeypatch.setattr("theoremtest.numerics.routes.points.check", lambda *rest: Evidence("points", "stub", Outcome.UNDECIDED))
    done = accept(place_of(toy_with(REWRITTEN)))
    assert not done.written and "toy2026/1: the edit of the printed statement is undecided" in done.reasons


def test_a_condition_that_kept_out_a_point_without_a_value_is_not_let_go(tmp_path, exact_says):
    """The identity is proved wherever both sides have a value; at the point that is new neither has one."""
    exact_says(lambda statement: Outcome.REFUTED if isinstance(statement, Holds) else Outcome.PROVED)
    def reading(*conditions):
        return registry_of(make_claim("1", Equal(y / x + 1 / x, (y + 1) / x, on=Domain(*conditions, over=[x, y]))))
    path = written_ledger(reading(x > 0), tmp_path / "reports" / "ledger.json")
    before = path.read_bytes()
    done = accept(toy_workspace(reading(), tmp_path, fresh=True))
    assert not done.written and path.read_bytes() == before and [edit.status for edit in done.edits] == ["different"]
    (reason,) = done.reasons
    assert "x > 0 kept that point out" in reason and "x = 0" in reason
    assert accept(toy_workspace(reading(Ne(x, 0)), tmp_path, fresh=True)).written


def test_an_engine_that_fails_is_refused(path, place_of, exact_says):
    def broken(statement):
        raise KeyError("slot")
    exact_says(broken)
    assert any("the exact route failed" in reason for reason in accept(place_of(toy_with(REWRITTEN))).reasons)


def test_other_words_are_taken_over_without_an_edit(path, place_of, plain_toy):
    claim = make_claim("1", note="a remark")
    registry = registry_of(claim, *list(plain_toy)[1:])
    known = {record["id"]: record for record in ledger_file.read(path)}
    assert stale(registry, registry, known) == ["toy2026/1"]
    assert accept(place_of(registry)).written and ledger_file.read(path)[0]["note"] == "a remark"


def test_what_a_statement_needs_stays_with_it(path, place_of):
    row = {"latex": "x > 0", "source": "meaning", "verdict": "not needed", "counterexample": None, "by": "exact", "weaker": []}
    path.write_text(ledger_file.as_text([sealed({**record, "needs": [row]}) for record in ledger_file.read(path)]))
    assert accept(place_of(toy_with(REWRITTEN))).written
    assert {record["id"]: len(record["needs"]) for record in ledger_file.read(path)} == {"toy2026/1": 0, "toy2026/2": 1, "toy2026/3": 1}


def test_other_sources_and_readings_are_taken_over(path, place_of, plain_toy):
    first, second, third = plain_toy
    read = make_claim("1", reading="as it stands", leaves_out="the rest")
    sourced = make_claim("3", third.statement, uses=["toy2026/1"], conditions=(stated(x > 0),))
    registry = registry_of(read, second, sourced)
    known = {record["id"]: record for record in ledger_file.read(path)}
    assert stale(registry, registry, known) == ["toy2026/1", "toy2026/3"] and stale(plain_toy, plain_toy, known) == []
    assert accept(place_of(registry)).written
    records = {record["id"]: record for record in ledger_file.read(path)}
    assert records["toy2026/1"]["verdict"] == "proved in part" and records["toy2026/1"]["leaves_out"] == "the rest"
    assert records["toy2026/3"]["conditions"] == [{"latex": "x > 0", "source": "printed"}]


def test_removed_claims_leave_the_baseline(path, place_of):
    done = accept(place_of(registry_of(make_claim("1"))))
    assert done.written and [record["id"] for record in ledger_file.read(path)] == ["toy2026/1"]


def test_the_first_baseline_is_written(plain_toy, tmp_path):
    done = accept(toy_workspace(plain_toy, tmp_path / "new"))
    assert done.written and len(done.examined) == 3 and {edit.status for edit in done.edits} == {"new"}
