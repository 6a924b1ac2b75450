"""Slopes of the closed forms beside those of a plain numerical flow: Runge-Kutta steps along minus the gradient of the loss, which autograd
takes from the network's function alone, and goes back through step by step.
"""

import numpy as np
import pytest

from theoremtest.models import diagonal_linear, lambda_balanced, latent_variable, lazy_rich, multilinear, single_neuron

STEPS, END = 60, 0.6


def flow(torch, loss, weights, rates):
    """The weights at the time END of w' = -rate dL/dw, by the classical Runge-Kutta method; differentiable."""
    def velocity(*here):
        return [-rate * slope for rate, slope in zip(rates, torch.func.grad(loss, tuple(range(len(here))))(*here))]

    def moved(here, velocities, span):
        return [part + span * along for part, along in zip(here, velocities)]

    h = END / STEPS
    for _ in range(STEPS):
        k1 = velocity(*weights)
        k2 = velocity(*moved(weights, k1, h / 2))
        k3 = velocity(*moved(weights, k2, h / 2))
        k4 = velocity(*moved(weights, k3, h))
        weights = [w + h / 6 * (a + 2 * b + 2 * c + d) for w, a, b, c, d in zip(weights, k1, k2, k3, k4)]
    return weights


def neuron(torch, a, w, beta_star, eta_a, eta_w):
    a_end, w_end = flow(torch, lambda a, w: ((a * w - beta_star) ** 2).sum() / 2, [a, w], [eta_a, eta_w])
    return a_end * w_end, single_neuron.solve(END, a, w, beta_star, eta_a, eta_w).beta


def latent(torch, u, W, x, y):
    u_end, W_end = flow(torch, lambda u, W: (u @ W @ x - y) ** 2, [u, W], [1.0, 1.0])
    return u_end @ W_end, (run := latent_variable.solve(END, u, W, x, y)).u @ run.W


def balanced(torch, left, right, Sigma):
    """Layers that stay balanced: others are rotated on the outside, as the closed form has no other slope to compare."""
    W1, W2 = (torch.tensor(part) for part in lambda_balanced.balanced_layers(np.array([[0.5, 0.2, 0.1], [-0.1, 0.3, 0.4]]), 0.7))
    W1, W2 = W1 @ torch.linalg.matrix_exp(right - right.T), torch.linalg.matrix_exp(left - left.T) @ W2
    ends = flow(torch, lambda W1, W2: ((W2 @ W1 - Sigma) ** 2).sum() / 2, [W1, W2], [1.0, 1.0])
    return ends[1] @ ends[0], lambda_balanced.solve(END, W1, W2, Sigma).function


def from_function(torch, function, lam, Sigma):
    W1, W2 = lambda_balanced.balanced_layers(function, lam)
    ends = flow(torch, lambda W1, W2: ((W2 @ W1 - Sigma) ** 2).sum() / 2, [W1, W2], [1.0, 1.0])
    return ends[1] @ ends[0], lambda_balanced.from_function(END, function, lam, Sigma).function


def diagonal(torch, a, b, target, variance):
    ends = flow(torch, lambda a, b: (variance * (a * b - target) ** 2).sum() / 2, [a, b], [1.0, 1.0])
    return ends[0] * ends[1], diagonal_linear.solve(END, a, b, target, variance).strength


def scalar(torch, a, b, target, Z):
    ends = flow(torch, lambda a, b: (a @ b / Z - target) ** 2 / 2, [a, b], [1.0, 1.0])
    run = lazy_rich.solve(END, a, b, target, Z)
    return torch.stack(ends), torch.stack([run.a, run.b])


def skills(torch, alpha, target, start, eta):
    """Strengths R_k = a_k b_k of layers that start equal, whose square grows at 2 eta P(k)."""
    k = torch.arange(1, 6, dtype=torch.float64)
    frequency = k ** -(alpha + 1) / (k ** -(alpha + 1)).sum()
    weights = [torch.sqrt(start) * torch.ones(5, dtype=torch.float64)] * 2
    ends = flow(torch, lambda a, b: (frequency * (target - a * b) ** 2).sum() / 2, weights, [eta, eta])
    left = (frequency * (target - ends[0] * ends[1]) ** 2).sum() / 2
    return left, multilinear.solve(END, alpha, target, start, eta, skills=5).loss


CASES = {
    neuron: [0.4, [0.3, -0.2, 0.5], [1.0, 0.5, -0.7], 1.3, 0.6],
    latent: [[0.4, -0.1], [[0.3, 0.2, -0.5], [0.1, 0.6, 0.2]], [0.8, -0.3, 0.4], 1.2],
    balanced: [[[0.0, 0.3], [0.1, 0.0]], [[0.0, 0.2, -0.4], [0.1, 0.0, 0.3], [0.2, 0.1, 0.0]], [[1.0, 0.2, 0.3], [0.1, 0.8, -0.4]]],
    from_function: [[[0.5, 0.2, 0.1], [-0.1, 0.3, 0.4]], 0.7, [[1.0, 0.2, 0.3], [0.1, 0.8, -0.4]]],
    diagonal: [[0.3, 0.5], [0.2, -0.4], [1.0, 0.7], [1.2, 0.8]],
    scalar: [[0.3, -0.2], [0.5, 0.1], 1.1, 0.9],
    skills: [0.6, 1.2, 0.05, 1.1],
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_values_and_slopes_are_those_of_a_numerical_flow(case):
    torch = pytest.importorskip("torch")
    given = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in CASES[case]]
    stepped, closed = case(torch, *given)
    assert isinstance(closed, torch.Tensor) and closed.dtype == torch.float64 and closed.device == given[0].device
    torch.testing.assert_close(closed, stepped, rtol=1e-8, atol=1e-9)
    weights = torch.cos(torch.arange(closed.numel(), dtype=torch.float64)).reshape(closed.shape)
    for found, expected in zip(*(torch.autograd.grad((value * weights).sum(), given, retain_graph=True) for value in (closed, stepped))):
        torch.testing.assert_close(found, expected, rtol=1e-7, atol=1e-8)
