"""The Markdown ledger: formulas in fences, text escaped, tables whole."""

import re

import pytest
from markdown_it import MarkdownIt

from helpers.render_samples import ledger, record
from theoremtest.reports.render import markdown
from theoremtest.reports.render.view import view


@pytest.fixture(scope="module")
def text():
    return markdown.render(view(ledger()))


def tokens(text):
    return MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)


def test_every_formula_stands_in_a_math_fence(text):
    fences = [token.content for token in tokens(text) if token.type == "fence"]
    assert len(fences) == text.count("```math")
    assert all(any(told["latex"] == fence.strip() for fence in fences) for told in ledger() if not told["parts"])


def test_every_claim_has_an_anchor_and_every_link_leads_to_one(text):
    anchors = set(re.findall(r'<a id="([^"]*)"></a>', text))
    assert anchors == {told["id"] for told in ledger()}
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= anchors


def test_counts_and_errata_open_the_ledger(text):
    assert "| sample2020 | 4 | 0 | 1 | 3 | 1 | 9 | 2 | 0 | 1 |" in text
    assert text.index("## Verdicts") < text.index("## Errata") < text.index("## Claims")


def test_text_stays_text(text):
    assert "\\<script\\>alert(1)\\</script\\> stays text" in text
    told = markdown.render(view([record("1", "x = y", note="[no](link) *no* | `code | pipe`")]))
    assert "\\[no\\](link) \\*no\\* \\| `code | pipe`" in told


def test_a_table_keeps_its_columns_whatever_the_cells_hold():
    evidence = [{"kind": "exact", "engine": "a | b\nc", "outcome": "proved", "scope": "x_1", "figure": ""}]
    told = tokens(markdown.render(view([record("1", "x = y", evidence=evidence)])))
    last = max(place for place, token in enumerate(told) if token.type == "table_open")
    cells = [told[place + 1].children[0].content if told[place + 1].children else "" for place, token in enumerate(told)
             if place > last and token.type == "td_open"]
    assert cells == ["exact", "proved", "x_1", "", "a | b c"]


def test_an_unbalanced_formula_is_shown_as_source():
    assert "LaTeX source" in markdown.render(view([record("1", r"\frac{1}{2")]))


@pytest.mark.parametrize(("text", "span"), [("x", "`x`"), ("a`b", "``a`b``"), ("`a", "`` `a ``")])
def test_code_spans_hold_backticks(text, span):
    assert markdown.code(text) == span
