"""One neuron of a piecewise linear network: the route through Torch agrees with true motion and refutes what is not."""

import pytest
from sympy import Eq, Identity, ImmutableMatrix, sqrt

from theoremtest.derivations.kunin2024.notation import X, a, d, delta, eta_a, eta_w, mu, n, w
from theoremtest.derivations.kunin2024.piecewise_notation import (
    C,
    M,
    active_data,
    angular,
    conserved,
    direction,
    moving,
    neuron,
    radial,
    rho,
    square,
    training,
    xi,
)
from theoremtest.derivations.language import Conserved, Dot, Evolves, GatedFlow, Outcome, StatementError
from theoremtest.numerics.routes import flow as flow_check
from theoremtest.numerics.routes import gated_velocity, points
from theoremtest.numerics.values.evaluate import NotDefined

across = Identity(d) - direction * direction.T
TRUE = {
    "the read-out": Evolves(a, -eta_a * Dot(w, xi), along=training, on=neuron),
    "the contribution": Evolves(a * w, -M * xi, along=training, on=neuron),
    "the radius": Evolves(a * sqrt(square), -radial * Dot(direction, xi), along=training, symbol=mu, on=moving),
    "the direction": Evolves(direction, -angular * across * xi, along=training, on=moving),
    "the conserved quantity": Conserved(conserved, along=training, on=neuron),
}
FALSE = {
    "the pattern left out": Evolves(a, -eta_a * Dot(w, X.T * rho), along=training, on=neuron),
    "a learning rate left out": Evolves(a * w, -(a**2 * Identity(d) + eta_a * w * w.T) * xi, along=training, on=neuron),
    "the sign of delta turned": Evolves(direction, -(radial - delta) / (2 * mu) * across * xi, along=training, on=moving),
    "the radius at half speed": Evolves(a * sqrt(square), -radial * Dot(direction, xi) / 2, along=training, symbol=mu, on=moving),
    "nothing conserves |w|^2": Conserved(square, along=training, on=neuron),
    "the other neurons left out": Evolves(a, -eta_a * Dot(w, active_data.T * (rho - training.rest)), along=training, on=neuron),
}


@pytest.mark.parametrize("name", list(TRUE))
def test_agrees_with_the_trained_network(name):
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    assert flow_check.applies(TRUE[name])
    assert flow_check.check(TRUE[name], "seed").outcome is Outcome.AGREES


@pytest.mark.parametrize("name", list(FALSE))
def test_refutes_a_wrong_rate(name):
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")
    evidence = flow_check.check(FALSE[name], "seed")
    assert evidence.outcome is Outcome.REFUTED and evidence.counterexample is not None


def test_the_gate_holds_the_slopes_at_the_data():
    """One active and one inactive sample among two, for a point of the domain with its data replaced."""
    point = points.draw(neuron.but(Eq(d, 1), Eq(n, 2)), 1, "gate")[0]
    weight = point[w][0, 0]
    seen = gated_velocity.pattern(training, {**point, X: ImmutableMatrix([[1 / weight], [-2 / weight]])}, 30)[C]
    assert seen[0, 0] == 1 and seen[0, 1] == 0
    assert abs(seen[1, 1] - float(point[training.gamma])) < 1e-12


def test_a_sample_on_the_boundary_is_no_place_between_switching_times():
    point = points.draw(neuron, 1, "boundary")[0]
    with pytest.raises(NotDefined, match="boundary"):
        gated_velocity.pattern(training, {**point, X: 0 * point[X]}, 30)


def test_a_gated_flow_names_what_is_missing():
    with pytest.raises(StatementError, match="gate, rest, gamma"):
        GatedFlow(training.loss, {a: eta_a, w: eta_w})
