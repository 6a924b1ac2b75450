"""Gradient flow from forward functions: the laws it must obey, whatever the network."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from rederive.numerics.training.gradient_flow import (  # noqa: E402  it needs what the line above skips without
    Availability,
    FlowFailed,
    FlowInterrupted,
    Network,
    available,
    deep_linear,
    diagonal_linear,
    flow,
    scalar_input,
    single_neuron,
    two_layer,
)

torch.set_num_threads(1)  # tiny tensors: a second thread only waits

N, D, H, C = 6, 3, 2, 2
SIZES = {"d": D, "h": H, "c": C, "h1": 3, "h2": 2}
TIMES = np.array([0.0, 0.3, 1.0, 1.6])
TIGHT = {"rtol": 1e-10, "atol": 1e-12, "device": "cpu"}

NETWORKS = [
    single_neuron(),
    two_layer(),
    two_layer(vector_output=True, output_scale=0.5),
    two_layer(vector_output=True, biases=True),
    two_layer("leaky_relu", gamma=0.2, biases=True),
    two_layer("relu"),
    deep_linear(2),
    deep_linear(2, vector_output=True),
    scalar_input("leaky_relu", gamma=0.1, output_scale=0.5),
    diagonal_linear("product"),
    diagonal_linear("difference"),
]
SMOOTH = [network for network in NETWORKS if "relu" not in network.name]


def named(network):
    return network.name + (", biases" if "b" in network.layers else "") + (", vector" if network.outputs else "")


def data(network, seed=0):
    generator = np.random.default_rng(seed)
    X = generator.standard_normal((N, *(SIZES[dim] for dim in network.inputs))) / np.sqrt(N)
    return X, generator.standard_normal((N, *(SIZES[dim] for dim in network.outputs)))


def gap(first, second):
    return max(np.abs(first.parameters[name] - second.parameters[name]).max() for name in first.parameters)


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


@pytest.mark.parametrize("network", SMOOTH, ids=named)
def test_loss_never_rises(network):
    X, y = data(network)
    run = flow(network, network.draw(SIZES, (10,), seed=5, scale=0.6), X, y, np.linspace(0, 2, 5), **TIGHT)
    assert (np.diff(run.losses) <= 1e-12 * (1 + run.losses[:, :1])).all()
    assert (run.losses[:, -1] < run.losses[:, 0]).all()


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
    assert run.steps[0] == alone.steps
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


# -- kinks -------------------------------------------------------------------------------------------------------------------

# f(x) = max(w_1 x_1 + w_2 x_2, 0) with a frozen read-out: the first sample pushes the neuron off it, the second across it
HELD = {
    "network": two_layer("relu"),
    "params0": {"W": np.array([[0.5, 0.5]]), "a": np.array([1.0])},
    "X": np.array([[1.0, 0.0], [0.5, 1.0]]),
    "y": np.array([-1.0, 1.5]),
    "rates": {"W": 1.0, "a": 0.0},
}


def test_a_network_held_by_a_kink_fails_and_says_so():
    with pytest.raises(FlowFailed, match=r"1 of 1 networks .* network \(\).*min_step") as failure:
        flow(**HELD, times=[0.0, 0.1, 3.0], rtol=1e-6, atol=1e-6, max_steps=150, device="cpu")
    partial = failure.value.partial
    assert not partial.complete and partial.reached == 2
    assert np.isfinite(partial.parameters["W"][:2]).all() and np.isnan(partial.parameters["W"][2]).all()


@pytest.mark.slow
def test_min_step_carries_a_network_along_a_kink_to_first_order():
    """While held, w_1 = 0 and w_2' = 1.5 - w_2, the flow of the second sample alone along the surface."""
    late = np.array([0.8, 1.28])
    errors = []
    for step in (1e-2, 5e-3, 2.5e-3):
        run = flow(**HELD, times=late, rtol=1e-6, atol=1e-6, method="dopri5", min_step=step, device="cpu")
        assert run.forced * step > 0.2
        w = run.parameters["W"][:, 0]
        slope = np.log((1.5 - w[0, 1]) / (1.5 - w[1, 1])) / (late[1] - late[0])
        errors.append(max(np.abs(w[:, 0]).max(), abs(slope - 1.0)))
    assert errors[2] < errors[0] / 2 and errors[2] < 5e-3, errors


