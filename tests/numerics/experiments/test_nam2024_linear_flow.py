"""Linear models trained by gradient flow: both integrators against a formula that neither knows."""

import numpy as np
import pytest
from scipy.linalg import expm

from theoremtest.numerics.experiments import nam2024_linear_flow as linear


@pytest.mark.parametrize("few", [200, 2])
def test_parameters_are_those_of_the_matrix_exponential(few, monkeypatch):
    """w' = b - A w from zero, with A and b the second moments: w(t) is the corner of the exponential of the matrix (-A, b; 0, 0)."""
    monkeypatch.setattr(linear, "FEW", few)
    draw = np.random.default_rng(0)
    features, labels, time = draw.normal(size=(6, 4)), draw.normal(size=6), 1.7
    generator = np.zeros((5, 5))
    generator[:4, :4], generator[:4, 4] = -features.T @ features / 6, features.T @ labels / 6
    assert linear.trained(features, labels, time) == pytest.approx(expm(time * generator)[:4, 4], rel=1e-8)


@pytest.mark.slow
def test_a_stiff_model_is_followed_to_its_end():
    """Intensities from 1 to 1e-8: the parameters are the shortest that fit."""
    draw = np.random.default_rng(1)
    features = draw.normal(size=(3, 5)) * [1, 1e-2, 1e-4, 1e-6, 1e-6]
    labels = draw.normal(size=3)
    slowest = np.linalg.eigvalsh(features @ features.T)[0] / 3
    assert linear.trained(features, labels, 40 / slowest) == pytest.approx(np.linalg.lstsq(features, labels, rcond=1e-13)[0], rel=1e-6)
