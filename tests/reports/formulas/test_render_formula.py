"""Formula text taken apart: nothing is lost, and a line breaks only at its top level."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.render_samples import FORMULAS, LONG
from theoremtest.reports.formulas.formula import fault, gathered, items, rows, stacked, tokens, width_of


def squeezed(text):
    return re.sub(r"\s+", "", text)


@pytest.mark.slow
@given(st.text(max_size=40))
def test_tokens_give_the_text_back(text):
    assert "".join(tokens(text)) == text


@settings(max_examples=40)
@given(LONG)
def test_breaking_a_line_loses_nothing_and_every_piece_is_whole(latex):
    lines = rows(latex, width=20)
    assert squeezed("".join(line.latex for line in lines)).replace(r"\right.", "").replace(r"\left.", "") == squeezed(latex)
    assert all(fault(line.latex) is None for line in lines)


def test_a_long_line_breaks_at_its_relation_before_its_signs():
    latex = " + ".join(["a"] * 10) + " = " + " + ".join(["b"] * 10)
    assert [line.latex.replace(" ", "") for line in rows(latex, width=35)] == ["+".join("a" * 10), "=" + "+".join("b" * 10)]


def test_a_long_product_breaks_inside_its_widest_bracket():
    latex = r"2 x \left(" + " + ".join(["y"] * 30) + r"\right)^{2} z"
    lines = [line.latex for line in rows(latex, width=40)]
    assert len(lines) > 1
    assert lines[0].startswith(r"2 x \left(") and lines[0].endswith(r"\right.")
    assert lines[-1].startswith(r"\left. +") and lines[-1].endswith(r"\right) ^{2} z")
    assert all(fault(line) is None for line in lines)


def test_no_line_breaks_inside_a_matrix():
    latex = r"\begin{pmatrix} A \left(B + C + D + E + F + G + H + I + J + K + L + M + N + O + P + Q + R\right) \\ B \end{pmatrix}"
    assert [row.latex for row in rows(latex, width=20)] == [latex]


def test_a_sign_that_belongs_to_its_term_stays_with_it():
    lines = rows("x = - " + " - ".join(["y"] * 20), width=12)
    assert lines[0].latex.startswith("x = - y") or lines[1].latex.startswith("= - y")


def test_the_authors_own_lines_are_kept():
    assert [line.latex for line in rows(r"\begin{aligned} a &= b \\ &= c \end{aligned}")] == ["a = b", "= c"]
    assert [line.latex for line in rows(r"x \\ \begin{cases} 1 \\ 2 \end{cases}")] == ["x", r"\begin{cases} 1 \\ 2 \end{cases}"]


@pytest.mark.parametrize(("latex", "told"), [
    (r"\frac{1}{2", "{ is never closed"), ("x}", "} closes nothing"), (r"\left( x", r"\left is never closed"), ("  ", "empty"),
    (r"\begin{cases} x \end{matrix}", r"\end closes begin cases"), ("x \\", "lone backslash")])
def test_unpaired_text_is_named(latex, told):
    assert told in fault(latex)


@pytest.mark.parametrize("latex", FORMULAS)
def test_sound_text_has_no_fault(latex):
    assert fault(latex) is None
    assert fault(stacked(latex, width=10)) is None


def test_conditions_part_at_wide_commas_only():
    assert items(r"a > 0,\; a, b \in \mathbb{R},\; f(x,\; y) = 1, \quad c := 2") == \
        ["a > 0", r"a, b \in \mathbb{R}", r"f(x,\; y) = 1", "c := 2"]


def test_a_fraction_is_as_wide_as_its_wider_part():
    assert width_of(r"\frac{a + b + c}{x}") == width_of(r"\frac{x}{a + b + c}") < width_of("a + b + c x x")


def test_a_sign_that_is_a_script_is_no_place_to_break():
    lines = [line.latex for line in rows(r"L_+ + L_- + " + " + ".join(["x"] * 12) + " > L_-", width=16)]
    assert len(lines) > 1 and "".join(lines).count("L_+") == 1 and "".join(lines).count("L_-") == 2


@pytest.mark.parametrize("listed, row", [
    ([r"A \in \mathbb{R}^{n}", r"B \in \mathbb{R}^{n}", r"C \in \mathbb{R}^{m}"], [r"A, B \in \mathbb{R}^{n}", r"C \in \mathbb{R}^{m}"]),
    ([r"A \in \mathbb{R}^{n}", "x > 0", r"B \in \mathbb{R}^{n}"], [r"A \in \mathbb{R}^{n}", "x > 0", r"B \in \mathbb{R}^{n}"]),
    (["x > 0", "y > 0"], ["x > 0", "y > 0"]),
    ([], []),
])
def test_neighbours_in_one_space_share_its_sign(listed, row):
    assert gathered(listed, 60) == row


def test_a_row_of_neighbours_stays_within_its_width():
    one = r"\tilde{U} \in \mathbb{R}^{n \times n}"
    assert gathered([one, one], width_of(one) + 1) == [one, one]