# -- ends, and other ends ------------------------------------------------------------------------------------------------------


def test_one_failing_network_does_not_lose_the_others():
    network = single_neuron()
    X, y = data(network)
    params = {"a": np.array([1.0, 1.0, 1.0]), "w": np.ones((3, D))}
    rates = {"a": np.array([1.0, 1e9, 1.0]), "w": np.array([1.0, 1e9, 1.0])}
    with pytest.raises(FlowFailed, match=r"1 of 3 networks .* network \(1,\)") as failure:
        flow(network, params, X, y, TIMES, rates, max_steps=200, device="cpu")
    partial = failure.value.partial
    assert partial.reached.tolist() == [len(TIMES), 1, len(TIMES)]
    assert np.isfinite(partial.losses[[0, 2]]).all() and np.isnan(partial.losses[1, 1:]).all()


@pytest.mark.parametrize("calls", [1, 40, 150])
def test_an_interrupted_run_keeps_its_part_and_can_go_on(calls):
    base = two_layer()
    X, y = data(base)
    params = base.draw(SIZES, (6,), seed=10)
    left = [10**9]

    def forward(p, x):
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt
        return base.forward(p, x)

    network = Network(base.name, base.layers, base.inputs, base.outputs, forward)
    whole = flow(network, params, X, y, TIMES, chunk=3, **TIGHT)
    left[0] = calls + 1  # the first call is the check of the output's shape
    with pytest.raises(KeyboardInterrupt) as stop:
        flow(network, params, X, y, TIMES, chunk=3, **TIGHT)
    assert isinstance(stop.value, FlowInterrupted)
    partial = stop.value.partial
    assert not partial.complete
    for i, reached in enumerate(partial.reached):
        assert (partial.parameters["W"][i, :reached] == whole.parameters["W"][i, :reached]).all()
        assert np.isnan(partial.parameters["W"][i, reached:]).all()
    resumed = stop.value.resume()
    assert resumed.complete and gap(resumed, whole) == 0
    assert (resumed.steps == whole.steps).all()


def test_progress_runs_from_nothing_to_everything():
    network = single_neuron()
    seen = []
    flow(network, network.draw(SIZES, (5,), seed=11), *data(network), TIMES, chunk=2, progress=seen.append, **TIGHT)
    assert seen[-1].fraction == 1.0 and seen[-1].finished == seen[-1].networks == 5
    fractions = [item.fraction for item in seen]
    assert fractions == sorted(fractions) and fractions[0] < 1.0


# -- what is refused -----------------------------------------------------------------------------------------------------------


