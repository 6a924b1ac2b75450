"""What becomes of conditions, readings and origins on the way from a claim to its record, with claims made for it."""

import pytest
from sympy import Eq, Ge, Gt, Ne, sqrt

from helpers.toy_claims import TOY, make_claim, registry_of, x
from theoremtest.derivations.language import (
    Claim,
    ClaimError,
    Convention,
    Domain,
    Equal,
    Erratum,
    Holds,
    Meaning,
    Paper,
    Printed,
    Verdict,
    added,
    by,
    every,
    real,
    sources_of,
    stated,
    without,
)
from theoremtest.reports.verify import ledger, ledger_file
from theoremtest.reports.verify.runner import checks_of, examine

y, z = real("y"), real("z")
POSITIVE = Convention("positive y", "Section 1", "let y > 0 throughout")
A_SQUARE = Meaning("z is a square", "Section 2")
PAPER = Paper(key="toy2026", authors="A. Author", title="Conditions", year=2026, conventions=(POSITIVE,))
shared = Domain(y > 0, source=POSITIVE) & Domain(Ge(z, 0), source=A_SQUARE)


def record_of(statement, *marks, erratum=None, **rest):
    claim = Claim(**{**vars(make_claim("1", statement, erratum=erratum, paper=PAPER)), "conditions": marks, **rest})
    registry = registry_of(claim)
    record = ledger.record_of(claim, examine(claim, ("exact", "points")), registry)
    ledger_file.validate([record])
    return record


def kinds(record):
    return {row["latex"]: row["source"] for row in record["conditions"]}


def test_each_condition_has_its_source_and_what_nobody_named_is_unclassified():
    on = shared.but(x > 1, Ne(x, 2))
    assert kinds(record_of(Equal(sqrt(x**2), x, on=on), stated(x > 1))) == {
        "y > 0": "convention", r"z \geq 0": "meaning", "x > 1": "printed", r"x \neq 2": "unclassified"}


def test_nothing_of_a_statement_of_ours_is_unclassified():
    assert set(kinds(record_of(Equal(sqrt(x**2), x, on=shared.but(x > 1)), origin="derived")).values()) == {"convention", "meaning", "ours"}


def test_a_claim_goes_before_its_domain_and_reads_a_relation_from_either_side():
    found = sources_of(Equal(x, x + y, on=shared.but(Gt(x, y))), [added(y > 0, because="why"), stated(y < x)], PAPER)
    assert [(entry.condition, entry.source) for entry in found] == [(y > 0, "added"), (Ge(z, 0), "meaning"), (Gt(x, y), "printed")]


def test_sources_go_with_a_domain_and_are_no_part_of_what_it_says():
    at = shared.at({y: x})
    assert [(entry.condition, entry.source) for entry in sources_of(Holds(x > 0, on=at))] == [(x > 0, "convention"), (Ge(z, 0), "meaning")]
    assert shared == Domain(y > 0, Ge(z, 0))
    assert Equal(y, z, on=shared).key() == Equal(y, z, on=Domain(y > 0, Ge(z, 0))).key()


def test_a_tied_letter_is_a_condition_where_it_is_named():
    tied = Domain(y > 0, where={z: 1 / y})
    assert [entry.condition for entry in sources_of(Equal(z, x, on=tied.but(over=[x])))] == [y > 0]
    found = sources_of(Equal(z, x, on=tied.but(over=[x])), [added(Eq(z, 1 / y), because="one letter for both")])
    assert found[-1].source == "added"
    free = without(Equal(z, x, on=tied.but(over=[x])), Eq(z, 1 / y))
    assert free.on.where == {} and z in free.on.symbols
    with_source = Domain(y > 0, where={z: 1 / y}, source=POSITIVE)
    assert len(sources_of(Equal(z, x, on=with_source.but(over=[x])))) == 2


@pytest.mark.parametrize("marks, words", [
    ([stated(x > 5)], "no condition of the statement"),
    ([stated(y > 0), added(y > 0, because="twice")], "marked twice"),
    (["y > 0"], "`stated`, `added` or `by`"),
    ([by(Convention("unheard of", "Section 9"), y > 0)], "not among those of toy2026"),
])
def test_a_mark_that_fits_nothing_is_an_error(marks, words):
    with pytest.raises(ClaimError, match=words):
        sources_of(Equal(x, x + y, on=shared.but(over=[x])), marks, PAPER)


@pytest.mark.parametrize("make, words", [
    (lambda: added(x > 0, because=" "), "why it was added"),
    (lambda: stated(), "name the conditions"),
    (lambda: stated(x), "a condition is a relation"),
    (lambda: by("positive y", y > 0), "Convention or a Meaning"),
    (lambda: Convention("", "Section 1"), "a convention has a name"),
    (lambda: Meaning("a norm", ""), "where the paper introduces"),
    (lambda: Paper("k", "A", "T", 1, conventions=(POSITIVE, POSITIVE)), "one name"),
    (lambda: Erratum("wrong", "why", Equal(x, y, on=Domain(over=[x, y])), no_value=True), "incomplete"),
])
def test_a_source_says_enough(make, words):
    with pytest.raises(ClaimError, match=words):
        make()


