"""The closing lines of a test run count the verdicts, and `--strict-proved` refuses what numbers alone support."""

from helpers.toy_claims import make_claim, registry_of, with_erratum, wrong_square
from theoremtest.derivations.language import Outcome

pytest_plugins = "pytester"
EXACT = ("--theoremtest-routes", "exact")


def in_part(place):
    return make_claim(place, reading="as it stands", leaves_out="the rest")


def closing(result):
    return next((line for line in result.outlines if " claims: " in line), "")


def test_the_closing_lines_count_each_verdict(run_claims, truthful):
    result = run_claims(registry_of(make_claim("1"), make_claim("2"), in_part("3"), with_erratum("4")))
    assert closing(result) == "4 claims: 2 proved, 1 proved in part, 0 supported, 0 undecided, 1 refuted with their erratum"
    result = run_claims(registry_of(make_claim("1", wrong_square()), with_erratum("4")), *EXACT)
    assert closing(result).endswith("1 refuted with their erratum, 1 refuted without one") and result.ret == 1


def test_what_numbers_alone_support_is_counted_named_and_refused_when_asked(run_claims, exact_says):
    wrong = wrong_square().key()
    exact_says(lambda statement: Outcome.REFUTED if statement.key() == wrong else Outcome.UNDECIDED)
    claims = registry_of(make_claim("1"), with_erratum("2"))
    result = run_claims(claims, *EXACT)
    assert result.ret == 0 and closing(result).startswith("2 claims: 0 proved, 0 proved in part, 1 supported, 0 undecided, 1 refuted with")
    assert "numbers alone support 2 (toy2026/1, toy2026/2); --strict-proved refuses that" in result.outlines
    result = run_claims(claims, *EXACT, "--strict-proved")
    result.assert_outcomes(failed=2, deselected=1)
    result.stdout.fnmatch_lines(["*numbers alone support the printed statement*", "*numbers alone support the corrected statement*"])


def test_a_strict_run_passes_what_is_proved(run_claims, truthful):
    assert run_claims(registry_of(make_claim("1"), in_part("3"), with_erratum("2")), "--strict-proved").ret == 0


def test_undecided_is_counted(run_claims, exact_says, monkeypatch):
    exact_says(Outcome.UNDECIDED)
    monkeypatch.setattr("theoremtest.numerics.routes.dispatch.applies", lambda route, statement: route == "exact")
    result = run_claims(registry_of(make_claim("1")), "--no-claim-cache")
    assert result.ret == 1 and "0 supported, 1 undecided" in closing(result)


def test_a_run_without_claims_says_nothing_of_them(pytester):
    pytester.makepyfile("def test_one(): pass")
    assert " claims: " not in pytester.runpytest_inprocess("-p", "no:cacheprovider").stdout.str()


def test_what_verdicts_assume_is_named(run_claims, monkeypatch):
    from theoremtest.derivations.proof import decide

    result = run_claims(registry_of(make_claim("1"), with_erratum("2")), *EXACT, "--no-claim-cache")
    assert not any("rest on rules" in line for line in result.outlines), "the kernel took a witness of each"
    monkeypatch.setattr(decide, "_by_the_kernel", lambda *question: None)
    result = run_claims(registry_of(make_claim("1"), with_erratum("2")), *EXACT, "--no-claim-cache")
    (line,) = [line for line in result.outlines if "rest on rules" in line]
    assert line.startswith("2 claims rest on rules without a witness that the kernel took: ") and "(" in line
