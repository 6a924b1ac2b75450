"""The solver of diagonal linear networks strays from a reference of hundreds of digits by no more than its error analysis allows, on
every backend; so do its times. The reference itself is held to integration of the flow and to quadrature, with 50 digits.
"""

import mpmath
import numpy as np
import pytest
from diagonal_linear_cases import CORNERS, TIMES, corner

from benchmarks import accuracy, accuracy_diagonal
from helpers.straying import TINY, strays, time_strays
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.diagonal_linear import solve

STATE = ("a", "b", "strength", "residual", "loss", "conserved", "conserved_drift")


def trajectory(point, backend="numpy", device=None):
    return solve(*(np.array(getattr(point, name)) for name in accuracy_diagonal.INPUTS), backend=backend, device=device)


def beyond(points, backends, run_of=trajectory):
    """(quantity, backend, point) of every value that strays further than its bound."""
    found = []
    for point in points:
        exact, bounds = accuracy_diagonal.reference(point), error_bounds.diagonal_linear(trajectory(point))
        for backend, device in backends:
            run = run_of(point, backend, device)
            for name in accuracy_diagonal.QUANTITIES:
                if strays(getattr(run, name), exact[name], bounds[name].slack):
                    found.append((name, backend, point))
    return found


def times_beyond(points, run_of=trajectory):
    """The same of emergence and saturation times."""
    found = []
    for point in points:
        for epsilon in (1e-12, 0.05, 0.4):
            exact, bounds = accuracy_diagonal.times(point, epsilon), error_bounds.diagonal_linear_times(trajectory(point), epsilon)
            for name, wanted in exact.items():
                if time_strays(float(getattr(run_of(point), name)(epsilon)), wanted, bounds[name].slack[0]):
                    found.append((name, epsilon, point))
    return found


EXTREMES = [accuracy_diagonal.Start(*point) for point in (
    (20.0, 1e-6, 1e-6, 1.0), (40.0, -1e-3, 1.0000001e-3, 1.0), (1e-12, 1e5, -3e6, 1e3, 3.0), (1e-3, -1.0, 10.0, 1e-8),
    (3.0, 1e-8, 2e-8, 1.0),
    (2e4, 1e-3, 0.0, 1e-2), (0.5, 1.0, 2.0, 0.0), (5.0, 1.0, -1.0, 1.0), (1.0, 0.0, 1.0, -2.0, 0.7, 1.3), (1e-7, 1e3, 1e3, -1e6))]


@pytest.mark.parametrize("point", EXTREMES, ids=str)
def test_integration_with_50_digits_agrees(point):
    """The reference with a rigorous integration of a' and b', and the solver, within its bound, with both."""
    assert accuracy_diagonal.integrated(point) == 50.0
    assert beyond([point], [("numpy", None), ("numba", None)]) == []


@pytest.mark.slow
@pytest.mark.parametrize("point", [point for point in EXTREMES if point.target and np.isfinite(trajectory(point).time_to(0.9))], ids=str)
def test_quadrature_with_50_digits_agrees_with_the_times(point):
    wanted = accuracy_diagonal.waited(point, 0.9)
    assert abs(accuracy_diagonal.times(point, 0.9)["emergence_time"] / wanted - 1) < mpmath.mpf(10) ** -45 and wanted > 0
    assert float(trajectory(point).time_to(0.9)) == pytest.approx(float(wanted), rel=1e-13)


@pytest.mark.slow
def test_no_value_strays_beyond_its_bound():
    assert beyond(accuracy_diagonal.draw(68), [("numpy", None), ("numba", None)]) == []


@pytest.mark.slow
def test_no_time_strays_beyond_its_bound():
    assert times_beyond(accuracy_diagonal.draw(68)) == []


@pytest.mark.slow
def test_no_value_strays_beyond_its_bound_on_any_backend():
    points = list(accuracy_diagonal.draw(102))
    assert beyond(points, accuracy.available()) == [] and times_beyond(points) == []


@pytest.mark.parametrize("count", [1e3, 1e6])
def test_a_million_time_constants_cost_no_digits(count):
    """Just before a mode, started below 1e-200 of the target, emerges; and at the end: exponents of up to a million."""
    tiny = accuracy_diagonal.Start(400.0, 1e-201, 3e-201, 1.0)
    late = accuracy_diagonal.Start(count / 2, 1.0, -1.0 - 2**-52, 1.0)
    slow = accuracy_diagonal.Start(count / 4e-6, 1.0, 1e-6, 2e-6, 1.0)
    assert beyond([tiny, late, slow], accuracy.available()) == []


@pytest.mark.slow
def test_the_bounds_say_something():
    """A bound counts operations: a few hundred units of each number itself, for weights of any size on both sides of a sum."""
    for point in accuracy_diagonal.draw(200, seed=3):
        exact, bounds = accuracy_diagonal.reference(point), error_bounds.diagonal_linear(trajectory(point))
        if np.hypot(point.a0, point.b0) < 1e-120:
            continue
        size = max(abs(exact["a"]), abs(exact["b"]))
        assert max(bounds["a"].slack, bounds["b"].slack) <= 1000 * size + TINY / UNIT, point
        assert bounds["residual"].slack <= 1000 * abs(exact["residual"]) + TINY / UNIT * 1e20, point


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

    points = list(accuracy_diagonal.draw(12))
    assert {"a", "b"} <= {name for name, _, _ in beyond(points, [("numpy", None)], blunt)}
    assert {"emergence_time", "saturation_time"} <= {name for name, _, _ in times_beyond(points, late)}


@pytest.mark.parametrize("name", CORNERS)
def test_bounds_hold_along_whole_trajectories(name):
    start = corner(name)
    points = [accuracy_diagonal.Start(float(t), *start) for t in TIMES]
    assert beyond(points, [("numpy", None)]) == [] and times_beyond(points[:1]) == []


@pytest.mark.parametrize("backend", ["numpy", "numba"])
def test_no_warning_and_no_nan_over_the_whole_domain(backend):
    points = list(accuracy_diagonal.draw(1500, seed=1))
    starts = [np.array([getattr(point, name) for point in points]) for name in accuracy_diagonal.INPUTS[1:]]
    sizes = np.array([0.0, 1e-300, 1e-30, 1.0, 1e30])
    corners = np.meshgrid(sizes, sizes, sizes, [0.0, 1e-30, 1e30], [1e-30, 1e30])
    grid = [sign * part.ravel() for part, sign in zip(corners, (1, -1, 1, 1, 1), strict=True)]
    for inputs in (starts, grid):
        with np.errstate(all="raise", under="ignore"):
            run = solve(np.array([0.0, 1e-30, 1e-12, 1.0, 1e12, 1e70]), *inputs, backend=backend)
            for name in STATE:
                assert np.isfinite(getattr(run, name)).all(), name
            for epsilon in (1e-300, 0.05, 0.4999):
                for found in (run.emergence_time(epsilon), run.saturation_time(epsilon)):
                    assert not np.isnan(found).any() and (found >= 0).all()
