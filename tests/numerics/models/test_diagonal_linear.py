"""The solver of diagonal linear networks obeys the laws of its flow, in every corner and for drawn starts, on every backend."""

import mpmath
import numpy as np
import pytest
from diagonal_linear_cases import CORNERS, TIMES, corner, entries, integrated, quick, rates, starts
from hypothesis import example, given
from hypothesis import strategies as st

from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds, latent_variable
from theoremtest.numerics.models.diagonal_linear import BACKENDS, solve

LATE = np.array([1e5, 1e9, 1e60])
STATE = ("a", "b", "strength", "residual", "loss", "conserved", "conserved_drift", "time_scale")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_the_start_is_returned_exactly(name, backend):
    pytest.importorskip(backend)
    start = corner(name)
    run = solve(np.array([0.0, 0.0, 1.0]), *start, backend=backend)
    assert (run.a[:2] == start[0]).all() and (run.b[:2] == start[1]).all()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_corner_cases_agree_with_an_integrator(name, backend):
    pytest.importorskip(backend)
    start = corner(name)
    a, b = integrated(start, TIMES)
    run = solve(TIMES, *start, backend=backend)
    early = (3.0 if "to the saddle" in name else 10.0) >= TIMES  # an integrator's error grows along the saddle's unstable direction
    assert np.allclose(run.a[early], a[early], atol=1e-9) and np.allclose(run.b[early], b[early], atol=1e-9)
    assert np.allclose(run.strength, run.a * run.b, atol=1e-13) and np.allclose(run.residual, run.strength - start[2], atol=1e-13)
    assert np.allclose(run.loss, start[3] * (run.a * run.b - start[2]) ** 2 / 2, atol=1e-13)
    assert run.conserved == pytest.approx(start[0] ** 2 - start[1] ** 2, abs=1e-14)


@quick
@given(starts())
def test_trajectories_agree_with_an_integrator(start):
    times = np.array([0.05, 0.4, 1.5])
    run, (a, b) = solve(times, *start), integrated(start, times)
    # Near the saddle's stable manifold an integrator's own errors grow by exp(kappa |S| t).
    tolerance = 1e-10 * np.exp(abs(start[2]) * start[3] * start[4] * 1.5)
    assert np.allclose(run.a, a, atol=tolerance) and np.allclose(run.b, b, atol=tolerance)


@quick
@given(entries, entries, rates)
def test_balanced_modes_are_the_sigmoid(size, target, rate):
    """Nam 2024, Eq. (3.9), for a_0 = b_0, evaluated with 50 digits; beyond a_0 b_0 < S and for S < 0, too."""
    run = solve(TIMES, size, size, target, *rate)
    bounds = error_bounds.diagonal_linear(run)["strength"].slack
    for t, strength, slack in zip(TIMES, run.strength, bounds):
        if size == 0 or target == 0:
            continue
        with mpmath.workdps(50):
            S, start = mpmath.mpf(target), mpmath.mpf(size) ** 2
            sigmoid = S / (1 + (S / start - 1) * mpmath.exp(-2 * S * mpmath.mpf(rate[0]) * mpmath.mpf(rate[1]) * mpmath.mpf(float(t))))
            assert abs(mpmath.mpf(float(strength)) - sigmoid) <= slack * UNIT


@quick
@given(starts(), st.floats(0.01, 2), st.floats(0.01, 2))
def test_flows_compose(start, first, second):
    middle, both = solve(first, *start), solve(first + second, *start)
    later = solve(second, float(middle.a), float(middle.b), *start[2:])
    growth = np.exp(min(abs(start[2]) * start[3] * start[4] * second, 30.0))  # of the middle state's rounding, past the saddle
    assert np.allclose(later.a, both.a, atol=1e-13 * growth) and np.allclose(later.b, both.b, atol=1e-13 * growth)


@quick
@given(starts())
@example(corner("to the saddle"))
@example(corner("solved already"))
def test_symmetries(start):
    a0, b0, S, variance, eta = start
    run = solve(TIMES, *start)
    both, swapped = solve(TIMES, -a0, -b0, S, variance, eta), solve(TIMES, b0, a0, S, variance, eta)
    assert (both.a == -run.a).all() and (both.b == -run.b).all() and (both.loss == run.loss).all()
    assert np.allclose(swapped.a, run.b, rtol=1e-12, atol=1e-14) and np.allclose(swapped.b, run.a, rtol=1e-12, atol=1e-14)
    mirrored = solve(TIMES, a0, -b0, -S, variance, eta)  # a + b and a - b change places
    assert np.allclose(mirrored.a, run.a, rtol=1e-12, atol=1e-14) and np.allclose(mirrored.b, -run.b, rtol=1e-12, atol=1e-14)
    faster, larger = solve(TIMES / 4, a0, b0, S, variance, 4 * eta), solve(TIMES / 4, 2 * a0, 2 * b0, 4 * S, variance, eta)
    assert (faster.a == run.a).all() and (larger.a == 2 * run.a).all()  # powers of two change no digit
    for epsilon in (0.05, 0.4):
        assert mirrored.emergence_time(epsilon) == pytest.approx(float(run.emergence_time(epsilon)), rel=1e-12)


