"""What the report tells of readings, of where conditions stand, of origins and of what is proved in part, in every rendering."""

import pytest

from helpers.render_samples import PROOF, REFUTATION, record
from theoremtest.derivations.language import Convention
from theoremtest.reports.render import html, latex, markdown
from theoremtest.reports.render.sections import Outline
from theoremtest.reports.render.view import view

POINT = REFUTATION["counterexample"]
CONDITIONS = [
    {"latex": r"\eta > 0", "source": "convention", "name": "positive rates", "place": "Section 2", "why": "rates are positive"},
    {"latex": r"\gamma > 0", "source": "convention", "name": "positive rates", "place": "Section 2", "why": "rates are positive"},
    {"latex": r"\rho \geq 0", "source": "meaning", "place": "Section 1", "why": "a norm"},
    {"latex": r"\phi < 1", "source": "printed"},
    {"latex": r"a \neq 0", "source": "added", "why": "the text divides by a", "without": {
        "verdict": "refuted", "counterexample": POINT, "evidence": [REFUTATION]}},
    {"latex": r"b \neq 0", "source": "added", "why": "to be safe", "without": {
        "verdict": "undecided", "counterexample": None, "evidence": []}},
    {"latex": r"z > 7", "source": "unclassified"},
]


@pytest.fixture(scope="module")
def report():
    whole = record("1", "x = y", "proved", reading="grows is read as increases strictly", leaves_out="how fast", conditions=CONDITIONS)
    whole |= {"verdict": "proved in part"}
    ours = record("2", "x = z", origin="derived", conditions=[{"latex": "q > 3", "source": "ours"}], uses=["sample2020/1"])
    lost = record("3", "x = u", origin="reconstructed", evidence=[PROOF])
    known = Outline(title="Sample", identifier="arXiv:2001.00001", version="v3",
                    conventions=(Convention("positive rates", "Section 2", "rates are positive"),))
    return view([whole, ours, lost], outlines={"sample2020": known})


def test_conditions_are_gathered_by_source_and_counted(report):
    first = report.by_id["sample2020/1"]
    assert [(entry.source, len(entry.latex)) for entry in first.conditions] == [
        ("printed", 1), ("convention", 2), ("meaning", 1), ("added", 1), ("added", 1), ("unclassified", 1)]
    assert report.sources == {"printed": 1, "convention": 2, "meaning": 1, "added": 2, "ours": 1, "unclassified": 1}
    assert report.by_id["sample2020/2"].conditions == ()


def test_what_is_proved_in_part_is_counted_apart_and_what_rests_on_it_is_not_open(report):
    assert report.counts["proved in part"] == 1 and report.counts["proved"] == 2
    assert report.by_id["sample2020/2"].ground == "proved"


@pytest.mark.parametrize("render", [lambda report: html.render(report).text, latex.render, markdown.render])
def test_every_rendering_tells_all_of_it(report, render):
    told = " ".join(render(report).split())
    for words in ("proved in part", "increases strictly", "how fast", "positive rates", "Section 2", "a norm", "the text divides by a",
                  "added here", "not yet classified", "printed at this place", "reconstructed", "derived here", "v3", "rates are positive",
                  "without it", "undecided"):
        assert words in told, words


def test_the_page_names_the_verdict_in_a_class_of_one_word(report):
    page = html.render(report).text
    assert 'class="verdict v-proved-in-part"' in page and 'class="node v-proved-in-part' in page
    assert 'data-verdict="proved in part"' in page and "<option>proved in part</option>" in page


def test_the_document_has_a_colour_and_a_border_for_it(report):
    text = latex.render(report)
    assert r"\verdict{proved-in-part}{proved in part}" in text
    assert r"\definecolor{proved-in-part}" in text and "v-proved-in-part/.style" in text
