"""A test run passes nothing on the ledger's word: what is collected and asked depends on claims and options alone, and a record that says
what was not found fails."""

import json
import re

import pytest

from helpers.toy_claims import make_claim, registry_of, toy_with, written_ledger, wrong_square
from theoremtest.derivations.language import Outcome
from theoremtest.reports.verify.consistency import sealed

pytest_plugins = "pytester"
EXACT = ("--theoremtest-routes", "exact")


@pytest.fixture
def beside(run_claims, pytester, truthful):
    """Run the claims beside the toy paper's ledger with one record changed: `beside(number, change, seal, registry, *options)`."""
    def run(number, change, seal, registry, *options):
        path = written_ledger(toy_with(), pytester.path / "reports" / "ledger.json")
        records = json.loads(path.read_text())
        change(records[number])
        records[number] = sealed(records[number]) if seal else records[number]
        path.write_text(json.dumps(records))
        return run_claims(registry, *options)
    return run


def items(result):
    return sorted(re.split(" PASSED| FAILED", line.split("::")[1])[0] for line in result.outlines if line.endswith("%]"))


@pytest.mark.slow
def test_what_is_collected_depends_on_claims_and_options_alone(beside, run_claims):
    whole = items(run_claims(toy_with()))
    for change in (lambda record: record.update(evidence=[]), lambda record: record.update(domain_text="[x < 7]"),
                   lambda record: record.pop("certified"), lambda record: record.update(erratum={}, derivation=[7])):
        assert items(beside(0, change, False, toy_with())) == whole


@pytest.mark.parametrize("seal", [False, True])
def test_a_slip_is_found_whose_record_has_no_evidence(beside, seal):
    result = beside(0, lambda record: record.update(evidence=[]), seal, toy_with(wrong_square()))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*the printed statement is refuted"])


FORGERIES = {
    "a verdict": (1, lambda record: record.update(verdict="proved"), False),
    "a verdict with its digest": (1, lambda record: record.update(verdict="proved"), True),
    "no evidence": (0, lambda record: record.update(evidence=[]), True),
    "a scope": (0, lambda record: record.update(scope="every dimension"), True),
    "no digest": (0, lambda record: record.pop("digest"), False),
    "another counterexample": (1, lambda record: record["erratum"].update(counterexample=None), True),
    "a certificate": (0, lambda record: record.update(certificate={"status": "certified", "parts": [], "why": "", "digest": ""}), True),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_record_that_does_not_agree_with_itself_fails_until_it_is_decided_anew(beside, run_claims, forgery):
    number, change, seal = FORGERIES[forgery]
    result = beside(number, change, seal, toy_with(), *EXACT)
    assert result.ret == 1
    told = f"toy2026/{number + 1}  its record in the ledger is not to be repeated: *; decided anew: {('proved', 'refuted')[number]}"
    result.stdout.fnmatch_lines([told, "  mended by * theoremtest accept*"])
    assert beside(number, change, seal, toy_with(), *EXACT, "--accept-claims").ret == 0
    assert run_claims(toy_with(), *EXACT).ret == 0


def test_a_forger_of_rows_and_digest_is_found_out_by_the_route(beside):
    def forge(record):
        record.update(verdict="proved", scope="everywhere", failures=[], certified=True)
        record["evidence"] = [{"kind": "exact", "engine": "stub", "outcome": "proved", "scope": "everywhere", "figure": ""}]
        record["erratum"] = None

    claims = registry_of(make_claim("1"), make_claim("2", wrong_square()), *list(toy_with())[2:])  # and the claim says so, too
    result = beside(1, forge, True, claims, *EXACT)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*the printed statement is refuted", "  the ledger says proved of the printed statement by the exact *"])


def test_what_the_ledger_says_and_the_routes_do_not_fails(run_claims, pytester, exact_says):
    exact_says(Outcome.PROVED)
    written_ledger(toy_with(), pytester.path / "reports" / "ledger.json")
    exact_says(Outcome.UNDECIDED)
    result = run_claims(registry_of(make_claim("1"), *list(toy_with())[1:]), *EXACT, "-k", "toy2026/1")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["  the ledger says proved of the printed statement by the exact route, which says undecided"])


def test_a_record_of_another_run_that_says_no_more_passes_and_is_named(beside):
    result = beside(0, lambda record: record["evidence"][1].update(figure="40 digits"), True, toy_with())
    assert result.ret == 0
    result.stdout.fnmatch_lines(["the ledger has evidence of another run of 1 (toy2026/1); *"])


def test_the_fast_lane_decides_what_the_ledger_does_not_know_or_knows_wrongly(beside, run_claims, truthful):
    result = beside(1, lambda record: record.update(verdict="proved"), False, toy_with(), "-m", "not slow")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["toy2026/2  its record in the ledger is not to be repeated: *"])
    result = run_claims(registry_of(*toy_with(), make_claim("4", wrong_square())), "-m", "not slow")
    result.stdout.fnmatch_lines(["*toy2026/4 edit FAILED*"])
