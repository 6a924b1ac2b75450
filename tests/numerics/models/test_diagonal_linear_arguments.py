"""What the solver of diagonal linear networks refuses, and how it says so."""

import numpy as np
import pytest

from theoremtest.numerics.models.diagonal_linear import solve


@pytest.mark.parametrize("change, error, message", [
    ({"a0": np.array([np.nan, 1.0])}, ValueError, "a0: got nan.*finite"),
    ({"b0": np.inf}, ValueError, "b0: got inf"),
    ({"a0": np.ones(2, dtype=np.float32)}, TypeError, "a0: got type float32.*float64"),
    ({"times": np.ones(2, dtype=np.float32)}, TypeError, "times: got type float32"),
    ({"target": 1j}, TypeError, "target: got type complex128"),
    ({"a0": np.ones(3), "target": np.ones(4)}, ValueError, r"shapes: got a0 \(3,\).* target \(4,\).*broadcast"),
    ({"eta": -1.0}, ValueError, "eta: got -1; expected numbers of at least 0"),
    ({"variance": -0.5}, ValueError, "variance: got -0.5"),
    ({"variance": 1e-31}, ValueError, "variance: got 1e-31; expected zero, or"),
    ({"target": 1e31}, ValueError, r"target: got 1e\+31 in magnitude"),
    ({"times": np.array([1.0, 0.5])}, ValueError, "times: got a step of -0.5"),
    ({"times": np.array([-1.0, 0.5])}, ValueError, "times: got -1"),
    ({"times": np.ones((2, 2))}, ValueError, "times: got shape"),
    ({"backend": "fortran"}, ValueError, "backend: got 'fortran'.*'numpy'"),
    ({"threads": 0}, ValueError, "threads: got 0"),
])
def test_bad_arguments_are_named_with_what_is_expected(change, error, message):
    arguments = {"times": np.array([0.0, 1.0]), "a0": 1.0, "b0": 0.5, "target": 2.0} | change
    with pytest.raises(error, match=message) as caught:
        solve(**arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("method, level, error, message", [
    ("time_to", 1.0, ValueError, "level: got 1.0; expected numbers above 0 and below 1"),
    ("emergence_time", 0.0, ValueError, "epsilon: got 0.0; expected numbers above 0 and below 1"),
    ("saturation_time", 0.5, ValueError, "epsilon: got 0.5; expected numbers above 0 and below 0.5"),
    ("saturation_time", np.nan, ValueError, "epsilon: got nan"),
    ("emergence_time", np.float32(0.1), TypeError, "epsilon: got type float32"),
    ("emergence_time", np.full(3, 0.1), ValueError, r"epsilon: got shape \(3,\); expected a shape that broadcasts to \(2,\)"),
])
def test_levels_lie_between_nothing_and_the_target(method, level, error, message):
    run = solve(1.0, np.array([0.1, 0.2]), 0.1, 1.0)
    with pytest.raises(error, match=message):
        getattr(run, method)(level)
