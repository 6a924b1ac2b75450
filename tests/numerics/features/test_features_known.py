"""Operators whose spectrum is known: discrete distributions, the Gaussian of the thesis, Hermite features; where Algorithm 1 fails."""

import numpy as np
import pytest
from feature_cases import rotation, slack
from numpy.polynomial import hermite_e

from theoremtest.features import Moments, integral, operator, quality

ROUND = 2.0**-40  # far above the rounding of sums of a dozen terms of order one, far below every difference that is tested


def test_the_printed_algorithm_fails_for_the_constant_feature():
    """p = 1, Phi = 1, n = 2: the operator is f -> E f, its eigenvalue 1, its eigenfunction 1. Printed: s^2 = 2 and 1/sqrt(2)."""
    phi = np.ones((2, 1))
    s = np.linalg.svd(phi, compute_uv=False)[0]
    assert abs(s**2 - 2) < ROUND and abs(1 / s - np.sqrt(0.5)) < ROUND
    found = operator(Moments.of(phi))
    assert abs(found.intensities[0] - 1) < ROUND and np.abs(found.eigenfunctions(phi) - 1).max() < ROUND


def test_the_printed_loop_divides_by_zero_for_dependent_features():
    """p = 2, Phi = (1, 1): the second singular value is 0, and there is no second eigenfunction."""
    found = operator(Moments.of(np.ones((3, 2))))
    assert found.rank == 1 and found.intensities[1] == 0 and abs(found.intensities[0] - 2) < ROUND
    assert not found.eigenfunctions([[5.0, 7.0]])[:, 1].any()


def test_fewer_samples_than_features():
    found = operator(Moments.of([[3.0, 0.0, 4.0]]))
    assert found.intensities.shape == (1,) and abs(found.intensities[0] - 25) < 25 * ROUND
    assert np.abs(found.directions[:, 0] - [0.6, 0, 0.8]).max() < ROUND


def test_a_discrete_distribution_with_the_second_moments_of_the_thesis():
    """(sqrt(2), sqrt(2)) and (1, -1) with probability 1/2 each: second moments ((1.5, 0.5), (0.5, 1.5)), eigenvalues 2 and 1."""
    phi, weights = np.array([[2**0.5, 2**0.5], [1, -1]]), [0.5, 0.5]
    moments = Moments.of(phi, target=[3.0, 4.0], weights=weights)
    found = operator(moments)
    assert np.abs(moments.gram("features", "features") - [[1.5, 0.5], [0.5, 1.5]]).max() < ROUND
    assert np.abs(found.intensities - [2, 1]).max() < ROUND
    assert np.abs(np.abs(found.eigenfunctions(phi)) - [[2**0.5, 0], [0, 2**0.5]]).max() < ROUND
    assert np.abs(quality(found, moments) - [9 / 25, 16 / 25]).max() < ROUND
    # T[f](x') = sum of Phi(x).Phi(x') f(x) q(x): 2 f on the first point, 1 f on the second.
    assert np.abs(integral(moments, phi)[:, 0] - [6, 4]).max() < 8 * ROUND


def test_a_distribution_with_probabilities_that_differ():
    """Indicators of three points: the operator's eigenvalues are the probabilities, whatever the probabilities."""
    found = operator(Moments.of(np.eye(3), weights=[0.2, 0.7, 0.1]))
    assert np.abs(found.intensities - [0.7, 0.2, 0.1]).max() < ROUND
    known = np.array([[0, 0.2**-0.5, 0], [0.7**-0.5, 0, 0], [0, 0, 0.1**-0.5]])  # a row for each point
    assert np.abs(found.eigenfunctions(np.eye(3)) - known).max() < ROUND


def hermite(x, count):
    """He_k(x)/sqrt(k!), orthonormal under the Gaussian."""
    k = np.arange(count)
    return hermite_e.hermevander(x, count - 1) / np.sqrt(np.cumprod(np.maximum(k, 1.0)))


@pytest.mark.parametrize("seed", range(3))
def test_hermite_features_under_the_gaussian(seed):
    """Features sqrt(rho_k) He_k/sqrt(k!), rotated. Gauss's rule of 12 nodes is exact for their products, of degree 10 at most."""
    rng = np.random.default_rng(seed)
    nodes, weights = hermite_e.hermegauss(12)
    rho = 4.0 ** -np.arange(6)
    mixed = np.sqrt(rho)[:, None] * rotation(rng, 6)
    phi = hermite(nodes, 6) @ mixed
    found = operator(Moments.of(phi, weights=weights))
    bound = slack(phi * np.sqrt(weights / weights.sum())[:, None])
    assert np.abs(found.intensities - rho).max() < bound
    points = rng.normal(size=50)
    values, known = found.eigenfunctions(hermite(points, 6) @ mixed), hermite(points, 6)
    size = np.abs(known).max()
    assert np.abs(np.abs(values) - np.abs(known)).max() < 6 * size * bound


def test_an_eigenfunction_is_mapped_to_its_multiple():
    rng = np.random.default_rng(5)
    phi = rng.normal(size=(30, 4)) * [4, 2, 1, 0.5]
    found = operator(Moments.of(phi))
    values = found.eigenfunctions(phi)
    mapped = integral(Moments.of(phi, target=values), phi)
    assert np.abs(mapped - found.intensities * values).max() < slack(phi) * found.intensities[0]


def test_small_intensities_are_not_lost_by_squaring():
    """Singular values over nine orders of magnitude: squares over eighteen, more than a matrix of second moments can hold."""
    rng = np.random.default_rng(2)
    left = np.linalg.qr(rng.normal(size=(400, 10)))[0] * 20
    s = 10.0 ** -np.arange(10)
    found = operator(Moments.stream(np.split(left * s, 8)))
    assert np.abs(np.sqrt(found.intensities) / s - 1).max() < 9 * 8 * 420 * 2.0**-53 * 10  # columns are scaled: relative to each
    squared = np.linalg.eigvalsh((left * s @ rotation(rng, 10)).T @ (left * s @ rotation(rng, 10)))[::-1]
    assert not np.allclose(np.sqrt(np.abs(squared) / 400), s, rtol=1e-3, atol=0)
