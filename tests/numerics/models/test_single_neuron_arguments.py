"""What the single-neuron solver refuses, and how it says so."""

import numpy as np
import pytest
from single_neuron_cases import TIMES

from theoremtest.numerics.models.single_neuron import solve, whitened


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
