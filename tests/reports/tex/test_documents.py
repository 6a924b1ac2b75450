r"""A document is read as TeX reads it: what holds at a display is what TeX has come to there; a mark tests something or says why not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.own_claims import TRUE, claims_text
from helpers.work import calls
from theoremtest.derivations.notation.displays import bare, display
from theoremtest.reports.tex.marked import marked, marks_of

CHECKOUT = Path(__file__).resolve().parents[3]
MARK = "% theoremtest: p/1\n"
DISPLAY = MARK + "\\[ a \\s b = c \\]\n"


def said(text):
    """What every mark of a text holds: its formula as it is read, or what is wrong."""
    return [spoken(found) for found in marked(text)]


def spoken(found):
    return " ".join(bare(found.display).text.split()) if found.display else found.problem or str(found.error)


# --- macros in their order and scope ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("after", [
    r"\renewcommand{\s}{-}", r"\end{document}\renewcommand{\s}{-}", r"\def\s{-}", r"\let\s=-",
])
@pytest.mark.parametrize("before", [
    "", r"{\renewcommand{\s}{-}}", r"\iffalse\renewcommand{\s}{-}\fi", r"\verb|\def\s{-}|", r"\begin{verbatim}\def\s{-}\end{verbatim}",
    r"\providecommand{\s}{-}", "% \\def\\s{-}\n", r"\begin{center}\def\s{-}\end{center}", r"\iftrue\else\def\s{-}\fi",
    r"\begin{comment}" "\n" r"\def\s{-}" "\n" r"\end{comment}",
])
def test_a_macro_is_what_it_is_at_the_display(before, after):
    text = "\\newcommand{\\s}{+}\\begin{document}\n" + before + "\n\n" + DISPLAY + after + "\n\\end{document}\n"
    assert said(text) == ["a + b = c"]


@pytest.mark.parametrize("before", [r"\renewcommand{\s}{-}", r"{\global\def\s{-}}", r"\iftrue\def\s{-}\fi", r"\let\s=-",
                                    r"\def\r{-}\let\s\r"])
def test_a_macro_that_is_made_anew_before_the_display_counts(before):
    assert said("\\newcommand{\\s}{+}\n" + before + "\n\n" + DISPLAY) == ["a - b = c"]


@pytest.mark.parametrize("before, after", [
    (r"\iffalse", r"\fi"), (r"\begin{verbatim}", r"\end{verbatim}"), (r"\begin{comment}" "\n", "\n" r"\end{comment}"),
])
def test_a_mark_in_a_dead_or_quoted_place_tests_nothing_and_is_none(before, after):
    assert said(f"{before}\n{DISPLAY}{after}\n" + MARK + r"\[ d = e \]") == ["d = e"]


@pytest.mark.parametrize("text", [r"\begin{document}x\end{document}" "\n" + DISPLAY, r"\newcommand{\no}{" "\n" + DISPLAY + "}"])
def test_a_mark_that_tex_does_not_come_to_says_so(text):
    (why,) = said(text)
    assert "tests nothing" in why


def test_names_are_declared_from_their_place_on_and_can_be_taken_back():
    one = MARK + "\\[ a = b \\]\n"
    text = f"{one}% theoremtest: q = a + b\n{one}% theoremtest: forget q\n{one}"
    assert [[item.left for item in found.declared] for found in marked(text)] == [[], ["q"], []]


# --- files -----------------------------------------------------------------------------------------------------------------

def test_an_input_file_sees_the_macros_of_the_main_file(tmp_path):
    (tmp_path / "main.tex").write_text("\\documentclass{article}\\newcommand{\\s}{+}\\begin{document}\\input{part}\\end{document}")
    (tmp_path / "part.tex").write_text(DISPLAY)
    assert [spoken(found) for found in marks_of(tmp_path / "part.tex", tmp_path)] == ["a + b = c"]


def test_a_file_outside_of_the_repository_is_refused(tmp_path):
    (tmp_path / "outside.tex").write_text("\\def\\s{+}")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "paper.tex").write_text("\\input{../outside}\n" + DISPLAY)
    found = [spoken(found) for found in marks_of(inside / "paper.tex", inside)]
    assert "leads out of the repository" in found[0] and found[1] == r"a \s b = c"


# --- displays --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text, why", [
    (MARK + r"\begin{equation} a = b", "is not closed"), (MARK + r"\[ a = b", "is not closed"),
    (MARK + r"\begin{align} a = b \end{gather}", ""),
    (MARK + r"\begin{equation} a = { b \end{equation}", ""),
])
def test_a_display_that_never_closes_is_an_error(text, why):
    (found,) = marked(text)
    assert (found.problem or found.error) and why in spoken(found)


ROWS = ["a &= b", "&\\quad + c", "&{} + c", "\\phantom{=} + c", "&= d", "\\hspace{2em} - c", "&\\times c", "e &= f \\nonumber", "g &\\ge h"]


@pytest.mark.parametrize("environment", ["align", "gather", "eqnarray", "IEEEeqnarray"])
@pytest.mark.parametrize("behind", ROWS)
def test_a_mark_above_and_one_inside_take_the_same_rows(environment, behind):
    """What carries on the first row is part of it, whichever way it is marked; any other row is an equation of its own."""
    open_, close = f"\\begin{{{environment}}}" + ("{rCl}" if environment == "IEEEeqnarray" else ""), f"\\end{{{environment}}}"
    above = said(f"{MARK}{open_}\nu &= v \\\\\n{behind}\n{close}")
    inside = said(f"{open_}\n{MARK}u &= v \\\\\n{behind}\n{close}")
    parts = [one.split(r" \\ ") for one in (above[0], inside[0])]
    assert parts[0][0].split() == parts[1][0].split() and len(parts[1]) == 1
    assert (len(parts[0]) == 1) == (behind not in (ROWS[0], ROWS[7], ROWS[8]))


def test_rows_inside_of_a_group_of_displays_are_read_as_such():
    first, second = "\\begin{dmath}[label={e}] a = b \\\\ + c \\end{dmath}\n", "\\begin{dmath} c = d \\end{dmath}\n"
    for text, read in ((f"{MARK}\\begin{{dgroup}}\n{first}{second}", [r"a = b + c \\ c = d"]),
                       (f"\\begin{{dgroup}}\n{MARK}{first}{second}", ["a = b + c"]),
                       (f"\\begin{{dgroup*}}\n{first}{MARK}{second}", ["c = d"]),
                       (f"\\begin{{dgroup}}\n{MARK}{first}{MARK}{second}", ["a = b + c", "c = d"])):
        assert said(text + ("\\end{dgroup*}" if "dgroup*" in text else "\\end{dgroup}")) == read


def test_a_mark_inside_of_a_formula_says_where_marks_stand():
    (why,) = said("\\begin{align} a &=\n" + MARK + " b \\end{align}")
    assert "at the beginning of its row" in why


# --- what the run shows ----------------------------------------------------------------------------------------------------

@pytest.mark.slow
def test_what_is_set_aside_is_shown_at_the_end_of_the_run(tmp_path):
    (tmp_path / "claims_mine.py").write_text(claims_text({1: TRUE}))
    (tmp_path / "paper.tex").write_text("% theoremtest: mine2026/1\n\\[ (x+1)^2 = x^2 + 2x + \\underbrace{1}_{\\text{rest}} \\]\n")
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "theoremtest.reports.pytest_plugin.plugin", "-q", "paper.tex"],
                          cwd=tmp_path, text=True, capture_output=True, timeout=600, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "paper.tex:1  mine2026/1: set aside, as it is the label of a brace and no equation: \\text{rest}" in done.stdout


# --- work ------------------------------------------------------------------------------------------------------------------

@pytest.mark.drawn(4)
@pytest.mark.parametrize("piece", [
    "x", " ", "{", r"\sq{", r"\begin{equation}", r"\begin{foo}", r"\newcommand{\a}{", r"\iffalse", "$", "%\n", r"\verb|", MARK,
    MARK + "\\[ a = b \\]\n", r"\label{a}", r"\sq{a}", r"\[ a + ", r"\\",
])
def test_the_work_grows_as_the_document_does(piece):
    text = r"\newcommand{\sq}[1]{#1}" + "\n"
    short, long = (calls(lambda number=number: marked(text + number * piece + "\n" + MARK + r"\[ a = b \]")) for number in (200, 800))
    assert long <= 4.5 * short


@pytest.mark.slow
def test_the_work_grows_as_the_rows_of_a_display_do():
    def work(number):
        text = "\\begin{align}\n" + number * (MARK + "a &= b \\\\\n") + "a &= b\\end{align}"
        return calls(lambda: [display(found.display) for found in marked(text)])
    assert work(800) <= 4.5 * work(200)


# --- what classes and styles of journals do ---------------------------------------------------------------------------------

STYLE = r"""\renewcommand{\normalsize}{\@setfontsize\normalsize\@xpt\@xipt \abovedisplayskip 7pt}
\def\small{\@setsize\small{10pt}\ixpt\@ixpt}
\normalsize
\renewcommand{\section}{\@startsection{section}{1}{\z@}{-2.0ex}{1.5ex}{\large\bf\raggedright}}
\renewcommand{\maketitle}{\par\begingroup\long\def\@makefntext##1{\noindent ##1}\endgroup\let\maketitle\relax}
\newcommand{\s}{+}
"""


def test_a_style_that_names_its_sizes_inside_of_them_does_not_end_the_document(tmp_path):
    (tmp_path / "theoremtest-ledger.json").write_text("[]")
    (tmp_path / "journal.sty").write_text(STYLE)
    paper = tmp_path / "paper.tex"
    paper.write_text("\\documentclass{article}\n\\usepackage{journal}\n\\begin{document}\n\\maketitle\n\\section{A}\n% theoremtest: u = a\n"
                     "\\small\n" + DISPLAY + "\\section*{B}\n" + DISPLAY + "\\end{document}\n")
    one, other = marks_of(paper)
    assert spoken(one) == spoken(other) == "a + b = c"
    assert [item.left for item in one.declared] == ["u"] and not other.declared  # what is declared in a section ends with it
