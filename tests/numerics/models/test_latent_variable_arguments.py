"""What the latent variable solver refuses, and how it says so."""

import numpy as np
import pytest
from latent_variable_cases import TIMES

from theoremtest.numerics.models.latent_variable import solve


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
