"""A claim that says nothing fails by whatever routes it is decided, and the run says why."""

import pytest

from helpers.toy_claims import anywhere, make_claim, registry_of, x
from theoremtest.derivations.language import Domain, Equal, Erratum, Step, Verdict, every, real
from theoremtest.reports.verify.expected import claimed, of_role, problems
from theoremtest.reports.verify.ledger import record_of
from theoremtest.reports.verify.runner import examine

z = real("z")
named = Domain(over=[x], where={z: x + 1})
EMPTY = Equal(z**2, (x + 1)**2, on=named)
NOTE = "says nothing: both sides are the same once z is written out"


def told(claim, wanted=("exact", "points")):
    findings = examine(claim, wanted)
    return claimed(claim, of_role(findings, "printed")), problems(claim, findings)


@pytest.mark.parametrize("wanted", [("exact", "points"), ("exact",), ("points",)])
def test_a_statement_that_says_nothing_is_no_theorem(wanted):
    verdict, found = told(make_claim("1", EMPTY), wanted)
    assert verdict is Verdict.UNDECIDED and f"the printed statement {NOTE}" in found


def test_a_record_carries_the_note():
    claim = make_claim("1", EMPTY)
    record = record_of(claim, examine(claim, ("exact",)), registry_of(claim))
    assert record["verdict"] == "undecided" and f"the printed statement {NOTE}" in record["failures"]


@pytest.mark.parametrize("claim, name", [
    (make_claim("1", every(sum=Equal(z, x + 1, on=named), square=Equal(z**2, x**2 + 2 * x + 1, on=named))), "printed: sum"),
    (make_claim("2", Equal(x, -x, on=anywhere), erratum=Erratum("wrong", "a sign", EMPTY)), "corrected"),
    (make_claim("3", Equal(z**2, x**2 + 2 * x + 1, on=named), derivation=(Step(EMPTY, "the name"),)), "step 1"),
])
def test_every_statement_of_a_claim_says_something(claim, name):
    assert f"the {name} statement {NOTE}" in told(claim)[1]


@pytest.mark.parametrize("statement", [
    Equal(z**2, x**2 + 2 * x + 1, on=named), Equal(z * (z - 2), x**2 - 1, on=named),
])
def test_what_is_to_be_shown_is_no_tautology(statement):
    assert told(make_claim("1", statement)) == (Verdict.PROVED, [])
