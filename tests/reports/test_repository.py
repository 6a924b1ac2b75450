"""Where one's own claims lie: the root of a repository, its files of claims, the papers that its pyproject.toml names, and its badge."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports import repository
from theoremtest.reports.badge import GREY, RED, YELLOW, drawing, words, write_badge
from theoremtest.reports.repository import claims_below, papers_named, root_of

CLAIMS = "from theoremtest import claim\n"


@pytest.fixture
def tree(tmp_path):
    """Folders of files that speak of this library; returns the top, which is no repository yet."""
    for name in ("claims_top.py", "theory/claims_deep.py", ".hidden/claims_no.py", "venv/claims_no.py", "venv/pyvenv.cfg", "other/.git/x",
                 "other/claims_no.py", "paper/theoremtest-ledger.json", "paper/claims_no.py", "node_modules/claims_no.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(CLAIMS)
    (tmp_path / "theory" / "claims_of_insurance.py").write_text("raise SystemExit('not ours')")
    return tmp_path


def test_the_root_is_the_nearest_ledger_else_the_top_of_the_repository_else_the_folder(tree, monkeypatch):
    theory = tree / "theory"
    assert root_of(theory) == theory and root_of(tree / "paper") == tree / "paper"
    (tree / ".git").mkdir()
    assert root_of(theory) == tree and root_of(tree / "other") == tree / "other"
    assert root_of(theory, checkout=theory) == theory
    monkeypatch.setattr(Path, "home", lambda: tree)  # a home under version control is no repository of theorems
    assert root_of(theory) == theory


def test_claims_are_looked_for_below_a_repository_and_nowhere_else(tree):
    assert claims_below(tree) == [tree / "claims_top.py"]
    (tree / repository.LEDGER).write_text("[]")
    assert claims_below(tree) == [tree / "claims_top.py", tree / "theory" / "claims_deep.py"]


def test_papers_are_named_in_the_project_file(tmp_path):
    assert papers_named(tmp_path) == {}
    file = tmp_path / "pyproject.toml"
    file.write_text('[project.entry-points."theoremtest.papers"]\nmine2026 = "mine.theory"\n')
    assert papers_named(tmp_path) == {"mine2026": "mine.theory"}
    file.write_text("project = 1")
    assert papers_named(tmp_path) == {}
    file.write_text("[project")
    with pytest.raises(TheoremtestError, match=r"pyproject\.toml cannot be read: "):
        papers_named(tmp_path)


def record(verdict, *failures):
    return {"verdict": verdict, "failures": list(failures)}


def test_the_badge_counts_the_verdicts_and_is_red_where_one_is_not_as_expected(tmp_path):
    assert words([]) == ("none yet", GREY) and words([record("proved")] * 2)[0] == "2 of 2 proved"
    assert words([record("proved"), record("supported")]) == ("1 of 2 proved, 1 supported", YELLOW)
    assert words([record("proved"), record("refuted", "is refuted")]) == ("1 of 2 proved, 1 refuted", RED)
    corner = {**record("refuted"), "erratum": {"grade": "degenerate"}}
    assert words([record("proved"), record("refuted"), corner]) == ("1 of 3 proved, 1 refuted, 1 degenerate", YELLOW)
    file = tmp_path / repository.BADGE
    assert write_badge(file, [record("proved")]) and not write_badge(file, [record("proved")])
    drawn = ElementTree.fromstring(file.read_text("utf-8"))
    assert drawn[0].text == "theorems: 1 of 1 proved"
    assert ElementTree.fromstring(drawing("a < b & c", RED))[0].text == "theorems: a < b & c"


