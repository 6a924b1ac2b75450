"""Centred kernel alignment: beside the n by n matrices of its definition, and where it is known."""

import numpy as np
import pytest

from theoremtest.features import Moments, cka, cka_gap

ROUND = 2.0**-40  # see test_features_known


def by_definition(phi, learned, weights, projection=True):
    """Eq. (2.9) with operators as matrices on the points, in the frame where inner products are those of the weights."""
    root = np.sqrt(weights / weights.sum())
    one, features, functions = root, root[:, None] * phi, root[:, None] * learned
    ideal = functions @ np.linalg.pinv(functions) if projection else functions @ functions.T
    centre = np.eye(len(one)) - np.outer(one, one)
    first, second = centre @ features @ features.T @ centre, centre @ ideal @ centre
    return np.trace(first @ second) / np.linalg.norm(first) / np.linalg.norm(second)


@pytest.mark.parametrize("projection", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_the_alignment_is_that_of_the_definition(seed, projection):
    rng = np.random.default_rng(seed)
    phi, learned, weights = rng.normal(size=(15, 5)) + 1, rng.normal(size=(15, 3)) + 2, rng.uniform(0.1, 1, 15)
    moments = Moments.of(phi, learned=learned, weights=weights)
    assert abs(cka(moments, projection) - by_definition(phi, learned, weights, projection)) < ROUND


@pytest.mark.parametrize("a_1", [0.0, 0.3, 7.0])
def test_an_ideal_operator_has_no_gap(a_1):
    """Features whose operator is a_1 |1><1| + a_2 P, C equal classes of 6: one-hot features and a constant one."""
    learned = np.repeat(np.eye(4), 6, axis=0)
    phi = np.column_stack([learned * 3.0, np.full(24, np.sqrt(a_1))])
    assert 0 <= cka_gap(Moments.of(phi, learned=learned)) < ROUND**2


def test_tiny_gaps_keep_their_digits():
    """Two features orthogonal to each other and to 1, intensities 1 and 1 + g = (1 + h)^2: CKA is (2 + g)/sqrt(2 (1 + (1 + g)^2)), so the
    gap is g^2/8 (1 + O(g)), h^2/2. Rounding changes h by 11 * 8 * 9 units of 2^-53, 1e-7 of it; a difference from one would have 1e-4.
    """
    f = np.array([[1.0, 1, -1, -1], [1, -1, 1, -1]]).T
    h = 1e-6
    gap = cka_gap(Moments.of(f * [1, 1 + h], learned=f))
    assert abs(gap / (h**2 / 2) - 1) < 1e-5


def test_functions_that_share_nothing_have_no_alignment():
    f = np.array([[1.0, 1, -1, -1], [1, -1, 1, -1]]).T
    assert abs(cka(Moments.of(f[:, :1], learned=f[:, 1:]))) < ROUND


def test_k_of_the_used_features_among_many():
    """Equal intensities on p features of which the learned function spans C: CKA = sqrt(C/p)."""
    walsh = np.array([[(-1.0) ** bin(i & j).count("1") for j in range(1, 8)] for i in range(8)])
    assert abs(cka(Moments.of(walsh, learned=walsh[:, :3])) - np.sqrt(3 / 7)) < ROUND


@pytest.mark.parametrize("phi, learned, name", [(np.full((9, 2), 0.1), np.arange(9.0), "phi"),
                                                (np.arange(18.0).reshape(9, 2), np.full(9, 0.1), "learned")])
def test_a_constant_has_no_alignment(phi, learned, name):
    with pytest.raises(ValueError, match=f"^{name}: got the same values on all samples; expected"):
        cka(Moments.of(phi, learned=learned))
