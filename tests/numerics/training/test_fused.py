"""Steps taken in one compiled loop: the velocity written out is autograd's, the control is the integrator's, and the run is the same."""

import math

import numpy as np
import pytest
from flow_cases import NETWORKS, SIZES, SMOOTH, TIGHT, TIMES, data, gap, named

torch = pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")

from theoremtest.numerics.integrate.runge_kutta import method  # noqa: E402  the tests need torch
from theoremtest.numerics.training import fused as fusing  # noqa: E402
from theoremtest.numerics.training import written_out as writing  # noqa: E402
from theoremtest.numerics.training.gradient_flow import FlowFailed, FlowInterrupted, Network, flow, two_layer  # noqa: E402
from theoremtest.numerics.training.problem import pose  # noqa: E402
from theoremtest.numerics.training.scalars import Tape  # noqa: E402
from theoremtest.numerics.training.written_out import data_of, written_out  # noqa: E402

EPS = np.finfo(float).eps


def loaded(text, name="velocity"):
    """A function of generated text, as the product loads it."""
    from theoremtest.numerics.kernels.compiled import generated_module

    return getattr(generated_module("flow_test", "numpy", text)[0], name)


# -- the velocity ------------------------------------------------------------------------------------------------------------


def velocities(problem, state):
    """What the written-out velocity gives for every network, run as plain Python."""
    written = written_out(problem, state)
    lines = "\n    ".join(["def velocity(y, shared, own, row, out, stage):", *written.lines])
    velocity = loaded(f"import math\n\n\n{lines}\n")
    shared, own = (part.numpy() for part in data_of(problem))
    out = np.zeros((len(state), written.unknowns))
    for row in range(len(state)):
        velocity(state[row].numpy(), shared, own, row, out, row)
    return out


def apart(problem, state):
    """The largest difference from autograd, beside what rounding explains: all terms of a sum at their size, one ulp each."""
    found, wanted = velocities(problem, state), problem.velocity(state).numpy()
    return np.abs(found - wanted).max() / (EPS * 100 * max(1.0, np.abs(wanted).max()))


@pytest.mark.drawn(4)
@pytest.mark.parametrize("network", NETWORKS, ids=named)
def test_the_velocity_is_autograds(network):
    X, y = data(network)
    problem, state, _ = pose(network, network.draw(SIZES, (3,), seed=1), X, y, 0.7, "half_mean", torch.device("cpu"))
    assert apart(problem, state) < 1


def test_data_of_each_networks_own_are_read_from_its_row():
    network, random = two_layer("relu", biases=True), np.random.default_rng(3)
    X, y = random.normal(size=(4, 6, 3)), random.normal(size=(4, 6))
    rates = {name: random.uniform(0.5, 2.0, size=4) for name in network.layers}
    problem, state, _ = pose(network, network.draw(SIZES, (4,), seed=2), X, y, rates, "sum", torch.device("cpu"))
    assert apart(problem, state) < 1


@pytest.mark.drawn(4)
@pytest.mark.parametrize("function", ["tanh", "sigmoid", "exp", "sin", "cos", "abs", "sqrt"])
def test_other_activations_are_written_out(function):
    def forward(p, X):
        inner = X @ p["W"].mT
        inner = inner.square() + 0.5 if function == "sqrt" else inner
        return (getattr(torch, function)(inner) ** 3 @ p["a"][..., None])[..., 0] - p["W"][..., 0, :1]

    network = Network(function, {"W": ("h", "d"), "a": ("h",)}, ("d",), (), forward)
    X, y = data(network)
    problem, state, _ = pose(network, network.draw(SIZES, (2,), seed=1), X, y, 1.0, "sum", torch.device("cpu"))
    if function in ("exp", "sin", "cos", "tanh", "sigmoid", "sqrt"):
        assert apart(problem, state) < 10
    else:
        with pytest.raises(ValueError, match="^the gradient of abs uses Torch's aten.sgn.default, which is not written out; leave"):
            written_out(problem, state)


