"""Quality, utilisation and effective dimension: what the definitions ask for, and where the printed formulas do not give it."""

import numpy as np
import pytest
from feature_cases import separated, slack

from theoremtest.features import Moments, effective_dimension, operator, quality, utilisation
from theoremtest.numerics.features.shares import _one_by_one

ROUND = 2.0**-40  # see test_features_known
POINTS = np.eye(4)  # indicators of four points: a basis of all functions on them


def test_printed_ratios_over_other_samples_can_exceed_one():
    """Two features, one test sample: each ratio of Eq. (1.34) is one, together two. What is meant is at most one."""
    found = operator(Moments.of([[2.0, 0.0], [0.0, 1.0]]))
    tested = Moments.of([[1.0, 1.0]], target=[1.0])
    assert np.abs(quality(found, tested, orthonormal=False) - [1, 1]).max() < ROUND
    assert np.abs(quality(found, tested) - [1, 0]).max() < ROUND


def test_both_agree_over_the_samples_of_the_eigenfunctions():
    phi, rng = separated(3)
    moments = Moments.of(phi, target=rng.normal(size=(40, 3)))
    found = operator(moments)
    assert np.abs(quality(found, moments) - quality(found, moments, orthonormal=False)).max() < slack(phi)


def test_the_printed_square_of_the_utilisation_does_not_reach_one():
    """f^ = e_1 + e_2: each carries half; the squares of Eq. (2.5) add up to one half."""
    phi = np.array([[2.0, 0.0], [0.0, 1.0]])
    found = operator(Moments.of(phi))
    moments = Moments.of(phi, learned=found.eigenfunctions(phi).sum(-1))
    used = utilisation(found, moments)
    assert np.abs(used - 0.5).max() < ROUND and abs((used**2).sum() - 0.5) < ROUND


def test_the_printed_projection_needs_orthogonal_entries():
    """Both entries of f are 1: the printed sum doubles 1, so it is no projection, and the span has one dimension."""
    phi, twice = np.ones((3, 1)), np.ones((3, 2))
    printed = sum(np.outer(f, f) / 3 / (f @ f / 3) for f in twice.T)
    assert np.abs(printed @ printed - 2 * printed).max() < ROUND
    moments = Moments.of(phi, learned=twice)
    assert np.abs(utilisation(operator(moments), moments) - 1).max() < ROUND


def test_balanced_classes_are_the_printed_sum():
    """Indicators of C equal classes: Q_k = sum_i <e_k|f_i>^2 (Eq. 2.3), by plain means."""
    phi, _ = separated(8, n=40)
    target = np.repeat(np.eye(4), 10, axis=0)
    moments = Moments.of(phi, target=target)
    found = operator(moments)
    plain = ((found.eigenfunctions(phi).T @ target / 40) ** 2).sum(-1)
    assert np.abs(quality(found, moments) - plain).max() < slack(phi)


def test_a_learned_function_without_bias_is_used_up():
    """f^ = W Phi on samples that the eigenfunctions never saw: cumulative utilisation one; Eq. (1.34) adds up to something else."""
    phi, rng = separated(4)
    tested, W = rng.normal(size=(25, 4)), rng.normal(size=(4, 2))
    found, moments = operator(Moments.of(phi)), Moments.of(tested, learned=tested @ W)
    assert abs(utilisation(found, moments).sum() - 1) < slack(tested @ found.whitening)
    assert abs(utilisation(found, moments, orthonormal=False).sum() - 1) > 1e-3


def test_a_function_outside_the_features_is_not_used_up():
    """Phi = x on x = -1, 1 and f^ = x + 1: the bias is no feature, so the utilisation of all features is 1/2."""
    moments = Moments.of([[-1.0], [1.0]], learned=[0.0, 2.0])
    assert abs(utilisation(operator(moments), moments)[0] - 0.5) < ROUND


def test_an_eigenfunction_that_test_samples_cannot_tell_from_earlier_ones_has_no_share():
    """Points 1 and 2 coincide in the test, later ones do not: the second eigenfunction gets nothing, the third all its due."""
    rho = np.array([4.0, 3.0, 2.0, 1.0])
    found = operator(Moments.of(POINTS * np.sqrt(4 * rho)))
    tested = np.array([[1.0, 1.0, 0, 0], [0, 0, 1.0, 0], [0, 0, 0, 1.0], [0, 0, 0, 1.0]])
    moments = Moments.of(tested, target=[1.0, 2.0, 0.0, 0.0])
    assert np.abs(quality(found, moments) - [0.2, 0, 0.8, 0]).max() < ROUND
    unseen = Moments.of(POINTS[[0, 2]], target=[1.0, 2.0])
    assert np.abs(quality(found, unseen) - [0.2, 0, 0.8, 0]).max() < ROUND


@pytest.mark.parametrize("orthonormal", [True, False])
def test_an_eigenfunction_that_vanishes_on_the_test_but_for_rounding_has_no_share(orthonormal):
    """u_1 = (0.6, 0.8) and the test features are multiples of (0.8, -0.6)."""
    u, v = np.array([0.6, 0.8]), np.array([0.8, -0.6])
    found = operator(Moments.of([7 * u, 0.3 * v]))
    moments = Moments.of(np.outer([0.1, 0.7, 1.3], v), target=[0.1, 0.7, 1.3])
    assert (moments.block("features") @ found.directions[:, 0]).any()  # not zero as computed
    assert np.abs(quality(found, moments, orthonormal) - [0, 1]).max() < ROUND


def test_nearly_equal_columns_become_orthogonal_to_rounding():
    """Läuchli's matrix, for which Gram and Schmidt once through leave columns at 60 degrees."""
    columns = np.vstack([np.ones(3), 1e-8 * np.eye(3)])
    frame = _one_by_one(columns, np.zeros(3))
    assert np.abs(frame.T @ frame - np.eye(3)).max() < ROUND


def test_effective_dimensions():
    assert abs(effective_dimension([3.0, 3.0, 0.0, 3.0]) - 3) < ROUND
    assert abs(effective_dimension([0.5, 0.25, 0.25]) - 2**1.5) < ROUND  # entropy 1.5 bits
    assert abs(effective_dimension([100.0, 2.0, 2.0, 2.0], apart=1) - 4) < ROUND
    assert effective_dimension([1e-300, 1e300]) == 1
    assert np.abs(effective_dimension([[1.0, 1.0], [1.0, 0.0]]) - [2, 1]).max() < ROUND


@pytest.mark.parametrize("values", [[5.0], [5.0, 0.0]])
def test_nothing_beyond_the_first_intensity(values):
    """Eq. (2.6) is 1 + exp(0/0) there; one feature is one dimension."""
    assert effective_dimension(values, apart=1) == 1
