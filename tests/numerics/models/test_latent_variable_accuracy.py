"""The latent variable solver strays from a reference of hundreds of digits by no more than its error analysis allows, on every backend."""

import numpy as np
import pytest
from latent_variable_cases import TIMES, corner

from benchmarks import accuracy, accuracy_latent
from helpers.straying import strays
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.latent_variable import solve

STATE = ("u", "W", "output", "residual", "loss", "zeta", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change", "M")


def trajectory(point, backend="numpy", device=None):
    return solve(*(np.array(getattr(point, name)) for name in accuracy_latent.INPUTS), backend=backend, device=device)


def beyond(points, backends, run_of=trajectory):
    """(quantity, backend, point) of every value that strays further than its bound."""
    found = []
    for point in points:
        exact = accuracy_latent.reference(point)
        bounds = error_bounds.latent_variable(trajectory(point))
        for backend, device in backends:
            run = run_of(point, backend, device)
            for name in accuracy_latent.QUANTITIES:
                for value, wanted, slack in zip(np.ravel(getattr(run, name)), exact[name], bounds[name].slack.ravel(), strict=True):
                    if strays(value, wanted, slack):
                        found.append((name, backend, point))
    return found


@pytest.mark.parametrize(
    "name",
    [
        "plain",
        "gamma < 0",
        "y = 0",
        "only u learns",
        "u_0 = 0",
        "P = 0, to the minimum",
        "Q = 0, to the saddle",
        "one neuron",
        "orthogonal layers",
    ],
)
def test_the_reference_agrees_with_rigorous_integration(name):
    u0, W0, *rest = corner(name)
    point = accuracy_latent.Start(0.5, tuple(u0), tuple(map(tuple, W0)), tuple(rest[0]), *map(float, rest[1:]))
    assert accuracy_latent.integrated(point) == 100.0


@pytest.mark.slow
def test_no_value_strays_beyond_its_bound():
    assert beyond(accuracy_latent.draw(40), [("numpy", None), ("numba", None)]) == []


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_no_value_strays_beyond_its_bound_on_any_backend():
    assert beyond(accuracy_latent.draw(60), accuracy.available()) == []


@pytest.mark.parametrize("name", ["plain", "gamma < 0", "y = 0", "only u learns", "one neuron", "orthogonal layers"])
def test_the_bounds_say_something(name):
    """Where the problem is well conditioned, a bound is a count of operations: a few hundred units, 13 digits and more."""
    run = solve(TIMES[1:5], *corner(name))
    bounds = error_bounds.latent_variable(run)
    size = 1 + np.abs(run.residual).max() + run.u_norm.max() + run.W_norm.max()
    for quantity in ("u", "W", "output", "residual", "zeta", "u_norm", "v_norm"):
        assert (bounds[quantity].slack <= 400 * size).all(), quantity


def test_a_loss_of_digits_is_noticed():
    def blunt(*arguments):
        run = trajectory(*arguments)
        run.fall = run.fall * (1 + 1e4 * UNIT)
        return run

    assert {"u", "W"} <= {name for name, _, _ in beyond(accuracy_latent.draw(12), [("numpy", None)], blunt)}


def test_no_warning_and_no_nan_over_the_whole_domain():
    points = list(accuracy_latent.draw(1500, seed=1))
    for backend in ("numpy", "numba"):
        for d, d0 in np.ndindex(3, 2):
            some = [point for point in points if len(point.u0) == d + 1 and len(point.x) == d0 + 1]
            with np.errstate(all="raise", under="ignore"):
                run = solve(np.array([0.0, 1e-12, 1.0, 1e12, 1e60]), *(np.array([getattr(point, name) for point in some])
                                                                        for name in accuracy_latent.INPUTS[1:]), backend=backend)
                for name in (*STATE, "alignment_trend", "rescaling", "target_share"):
                    assert np.isfinite(getattr(run, name)).all(), name
            bounds = error_bounds.latent_variable(run)
            assert (run.conserved_drift <= bounds["conserved_drift"].slack * UNIT).all() and (run.ntk >= 0).all()
            assert (np.abs(run.zeta) <= 1 + bounds["zeta"].slack * UNIT).all()


@pytest.mark.parametrize("backend", ["numpy", "numba"])
def test_extreme_magnitudes_stay_finite(backend):
    for size in (1e-30, 1e30):
        for other in (1e-30, 1.0, 1e30):
            with np.errstate(all="raise", under="ignore"):
                run = solve(np.array([0.0, 1e-30, 1.0, 1e30]), size * np.array([1.0, -0.5]), other * np.array([[1.0, 0.4], [0.5, 1.0]]),
                            size * np.array([1.0, 0.5]), other, size, other, size, backend=backend)
                assert all(np.isfinite(getattr(run, name)).all() for name in ("u", "W", "zeta", "output", "residual", "u_norm", "v_norm"))
