"""Simulated scaling laws: the integrated skill is a sigmoid, training sets are drawn by the frequencies, and a broken law would be seen."""

import numpy as np
import pytest

from theoremtest.numerics.experiments import nam2024_scaling as scaling


def test_the_skill_loss_is_that_of_a_sigmoid():
    """Eq. (4.18), by a formula that the integration does not know."""
    scaled = np.geomspace(0.01, 30, 50)
    odds = 1 / (scaling.SCALE / scaling.START - 1) * np.exp(2 * scaling.RATE * scaling.SCALE * scaled)
    exact = scaling.SCALE**2 / (2 * (1 + odds) ** 2)
    assert np.abs(scaling.trajectory()(scaled) - exact).max() < 1e-4


@pytest.mark.slow
def test_what_training_sets_miss_is_the_probability_of_no_sample():
    """Eq. (4.29) for a hundred samples, within four standard errors of the mean."""
    shares = scaling.frequencies(0.9)
    expected = (scaling.SCALE - scaling.START) ** 2 / 2 * (shares * (1 - shares) ** 100).sum()
    drawn = scaling.losses_in_data(0.9, np.array([100, 200]))[:, 0]
    error = drawn.std(ddof=1) / np.sqrt(len(drawn))
    assert error < 0.02 * expected and abs(drawn.mean() - expected) < 4 * error


def test_frequencies_add_up_to_one_and_fall():
    shares = scaling.frequencies(0.6)
    assert abs(shares.sum() - 1) < 1e-12 and (np.diff(shares) < 0).all()


def test_a_slope_is_an_exponent():
    sizes = np.geomspace(10, 1000, 9)
    assert abs(scaling.slope(sizes, 3 * sizes**-0.4) + 0.4) < 1e-12
