"""Dynamics of lambda-balanced networks, Figs. 2, 3 and 5 of Dominé et al. 2025: exact solution beside gradient flow by autograd.

The stored text lost the paper's sizes and values of lambda; those here are ours. Whitened inputs X^T X = I (one sample a row) and the loss
summed over samples give tau = 1 with Sigma = y^T X.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.models.lambda_balanced import LambdaTrajectories, balanced_initialisation, balanced_layers, solve
from theoremtest.numerics.training.gradient_flow import flow, kernel_distance, ntk, two_layer

QUANTITIES = ("loss", "function", "input_representation", "output_representation", "kernel_distance")
ARCHITECTURES = {"funnel": (6, 3, 3), "square": (3, 3, 3), "inverted funnel": (3, 3, 6)}
"""N_i, N_h, N_o."""


@dataclass(frozen=True)
class Comparison:
    """One network: the exact run and, by name, what gradient flow gives for ``QUANTITIES`` at the same times."""

    lam: float
    exact: LambdaTrajectories
    simulated: dict[str, np.ndarray]

    @property
    def deviation(self) -> float:
        """The greatest distance of theory from simulation, over all ``QUANTITIES``."""
        return max(float(np.abs(np.asarray(getattr(self.exact, name)) - self.simulated[name]).max()) for name in QUANTITIES)


def regression(shape: tuple[int, int, int], lam: float, times: np.ndarray, scale: float = 0.4, seed: int = 0) -> Comparison:
    """A random regression task (the same for every lambda), lambda-balanced layers by Algorithm 1 with entries of size ``scale``."""
    random = np.random.default_rng(seed)
    X, _ = np.linalg.qr(random.normal(size=(12, shape[0])))
    y = random.normal(size=(12, shape[2]))
    return _compared(lam, balanced_initialisation(*shape, lam, scale, seed + 1), X, y, times)


def aligned(lam: float, times: np.ndarray, begin: tuple[float, ...] = (1e-3, 1e-3, 1e-3), target: tuple[float, ...] = (3.0, 2.0, 1.0),
            seed: int = 0) -> Comparison:
    """A task-aligned start of a square network (Theorem 5.1): singular values from ``begin`` to ``target``."""
    random = np.random.default_rng(seed)
    U, V, R = (np.linalg.qr(random.normal(size=(len(target),) * 2))[0] for _ in range(3))
    layers = balanced_layers((U * np.array(begin)) @ V.T, lam, rotation=R)
    return _compared(lam, layers, np.eye(len(target)), ((U * np.array(target)) @ V.T).T, times)


def _compared(lam, layers, X, y, times):
    W1, W2 = layers
    network = two_layer(vector_output=True)
    trained = flow(network, {"W": W1, "A": W2.T}, X, y, times, rtol=1e-12, atol=1e-14, device="cpu", replay=True)
    first, second = trained.parameters["W"], np.swapaxes(trained.parameters["A"], 1, 2)
    # Whitened: on any inputs with X^T X = I the kernels have the same cosines.
    kernels = ntk(network, trained.parameters, X, device="cpu")
    floor = (np.sum(y**2) - np.sum((y.T @ X) ** 2)) / 2
    simulated = {"loss": trained.losses - floor, "function": second @ first, "kernel_distance": kernel_distance(kernels[:1], kernels),
                 "input_representation": np.swapaxes(first, 1, 2) @ first, "output_representation": second @ np.swapaxes(second, 1, 2)}
    return Comparison(lam, solve(times, W1, W2, y.T @ X, lam=lam), simulated)