@quick
@given(starts())
@example(corner("solved already"))
@example(corner("to the saddle"))
def test_what_the_flow_conserves_and_what_only_moves_one_way(start):
    run = solve(np.linspace(0, 20, 150), *start)
    bounds = error_bounds.diagonal_linear(run)
    assert run.conserved_drift <= bounds["conserved_drift"].slack * UNIT
    for name, course in (("strength", np.diff(run.strength) * np.sign(start[2] - start[0] * start[1])), ("loss", -np.diff(run.loss))):
        slack = bounds[name].slack * UNIT
        assert (course >= -(slack[1:] + slack[:-1])).all(), name
    assert (run.residual * run.residual[0] >= 0).all()  # the target is never passed


@pytest.mark.slow
@quick
@given(starts())
def test_a_mode_is_a_latent_variable_of_one_neuron(start):
    a0, b0, S, variance, eta = start
    run = solve(TIMES, *start)
    other = latent_variable.solve(TIMES, np.array([a0]), np.array([[b0]]), np.ones(1), S, 1.0, variance * eta / 2, variance * eta / 2)
    assert np.allclose(run.a, other.u[:, 0], atol=1e-12) and np.allclose(run.b, other.W[:, 0, 0], atol=1e-12)


@pytest.mark.parametrize("name", CORNERS)
def test_late_times_reach_the_target_or_the_saddle(name):
    start = corner(name)
    run = solve(LATE, *start)
    assert all(np.isfinite(getattr(run, quantity)).all() for quantity in STATE if quantity != "time_scale")
    if name in ("origin", "variance = 0"):
        assert (run.a == start[0]).all() and (run.b == start[1]).all() and (run.emergence_time(0.3) == np.inf or start[3] > 0)
    elif name.startswith("to the saddle"):
        assert (np.abs(run.a) < 1e-300).all() and np.allclose(run.residual, -start[2], rtol=1e-15) and run.time_to(0.01) == np.inf
    elif name == "target = 0, balanced":  # the loss falls like a power of time
        assert np.allclose(run.strength * 2 * LATE, 1.0, rtol=1e-4) and run.time_scale == np.inf
    else:
        bounds = error_bounds.diagonal_linear(run)
        assert (run.residual == 0).all() and (np.abs(run.strength - start[2]) <= bounds["strength"].slack * UNIT).all()
        assert np.allclose(run.a * run.b, start[2], rtol=1e-14, atol=0)


def test_near_the_stable_manifold_a_mode_lingers_and_leaves():
    run = solve(np.array([10.0, 30.0, 60.0]), 1.0, -1.0 + 2**-50, 1.0)
    assert run.strength == pytest.approx([0.0, 0.0, 1.0], abs=1e-4)
    assert 30 < run.emergence_time(0.01) < run.emergence_time(0.5) < 60


@pytest.mark.parametrize("size", [1e-3, 1e-12, 1e-100, 1e-200, 1e-240])
def test_tiny_starts_emerge_on_time(size):
    run = solve(np.array([1.0]), size, size, 2.0, 0.5)
    wanted = (np.log(2.0) - 2 * np.log(size) + np.log1p(-size * size / 2) - np.log(1 / 0.05 - 1)) / 2  # Nam 2024, Eq. (3.12)
    assert run.emergence_time(0.05) == pytest.approx(wanted, rel=1e-13)
    assert run.saturation_time(0.05) == pytest.approx(np.log(19), rel=1e-13)
    there = solve(np.array([float(run.emergence_time(0.05)), float(run.time_to(0.95))]), size, size, 2.0, 0.5)
    assert there.strength / 2 == pytest.approx([0.05, 0.95], rel=1e-9)


