"""The solver of the scalar network strays from a reference of hundreds of digits by no more than its error analysis allows, on every
backend; so do its times. The reference itself is held to integration of the flow and to quadrature, with 50 digits.
"""

import mpmath
import numpy as np
import pytest
from lazy_rich_cases import CORNERS, TIMES, corner

from benchmarks import accuracy, accuracy_lazy
from helpers.straying import TINY, strays, time_strays
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.lazy_rich import solve

LARGE = 1e300  # what a double cannot hold is returned as infinite
STATE = ("a", "b", "theta", "delta_theta", "residual", "loss", "ntk", "weight_change", "lazy_theta", "lazy_residual",
         "invariant", "conserved", "conserved_drift")


def trajectory(point, backend="numpy", device=None):
    return solve(*(np.array(getattr(point, name)) for name in accuracy_lazy.INPUTS), backend=backend, device=device)


def beyond(points, backends, run_of=trajectory):
    """(quantity, backend, point) of every value that strays further than its bound."""
    found = []
    for point in points:
        exact, bounds = accuracy_lazy.reference(point), error_bounds.lazy_rich(trajectory(point))
        for backend, device in backends:
            run = run_of(point, backend, device)
            for name in accuracy_lazy.QUANTITIES:
                for value, wanted, slack in zip(np.ravel(getattr(run, name)), exact[name], bounds[name].slack.ravel(), strict=True):
                    if wanted > LARGE and value > LARGE:
                        continue
                    if strays(value, wanted, slack):
                        found.append((name, backend, point))
    return found


def times_beyond(points, run_of=trajectory):
    """The same of the times to fractions of the residual and of the target."""
    found = []
    for point in points:
        run, plain = run_of(point), trajectory(point)
        for fraction in (1e-12, 0.05, 0.95):
            exact, bounds = accuracy_lazy.times(point, fraction), error_bounds.lazy_rich_times(plain, fraction)
            for name, wanted in exact.items():
                if time_strays(float(getattr(run, name)(fraction)), wanted, bounds[name].slack[0]):
                    found.append((name, fraction, point))
    return found


EXTREMES = [accuracy_lazy.Start(*point) for point in (
    (20.0, (1e-6, -2e-6), (1e-6, 1e-6), 1.0), (40.0, (-1e-3, 2e-3), (1.0000001e-3, -2e-3), 1.0), (1e-12, (1e5,), (-3e6,), 1e3, 1.0, 3.0),
    (1e-1, (1.0, -1.0, 1.0, 1.0), (1.0, 1.0, -1.0, 1.0), 1e-8, 2.0), (2e-3, (3.0, 40.0), (-20.0, 1.0), 0.5, -0.1),
    (0.5, (1.0, 2.0), (2.0, -3.0), 0.0), (3.0, (1.0, -2.0), (-1.0, 2.0), 1.0), (3.0, (1.0, -2.0), (1.0, -2.0), 1.0, -1.5),
    (1.0, (0.0, 0.0), (1.0, 3.0), -2.0, 0.7, 1.3, 0.4), (1e7, (1.0, 2.0), (3.0, -1.0), 3.0, 1e4))]


@pytest.mark.drawn(4)
@pytest.mark.parametrize("point", EXTREMES, ids=str)
def test_integration_with_50_digits_agrees(point):
    """The reference with a rigorous integration of a' and b', and the solver, within its bound, with both."""
    assert accuracy_lazy.integrated(point) == 50.0
    assert beyond([point], [("numpy", None), ("numba", None)]) == []


@pytest.mark.drawn(4)
@pytest.mark.parametrize("point", [point for point in EXTREMES if np.isfinite(trajectory(point).learning_time(0.9))], ids=str)
def test_quadrature_with_50_digits_agrees_with_the_times(point):
    wanted = accuracy_lazy.waited(point, 0.9)
    assert abs(accuracy_lazy.times(point, 0.9)["learning_time"] / wanted - 1) < mpmath.mpf(10) ** -45 and wanted > 0
    assert float(trajectory(point).learning_time(0.9)) == pytest.approx(float(wanted), rel=1e-13)


@pytest.mark.slow
def test_no_value_strays_beyond_its_bound():
    assert beyond(accuracy_lazy.draw(44), [("numpy", None), ("numba", None)]) == []


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_no_time_strays_beyond_its_bound():
    assert times_beyond(accuracy_lazy.draw(33)) == []


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_no_value_strays_beyond_its_bound_on_any_backend():
    points = list(accuracy_lazy.draw(33))
    assert beyond(points, accuracy.available()) == [] and times_beyond(points) == []