def attempt(**change):
    X, y = data(single_neuron())
    arguments = {"params0": {"a": 1.0, "w": np.ones(D)}, "X": X, "y": y, "times": TIMES, "device": "cpu"} | change
    return flow(single_neuron(), **arguments)


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"params0": {"a": 1.0, "w": np.ones(D, np.float32)}}, TypeError, r"params0\['w'\] is float32; float64"),
        ({"X": torch.ones(N, D, dtype=torch.float32)}, TypeError, "X is float32; float64"),
        ({"y": np.ones(N, np.float16)}, TypeError, "y is float16"),
        ({"rates": {"a": np.float32(1), "w": 1.0}}, TypeError, r"rates\['a'\] is float32"),
        ({"params0": {"a": 1.0, "w": [1.0, np.nan, 1.0]}}, ValueError, r"params0\['w'\]\[1\] is nan"),
        ({"y": np.full(N, np.inf)}, ValueError, r"y\[0\] is inf"),
        ({"params0": {"a": 1.0}}, KeyError, r"has the layers \['a', 'w'\]"),
        ({"params0": {"a": 1.0, "w": np.ones(D + 1)}}, ValueError, r"w has shape \(4,\), so d = 4, but X has d = 3"),
        ({"params0": {"a": np.ones(2), "w": np.ones((3, D))}}, ValueError, "do not broadcast"),
        ({"y": np.ones(N + 1)}, ValueError, r"y has shape \(7,\)"),
        ({"y": np.ones((N, 1))}, ValueError, r"y has shape \(6, 1\)"),
        ({"X": np.ones(D)}, ValueError, r"X has shape \(3,\); single neuron expects"),
        ({"X": np.ones((0, D)), "y": np.ones(0)}, ValueError, "no sample"),
        ({"rates": -1.0}, ValueError, "must not be negative"),
        ({"rates": {"a": 1.0}}, KeyError, r"rates are given for \['a'\]"),
        ({"times": [1.0, 0.5]}, ValueError, "strictly increasing"),
        ({"times": [-1.0, 0.5]}, ValueError, "not negative"),
        ({"times": []}, ValueError, "at least one time"),
        ({"loss": "mse"}, ValueError, "allowed are half_sum"),
        ({"rtol": 1e-16}, ValueError, "rtol is 1e-16"),
        ({"atol": 0.0}, ValueError, "atol is 0.0"),
        ({"method": "rk4"}, ValueError, "method is 'rk4'"),
        ({"device": "tpu"}, ValueError, "device is 'tpu'"),
        ({"max_steps": 0}, ValueError, "max_steps is 0"),
        ({"chunk": 0}, ValueError, "chunk is 0"),
        ({"min_step": -1.0}, ValueError, "min_step is -1.0"),
        ({"cuda_graph": True}, ValueError, "cuda_graph is True and the device is 'cpu'"),
    ],
)
def test_unusable_arguments_are_named(change, error, says):
    with pytest.raises(error, match=says):
        attempt(**change)


def test_a_forward_that_mixes_networks_is_refused():
    base = single_neuron()
    mixed = Network("mixed", base.layers, base.inputs, base.outputs, lambda p, X: base.forward(p, X).sum(0, keepdim=True))
    with pytest.raises(ValueError, match=r"forward of mixed returns shape \(1, 6\) for 2 networks"):
        flow(mixed, base.draw(SIZES, (4,), seed=0), *data(base), TIMES, device="cpu")


# -- whether it can run ----------------------------------------------------------------------------------------------------------


def test_availability_is_no_yes_or_no():
    here = available()
    assert here.state == ("cuda" if torch.cuda.is_available() else "cpu") and torch.__version__ in here.detail
    with pytest.raises(TypeError, match="no truth value"):
        bool(Availability("cpu", ""))


def test_without_torch_the_route_is_unavailable_and_names_the_extra():
    """In a process of its own whose imports of torch fail: importing is fine, running says what to install."""
    script = """
        import sys

        class Hide:
            def find_spec(self, name, path=None, target=None):
                if name == "torch" or name.startswith("torch."):
                    raise ModuleNotFoundError("No module named 'torch'", name="torch")

        sys.meta_path.insert(0, Hide())
        from rederive.numerics.training import gradient_flow as route

        assert route.available().state == "unavailable", route.available()
        assert "rederive[flow]" in route.available().detail
        network = route.single_neuron()
        params = network.draw({"d": 1}, seed=0)
        arguments = (network, params, [[1.0]], [1.0])
        for call in (
            lambda: route.flow(*arguments, [1.0]),
            lambda: route.descend(*arguments, [1.0], step=0.5),
            lambda: route.ntk(network, params, [[1.0]]),
        ):
            try:
                call()
            except route.MissingExtra as error:
                assert "rederive[flow]" in str(error)
            else:
                raise SystemExit("ran without torch")
        assert "torch" not in sys.modules
        print("refused")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0 and done.stdout.strip() == "refused", done.stderr


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("cuda_graph", [False, True])
@pytest.mark.parametrize("network", SMOOTH, ids=named)
def test_cuda_agrees_with_the_cpu(network, cuda_graph):
    X, y = data(network)
    params = network.draw(SIZES, (50,), seed=12, scale=0.6)
    cpu = flow(network, params, X, y, TIMES, **TIGHT)
    cuda = flow(network, params, X, y, TIMES, cuda_graph=cuda_graph, **(TIGHT | {"device": "cuda"}))
    assert cuda.device.startswith("cuda")
    assert gap(cpu, cuda) < 1e-8
