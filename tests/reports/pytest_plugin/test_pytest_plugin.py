"""The plugin: items named as mathematics, options that select, failures that tell all, and no trace in other projects."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.toy_claims import ToyLibrary, make_claim, registry_of, with_erratum, written_ledger, wrong_square
from theoremtest.derivations.language import Outcome
from theoremtest.derivations.papers import Library

pytest_plugins = "pytester"
CHECKOUT = Path(__file__).resolve().parents[3]


def test_items_are_named_as_mathematics(run_claims, toy, truthful):
    result = run_claims(toy)
    result.stdout.fnmatch_lines(["*toy2026/1 exact PASSED*", "*toy2026/1 points PASSED*", "*toy2026/2 exact PASSED*",
                                 "*toy2026/3 exact [[]x > 0[]] PASSED*", "*test_other PASSED*"])


def test_k_selects_by_name(run_claims, toy, truthful):
    run_claims(toy, "-k", "toy2026/3 and exact").assert_outcomes(passed=1, deselected=6)


def test_routes_and_paper_select_claims_and_nothing_else(run_claims, toy, truthful):
    run_claims(toy, "--theoremtest-routes", "points").assert_outcomes(passed=3, deselected=1)
    run_claims(toy, "--theoremtest-paper", "toy2026", "--theoremtest-routes", "exact").assert_outcomes(passed=3, deselected=1)


def test_a_wrong_option_names_what_is_allowed(run_claims, toy):
    result = run_claims(toy, "--theoremtest-paper", "toy2025")
    assert result.ret != 0
    assert "unknown paper 'toy2025'; known: toy2026" in result.stdout.str() + result.stderr.str()
    result = run_claims(toy, "--theoremtest-routes", "guess")
    assert "the routes are exact, points, integration, flow" in result.stdout.str() + result.stderr.str()


def test_a_false_claim_prints_everything_needed_to_see_it_again(run_claims, truthful):
    result = run_claims(registry_of(make_claim("1", wrong_square())), "--theoremtest-routes", "exact")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines([
        "*toy2026/1  Eq. (1): Claim 1", "*the printed statement is refuted", "*counterexample x = 1", "*left side * 4", "*right side * 2",
        "*statement * = x² + 1", "*domain * x ∈ ℝ", "*verdict * refuted",
        "*reproduce * theoremtest verify 'toy2026/1' --routes exact"])


def test_an_erratum_passes_only_with_both_verdicts(run_claims, exact_says):
    wrong = wrong_square().key()
    exact_says(lambda statement: Outcome.REFUTED)
    run_claims(registry_of(with_erratum()), "--theoremtest-routes", "exact").assert_outcomes(failed=1, deselected=1)
    exact_says(lambda statement: Outcome.REFUTED if statement.key() == wrong else Outcome.PROVED)
    run_claims(registry_of(with_erratum()), "--theoremtest-routes", "exact", "--no-claim-cache").assert_outcomes(passed=1, deselected=1)


def test_undecided_fails_unless_numbers_support_it(run_claims, exact_says):
    exact_says(Outcome.UNDECIDED)
    run_claims(registry_of(make_claim("1")), "--theoremtest-routes", "exact").assert_outcomes(passed=1, deselected=1)
    result = run_claims(registry_of(make_claim("1", wrong_square())), "--theoremtest-routes", "exact")
    result.assert_outcomes(failed=1, deselected=1)


def test_routes_that_disagree_fail_loudly(run_claims, exact_says):
    exact_says(Outcome.PROVED)
    result = run_claims(registry_of(make_claim("1", wrong_square())), "--theoremtest-routes", "points")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(["*routes disagree: the exact engine proves it, and the points route refutes*"])


def test_a_second_run_answers_from_the_cache(run_claims, toy, truthful):
    run_claims(toy, "--theoremtest-routes", "exact").assert_outcomes(passed=3, deselected=1)
    asked = len(truthful)
    run_claims(toy, "--theoremtest-routes", "exact").assert_outcomes(passed=3, deselected=1)
    assert len(truthful) == asked
    run_claims(toy, "--theoremtest-routes", "exact", "--no-claim-cache").assert_outcomes(passed=3, deselected=1)
    assert len(truthful) == 2 * asked


def test_an_id_collects_that_claim_alone_and_reads_no_other_test_file(run_claims, pytester, toy, truthful):
    written_ledger(toy, pytester.path / "reports" / "ledger.json")
    (pytester.path / "tests" / "test_broken.py").write_text("raise SystemExit('read')")
    result = run_claims(toy, "-k", "toy2026/3")
    result.assert_outcomes(passed=2)
    result = run_claims(toy, "-k", "toy2026/3 or toy2026/1", "--theoremtest-routes", "exact")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*toy2026/3 exact*PASSED*", "*toy2026/1 exact*PASSED*"])


def test_claims_are_asked_for_away_from_the_checkouts_tests(run_claims, pytester, toy, truthful):
    """A folder whose tests hold no claims sees none, unless an option asks."""
    run_claims(toy, own=False).assert_outcomes(passed=1)
    run_claims(toy, "--theoremtest-paper", "toy2026", "--theoremtest-routes", "exact", own=False).assert_outcomes(passed=3, deselected=1)


def test_a_paper_asked_for_beside_a_file_of_ones_own_claims(run_claims, pytester, toy, truthful):
    """The file's claims are of another paper; by a route alone they are what is asked for."""
    (pytester.path / "tests" / "claims_own.py").write_text(
        "from theoremtest import Domain, Equal, Paper, claim, real\nu = real('u')\nOWN = Paper('own2026', 'A.', 'T', 2026)\n"
        "@claim(OWN, 'Eq. (1)')\ndef one():\n    'Square.'\n    return Equal((u + 1)**2, u**2 + 2 * u + 1, on=Domain(over=[u]))\n")
    class OwnLibrary(ToyLibrary):
        def add_file(self, file):
            added = Library({}, [file]).registry()
            self.known = registry_of(*self.known, *added)
            return tuple(added)

        def around(self, claims):
            return self.known

    def run(*options):
        return run_claims(toy, *options, own=False, library=OwnLibrary(toy))
    result = run("--theoremtest-paper", "toy2026", "--theoremtest-routes", "exact")
    result.assert_outcomes(passed=3, deselected=3)
    assert "own2026" not in "".join(line for line in result.outlines if "PASSED" in line)
    result = run("--theoremtest-routes", "exact")
    result.assert_outcomes(passed=1, deselected=2)
    result.stdout.fnmatch_lines(["*own2026/1 exact PASSED*"])


