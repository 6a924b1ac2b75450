"""The latent variable solver obeys the laws of its flow, in every corner and for drawn starts, on every backend."""

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from latent_variable_cases import CORNERS, TIMES, corner, integrated, quick, starts

from theoremtest.numerics.kernels.rounding import ULPS, UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.latent_variable import BACKENDS, RESCALING, solve

TINY = 2.0**-1021  # gradual underflow, on each of two sides
COSINE = 1 + (2 * ULPS + 1) * UNIT  # a quotient by a length that hypot may return too small
LATE = np.array([1e5, 1e9, 1e60])
STATE = ("u", "W", "output", "residual", "loss", "zeta", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change", "M")

# Laws of the flow.


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_the_start_is_returned_exactly(name, backend):
    pytest.importorskip(backend)
    start = corner(name)
    run = solve(np.array([0.0, 0.0, 1.0]), *start, backend=backend)
    assert (run.u[:2] == start[0]).all() and (run.W[:2] == start[1]).all() and (run.ntk_change[:2] == 0).all()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_corner_cases_agree_with_an_integrator(name, backend):
    pytest.importorskip(backend)
    start = corner(name)
    u, W = integrated(start, TIMES)
    run = solve(TIMES, *start, backend=backend)
    # An integrator's error grows along the saddle's unstable direction, like exp(2 |gamma y| k t).
    early = (3.0 if "saddle" in name or "two dimensions" in name else 10.0) >= TIMES
    assert np.allclose(run.u[early], u[early], atol=1e-9) and np.allclose(run.W[early], W[early], atol=1e-9)


@pytest.mark.parametrize("name", CORNERS)
def test_derived_quantities_follow_from_u_and_w(name):
    u0, W0, x, y, gamma, eta_u, eta_w = start = corner(name)
    run = solve(TIMES, *start)
    v = run.W @ x
    f = gamma * (run.u * v).sum(axis=-1)
    lengths = np.linalg.norm(run.u, axis=-1), np.linalg.norm(v, axis=-1), np.linalg.norm(run.W, axis=(1, 2))
    assert np.allclose(run.v, v, atol=1e-13) and np.allclose(run.output, f, atol=1e-13) and np.allclose(run.residual, f - y, atol=1e-13)
    for found, wanted in zip((run.u_norm, run.v_norm, run.W_norm), lengths):
        assert np.allclose(found, wanted, atol=1e-13)
    if not start[0].any() and not start[1].any():
        assert (run.zeta == 0).all()
    assert np.allclose(gamma * run.zeta * lengths[0] * lengths[1], f, atol=1e-13) and (np.abs(run.zeta) <= COSINE).all()
    M = gamma**2 * (eta_u * run.W.transpose(0, 2, 1) @ run.W + eta_w * (lengths[0] ** 2)[:, None, None] * np.eye(x.size))
    assert np.allclose(run.M, M) and np.allclose(run.ntk, x @ M @ x) and np.allclose(run.ntk_change, x @ (M - M[0]) @ x, atol=1e-12)
    assert run.conserved_drift <= error_bounds.latent_variable(run)["conserved_drift"].slack * UNIT


def test_the_kernel_is_the_rate_of_the_output():
    start = corner("plain")
    h = 1e-6
    before, now, after = solve(np.array([1 - h, 1.0, 1 + h]), *start).output
    run = solve(1.0, *start)
    assert abs((after - before) / (2 * h) + 2 * run.ntk * run.residual) < 1e-7


@quick
@given(starts())
@example(corner("P = 0, to the minimum"))
@example(corner("orthogonal layers"))
def test_trajectories_agree_with_an_integrator(start):
    times = np.array([0.05, 0.4, 1.5])
    u, W = integrated(start, times, rtol=1e-11)
    run = solve(times, *start)
    assert np.allclose(run.u, u, atol=1e-7) and np.allclose(run.W, W, atol=1e-7)


@quick
@given(starts(), st.floats(0.01, 2), st.floats(0.01, 2))
def test_flows_compose(start, first, second):
    middle = solve(first, *start)
    both = solve(first + second, *start)
    later = solve(second, middle.u, middle.W, *start[2:])
    # The middle state is rounded; on the way past the saddle the flow magnifies that.
    growth = np.exp(min(2 * abs(start[4] * start[3]) * both.start.k[0] * second, 30.0))
    assert np.allclose(later.u, both.u, atol=1e-12 * growth) and np.allclose(later.W, both.W, atol=1e-12 * growth)


@quick
@given(starts())
@example(corner("P = 0, to the saddle"))
def test_symmetries(start):
    u0, W0, x, y, gamma, *eta = start
    run = solve(TIMES, *start)
    both = solve(TIMES, -u0, -W0, x, y, gamma, *eta)
    assert (both.u == -run.u).all() and (both.W == -run.W).all() and (both.loss == run.loss).all()
    mirrored = solve(TIMES, -u0, W0, x, -y, gamma, *eta)  # p and q change places
    assert np.allclose(mirrored.u, -run.u, atol=1e-12) and np.allclose(mirrored.zeta, -run.zeta, atol=1e-9)
    scaled = solve(TIMES, u0, W0, x, -y, -gamma, *eta)
    assert np.allclose(scaled.W, run.W, atol=1e-12) and np.allclose(scaled.output, -run.output, atol=1e-12)
    order = np.arange(u0.size)[::-1]
    assert np.allclose(solve(TIMES, u0[order], W0[order], x, y, gamma, *eta).u, run.u[:, order], atol=1e-12)
    faster = solve(TIMES / 4, u0, W0, x, y, gamma, *(4 * rate for rate in eta))
    assert np.allclose(faster.u, run.u, atol=1e-12)
    moved = solve(TIMES, u0, W0 / 2, 2 * x, y, gamma, eta[0], eta[1] / 4)  # units of the input
    assert np.allclose(2 * moved.W, run.W, atol=1e-12)


@quick
@given(starts(sizes=(2, 2)), st.floats(0, 6.3))
def test_rotations_of_the_input_and_of_the_neurons(start, angle):
    u0, W0, x, y, *rest = start
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    run, inputs = solve(TIMES[:5], *start), solve(TIMES[:5], u0, W0 @ turn.T, turn @ x, y, *rest)
    neurons = solve(TIMES[:5], turn @ u0, turn @ W0, x, y, *rest)
    tolerance = 1e-13 * np.exp(2 * abs(rest[0] * y) * run.start.k[0] + 5)
    assert np.allclose(inputs.u, run.u, atol=tolerance) and np.allclose(neurons.u, run.u @ turn.T, atol=tolerance)


@quick
@given(starts())
def test_what_the_flow_conserves_and_what_only_moves_one_way(start):
    u0, W0, x, y, gamma, eta_u, eta_w = start
    run = solve(np.linspace(0, 20, 150), *start)
    bounds = error_bounds.latent_variable(run)
    slack = bounds["loss"].slack * UNIT
    assert run.conserved_drift <= bounds["conserved_drift"].slack * UNIT
    assert (np.diff(run.loss) <= slack[1:] + slack[:-1]).all()
    zeta = run.zeta[(run.u_norm > 0) & (run.v_norm > 0)]  # a vector that begins at 0 has no angle there
    steps = np.diff(zeta) * run.alignment_trend
    assert (steps >= -1e-12).all() and (run.alignment_trend != 0 or zeta.size == 0 or np.ptp(np.abs(zeta)) < 1e-12)
    across = np.eye(x.size) - np.outer(x, x) / (x @ x)
    assert np.allclose(run.W @ across, W0 @ across, atol=1e-12)
    product, area = run.product, (run.u_norm * run.v_norm) ** 2 - run.product**2
    assert np.allclose(area, area[0], atol=1e-10 * (1 + np.max(product**2)))


@quick
@given(starts(both=True))
@example(corner("P = 0, to the saddle"))
@example(corner("Q = 0, to the saddle"))
@example(corner("P = 0, to the minimum"))
@example(corner("y = 0"))
@example(corner("solved already"))
def test_the_course_of_the_norms_is_told_beforehand(start):
    run = solve(np.concatenate([[0.0], np.geomspace(1e-9, 1e5, 800)]), *start)
    course = RESCALING[int(run.rescaling)]
    for norm in (run.u_norm, run.v_norm):
        steps = np.diff(norm)
        slack = 1e-12 * (1 + norm.max())
        lowest = int(np.argmin(norm))
        if course == "constant":
            assert np.ptp(norm) < slack
        elif course == "grows":
            assert (steps > -slack).all()
        elif course == "shrinks":
            assert (steps < slack).all()
        else:
            assert (steps[:lowest] < slack).all() and (steps[lowest:] > -slack).all()
            assert 0 < lowest < norm.size - 1 or np.ptp(norm) < slack


@pytest.mark.parametrize("name", CORNERS)
def test_late_times_reach_the_target_or_the_saddle(name):
    start = corner(name)
    run = solve(LATE, *start)
    assert all(np.isfinite(getattr(run, quantity)).all() for quantity in STATE)
    if name in ("gamma = 0", "x = 0", "origin"):
        assert (run.u == start[0]).all() and (start[1] == run.W).all()
    elif "saddle" in name or name == "P = 0 in two dimensions":
        assert (np.abs(run.u) < 1e-300).all() and (np.abs(run.v) < 1e-300).all() and np.allclose(run.residual, -start[3])
    elif name == "P = 0, y = 0":  # there the loss falls like a power of time
        assert np.allclose(run.u_norm**2 * LATE * 4, 1.0, rtol=1e-2)
    else:
        assert (np.abs(run.output - start[3]) <= error_bounds.latent_variable(run)["output"].slack * UNIT + TINY).all()


def test_on_the_stable_manifold_the_modes_decay_exactly():
    run = solve(np.linspace(0, 60, 13), *corner("P = 0, to the saddle"))
    Q = 4 * 1.25  # |q|^2 with x = 1 and unit rates
    with mpmath.workdps(60):
        for t, u, W, slack in zip(run.times, run.u, run.W, error_bounds.latent_variable(run)["u"].slack):
            # q' = 2 q e with e = -|q|^2/4 - 2: the logistic equation, Prop. 2's case.
            decay = mpmath.exp(-8 * mpmath.mpf(float(t)))
            factor = mpmath.sqrt(decay / (1 + mpmath.mpf(Q) / 8 * (1 - decay)))
            assert abs(mpmath.mpf(float(u[0])) + factor) <= slack[0] * UNIT and (W[:, 0] == -u).all()


def test_near_the_stable_manifold_a_trajectory_lingers_and_leaves():
    u0, W0, *rest = corner("P = 0, to the saddle")
    run = solve(np.array([1.0, 4.0, 5.5, 15.0, 30.0]), u0 * (1 + 1e-12), W0, *rest)
    assert (
        (run.u_norm[1:3] < 0.01).all()
        and np.allclose(run.output[-1], 2.0)
        and run.zeta[0] == pytest.approx(-1)
        and run.zeta[-1] == pytest.approx(1)
    )


@pytest.mark.parametrize("size", [1e-3, 1e-12, 1e-100, 1e-200])
def test_tiny_starts_leave_the_saddle_on_time(size):
    u0, W0 = size * np.array([0.3, 0.4]), size * np.array([[0.1], [0.7]])
    run = solve(np.linspace(0, 300, 3001), u0, W0, np.array([1.0]), 2.0)
    half = run.times[np.argmax(run.output > 1.0)]
    P = ((u0 / size + W0[:, 0] / size) ** 2).sum()
    # In the linear regime u v = size^2 P/4 exp(8 t); the logistic curve's middle adds nothing at y/2.
    assert half == pytest.approx((np.log(2.0) - 2 * np.log(size) - np.log(P / 4)) / 8, abs=0.2) and np.allclose(run.output[-1], 2.0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_batches_equal_their_members(backend):
    pytest.importorskip(backend)
    random = np.random.default_rng(3)
    u0, W0, x = random.normal(size=(5, 1, 3)), random.normal(size=(4, 3, 2)), random.normal(size=2)
    y, eta_u = random.normal(size=(5, 1)), np.array([0.5, 1.0, 2.0, 0.0])
    batch = solve(TIMES, u0, W0, x, y, 0.7, eta_u, backend=backend)
    assert (
        batch.u.shape == (5, 4, 7, 3) and batch.W.shape == (5, 4, 7, 3, 2) and batch.zeta.shape == (5, 4, 7) and batch.t_c.shape == (5, 4)
    )
    assert batch.M.shape == (5, 4, 7, 2, 2) and batch.conserved.shape == (5, 4, 3)
    for i, j in np.ndindex(5, 4):
        alone = solve(TIMES, u0[i, 0], W0[j], x, float(y[i, 0]), 0.7, float(eta_u[j]), backend=backend)
        for name, bound in error_bounds.latent_variable(alone).items():  # both stray from the exact value by so much at most
            assert (np.abs(getattr(batch, name)[i, j] - getattr(alone, name)) <= 2 * bound.slack * UNIT + TINY).all(), name


def test_threads_and_chunks_change_nothing(monkeypatch):
    from theoremtest.numerics.models import latent_variable

    random = np.random.default_rng(4)
    u0, W0 = random.normal(size=(5001, 2)), random.normal(size=(5001, 2, 1))
    one = solve(TIMES, u0, W0, np.array([1.0]), 2.0)
    monkeypatch.setattr(latent_variable, "_ENTRIES", 1 << 11)
    two = solve(TIMES, u0, W0, np.array([1.0]), 2.0, threads=2)
    assert (one.u == two.u).all() and (one.W == two.W).all() and (one.zeta == two.zeta).all()


def test_a_number_as_time_drops_the_time_axis():
    run = solve(1.0, np.ones((3, 2)), np.ones((3, 2, 4)), np.ones(4), 2.0)
    assert (
        run.u.shape == (3, 2)
        and run.W.shape == (3, 2, 4)
        and run.M.shape == (3, 4, 4)
        and run.zeta.shape == (3,)
        and run.conserved_drift.shape == (3,)
    )


def test_dataset_holds_every_quantity():
    pytest.importorskip("xarray")
    data = solve(TIMES, np.ones((3, 2)), np.ones((2, 4)), np.ones(4), 2.0).to_xarray()
    assert dict(data.sizes) == {"batch_0": 3, "time": 7, "neuron": 2, "component": 4}
    assert {
        "u",
        "W",
        "zeta",
        "output",
        "loss",
        "u_norm",
        "v_norm",
        "W_norm",
        "ntk",
        "ntk_change",
        "t_c",
        "target_share",
        "conserved",
    } <= set(data.data_vars)
