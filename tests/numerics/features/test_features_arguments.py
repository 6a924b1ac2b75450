"""Bad input gives one line that names the argument, what it got and what it expects; the face is the room's own."""

import numpy as np
import pytest

from theoremtest import features
from theoremtest.features import Moments, cka, effective_dimension, integral, operator, quality, utilisation
from theoremtest.numerics import features as own

PHI, BAD = np.arange(6.0).reshape(3, 2), np.array([[1.0, np.nan]])
MOMENTS = Moments.of(PHI, target=[1.0, 2.0, 3.0])


@pytest.mark.parametrize("call, message", [
    (lambda: Moments.of(BAD), "phi: got nan among its values; expected finite numbers"),
    (lambda: Moments.of(np.array([[np.inf]])), "phi: got inf among its values; expected finite numbers"),
    (lambda: Moments.of([1.0, 2.0]), "phi: got shape (2,); expected at least 2 dimension(s)"),
    (lambda: Moments.of(np.zeros((0, 3))), "phi: got shape (0, 3); expected at least one entry along every axis"),
    (lambda: Moments.of([[1.0], [1.0, 2.0]]), "phi: got rows of different lengths; expected an array"),
    (lambda: Moments.of([[1e200]]), "phi: got 1e+200 in magnitude; expected magnitudes up to 1e+100"),
    (lambda: Moments.of(PHI, target=[1.0]), "target: got shape (1,); expected (3,) or (..., 3, C), a row for each row of phi"),
    (lambda: Moments.of(PHI, learned=np.ones((2, 3))),
     "learned: got shape (2, 3); expected (3,) or (..., 3, C), a row for each row of phi"),
    (lambda: Moments.of(PHI, weights=[1.0, -1.0, 1.0]), "weights: got -1 among its values; expected numbers of at least 0"),
    (lambda: Moments.of(PHI, weights=np.zeros(3)), "weights: got only zeros; expected at least one positive weight"),
    (lambda: Moments.of(PHI, weights=[1.0]), "weights: got shape (1,); expected (..., 3), a weight for each row of phi"),
    (lambda: Moments.of(np.ones((2, 3, 2)), target=np.ones((4, 3, 1))),
     "phi, target, learned, weights: got leading axes (2,), (4,), (); expected axes that broadcast"),
    (lambda: Moments.stream([]), "chunks: got none; expected at least one chunk of samples"),
    (lambda: MOMENTS.add(PHI), "chunk: got columns {'one': 1, 'features': 2}; expected {'one': 1, 'features': 2, 'target': 1}, "
     "those of the samples before it"),
    (lambda: MOMENTS.merge(Moments.of(PHI)), "other: got columns {'one': 1, 'features': 2}; expected {'one': 1, 'features': 2, "
     "'target': 1}, those of the samples before it"),
    (lambda: Moments.of(PHI).add(np.ones((4, 3, 2))), "chunk: got leading axes (4,); expected (), those of the samples before it"),
    (lambda: operator(MOMENTS, tolerance=1.0), "tolerance: got 1.0; expected a number of at least 0 and less than 1"),
    (lambda: operator(MOMENTS).eigenfunctions([[1.0]]),
     "phi: got shape (1, 1); expected (..., m, 2), as many features as the operator has"),
    (lambda: integral(MOMENTS, [[1.0]]), "phi: got shape (1, 1); expected (..., m, 2), as many features as the moments have"),
    (lambda: utilisation(operator(MOMENTS), MOMENTS), "learned: got moments without it; expected one of one, features, target"),
    (lambda: cka(MOMENTS), "learned: got moments without it; expected one of one, features, target"),
    (lambda: quality(operator(MOMENTS), Moments.of([[1.0]], [1.0])), "moments: got 1 features; expected 2, as many as the operator has"),
    (lambda: quality(operator(MOMENTS), Moments.of(PHI, np.zeros(3))),
     "target: got a function that is zero on all samples; expected one that is not: shares of nothing have no value"),
    (lambda: effective_dimension([1.0, -1.0]), "values: got -1 among its values; expected numbers of at least 0"),
    (lambda: effective_dimension([0.0, 0.0]), "values: got only zeros; expected at least one positive number"),
    (lambda: effective_dimension([1.0], apart=2), "apart: got 2; expected a number from 0 to 1, the number of values"),
])
def test_bad_input_is_told_in_one_line(call, message):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize("value", [np.ones((2, 2)) * 1j, [["a", "b"]], [[None]]])
def test_what_is_not_real_is_a_type_error(value):
    with pytest.raises(TypeError, match="^phi: got type .*; expected real numbers$"):
        Moments.of(value)


def test_single_precision_widens():
    phi = np.random.default_rng(0).normal(size=(5, 2)).astype(np.float32)
    assert (Moments.of(phi).factor == Moments.of(phi.astype(np.float64)).factor).all()


def test_features_that_are_all_zero_have_no_eigenfunction():
    moments = Moments.of(np.zeros((3, 2)), target=[1.0, 2.0, 3.0])
    found = operator(moments)
    assert found.rank == 0 and not found.intensities.any() and not quality(found, moments).any()


def test_the_face_is_the_rooms_own():
    assert set(features.__all__) == set(own.__all__)
    assert all(getattr(features, name) is getattr(own, name) for name in own.__all__)
