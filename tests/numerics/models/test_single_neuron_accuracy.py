"""The single-neuron solver strays from a reference of hundreds of digits by no more than its error analysis allows, on every backend."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest
from single_neuron_cases import TIMES, corner

from benchmarks import accuracy
from helpers.straying import TINY, strays
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.single_neuron import solve


def trajectory(point, backend="numpy", device=None):
    return solve(
        point.t, point.a0, np.array(point.w0), np.array(point.beta_star), point.eta_a, point.eta_w, backend, point.delta, device=device
    )


def beyond(points, backends, run_of=trajectory):
    """(quantity, backend, point) of every value that strays further than its bound."""
    found = []
    for point in points:
        # A given delta agrees with a0 and w0 to rounding; the bound knows by how much it strays.
        exact = accuracy.reference(replace(point, delta=None))
        bounds = error_bounds.single_neuron(trajectory(point))
        for backend, device in backends:
            run = run_of(point, backend, device)
            for name in accuracy.QUANTITIES:
                if exact[name] >= mpmath.mpf(10) ** 290 or (name == "nu" and exact["a"] == 0):
                    continue  # the pole of nu
                if strays(getattr(run, name), exact[name], bounds[name].slack):
                    found.append((name, backend, point))
    return found


def test_the_reference_agrees_with_an_integrator():
    point = accuracy.Point(0.0, 0.4, (-1.0, 0.75), (0.5, 1.5), 0.5, 2.0)
    a0, w0, (b1, b2) = point.a0, point.w0, point.beta_star

    def velocity(t, state):
        a, u, v = state
        return [
            point.eta_a * (u * b1 + v * b2 - a * (u * u + v * v)),
            point.eta_w * (a * b1 - a * a * u),
            point.eta_w * (a * b2 - a * a * v),
        ]

    with mpmath.workdps(25):
        path = mpmath.odefun(velocity, 0, [mpmath.mpf(a0), *map(mpmath.mpf, w0)])
        for t in (0.25, 0.75):
            exact, (a, u, v) = accuracy.reference(replace(point, t=t)), path(t)
            assert abs(exact["a"] - a) < mpmath.mpf(10) ** -18
            assert abs(exact["along"] - (u * b1 + v * b2) / mpmath.hypot(b1, b2)) < mpmath.mpf(10) ** -18
            assert abs(exact["loss"] - ((a * u - b1) ** 2 + (a * v - b2) ** 2) / 2) < mpmath.mpf(10) ** -18


@pytest.mark.slow
def test_no_value_strays_beyond_its_bound():
    assert beyond(accuracy.draw(40), [("numpy", None), ("numba", None)]) == []


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_no_value_strays_beyond_its_bound_on_any_backend():
    assert beyond(accuracy.draw(60), accuracy.available()) == []


@pytest.mark.parametrize("name", ["upstream", "downstream", "balanced", "sign change", "only a learns", "unequal rates"])
def test_the_bounds_say_something(name):
    """Where the problem is well conditioned, a bound is a count of operations: a few hundred units, 13 digits and more."""
    run = solve(TIMES[1:5], *corner(name))
    bounds = error_bounds.single_neuron(run)
    for quantity in ("a", "along", "across_length", "mu", "loss"):
        size = np.abs(getattr(run, quantity)) + (run.loss[0] if quantity == "loss" else np.abs(run.a) + run.w_length)
        assert (bounds[quantity].slack <= 400 * size).all(), quantity


def test_a_loss_of_digits_is_noticed():
    def blunt(*arguments):
        run = trajectory(*arguments)
        run.a = run.a * (1 + 1e4 * UNIT)
        return run

    assert {"a", "mu"} <= {name for name, _, _ in beyond(accuracy.draw(12), [("numpy", None)], blunt)}


@pytest.mark.parametrize("start", [0.0, 0.1])
def test_even_grids_lose_nothing(start):
    for point in accuracy.draw(10, seed=5):
        times = np.linspace(start * point.t, point.t, 150)
        run = solve(times, point.a0, np.array(point.w0), np.array(point.beta_star), point.eta_a, point.eta_w, "numba", point.delta)
        bounds = error_bounds.single_neuron(run)
        for column in (1, 97):
            exact = accuracy.reference(replace(point, t=float(times[column]), delta=None))
            for name in ("a", "along", "across_length", "residual"):
                error = abs(mpmath.mpf(float(getattr(run, name)[column])) - exact[name])
                assert error <= bounds[name].slack[column] * UNIT + TINY, (name, point)


def test_no_warning_and_no_nan_over_the_whole_domain():
    points = list(accuracy.draw(1000))
    for backend in ("numpy", "numba"):
        for d in (1, 2, 3):
            some = [point for point in points if len(point.w0) == d and point.delta is None]
            with np.errstate(all="raise", under="ignore"):
                run = solve(
                    np.array([0.0, 1e-12, 1.0, 1e12]),
                    np.array([point.a0 for point in some]),
                    np.array([point.w0 for point in some]),
                    np.array([point.beta_star for point in some]),
                    np.array([point.eta_a for point in some]),
                    np.array([point.eta_w for point in some]),
                    backend,
                )
                for name in (*accuracy.QUANTITIES, "w", "beta", "M", "delta_drift"):
                    values = getattr(run, name)
                    assert np.isfinite(values[run.a != 0] if name == "nu" else values).all(), name
            assert (run.delta_drift <= error_bounds.single_neuron(run)["delta_drift"].slack * UNIT).all()


def test_a_given_delta_is_taken_at_its_word():
    w0 = np.array([1 / 3, 0.1])
    a0 = np.linalg.norm(w0)
    formed, balanced = solve(TIMES, a0, w0, np.array([1.0, 0.5])), solve(TIMES, a0, w0, np.array([1.0, 0.5]), delta=0.0)
    assert balanced.delta == 0 != formed.delta and np.allclose(formed.a, balanced.a, rtol=1e-14)