def test_an_added_condition_that_is_not_needed_must_go():
    record = record_of(Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(x > 0)), added(x > 0, because="to be safe"))
    assert record["verdict"] == "proved" and record["conditions"][0]["without"]["verdict"] == "proved"
    assert any("must go" in failure for failure in record["failures"])


def test_an_added_condition_without_which_it_fails_asks_for_an_erratum_and_shows_the_point():
    record = record_of(Equal(sqrt(x**2), x, on=Domain(x > 0)), added(x > 0, because="roots are positive"))
    left = record["conditions"][0]["without"]
    assert left["verdict"] == "refuted" and left["counterexample"]["point"] == {"x": "-1"}
    assert any("incomplete" in failure for failure in record["failures"])


def test_an_added_condition_without_which_there_is_no_value_asks_for_an_erratum():
    record = record_of(Equal((x + 1) / x, 1 + 1 / x, on=Domain(Ne(x, 0))), added(Ne(x, 0), because="it divides"))
    left = record["conditions"][0]["without"]
    assert left["verdict"] == "refuted" and left["counterexample"]["point"] == {"x": "0"} and "no value" in left["counterexample"]["note"]


def test_what_is_still_known_without_a_condition():
    statement = Equal(sqrt(x**2), x, on=Domain(x > 0))
    record = record_of(statement, added(x > 0, because="a norm", leaving=[Ge(x, 0)]))
    assert record["conditions"][0]["without"]["verdict"] == "proved"


def test_only_the_parts_that_have_the_condition_are_tried_without_it():
    both = every(a=Equal(sqrt(x**2), x, on=Domain(x > 0)), b=Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(over=[x])))
    claim = Claim(**{**vars(make_claim("1", both)), "conditions": (added(x > 0, because="roots"),)})
    assert [check.part for check in checks_of(claim) if check.role == "without 1"] == ["a"]


def test_a_statement_without_a_value_is_incomplete():
    printed = Equal((x + 1) / x, 1 + 1 / x, on=Domain(over=[x]))
    corrected = Equal((x + 1) / x, 1 + 1 / x, on=Domain(Ne(x, 0)))
    record = record_of(printed, erratum=Erratum("incomplete", "it divides by x", corrected, no_value=True))
    assert record["failures"] == [] and record["verdict"] == "refuted" and record["erratum"]["counterexample"]["point"] == {"x": "0"}
    unfounded = record_of(Equal(x**2, x * x + y - y, on=Domain(over=[x, y])), erratum=Erratum(
        "incomplete", "nothing", Equal(x**2, x * x + y - y, on=Domain(Ne(x, 0), over=[y])), no_value=True))
    assert unfounded["failures"], "a formula that has a value everywhere is not refuted"


def test_what_a_reading_leaves_out_makes_a_proof_one_in_part():
    record = record_of(Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(over=[x])), reading="by squares", leaves_out="cubes")
    assert record["verdict"] == "proved in part" and record["failures"] == [] and record["leaves_out"] == "cubes"
    wrong = record_of(Equal((x + 1)**2, x**2, on=Domain(over=[x])), reading="by squares", leaves_out="cubes")
    assert wrong["verdict"] == "refuted"
    assert Verdict.SUPPORTED.rank < Verdict.PROVED_IN_PART.rank < Verdict.PROVED.rank


@pytest.mark.parametrize("origin", ["reconstructed", "derived"])
def test_what_is_not_printed_is_no_erratum_of_the_paper(origin):
    claim = make_claim("1", erratum=Erratum("wrong", "why", Equal(x, x**2, on=Domain(over=[x]))))
    with pytest.raises(ClaimError, match="no erratum of it"):
        _ = Claim(**{**vars(claim), "origin": origin}).printed


def test_conditions_on_symbols_that_the_claim_makes_are_marked_in_what_it_returns():
    inner = real("u")
    claim = Claim(**{**vars(make_claim("1")), "build": lambda: Printed(
        Holds(inner > -1, on=Domain(inner > 0)), conditions=(stated(inner > 0),))})
    assert [entry.source for entry in claim.sources] == ["printed"]


def test_a_ledger_of_an_earlier_version_is_read_as_saying_nothing_of_it(tmp_path):
    record = record_of(Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(over=[x])))
    for name in ledger_file.LATER:
        del record[name]
    ledger_file.save([record], tmp_path / "ledger.json")
    assert ledger_file.read(tmp_path / "ledger.json")[0]["conditions"] == []
    assert TOY.version == ""
