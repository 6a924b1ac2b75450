"""How a gradient flow ends other than at its last time: kinks, failures, interruptions, what is refused, and where it can run."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
from flow_cases import SIZES, SMOOTH, TIGHT, TIMES, D, N, data, gap, named

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from theoremtest.numerics.training.gradient_flow import (  # noqa: E402  the tests need torch
    Availability,
    FlowFailed,
    FlowInterrupted,
    Network,
    available,
    flow,
    single_neuron,
    two_layer,
)

torch.set_num_threads(1)  # tiny tensors: a second thread only waits


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


@pytest.mark.drawn(6)
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


@pytest.mark.slow
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


@pytest.mark.drawn(4)
@pytest.mark.slow
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


@pytest.mark.slow
def test_without_torch_the_route_is_unavailable_and_names_the_extra():
    """In a process of its own whose imports of torch fail: importing is fine, running says what to install."""
    script = """
        import sys

        class Hide:
            def find_spec(self, name, path=None, target=None):
                if name == "torch" or name.startswith("torch."):
                    raise ModuleNotFoundError("No module named 'torch'", name="torch")

        sys.meta_path.insert(0, Hide())
        from theoremtest.numerics.training import gradient_flow as route

        assert route.available().state == "unavailable", route.available()
        assert "theoremtest[flow]" in route.available().detail
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
                assert "theoremtest[flow]" in str(error)
            else:
                raise SystemExit("ran without torch")
        assert "torch" not in sys.modules
        print("refused")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=600, check=False
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
