"""The LaTeX document: text is escaped, formulas are kept, and it compiles, the same source to the same file."""

import re
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.render_samples import FORMULAS, ledger, record
from theoremtest.reports.render import build, latex
from theoremtest.reports.render.view import view

needs_pdflatex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")


@pytest.mark.parametrize(("text", "escaped"), [
    ("5% & #1 of {all}", r"5\% \& \#1 of \{all\}"), ("a_b^2", r"a\_b\textasciicircum{}2"),
    ("C:\\x~", r"C:\textbackslash{}x\textasciitilde{}"),
    ("$1 < |x| > \"y\"", r"\$1 \textless{} \textbar{}x\textbar{} \textgreater{} \textquotedbl{}y\textquotedbl{}"),
    ("Dominé", "Dominé"), ("δ ≤ Ω", r"\ensuremath{\delta} \ensuremath{\leq} \ensuremath{\Omega}"), ("☃", r"\texttt{[U+2603]}"),
    ("x²", r"x\ensuremath{^{2}}")])
def test_text_is_escaped(text, escaped):
    assert latex.escape(text) == escaped


@pytest.mark.slow
@given(st.text(max_size=60).filter(lambda text: "\xa0" not in text))
def test_escaped_text_holds_no_bare_special_character(text):
    bare = latex.escape(text)
    for command in (r"\textbackslash{}", r"\textasciitilde{}", r"\textasciicircum{}", r"\&", r"\%", r"\#", r"\_", r"\$", r"\{", r"\}"):
        bare = bare.replace(command, "")
    assert not set("&%#$~") & set(bare)


def test_what_the_template_prints_is_escaped_unless_it_is_latex():
    text = latex.render(view(ledger()))
    assert "grows by 5\\% \\& more, \\#1 of \\{all\\}" in text
    assert r"$\mu$ grows" in text


def test_every_claim_has_a_label_and_no_reference_is_left_open():
    text = latex.render(view(ledger()))
    labels = set(re.findall(r"\\label\{([^}]*)\}", text))
    assert {told["id"] for told in ledger()} <= labels
    assert set(re.findall(r"\\hyperref\[([^\]]*)\]", text)) <= labels


def test_unbalanced_formulas_are_shown_as_source():
    assert latex.display(r"\frac{1}{2").startswith(r"\texttt{")
    assert "never closed" in latex.display(r"\frac{1}{2")


def compiled(records):
    pdf, log = build.compile_latex(latex.render(view(records)).encode("utf-8", errors="replace"))
    assert pdf is not None, build.first_error(log)
    return pdf


@needs_pdflatex
def test_the_document_compiles():
    assert compiled([*ledger(), *(record(str(100 + number), formula) for number, formula in enumerate(FORMULAS))])


@needs_pdflatex
@pytest.mark.slow
def test_the_same_source_gives_the_same_file():
    assert compiled(ledger()) == compiled(ledger())


@needs_pdflatex
@settings(max_examples=3, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=40), min_size=20, max_size=20))
@pytest.mark.slow
def test_any_title_compiles(titles):
    assert compiled([record(str(number), "x = y", title=title, note=title) for number, title in enumerate(titles)])


@needs_pdflatex
def test_a_document_that_does_not_compile_is_reported_by_its_first_error(tmp_path):
    said = []
    made = build.typeset(view([record("1", r"\unheard{x} = y")]), tmp_path, said.append)
    assert [path.suffix for path in made] == [".tex"]
    assert "Undefined control sequence" in said[0] and r"\unheard" in said[0]
    assert (tmp_path / "theoremtest.log").exists()