def test_the_cache_of_a_run_is_the_workspaces(run_claims, pytester, toy, truthful):
    run_claims(toy, "--theoremtest-routes", "exact", "--no-claim-cache")
    assert not (pytester.path / "cache").exists()
    run_claims(toy, "--theoremtest-routes", "exact")
    assert list((pytester.path / "cache").rglob("*.json"))


def test_a_damaged_ledger_is_one_line(run_claims, pytester, toy, truthful):
    (pytester.path / "reports").mkdir()
    (pytester.path / "reports" / "ledger.json").write_text("[")
    result = run_claims(toy)
    told = result.stdout.str() + result.stderr.str()
    assert result.ret != 0 and "is damaged" in told and "remove it and run `theoremtest verify`" in told and "Traceback" not in told


@pytest.mark.slow
def test_another_project_sees_neither_claims_nor_heavy_imports(tmp_path):
    tmp_path.joinpath("test_claims.py").write_text(
        "import sys\ndef test_theirs():\n    assert not {'sympy', 'mpmath', 'theoremtest.derivations.language'} & set(sys.modules)\n")
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "theoremtest.reports.pytest_plugin.plugin", "-q"], cwd=tmp_path,
                          env=environment, text=True, capture_output=True, timeout=600)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
def test_the_entry_point_and_p_do_not_register_twice(tmp_path):
    """A distribution whose entry point names the plugin stands in for an installed copy."""
    info = tmp_path / "site" / "theoremtest_stub-1.dist-info"
    info.mkdir(parents=True)
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: theoremtest-stub\nVersion: 1\n")
    info.joinpath("entry_points.txt").write_text("[pytest11]\ntheoremtest = theoremtest.reports.pytest_plugin.plugin\n")
    environment = {**os.environ, "PYTHONPATH": f"{CHECKOUT}{os.pathsep}{tmp_path / 'site'}"}
    for options in (("-p", "theoremtest.reports.pytest_plugin.plugin"), ("-p", "theoremtest")):
        done = subprocess.run([sys.executable, "-m", "pytest", "--help", *options], cwd=tmp_path, env=environment,
                              text=True, capture_output=True, timeout=600)
        assert done.returncode == 0 and done.stdout.count("--no-claim-cache") == 1, (options, done.stdout + done.stderr)


def test_the_library_is_imported_as_written():
    """What pytest rewrites it compiles anew: the tests' own assertions, and nothing of the program that they test."""
    def loader(module):
        return type(module.__loader__).__name__

    assert loader(sys.modules[__name__]) == "AssertionRewritingHook"
    rewritten = [name for name, module in sys.modules.items()
                 if name.startswith("theoremtest.derivations.") and loader(module) == "AssertionRewritingHook"]
    assert not rewritten, rewritten[:5]


def test_workers_collect_the_same_items_in_the_same_order(run_claims, pytester, toy, truthful):
    """Each worker collects by itself: from the claims, and from the ledger, whose items must be the same."""
    def collected():
        told = run_claims(toy, "--collect-only", "-q").outlines
        return [line.strip().removeprefix("<ClaimItem ").rstrip(">") for line in told if "<ClaimItem toy2026/" in line]

    names = collected()
    assert len(names) == len(set(names)) == 6 and names == collected()
    assert "toy2026/3 exact [x > 0]" in names
    written_ledger(toy, pytester.path / "reports" / "ledger.json")
    assert collected() == names