@quick
@given(starts(), st.floats(0.01, 0.45))
@example(corner("plain"), 0.05)
@example(corner("unbalanced, target below 0"), 0.05)
def test_times_are_those_at_which_the_trajectory_is_there(start, epsilon):
    run, S = solve(1.0, *start), start[2]
    begin, emerged, last = start[0] * start[1], float(run.emergence_time(epsilon)), float(run.time_to(1 - epsilon))
    if S == 0:
        assert emerged == last == run.saturation_time(epsilon) == np.inf
        return
    reaches = begin / S >= 1 - epsilon or start[0] != (-start[1] if S > 0 else start[1])
    assert (emerged < np.inf) == (reaches or begin / S >= epsilon) and (last < np.inf) == reaches
    if reaches:
        assert emerged + run.saturation_time(epsilon) == pytest.approx(last, rel=1e-9, abs=1e-12)
        for moment, share in ((emerged, epsilon), (last, 1 - epsilon)):
            found = float(solve(moment, *start).strength) / S
            assert found == pytest.approx(share, abs=1e-9) if moment > 0 else found >= share


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_batches_equal_their_members(backend):
    pytest.importorskip(backend)
    random = np.random.default_rng(3)
    a0, b0, S, variance = random.normal(size=(5, 1)), random.normal(size=4), random.normal(size=(5, 1)), random.exponential(size=4)
    batch = solve(TIMES, a0, b0, S, variance, 0.7, backend=backend)
    share = np.linspace(0.1, 0.4, 4)
    assert batch.a.shape == (5, 4, 7) and batch.conserved.shape == (5, 4) == batch.saturation_time(share).shape
    for i, j in np.ndindex(5, 4):
        alone = solve(TIMES, float(a0[i, 0]), float(b0[j]), float(S[i, 0]), float(variance[j]), 0.7, backend=backend)
        for name, bound in error_bounds.diagonal_linear(alone).items():  # both stray from the exact value by so much at most
            assert (np.abs(getattr(batch, name)[i, j] - getattr(alone, name)) <= 2 * bound.slack * UNIT).all(), name
        assert batch.emergence_time(share)[i, j] == pytest.approx(float(alone.emergence_time(share[j])), rel=1e-13)


def test_threads_and_chunks_change_nothing():
    a0, b0 = np.random.default_rng(4).normal(size=(2, 9001))
    one, two = solve(TIMES, a0, b0, 2.0), solve(TIMES, a0, b0, 2.0, threads=2)
    assert (one.a == two.a).all() and (one.b == two.b).all()


def test_empty_batches_and_a_number_as_time():
    assert solve(TIMES, np.zeros(0), 1.0, 2.0).a.shape == (0, 7) and solve(np.zeros(0), 1.0, 1.0, 2.0).loss.shape == (0,)
    run = solve(1.0, np.ones(3), 0.5, 2.0)
    assert run.a.shape == run.loss.shape == run.conserved_drift.shape == run.emergence_time(0.3).shape == (3,)


@pytest.mark.slow
def test_autograd_of_the_network_finds_the_same_trajectories():
    """Gradient flow of f(x) = sum_i a_i b_i x_i by autograd, on uncorrelated inputs; the network's loss is the sum of its modes'."""
    pytest.importorskip("torch")
    from theoremtest.numerics.training.gradient_flow import flow
    from theoremtest.numerics.training.networks import diagonal_linear

    names = ["plain", "balanced", "unbalanced, target below 0", "a_0 = 0", "to the saddle", "a weight changes its sign"]
    a0, b0, S, *_ = np.array([corner(name) for name in names]).T
    variance, eta, times = np.array([0.5, 1.0, 0.3, 2.0, 0.7, 0.1]), 0.8, TIMES[:-1]
    signs = np.sign(np.array([[1 - 2 * (bin(row & column).count("1") % 2) for column in range(6)] for row in range(8)]))  # Hadamard's
    X = signs * np.sqrt(variance)
    assert np.allclose(X.T @ X / 8, np.diag(variance))
    trained = flow(diagonal_linear(), {"u": a0, "v": b0}, X, X @ S, times, eta, loss="half_mean", rtol=1e-12, atol=1e-14, device="cpu")
    run = solve(times, a0, b0, S, variance, eta)
    assert np.allclose(run.a.T, trained.parameters["u"], atol=1e-9) and np.allclose(run.b.T, trained.parameters["v"], atol=1e-9)
    assert np.allclose(run.loss.sum(axis=0), trained.losses, atol=1e-9)


@pytest.mark.parametrize("name", ["plain", "balanced", "unbalanced, target below 0", "a_0 = 0", "a weight changes its sign"])
def test_autograd_goes_through_the_times(name):
    """By starts, target, variance and rate: the slopes are central differences."""
    torch = pytest.importorskip("torch")
    start, step = np.array(corner(name)), 1e-5

    def waits(values):
        run = solve(1.0, *values)
        return run.emergence_time(0.3) + 2 * run.saturation_time(0.2)

    tensors = [torch.tensor(float(value), dtype=torch.float64, requires_grad=True) for value in start]
    slopes = torch.autograd.grad(waits(tensors), tensors)
    for place, found in enumerate(slopes):
        nudge = step * np.eye(5)[place]
        expected = (waits(map(float, start + nudge)) - waits(map(float, start - nudge))) / (2 * step)
        assert float(found) == pytest.approx(float(expected), rel=1e-6, abs=1e-7), place
    pytest.importorskip("xarray")
    assert solve(TIMES, *tensors).to_xarray().attrs["backend"] == "torch"


def test_dataset_holds_every_quantity():
    pytest.importorskip("xarray")
    data = solve(TIMES, np.ones(3), 0.5, 2.0).to_xarray()
    assert dict(data.sizes) == {"batch_0": 3, "time": 7} and {"a", "b", "strength", "loss", "conserved"} <= set(data.data_vars)
