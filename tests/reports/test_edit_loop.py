"""The edit loop: a test run tells the edits, acceptance writes the baseline or refuses, and only what is touched is decided."""

import json
import subprocess

import pytest
from sympy import sqrt
from typer.testing import CliRunner

from helpers.toy_claims import anywhere, make_claim, positive, registry_of, with_erratum, wrong_square, x
from rederive.derivations.language import Equal, Evidence, Outcome, RederiveError
from rederive.reports.cli import program as cli
from rederive.reports.verify import ledger
from rederive.reports.edits.accept import accept, stale
from rederive.reports.verify.revisions import ledger_at
from rederive.reports.verify.runner import examine

pytest_plugins = "pytester"
REWRITTEN = Equal((x + 1) ** 2, x * (x + 2) + 1, on=anywhere)


def toy_with(statement):
    """The toy paper with another statement in its first claim."""
    return registry_of(make_claim("1", statement), with_erratum("2"),
                       make_claim("3", Equal(sqrt(x**2), x, on=positive), uses=["toy2026/1"]))


@pytest.fixture
def plain_toy():
    return toy_with(None)


@pytest.fixture
def path(plain_toy, tmp_path):
    """A ledger of the toy paper."""
    place = tmp_path / "reports" / "ledger.json"
    ledger.save([ledger.record_of(claim, examine(claim, plain_toy, ("exact", "points")), plain_toy) for claim in plain_toy], place)
    return place


# --- acceptance ---------------------------------------------------------------------------------------------------------


def test_nothing_is_decided_where_nothing_changed(plain_toy, path, exact_says):
    calls, before = exact_says(Outcome.PROVED), path.read_bytes()
    done = accept(plain_toy, path)
    assert (done.edits, done.examined, done.reasons, done.written, calls) == ((), (), (), False, []) and path.read_bytes() == before


def test_an_edit_is_taken_over_and_only_what_it_touches_is_decided(path):
    done = accept(toy_with(REWRITTEN), path)
    assert done.written and done.examined == ("toy2026/1", "toy2026/3")  # the third rests on the first
    assert [(edit.id, edit.status) for edit in done.edits] == [("toy2026/1", "equivalent (proved)")]
    assert accept(toy_with(REWRITTEN), path).edits == ()


def test_a_claim_that_is_not_as_expected_is_refused_and_nothing_is_written(path):
    before = path.read_bytes()
    done = accept(toy_with(wrong_square()), path)
    assert not done.written and path.read_bytes() == before
    assert done.reasons == ("toy2026/1: the printed statement is refuted",)


def test_an_undecided_edit_is_refused(path, exact_says, monkeypatch):
    exact_says(lambda statement: Outcome.UNDECIDED)
    monkeypatch.setattr("rederive.numerics.routes.points.check", lambda *rest: Evidence("points", "stub", Outcome.UNDECIDED))
    done = accept(toy_with(REWRITTEN), path)
    assert not done.written and "toy2026/1: the edit of the printed statement is undecided" in done.reasons


def test_an_engine_that_fails_is_refused(path, exact_says):
    def broken(statement):
        raise KeyError("slot")
    exact_says(broken)
    assert any("the exact route failed" in reason for reason in accept(toy_with(REWRITTEN), path).reasons)


def test_other_words_are_taken_over_without_an_edit(path, plain_toy):
    claim = make_claim("1", note="a remark")
    registry = registry_of(claim, *list(plain_toy)[1:])
    known = {record["id"]: record for record in ledger.read(path)}
    assert stale(registry, known) == ["toy2026/1"]
    assert accept(registry, path).written and ledger.read(path)[0]["note"] == "a remark"


def test_removed_claims_leave_the_baseline(path):
    done = accept(registry_of(make_claim("1")), path)
    assert done.written and [record["id"] for record in ledger.read(path)] == ["toy2026/1"]


def test_the_first_baseline_is_written(plain_toy, tmp_path):
    done = accept(plain_toy, tmp_path / "new" / "ledger.json")
    assert done.written and len(done.examined) == 3 and {edit.status for edit in done.edits} == {"new"}


# --- in a test run ------------------------------------------------------------------------------------------------------


@pytest.fixture
def in_checkout(run_claims, pytester, path):
    """Run the claims beside a baseline of the toy paper."""
    place = pytester.path / "reports" / "ledger.json"
    place.parent.mkdir()
    place.write_bytes(path.read_bytes())
    run_claims.ledger = place
    return run_claims


def test_a_run_without_edits_says_nothing_of_them(in_checkout, plain_toy):
    assert "edits since the baseline" not in in_checkout(plain_toy, "--routes", "exact").stdout.str()


def test_an_equivalent_edit_passes_and_is_told(in_checkout):
    result = in_checkout(toy_with(REWRITTEN), "--routes", "exact")
    result.stdout.fnmatch_lines(["*toy2026/1 edit PASSED*", "*edits since the baseline*", "toy2026/1  Claim 1: equivalent (proved)",
                                 "  right side: equivalent (proved)", "    - [[]-x^{2}-[]] [[]-+-[]] [[]-2 x-[]] + 1",
                                 "    + {+x \\left(x + 2\\right)+} + 1", "1 equivalent (proved)"])


