"""Gradient flow from forward functions: the laws it must obey, whatever the network."""

import numpy as np
import pytest
from flow_cases import NETWORKS, SIZES, SMOOTH, TIGHT, TIMES, D, N, data, gap, named

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from theoremtest.numerics.training.gradient_flow import deep_linear, diagonal_linear, flow, single_neuron, two_layer  # noqa: E402  the tests need torch

torch.set_num_threads(1)  # tiny tensors: a second thread only waits


# -- what the flow is ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("network", NETWORKS, ids=named)
def test_velocity_is_minus_rate_times_the_slope_of_the_loss(network):
    """A short flow against central differences of the loss, layer by layer, each with its own rate."""
    X, y = data(network)
    params = network.draw(SIZES, seed=1)
    rates = {name: 0.5 + 0.25 * i for i, name in enumerate(network.layers)}
    short, step = 1e-5, 1e-5
    after = flow(network, params, X, y, [short], rates, **TIGHT).final()
    loss_at = lambda p: flow(network, p, X, y, [0.0], rates, **TIGHT).losses[0]  # noqa: E731
    for name, value in params.items():
        place = tuple(size - 1 for size in value.shape)
        up, down = ({**params, name: value.copy()} for _ in range(2))
        up[name][place] += step
        down[name][place] -= step
        slope = (loss_at(up) - loss_at(down)) / (2 * step)
        measured = (after[name] - value)[place] / short
        assert measured == pytest.approx(-rates[name] * slope, rel=1e-3, abs=1e-4), name


def test_flow_of_the_single_neuron_solves_its_scalar_equation():
    """With d = 1, a0 = w0 and one sample x = y = 1 the neuron obeys a' = a (1 - a^2), whose solution is known."""
    t, a0 = np.linspace(0, 3, 7), 0.1
    run = flow(single_neuron(), {"a": a0, "w": [a0]}, [[1.0]], [1.0], t, **TIGHT)
    exact = a0 * np.exp(t) / np.sqrt(1 + a0**2 * np.expm1(2 * t))
    np.testing.assert_allclose(run.parameters["a"], exact, rtol=1e-9)
    np.testing.assert_allclose(run.losses, 0.5 * (1 - exact**2) ** 2, rtol=1e-8)


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    ("loss", "factor"), [("half_sum", 1.0), ("sum", 2.0), ("half_mean", 1 / N), ("mean", 2 / N)]
)
def test_a_loss_convention_is_a_change_of_the_unit_of_time(loss, factor):
    network = two_layer(vector_output=True)
    X, y = data(network)
    params = network.draw(SIZES, seed=2)
    plain = flow(network, params, X, y, TIMES, **TIGHT)
    other = flow(network, params, X, y, TIMES / factor, loss=loss, **TIGHT)
    assert gap(plain, other) < 1e-9
    np.testing.assert_allclose(other.losses, factor * plain.losses, rtol=1e-9)


def test_a_layer_of_rate_zero_stays():
    network = two_layer()
    X, y = data(network)
    run = flow(network, network.draw(SIZES, seed=3), X, y, TIMES, {"W": 0.0, "a": 1.0}, **TIGHT)
    assert (run.parameters["W"] == run.parameters["W"][:1]).all()
    assert not np.allclose(run.parameters["a"][0], run.parameters["a"][-1])


# -- what is conserved -----------------------------------------------------------------------------------------------------


def outer(v):
    return v[..., :, None] * v[..., None, :]


def gram(m):
    return m @ np.swapaxes(m, -1, -2)


