"""What the solver of the multilinear model refuses, and how it says so."""

import numpy as np
import pytest

from theoremtest.numerics.models.multilinear import lacking, one_shot, parameter_law, solve, time_law


@pytest.mark.parametrize("change, error, message", [
    ({"times": np.array([np.nan, 1.0])}, ValueError, "times: got nan.*finite"),
    ({"times": np.array([-1.0, 0.5])}, ValueError, "times: got -1 among its values; expected times of at least 0"),
    ({"times": np.ones(2, dtype=np.float32)}, TypeError, "times: got type float32.*float64"),
    ({"alpha": 0.0}, ValueError, "alpha: got 0; expected a number from 0.001 to 20"),
    ({"alpha": np.array([0.3, 25.0])}, ValueError, "alpha: got 25; expected a number from 0.001 to 20"),
    ({"alpha": np.array([0.3, 0.4, 0.5])}, ValueError, r"shapes: got times \(2,\), alpha \(3,\); expected shapes that broadcast"),
    ({"alpha": "0.6"}, TypeError, "alpha: got type <U3"),
    ({"target": -1.0}, ValueError, "target: got -1; expected a number from 1e-30 to 1e\\+30"),
    ({"start": 1.0}, ValueError, "start: got 1; expected a number below the target scale 1"),
    ({"start": 0.5, "target": np.array([1.0, 0.4])}, ValueError, "start: got 0.5; expected a number below the target scale 0.4"),
    ({"start": 0.0}, ValueError, "start: got 0; expected a number below the target scale"),
    ({"start": 1e-101}, ValueError, "start: got 1e-101"),
    ({"eta": 0.0}, ValueError, "eta: got 0"),
    ({"skills": 1}, ValueError, "skills: got 1; expected whole numbers of at least 2"),
    ({"skills": 10.5}, ValueError, "skills: got 10.5; expected whole"),
    ({"skills": 1e17}, ValueError, "skills: got 1e\\+17; expected whole numbers up to 2\\^53, or infinity"),
    ({"skills": np.nan}, ValueError, "skills: got nan"),
    ({"skills": np.array([10, 20]), "parameters": 15}, ValueError, "parameters: got 15; expected whole numbers from 1 to 10"),
    ({"backend": "numba"}, ValueError, "backend: got 'numba'; expected one of 'auto', 'numpy', 'torch'"),
    ({"device": "cuda", "backend": "numpy"}, ValueError, "device: got 'cuda'; expected 'cpu' or None"),
    ({"parameters": 101}, ValueError, "parameters: got 101; expected whole numbers from 1 to 100"),
    ({"parameters": np.inf}, ValueError, "parameters: got inf"),
    ({"parameters": 0}, ValueError, "parameters: got 0"),
    ({"parameters": np.array([1, 2, 3])}, ValueError, r"shapes: got times \(2,\), parameters \(3,\); expected shapes that broadcast"),
])
def test_bad_arguments_are_named_with_what_is_expected(change, error, message):
    arguments = {"times": np.array([0.0, 1.0]), "alpha": 0.6, "skills": 100} | change
    with pytest.raises(error, match=message) as caught:
        solve(**arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("call, error, message", [
    (lambda: one_shot(2.5, 0.6), ValueError, "samples: got 2.5; expected whole numbers of at least 0"),
    (lambda: one_shot(np.array([3, -1]), 0.6), ValueError, "samples: got -1; expected whole"),
    (lambda: one_shot(np.inf, 0.6), ValueError, "samples: got inf among its values; expected finite numbers"),
    (lambda: lacking(0, 0.6), ValueError, "parameters: got 0"),
    (lambda: lacking(1e17, 0.6), ValueError, "parameters: got 1e\\+17; expected whole numbers up to 2\\^53"),
    (lambda: time_law(0.6, 1.0, 2.0), ValueError, "start: got 2"),
    (lambda: parameter_law(np.nan), ValueError, "alpha: got nan"),
    (lambda: solve(1.0, 0.6, skills=9).strength(10), ValueError, "skill: got 10; expected whole numbers from 1 to 9"),
    (lambda: solve(1.0, 0.6, skills=[9, 7]).strength(8), ValueError, "skill: got 8; expected whole numbers from 1 to 7"),
    (lambda: solve(1.0, 0.6, skills=9).frequency(1.5), ValueError, "skill: got 1.5"),
    (lambda: solve(1.0, 0.6).emergence_time(1.0, 1), ValueError, "epsilon: got 1; expected a number above 0 and below 1"),
    (lambda: solve(1.0, 0.6).emergence_time(np.array([0.1]), 1), ValueError, r"epsilon: got shape \(1,\)"),
])
def test_so_are_those_of_the_other_functions(call, error, message):
    with pytest.raises(error, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