def test_what_is_not_known_is_refused_in_one_line(monkeypatch):
    fixed = torch.ones(3, dtype=torch.float64)
    network = Network("hidden tensor", {"w": ("d",)}, ("d",), (), lambda p, X: ((p["w"] * fixed)[..., None, :] @ X.mT)[..., 0, :])
    X, y = data(network)
    with pytest.raises(ValueError, match="^the gradient of hidden tensor reads a tensor .* that is neither a parameter nor data"):
        flow(network, network.draw(SIZES, seed=1), X, y, TIMES, fused=True, device="cpu")
    wide = two_layer()
    X, y = np.ones((3, 6)), np.ones(3)
    monkeypatch.setattr(writing, "MOST", 100)
    with pytest.raises(ValueError, match="^one gradient of two-layer linear takes [0-9]+ operations, too many to write out"):
        flow(wide, wide.draw({"d": 6, "h": 4}, seed=1), X, y, TIMES, fused=True, device="cpu")
    with pytest.raises(ValueError, match="^fused is True together with cuda_graph or replay"):
        flow(wide, wide.draw({"d": 6, "h": 4}, seed=1), X, y, TIMES, fused=True, replay=True, device="cpu")


def test_the_tape_notes_each_operation_once_and_only_what_is_needed():
    tape = Tape()
    x, y = tape.given("x", (2,), "x[{}]")
    assert (x + y) is (x + y) and (x * y) is not (y * x)
    assert x + 0.0 is x and x * 1.0 is x and 1.0 * x is x and x * 0.0 == 0.0 and x - 0.0 is x and tape.do("mul", 2.0, 3.0) == 6.0
    endless = [x + number for number in (float("inf"), -float("inf"), float("nan"), -0.5, True)]
    assert [line.partition(" + ")[2] for line in tape.program(endless, "{}{}")[0] if " + " in line] == [
        "math.inf", "(-math.inf)", "math.nan", "(-0.5)", "True"]
    tape = Tape()
    x, y = tape.given("x", (2,), "x[{}]")
    assert (x + y).place == 2 and (x * y).place == 3
    lines, count = tape.program([x * y + x * y, -2.0], "out[{}] = {}")
    assert [line.partition(" = ")[2] for line in lines] == ["x[0]", "x[1]", "v0 * v1", "v3 + v3", "v4", "(-2.0)"] and count == 2


# -- the run -----------------------------------------------------------------------------------------------------------------


def both(network, batch=3, **options):
    X, y = data(network)
    params = network.draw(SIZES, (batch,), seed=1)
    return [flow(network, params, X, y, TIMES, 0.7, fused=way, **(TIGHT | options)) for way in (False, True)]


@pytest.mark.drawn(8)
@pytest.mark.slow
@pytest.mark.parametrize(("network", "name"), [*((one, "dop853") for one in SMOOTH[3:6]), (SMOOTH[0], "dopri5")],
                         ids=lambda value: value if isinstance(value, str) else named(value))
def test_the_run_is_that_of_torchs_operations(network, name):
    """Both take the same steps; what rounding does in one of them shrinks or grows as the flow's own neighbours do, here by 100 at most."""
    plain, found = both(network, method=name)
    assert (plain.steps == found.steps).all() and (plain.rejected == found.rejected).all()
    size = max(np.abs(value).max() for value in plain.parameters.values())
    assert gap(plain, found) < 100 * EPS * size * plain.steps.max()
    assert np.abs(plain.losses - found.losses).max() < 1e4 * EPS * plain.losses.max()


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_kinks_rates_and_failures_are_as_without():
    """A step's length comes from an error estimate of the tolerance's size, which rounding moves by EPS over it; along a kink the state
    depends on where each step ends, and the steps' shares add up."""
    from test_gradient_flow_ends import HELD

    options = {"times": [0.8, 1.28], "rtol": 1e-6, "atol": 1e-6, "method": "dopri5", "min_step": 5e-3, "device": "cpu"}
    plain, found = (flow(**HELD, **options, fused=way) for way in (False, True))
    assert found.forced == plain.forced > 0 and gap(plain, found) < EPS / options["rtol"] * (plain.steps + plain.rejected)

    failures = []
    for way in (False, True):
        with pytest.raises(FlowFailed) as failure:
            flow(**HELD, times=[0.0, 0.1, 3.0], rtol=1e-6, atol=1e-6, max_steps=150, device="cpu", fused=way)
        failures.append(failure.value)
    assert str(failures[0]) == str(failures[1]) and np.isnan(failures[1].partial.parameters["W"][2]).all()
    reached = [failure.partial.parameters["W"][:2] for failure in failures]
    assert np.abs(reached[0] - reached[1]).max() < 1e-12 and failures[1].partial.reached == 2


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_an_interrupted_run_goes_on_to_the_same_end(monkeypatch):
    monkeypatch.setitem(fusing.ATTEMPTS, "cpu", 2)
    network = SMOOTH[0]
    X, y = data(network)
    params = network.draw(SIZES, (5,), seed=4)
    whole = flow(network, params, X, y, TIMES, fused=True, chunk=2, **TIGHT)
    calls = iter(range(3))

    def stop(progress):
        if next(calls, None) is None:
            raise KeyboardInterrupt

    monkeypatch.setattr("theoremtest.numerics.training.gradient_flow.REPORT_EVERY", 0.0)
    with pytest.raises(FlowInterrupted) as interrupt:
        flow(network, params, X, y, TIMES, fused=True, chunk=2, progress=stop, **TIGHT)
    assert np.isnan(interrupt.value.partial.parameters["a"]).any()
    rest = interrupt.value.resume()
    assert gap(whole, rest) == 0 and (whole.steps == rest.steps).all()


