"""Where an extra is not installed, what only it could say is neither a pass nor a failure."""

import pytest
from sympy import sin

from helpers.toy_claims import make_claim, registry_of
from theoremtest.derivations.language import Domain, Equal, Evidence, Observed, Outcome, real
from theoremtest.reports.verify.consistency import fault, lacks_a_route
from theoremtest.reports.verify.expected import problems, waits_for
from theoremtest.reports.verify.ledger import record_of
from theoremtest.reports.verify.runner import Check, Finding

r = real("r")
SEEN = Observed(r > 2, "helpers.toy_experiments:clear", on=Domain(over=[r]))
WRITTEN = Equal(sin(r)**2, 1 - sin(r)**2, on=Domain(over=[r]))
OPEN = Evidence("exact", "none", Outcome.UNDECIDED, tried=("tried",))
MISSING = Evidence("flow", "", Outcome.UNAVAILABLE, tried=("no torch",))
AGAINST = Evidence("flow", "", Outcome.REFUTED)


def found(statement, *evidence):
    return [Finding(Check("printed", "", statement, ()), evidence)]


def test_an_experiment_that_cannot_be_run_is_waited_for():
    claim, findings = make_claim("1", statement=SEEN), found(SEEN, OPEN, MISSING)
    assert problems(claim, findings) == [] and waits_for(findings) == "no torch"
    record = record_of(claim, findings, registry_of(claim))
    assert record["verdict"] == "undecided" and lacks_a_route(record) and not fault(record)


@pytest.mark.parametrize("statement, evidence", [(SEEN, (OPEN,)), (SEEN, (OPEN, AGAINST)), (WRITTEN, (OPEN, MISSING))])
def test_anything_else_that_is_not_shown_is_a_problem(statement, evidence):
    assert problems(make_claim("1", statement=statement), found(statement, *evidence)) and not waits_for(found(statement, *evidence))
