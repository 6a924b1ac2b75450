"""Skills in time and three ReLU nodes on a parity: gradients, ends, and laws beside one another."""

import numpy as np
import pytest

from theoremtest.numerics.experiments import nam2024_skills as skills


def squared_error(parameters):
    """Half the squared error over all inputs, written without the experiment's gradient."""
    alpha, beta, gamma, c = parameters
    x1, x2, x3 = skills.BITS.T
    hidden = np.maximum(0, [alpha * (x2 - x1 - x3), beta * (1 - x1 + x2 - x3), gamma * (x1 - x2 + x3 - 1)])
    return np.sum((np.array([-2 * alpha, beta, gamma]) @ hidden + c - skills.PARITY) ** 2) / 2


def test_the_network_moves_against_its_gradient():
    at, step = np.array([0.3, 0.7, 1.1, -0.2]), 1e-5
    numeric = [(squared_error(at + step * e) - squared_error(at - step * e)) / (2 * step) for e in np.eye(4)]
    assert np.abs(skills.slope(at) + numeric).max() < 1e-6


@pytest.mark.slow
def test_the_network_learns_the_parity():
    end = skills.path(0.1)[1][-1]
    assert np.abs(end - np.array([2, 2, 2, -1]) ** np.array([0.5, 0.5, 0.5, 1])).max() < 1e-6 and squared_error(end) < 1e-12


def test_the_loss_starts_at_half():
    """At time zero all skills have the strength 1/100 of S."""
    assert np.abs(skills.loss(0.3, np.array([0.0]))[0] - 0.99**2 / 2).max() < 1e-12
