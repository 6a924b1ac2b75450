"""The single-neuron solver obeys the laws of its flow, meets its reference to rounding, and refuses what it cannot solve."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from benchmarks import accuracy
from rederive.derivations.language.functions import Decay, Decayed
from rederive.derivations.toolbox import single_neuron_form as form
from rederive.numerics.models.single_neuron import (
    BACKENDS,
    hyperbolic_entropy,
    interpolating_solution,
    mirror_potential,
    preconditioner,
    preconditioner_inverse,
    solve,
    whitened,
)

UNIT = 2.0**-53
TIMES = np.array([0.0, 0.01, 0.3, 1.0, 3.0, 10.0, 100.0])
CORNERS = {  # a0, w0, beta_star, eta_a, eta_w
    "upstream": (2.0, (0.3, -0.4), (1.0, 0.5), 1.0, 1.0),
    "downstream": (0.1, (1.5, 1.0), (1.0, 0.5), 1.0, 1.0),
    "balanced": (-5.0, (3.0, 4.0), (1.0, 0.5), 1.0, 1.0),
    "sign change": (0.2, (-2.0, 0.5), (1.0, 0.0), 1.0, 1.0),
    "orthogonal": (0.5, (0.0, 2.0), (1.0, 0.0), 1.0, 1.0),
    "saddle": (0.0, (0.0, 2.0), (1.0, 0.0), 1.0, 1.0),
    "separatrix": (2.0, (-1.0, 2.0, 1.0, 1.0), (2.0, 0.0, 0.0, 0.0), 1.0, 1.0),
    "balanced and opposed": (1.0, (-1.0, 0.0), (1.0, 0.0), 1.0, 1.0),
    "origin": (0.0, (0.0, 0.0), (1.0, 0.0), 1.0, 1.0),
    "a0 = 0": (0.0, (1.0, 1.0), (1.0, 0.5), 1.0, 1.0),
    "w0 = 0": (1.0, (0.0, 0.0), (1.0, 0.5), 1.0, 1.0),
    "d = 1": (0.5, (-2.0,), (1.5,), 1.0, 1.0),
    "only a learns": (0.5, (-2.0, 1.0), (1.5, 0.5), 0.5, 0.0),
    "only w learns": (0.5, (-2.0, 1.0), (1.5, 0.5), 0.0, 2.0),
    "unequal rates": (0.5, (-2.0, 1.0), (1.5, 0.5), 0.1, 3.0),
    "beta_* = 0": (0.5, (-2.0, 1.0), (0.0, 0.0), 1.0, 1.0),
}

numbers = st.floats(-3, 3, width=32).map(lambda x: x if abs(x) > 1e-3 else 0.0)
vectors = st.lists(numbers, min_size=2, max_size=2).map(np.array)
starts = st.tuples(numbers, vectors, vectors.filter(lambda v: np.linalg.norm(v) > 0.1), st.sampled_from([0.3, 1.0, 2.0]),
                   st.sampled_from([0.3, 1.0, 2.0]))
quick = settings(max_examples=20, deadline=None)


def corner(name):
    a0, w0, beta_star, eta_a, eta_w = CORNERS[name]
    return a0, np.array(w0), np.array(beta_star), eta_a, eta_w


def flow(start):
    _, _, beta_star, eta_a, eta_w = start

    def velocity(t, state):
        a, w = state[0], state[1:]
        return np.concatenate([[eta_a * (w @ beta_star - a * (w @ w))], eta_w * (a * beta_star - a * a * w)])

    return velocity


def decided(start):
    """A start whose basin is not a matter of rounding."""
    run = solve(0.0, *start)
    assume(abs(run.start.distance[0]) > 1e-3)
    return start


# The numeric form is the solution of the linear system, exactly.


@pytest.mark.slow
@pytest.mark.parametrize("sign", [-1, 0, 1])
def test_the_numeric_form_solves_the_linear_system(sign):
    # L and K are the larger and the smaller of lambda_+ and -lambda_-; G and H stand for exp(-|delta| t) and exp(-K t).
    L, K, eta_w, s, G, H = sp.symbols("L K eta_w s G H", positive=True)
    a0, y0, z0, delta, eta_a = sp.symbols("a_0 y_0 z_0 delta eta_a", real=True)
    K = L if sign == 0 else K
    t = form.t
    values = form.meaning(delta, a0, y0, z0, s, eta_a, eta_w, sign)
    width = sp.sqrt((delta**2 if sign else 0) + 4 * eta_a * eta_w * s**2)
    expressed = {delta: sign * (L - K), eta_a: L * K / (eta_w * s**2)}
    values = {symbol: value.subs(width, L + K).subs(expressed) for symbol, value in values.items()}
    delta, eta_a = expressed[delta], expressed[eta_a]
    values[form.side] = eta_w * a0**2 - eta_a * y0**2 - delta  # delta is what the start says it is
    rates = {form.gap: G, form.slow: H}

    def exact(expression):
        expression = expression.replace(Decay, lambda rate, low, t: rates[rate]).replace(Decayed, lambda rate, low, t: 1 - rates[rate])
        expression = expression.replace(sp.Max, lambda *parts: _larger(parts, values))
        return expression.xreplace(values).subs(G, 1 if sign == 0 else G)

    def rate_of(expression):
        return expression.diff(t) - (L - K) * G * expression.diff(G) - K * H * expression.diff(H)

    def vanishes(expression):
        return sp.expand(sp.numer(sp.together(expression))) == 0

    at_start = {t: 0, G: 1, H: 1}
    a, along, across = (exact(part) for part in (form.a, form.along, form.across))
    p, q, D2 = sp.cancel(a / across), sp.cancel(s * along / across), sp.cancel(1 / across**2)
    assert vanishes(p.subs(at_start) - a0) and vanishes(q.subs(at_start) - s * y0) and vanishes(D2.subs(at_start) - 1)
    assert vanishes(rate_of(p) - delta * p - eta_a * q)
    assert vanishes(rate_of(q) - eta_w * s**2 * p)
    assert vanishes(rate_of(D2) - 2 * eta_w * p**2)
    assert vanishes((exact(form.residual) + s) * D2 - p * q / s)


def _larger(parts, values):
    """The larger of a decay and a flag that is 0 or 1."""
    (flag,) = [part for part in parts if part in (form.downstream, form.stuck)]
    (decay,) = [part for part in parts if part is not flag]
    return sp.S.One if values[flag] == 1 else decay


# Laws of the flow.


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_the_start_is_returned_exactly(name, backend):
    pytest.importorskip(backend)
    a0, w0, *rest = corner(name)
    run = solve(np.array([0.0, 0.0, 1.0]), a0, w0, *rest, backend=backend)
    assert run.a[0] == a0 and (run.w[:2] == w0).all()


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
    assert (solve(TIMES, *start).delta_drift < 1e-14).all()


@quick
@given(starts)
def test_the_loss_never_rises(start):
    loss = solve(np.linspace(0, 20, 200), *start).loss
    assert (np.diff(loss) <= 8 * UNIT * loss[:-1]).all()


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
    assert np.allclose(run.a, a0, rtol=4 * UNIT, atol=0) and np.allclose(run.w, w0, rtol=8 * UNIT, atol=0)


@pytest.mark.parametrize("name", ["saddle", "separatrix", "balanced and opposed", "origin"])
def test_starts_on_the_separatrix_end_at_the_saddle(name):
    run = solve(np.array([1e3, 1e6, 1e9]), *corner(name))
    assert run.basin == 0 and (np.abs(run.a) < 1e-2).all() and (np.abs(run.along) < 1e-2).all()
    assert np.isfinite(run.w).all() and np.isfinite(run.loss).all()


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
        assert np.allclose(batch.a[i, j], alone.a, rtol=4 * UNIT, atol=0)
        assert np.allclose(batch.w[i, j], alone.w, rtol=4 * UNIT, atol=1e-300)


def test_threads_and_chunks_change_nothing():
    random = np.random.default_rng(4)
    a0, w0 = random.normal(size=9001), random.normal(size=(9001, 2))
    one, two = (solve(TIMES, a0, w0, np.array([1.0, 0.5]), backend="numpy", threads=threads) for threads in (1, 2))
    assert (one.a == two.a).all() and (one.along == two.along).all() and (one.across == two.across).all()
    part = solve(TIMES, a0[9000], w0[9000], np.array([1.0, 0.5]))
    assert np.allclose(one.a[9000], part.a, rtol=4 * UNIT, atol=0)


def test_a_number_as_time_drops_the_time_axis():
    run = solve(1.0, np.ones(3), np.ones((3, 2)), np.array([1.0, 0.0]))
    assert run.a.shape == (3,) and run.w.shape == (3, 2) and run.M.shape == (3, 2, 2) and run.kernel_distance.shape == (3,)


def test_dataset_holds_every_quantity():
    pytest.importorskip("xarray")
    data = solve(TIMES, np.ones(3), np.ones((3, 2)), np.array([1.0, 0.0])).to_xarray()
    assert dict(data.sizes) == {"batch_0": 3, "time": 7, "component": 2}
    assert {"a", "w", "beta", "mu", "phi", "nu", "loss", "kernel_distance", "delta", "basin"} <= set(data.data_vars)


# Accuracy.


def test_the_reference_agrees_with_an_integrator():
    point = accuracy.Point(0.0, 0.4, (-1.0, 0.75), (0.5, 1.5), 0.5, 2.0)
    a0, w0, (b1, b2) = point.a0, point.w0, point.beta_star

    def velocity(t, state):
        a, u, v = state
        rates = point.eta_a, point.eta_w, point.eta_w
        return [rate * slope for rate, slope in zip(rates, (u * b1 + v * b2 - a * (u * u + v * v), a * b1 - a * a * u, a * b2 - a * a * v))]

    with mpmath.workdps(25):
        path = mpmath.odefun(velocity, 0, [mpmath.mpf(a0), *map(mpmath.mpf, w0)])
        for t in (0.25, 0.75):
            exact, (a, u, v) = accuracy.reference(replace(point, t=t)), path(t)
            assert abs(exact["a"] - a) < mpmath.mpf(10) ** -18
            assert abs(exact["along"] - (u * b1 + v * b2) / mpmath.hypot(b1, b2)) < mpmath.mpf(10) ** -18
            assert abs(exact["loss"] - ((a * u - b1) ** 2 + (a * v - b2) ** 2) / 2) < mpmath.mpf(10) ** -18


def check_ratchet(count, backends):
    figures = accuracy.measure(list(accuracy.draw(count)), backends, solve)
    assert accuracy.slipped(figures, accuracy.ratchet()) == []
    assert max(figure.worst for figure in figures.values()) <= 32


def test_accuracy_holds_on_a_sample():
    check_ratchet(24, [("numpy", "cpu"), ("numba", "cpu")])


@pytest.mark.slow
def test_accuracy_holds_on_every_backend():
    check_ratchet(accuracy.ratchet()["points"], accuracy.available())


@pytest.mark.parametrize("start", [0.0, 0.1])
def test_even_grids_lose_nothing(start):
    for point in accuracy.draw(10, seed=5):
        times = np.linspace(start * point.t, point.t, 150)
        run = solve(times, point.a0, np.array(point.w0), np.array(point.beta_star), point.eta_a, point.eta_w, "numba", point.delta)
        for column in (1, 97):
            here = replace(point, t=float(times[column]))
            exact, factors = accuracy.reference(here), accuracy.condition(here)
            for name in ("a", "along", "across_length", "residual"):
                error = abs(mpmath.mpf(float(getattr(run, name)[column])) - exact[name])
                assert error <= 16 * UNIT * factors[name] * abs(exact[name]) + 1e-300, (name, here)


def test_the_ratchet_notices_a_loss_of_digits():
    def blunt(*arguments, **options):
        run = solve(*arguments, **options)
        run.a = run.a * (1 + 100 * UNIT * 1000)
        return run

    figures = accuracy.measure(list(accuracy.draw(12)), [("numpy", "cpu")], blunt)
    assert any(problem.startswith("a/numpy/cpu") for problem in accuracy.slipped(figures, accuracy.ratchet()))


def test_no_warning_and_no_nan_over_the_whole_domain():
    points = list(accuracy.draw(2000))
    for backend in ("numpy", "numba"):
        with np.errstate(all="raise", under="ignore"):
            for d in (1, 2, 3):
                some = [point for point in points if len(point.w0) == d and point.delta is None]
                start = [np.array([getattr(point, name) for point in some]) for name in ("a0", "w0", "beta_star", "eta_a", "eta_w")]
                run = solve(np.array([0.0, 1e-12, 1.0, 1e12]), *start, backend=backend)
                for name in (*accuracy.QUANTITIES, "w", "beta", "M", "delta_drift"):
                    values = getattr(run, name)
                    assert np.isfinite(values[run.a != 0] if name == "nu" else values).all(), name
                assert (run.delta_drift < 1e-14).all()


def test_a_given_delta_is_taken_at_its_word():
    w0 = np.array([1 / 3, 0.1])
    a0 = np.linalg.norm(w0)
    formed, balanced = solve(TIMES, a0, w0, np.array([1.0, 0.5])), solve(TIMES, a0, w0, np.array([1.0, 0.5]), delta=0.0)
    assert balanced.delta == 0 != formed.delta and np.allclose(formed.a, balanced.a, rtol=1e-14)


# What is refused.


@pytest.mark.parametrize("change, error, message", [
    ({"a0": np.nan}, ValueError, "a0: got nan.*finite"),
    ({"w0": np.array([np.inf, 1.0])}, ValueError, "w0: got inf"),
    ({"a0": np.float32(1)}, TypeError, "a0: got type float32.*float64"),
    ({"w0": np.ones(2, dtype=np.float32)}, TypeError, "w0: got type float32"),
    ({"times": np.ones(2, dtype=np.float32)}, TypeError, "times: got type float32"),
    ({"beta_star": np.array([1j, 0])}, TypeError, "beta_star: got type complex128"),
    ({"w0": np.ones(3)}, ValueError, r"w0, beta_star: got shapes \(3,\) and \(2,\)"),
    ({"w0": 1.0}, ValueError, "w0: got shape"),
    ({"a0": np.ones(3), "w0": np.ones((4, 2))}, ValueError, r"leading shapes: got a0 \(3,\), w0 \(4,\)"),
    ({"eta_a": -1.0}, ValueError, "eta_a: got -1.0"),
    ({"eta_a": 0.0, "eta_w": 0.0}, ValueError, "eta_a, eta_w: got both 0"),
    ({"times": np.array([1.0, 0.5])}, ValueError, "times: got a step of -0.5"),
    ({"times": np.array([-1.0, 0.5])}, ValueError, "times: got -1"),
    ({"times": np.array([0.0, np.inf])}, ValueError, "times: got inf"),
    ({"times": np.ones((2, 2))}, ValueError, "times: got shape"),
    ({"a0": 1e200}, ValueError, "a0: got 1e\\+200 in magnitude"),
    ({"beta_star": np.array([1e-200, 0.0])}, ValueError, "beta_star: got a vector of length 1e-200"),
    ({"backend": "fortran"}, ValueError, "backend: got 'fortran'.*'numpy'"),
    ({"delta": 0.5}, ValueError, "delta: got 0.5; expected .* = -1"),
    ({"X": np.eye(3)}, ValueError, r"X: got shape \(3, 3\)"),
    ({"X": 2 * np.eye(2)}, ValueError, r"X: got inputs with max \|X\^T X - I\| = 3"),
    ({"threads": 0}, ValueError, "threads: got 0"),
])
def test_bad_arguments_are_named_with_what_is_expected(change, error, message):
    arguments = {"times": TIMES, "a0": 1.0, "w0": np.ones(2), "beta_star": np.array([1.0, 0.5])} | change
    with pytest.raises(error, match=message):
        solve(**arguments)


def test_whitened_inputs_give_the_least_squares_solution():
    X = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 2)))[0]
    y = np.arange(5.0)
    assert np.allclose(whitened(X, y), np.linalg.lstsq(X, y)[0])
    with pytest.raises(ValueError, match="whitened inputs"):
        whitened(2 * X, y)


# Function space.

betas = st.lists(st.floats(-2, 2), min_size=3, max_size=3).map(np.array).filter(lambda v: np.linalg.norm(v) > 0.05)
deltas = st.floats(-5, 5).filter(lambda x: abs(x) > 1e-3) | st.just(0.0)


@quick
@given(betas, deltas, st.sampled_from([0.5, 1.0, 3.0]))
def test_preconditioner_and_its_inverse(beta, delta, eta_w):
    eta_a = 2.0
    M, inverse = preconditioner(beta, delta, eta_a, eta_w), preconditioner_inverse(beta, delta, eta_a, eta_w)
    condition = np.linalg.cond(M)
    assert np.allclose(M @ inverse, np.eye(3), atol=1e-13 * condition)
    # M is eta_w a^2 I + eta_a w w^T for the a, w with this product and this delta.
    w2 = (np.hypot(delta, 2 * np.sqrt(eta_a * eta_w) * np.linalg.norm(beta)) - delta) / (2 * eta_a)
    a = np.linalg.norm(beta) / np.sqrt(w2)
    w = beta / a
    assert np.allclose(M, eta_w * a * a * np.eye(3) + eta_a * np.outer(w, w), rtol=1e-6, atol=1e-9)


@quick
@given(betas, deltas)
def test_the_mirror_potential_has_the_warped_inverse_as_its_hessian(beta, delta):
    eta_a, eta_w, h = 2.0, 0.5, 1e-3
    shifts = h * np.eye(3)
    total = sum(i * j * mirror_potential(beta + i * shifts[:, None] + j * shifts[None, :], delta, eta_a, eta_w)
                for i in (-1, 1) for j in (-1, 1))
    hessian = total / (4 * h * h)
    kappa = np.hypot(delta, 2 * np.linalg.norm(beta))
    expected = np.sqrt(kappa + delta) * preconditioner_inverse(beta, delta, eta_a, eta_w)
    scale = np.abs(expected).max() * (1 + (h / np.linalg.norm(beta)) ** 2 * 1e6)
    assert np.allclose(hessian, expected, atol=1e-2 * scale)
    assert mirror_potential(np.zeros(3), delta) == 0 < mirror_potential(beta, delta)


def printed_potential(length, delta):
    kappa = mpmath.sqrt(delta**2 + 4 * length**2)
    constant = max(mpmath.mpf(0), mpmath.sign(delta) * mpmath.sqrt(2) * abs(delta) ** mpmath.mpf("1.5") / 3)
    return (kappa - 2 * delta) * mpmath.sqrt(kappa + delta) / 3 + constant


def printed_entropy(x, delta):
    return (2 * x * mpmath.asinh(2 * x / delta) - mpmath.sqrt(4 * x**2 + delta**2) + delta) / 4


@pytest.mark.parametrize("delta", [-1e8, -3.0, 1e-8, 2.0, 1e8])
@pytest.mark.parametrize("length", [1e-12, 1e-3, 1.0, 1e6])
def test_potentials_are_exact_to_rounding(length, delta):
    with mpmath.workdps(120):
        exact = printed_potential(mpmath.mpf(length), mpmath.mpf(delta))
        assert abs(mpmath.mpf(float(mirror_potential(np.array([length]), delta))) - exact) <= 32 * UNIT * exact
        exact = printed_entropy(mpmath.mpf(length), mpmath.mpf(abs(delta)))
        assert abs(mpmath.mpf(float(hyperbolic_entropy(length, delta))) - exact) <= 32 * UNIT * exact


@quick
@given(st.lists(numbers, min_size=2, max_size=2).map(np.array).filter(lambda v: np.linalg.norm(v) > 0.1),
       st.floats(-2, 2), st.floats(0.3, 2))
def test_the_interpolating_solution_minimises_the_printed_objective(beta_0, delta, target):
    X, y = np.array([[1.0, 0.5]]), np.array([target])
    solution = interpolating_solution(X, y, beta_0, delta)
    assert np.allclose(X @ solution, y)
    length = np.linalg.norm(beta_0)
    tilt = np.sqrt(np.hypot(delta, 2 * length) - delta) * beta_0 / length
    null = np.array([-0.5, 1.0]) / np.sqrt(1.25)

    def objective(shift):
        point = solution + shift * null
        kappa = np.hypot(delta, 2 * np.linalg.norm(point))
        return (kappa - 2 * delta) * np.sqrt(kappa + delta) / 3 - tilt @ point

    assert all(objective(0.0) <= objective(shift) + 1e-12 for shift in (-1.0, -0.1, -0.01, 0.01, 0.1, 1.0))


@pytest.mark.parametrize("eta_a, eta_w, a0, w0", [(1.0, 1.0, 1.0, (0.3, 0.4)), (2.0, 0.5, 0.7, (0.9, 0.2))])
def test_gradient_flow_reaches_the_interpolating_solution(eta_a, eta_w, a0, w0):
    X, y, w0 = np.array([[1.0, 0.5]]), np.array([1.2]), np.array(w0)

    def velocity(t, state):
        a, w = state[0], state[1:]
        gradient = X.T @ (X @ (a * w) - y)
        return np.concatenate([[-eta_a * (w @ gradient)], -eta_w * a * gradient])

    end = solve_ivp(velocity, (0, 200), np.concatenate([[a0], w0]), method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    delta = eta_w * a0**2 - eta_a * (w0 @ w0)
    assert np.allclose(end[0] * end[1:], interpolating_solution(X, y, a0 * w0, delta, eta_a, eta_w), atol=1e-8)


def test_function_space_refuses_what_has_no_meaning():
    with pytest.raises(ValueError, match="beta: got a zero vector"):
        preconditioner(np.zeros(2), 1.0)
    with pytest.raises(ValueError, match="eta_a: got 0.0"):
        mirror_potential(np.ones(2), 1.0, eta_a=0.0)
    with pytest.raises(ValueError, match="delta: got 0"):
        hyperbolic_entropy(1.0, 0.0)
    with pytest.raises(ValueError, match="X: got rank 1; expected rank 2"):
        interpolating_solution(np.array([[1.0, 0.0, 0.0]]), np.ones(1), np.ones(3), 1.0)
    with pytest.raises(ValueError, match="y: got a vector outside"):
        interpolating_solution(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1.0, 2.0]), np.ones(2), 1.0)
