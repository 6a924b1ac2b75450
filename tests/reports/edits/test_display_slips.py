"""Slips of one token in the papers' displays: none passes in silence unless it says the same; `THEOREMTEST_SLIPS=20000` draws more."""

import os
import random
from collections import Counter

import pytest

from benchmarks.display_slips import ERROR, LAYOUT, SILENT, of_the_papers, printed, run
from theoremtest.reports.workspace import Workspace

NUMBER = int(os.environ.get("THEOREMTEST_SLIPS", "1000"))


@pytest.fixture(scope="module")
def slips():
    return of_the_papers(Workspace.here())


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_no_slip_of_one_token_passes_in_silence(slips):
    found = Counter()
    for slip, outcome in run(slips, NUMBER):
        found[outcome] += 1
        assert outcome != SILENT, (slips.entries[slip.entry]["claim"], slip)
    assert found[ERROR] > found[LAYOUT]


def test_a_reader_that_drops_a_token_is_found_out(slips, monkeypatch):
    """The search for slips would see it: with a command passed over, a slip that puts it in passes in silence."""
    from theoremtest.derivations.notation import layout, rows, tokens

    monkeypatch.setitem(layout.NO_INK, r"\heartsuit", 0)
    monkeypatch.setattr(tokens, "PASSED_OVER", tokens.PASSED_OVER | {r"\heartsuit"})
    monkeypatch.setattr(rows, "NOTHING", rows.NOTHING | {r"\heartsuit"})
    number = next(place for place, entry in enumerate(slips.entries) if entry["claim"] == "kunin2024/26")
    slip = slips.draw(random.Random(0))
    seen = type(slip)(number, "insert", "+", r"\heartsuit", slips.entries[number]["formula"] + r"\heartsuit")
    assert slips.outcome(seen) == SILENT


@pytest.mark.parametrize("one, other, same", [
    ("a = b", r"a = \, b.", True), ("a = b", r"\begin{align} a &= b \end{align}", False), ("a = b", "a = {b}", True),
    ("a := b", "a = b", True),
    (r"a = b, \quad c", r"a = b \quad c", True), ("a = b", "a = -b", False), ("a^2", "a2", False), (r"\frac a b", r"\frac b a", False),
])
def test_what_is_layout_alone(one, other, same):
    assert bool(set(printed(one)) & set(printed(other))) == same