CONSERVED = {
    "single neuron": (
        single_neuron(),
        {"a": 0.7, "w": 1.3},
        lambda p, r: r["w"] * p["a"] ** 2 - r["a"] * (p["w"] ** 2).sum(-1),
    ),
    "wide": (
        two_layer(vector_output=True),
        {"W": 1.3, "A": 0.7},
        lambda p, r: r["W"] * gram(p["A"]) - r["A"] * gram(p["W"]),
    ),
    "deep, read-out": (
        deep_linear(2),
        {"W1": 0.5, "W2": 1.5, "a": 0.8},
        lambda p, r: r["W2"] * outer(p["a"]) - r["a"] * gram(p["W2"]),
    ),
    "deep, hidden": (
        deep_linear(2),
        {"W1": 0.5, "W2": 1.5, "a": 0.8},
        lambda p, r: r["W1"] * gram(np.swapaxes(p["W2"], -1, -2)) - r["W2"] * gram(p["W1"]),
    ),
    "leaky ReLU, every neuron": (
        two_layer("leaky_relu", gamma=0.2),
        {"W": 1.3, "a": 0.7},
        lambda p, r: r["W"] * p["a"] ** 2 - r["a"] * (p["W"] ** 2).sum(-1),
    ),
    "diagonal": (
        diagonal_linear("product"),
        {"u": 0.7, "v": 1.3},
        lambda p, r: r["v"] * p["u"] ** 2 - r["u"] * p["v"] ** 2,
    ),
    "diagonal difference": (
        diagonal_linear("difference"),
        {"u": 1.0, "v": 1.0},
        lambda p, r: p["u"] * p["v"],
    ),
}


@pytest.mark.drawn(5)
@pytest.mark.slow
@pytest.mark.parametrize("case", CONSERVED)
def test_symmetry_of_the_network_is_conserved_to_the_tolerance(case):
    network, rates, quantity = CONSERVED[case]
    # orthogonal samples: a kink moves each neuron the same way on both sides, so that none is held
    X, y = np.eye(D), np.random.default_rng(4).standard_normal((D, *(SIZES[dim] for dim in network.outputs)))
    params = network.draw(SIZES, (10,), seed=4, scale=0.8)
    drifts = []
    for rtol in (1e-6, 1e-10):
        run = flow(network, params, X, y, TIMES, rates, rtol=rtol, atol=rtol / 100, device="cpu", max_steps=3000)
        value = quantity(run.parameters, rates)
        drifts.append(np.abs(value - value[:, :1]).max())
    assert drifts[0] < 1e-4
    assert drifts[1] < 1e-8
    assert drifts[1] < drifts[0] / 10


def test_unequal_rates_break_the_plain_balance():
    """The control of the test above: the conserved quantity of equal rates drifts when the rates differ."""
    X, y = data(single_neuron())
    run = flow(single_neuron(), single_neuron().draw(SIZES, seed=4), X, y, TIMES, {"a": 0.7, "w": 1.3}, **TIGHT)
    plain = run.parameters["a"] ** 2 - (run.parameters["w"] ** 2).sum(-1)
    assert np.abs(plain - plain[0]).max() > 1e-3


@pytest.mark.drawn(6)
@pytest.mark.parametrize("network", SMOOTH, ids=named)
def test_loss_never_rises(network):
    X, y = data(network)
    run = flow(network, network.draw(SIZES, (10,), seed=5, scale=0.6), X, y, np.linspace(0, 2, 5), **TIGHT)
    assert (np.diff(run.losses) <= 1e-12 * (1 + run.losses[:, :1])).all()
    assert (run.losses[:, -1] < run.losses[:, 0]).all()


@pytest.mark.drawn(4)
@pytest.mark.parametrize("network", [single_neuron(), two_layer(vector_output=True), deep_linear(2)], ids=named)
def test_rotated_inputs_rotate_the_first_layer(network):
    X, y = data(network)
    rotation, _ = np.linalg.qr(np.random.default_rng(6).standard_normal((D, D)))
    first = next(name for name, dims in network.layers.items() if "d" in dims)
    params = network.draw(SIZES, (5,), seed=6, scale=0.6)
    plain = flow(network, params, X, y, TIMES, **TIGHT)
    turned = flow(network, {**params, first: params[first] @ rotation.T}, X @ rotation.T, y, TIMES, **TIGHT)
    np.testing.assert_allclose(turned.parameters[first], plain.parameters[first] @ rotation.T, rtol=0, atol=1e-9)
    np.testing.assert_allclose(turned.losses, plain.losses, rtol=1e-8, atol=1e-12)


