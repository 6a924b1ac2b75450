"""The edit loop in a test run: the exact item tells what became of an edited claim, and acceptance writes the baseline or refuses."""

import errno
import os

import pytest

from helpers.toy_claims import REWRITTEN, anywhere, make_claim, registry_of, toy_with, with_erratum, written_ledger, wrong_square, x
from theoremtest.derivations.language import Equal, Outcome
from theoremtest.reports.verify import ledger_file

pytest_plugins = "pytester"


@pytest.fixture
def plain_toy():
    return toy_with(None)


@pytest.fixture
def in_checkout(run_claims, pytester, plain_toy):
    """Run the claims beside a baseline of the toy paper."""
    run_claims.ledger = written_ledger(plain_toy, pytester.path / "reports" / "ledger.json")
    return run_claims


def test_a_run_without_edits_says_nothing_of_them(in_checkout, plain_toy):
    assert "edits since the baseline" not in in_checkout(plain_toy, "--theoremtest-routes", "exact").stdout.str()


def test_an_equivalent_edit_passes_and_is_told(in_checkout):
    result = in_checkout(toy_with(REWRITTEN), "--theoremtest-routes", "exact")
    result.stdout.fnmatch_lines(["*toy2026/1 exact PASSED*", "*edits since the baseline*", "toy2026/1  Claim 1: equivalent (proved)",
                                 "  right side: equivalent (proved)", "    - [[]-x^{2}-[]] [[]-+-[]] [[]-2 x-[]] + 1",
                                 "    + {+x \\left(x + 2\\right)+} + 1", "1 equivalent (proved)"])


def test_a_different_edit_fails_with_the_counterexample(in_checkout):
    result = in_checkout(toy_with(wrong_square()), "--theoremtest-routes", "exact")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*toy2026/1 exact FAILED*", "toy2026/1  Claim 1: different", "  right side: different",
                                 "    at x = 1: it was 4 and is 2", "  accept * theoremtest accept, or pytest --accept-claims"])


def test_an_edited_claim_is_judged_by_every_route(in_checkout, exact_says):
    """Whichever route the run asks for, numbers look at what is new: here the exact engine is made to be wrong."""
    exact_says(lambda statement: Outcome.PROVED)
    told = in_checkout(toy_with(wrong_square()), "--theoremtest-routes", "exact", "-k", "toy2026/1")
    assert told.ret == 1
    told.stdout.fnmatch_lines(["*routes disagree: the exact engine proves it, and the points route refutes the printed statement"])
    told = in_checkout(toy_with(), "--theoremtest-routes", "exact", "-k", "toy2026/1")
    told.assert_outcomes(passed=1)


def test_the_fast_lane_decides_a_claim_that_reads_otherwise_and_only_asks_of_the_others(in_checkout, exact_says):
    calls = exact_says(lambda statement: Outcome.PROVED if statement.key() != wrong_square().key() else Outcome.REFUTED)
    told = in_checkout(toy_with(), "-m", "not slow", "-k", "toy2026")
    told.stdout.fnmatch_lines(["*toy2026/1 exact PASSED*", "*toy2026/2 edit SKIPPED*"])  # that the ledger has it so is nobody's decision
    assert len(calls) == 1
    in_checkout(toy_with(), "--theoremtest-routes", "exact")
    told = in_checkout(toy_with(), "-m", "not slow", "-k", "toy2026")
    told.stdout.fnmatch_lines(["*toy2026/1 exact PASSED*", "*toy2026/2 edit PASSED*"])  # by the cache
    told = in_checkout(registry_of(make_claim("1"), make_claim("2", wrong_square())), "-m", "not slow", "-k", "toy2026")
    assert told.ret == 1
    told.stdout.fnmatch_lines(["*toy2026/2 edit FAILED*", "toy2026/2 *", "  the printed statement is refuted"])


def test_an_edit_shows_in_colour(in_checkout):
    told = in_checkout(toy_with(REWRITTEN), "--theoremtest-routes", "exact", "--color=yes").stdout.str()
    assert "\x1b[1;32m" in told and "\x1b[1;31m" in told


def test_new_passes_and_removed_fails(in_checkout, plain_toy):
    extra = registry_of(*plain_toy, make_claim("4"))
    result = in_checkout(extra, "--theoremtest-routes", "exact")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["toy2026/4  Claim 4: new", "1 new"])
    result = in_checkout(registry_of(make_claim("1"), with_erratum("2")), "--theoremtest-routes", "exact")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["toy2026/3  Claim 3: removed"])


def test_accepting_writes_the_baseline(in_checkout):
    other = Equal((x + 2) ** 2, x**2 + 4 * x + 4, on=anywhere)  # true, and another statement
    assert in_checkout(toy_with(other), "--theoremtest-routes", "exact").ret == 1
    result = in_checkout(toy_with(other), "--theoremtest-routes", "exact", "--accept-claims")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*the baseline is written; claims decided again: 2"])
    assert in_checkout(toy_with(other), "--theoremtest-routes", "exact").ret == 0
    assert ledger_file.read(in_checkout.ledger)[0]["latex"] == other.latex()


def test_a_disk_that_is_full_is_one_line(in_checkout, monkeypatch):
    def full(*paths):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr("theoremtest.reports.files.os.replace", full)
    result = in_checkout(toy_with(REWRITTEN), "--accept-claims", "--no-claim-cache")
    assert result.ret == 1
    result.stdout.fnmatch_lines([f"refused: {in_checkout.ledger}: {os.strerror(errno.ENOSPC)}"])
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


def test_accepting_is_refused_while_a_claim_is_false(in_checkout):
    before = in_checkout.ledger.read_bytes()
    result = in_checkout(toy_with(wrong_square()), "--accept-claims")
    assert result.ret == 1 and in_checkout.ledger.read_bytes() == before
    result.stdout.fnmatch_lines(["refused: toy2026/1: the printed statement is refuted"])
