"""The solver of the scalar network obeys the laws of its flow, in every corner and for drawn starts, on every backend."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import example, given
from hypothesis import strategies as st
from lazy_rich_cases import CORNERS, TIMES, corner, entries, integrated, quick, starts

from theoremtest.derivations.language import TIME
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import diagonal_linear, error_bounds, latent_variable
from theoremtest.numerics.models.lazy_rich import BACKENDS, solve

LATE = np.array([1e5, 1e9, 1e60])
STATE = ("a", "b", "theta", "delta_theta", "residual", "loss", "ntk", "ntk_change", "weight_change", "lazy_theta", "lazy_residual",
         "invariant", "conserved", "conserved_drift")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_the_start_is_returned_exactly(name, backend):
    pytest.importorskip(backend)
    start = corner(name)
    run = solve(np.array([0.0, 0.0, 1.0]), *start, backend=backend)
    assert (run.a[:2] == start[0]).all() and (run.b[:2] == start[1]).all() and (run.gamma[:2] == 1).all()
    assert (run.ntk_change[:2] == 0).all() and (run.weight_change[:2] == 0).all()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CORNERS)
def test_corner_cases_agree_with_an_integrator(name, backend):
    pytest.importorskip(backend)
    start = corner(name)
    a0, b0, S, Z, variance, eta = start
    early = TIMES[(3.0 if "to the saddle" in name else 10.0) >= TIMES]  # an integrator's error grows along the saddle's unstable direction
    a, b = integrated(start, early)
    run = solve(early, *start, backend=backend)
    theta, squares, size = (a * b).sum(-1) / Z, (a**2).sum(-1) + (b**2).sum(-1), a0 @ a0 + b0 @ b0
    moved = ((a - a0)**2).sum(-1) + ((b - b0)**2).sum(-1)
    expected = {"a": a, "b": b, "theta": theta, "delta_theta": squares / (2 * Z), "residual": theta - S,
                "loss": variance * (theta - S)**2 / 2, "ntk": squares / Z**2, "ntk_change": squares / size - 1 if size else 0,
                "weight_change": np.sqrt(moved / size) if size else 0}
    for quantity, values in expected.items():
        assert np.allclose(getattr(run, quantity), values, atol=1e-9), quantity
    assert run.conserved == pytest.approx(a0**2 - b0**2, abs=1e-15)
    assert run.invariant**2 == pytest.approx(squares[0] ** 2 / (4 * Z * Z) - theta[0] ** 2, rel=1e-13, abs=1e-14)


@quick
@given(starts())
def test_trajectories_agree_with_an_integrator(start):
    times = np.array([0.05, 0.4, 1.5])
    run, (a, b) = solve(times, *start), integrated(start, times)
    # Near the saddle's stable manifold an integrator's own errors grow by exp(kappa |Z S| t).
    tolerance = 1e-10 * np.exp(min(abs(start[2] / start[3]) * start[4] * start[5] * 1.5, 30))
    assert np.allclose(run.a, a, atol=tolerance) and np.allclose(run.b, b, atol=tolerance)


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", [name for name in CORNERS if name not in ("variance = 0", "origin", "target = 0, opposed")])
def test_it_is_theorem_1_of_the_thesis_with_its_erratum(name):
    """gamma, theta and Delta theta of the very expressions that the claims prove, evaluated with 60 digits; printed, they are twice as
    fast, which is the rate of the loss that is not halved."""
    a0, b0, S, Z, variance, eta = corner(name)
    run, twice = solve(TIMES, *corner(name)), solve(TIMES, a0, b0, S, Z, variance, 2 * eta)
    bounds = error_bounds.lazy_rich(run)
    start, sigma = ((sp.Rational(0) + sum(map(sp.Rational, values))) / sp.Rational(Z) for values in (
        [sp.Rational(x) * sp.Rational(y) for x, y in zip(a0, b0)], [sp.Rational(x) ** 2 / 2 for x in (*a0, *b0)]))
    known = {toy.S0: start, toy.Sigma: sigma, toy.S: sp.Rational(S), toy.Z: sp.Rational(Z)}
    for row, t in enumerate(TIMES):
        moment = {TIME: sp.Rational(t) * sp.Rational(variance) * sp.Rational(eta)}
        factor, fast = (toy.gamma(rate).subs(known | moment).evalf(60) for rate in (2, 4))
        theta, gap = (part.subs(known).evalf(60) for part in toy.moved(factor))
        for quantity, wanted in (("gamma", factor), ("theta", theta), ("delta_theta", gap)):
            found, slack = getattr(run, quantity)[row], bounds[quantity].slack[row]
            assert abs(sp.Rational(float(found)) - wanted) <= slack * UNIT + 1e-300, (quantity, t)
        assert twice.gamma[row] == pytest.approx(float(fast), rel=1e-12)
    if sigma + start and Z > 0:
        assert run.gamma_end == pytest.approx(float(toy.gamma_end().subs(known)), rel=1e-14)


@quick
@given(starts(), st.floats(0.01, 2), st.floats(0.01, 2))
def test_flows_compose(start, first, second):
    middle, both = solve(first, *start), solve(first + second, *start)
    later = solve(second, middle.a, middle.b, *start[2:])
    growth = np.exp(min(abs(start[2] / start[3]) * start[4] * start[5] * second, 30.0))  # of the middle state's rounding, past the saddle
    assert np.allclose(later.a, both.a, atol=1e-13 * growth) and np.allclose(later.b, both.b, atol=1e-13 * growth)


@quick
@given(starts())
@example(corner("to the saddle"))
@example(corner("solved already"))
def test_symmetries(start):
    a0, b0, S, Z, variance, eta = start
    run = solve(TIMES, *start)
    both, swapped = solve(TIMES, -a0, -b0, S, Z, variance, eta), solve(TIMES, b0, a0, S, Z, variance, eta)
    assert (both.a == -run.a).all() and (both.b == -run.b).all() and (both.loss == run.loss).all()
    assert np.allclose(swapped.a, run.b, rtol=1e-12, atol=1e-14) and np.allclose(swapped.b, run.a, rtol=1e-12, atol=1e-14)
    mirrored, divided = solve(TIMES, a0, -b0, -S, Z, variance, eta), solve(TIMES, a0, b0, -S, -Z, variance, eta)
    assert np.allclose(mirrored.a, run.a, rtol=1e-12, atol=1e-14) and np.allclose(mirrored.theta, -run.theta, rtol=1e-12, atol=1e-14)
    assert (divided.a == run.a).all() and (divided.theta == -run.theta).all()
    faster, larger = solve(TIMES / 4, a0, b0, S, Z, variance, 4 * eta), solve(TIMES * 4, 2 * a0, 2 * b0, S, 4 * Z, variance, eta)
    assert (faster.a == run.a).all() and (larger.a == 2 * run.a).all()  # powers of two change no digit
    order = np.arange(len(a0))[::-1]
    turned = solve(TIMES, a0[order], b0[order], S, Z, variance, eta)
    assert np.allclose(turned.a[:, order], run.a, rtol=1e-12, atol=1e-14)
    for fraction in (0.05, 0.6):
        assert mirrored.learning_time(fraction) == pytest.approx(float(run.learning_time(fraction)), rel=1e-12)


@pytest.mark.slow
@quick
@given(starts())
@example(corner("solved already"))
@example(corner("to the saddle"))
def test_what_the_flow_conserves_and_what_only_moves_one_way(start):
    run = solve(np.linspace(0, 20, 150), *start)
    bounds = error_bounds.lazy_rich(run)
    assert run.conserved_drift <= bounds["conserved_drift"].slack * UNIT
    rising = np.sign(start[2] - float(run.theta[0])) if run.loss[0] else 0.0
    courses = {"theta": np.diff(run.theta) * rising, "loss": -np.diff(run.loss),
               "gamma": np.diff(np.minimum(run.gamma, 1e300)) * rising * np.sign(start[3])}
    for name, course in courses.items():
        slack = bounds[name].slack * UNIT
        assert (course >= -(slack[1:] + slack[:-1])).all(), name
    assert (run.residual * run.residual[0] >= 0).all()  # the target is never passed
    middle = bounds["delta_theta"].slack * np.abs(run.delta_theta) + bounds["theta"].slack * np.abs(run.theta)
    assert np.allclose(run.delta_theta**2 - run.theta**2, run.invariant**2, rtol=1e-13, atol=8 * UNIT * middle.max() + 1e-300)


@quick
@given(starts())
def test_it_is_a_latent_variable_model_and_one_mode_is_that_of_a_diagonal_network(start):
    a0, b0, S, Z, variance, eta = start
    run, rate = solve(TIMES, *start), variance * eta / 2
    other = latent_variable.solve(TIMES, a0, b0[:, None], np.ones(1), S, 1 / Z, rate, rate)
    growth = np.exp(min(20 * abs(S / Z) * rate * 2, 30.0))
    assert np.allclose(run.a, other.u, atol=1e-13 * growth) and np.allclose(run.theta, other.output, atol=1e-13 * growth)
    one = solve(TIMES, a0[:1], b0[:1], S, 1.0, variance, eta)
    mode = diagonal_linear.solve(TIMES, float(a0[0]), float(b0[0]), S, variance, eta)
    assert np.allclose(one.a[:, 0], mode.a, rtol=1e-13, atol=1e-14) and np.allclose(one.theta, mode.strength, rtol=1e-13, atol=1e-14)
    assert one.time_to(0.3) == pytest.approx(float(mode.time_to(0.3)), rel=1e-12)


@pytest.mark.parametrize("name", CORNERS)
def test_late_times_reach_the_target_or_the_saddle(name):
    start = corner(name)
    run = solve(LATE, *start)
    assert all(np.isfinite(getattr(run, quantity)).all() for quantity in STATE)
    if name in ("origin", "variance = 0"):
        assert (run.a == start[0]).all() and (run.b == start[1]).all() and run.learning_time(0.3) == np.inf
    elif name.startswith("to the saddle"):
        assert (np.abs(run.a) < 1e-300).all() and np.allclose(run.residual, -start[2], rtol=1e-15) and run.time_to(0.01) == np.inf
        assert run.gamma_end == (np.inf if start[3] > 0 else 0.0)
    elif name == "target = 0, opposed":  # the loss falls like a power of time
        assert np.allclose(-run.theta * 2 * LATE / start[3], 1.0, rtol=1e-3) and run.time_scale == run.gamma_end == np.inf
    else:
        bounds = error_bounds.lazy_rich(run)
        assert (run.residual == 0).all() and (np.abs(run.theta - start[2]) <= bounds["theta"].slack * UNIT).all()
        assert run.gamma == pytest.approx([float(run.gamma_end)] * 3, rel=1e-13)


@pytest.mark.parametrize("width", [4, 100, 10_000])
def test_under_ntk_initialisation_the_linearised_network_is_the_limit_of_width(width):
    """From theta(0) = 0 with Z = sqrt(p): what is left between the two falls like 1/p, as the kernel's change and as gamma's end; the
    weights' movement like p^(-1/2)."""
    a0 = np.ones(width)
    b0 = np.where(np.arange(width) % 2, 1.0, -1.0)
    times = np.append(TIMES, 100.0)
    run = solve(times, a0, b0, 3.0, np.sqrt(width))
    assert run.lazy_theta == pytest.approx(3 * (1 - np.exp(-2 * times)), rel=1e-13)
    assert (np.abs(run.theta - run.lazy_theta) < 6 / width).all()
    assert run.ntk_change[-1] == pytest.approx(np.sqrt(1 + 9 / width) - 1, rel=1e-12)
    assert run.gamma_end - 1 == pytest.approx(3 / np.sqrt(width), rel=6 / np.sqrt(width))
    assert run.weight_change[-1] == pytest.approx(1.5 / np.sqrt(width), rel=1 / np.sqrt(width))
    assert run.learning_time(0.5) == pytest.approx(np.log(2) / 2, rel=6 / width)


