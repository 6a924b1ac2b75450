"""What a theorem needs, in every rendering of the report."""

import pytest

from helpers.render_samples import record
from theoremtest.reports.render import html, latex, markdown
from theoremtest.reports.render.view import view

POINT = {"point": {r"\|w\|": "-1"}, "left": "1", "right": "-1", "note": "the root has no sign"}
NEEDS = [
    {"latex": r"\|w\| > 0", "source": "printed", "verdict": "needed", "counterexample": POINT, "by": "exact", "part": "the second part",
     "weaker": [
        {"latex": r"\|w\| \geq 0", "verdict": "enough", "counterexample": None},
        {"latex": r"\|w\| \neq 0", "verdict": "not enough", "counterexample": POINT, "by": "exact"}]},
    {"latex": "z > 7", "source": "ours", "verdict": "not needed", "counterexample": None, "weaker": []},
    {"latex": "q = 3", "source": "ours", "verdict": "undecided", "counterexample": None, "reason": "no decision within 5 s; x*y_1",
     "weaker": []}]


@pytest.fixture(scope="module")
def report():
    return view([record("1", "x = y", needs=NEEDS), record("2", "x = z")])


@pytest.mark.parametrize("render", [lambda report: html.render(report).text, latex.render, markdown.render])
def test_every_rendering_has_the_table(report, render):
    told = " ".join(render(report).replace("\\hspace{0pt}", "").split())
    for words in ("hat it needs", "without it", "where it fails", "not needed: holds more generally", "the second part",
                  "enough in its place", "not enough in its place", "no decision within 5 s", "the root has no sign"):
        assert words in told, words
    assert told.count("hat it needs") == 1


def test_rows_of_a_markdown_table_hold_no_bar_of_their_own(report):
    rows = [line for line in markdown.render(report).splitlines() if line.startswith("|") and "place" in line]
    assert len(rows) == 2 and all(line.count("|") == 4 for line in rows), rows


def test_weaker_conditions_stand_below_the_one_that_they_replace(report):
    assert [(row.latex, row.weaker) for row in report.by_id["sample2020/1"].needs] == [
        (r"\|w\| > 0", False), (r"\|w\| \geq 0", True), (r"\|w\| \neq 0", True), ("z > 7", False), ("q = 3", False)]
    assert report.by_id["sample2020/2"].needs == ()
