"""Slips of a claim tried one after another: a run goes on where it stopped, keeps what was settled, and tells a crash."""

import os

import pytest

from helpers.toy_claims import make_claim
from theoremtest.reports import mutation
from theoremtest.reports.mutation import trials
from theoremtest.reports.mutation.judge import judge as judge_slip
from theoremtest.reports.mutation.kept import ENDED
from theoremtest.reports.verify.cache import Cache


def test_a_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    judged, decide = [], judge_slip

    def judge(mutant, seed, *seconds):
        if len(judged) == 3:
            raise KeyboardInterrupt
        judged.append(mutant.slip)
        return decide(mutant, seed, *seconds)

    judge.__name__ = decide.__name__
    monkeypatch.setattr(trials, "judge", judge)
    options = {"limit": 6, "rewritten": False, "cache": Cache(tmp_path)}
    with pytest.raises(KeyboardInterrupt):
        mutation.of_claim(make_claim(), **options)
    first = list(judged)
    judged.clear()
    found = mutation.of_claim(make_claim(), **options)
    assert len(found) == 6 and len(judged) == 3 and not set(first) & set(judged)
    judged.clear()
    assert mutation.of_claim(make_claim(), **options) == found and judged == []


def test_undecided_slips_are_tried_again_when_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(trials, "judge", lambda *rest: ("undecided", "busy"))
    trials.judge.__name__ = "judge"
    assert {r.outcome for r in mutation.of_claim(make_claim(), limit=3, rewritten=False, cache=Cache(tmp_path))} == {"undecided"}
    monkeypatch.setattr(trials, "judge", lambda *rest: ("refuted", ""))
    trials.judge.__name__ = "judge"
    assert {r.outcome for r in mutation.of_claim(make_claim(), limit=3, rewritten=False, cache=Cache(tmp_path))} == {"undecided"}
    assert {r.outcome for r in mutation.of_claim(make_claim(), limit=3, rewritten=False, cache=Cache(tmp_path), retry=True)} == {"refuted"}


def test_a_crash_in_one_slip_is_told_and_the_others_go_on(tmp_path, monkeypatch):
    answers = iter([("refuted", ""), TypeError("no order of complex numbers"), ("refuted", "")])

    def judge(*rest):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(trials, "judge", judge)
    found = mutation.of_claim(make_claim(), limit=3, rewritten=False, cache=Cache(tmp_path))
    told = [(r.outcome, r.by) for r in found if r.outcome != "refuted"]
    assert len(found) == 3 and told == [("undecided", "crashed: TypeError: no order of complex numbers")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is ended by fork")
@pytest.mark.parametrize("retry", [False, True])
def test_a_slip_that_ends_its_process_is_told_and_passed_over(tmp_path, monkeypatch, retry):
    """The first process ends in the midst of the claim, the second finds out at which slip, the third goes on with the others."""
    options = {"limit": 5, "rewritten": False, "retry": retry}
    guilty = mutation.of_claim(make_claim(), limit=5, rewritten=False)[2].slip

    def judge(mutant, *rest):
        if mutant.slip == guilty:
            os._exit(1)
        return "refuted", ""

    monkeypatch.setattr(trials, "judge", judge)
    for _ in range(2):
        child = os.fork()
        if child == 0:
            mutation.of_claim(make_claim(), cache=Cache(tmp_path), **options)
            os._exit(0)
        assert os.waitpid(child, 0)[1] != 0
    found = mutation.of_claim(make_claim(), cache=Cache(tmp_path), **options)
    assert [(r.slip, r.by) for r in found if r.outcome != "refuted"] == [(guilty, ENDED)] and len(found) == 5


def test_what_other_code_settled_stays_settled_on_demand(tmp_path, monkeypatch):
    """A proof and a refutation do not wear out; what that code left open is asked again, and without the demand everything is."""
    options = {"limit": 4, "rewritten": False, "cache": Cache(tmp_path)}
    answers = iter(["refuted", "undecided", "survived", "true"])
    monkeypatch.setattr(trials, "judge", lambda *rest: (next(answers), "old"))
    trials.judge.__name__ = "judge"
    assert [r.outcome for r in mutation.of_claim(make_claim(), **options)] == ["refuted", "undecided", "survived", "true"]
    monkeypatch.setattr(trials, "_judging_code", lambda: "other code")
    monkeypatch.setattr(trials, "judge", lambda *rest: ("equivalent", "new"))
    trials.judge.__name__ = "judge"
    kept = mutation.of_claim(make_claim(), keep_settled=True, **options)
    assert [(r.outcome, r.earlier) for r in kept] == [("refuted", True), ("equivalent", False), ("equivalent", False), ("true", True)]
    assert [r.by for r in mutation.of_claim(make_claim(), **options)] == ["new"] * 4
