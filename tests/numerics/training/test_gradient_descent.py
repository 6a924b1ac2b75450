"""Discrete gradient descent: its distance from gradient flow is of first order in the step."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from theoremtest.numerics.training.gradient_flow import deep_linear, descend, flow, single_neuron, two_layer  # noqa: E402  the tests need torch

torch.set_num_threads(1)  # tiny tensors: a second thread only waits

SIZES = {"d": 3, "h": 2, "c": 2, "h1": 2, "h2": 2}
TIMES = np.arange(0, 9) / 4


def data(network):
    generator = np.random.default_rng(0)
    return generator.standard_normal((5, 3)) / 2, generator.standard_normal((5, *(SIZES[dim] for dim in network.outputs)))


@pytest.mark.drawn(6)
@pytest.mark.parametrize("network", [single_neuron(), two_layer(vector_output=True), deep_linear(2)], ids=lambda n: n.name)
def test_distance_from_the_flow_halves_with_the_step(network):
    """Observed order log2 of successive distances, the largest over all networks, parameters and a fixed grid of times."""
    X, y = data(network)
    params = network.draw(SIZES, (8,), seed=1, scale=0.7)
    rates = {name: 0.5 + 0.2 * i for i, name in enumerate(network.layers)}
    smooth = flow(network, params, X, y, TIMES, rates, device="cpu")
    distances = []
    for step in (1 / 64, 1 / 128, 1 / 256):
        steps = descend(network, params, X, y, TIMES, rates, step=step, device="cpu")
        distances.append(max(np.abs(steps.parameters[k] - smooth.parameters[k]).max() for k in params))
        assert (steps.steps == TIMES[-1] / step).all()
    orders = np.log2(np.array(distances[:-1]) / distances[1:])
    np.testing.assert_allclose(orders, 1.0, atol=0.1)
    assert distances[-1] > 1e-6  # far above the flow's own error, so the order is that of descent


def test_one_update_is_the_step_against_the_gradient():
    """f = a w x with x = 1, y = 0: dL/da = a w^2 and dL/dw = a^2 w."""
    run = descend(single_neuron(), {"a": 2.0, "w": [3.0]}, [[1.0]], [0.0], [0.5], {"a": 0.02, "w": 0.04}, step=0.5, device="cpu")
    assert run.final()["a"] == pytest.approx(2 - 0.5 * 0.02 * 18)
    assert run.final()["w"] == pytest.approx([3 - 0.5 * 0.04 * 12])


def test_refusals_are_named():
    arguments = (single_neuron(), {"a": 1.0, "w": [1.0]}, [[1.0]], [1.0])
    with pytest.raises(ValueError, match="time 0.35 is no whole multiple of the step 0.1"):
        descend(*arguments, [0.3, 0.35], step=0.1, device="cpu")
    with pytest.raises(ValueError, match="step is 0"):
        descend(*arguments, [0.3], step=0, device="cpu")
    with pytest.raises(FloatingPointError, match="smaller step"):
        descend(single_neuron(), {"a": 1.0, "w": [1.0]}, [[1.0]], [3.0], [50.0], 10.0, step=1.0, device="cpu")
