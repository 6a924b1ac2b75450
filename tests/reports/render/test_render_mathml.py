"""LaTeX to MathML: what browsers need is there, and a conversion that changes a formula is never shown."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from helpers.render_samples import FORMULAS, LONG
from theoremtest.reports.render import mathml


@pytest.fixture(autouse=True)
def fresh():
    """Each test converts anew."""
    mathml.MADE.clear()


def leaves(latex):
    return ElementTree.fromstring(str(mathml.display(latex).html))


@pytest.mark.parametrize("latex", FORMULAS)
def test_the_papers_notation_converts(latex):
    for rendered in (mathml.display(latex), mathml.inline(latex)):
        assert rendered.why is None
        assert ElementTree.fromstring(str(rendered.html)).tag == "math"


@settings(max_examples=40)
@given(LONG)
def test_any_sum_of_terms_converts(latex):
    assert mathml.display(latex).why is None


@pytest.mark.parametrize(("latex", "dropped", "told"), [
    ("x + y = z", "<mi>y</mi>", "loses y"), (r"\delta > 1", "<mi>&#x003B4;</mi>", "loses δ"), ("a - b", "<mo>&#x02212;</mo>", "loses -"),
    (r"x \leq 2", "<mo>&#x02264;</mo>", "loses ≤"), (r"\ell + l", "<mi>&#x02113;</mi>", "loses ℓ")])
def test_a_symbol_lost_on_the_way_is_noticed(monkeypatch, latex, dropped, told):
    real = mathml.convert
    assert dropped in real(latex)
    monkeypatch.setattr(mathml, "convert", lambda text, display: real(text, display=display).replace(dropped, ""))
    rendered = mathml.display(latex)
    assert told in rendered.why
    assert latex.replace("<", "&lt;").replace(">", "&gt;") in rendered.html


def test_a_symbol_added_on_the_way_is_noticed(monkeypatch):
    real = mathml.convert
    monkeypatch.setattr(mathml, "convert", lambda text, display: real(text, display=display).replace("<mi>x</mi>", "<mi>x</mi><mi>q</mi>"))
    assert "adds q" in mathml.display("x = 1").why


def test_a_fraction_or_root_lost_on_the_way_is_noticed(monkeypatch):
    real = mathml.convert
    monkeypatch.setattr(mathml, "convert", lambda text, display: real(text, display=display).replace("mfrac", "mrow"))
    assert "loses fraction" in mathml.inline(r"\frac{a}{b}").why


def test_an_unknown_command_leaves_its_source_in_view():
    rendered = mathml.display(r"\fancy{x} < 1")
    assert r"does not know \fancy" in rendered.why
    assert r"\fancy{x} &lt; 1" in rendered.html
    assert "shown as LaTeX source" in rendered.html


def test_unbalanced_text_leaves_its_source_in_view():
    assert "never closed" in mathml.inline(r"\frac{1}{2").why


def test_the_source_travels_with_a_formula_on_a_line_of_its_own():
    assert leaves("a < b").get("alttext") == "a < b"
    assert "alttext" not in mathml.inline("a < b").html


@pytest.mark.parametrize("latex, tags", [
    (r"a^{2} b_{i}", ["msup", "mi", "mn", "msub", "mi", "mi"]),
    (r"\left(\frac{a}{b}\right)", ["mo", "mfrac", "mi", "mi", "mo"]),
    (r"x \left(a + b\right)", ["mi", "mrow", "mo", "mi", "mo", "mi", "mo"]),
])
def test_a_page_says_nothing_that_a_browser_knows(latex, tags):
    elements = list(leaves(latex).iter())[1:]
    assert [element.tag for element in elements] == tags
    assert all(not element.attrib for element in elements)


def test_a_dot_is_an_accent():
    assert next(leaves(r"\dot{\mu}").iter("mover")).get("accent") == "true"


def test_named_functions_are_identifiers_not_operators():
    tree = leaves(r"\operatorname{sgn}\left(\mu\right)")
    assert [element.tag for element in tree.iter() if element.text == "sgn"] == ["mi"]


def test_a_transpose_and_capital_greek_stand_upright():
    tree = leaves(r"w^{\top} \Phi \phi")
    assert {element.text: element.get("mathvariant") for element in tree.iter("mi")} == {"w": None, "⊤": None, "Φ": "normal", "ϕ": None}


def test_norms_and_number_sets_have_their_glyphs():
    text = "".join(leaves(r"\left\|w\right\| \in \mathbb{R}, \|v\|").itertext())
    assert text.count("‖") == 4
    assert "ℝ" in text


@pytest.mark.parametrize("latex, forms", [
    (r"\|\beta\| t", ["prefix", "postfix"]),
    (r"|a| |b|^2 = |{-c}|", ["prefix", "postfix"] * 3),
    (r"|x - |y||", ["prefix", "prefix", "postfix", "postfix"]),
    (r"2 |-a + b| x", ["prefix", "postfix"]),
    (r"A | B", [None]),
    (r"\langle e_k | f \rangle A", ["prefix"]),
    (r"\langle e \rangle A | B", [None]),
    (r"|x| A | B", ["prefix", "postfix", None]),
])
def test_bars_around_something_are_brackets_and_a_lone_one_is_a_relation(latex, forms):
    assert [bar.get("form") for bar in leaves(latex).iter("mo") if bar.text in ("|", "‖")] == forms


def test_cases_align_to_the_left_by_style():
    cells = list(leaves(r"\begin{cases} 0 & \text{if } x \\ 1 & y \end{cases}").iter("mtd"))
    assert len(cells) == 4
    assert all(cell.get("style") == "text-align:left" and "columnalign" not in cell.attrib for cell in cells)


def test_limits_stand_below_in_a_display_and_beside_in_a_line():
    latex = r"\lim_{x \to \infty} x"
    assert leaves(latex).find(".//munder") is not None
    assert ElementTree.fromstring(str(mathml.inline(latex).html)).find(".//munder") is None


def test_a_definition_sign_is_one_sign_and_a_leading_minus_is_no_operation():
    tree = leaves("a := - b")
    assert [element.text for element in tree.iter("mo")] == [":=", "−"]
    assert [element.get("form") for element in tree.iter("mo")] == [None, "prefix"]


def test_a_long_formula_takes_several_lines():
    latex = " + ".join(rf"\beta_{{{number}}}" for number in range(60))
    table = next(leaves(latex).iter("mtable"))
    assert len(table) > 1
    assert len(re.findall("β", "".join(table.itertext()))) == 60


def test_formulas_are_typeset_once_and_kept_from_run_to_run(tmp_path, monkeypatch):
    from theoremtest.reports.render import mathml
    from theoremtest.reports.render.kept import kept_formulas
    from theoremtest.reports.verify.cache import Cache

    monkeypatch.setattr(mathml, "MADE", {})
    with kept_formulas(Cache(tmp_path)):
        first, wrong = mathml.display("x_1 = y"), mathml.inline(r"\unheard{x}")
    assert wrong.why
    monkeypatch.setattr(mathml, "MADE", {})
    monkeypatch.setattr(mathml, "_display", None)
    monkeypatch.setattr(mathml, "_in_line", None)
    with kept_formulas(Cache(tmp_path)):
        assert mathml.display("x_1 = y") == first and mathml.inline(r"\unheard{x}") == wrong
