"""Bad input: each mistake is named with its value and what is allowed, and none of them passes for a result."""


import pytest
from sympy import Gt, Lt

from helpers.toy_claims import anywhere, make_claim, registry_of, wrong_square, x, y
from theoremtest.derivations.language import (
    CyclicUses,
    Domain,
    DomainError,
    DuplicateClaim,
    Equal,
    Outcome,
    StatementError,
    TheoremtestError,
    UnknownClaim,
    real,
)
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.numerics.routes import dispatch as routes
from theoremtest.reports.verify.ledger import record_of
from theoremtest.reports.verify.runner import examine


def test_contradictory_conditions_on_a_symbol():
    with pytest.raises(DomainError, match="contradictory conditions on x"):
        Domain(x > 1, x < 0)


def test_an_undeclared_symbol():
    with pytest.raises(StatementError, match="undeclared z; its domain declares x"):
        Equal(x, real("z"), on=anywhere)


def test_cyclic_uses():
    with pytest.raises(CyclicUses, match="toy2026/1.*toy2026/2"):
        registry_of(make_claim("1", uses=["toy2026/2"]), make_claim("2", uses=["toy2026/1"]))


def test_a_duplicate_id():
    with pytest.raises(DuplicateClaim, match="'toy2026/1' at toy.py:1 is taken"):
        registry_of(make_claim("1"), make_claim("1"))


def test_an_unknown_id_in_uses():
    with pytest.raises(UnknownClaim, match="'toy2026/11' .named in `uses` of toy2026/1.*nearest known: toy2026/1"):
        registry_of(make_claim("1", uses=["toy2026/11"]))


def test_a_domain_in_which_no_point_is_found():
    nowhere = Domain(Gt(x, y), Lt(x, y))
    evidence = routes.run("points", Equal(x, x, on=nowhere), "toy2026/1")
    assert evidence.outcome is Outcome.UNDECIDED
    assert evidence.tried[0].startswith(routes.NO_POINT)


def test_an_engine_that_says_that_its_time_ran_out(exact_says):
    def late(statement):
        deadline = Deadline(0.0)
        while True:
            deadline.check()
    exact_says(late)
    evidence = routes.run("exact", wrong_square(), "toy2026/1", seconds=0.0)
    assert evidence.outcome is Outcome.UNDECIDED and evidence.tried == ("no decision within 0 s",)


def test_an_engine_that_ignores_its_limit_is_stopped(exact_says):
    def endless(statement):
        while True:
            pass
    exact_says(endless)
    registry = registry_of(make_claim("1"))
    findings = examine(registry["toy2026/1"], ("exact",), seconds=0.1)
    assert findings[0].evidence[0].tried == ("stopped after 0.15 s",)
    assert record_of(registry["toy2026/1"], findings, registry)["verdict"] == "undecided"


def test_an_unknown_route():
    with pytest.raises(TheoremtestError, match="unknown route 'guess'"):
        routes.run("guess", wrong_square(), "toy2026/1")
