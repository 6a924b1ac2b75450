"""Coverage: every numbered place of a paper is in the table, and what is done is accounted for."""

import pytest

from theoremtest.derivations.papers import Library
from theoremtest.reports.render.coverage import STATES, CoverageError, counts, coverage, equation_number, papers_with_tables


def places_of(registry):
    """Id and place of each claim of the paper, as `coverage` takes them."""
    return [(claim.id, claim.where) for claim in registry if claim.paper.key == "kunin2024"]


@pytest.fixture(scope="module")
def kunin():
    return coverage("kunin2024", places_of(Library().registry()))


def test_every_equation_number_of_the_paper_occurs_once_and_in_order(kunin):
    assert [number for place in kunin if (number := equation_number(place.where)) is not None] == list(range(1, 130))


def test_every_result_of_the_paper_occurs(kunin):
    places = {place.where for place in kunin}
    assert {"Theorem 3.1", "Theorem 4.1", "Lemma A.1", "Theorem A.2", "Lemma B.1", "Lemma B.2", "Lemma B.3", "Assumption B.4",
            "Assumption B.5", "Theorem B.6", "Definition B.7", "Lemma B.8", "Theorem B.9", "Definition C.1",
            "Proposition C.2"} <= places
    assert {f"Footnote {n}" for n in range(1, 13)} <= places
    assert {f"Fig. {n}" for n in range(1, 13)} <= places


def test_each_place_is_in_one_known_state(kunin):
    assert {place.state for place in kunin} <= set(STATES)
    assert sum(counts(kunin).values()) == len(kunin)
    assert all(place.reason for place in kunin if place.state == "not a claim")


def test_nothing_of_section_3_and_appendix_a_is_left(kunin):
    done = [place for place in kunin if place.section in ("3", "D.2") or place.section.startswith("A")]
    assert [place.where for place in done if place.state == "not yet"] == []


def test_a_claim_at_an_unlisted_place_is_an_error():
    with pytest.raises(CoverageError, match=r"does not list: Eq. \(999\)"):
        coverage("kunin2024", [("kunin2024/999", "Eq. (999)")])


def test_a_paper_without_a_table_is_an_error_that_names_those_with_one():
    with pytest.raises(CoverageError, match="kunin2024"):
        coverage("nowhere2026", [("nowhere2026/1", "Eq. (1)")])
    assert "kunin2024" in papers_with_tables()
