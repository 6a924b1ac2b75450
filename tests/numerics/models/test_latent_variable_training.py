"""The latent variable solver meets gradient descent of the network by autograd, data on a line, and the scales that the paper names."""

import numpy as np
import pytest
from latent_variable_cases import TIMES, corner

from theoremtest.numerics.models.latent_variable import one_point, solve

# The model's own meaning: gradient descent of the network by autograd, data on a line.


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", ["plain", "gamma < 0", "y = 0", "only W learns", "one neuron", "P = 0, to the minimum", "W_0 = 0"])
def test_autograd_of_the_network_finds_the_same_trajectory(name):
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    from theoremtest.numerics.training.gradient_flow import flow, ntk, two_layer

    u0, W0, x, y, gamma, eta_u, eta_w = corner(name)
    network = two_layer(output_scale=float(gamma))
    rates = {"a": float(eta_u), "W": float(eta_w)}
    trained = flow(
        network, {"a": u0, "W": W0}, x[None], np.array([float(y)]), TIMES, rates, loss="sum", rtol=1e-12, atol=1e-14, device="cpu"
    )
    run = solve(TIMES, u0, W0, x, y, gamma, eta_u, eta_w)
    assert np.allclose(run.u, trained.parameters["a"], atol=1e-9) and np.allclose(run.W, trained.parameters["W"], atol=1e-9)
    assert np.allclose(run.loss, trained.losses, atol=1e-9)
    assert np.allclose(run.ntk, ntk(network, trained.parameters, x[None], rates, device="cpu")[..., 0, 0], atol=1e-8)


def test_inputs_on_a_line_come_down_to_one_point():
    pytest.importorskip("torch", reason="trains a network or runs the Torch backend")
    from theoremtest.numerics.training.gradient_flow import flow, two_layer

    random = np.random.default_rng(5)
    X, targets = random.normal(size=(6, 1)) * np.array([[0.6, -0.8]]), random.normal(size=6)
    u0, W0 = random.normal(size=3), random.normal(size=(3, 2))
    x, y = one_point(X, targets)
    trained = flow(two_layer(), {"a": u0, "W": W0}, X, targets, TIMES, loss="mean", rtol=1e-12, atol=1e-14, device="cpu")
    run = solve(TIMES, u0, W0, x, y)
    assert np.allclose(run.W, trained.parameters["W"], atol=1e-9)
    assert np.allclose(run.loss - run.loss[0], trained.losses - trained.losses[0], atol=1e-9)


def test_a_line_through_the_origin_is_asked_for():
    with pytest.raises(ValueError, match="X: got inputs that leave the line"):
        one_point(np.array([[1.0, 0.0], [1.0, 1e-6]]), np.ones(2))
    with pytest.raises(ValueError, match=r"X, targets: got shapes \(2, 1\) and \(3,\)"):
        one_point(np.ones((2, 1)), np.ones(3))
    assert [np.all(part == 0) for part in one_point(np.zeros((2, 3)), np.ones(2))] == [True, True]


# Scales and phases of one network.


def test_the_time_scale_and_its_two_parts():
    u0, W0, x, y, gamma, eta_u, eta_w = corner("plain")
    run = solve(TIMES, u0, W0, x, y, gamma, eta_u, eta_w)
    rho = np.linalg.norm(x)
    p, q = ((np.sqrt(eta_u) * W0 @ x + sign * np.sqrt(eta_w) * rho * u0) / (2 * rho) for sign in (1, -1))
    target = eta_u * eta_w * gamma**2 * rho**2 * y**2
    speed2 = target + 4 * rho**4 * gamma**4 * (p @ p) * (q @ q)
    assert run.t_c == pytest.approx(1 / np.sqrt(speed2)) and run.target_share == pytest.approx(target / speed2)
    late = solve(np.array([8.0, 8.0 + run.t_c / 4]), u0, W0, x, y, gamma, eta_u, eta_w)
    assert late.residual[1] / late.residual[0] == pytest.approx(np.exp(-1), rel=1e-6)  # e falls like exp(-4 t/t_c)
    alpha = run.alpha
    p_now = (np.sqrt(eta_u) * run.v[-1] + np.sqrt(eta_w) * rho * run.u[-1]) / (2 * rho)
    assert np.allclose(p_now**2 / p**2, alpha[-1])
    assert solve(1.0, np.zeros(2), np.zeros((2, 1)), np.ones(1), 0.0).t_c == np.inf
