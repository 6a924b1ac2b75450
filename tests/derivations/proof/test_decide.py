"""The order in which a statement is decided: what speaks against it at once, a proof that the kernel takes, the rules of the engine."""

import json

import pytest
from sympy import Integer, Ne, exp, log, symbols

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.statement import Equal, Holds
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof import decide
from theoremtest.derivations.proof.attest import KERNEL, offering

x, y = symbols("x y", real=True)
TRUE = Equal((x + y)**2, x**2 + 2*x*y + y**2, on=Domain(over=[x, y]))
FALSE = Holds(x**2 >= 2*x*y, on=Domain(over=[x, y]))


@pytest.fixture
def searches(monkeypatch):
    """Statements for which a proof is looked for."""
    asked = []
    search = decide.witness
    monkeypatch.setattr(decide, "witness", lambda statement: (asked.append(statement), search(statement))[1])
    with offering(()):
        yield asked


def test_what_the_kernel_takes_is_asked_of_no_rule(searches, monkeypatch):
    monkeypatch.setattr(decide, "findings_on", lambda *question: pytest.fail("a rule was asked"))
    found = decide.decide_here(TRUE)
    assert (found.outcome, found.assumes, found.scope) == (Outcome.PROVED, (), "whole domain")
    assert found.engine.startswith(KERNEL) and found.proofs


def test_without_a_proof_the_verdict_names_its_rule(monkeypatch):
    monkeypatch.setattr(decide, "witness", lambda statement: None)
    with offering(()):
        found = decide.decide_here(TRUE)
    assert found.outcome is Outcome.PROVED and found.assumes == (found.engine,) and not found.proofs


def test_what_fails_at_a_simple_point_is_not_searched_for(searches):
    assert decide.decide_here(FALSE).outcome is Outcome.REFUTED and not searches


def test_a_point_that_is_kept_refutes_by_itself_where_nothing_is_searched_for(monkeypatch):
    first = decide.decide_here(FALSE)
    monkeypatch.setattr(decide, "findings_on", lambda *question: pytest.fail("a rule was asked"))
    with offering(first.proofs, search=False):
        found = decide.decide_here(FALSE)
    assert found.outcome is Outcome.REFUTED and found.counterexample.point == first.counterexample.point


@pytest.mark.parametrize("told", [lambda point: point.replace('"number",1', '"number",0'), lambda point: point.replace("point", "proof")])
def test_a_point_that_was_tampered_with_refutes_nothing(told):
    kept = tuple(map(told, decide.decide_here(FALSE).proofs))
    assert decide.refuted(FALSE, kept) is None


def test_an_identity_is_not_refuted_where_a_side_has_no_value():
    statement, nothing = Equal(log(x**2), 2*log(x), on=Domain(over=[x])), json.dumps({"point": to_tree({x: Integer(-1)})})
    assert decide.refuted(statement, (nothing,)) is None
    assert decide.refuted(Holds(log(x**2) >= 2*log(x), on=statement.on), (nothing,)) is not None


@pytest.mark.slow
def test_nothing_is_proved_where_a_domain_has_no_point(searches):
    nowhere = Domain(x*y > 1, x*y < -1)
    assert decide.decide_here(Equal(x, 2*x/2, on=nowhere)).outcome is Outcome.UNDECIDED
    assert decide.decide_here(Holds(x > 0, on=nowhere)).outcome is Outcome.UNDECIDED


def test_nothing_is_proved_where_no_side_has_a_value(searches):
    assert decide.decide_here(Equal(log(x), log(x) + y - y, on=Domain(x < 0, over=[x, y]))).outcome is Outcome.UNDECIDED


def test_the_scope_says_whether_sides_are_supposed_to_have_values(searches):
    roots = Equal(log(x*y), log(x) + log(y), on=Domain(over=[x, y]))
    assert "wherever both sides are defined" in decide.decide_here(roots).scope
    assert decide.decide_here(Equal(roots.left, roots.right, on=Domain(x > 0, y > 0))).scope == "whole domain"
    assert decide.decide_here(Equal(x*y/y*exp(x), x*exp(x), on=Domain(Ne(y, 0), over=[x, y]))).scope == "whole domain"
