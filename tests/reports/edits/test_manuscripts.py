"""Displays as papers print them: whatever is read is judged as the ledger judges it, and foreign displays are never misread."""

import json
import re

import pytest

from benchmarks.manuscripts import FIXTURE, HELD_OUT, WRONGLY, displays, judged
from benchmarks.manuscripts_held_out import MISREAD, outcome
from theoremtest.derivations.notation import declaration
from theoremtest.reports.workspace import Workspace


def test_every_display_belongs_to_a_claim():
    known = {record["id"] for record in Workspace.here().records}
    assert {entry["claim"] for entry in json.loads(FIXTURE.read_text("utf-8"))} <= known


def test_a_declared_name_spells_out_no_side_but_a_name():
    """Otherwise a declaration, and not the display, would say what the claim says."""
    spelled = re.compile(r"\\(?:sum|int|sqrt|left)(?![A-Za-z])|[(\[|+-]|\\frac(?!\{(?:d|\\partial|\\Delta))")
    for entry in displays():
        text = entry["formula"].replace(r"\coloneqq", "=").replace(":=", "=").replace(" ", "").rstrip(".,")
        sides = set(text.split("="))
        lefts = [declaration(text).left for text in entry.get("where", ())]
        assert [left for left in lefts if spelled.match(left) and left.replace(" ", "") in sides] == [], entry["claim"]


def test_a_display_that_no_claim_states_says_why_and_declares_nothing():
    apart = [entry for entry in displays() if "apart" in entry]
    assert apart and all(entry["apart"] and "where" not in entry for entry in apart)


@pytest.mark.slow
@pytest.mark.drawn(4)
@pytest.mark.parametrize("claim", ["kunin2024/2", "kunin2024/4", "kunin2024/23", "kunin2024/81", "kunin2024/99", "kunin2024/107",
                                   "xu2024/18", "nam2024/2.17"])
def test_a_display_is_judged_as_the_ledger_judges_it(claim):
    (entry,) = [entry for entry in displays() if entry["claim"] == claim]
    assert judged(entry, Workspace.here()).outcome == "judged rightly"


@pytest.mark.drawn(7)
@pytest.mark.slow
@pytest.mark.parametrize("paper", ["kunin2024", "xu2024", "nam2024"])
def test_no_display_is_judged_wrongly(paper):
    place = Workspace.here()
    rows = [judged(entry, place) for entry in displays(paper)[::2]]  # the benchmark of displays takes all of them
    assert [row for row in rows if row.outcome == WRONGLY] == []


def test_no_foreign_display_is_misread():
    found = {entry["name"]: outcome(entry) for entry in json.loads(HELD_OUT.read_text("utf-8"))}
    assert {name: why for name, (told, why) in found.items() if told == MISREAD} == {}
