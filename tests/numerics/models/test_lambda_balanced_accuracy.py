"""The lambda-balanced solver strays from enclosures of the exact solution by no more than its error analysis allows."""

import numpy as np
import pytest

from benchmarks import accuracy_lambda as accuracy
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import error_bounds
from theoremtest.numerics.models.lambda_balanced import balanced_layers, solve


def run_of(point, backend="numpy"):
    return solve(point.t, point.W1, point.W2, point.Sigma, lam=point.lam, backend=backend)


def beyond(points, solution, backends=("numpy", "numba", "torch"), solver=run_of):
    """(block, backend, start) of every block that strays further than its bound."""
    found = []
    for point in points:
        exact = solution(point)
        condition = accuracy.condition(point, exact, solution)
        units = error_bounds.lambda_balanced(point.W1.shape[1], point.W1.shape[0], point.W2.shape[0])
        for backend in backends:
            run = solver(point, backend)
            for name, block, allowed in zip(accuracy.BLOCKS, exact, condition, strict=True):
                if not accuracy.strays(getattr(run, name), block) <= units * UNIT * allowed:
                    found.append((name, backend, point))
    return found


@pytest.mark.slow
def test_no_block_strays_beyond_its_bound():
    pytest.importorskip("torch", reason="runs the Torch backend")
    assert beyond(accuracy.draw(14), accuracy.reference) == []


def test_no_block_strays_beyond_its_bound_at_extreme_lambda_and_times():
    assert beyond(accuracy.draw_extremes(28), accuracy.diagonal, ("numpy", "numba")) == []


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_no_block_of_many_strays_beyond_its_bound():
    assert beyond(accuracy.draw(300, 7), accuracy.reference, ("numpy", "numba")) == []
    assert beyond(accuracy.draw_extremes(200, 7), accuracy.diagonal, ("numpy", "numba")) == []


def test_the_two_references_agree():
    for point in accuracy.draw_extremes(7):
        here = accuracy.Start(point.W1, point.W2, point.Sigma, point.lam, 3 / (1 + abs(point.lam)))
        for one, other in zip(accuracy.reference(here), accuracy.diagonal(here), strict=True):
            assert accuracy.largest(one - other) <= 1e-50 * accuracy.largest(one)


def test_a_loss_of_digits_is_noticed():
    def blunt(point, backend):
        run = run_of(point, backend)
        run.factor = run.factor * (1 + 1e6 * UNIT)
        return run

    assert beyond(accuracy.draw(4), accuracy.reference, ("numpy",), blunt)


@pytest.mark.parametrize("backend", ["numpy", "numba"])
def test_directions_that_are_not_excited_stay_so(backend):
    """A reversed mode (B singular) goes to the saddle and stays; rounding would carry it off after some forty time constants."""
    random = np.random.default_rng(3)
    U, V = (np.linalg.qr(random.normal(size=(3, 3)))[0] for _ in range(2))
    W1, W2 = balanced_layers((U * [0.5, -0.3, 0.2]) @ V.T, 0.0)
    run = solve(np.array([20.0, 90.0, 1e6]), W1, W2, (U * [2.0, 1.5, 1.0]) @ V.T, lam=0.0, backend=backend)
    assert np.allclose(run.function[1:], (U * [2.0, 0.0, 1.0]) @ V.T, atol=1e-12)
