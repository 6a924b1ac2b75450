"""Edits and the mutation score in the report: on the page with changed terms set apart, and in the Markdown file."""

from dataclasses import replace

import pytest
from sympy import sqrt

from helpers.render_samples import ledger
from theoremtest.derivations.language import Counterexample, reals
from theoremtest.reports.edits.changes import DIFFERENT, NEW, PROVED, REMOVED, Change, Edit
from theoremtest.reports.edits.text import as_json, lines, plain, summary, terminal
from theoremtest.reports.render import extras, html, markdown
from theoremtest.reports.render.view import view

x, y = reals("x", r"\mu")
CHANGED = Edit("sample2020/1", "printed", DIFFERENT, (
    Change("right side", DIFFERENT, sqrt(x) - y, sqrt(x) + y, Counterexample(((r"\mu", "1/2"),), "1", "2")),
    Change("condition", PROVED, x > 0, None, note="the other conditions imply it")), "a", "b", "A rate")
EDITS = [CHANGED, Edit("sample2020/2", "corrected", NEW, new_latex=r"\mu > 0", title="Growth"),
         Edit("sample2020/9", "printed", REMOVED, old_latex=r"\mu < 0", title="Decay")]
ROW = {"claim": "sample2020/1", "kind": "sign", "part": "left half", "place": "right", "slip": "the sign of $x$", "by": "numbers",
       "latex": r"\mu = x", "domain": "x > 0"}
RECORD = {"seed": 0, "limit": 5, "papers": {"sample2020": {
    "claims": 2, "slips": {"sign": {"refuted": 3, "equivalent": 1, "true": 0, "survived": 1, "undecided": 0}},
    "rewritings": {"expanded": {"accepted": 2, "refused": 0, "undecided": 0}}}},
    "survived": [ROW], "undecided": [], "true": [{name: value for name, value in ROW.items() if name != "part"}], "equivalent": [ROW],
    "rewritings not accepted": []}


@pytest.fixture
def report():
    return replace(view(ledger(), extras.Extras(mutation=RECORD)), edits=tuple(map(as_json, EDITS)))


def test_the_page_sets_changed_terms_apart(report):
    text = html.render(report).text
    assert '<mrow class="gone">' in text
    for words in ("Edits since the baseline", "sample2020/9", "it was 1 and is 2", "the other conditions imply it", 'href="#edits"'):
        assert words in text
    assert "unconverted" not in text[text.index('<section id="edits"'):text.index('<section id="errata"')]


def test_a_report_without_edits_has_no_such_section(report):
    text = html.render(replace(report, edits=())).text
    assert "Edits since" not in text and 'href="#edits"' not in text


def test_the_score_stands_in_the_report(report):
    text = html.render(report).text
    for words in ("Mutation score", "75.0 %", "Survivors: 1", "Undecided: none", "the sign of <math"):
        assert words in text
    told = markdown.render(report)
    assert "## Mutation score" in told and "| sign | 3 | 1 | 0 | 0 | 1 | 0 | 75.0 % |" in told and "Survivors: 1" in told


def test_the_markdown_file_tells_edits_in_plain_text(report):
    told = markdown.render(report)
    assert "## Edits since the baseline" in told and r"- [---] \mu + \sqrt{x}" in told and r"+ \mu + \sqrt{x}" in told


def test_lines_for_a_terminal():
    told = as_json(CHANGED)
    assert [line.plain for line in lines(told)] == [
        "sample2020/1  A rate: different", "  right side: different", r"    - - \mu + \sqrt{x}", r"    + \mu + \sqrt{x}",
        r"    at \mu = 1/2: it was 1 and is 2", "  condition: equivalent (proved) (the other conditions imply it)", "    - x > 0"]
    assert "\x1b[1;31m-" in "\n".join(terminal([told], colour=True)) and "\x1b" not in "\n".join(terminal([told], colour=False))
    assert plain(told).splitlines() == terminal([told], colour=False)
    assert summary([told, as_json(EDITS[1])]) == "1 different, 1 new"
