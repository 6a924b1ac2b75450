"""The gradient-flow route for claims: autograd agrees with true rates, refutes wrong ones, and says when it cannot run."""

from dataclasses import replace

import pytest
from sympy import Rational, sqrt

from theoremtest.derivations.kunin2024.notation import (
    W,
    a,
    beta_star,
    conserved,
    eta_a,
    mu0,
    omega,
    rates_positive,
    reduced_flow,
    reduced_state,
    s,
    vector_flow,
    w,
    whitened,
)
from theoremtest.derivations.language import Conserved, Dot, Evolves, Outcome
from theoremtest.derivations.papers import Library
from theoremtest.numerics.routes import flow as flow_check

STATE = reduced_state & rates_positive
TRUE = {
    "a of a vector state": Evolves(a, eta_a * (Dot(w, beta_star) - a * Dot(w, w)), along=vector_flow, on=whitened),
    "a of a reduced state": Evolves(a, eta_a * (omega - a * W), along=reduced_flow, on=STATE),
    "the conserved quantity": Conserved(conserved, along=reduced_flow, on=STATE),
}
FALSE = {
    "a learning rate left out": Evolves(a, omega - a * W, along=reduced_flow, on=STATE),
    "a sign turned": Evolves(a, eta_a * (omega + a * W), along=reduced_flow, on=STATE),
    "nothing conserves |w|^2": Conserved(W * s, along=reduced_flow, on=STATE),
}


@pytest.mark.parametrize("name", list(TRUE))
def test_agrees_with_the_trained_network(name):
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    assert flow_check.check(TRUE[name], "seed").outcome is Outcome.AGREES


@pytest.mark.parametrize("name", list(FALSE))
def test_refutes_a_wrong_rate(name):
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    evidence = flow_check.check(FALSE[name], "seed")
    assert evidence.outcome is Outcome.REFUTED and evidence.counterexample is not None


def test_without_torch_it_is_unavailable_never_passed(monkeypatch):
    monkeypatch.setattr(flow_check, "available", lambda: False)
    evidence = flow_check.check(TRUE["the conserved quantity"], "seed")
    assert evidence.outcome is Outcome.UNAVAILABLE and "pip install 'theoremtest[flow]'" in evidence.tried[0]


def test_says_nothing_of_flows_that_name_no_network():
    silent = replace(reduced_flow, network=None)
    assert not flow_check.applies(Conserved(conserved, along=silent, on=STATE))


REGISTRY = Library().registry()
RIGHT = REGISTRY["kunin2024/25"].erratum.corrected
MINIMUM = REGISTRY["kunin2024/thm-3.1"].statement


def test_a_closed_form_agrees_with_the_trained_network():
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    evidence = flow_check.check(RIGHT, "seed")
    assert evidence.outcome is Outcome.AGREES and evidence.scope == "3 trained networks"


@pytest.mark.parametrize("slip", [2, -1, 1 + Rational(1, 10**6)], ids=["factor", "sign", "a millionth"])
def test_a_wrong_closed_form_is_refuted_by_training(slip):
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    (state, solution), = RIGHT.solution.items()
    wrong = replace(RIGHT, solution={state: slip * solution})
    assert flow_check.check(wrong, "seed").outcome is Outcome.REFUTED


@pytest.mark.slow
def test_a_minimiser_is_where_training_comes_to_rest():
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    assert flow_check.followed(MINIMUM, "seed", 1).outcome is Outcome.AGREES
    assert flow_check.followed(replace(MINIMUM, slope=2 * MINIMUM.slope), "seed", 1).outcome is Outcome.REFUTED


def test_starts_that_no_network_has_are_left_out_and_told():
    """Where no start has real parameters the route is undecided, never agreed."""
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    nowhere = replace(RIGHT, system=replace(RIGHT.system, lift={**RIGHT.system.lift, a: sqrt(-1 - mu0**2)}))
    evidence = flow_check.check(nowhere, "seed")
    assert evidence.outcome is Outcome.UNDECIDED and evidence.tried
