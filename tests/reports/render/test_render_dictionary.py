"""The page of a paper that says what is what in others: in all forms of the report, each entry with the claims that prove it."""

import re

import pytest

from theoremtest.derivations.errors import ClaimError
from theoremtest.derivations.one_theory import dictionary_notation as data
from theoremtest.derivations.papers import Library
from theoremtest.reports.render import dictionary, html, latex, markdown
from theoremtest.reports.render.sections import outline
from theoremtest.reports.render.view import view
from theoremtest.reports.workspace import Workspace

KEY = "one_theory"
RECORDS = [record for record in Workspace.here().records if record["paper"] == KEY]


@pytest.fixture(scope="module")
def report():
    return view(RECORDS, None, {KEY: outline(KEY, Library())})


@pytest.mark.slow
def test_every_entry_rests_on_what_is_proved(report):
    (paper,) = report.papers
    named = {name for table in paper.dictionary.tables for _, cells in table.rows for cell in cells for name in cell.claims}
    named |= {one.claim for one in paper.dictionary.contradictions}
    assert len(named) > 15 and {report.by_id[name].verdict for name in named} == {"proved"}


@pytest.mark.slow
def test_all_forms_show_it(report):
    page, text, source = html.render(report), markdown.render(report), latex.render(report)
    assert page.unconverted == ()
    shown = page.text[page.text.index(f'id="{KEY}-dictionary"'):page.text.index('<div id="claims">')]
    assert shown.count("<table") == 5 and shown.count("<math") > 40
    assert 'href="#one_theory/sec-4:lazy"' in shown and "kernel regime" in shown
    assert "## One theory on one page" in text and "Regimes in each other's words" in text and r"\section{One theory on one page}" in source
    for table in re.findall(r"(?:^\| .*\n)+", text.split("## One theory")[1].split("## Claims")[0], re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1  # no bar of a formula ends a cell
    assert source.index(r"\section{One theory on one page}") < source.index(r"\section{Claims of one\_theory}")


@pytest.mark.slow
def test_a_verdict_that_is_none_stands_beside_its_entry():
    records = [record | ({"verdict": "undecided"} if record["id"] == f"{KEY}/sec-4:lazy" else {}) for record in RECORDS]
    told = view(records, None, {KEY: outline(KEY, Library())})
    shown = html.render(told).text.split(f'id="{KEY}-dictionary"')[1].split('<div id="claims">')[0]
    assert shown.count("v-undecided") == 3
    assert latex.render(told).split(r"\section{Claims")[0].count(r"\verdict{undecided}{undecided}") >= 3


def test_what_nothing_backs_is_no_report(monkeypatch):
    broken = data.Dictionary("a page", (data.Table("letters", ("a",), (data.Row("one", (data.Entry((), words="so it is"),)),)),))
    monkeypatch.setattr(data, "DICTIONARY", broken)
    with pytest.raises(ClaimError, match=r"^the dictionary of theoremtest.derivations.one_theory: one, a: it names no claim") as caught:
        outline(KEY, Library())
    assert "\n" not in str(caught.value)


def test_papers_without_one_have_none():
    claims = {claim.id: claim for claim in Library().registry()}
    assert dictionary.page("theoremtest.derivations.kunin2024", claims) is None and dictionary.page("nowhere.at_all", claims) is None
