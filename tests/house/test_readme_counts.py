"""The README's table of papers says what is so: how many claims each has, how many of them are refuted as printed, and what is covered."""

import re
from pathlib import Path

import pytest

from theoremtest.derivations.papers import Library
from theoremtest.reports.render.coverage import coverage

pytestmark = pytest.mark.slow  # errata of all papers are built

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
ROWS = {key: (int(claims), int(refuted), covered)
        for key, claims, refuted, covered in re.findall(r"^\| `(\w+)` \|[^|]*\| (\d+) \| (\d+) \| ([^|]*) \|$", README, re.MULTILINE)}


@pytest.fixture(scope="module")
def by_paper():
    found = {}
    for claim in Library().registry():
        found.setdefault(claim.paper.key, []).append(claim)
    return found


def test_every_paper_has_a_row_with_its_counts(by_paper):
    counted = {key: (len(claims), sum(claim.erratum is not None and claim.erratum.kind != "garbled" for claim in claims))
               for key, claims in by_paper.items()}
    assert {key: row[:2] for key, row in ROWS.items()} == counted


@pytest.mark.parametrize("key", [key for key, row in ROWS.items() if row[2].startswith("all of it")])
def test_what_is_said_to_be_covered_whole_has_no_place_left(by_paper, key):
    places = coverage(key, [(claim.id, claim.where) for claim in by_paper[key]])
    assert places and [place for place in places if place.state == "not yet"] == []
