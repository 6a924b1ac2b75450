"""The command line: exit codes, one-line errors, and that an interrupted run is taken up again."""

import json
import subprocess
import sys

import pytest

from helpers.toy_claims import make_claim, registry_of, written_ledger, wrong_square
from theoremtest.derivations.language import Erratum, Outcome
from theoremtest.reports.verify import ledger_file


@pytest.fixture
def theoremtest(command, toy, truthful):
    """Run a command over the toy claims: `theoremtest("verify", "toy2026/1")`; another register may be named."""
    def run(*words, registry=toy):
        if words[0] in ("verify", "errata", "report"):
            words = (*words, "--jobs", "1")
        return command(registry, *words)
    return run


@pytest.fixture
def path(tmp_path):
    """Where the commands keep the ledger."""
    return tmp_path / "reports" / "ledger.json"


@pytest.fixture
def recorded(toy, path, truthful):
    """A ledger of the toy claims."""
    return written_ledger(toy, path)


def test_what_is_proved_in_part_is_as_expected_and_counted_and_garbled_is_no_erratum(theoremtest):
    part = make_claim("1", reading="as an equation", leaves_out="its motive")
    garbled = make_claim("2", wrong_square(), erratum=Erratum("garbled", "a term fell out of the text", part.statement))
    result = theoremtest("verify", "--routes", "exact", registry=registry_of(part, garbled))
    assert result.exit_code == 0, result.output
    assert "2 claims: 0 proved, 1 proved in part, 0 supported, 0 undecided, 1 refuted; errata: 0; garbled: 1; not" in result.output


def test_verify_succeeds_when_all_is_as_expected(theoremtest):
    result = theoremtest("verify", "--routes", "exact,points")
    assert result.exit_code == 0, result.output
    assert ("3 claims: 2 proved, 0 proved in part, 0 supported, 0 undecided, 1 refuted; errata: 1; conditions unclassified: 1; "
            "not as expected: 0") in result.output


def test_verify_fails_and_shows_the_counterexample(theoremtest):
    result = theoremtest("verify", "--routes", "exact", registry=registry_of(make_claim("1", wrong_square())))
    assert result.exit_code == 1
    for line in ("the printed statement is refuted", "counterexample x = 1", "left side    4", "right side   2",
                 "reproduce         theoremtest verify 'toy2026/1' --routes exact"):
        assert line in result.output


def test_an_unknown_id_suggests_near_ones(theoremtest):
    result = theoremtest("verify", "toy2026/11")
    assert result.exit_code == 2
    assert "unknown claim 'toy2026/11'; nearest known: toy2026/1" in result.output


@pytest.mark.parametrize("words, message", [
    (("verify", "--paper", "toy2025"), "unknown paper 'toy2025'"),
    (("verify", "--routes", "exact,guess"), "unknown route 'guess'; the routes are exact, points, integration, flow"),
    (("show", "toy2026/none"), "unknown claim 'toy2026/none'"),
    (("coverage", "--paper", "toy2026"), "no table of places for paper 'toy2026'"),
])
def test_a_mistake_is_one_line_and_exit_code_2(theoremtest, words, message):
    result = theoremtest(*words)
    assert result.exit_code == 2
    assert message in result.output and "Traceback" not in result.output


def test_records_are_written_as_json(theoremtest, tmp_path):
    theoremtest("verify", "toy2026/2", "--json", str(tmp_path / "out.json"))
    (record,) = json.loads((tmp_path / "out.json").read_text())
    assert record["erratum"]["corrected_verdict"] == "proved"


def test_only_a_full_run_writes_the_ledger(theoremtest, path, tmp_path):
    theoremtest("verify", "toy2026/1")
    theoremtest("verify", "--routes", "exact")
    assert not path.exists()
    theoremtest("verify")
    assert [record["id"] for record in ledger_file.read(path)] == ["toy2026/1", "toy2026/2", "toy2026/3"]
    assert set(json.loads((tmp_path / "cache" / "timings.json").read_text())["toy2026/2"]) == {
        "printed exact", "printed points", "corrected exact", "corrected points"}


def test_a_ledger_that_is_not_ones_own_is_left_alone(command, toy, truthful, path):
    assert command(toy, "verify", "--paper", "toy2026", "--jobs", "1", own=False).exit_code == 0 and not path.exists()