# -- how it is computed ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["dop853", "dopri5"])
def test_a_tighter_tolerance_brings_a_smaller_error(method):
    network = two_layer(vector_output=True)
    X, y = data(network)
    params = network.draw(SIZES, (10,), seed=7, scale=0.7)
    reference = flow(network, params, X, y, TIMES, rtol=1e-12, atol=1e-13, device="cpu")
    errors = [
        gap(reference, flow(network, params, X, y, TIMES, rtol=rtol, atol=rtol, method=method, device="cpu"))
        for rtol in (1e-4, 1e-6, 1e-8)
    ]
    assert all(later < earlier / 4 for earlier, later in zip(errors, errors[1:])), errors
    assert errors[-1] < 1e-5


@pytest.mark.drawn(5)
@pytest.mark.parametrize("network", SMOOTH, ids=named)
def test_a_batch_equals_its_members_one_by_one(network):
    """Own data, targets, rates and parameters for every network; the step sizes of one do not depend on the others."""
    batch = (2, 3)
    generator = np.random.default_rng(8)
    X = generator.standard_normal((2, 1, N, *(SIZES[dim] for dim in network.inputs))) / np.sqrt(N)
    y = generator.standard_normal((3, N, *(SIZES[dim] for dim in network.outputs)))
    params = network.draw(SIZES, batch, seed=8, scale=0.6)
    rates = {name: generator.uniform(0.2, 1.5, batch) for name in network.layers}
    together = flow(network, params, X, y, TIMES, rates, chunk=4, **TIGHT)
    for index in [(1, 2)]:
        alone = flow(
            network,
            {name: value[index] for name, value in params.items()},
            X[index[0], 0],
            y[index[1]],
            TIMES,
            {name: value[index] for name, value in rates.items()},
            **TIGHT,
        )
        for name in network.layers:
            np.testing.assert_allclose(together.parameters[name][index], alone.parameters[name], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(together.losses[index], alone.losses, rtol=1e-8, atol=1e-12)
        assert together.steps[index] == pytest.approx(alone.steps, abs=3)


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_networks_of_very_different_speed_share_a_batch():
    """One network is thirty times faster; the slow one takes no more steps for it."""
    network = single_neuron()
    X, y = data(network)
    params = {"a": np.array([1.0, 1.0]), "w": np.ones((2, D))}
    rates = {"a": np.array([1.0, 30.0]), "w": np.array([1.0, 30.0])}
    run = flow(network, params, X, y, TIMES, rates, **TIGHT)
    alone = flow(network, {"a": 1.0, "w": np.ones(D)}, X, y, TIMES, **TIGHT)
    assert run.steps[1] > 2 * run.steps[0]
    assert run.steps[0] == pytest.approx(alone.steps, abs=3)  # a product of matrices may round otherwise in a batch
    fast = flow(network, {"a": 1.0, "w": np.ones(D)}, X, y, 30 * TIMES, **TIGHT)
    assert run.parameters["a"][1] == pytest.approx(fast.parameters["a"], rel=1e-9)


def test_times_are_met_alone_as_in_company():
    network = two_layer()
    X, y = data(network)
    params = network.draw(SIZES, (4,), seed=9)
    many = flow(network, params, X, y, np.linspace(0, 2, 41), **TIGHT)
    one = flow(network, params, X, y, [2.0], **TIGHT)
    np.testing.assert_allclose(many.final()["W"], one.final()["W"], rtol=0, atol=1e-9)
    assert (many.steps >= 40).all()
    start = flow(network, params, X, y, [0.0], **TIGHT)
    assert (start.final()["W"] == params["W"]).all() and (start.steps == 0).all()


def test_a_stationary_network_stays_exactly():
    run = flow(single_neuron(), {"a": 0.0, "w": np.zeros(D)}, *data(single_neuron()), [0.0, 1e6], **TIGHT)
    assert (run.parameters["a"] == 0).all() and (run.parameters["w"] == 0).all()


def test_an_empty_batch_is_an_empty_result():
    run = flow(single_neuron(), {"a": np.zeros(0), "w": np.zeros((0, D))}, *data(single_neuron()), TIMES, **TIGHT)
    assert run.parameters["w"].shape == (0, len(TIMES), D) and run.complete


def test_the_same_seed_draws_the_same_networks():
    network = two_layer()
    first, again, other = (network.draw(SIZES, (3,), seed=seed, scale={"W": 2.0, "a": 0.5}) for seed in (1, 1, 2))
    assert all((first[name] == again[name]).all() and (first[name] != other[name]).all() for name in first)
