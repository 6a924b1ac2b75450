"""The latent variable solver obeys the laws of its flow, meets integration and autograd, keeps its digits, refuses what it cannot solve."""

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from benchmarks import accuracy, accuracy_latent
from rederive.derivations.language.functions import Decay, Decayed, Hypot
from rederive.derivations.toolbox import latent_variable_form as form
from rederive.numerics.models.latent_variable import BACKENDS, RESCALING, one_point, solve

UNIT = 2.0**-53
TIMES = np.array([0.0, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0])
LATE = np.array([1e5, 1e9, 1e60])
STATE = ("u", "W", "output", "residual", "loss", "zeta", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change", "M")
CORNERS = {  # u0, W0, x, y, gamma, eta_u, eta_w
    "plain": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "target of the other sign": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), -1.2, 0.8, 0.5, 2.0),
    "gamma < 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, -0.8, 0.5, 2.0),
    "y = 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 0.0, 0.8, 0.5, 2.0),
    "gamma = 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.0, 0.5, 2.0),
    "x = 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.0, 0.0), 1.2, 0.8, 0.5, 2.0),
    "only u learns": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.5, 0.0),
    "only W learns": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.0, 2.0),
    "u_0 = 0": ((0.0, 0.0), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "W_0 = 0": ((0.7, -0.4), ((0.0, 0.0), (0.0, 0.0)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "origin": ((0.0, 0.0), ((0.0, 0.0), (0.0, 0.0)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "P = 0, to the minimum": ((-1.0, 0.5), ((1.0,), (-0.5,)), (1.0,), -2.0, 1.0, 1.0, 1.0),
    "P = 0, to the saddle": ((-1.0, 0.5), ((1.0,), (-0.5,)), (1.0,), 2.0, 1.0, 1.0, 1.0),
    "P = 0, y = 0": ((-1.0, 0.5), ((1.0,), (-0.5,)), (1.0,), 0.0, 1.0, 1.0, 1.0),
    "Q = 0, to the minimum": ((1.0, -0.5), ((1.0,), (-0.5,)), (1.0,), 2.0, 1.0, 1.0, 1.0),
    "Q = 0, to the saddle": ((1.0, -0.5), ((1.0,), (-0.5,)), (1.0,), -2.0, 1.0, 1.0, 1.0),
    "P = 0 in two dimensions": ((-3.0, 6.0), ((5.0, 0.0), (-10.0, 0.0)), (3.0, 4.0), 0.5, 0.01, 0.5, 0.5),
    "solved already": ((1.0, 1.0), ((1.0,), (2.0,)), (1.0,), 3.0, 1.0, 1.0, 1.0),
    "one neuron": ((-0.7,), ((0.3, 1.0),), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "orthogonal layers": ((1.0, 1.0), ((1.0,), (-1.0,)), (2.0,), 1.5, 0.5, 1.0, 3.0),
}

quick = settings(max_examples=25, deadline=None)
entries = st.floats(-2, 2, width=32).map(lambda z: z if abs(z) > 1e-3 else 0.0)
nonzero = entries.filter(bool)
rates = st.sampled_from([(1.0, 1.0), (0.3, 2.0), (1.0, 0.0), (0.0, 1.0)])


@st.composite
def starts(draw, both=False, sizes=None):
    d, d0 = sizes or (draw(st.integers(1, 4)), draw(st.integers(1, 3)))
    u0 = np.array(draw(st.lists(entries, min_size=d, max_size=d)))
    W0 = np.array(draw(st.lists(entries, min_size=d * d0, max_size=d * d0))).reshape(d, d0)
    x = np.array(draw(st.lists(nonzero, min_size=d0, max_size=d0)))
    eta = draw(rates.filter(all) if both else rates)
    return u0, W0, x, draw(entries), draw(nonzero), *eta


def corner(name):
    return tuple(np.array(part) for part in CORNERS[name])


def velocity(start):
    u0, W0, x, y, gamma, eta_u, eta_w = start

    def move(t, state):
        u, W = state[:u0.size], state[u0.size:].reshape(W0.shape)
        misfit = gamma * u @ W @ x - y
        return np.concatenate([-2 * eta_u * gamma * misfit * (W @ x), (-2 * eta_w * gamma * misfit * np.outer(u, x)).ravel()])

    return move


def integrated(start, times, rtol=1e-12):
    u0, W0 = start[:2]
    begin = np.concatenate([u0, W0.ravel()])
    path = solve_ivp(velocity(start), (0, times[-1]), begin, method="DOP853", rtol=rtol, atol=1e-14, t_eval=times).y.T
    return path[:, :u0.size], path[:, u0.size:].reshape(-1, *W0.shape)


# The numeric form is the solution, exactly.


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("target", [1, -1])
def test_the_numeric_form_solves_the_flow(side, target):
    """u and v in the forms' terms, differentiated, are the flow's velocity; ``side`` is s, ``target`` the sign of s b."""
    # k, one root of L F and the two roots' sum are the free symbols, so that nothing is left under a root but n and m.
    eta_u, eta_w, r, gamma, lift, drop, h = sp.symbols("eta_u eta_w r gamma lift drop h", positive=True)
    root_u, root_w = sp.sqrt(eta_u), sp.sqrt(eta_w)
    # Two neurons' worth of modes: weights and products are all that enters.
    grown, fallen = sp.symbols("grown_0:2"), sp.symbols("fallen_0:2")
    b = target * (lift - drop) / 2  # omega + s b and omega - s b are lift and drop, or the other way round
    omega = (lift + drop) / 2
    L = gamma**2 * sum(part**2 for part in grown)
    F = gamma**2 * sum(part**2 for part in fallen)
    p, q = (grown, fallen) if side > 0 else (fallen, grown)
    v0 = [(one + other) / (2 * root_u) for one, other in zip(p, q)]
    u0 = [(one - other) / (2 * root_w * r) for one, other in zip(p, q)]
    k = r * root_u * root_w
    y = side * b / (2 * k * gamma)
    e0 = gamma * sum(one * other for one, other in zip(u0, v0)) - y
    values = form.meaning(L, F, b, gamma, e0)
    values |= {form.rate: omega, form.inverse_rate: 1 / omega, form.grow: sp.sqrt(omega + b + F), form.shrink: sp.sqrt(omega - b + L)}

    def exact(expression):
        expression = expression.replace(Hypot, lambda one, other: sp.sqrt(one**2 + other**2))
        expression = expression.replace(sp.Max, lambda *parts: next(part for part in parts if part is not form.stuck))
        return expression.replace(Decay, lambda *_: h).replace(Decayed, lambda *_: 1 - h).xreplace(values)

    fall, push, residual = exact(form.fall), exact(form.push), exact(form.residual)
    # L F = omega^2 - b^2 is what ties the weights to the rate: it decides one of grown's squares.
    (tie,) = sp.solve(sp.Eq(L * F, omega**2 - b**2), grown[0]**2)
    points = {eta_u: 2, eta_w: 3, r: sp.Rational(3, 2), gamma: sp.Rational(4, 5), lift: 5, drop: sp.Rational(7, 10),
              grown[1]: sp.Rational(1, 3), fallen[0]: sp.Rational(2, 5), fallen[1]: sp.Rational(-1, 2)}
    points[grown[0]] = sp.sqrt(tie.subs(points))
    moment = sp.Rational(3, 7)

    def at(expression, moment):
        return expression.subs(h, moment).evalf(60)

    def rate_of(expression):
        return -omega.subs(points) * h * sp.diff(expression, h)

    fall, push, residual, reach = (part.subs(points) for part in (fall, push, residual, exact(form.reach)))
    root_u, root_w, eta_u, eta_w, r, gamma, k, y = (sp.sympify(part, strict=True).subs(points)
                                                    for part in (root_u, root_w, eta_u, eta_w, r, gamma, k, y))
    product = 0
    for one, u_start, v_start in zip(grown, u0, v0):
        one, u_start, v_start = (part.subs(points) for part in (one, u_start, v_start))
        u, v = fall * u_start + root_u * push * one, fall * v_start + side * root_w * r * push * one
        product += u * v
        assert abs(at(rate_of(u) + 2 * eta_u * gamma * residual * v, moment)) < 1e-50
        assert abs(at(rate_of(v) + 2 * eta_w * gamma * r**2 * residual * u, moment)) < 1e-50
        assert abs(at(u - u_start, 1)) < 1e-50 and abs(at(v - v_start, 1)) < 1e-50
    assert abs(at(gamma * product - y - residual, moment)) < 1e-50
    assert abs(at(1 - fall**2 - 2 * k * side * reach, moment)) < 1e-50


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
    assert np.allclose(gamma * run.zeta * lengths[0] * lengths[1], f, atol=1e-13) and (np.abs(run.zeta) <= 1).all()
    M = gamma**2 * (eta_u * run.W.transpose(0, 2, 1) @ run.W + eta_w * (lengths[0] ** 2)[:, None, None] * np.eye(x.size))
    assert np.allclose(run.M, M) and np.allclose(run.ntk, x @ M @ x) and np.allclose(run.ntk_change, x @ (M - M[0]) @ x, atol=1e-12)
    assert run.conserved_drift < 1e-14


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
    assert run.conserved_drift < 1e-13
    assert (np.diff(run.loss) <= 32 * UNIT * run.loss[:-1]).all()
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
        assert np.allclose(run.output, start[3], rtol=4 * UNIT, atol=1e-300)


def test_on_the_stable_manifold_the_modes_decay_exactly():
    run = solve(np.linspace(0, 60, 13), *corner("P = 0, to the saddle"))
    Q = 4 * 1.25  # |q|^2 with x = 1 and unit rates; P = 0
    with mpmath.workdps(60):
        for t, u, W in zip(run.times, run.u, run.W):
            # q' = 2 q e with e = -|q|^2/4 - 2: the logistic equation, Prop. 2's case.
            decay = mpmath.exp(-8 * mpmath.mpf(float(t)))
            factor = mpmath.sqrt(decay / (1 + mpmath.mpf(Q) / 8 * (1 - decay)))
            assert abs(mpmath.mpf(float(u[0])) / -factor - 1) < 16 * UNIT * (1 + 8 * t) and (W[:, 0] == -u).all()


def test_near_the_stable_manifold_a_trajectory_lingers_and_leaves():
    u0, W0, *rest = corner("P = 0, to the saddle")
    run = solve(np.array([1.0, 4.0, 5.5, 15.0, 30.0]), u0 * (1 + 1e-12), W0, *rest)
    assert (run.u_norm[1:3] < 0.01).all() and np.allclose(run.output[-1], 2.0)
    assert run.zeta[0] == pytest.approx(-1) and run.zeta[-1] == pytest.approx(1)


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
    assert batch.u.shape == (5, 4, 7, 3) and batch.W.shape == (5, 4, 7, 3, 2)
    assert batch.zeta.shape == (5, 4, 7) and batch.t_c.shape == (5, 4)
    assert batch.M.shape == (5, 4, 7, 2, 2) and batch.conserved.shape == (5, 4, 3)
    for i, j in np.ndindex(5, 4):
        alone = solve(TIMES, u0[i, 0], W0[j], x, float(y[i, 0]), 0.7, float(eta_u[j]), backend=backend)
        for name in STATE:
            assert np.allclose(getattr(batch, name)[i, j], getattr(alone, name), rtol=4 * UNIT, atol=1e-300), name


def test_threads_and_chunks_change_nothing(monkeypatch):
    from rederive.numerics.models import latent_variable

    random = np.random.default_rng(4)
    u0, W0 = random.normal(size=(5001, 2)), random.normal(size=(5001, 2, 1))
    one = solve(TIMES, u0, W0, np.array([1.0]), 2.0)
    monkeypatch.setattr(latent_variable, "_ENTRIES", 1 << 11)
    two = solve(TIMES, u0, W0, np.array([1.0]), 2.0, threads=2)
    assert (one.u == two.u).all() and (one.W == two.W).all() and (one.zeta == two.zeta).all()


def test_a_number_as_time_drops_the_time_axis():
    run = solve(1.0, np.ones((3, 2)), np.ones((3, 2, 4)), np.ones(4), 2.0)
    assert run.u.shape == (3, 2) and run.W.shape == (3, 2, 4) and run.M.shape == (3, 4, 4)
    assert run.zeta.shape == (3,) and run.conserved_drift.shape == (3,)


def test_dataset_holds_every_quantity():
    pytest.importorskip("xarray")
    data = solve(TIMES, np.ones((3, 2)), np.ones((2, 4)), np.ones(4), 2.0).to_xarray()
    assert dict(data.sizes) == {"batch_0": 3, "time": 7, "neuron": 2, "component": 4}
    assert {"u", "W", "zeta", "output", "loss", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change", "t_c", "target_share",
            "conserved"} <= set(data.data_vars)


# The model's own meaning: gradient descent of the network by autograd, data on a line.


@pytest.mark.parametrize("name", ["plain", "gamma < 0", "y = 0", "only W learns", "one neuron", "P = 0, to the minimum", "W_0 = 0"])
def test_autograd_of_the_network_finds_the_same_trajectory(name):
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    from rederive.numerics.training.gradient_flow import flow, ntk, two_layer

    u0, W0, x, y, gamma, eta_u, eta_w = corner(name)
    network = two_layer(output_scale=float(gamma))
    rates = {"a": float(eta_u), "W": float(eta_w)}
    trained = flow(network, {"a": u0, "W": W0}, x[None], np.array([float(y)]), TIMES, rates,
                   loss="sum", rtol=1e-12, atol=1e-14, device="cpu")
    run = solve(TIMES, u0, W0, x, y, gamma, eta_u, eta_w)
    assert np.allclose(run.u, trained.parameters["a"], atol=1e-9) and np.allclose(run.W, trained.parameters["W"], atol=1e-9)
    assert np.allclose(run.loss, trained.losses, atol=1e-9)
    assert np.allclose(run.ntk, ntk(network, trained.parameters, x[None], rates, device="cpu")[..., 0, 0], atol=1e-8)


def test_inputs_on_a_line_come_down_to_one_point():
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    from rederive.numerics.training.gradient_flow import flow, two_layer

    random = np.random.default_rng(5)
    X, targets = random.normal(size=(6, 1)) * np.array([[0.6, -0.8]]), random.normal(size=6)
    u0, W0 = random.normal(size=3), random.normal(size=(3, 2))
    x, y = one_point(X, targets)
    trained = flow(two_layer(), {"a": u0, "W": W0}, X, targets, TIMES, loss="mean", rtol=1e-12, atol=1e-14, device="cpu")
    run = solve(TIMES, u0, W0, x, y)
    assert np.allclose(run.W, trained.parameters["W"], atol=1e-9)
    assert np.allclose(run.loss - run.loss[0], trained.losses - trained.losses[0], atol=1e-9)


def test_a_line_through_the_origin_is_asked_for():
    with pytest.raises(ValueError, match="X: got inputs that leave the line"):
        one_point(np.array([[1.0, 0.0], [1.0, 1e-6]]), np.ones(2))
    with pytest.raises(ValueError, match=r"X, targets: got shapes \(2, 1\) and \(3,\)"):
        one_point(np.ones((2, 1)), np.ones(3))
    assert [np.all(part == 0) for part in one_point(np.zeros((2, 3)), np.ones(2))] == [True, True]


# Scales and phases of one network.


def test_the_time_scale_and_its_two_parts():
    u0, W0, x, y, gamma, eta_u, eta_w = corner("plain")
    run = solve(TIMES, u0, W0, x, y, gamma, eta_u, eta_w)
    rho = np.linalg.norm(x)
    p, q = ((np.sqrt(eta_u) * W0 @ x + sign * np.sqrt(eta_w) * rho * u0) / (2 * rho) for sign in (1, -1))
    target = eta_u * eta_w * gamma**2 * rho**2 * y**2
    speed2 = target + 4 * rho**4 * gamma**4 * (p @ p) * (q @ q)
    assert run.t_c == pytest.approx(1 / np.sqrt(speed2)) and run.target_share == pytest.approx(target / speed2)
    late = solve(np.array([8.0, 8.0 + run.t_c / 4]), u0, W0, x, y, gamma, eta_u, eta_w)
    assert late.residual[1] / late.residual[0] == pytest.approx(np.exp(-1), rel=1e-6)  # e falls like exp(-4 t/t_c)
    alpha = run.alpha
    p_now = (np.sqrt(eta_u) * run.v[-1] + np.sqrt(eta_w) * rho * run.u[-1]) / (2 * rho)
    assert np.allclose(p_now**2 / p**2, alpha[-1])
    assert solve(1.0, np.zeros(2), np.zeros((2, 1)), np.ones(1), 0.0).t_c == np.inf


# Accuracy.


@pytest.mark.parametrize("name", ["plain", "gamma < 0", "y = 0", "only u learns", "u_0 = 0", "P = 0, to the minimum",
                                  "Q = 0, to the saddle", "one neuron", "orthogonal layers"])
def test_the_reference_agrees_with_rigorous_integration(name):
    u0, W0, *rest = corner(name)
    point = accuracy_latent.Start(0.5, tuple(u0), tuple(map(tuple, W0)), tuple(rest[0]), *map(float, rest[1:]))
    assert accuracy_latent.integrated(point) == 100.0


def check_ratchet(count, backends):
    figures = accuracy_latent.measure(list(accuracy_latent.draw(count)), backends, solve)
    assert accuracy.slipped(figures, {"figures": accuracy.ratchet()[accuracy_latent.TITLE]}) == []


def test_accuracy_holds_on_a_sample():
    check_ratchet(40, [("numpy", "cpu"), ("numba", "cpu")])


@pytest.mark.slow
def test_accuracy_holds_on_every_backend():
    check_ratchet(accuracy.ratchet()[f"points, {accuracy_latent.TITLE}"], accuracy.available())


def test_the_ratchet_notices_a_loss_of_digits():
    def blunt(*arguments, **options):
        run = solve(*arguments, **options)
        run.fall = run.fall * (1 + 1e5 * UNIT)
        return run

    figures = accuracy_latent.measure(list(accuracy_latent.draw(12)), [("numpy", "cpu")], blunt)
    problems = accuracy.slipped(figures, {"figures": accuracy.ratchet()[accuracy_latent.TITLE]})
    assert any(problem.startswith("u/numpy/cpu") for problem in problems)


def test_no_warning_and_no_nan_over_the_whole_domain():
    points = list(accuracy_latent.draw(1500, seed=1))
    for backend in ("numpy", "numba"):
        with np.errstate(all="raise", under="ignore"):
            for d, d0 in np.ndindex(3, 2):
                some = [point for point in points if len(point.u0) == d + 1 and len(point.x) == d0 + 1]
                run = solve(np.array([0.0, 1e-12, 1.0, 1e12, 1e60]), *(np.array([getattr(point, name) for point in some])
                                                                        for name in accuracy_latent.INPUTS[1:]), backend=backend)
                for name in (*STATE, "alignment_trend", "rescaling", "target_share"):
                    assert np.isfinite(getattr(run, name)).all(), name
                assert (run.conserved_drift < 1e-14).all() and (np.abs(run.zeta) <= 1).all() and (run.ntk >= 0).all()


def test_extreme_magnitudes_stay_finite():
    for size in (1e-30, 1e30):
        for other in (1e-30, 1.0, 1e30):
            with np.errstate(all="raise", under="ignore"):
                run = solve(np.array([0.0, 1e-30, 1.0, 1e30]), size * np.array([1.0, -0.5]), other * np.array([[1.0, 0.4], [0.5, 1.0]]),
                            size * np.array([1.0, 0.5]), other, size, other, size)
                assert all(np.isfinite(getattr(run, name)).all() for name in ("u", "W", "zeta", "output", "residual", "u_norm", "v_norm"))


# What is refused.


@pytest.mark.parametrize("change, error, message", [
    ({"u0": np.array([np.nan, 1.0])}, ValueError, "u0: got nan.*finite"),
    ({"W0": np.array([[np.inf], [1.0]])}, ValueError, "W0: got inf"),
    ({"u0": np.ones(2, dtype=np.float32)}, TypeError, "u0: got type float32.*float64"),
    ({"times": np.ones(2, dtype=np.float32)}, TypeError, "times: got type float32"),
    ({"x": np.array([1j])}, TypeError, "x: got type complex128"),
    ({"u0": np.ones(3)}, ValueError, r"u0, W0, x: got shapes \(3,\), \(2, 1\), \(1,\)"),
    ({"x": np.ones(3)}, ValueError, r"u0, W0, x: got shapes"),
    ({"W0": np.ones(2)}, ValueError, "W0: got shape"),
    ({"u0": np.ones(0), "W0": np.ones((0, 1))}, ValueError, "W0: got shape .*at least one neuron"),
    ({"u0": np.ones((3, 2)), "y": np.ones(4)}, ValueError, r"leading shapes: got u0 \(3,\).* y \(4,\)"),
    ({"eta_u": -1.0}, ValueError, "eta_u: got -1.0"),
    ({"eta_u": 0.0, "eta_w": 0.0}, ValueError, "eta_u, eta_w: got both 0"),
    ({"times": np.array([1.0, 0.5])}, ValueError, "times: got a step of -0.5"),
    ({"times": np.array([-1.0, 0.5])}, ValueError, "times: got -1"),
    ({"times": np.ones((2, 2))}, ValueError, "times: got shape"),
    ({"u0": np.array([1e31, 1.0])}, ValueError, r"u0: got 1e\+31 in magnitude"),
    ({"gamma": 1e-31}, ValueError, "gamma: got 1e-31 in magnitude; expected zero, or"),
    ({"x": np.array([1e-40])}, ValueError, "x: got 1e-40 in magnitude"),
    ({"backend": "fortran"}, ValueError, "backend: got 'fortran'.*'numpy'"),
    ({"threads": 0}, ValueError, "threads: got 0"),
])
def test_bad_arguments_are_named_with_what_is_expected(change, error, message):
    arguments = {"times": TIMES, "u0": np.ones(2), "W0": np.ones((2, 1)), "x": np.ones(1), "y": 2.0} | change
    with pytest.raises(error, match=message):
        solve(**arguments)