def test_a_different_edit_fails_with_the_counterexample(in_checkout):
    result = in_checkout(toy_with(wrong_square()), "--routes", "exact")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*toy2026/1 edit FAILED*", "toy2026/1  Claim 1: different", "  right side: different",
                                 "    at x = 1: it was 4 and is 2", "  accept * rederive accept, or pytest --accept-claims"])


def test_an_edit_shows_in_colour(in_checkout):
    told = in_checkout(toy_with(REWRITTEN), "--routes", "exact", "--color=yes").stdout.str()
    assert "\x1b[1;32m" in told and "\x1b[1;31m" in told


def test_new_passes_and_removed_fails(in_checkout, plain_toy):
    extra = registry_of(*plain_toy, make_claim("4"))
    result = in_checkout(extra, "--routes", "exact")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["toy2026/4  Claim 4: new", "1 new"])
    result = in_checkout(registry_of(make_claim("1"), with_erratum("2")), "--routes", "exact")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["toy2026/3  Claim 3: removed"])


def test_accepting_writes_the_baseline(in_checkout):
    other = Equal((x + 2) ** 2, x**2 + 4 * x + 4, on=anywhere)  # true, and another statement
    assert in_checkout(toy_with(other), "--routes", "exact").ret == 1
    result = in_checkout(toy_with(other), "--routes", "exact", "--accept-claims")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*the baseline is written; claims decided again: 2"])
    assert in_checkout(toy_with(other), "--routes", "exact").ret == 0
    assert ledger.read(in_checkout.ledger)[0]["latex"] == other.latex()


def test_accepting_is_refused_while_a_claim_is_false(in_checkout):
    before = in_checkout.ledger.read_bytes()
    result = in_checkout(toy_with(wrong_square()), "--accept-claims")
    assert result.ret == 1 and in_checkout.ledger.read_bytes() == before
    result.stdout.fnmatch_lines(["refused: toy2026/1: the printed statement is refuted"])


# --- commands -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def command(monkeypatch, path, tmp_path):
    monkeypatch.setattr(ledger, "LEDGER", path)
    monkeypatch.setattr(ledger.read, "__defaults__", (path,))
    monkeypatch.setattr("rederive.reports.verify.cache.default_folder", lambda: tmp_path / "cache")

    def run(registry, *words):
        monkeypatch.setattr("rederive.derivations.papers.load", lambda: registry)
        return CliRunner().invoke(cli.app, list(words))
    return run


@pytest.fixture
def committed(path):
    """The ledger at the revision `before` of a repository of its own."""
    def git(*words):
        subprocess.run(("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", *words), cwd=path.parent,
                       check=True, capture_output=True)
    git("init", "-q")
    git("add", "ledger.json")
    git("commit", "-q", "-m", "baseline")
    git("tag", "before")


def test_accept_takes_over_or_refuses(command):
    result = command(toy_with(REWRITTEN), "accept", "--jobs", "1")
    assert result.exit_code == 0 and "the baseline is written" in result.output and "1 equivalent (proved)" in result.output
    result = command(toy_with(wrong_square()), "accept", "--jobs", "1")
    assert result.exit_code == 1 and "refused: toy2026/1: the printed statement is refuted" in result.output


def test_diff_compares_with_a_revision(command, committed, path, plain_toy):
    assert "every statement is as in the baseline" in command(plain_toy, "diff").output
    result = command(toy_with(wrong_square()), "diff", "before")
    assert result.exit_code == 0 and "at x = 1: it was 4 and is 2" in result.output and "against before: 1 different" in result.output
    records = json.loads(path.read_text())
    records[0]["verdict"] = "supported"
    ledger.save(records, path)
    assert "toy2026/1: the verdict was proved and is supported" in command(plain_toy, "diff", "before").output


@pytest.mark.parametrize("revision, message", [("after", "unknown revision 'after'"), ("--help-me", "is no revision")])
def test_diff_names_what_is_wrong(path, committed, revision, message):
    with pytest.raises(RederiveError, match=message):
        ledger_at(revision, path)


def test_a_revision_without_a_ledger_and_a_folder_without_git(path, committed, tmp_path, monkeypatch):
    with pytest.raises(RederiveError, match=r"revision before holds no other\.json"):
        ledger_at("before", path.parent / "other.json")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "bare").mkdir()
    with pytest.raises(RederiveError, match="no git repository"):
        ledger_at("before", tmp_path / "bare" / "ledger.json")


def test_a_full_run_leaves_an_edited_baseline_alone(command, path):
    before = path.read_bytes()
    result = command(toy_with(REWRITTEN), "verify", "--jobs", "1")
    assert "the ledger is left as it is: 1 statements are not as in the baseline" in result.output.replace("\n", " ")
    assert path.read_bytes() == before
