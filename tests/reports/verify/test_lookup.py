"""Which claim a person means: ids, numbers and places as papers write them, and refusals where several or none are meant."""

import pytest

from theoremtest.derivations.errors import ClaimError, UnknownClaim
from theoremtest.reports.verify import lookup
from theoremtest.reports.workspace import FLOORS

PLACES = (("27", "Eq. (27)"), ("27:part", "Eq. (27)"), ("7", "Eq. (7)"), ("B.26", "Eq. (B.26)"), ("thm-3.1", "Theorem 3.1"),
          ("fig-7", "Fig. 7"), ("lemma-A.1", "Lemma A.1"), ("sec-3:flow", "Section 3"), ("fn-2", "Footnote 2"),
          ("app-D.2:end", "Appendix D.2"), ("table-1", "Table 1"))
ONE = [{"id": f"one2024/{place}", "paper": "one2024", "where": where} for place, where in PLACES]
TWO = [{"id": f"two2025/{place}", "paper": "two2025", "where": where} for place, where in (("27", "Eq. (27)"), ("prop-2", "Proposition 2"))]


@pytest.mark.parametrize("wanted, place", [
    ("one2024/27", "27"), ("27", "27"), ("(27)", "27"), ("Eq. (27)", "27"), ("eq. 27", "27"), ("Eq 27", "27"), ("eqn. (27)", "27"),
    ("equation 27", "27"), ("Equation (27)", "27"), ("27:part", "27:part"), ("7", "7"),
    ("Eq. (B.26)", "B.26"), ("eq b.26", "B.26"), ("B.26", "B.26"),
    ("theorem 3.1", "thm-3.1"), ("Theorem 3.1", "thm-3.1"), ("Thm. 3.1", "thm-3.1"), ("thm-3.1", "thm-3.1"), ("Fig. 7", "fig-7"),
    ("figure 7", "fig-7"), ("lemma A.1", "lemma-A.1"), ("section 3", "sec-3:flow"), ("Footnote 2", "fn-2"), ("Appendix D.2", "app-D.2:end"),
    ("Table 1", "table-1"),
])
def test_a_place_in_any_spelling(wanted, place):
    assert lookup.record_of(wanted, ONE)["id"] == f"one2024/{place}"


@pytest.mark.parametrize("wanted", ["27", "Eq. (27)", "eq. 27"])
def test_a_place_in_two_papers_is_refused_with_both_ids(wanted):
    with pytest.raises(lookup.Ambiguous, match=r"is in several papers: one2024/27, two2025/27; give the id"):
        lookup.record_of(wanted, ONE + TWO)
    assert lookup.record_of(wanted, ONE + TWO, "two2025")["id"] == "two2025/27"
    assert lookup.record_of("Proposition 2", ONE + TWO)["id"] == "two2025/prop-2"


@pytest.mark.parametrize("wanted, near", [
    ("thm-3.2", "one2024/thm-3.1"), ("one2024/28", "one2024/27"), ("one2025/27", "one2024/27"), ("lemma-A.2", "one2024/lemma-A.1"),
    ("fig-77", "one2024/fig-7")])
def test_near_misses_are_named(wanted, near):
    with pytest.raises(UnknownClaim) as error:
        lookup.record_of(wanted, ONE)
    assert near in error.value.near and f"unknown claim '{wanted}'" in str(error.value) and near in str(error.value)


@pytest.mark.parametrize("wanted", ["", "zzzz", "Eq. (", "()", "eq", "Theorem", ".", "/", "Eq. (270)", "3", "Fig. 71"])
def test_what_is_no_place_is_unknown(wanted):
    with pytest.raises(UnknownClaim):
        lookup.record_of(wanted, ONE + TWO)


def test_several_places_and_whole_papers():
    assert [record["id"] for record in lookup.records_of(["fig-7", "Eq. (7)", "fig-7"], ONE)] == ["one2024/fig-7", "one2024/7"]
    assert lookup.records_of([], ONE + TWO) == ONE + TWO and lookup.records_of([], ONE + TWO, "two2025") == TWO
    with pytest.raises(ClaimError, match="unknown paper 'three2026'; known: one2024, two2025"):
        lookup.records_of([], ONE + TWO, "three2026")
    with pytest.raises(UnknownClaim):
        lookup.records_of(["fig-7"], ONE + TWO, "two2025")


def test_the_line_of_a_claim_function_is_found():
    record = {"module": "theoremtest.derivations.kunin2024.a2_3_upstream_eq26_28", "function": "upstream_sheets"}
    path, _, line = lookup.source_of(record, FLOORS).partition(":")
    assert path == "derivations/kunin2024/a2_3_upstream_eq26_28.py"
    assert (FLOORS / path).read_text("utf-8").splitlines()[int(line) - 1] == "def upstream_sheets():"
    assert lookup.source_of({**record, "function": "gone"}, FLOORS) == path
    assert lookup.source_of({"module": "elsewhere.paper", "function": "f"}, FLOORS) == "elsewhere.paper"
    assert lookup.source_of({}, FLOORS) == ""
