"""A paper under test: marked equations are found at their places, held to their claims, and the worked example passes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from theoremtest.derivations.notation.displays import bare
from theoremtest.reports.tex.found import place
from theoremtest.reports.tex.marked import marked

CHECKOUT = Path(__file__).resolve().parents[3]
EXAMPLE = Path(__file__).parents[1] / "example_manuscript"


def formulas(text):
    return [(found.claim_id, found.part, formula(found), found.problem) for found in marked(text)]


def formula(found):
    return " ".join(bare(found.display).text.replace(r"\quad", "").split()) if found.display else ""


@pytest.mark.parametrize("display", [
    "\\begin{equation}\n  a = b + c \\label{eq:x}\n\\end{equation}", "\\begin{equation*} a = b + c \\end{equation*}",
    "\\[ a = b + c \\]", "$$ a = b + c $$", "\\begin{align}\n a &= b \\\\\n   &\\quad + c \\nonumber\n\\end{align}",
    "\\begin{equation}\\begin{split} a &= b \\\\[2pt] & + c \\end{split}\\tag{7}\\end{equation}",
    "\\begin{multline} a = b \\\\ + c % the rest\n \\end{multline}",
])
def test_displays_of_every_sort(display):
    assert formulas(f"Text.\n% theoremtest: p/1\n{display}\nMore.") == [("p/1", "", "a = b + c", "")]


def test_rows_of_an_aligned_display():
    text = ("\\begin{align}\n a &= b, \\\\\n % theoremtest: p/2\n c &= d\n   + e, \\\\\n %% theoremtest: p/3 [first part]\n"
            " f &= g\n\\end{align}")
    assert formulas(text) == [("p/2", "", "c = d + e,", ""), ("p/3", "first part", "f = g", "")]


def test_a_whole_display_keeps_its_rows():
    text = "% theoremtest: p/4\n\\begin{gather} a = b \\\\ c = \\begin{cases} d & e > 0 \\\\ f & e < 0 \\end{cases} \\end{gather}"
    assert formulas(text) == [("p/4", "", r"a = b \\ c = \begin{cases} d & e > 0 \\ f & e < 0 \end{cases}", "")]


def test_a_mark_without_an_equation_says_so():
    text = "% theoremtest: p/5\nWords between.\n\\[ a = b \\]\n% theoremtest: p/6\n"
    assert [found[3] for found in formulas(text)] == ["no displayed equation follows this comment"] * 2


def test_two_marks_before_one_equation():
    assert [found[:3] for found in formulas("% theoremtest: p/1\n% theoremtest: q/1\n\\[ a = b \\]")] == [
        ("p/1", "", "a = b"), ("q/1", "", "a = b")]


def test_a_column_of_the_formula_is_a_place_in_the_file():
    text = "x\n% theoremtest: p/1\n\\begin{align}\n  a &= b \\label{a} \\\\\n    &+ zz\n\\end{align}\n"
    (found,) = marked(text)
    line, column = place(text, found.display.at[found.display.text.index("zz")])
    assert text.splitlines()[line - 1][column - 1:].startswith("zz") and line == 5


@pytest.fixture
def repository(tmp_path):
    """A copy of the worked example, with pytest run in it as its author would."""
    folder = tmp_path / "manuscript"
    shutil.copytree(EXAMPLE, folder)
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTEST_ADDOPTS": ""}
    plugin = () if _installed() else ("-p", "theoremtest.reports.pytest_plugin.plugin")

    def run(*words):
        done = subprocess.run([sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-v",
                               *words], cwd=folder, env=environment, text=True, capture_output=True, timeout=600)
        return done.returncode, done.stdout + done.stderr
    return folder, run


def _installed() -> bool:
    from importlib.metadata import entry_points
    return any(point.value == "theoremtest.reports.pytest_plugin.plugin" for point in entry_points(group="pytest11"))


SLIPS = r"""
% theoremtest: mine2026/2
\[ \dot\beta = \left(a^2 - w^2\right) (c - \beta) \]
% theoremtest: kunin2024/26
\[ \dot\nu = \|\beta_*\|^2 - \delta \nuu - \nu^2 \]
% theoremtest: mine2026/9
\[ a = w \]
% theoremtest: kunin2024/25
\[ \mu(t) = \frac{2 \cosh^2(c_\phi + \|\beta_*\| t)}{2(c_\phi + \|\beta_*\|t) + \sinh(2(c_\phi + \|\beta_*\|t)) + c_\mu} \]
"""


@pytest.mark.slow
def test_the_worked_example_passes_and_slips_beside_it_fail(repository):
    folder, run = repository
    paper = folder / "paper.tex"
    paper.write_text(paper.read_text("utf-8").replace(r"\end{document}", SLIPS + r"\end{document}"), "utf-8")
    code, told = run()
    assert code == 1 and "4 failed" in told, told
    for item in ("paper.tex::mine2026/1 PASSED", "paper.tex::mine2026/2 PASSED", "paper.tex::mine2026/3 PASSED",
                 "paper.tex::kunin2024/26 PASSED", "claims_mine.py::mine2026/1 exact PASSED", "claims_mine.py::mine2026/3 points"):
        assert item in told, told
    for line in ("paper.tex:34  held to mine2026/2 (2)", "the equation is refuted", "counterexample a = ", "left side",
                 "equivalent to   neither", "paper.tex:37:37: unknown name \\nuu; nearest known: \\nu",
                 "unknown claim 'mine2026/9'; nearest known: mine2026/", "this is the printed statement, which has an erratum",
                 "reproduce       pytest 'paper.tex::mine2026/2 (2)'"):
        assert line in told, told


@pytest.mark.slow
def test_other_projects_files_are_left_alone(tmp_path):
    """Neither a .tex file without marks nor another project's claims_*.py makes the plugin import anything."""
    tmp_path.joinpath("paper.tex").write_text("\\[ a = b \\]")
    tmp_path.joinpath("claims_insurance.py").write_text("raise SystemExit('not ours')")
    tmp_path.joinpath("test_it.py").write_text(
        "import sys\ndef test_it():\n    assert not {'sympy', 'theoremtest.derivations'} & set(sys.modules)\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "theoremtest.reports.pytest_plugin.plugin", "-q"], cwd=tmp_path, text=True,
                          capture_output=True, timeout=600, env={**os.environ, "PYTHONPATH": str(CHECKOUT)})
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
def test_a_broken_file_of_claims_is_told_in_one_line(tmp_path):
    tmp_path.joinpath("claims_bad.py").write_text("from theoremtest.derivations.language import Domain\nDomain(1)\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "theoremtest.reports.pytest_plugin.plugin", "-q"], cwd=tmp_path, text=True,
                          capture_output=True, timeout=600, env={**os.environ, "PYTHONPATH": str(CHECKOUT)})
    assert "claims_bad.py cannot be imported: a condition is a relation" in done.stdout
