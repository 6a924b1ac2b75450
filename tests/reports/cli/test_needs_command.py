"""The command `theoremtest needs`: it answers from the ledger, and decides only where it is asked to and something is missing."""

import pytest
from sympy import sqrt
from typer.testing import CliRunner

from helpers.toy_claims import TOY, make_claim, registry_of, toy_workspace, x
from theoremtest.derivations.language import Claim, Domain, Equal
from theoremtest.reports.cli.program import app
from theoremtest.reports.verify import ledger, ledger_file, runner


def named(place, statement):
    return Claim(**{**vars(make_claim("1", statement)), "id": f"{TOY.key}/{place}", "where": "Theorem 1"})


@pytest.fixture
def place(tmp_path):
    registry = registry_of(named("thm-1", Equal(sqrt(x**2), x, on=Domain(x > 0))),
                           named("1", Equal((x + 1) / x, 1 + 1 / x, on=Domain(x > 0))))
    found = toy_workspace(registry, tmp_path)
    ledger_file.save([ledger.record_of(claim, runner.examine(claim, ("exact",), what_it_needs=True), registry)
                      for claim in registry], found.ledger)
    return found


def told(place, *arguments):
    found = CliRunner().invoke(app, ["needs", *arguments], obj=place)
    assert found.exit_code == 0, found.output
    return " ".join(found.stdout.split())


def test_the_ledger_answers_and_nothing_is_decided(place, monkeypatch):
    monkeypatch.setattr(runner, "examine", lambda *given, **named: pytest.fail("decided"))
    text = told(place, "toy2026/thm-1")
    assert "x > 0 needed; x = -1; left 1, right -1" in text and "x ≥ 0 enough in its place" in text and "x ≠ 0 not enough" in text
    assert told(place, "toy2026/thm-1", "--decide") == text, "nothing is missing"


def test_what_the_ledger_does_not_know_is_decided_when_asked_for(place):
    assert "--decide" in told(place, "toy2026/1")
    text = told(place, "toy2026/1", "--decide", "--latex")
    assert "x > 0 needed; x = 0" in text and r"x \neq 0 enough in its place" in text


def test_an_unknown_claim_is_one_line(place):
    found = CliRunner().invoke(app, ["needs", "toy2026/2"], obj=place)
    assert found.exit_code == 2


def test_a_full_run_writes_what_theorems_need_and_a_run_over_some_claims_does_not_ask(place):
    place.ledger.unlink()
    fresh = toy_workspace(place.library.registry(), place.root)
    assert CliRunner().invoke(app, ["verify", "--jobs", "1"], obj=fresh).exit_code == 0
    written = {record["id"]: record["needs"] for record in ledger_file.read(place.ledger)}
    assert [row["verdict"] for row in written["toy2026/thm-1"]] == ["needed"] and written["toy2026/1"] == []
