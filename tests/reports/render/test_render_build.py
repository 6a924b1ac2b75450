"""Building the report: which files, written when, and what is said when something is missing."""

import json

import pytest

from helpers.render_samples import ledger, record
from theoremtest.reports.files import write_bytes
from theoremtest.reports.render import build, extras


@pytest.fixture
def without_pdflatex(monkeypatch):
    monkeypatch.setattr(build.shutil, "which", lambda name: None)


@pytest.mark.slow
def test_three_renderings_of_one_ledger(tmp_path, without_pdflatex):
    said = []
    made = build.build(ledger(), tmp_path, say=said.append)
    assert [path.name for path in made] == ["theoremtest.md", "theoremtest.html", "theoremtest.tex", "index.md"]
    for row in ledger():
        assert all(row["id"] in path.read_text("utf-8") for path in made[:3])
    assert "pdflatex is not installed" in said[0]


@pytest.mark.slow
def test_files_are_written_only_if_they_change(tmp_path, without_pdflatex):
    made = build.build(ledger(), tmp_path, say=lambda message: None)
    before = [path.stat().st_mtime_ns for path in made]
    build.build(ledger(), tmp_path, say=lambda message: None)
    assert [path.stat().st_mtime_ns for path in made] == before
    build.build([*ledger(), record("9", "x = y")], tmp_path, say=lambda message: None)
    assert all(path.stat().st_mtime_ns != then for path, then in zip(made, before, strict=True))
    assert {path.name for path in tmp_path.iterdir()} == {*(path.name for path in made[:3]), "derivations"}


@pytest.mark.slow
def test_a_pdf_and_a_log_that_no_longer_match_are_taken_away(tmp_path, without_pdflatex):
    (tmp_path / "theoremtest.pdf").write_bytes(b"old")
    (tmp_path / "theoremtest.log").write_bytes(b"! an error of then")
    build.build(ledger(), tmp_path, say=lambda message: None)
    assert not (tmp_path / "theoremtest.pdf").exists() and not (tmp_path / "theoremtest.log").exists()


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "x"
    write_bytes(path, b"old")
    monkeypatch.setattr("os.replace", lambda *names: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.slow
def test_formulas_that_stay_source_are_said(tmp_path, without_pdflatex):
    said = []
    build.build([record("1", r"\unheard{x} = y")], tmp_path, say=said.append)
    assert r"\unheard" in said[0]


def test_figures_accuracy_and_benchmarks_are_found(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "fig-3.svg").write_text("<svg/>")
    (tmp_path / "figures" / "fig-3.txt").write_text("Three quantities")
    accuracy = {"unit": "2**-53", "figures": {"a/numpy/cpu": {"worst": 4.0}, "nu/torch/cpu": {"worst": 2.5}},
                "forms": {"Eq. (1)": {"points": 3}}}
    (tmp_path / "accuracy.json").write_text(json.dumps(accuracy))
    (tmp_path / "benchmarks.md").write_text("# Fast")
    found = extras.find(tmp_path)
    assert [(figure.name, figure.caption) for figure in found.figures] == [("fig-3", "Three quantities")]
    assert found.accuracy_notes == (("unit", "2**-53"),)
    assert found.accuracy == (
        extras.Table("figures", ("", "backend", "device", "worst"), (("a", "numpy", "cpu", "4"), ("nu", "torch", "cpu", "2.5"))),
        extras.Table("forms", ("", "points"), (("Eq. (1)", "3"),)))
    assert found.benchmarks == "# Fast"


def test_nothing_beside_the_ledger_is_nothing(tmp_path):
    assert extras.find(tmp_path) == extras.Extras()


@pytest.mark.parametrize("told", [[1, 2], {"figures": {"a": 4.0}}])
def test_a_table_of_other_things_is_an_error(told):
    with pytest.raises(ValueError, match=r"object of tables|'a' of table 'figures'"):
        extras.tables(told)