@pytest.mark.slow
def test_the_bounds_say_something():
    """A bound counts operations: some hundred units of each number itself, or of the numbers that the problem subtracts."""
    for point in accuracy_lazy.draw(66, seed=3):
        exact, bounds = accuracy_lazy.reference(point), error_bounds.lazy_rich(trajectory(point))
        size, lost = max(map(abs, exact["a"] + exact["b"])), TINY / UNIT * np.linalg.norm(point.a0 + point.b0, 1)
        assert max(bounds["a"].slack.max(), bounds["b"].slack.max()) <= 1000 * size + lost, point
        assert bounds["residual"].slack <= 1000 * abs(exact["residual"][0]) + TINY / UNIT * 1e20, point
        assert bounds["weight_change"].slack <= 1000 * abs(exact["weight_change"][0]) + TINY / UNIT * 1e20, point


@pytest.mark.slow
def test_a_loss_of_digits_is_noticed():
    def blunt(*arguments):
        run = trajectory(*arguments)
        run.fall = run.fall * (1 + 1e4 * UNIT)
        return run

    def late(*arguments):
        run = trajectory(*arguments)
        run.start.kappa = run.start.kappa * (1 + 1e3 * UNIT)
        return run

    points = list(accuracy_lazy.draw(12))
    assert {"a", "b", "gamma"} <= {name for name, _, _ in beyond(points, [("numpy", None)], blunt)}
    assert {"learning_time", "time_to"} <= {name for name, _, _ in times_beyond(points, late)}


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("size", [1e-110, 1e-160, 1e-240])
def test_starts_whose_squares_are_no_doubles_keep_their_digits(size, monkeypatch):
    monkeypatch.setattr(accuracy_lazy, "DIGITS", 2500)
    layers = (1.3 * size, -0.4 * size, 0.7 * size), (0.2 * size, 0.9 * size, 1.1 * size)
    ends = [float(solve(1.0, *map(np.array, layers), 0.7, Z).learning_time(0.3)) for Z in (1.5, -1.5)]
    points = [accuracy_lazy.Start(share * end, *layers, 0.7, Z) for Z, end in zip((1.5, -1.5), ends) for share in (0.1, 0.5, 0.9, 1.0, 1.5)]
    exact = accuracy_lazy.reference
    monkeypatch.setattr(accuracy_lazy, "reference", lambda point: exact(point, digits=2500))
    assert beyond(points, [("numpy", None), ("numba", None)]) == [] and times_beyond(points) == []


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", CORNERS)
def test_bounds_hold_along_whole_trajectories(name):
    a0, b0, *rest = corner(name)
    points = [accuracy_lazy.Start(float(t), tuple(a0), tuple(b0), *rest) for t in TIMES]
    assert beyond(points, [("numpy", None)]) == [] and times_beyond(points[:1]) == []


@pytest.mark.parametrize("backend", ["numpy", "numba"])
def test_no_warning_and_no_nan_over_the_whole_domain(backend):
    points = [point for point in accuracy_lazy.draw(1500, seed=1) if len(point.a0) == 2]
    starts = [np.array([getattr(point, name) for point in points]) for name in accuracy_lazy.INPUTS[1:]]
    sizes = np.array([0.0, 1e-300, 1e-30, 1.0, 1e30])
    parts = [part.ravel() for part in np.meshgrid(sizes, sizes, sizes, sizes, [-1e30, -1e-30, 1.0, 1e30], [0.0, 1e30])]
    first, second, third, target, Z, variance = parts
    grid = [np.stack([first, second], axis=-1), np.stack([-third, first], axis=-1), target, Z, variance, np.full(len(first), 1e-30)]
    for inputs in (starts, grid):
        with np.errstate(all="raise", under="ignore"):
            run = solve(np.array([0.0, 1e-30, 1e-12, 1.0, 1e12, 1e70]), *inputs, backend=backend)
            for name in STATE:
                assert np.isfinite(getattr(run, name)).all(), name
            assert (run.ntk_change >= -1 - 1e-14).all()
            for found in (run.gamma, run.gamma_end, run.time_scale, run.lazy_time_scale):
                assert not np.isnan(found).any() and (found >= 0).all()
            for fraction in (1e-300, 0.05, 0.4999, 1 - 2**-53):
                for found in (run.learning_time(fraction), run.time_to(fraction)):
                    assert not np.isnan(found).any() and (found >= 0).all()