def test_lazy_training_keeps_the_digits_of_its_small_movements():
    """From theta(0) = 0 the weights move by S/(2 Sigma_0), the kernel by S^2/(2 Sigma_0^2), to first order in S/Sigma_0."""
    run = solve(np.array([1e3]), np.array([1.0, 1.0]), np.array([1.0, -1.0]), 1e-12)
    assert run.weight_change == pytest.approx([0.25e-12], rel=1e-11) and run.ntk_change == pytest.approx([0.125e-24], rel=1e-11)


@quick
@given(starts(), st.floats(0.01, 0.95))
@example(corner("plain"), 0.05)
@example(corner("target = 0, opposed"), 0.5)
@example(corner("to the saddle"), 0.2)
def test_times_are_those_at_which_the_trajectory_is_there(start, fraction):
    run = solve(0.0, *start)
    learned, reached, begin, S = float(run.learning_time(fraction)), float(run.time_to(fraction)), float(run.residual), start[2]
    if begin == 0:
        assert learned == 0
    elif learned < np.inf:
        assert learned > 0 and float(solve(learned, *start).residual) / begin == pytest.approx(1 - fraction, abs=1e-9)
    else:
        assert abs(solve(1e60, *start).residual / begin) > 1 - fraction
    if S == 0:
        assert reached == np.inf
    elif reached < np.inf:
        found = float(solve(reached, *start).theta) / S
        assert found == pytest.approx(fraction, abs=1e-9) if reached > 0 else found >= fraction * (1 - 1e-12)
    else:
        assert solve(1e60, *start).theta / S < fraction


