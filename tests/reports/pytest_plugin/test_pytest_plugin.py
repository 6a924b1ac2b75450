"""The plugin: items named as mathematics, options that select, failures that tell all, and no trace in other projects."""

import os
import subprocess
import sys
from pathlib import Path

from helpers.toy_claims import make_claim, registry_of, with_erratum, written_ledger, wrong_square
from rederive.derivations.language import Outcome

pytest_plugins = "pytester"
CHECKOUT = Path(__file__).resolve().parents[3]


def test_items_are_named_as_mathematics(run_claims, toy, truthful):
    result = run_claims(toy)
    result.stdout.fnmatch_lines(["*toy2026/1 exact PASSED*", "*toy2026/1 points PASSED*", "*toy2026/2 exact PASSED*",
                                 "*toy2026/3 exact [[]x > 0[]] PASSED*", "*test_other PASSED*"])


def test_k_selects_by_name(run_claims, toy, truthful):
    run_claims(toy, "-k", "toy2026/3 and exact").assert_outcomes(passed=1, deselected=6)


def test_routes_and_paper_select_claims_and_nothing_else(run_claims, toy, truthful):
    run_claims(toy, "--rederive-routes", "points").assert_outcomes(passed=3, deselected=1)
    run_claims(toy, "--rederive-paper", "toy2026", "--rederive-routes", "exact").assert_outcomes(passed=3, deselected=1)


def test_a_wrong_option_names_what_is_allowed(run_claims, toy):
    result = run_claims(toy, "--rederive-paper", "toy2025")
    assert result.ret != 0
    assert "unknown paper 'toy2025'; known: toy2026" in result.stdout.str() + result.stderr.str()
    result = run_claims(toy, "--rederive-routes", "guess")
    assert "the routes are exact, points, integration, flow" in result.stdout.str() + result.stderr.str()


def test_a_false_claim_prints_everything_needed_to_see_it_again(run_claims, truthful):
    result = run_claims(registry_of(make_claim("1", wrong_square())), "--rederive-routes", "exact")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines([
        "*toy2026/1  Eq. (1): Claim 1", "*the printed statement is refuted", "*statement * = x^{2} + 1", "*domain *",
        "*verdict * refuted", "*counterexample x = 1", "*left side * 4", "*right side * 2",
        "*reproduce * rederive verify 'toy2026/1' --routes exact"])


def test_an_erratum_passes_only_with_both_verdicts(run_claims, exact_says):
    wrong = wrong_square().key()
    exact_says(lambda statement: Outcome.REFUTED)
    run_claims(registry_of(with_erratum()), "--rederive-routes", "exact").assert_outcomes(failed=1, deselected=1)
    exact_says(lambda statement: Outcome.REFUTED if statement.key() == wrong else Outcome.PROVED)
    run_claims(registry_of(with_erratum()), "--rederive-routes", "exact", "--no-claim-cache").assert_outcomes(passed=1, deselected=1)


def test_undecided_fails_unless_numbers_support_it(run_claims, exact_says):
    exact_says(Outcome.UNDECIDED)
    run_claims(registry_of(make_claim("1")), "--rederive-routes", "exact").assert_outcomes(passed=1, deselected=1)
    result = run_claims(registry_of(make_claim("1", wrong_square())), "--rederive-routes", "exact")
    result.assert_outcomes(failed=1, deselected=1)


def test_routes_that_disagree_fail_loudly(run_claims, exact_says):
    exact_says(Outcome.PROVED)
    result = run_claims(registry_of(make_claim("1", wrong_square())), "--rederive-routes", "points")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(["*routes disagree: the exact engine proves it, and the points route refutes*"])


def test_a_second_run_answers_from_the_cache(run_claims, toy, truthful):
    run_claims(toy, "--rederive-routes", "exact").assert_outcomes(passed=3, deselected=1)
    asked = len(truthful)
    run_claims(toy, "--rederive-routes", "exact").assert_outcomes(passed=3, deselected=1)
    assert len(truthful) == asked
    run_claims(toy, "--rederive-routes", "exact", "--no-claim-cache").assert_outcomes(passed=3, deselected=1)
    assert len(truthful) == 2 * asked


def test_another_project_sees_neither_claims_nor_heavy_imports(tmp_path):
    tmp_path.joinpath("test_claims.py").write_text(
        "import sys\ndef test_theirs():\n    assert not {'sympy', 'mpmath', 'rederive.derivations.language'} & set(sys.modules)\n")
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "rederive.reports.pytest_plugin.plugin", "-q"], cwd=tmp_path,
                          env=environment, text=True, capture_output=True, timeout=120)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_entry_point_and_p_do_not_register_twice(tmp_path):
    """A distribution whose entry point names the plugin stands in for an installed copy."""
    info = tmp_path / "site" / "rederive_stub-1.dist-info"
    info.mkdir(parents=True)
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: rederive-stub\nVersion: 1\n")
    info.joinpath("entry_points.txt").write_text("[pytest11]\nrederive = rederive.reports.pytest_plugin.plugin\n")
    environment = {**os.environ, "PYTHONPATH": f"{CHECKOUT}{os.pathsep}{tmp_path / 'site'}"}
    for options in (("-p", "rederive.reports.pytest_plugin.plugin"), ("-p", "rederive")):
        done = subprocess.run([sys.executable, "-m", "pytest", "--help", *options], cwd=tmp_path, env=environment,
                              text=True, capture_output=True, timeout=120)
        assert done.returncode == 0 and done.stdout.count("--no-claim-cache") == 1, (options, done.stdout + done.stderr)


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
