"""A run over all claims is told from its ledger where nothing changed, and is done again where anything did, or was left open."""

import pytest

from theoremtest.derivations.language import Evidence, Outcome
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify import unchanged
from theoremtest.reports.verify.cache import Cache
from theoremtest.reports.verify.runner import Check, Finding
from theoremtest.reports.verify.unchanged import note, standing

ROUTES = ("exact", "points")
RECORD = {"id": "a/1", "failures": []}


def finding(*evidence):
    return (Finding(Check("printed", "", None), evidence),)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A noted run: what note takes, and whether the ledger stands."""
    monkeypatch.setattr(unchanged.ledger_file, "read", lambda path: [RECORD])
    ledger, library, cache = tmp_path / "ledger.json", Library(), Cache(tmp_path / "cache")
    ledger.write_text("[]")

    def noted(record=RECORD, findings=None, ledger_after=None, routes=ROUTES):
        note(ledger, library, ROUTES, cache, [record], [findings])
        if ledger_after is not None:
            ledger.write_text(ledger_after)
        return standing(ledger, library, routes, cache) == [RECORD]

    return noted


def test_a_settled_run_stands(run):
    assert run() and run(findings=finding(Evidence("exact", "normal form", Outcome.PROVED)))


def test_what_is_open_or_not_as_expected_is_never_noted(run):
    assert not run(findings=finding(Evidence("exact", "", Outcome.UNDECIDED, tried=("no decision within 20 s",))))
    assert not run(record={**RECORD, "failures": ["printed: refuted, expected proved"]})


def test_another_ledger_or_other_routes_are_done_again(run):
    assert not run(ledger_after="[ ]")
    assert not run(ledger_after="[]", routes=("exact",))


def test_an_edited_module_is_done_again(tmp_path, monkeypatch):
    ledger, library, cache = tmp_path / "ledger.json", Library(), Cache(tmp_path / "cache")
    ledger.write_text("[]")
    note(ledger, library, ROUTES, cache, [RECORD], [None])
    assert standing(ledger, library, ROUTES, cache) == []
    honest = unchanged.text_of_folder
    monkeypatch.setattr(unchanged, "text_of_folder", lambda package: [(name, text + " ") for name, text in honest(package)])
    assert standing(ledger, library, ROUTES, cache) is None