@pytest.mark.parametrize("size", [1e-3, 1e-12, 1e-100, 1e-200, 1e-240])
def test_tiny_starts_are_learned_on_time(size):
    """The richest: Delta theta(0) and theta(0) tiny, gamma's end beyond all doubles in the end."""
    run = solve(np.array([1.0]), np.full(2, size), np.full(2, size), 2.0, 0.5)
    wanted = (np.log(2.0 * 0.5 / 2) - 2 * np.log(size) + np.log1p(-2 * size * size) - np.log(1 / 0.05 - 1)) / 8
    assert run.time_to(0.05) == pytest.approx(wanted, rel=1e-13)
    there = solve(np.array([float(run.time_to(0.05)), float(run.time_to(0.95))]), np.full(2, size), np.full(2, size), 2.0, 0.5)
    assert there.theta / 2 == pytest.approx([0.05, 0.95], rel=1e-9)


@pytest.mark.drawn(6)
@pytest.mark.parametrize("backend", BACKENDS)
def test_batches_equal_their_members(backend):
    pytest.importorskip(backend)
    random = np.random.default_rng(3)
    a0, b0, S, Z = random.normal(size=(5, 1, 3)), random.normal(size=(4, 3)), random.normal(size=(5, 1)), random.normal(size=4)
    batch = solve(TIMES, a0, b0, S, Z, 0.6, 0.7, backend=backend)
    share = np.linspace(0.1, 0.4, 4)
    assert batch.a.shape == (5, 4, 7, 3) and batch.conserved.shape == (5, 4, 3) and batch.learning_time(share).shape == (5, 4)
    for i, j in np.ndindex(5, 4):
        alone = solve(TIMES, a0[i, 0], b0[j], float(S[i, 0]), float(Z[j]), 0.6, 0.7, backend=backend)
        for name, bound in error_bounds.lazy_rich(alone).items():  # both stray from the exact value by so much at most
            assert (np.abs(getattr(batch, name)[i, j] - getattr(alone, name)) <= 2 * bound.slack * UNIT).all(), name
        assert batch.learning_time(share)[i, j] == pytest.approx(float(alone.learning_time(share[j])), rel=1e-13)


