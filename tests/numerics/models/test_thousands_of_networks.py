"""Closed forms against gradient flow by autograd of thousands of networks at once: other starts, targets and rates for each of them.

The flow's own error is measured, not guessed: a run at a hundred thousand times tighter tolerances shows what the looser one lost, network
by network, and the closed form must be twenty times nearer to the tight run than that. On a GPU the networks are a hundred times as many.
"""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="trains networks")

from theoremtest.numerics.models import diagonal_linear, lambda_balanced, latent_variable, lazy_rich, single_neuron  # noqa: E402
from theoremtest.numerics.torch_backend import available  # noqa: E402
from theoremtest.numerics.training import networks  # noqa: E402
from theoremtest.numerics.training.gradient_flow import flow  # noqa: E402

COUNT = 200_000 if available().state == "cuda" else 2_000
TIMES = np.array([0.3, 1.0, 2.5])
EPS = np.finfo(float).eps


def trained(network, params, X, y, rates, loss):
    """The parameters (networks, times, ...) at tight tolerances, and by how much a looser run misses them (networks,)."""
    runs = [flow(network, params, X, y, TIMES, rates, loss=loss, rtol=rtol, atol=rtol, fused=True) for rtol in (1e-8, 1e-13)]
    loose, tight = (run.parameters for run in runs)
    missed = [np.abs(loose[name] - tight[name]).reshape(COUNT, -1).max(1) for name in tight]
    return tight, np.max(missed, axis=0)


def held(found, tight, missed):
    """The closed form is near to the tight run, whose error is some hundred-thousandth of the loose one's: step control is rough.

    What a run loses may come out small by chance for one network, so that the median over all counts as well. Rounding of both is added.
    """
    size = np.max([np.abs(tight[name]).reshape(COUNT, -1).max(1) for name in tight], axis=0)
    apart = np.max([np.abs(found[name] - tight[name]).reshape(COUNT, -1).max(1) for name in tight], axis=0)
    allowed = 0.05 * np.maximum(missed, np.median(missed)) + 1e4 * EPS * size
    worst = int(np.argmax(apart / allowed))
    assert apart[worst] <= allowed[worst], f"network {worst} is {apart[worst]:.3g} away, {allowed[worst]:.3g} is allowed"
    assert np.median(missed) > 0  # the looser run shows an error at all, or nothing is measured


def rates_of(random, *names):
    return {name: random.uniform(0.3, 2.0, size=COUNT) for name in names}


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_single_neurons():
    random = np.random.default_rng(0)
    X, _ = np.linalg.qr(random.normal(size=(5, 3)))
    y, a0, w0 = random.normal(size=(COUNT, 5)), random.normal(size=COUNT), random.normal(size=(COUNT, 3))
    rates = rates_of(random, "a", "w")
    run = single_neuron.solve(TIMES, a0, w0, y @ X, rates["a"], rates["w"])
    held({"a": run.a, "w": run.w}, *trained(networks.single_neuron(), {"a": a0, "w": w0}, X, y, rates, "half_sum"))


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_latent_variables():
    random = np.random.default_rng(1)
    u0, W0, x, y = (random.normal(size=(COUNT, *shape)) for shape in ((2,), (2, 3), (3,), ()))
    rates = rates_of(random, "u", "W")
    run = latent_variable.solve(TIMES, u0, W0, x, y, 1.0, rates["u"], rates["W"])
    held({"u": run.u, "W": run.W}, *trained(networks.latent_variable(), {"u": u0, "W": W0}, x[:, None], y[:, None], rates, "sum"))


@pytest.mark.slow
def test_modes_of_diagonal_networks():
    random = np.random.default_rng(2)
    a0, b0, target = (random.normal(size=COUNT) for _ in range(3))
    variance, eta = random.uniform(0.3, 2.0, size=COUNT), random.uniform(0.3, 2.0, size=COUNT)
    run = diagonal_linear.solve(TIMES, a0, b0, target, variance, eta)
    x = np.sqrt(variance)[:, None, None]
    start = {"u": a0[:, None], "v": b0[:, None]}
    tight, missed = trained(networks.diagonal_linear(), start, x, x[..., 0] * target[:, None], eta, "half_mean")
    held({"u": run.a[..., None], "v": run.b[..., None]}, tight, missed)


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("lam", [-0.7, 0.0, 1.3])
def test_lambda_balanced_networks(lam):
    random = np.random.default_rng(3)
    X, _ = np.linalg.qr(random.normal(size=(4, 2)))
    y = random.normal(size=(COUNT, 4, 2))
    W1, W2 = lambda_balanced.balanced_layers(random.normal(size=(COUNT, 2, 2)), lam)
    run = lambda_balanced.solve(TIMES, W1, W2, np.swapaxes(y, 1, 2) @ X, lam=lam)  # its layers are integrated, what it computes is not
    tight, missed = trained(networks.two_layer(vector_output=True), {"W": W1, "A": np.swapaxes(W2, 1, 2)}, X, y, 1.0, "half_sum")
    stacked = np.concatenate([np.swapaxes(tight["W"], 2, 3), np.swapaxes(tight["A"], 2, 3)], 2)
    held({"gram": run.gram}, {"gram": stacked @ np.swapaxes(stacked, 2, 3)}, missed)


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_lazy_and_rich_networks():
    random = np.random.default_rng(4)
    a0, b0, target = random.normal(size=(COUNT, 3)), random.normal(size=(COUNT, 3)), random.normal(size=COUNT)
    Z = 1.7
    run = lazy_rich.solve(TIMES, a0, b0, target, Z)
    network = networks.Network("a.b / Z", {"a": ("h",), "b": ("h",)}, (), (), lambda p, X: (p["a"] * p["b"]).sum(-1, keepdim=True) / Z * X)
    held({"a": run.a, "b": run.b}, *trained(network, {"a": a0, "b": b0}, np.ones(1), target[:, None], 1.0, "half_sum"))
