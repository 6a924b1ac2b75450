"""The single-neuron solver obeys the laws of its flow, in every corner and for drawn starts, on every backend."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from single_neuron_cases import CORNERS, TIMES, corner, decided, flow, quick, starts

from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.single_neuron import BACKENDS, solve

TINY = 2.0**-1021  # gradual underflow, on each of two sides

@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_the_start_is_returned_exactly(name, backend):
    pytest.importorskip(backend)
    a0, w0, *rest = corner(name)
    run = solve(np.array([0.0, 0.0, 1.0]), a0, w0, *rest, backend=backend)
    assert run.a[0] == a0 and (run.w[:2] == w0).all()


@pytest.mark.drawn(4)
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_corner_cases_agree_with_an_integrator(name, backend):
    pytest.importorskip(backend)
    start = corner(name)
    steps = TIMES[TIMES <= 10]
    path = solve_ivp(flow(start), (0, 10), np.concatenate([[start[0]], start[1]]), method="DOP853", rtol=1e-12, atol=1e-13, t_eval=steps)
    run = solve(steps, *start, backend=backend)
    # An integrator's error grows along the unstable direction: on the separatrix it leaves it like exp(lambda_+ t).
    tolerance = 1e-9 * (1 + 1e4 * (name in ("separatrix", "balanced and opposed")))
    assert np.allclose(run.a, path.y[0], atol=tolerance) and np.allclose(run.w, path.y[1:].T, atol=tolerance)
    assert np.allclose(run.loss, ((run.beta - start[2]) ** 2).sum(axis=-1) / 2, rtol=1e-10, atol=1e-15)


@pytest.mark.parametrize("name", CORNERS)
def test_derived_quantities_follow_from_a_and_w(name):
    a0, w0, beta_star, eta_a, eta_w = corner(name)
    run = solve(TIMES, a0, w0, beta_star, eta_a, eta_w)
    length, s = np.linalg.norm(run.w, axis=-1), np.linalg.norm(beta_star)
    assert np.allclose(run.mu, run.a * length) and np.allclose(run.beta, run.a[:, None] * run.w)
    assert np.allclose(run.phi * length * s, run.w @ beta_star, atol=1e-14)
    assert np.allclose(np.where(run.a != 0, run.nu, 0) * run.a, np.where(run.a != 0, run.w @ beta_star, 0), atol=1e-14)
    M = eta_w * run.a[:, None, None] ** 2 * np.eye(w0.size) + eta_a * run.w[:, :, None] * run.w[:, None, :]
    assert np.allclose(run.M, M)
    norms = np.linalg.norm(M, axis=(1, 2)) * np.linalg.norm(M[0])
    cosine = np.where(norms > 0, (M * M[0]).sum(axis=(1, 2)) / np.where(norms > 0, norms, 1), 1)
    assert np.allclose(run.kernel_distance, 1 - cosine, atol=1e-14) and run.kernel_distance[0] == 0


@quick
@given(starts, st.floats(0.01, 4), st.floats(0.01, 4))
def test_flows_compose(start, first, second):
    decided(start)
    middle = solve(first, *start)
    later = solve(second, float(middle.a), middle.w, *start[2:])
    both = solve(first + second, *start)
    size = 1 + abs(float(both.a)) + np.linalg.norm(both.w)
    # The middle state is rounded; near the separatrix the flow magnifies that.
    tolerance = 1e-11 * size / min(1.0, abs(both.start.distance[0]))
    assert abs(later.a - both.a) < tolerance and np.abs(later.w - both.w).max() < tolerance


@quick
@given(starts)
@example(corner("sign change"))
def test_flipping_both_signs_flips_the_trajectory(start):
    a0, w0, *rest = start
    one, other = solve(TIMES, a0, w0, *rest), solve(TIMES, -a0, -w0, *rest)
    assert (one.a == -other.a).all() and (one.w == -other.w).all() and (one.loss == other.loss).all()
    assert one.basin == -other.basin


@quick
@given(starts, st.floats(0, 6.3))
def test_rotations_rotate_the_trajectory(start, angle):
    a0, w0, beta_star, *rates = decided(start)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    one, other = solve(TIMES, a0, w0, beta_star, *rates), solve(TIMES, a0, turn @ w0, turn @ beta_star, *rates)
    assert np.allclose(one.a, other.a, atol=1e-9) and np.allclose(one.w @ turn.T, other.w, atol=1e-9)


@quick
@given(starts, st.floats(0.2, 5))
def test_rescaling_time_rescales_the_rates(start, factor):
    a0, w0, beta_star, eta_a, eta_w = decided(start)
    one = solve(TIMES * factor, a0, w0, beta_star, eta_a, eta_w)
    other = solve(TIMES, a0, w0, beta_star, eta_a * factor, eta_w * factor)
    assert np.allclose(one.a, other.a, atol=1e-9) and np.allclose(one.w, other.w, atol=1e-9)


@quick
@given(starts)
@example(corner("sign change"))
def test_swapping_the_learning_rates_at_fixed_delta_keeps_the_function(start):
    """beta follows delta and the product of the rates: a sqrt(eta_w/eta_a) and w sqrt(eta_a/eta_w) trade places with the rates."""
    a0, w0, beta_star, eta_a, eta_w = decided(start)
    ratio = np.sqrt(eta_w / eta_a)
    one, other = solve(TIMES, a0, w0, beta_star, eta_a, eta_w), solve(TIMES, a0 * ratio, w0 / ratio, beta_star, eta_w, eta_a)
    assert np.allclose(one.delta, other.delta) and np.allclose(one.beta, other.beta, rtol=1e-9, atol=1e-9)
    assert np.allclose(one.loss, other.loss, rtol=1e-9, atol=1e-9)


@quick
@given(starts, st.floats(0.2, 5))
def test_rescaling_the_layers_and_the_target_rescales_time(start, factor):
    """(a, w, beta_*) -> (c a, c w, c^2 beta_*) follows the same path c^2 times as fast, c times as large."""
    a0, w0, beta_star, *rates = decided(start)
    one = solve(TIMES, a0, w0, beta_star, *rates)
    other = solve(TIMES / factor**2, factor * a0, factor * w0, factor**2 * beta_star, *rates)
    assert np.allclose(factor * one.a, other.a, rtol=1e-9, atol=1e-9) and np.allclose(factor * one.w, other.w, rtol=1e-9, atol=1e-9)


@quick
@given(starts)
@example(corner("saddle"))
@example(corner("separatrix")[:1] + (np.array([-1.0, 2.0]),) + (np.array([2.0, 0.0]), 1.0, 1.0))
def test_delta_is_conserved(start):
    run = solve(TIMES, *start)
    assert run.delta_drift <= error_bounds.single_neuron(run)["delta_drift"].slack * UNIT


@pytest.mark.slow
@quick
@given(starts)
def test_the_loss_never_rises(start):
    run = solve(np.linspace(0, 20, 200), *start)
    slack = error_bounds.single_neuron(run)["loss"].slack * UNIT
    assert (np.diff(run.loss) <= slack[1:] + slack[:-1]).all()


@quick
@given(starts)
def test_limits_lie_on_the_branch_of_the_basin(start):
    decided(start)
    run = solve(1e6, *start)
    assert np.allclose(run.beta, start[2], rtol=1e-12) and np.sign(run.a) == run.basin
    if run.delta > 0:
        assert run.basin == np.sign(start[0])


@pytest.mark.parametrize("point", [(2.0, (0.5, 0.25)), (-0.5, (-2.0, -1.0)), (0.0, (0.0, 0.0)), (0.0, (-1.0, 2.0))])
def test_fixed_points_stay(point):
    a0, w0 = point[0], np.array(point[1])
    run = solve(np.array([0.0, 1.0, 1e3, 1e9]), a0, w0, np.array([1.0, 0.5]))
    bounds = error_bounds.single_neuron(run)
    assert (np.abs(run.a - a0) <= bounds["a"].slack * UNIT).all() and (np.abs(run.w - w0) <= bounds["w"].slack * UNIT).all()


@pytest.mark.parametrize("name", ["saddle", "separatrix", "balanced and opposed", "origin"])
def test_starts_on_the_separatrix_end_at_the_saddle(name):
    run = solve(np.array([1e3, 1e6, 1e9]), *corner(name))
    assert run.basin == 0 and (np.abs(run.a) < 1e-2).all() and (np.abs(run.along) < 1e-2).all()
    assert np.isfinite(run.w).all() and np.isfinite(run.loss).all()


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_batches_equal_their_members(backend):
    pytest.importorskip(backend)
    random = np.random.default_rng(3)
    a0, w0, beta_star = random.normal(size=(5, 1)), random.normal(size=(1, 4, 3)), random.normal(size=3)
    eta_a = np.array([0.5, 1.0, 2.0, 0.0])
    batch = solve(TIMES, a0, w0, beta_star, eta_a, backend=backend)
    assert batch.a.shape == (5, 4, 7) and batch.w.shape == (5, 4, 7, 3) and batch.basin.shape == (5, 4)
    for i, j in np.ndindex(5, 4):
        alone = solve(TIMES, float(a0[i, 0]), w0[0, j], beta_star, float(eta_a[j]), backend=backend)
        for name, bound in error_bounds.single_neuron(alone).items():  # both stray from the exact value by so much at most
            assert (np.abs(getattr(batch, name)[i, j] - getattr(alone, name)) <= 2 * bound.slack * UNIT + TINY).all(), name


def test_threads_and_chunks_change_nothing():
    random = np.random.default_rng(4)
    a0, w0 = random.normal(size=9001), random.normal(size=(9001, 2))
    one, two = (solve(TIMES, a0, w0, np.array([1.0, 0.5]), backend="numpy", threads=threads) for threads in (1, 2))
    assert (one.a == two.a).all() and (one.along == two.along).all() and (one.across == two.across).all()
    part = solve(TIMES, a0[9000], w0[9000], np.array([1.0, 0.5]))
    assert (np.abs(one.a[9000] - part.a) <= 2 * error_bounds.single_neuron(part)["a"].slack * UNIT).all()


def test_a_number_as_time_drops_the_time_axis():
    run = solve(1.0, np.ones(3), np.ones((3, 2)), np.array([1.0, 0.0]))
    assert run.a.shape == (3,) and run.w.shape == (3, 2) and run.M.shape == (3, 2, 2) and run.kernel_distance.shape == (3,)


def test_dataset_holds_every_quantity():
    pytest.importorskip("xarray")
    data = solve(TIMES, np.ones(3), np.ones((3, 2)), np.array([1.0, 0.0])).to_xarray()
    assert dict(data.sizes) == {"batch_0": 3, "time": 7, "component": 2}
    assert {"a", "w", "beta", "mu", "phi", "nu", "loss", "kernel_distance", "delta", "basin"} <= set(data.data_vars)


@pytest.mark.parametrize("times", [np.linspace(0.0, 5.0, 70), np.array([0.0, 0.0, 0.3, 2.0])], ids=["even", "uneven"])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_state_is_the_same_whichever_part_is_asked_for_first(times, d):
    pytest.importorskip("numba")
    random = np.random.default_rng(d)
    start = random.normal(size=70), random.normal(size=(70, d)), random.normal(size=d)  # more starts than are prepared side by side
    vectors, numbers = (solve(times, *start, backend="numba") for _ in range(2))
    assert (vectors.w[:, 0] == start[1]).all() and numbers.a.shape == (70, times.size)
    bound = 2 * UNIT * error_bounds.single_neuron(numbers)["w"].slack
    assert (np.abs(vectors.w - numbers.w) <= bound).all() and (vectors.beta == vectors.a[..., None] * vectors.w).all()
    assert (np.abs(vectors.w - solve(times, *start, backend="numpy").w) <= bound).all()
