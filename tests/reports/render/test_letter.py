"""A letter shows a reading with its words, a point with its formula, and what is added where the formula stays."""

import pytest

from helpers.render_samples import REFUTATION, erratum, record
from theoremtest.reports.render.letter import as_latex, as_markdown, letter_of
from theoremtest.reports.render.sections import Outline
from theoremtest.reports.render.view import view
from theoremtest.reports.verify.implied import CONDITION, DEGENERATE, FALSE


def written(**more):
    at = more.pop("at", {"x": "1", "q": "2"})
    rows = [REFUTATION | {"extent": "open", "counterexample": {"point": at, "left": "1", "right": "0", "note": ""}}]
    held = record("1", more.pop("latex", "x = 2 q"), "refuted", evidence=rows,
                  **{"erratum": erratum(grade=FALSE), "domain": "x > 0", "where": "Section 1"} | more)
    others = {"sample2020": Outline(title="Samples", authors="A. One")}
    return view([held, record("1:other", r"y = 1", where="Section 1", origin="derived")], outlines=others).papers[0]


def item(paper):
    letter = letter_of(paper)
    return (*letter.false, *letter.conditional, *letter.remarks)[0]


def test_a_reading_is_shown_with_its_words_where_they_name_its_letters():
    paper = written(reading="`small` is read as: q is half of x")
    assert item(paper).read_as == ("x = 2 q",) and item(paper).at == ("x = 1", "q = 2")
    assert "*Our reading:* `small` is read as: $`q`$ is half of $`x`$; that is, $`x = 2 q`$." in as_markdown(paper)
    assert "Our reading" in as_latex(paper)


@pytest.mark.parametrize("reading", ["half of x", "q is half of x, " + 90 * "and so on "], ids=["a letter unexplained", "long"])
def test_a_formula_in_letters_that_nothing_names_is_not_shown_nor_its_point(reading):
    found = item(written(reading=reading))
    assert found.read_as == found.at == found.corrected == ()


def test_a_letter_that_a_sum_binds_has_no_value():
    assert item(written(latex=r"\sum_{e} e x = 1", at={"x": "1", "e": "[1; 2]"})).at == ("x = 1",)


@pytest.mark.parametrize(("latex", "shown"), [
    (r"\frac{d}{dt}(x) = q", ("x = 1", "q = 2", "y = 3")), (r"\dot{x} = q", ("x = 1", "q = 2", "y = 3")), ("x = 2 q", ("x = 1", "q = 2"))])
def test_a_rate_is_shown_with_all_letters_that_the_motion_may_have(latex, shown):
    """d/dt along a flow depends on letters that the formula does not show, such as a target: without them nobody can work it out."""
    assert item(written(latex=latex, at={"x": "1", "q": "2", "y": "3"})).at == shown


@pytest.mark.parametrize(("text", "shown"), [
    ("[2, 1]", r"\left[\begin{matrix}2 & 1\end{matrix}\right]"), ("[2; 1]", r"\left(2,\, 1\right)^{\top}")])
def test_a_row_of_the_exact_engine_is_no_column(text, shown):
    assert item(written(at={"x": text, "q": "2"})).at[0] == f"x = {shown}"


def test_the_same_formula_is_not_printed_twice_but_what_is_added():
    paper = written(erratum=erratum("incomplete", grade=CONDITION, corrected_latex="x = 2 q", corrected_domain=r"x > 0,\; q > 1"))
    assert item(paper).corrected == () and item(paper).missing == ("q > 1",)
    formula = paper.slips[0].root.erratum.formula
    assert formula.same and formula.domain.conditions == ("q > 1",)


def test_brackets_that_name_the_own_place_are_dropped_and_a_remark_has_its_title():
    why = "it is so (`1:other`) in a corner"
    paper = written(title="Every x is large", erratum=erratum(grade=DEGENERATE, why=why))
    assert "*Every $`x`$ is large.* It is so in a corner." in as_markdown(paper)