def test_threads_and_chunks_change_nothing():
    a0, b0 = np.random.default_rng(4).normal(size=(2, 9001, 2))
    one, two = solve(TIMES, a0, b0, 2.0), solve(TIMES, a0, b0, 2.0, threads=2)
    assert (one.a == two.a).all() and (one.b == two.b).all()


def test_empty_batches_and_a_number_as_time():
    assert solve(TIMES, np.zeros((0, 2)), np.ones(2), 2.0).a.shape == (0, 7, 2)
    assert solve(np.zeros(0), np.ones(2), np.ones(2), 2.0).loss.shape == (0,)
    run = solve(1.0, np.ones((3, 2)), np.full(2, 0.5), 2.0)
    assert run.a.shape == (3, 2) and run.loss.shape == run.conserved_drift.shape == run.learning_time(0.3).shape == (3,)


@quick
@given(entries)
def test_width_enters_by_two_sums_alone(target):
    """Starts of other widths with the same theta(0) and Delta theta(0) have the same function, kernel and times."""
    wide = np.array([0.3, -0.7, 0.2, 0.5]), np.array([0.4, 0.1, -0.6, 0.2])
    plus, minus = (np.linalg.norm(wide[0] + sign * wide[1]) for sign in (1, -1))
    narrow = np.array([(plus + minus) / 2]), np.array([(plus - minus) / 2])
    one, other = solve(TIMES, *wide, target, 0.8), solve(TIMES, *narrow, target, 0.8)
    for name in ("theta", "delta_theta", "ntk_change", "weight_change", "lazy_theta"):
        assert np.allclose(getattr(one, name), getattr(other, name), rtol=1e-10, atol=1e-13), name
    assert one.learning_time(0.4) == pytest.approx(float(other.learning_time(0.4)), rel=1e-10)


@pytest.mark.parametrize("name", ["plain", "aligned", "Z < 0", "one layer is 0", "target = 0"])
def test_autograd_goes_through_the_times(name):
    """By layers, target and Z: the slopes are central differences."""
    torch = pytest.importorskip("torch")
    start, step = corner(name), 1e-5

    def waits(values):
        return solve(1.0, *values).learning_time(0.3)

    tensors = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in start]
    slopes = torch.autograd.grad(waits(tensors), tensors)
    for place, found in enumerate(slopes):
        for entry in np.ndindex(found.shape):
            ends = []
            for sign in (1, -1):
                moved = [np.array(value, dtype=float) for value in start]
                moved[place][entry] += sign * step
                ends.append(float(waits(moved)))
            assert float(found[entry]) == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-6, abs=1e-7), (place, entry)


def test_dataset_holds_every_quantity():
    pytest.importorskip("xarray")
    data = solve(TIMES, np.ones((3, 2)), np.full(2, 0.5), 2.0).to_xarray()
    assert dict(data.sizes) == {"batch_0": 3, "time": 7, "mode": 2} and set(STATE) <= set(data.data_vars)
