"""Marks of a manuscript: what only looks like one is told, what is quoted is left alone, and what stands around a formula is read."""

import pytest

from theoremtest.derivations.notation.displays import bare
from theoremtest.reports.tex.files import tex_text
from theoremtest.reports.tex.marked import marked, marks_of

DISPLAY = "\n\\[ a = b \\]\n"


def told(text):
    return [(found.claim_id, " ".join(bare(found.display).text.split()) if found.display else "", found.problem) for found in marked(text)]


@pytest.mark.parametrize("comment, why", [
    ("% theoremtest: kunin2024/26 some note", "the claim's id and nothing else"), ("% theoremtest kunin2024/26", "with its colon"),
    ("% Theoremtest: kunin2024/26", "in small letters"), ("\\label{x} % theoremtest: kunin2024/26", "on a line of its own"),
    ("% see theoremtest: kunin2024/26", "with its colon"), ("% theoremtest:", "names a claim"),
])
def test_what_only_looks_like_a_mark_is_told(comment, why):
    ((_, formula, problem),) = told(comment + DISPLAY)
    assert not formula and "tests nothing" in problem and why in problem


@pytest.mark.parametrize("text", [
    "% I theoremtest this from scratch" + DISPLAY, "\\begin{verbatim}\n% theoremtest: kunin2024/26\n\\[ a = b \\]\n\\end{verbatim}",
    "\\begin{lstlisting}\n% theoremtest kunin2024/26\n\\end{lstlisting}", "% theoremtest: \\bs = \\beta_*" + DISPLAY,
])
def test_what_is_no_mark_is_left_alone(text):
    assert told(text) == []


@pytest.mark.parametrize("display, formula", [
    ("\\begin{align}\n a &= b \\\\\n &= c \\\\\n d &= e\n\\end{align}", "a = b = c \\\\ d = e"),
    ("\\begin{IEEEeqnarray}{rCl}\n a &=& b\n\\end{IEEEeqnarray}", "a = b"), ("\\begin{dmath*} a = b \\end{dmath*}", "a = b"),
    ("as in \\(a = b\\)", ""), ("\\(a = b\\)", "a = b"),
    ("\\begin{theorem}[Name]\\label{t} It holds that\n\\[ a = b \\]\n\\end{theorem}", "a = b"),
    ("\\begin{subequations}\\label{all}\\begin{align} a &= b \\end{align}\\end{subequations}", "a = b"),
])
def test_displays_of_the_field(display, formula):
    ((_, read, problem),) = told("% theoremtest: p/1\n" + display)
    assert read == formula and bool(problem) == (not formula)


def test_a_second_row_of_a_marked_line_is_part_of_it():
    text = "\\begin{align}\n % theoremtest: p/1\n a &= b \\\\\n &= c, \\\\\n % theoremtest: p/2\n d &= e\n\\end{align}"
    assert [found[1] for found in told(text)] == ["a = b = c,", "d = e"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_every_encoding_is_read(tmp_path, encoding):
    from theoremtest.reports.pytest_plugin.tex_items import _speaks
    path = tmp_path / "paper.tex"
    path.write_bytes(("% theoremtest: kunin2024/26\r\n\\[ a = b \\]\r\n% caf\xe9\r\n").encode(encoding))
    assert _speaks(path) and [found[:2] for found in told(tex_text(path))] == [("kunin2024/26", "a = b")]


def written(path, run=None):
    return [" ".join(bare(found.display).text.split()) if found.display else found.problem or str(found.error)
            for found in marks_of(path, run)]


def test_macros_come_from_every_file_of_the_preamble(tmp_path):
    (tmp_path / "mine.sty").write_text("\\newcommand{\\one}[1]{x_{#1}}")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "defs.tex").write_text("\\def\\two{y}\\input{paper}")
    path = tmp_path / "paper.tex"
    path.write_text("\\usepackage{amsmath,mine}\n\\input{sub/defs}\n% \\newcommand{\\three}{z}\n\\DeclareMathOperator{\\four}{f\\,our}\n"
                    "% theoremtest: \\bs = \\beta_*\n% theoremtest: p/1\n\\[ \\one a = \\two \\]\n% theoremtest: \\bs = \\beta\n"
                    "% theoremtest: p/2\n\\[ \\three = \\four(x) \\]")
    assert written(path) == ["x_{a} = y", r"\three = \operatorname{four}(x)"]
    assert [[(item.left, item.right) for item in found.declared] for found in marks_of(path)] == [
        [(r"\bs", r"\beta_*")], [(r"\bs", r"\beta")]]