def test_a_network_is_recorded_once_for_its_sizes(monkeypatch):
    network, asked = SMOOTH[1], []
    own = fusing.written_out
    monkeypatch.setattr(fusing, "written_out", lambda *given: asked.append(1) or own(*given))
    X, y = data(network)
    for seed in (1, 2):
        problem, state, _ = pose(network, network.draw(SIZES, (2,), seed=seed), X, y + seed, 0.1 * seed, "sum", torch.device("cpu"))
        fusing._text(problem, state, "dop853")
    assert len(asked) == 1
    problem, state, _ = pose(network, network.draw(SIZES | {"h": 3}, (2,), seed=1), X, y, 1.0, "sum", torch.device("cpu"))
    fusing._text(problem, state, "dop853")
    assert len(asked) == 2


# -- the step ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dop853", "dopri5"])
@pytest.mark.parametrize("unrolled", [False, True])
def test_a_step_of_the_exponential_is_right_to_its_order(name, unrolled):
    """y' = y: halving the step divides the error by 2^(order + 1), and the estimate is not below the error."""
    from theoremtest.numerics.integrate.one_system import step_text, table_text

    text = ["import math", "import numpy as np", "UNKNOWNS = 1", table_text(method(name)),
            "def velocity(y, shared, own, row, out, stage):\n    out[stage, 0] = y[0]", step_text(method(name), unrolled)]
    step = loaded("\n\n\n".join(text) + "\n", "step")
    errors = []
    for h in (0.8, 0.4):
        y, y_new, stages = np.ones(1), np.empty(1), np.ones((method(name).stages + 1, 1))
        estimate = step(y, stages, y_new, h, 0.0, 1.0, None, None, 0)
        errors.append(abs(y_new[0] - math.exp(h)))
        assert stages[-1, 0] == y_new[0] and errors[-1] <= 2 * estimate + 4 * EPS
    assert 0.5 < errors[0] / errors[1] / 2 ** (method(name).order + 1) < 2


@pytest.mark.gpu
@pytest.mark.parametrize("network", [NETWORKS[0], NETWORKS[2], NETWORKS[5]], ids=named)
def test_a_gpu_takes_the_same_steps(network):
    pytest.importorskip("numba_cuda", reason="needs the gpu extra")
    if not torch.cuda.is_available():
        pytest.skip("needs a CUDA device")
    # a kink attracts some of the networks with ReLU: they go on in steps of min_step, to first order in it
    options = {"min_step": 1e-3, "rtol": 1e-6, "atol": 1e-8} if "relu" in network.name else {}
    X, y = data(network)
    params = network.draw(SIZES, (200,), seed=1)
    plain = flow(network, params, X, y, TIMES, 0.7, **(TIGHT | options))
    found = flow(network, params, X, y, TIMES, 0.7, fused=True, **(TIGHT | options | {"device": "cuda"}))
    assert (plain.steps == found.steps).mean() > 0.99
    assert gap(plain, found) < (0.1 if options else 1e3 * TIGHT["rtol"])
