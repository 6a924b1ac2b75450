"""Multitask sparse parity: the skills' functions are as Eqs. (4.1) to (4.3) say, and the trained model is the exact solution."""

import numpy as np
import pytest

from theoremtest.numerics.experiments import nam2024_sparse_parity as parity
from theoremtest.numerics.models.diagonal_linear import solve


def test_functions_are_parities_and_exclude_one_another():
    """Bit by bit at every sample, from the definition; g_k g_l = 0 for k != l, and g_k^2 has the mean of the skill's share."""
    samples = parity.draw(200, 4, 0.6, seed=3)
    for sample, values in enumerate(samples.functions):
        skill = samples.skills[sample]
        ones = sum(int(samples.bits[sample, place]) for place in samples.masks[skill])
        assert values.tolist() == [0.0] * skill + [(-1.0) ** ones] + [0.0] * (3 - skill)
    assert np.array_equal(samples.functions.T @ samples.functions / 200, np.diag(samples.shares))
    assert all(len(set(mask)) == parity.READ for mask in samples.masks)


def test_frequencies_follow_the_power_law():
    samples = parity.draw(100_000, 5, 0.6, seed=0)
    law = np.arange(1, 6) ** -1.6 / (np.arange(1, 6) ** -1.6).sum()
    assert np.abs(samples.shares - law).max() < 5 * 0.5 / np.sqrt(100_000)  # five standard errors
    assert np.abs(samples.functions.sum(0)).max() < 5 * np.sqrt(100_000)  # and parities are even in the mean


@pytest.mark.slow
def test_the_trained_model_is_the_exact_solution_on_its_samples():
    samples, times = parity.draw(50, 3, 0.6, seed=1), np.linspace(0.0, 12.0, 7)
    run = parity.trained(samples, 2.0, 0.1, times)
    exact = solve(times, 0.1, 0.1, 2.0, samples.shares)
    assert run.parameters["u"] * run.parameters["v"] == pytest.approx(exact.strength.T, abs=1e-9)
    assert run.losses == pytest.approx(exact.loss.sum(0), abs=1e-9)