@pytest.mark.parametrize("words", [("verify",), ("report",), ("certify",), ("mutate",)])
def test_where_there_are_no_claims_of_ones_own_nothing_is_started(command, toy, truthful, path, words):
    """The library's are not what somebody means who is in another folder; they can be asked for by paper or by name."""
    result = command(toy, *words, "--jobs", "1", own=False)
    assert result.exit_code == 2 and "no claims of your own in " in result.output and truthful == [] and not path.exists()


def test_an_interrupted_run_is_taken_up(command, toy, exact_says):
    third = toy["toy2026/3"].statement.key()
    interrupts = [True]

    def answer(statement):
        if statement.key() == third and interrupts:
            interrupts.pop()
            raise KeyboardInterrupt
        return Outcome.REFUTED if statement.key() == wrong_square().key() else Outcome.PROVED

    calls = exact_says(answer)
    first = command(toy, "verify", "--routes", "exact", "--jobs", "1")
    assert first.exit_code == 130 and "interrupted after 2 of 3 claims" in first.output
    decided = [call.key() for call in calls]
    del calls[:]
    assert command(toy, "verify", "--routes", "exact", "--jobs", "1").exit_code == 0
    assert not set(decided[:-1]) & {call.key() for call in calls}


def test_no_claim_cache_decides_anew(command, toy, exact_says):
    calls = exact_says(Outcome.PROVED)
    for _ in range(2):
        command(toy, "verify", "toy2026/1", "--routes", "exact", "--no-claim-cache", "--jobs", "1")
    assert len(calls) == 2


def test_show_tells_statement_derivation_and_evidence(theoremtest, recorded):
    told = theoremtest("show", "toy2026/3").output
    for text in ("|x| = x", "x > 0", "toy2026/1", "1. ", "the square written out", "x is positive", "stub", "mpmath"):
        assert text in told, text


def test_errata_are_listed_with_their_correction(theoremtest, recorded):
    told = theoremtest("errata").output
    assert "toy2026/2" in told and "the mixed term is missing" in told and "1 errata: 1 false in general" in told
    assert "toy2026/1" not in told


def test_list_names_every_claim(theoremtest, recorded):
    told = theoremtest("list").output
    assert all(f"toy2026/{n}" in told for n in (1, 2, 3))


def test_the_version_is_printed(command, toy):
    result = command(toy, "--version")
    assert result.exit_code == 0 and result.output.startswith("theoremtest ")


@pytest.mark.slow
def test_report_builds_from_the_records_and_fails_on_a_failure(theoremtest, tmp_path, monkeypatch):
    built = []
    monkeypatch.setattr("theoremtest.reports.render.build.written", lambda report, out: built.append(report) or [out / "page.html"])
    result = theoremtest("report", "--out", str(tmp_path), "--site", str(tmp_path / "pages"))
    assert result.exit_code == 0 and "page.html" in result.output, result.output
    assert list(built[0].by_id) == ["toy2026/1", "toy2026/2", "toy2026/3"]
    assert {path.stem for path in tmp_path.glob("pages/toy2026/*.html")} == {"1", "2", "3", "index", "graph"}
    assert theoremtest("report", "--out", str(tmp_path), registry=registry_of(make_claim("1", wrong_square()))).exit_code == 1


@pytest.mark.slow
def test_the_site_is_made_of_the_ledger_as_it_is(theoremtest, tmp_path, exact_says):
    assert "no ledger" in theoremtest("site").output
    theoremtest("verify")
    calls = exact_says(Outcome.PROVED)
    result = theoremtest("site", "--out", str(tmp_path / "pages"))
    assert result.exit_code == 0 and (tmp_path / "pages" / "toy2026" / "3.html").is_file() and calls == []


@pytest.mark.slow
def test_one_claim_does_not_wait_for_all_the_others():
    program = ("import sys; from theoremtest.reports.cli.shared import claims_asked; from theoremtest.reports.workspace import Workspace\n"
               "registry, (claim,) = claims_asked(Workspace.here(), ['kunin2024/26'], None)\n"
               "print(claim.id, 'kunin2024/26' in registry, 'theoremtest.derivations.kunin2024.b2_deep_eq116_118' in sys.modules)")
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=600)
    assert told.stdout.split() == ["kunin2024/26", "True", "False"]
