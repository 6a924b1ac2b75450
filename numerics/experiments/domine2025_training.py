"""Batches of lambda-balanced networks trained by autograd beside their exact solutions, for the figures of Dominé et al. 2025.

The inputs are the unit vectors, one sample each, so that X^T X = I and the targets of task Sigma are the rows of Sigma^T; with the loss
summed over samples tau = 1, and the loss is |W_2 W_1 - Sigma|^2/2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from theoremtest.numerics.models.lambda_balanced import LambdaTrajectories, solve
from theoremtest.numerics.training.gradient_flow import flow, kernel_distance, ntk, two_layer
from theoremtest.numerics.training.threads import one_thread


@dataclass(frozen=True)
class Layers:
    """Layers of trained networks at every time: W1 (..., T, N_h, N_i), W2 (..., T, N_o, N_h), for tasks Sigma (..., N_o, N_i)."""

    W1: np.ndarray
    W2: np.ndarray
    Sigma: np.ndarray

    @cached_property
    def function(self) -> np.ndarray:
        """W_2 W_1, (..., T, N_o, N_i)."""
        return self.W2 @ self.W1

    @cached_property
    def input_representation(self) -> np.ndarray:
        """W_1^T W_1, (..., T, N_i, N_i)."""
        return np.swapaxes(self.W1, -1, -2) @ self.W1

    @cached_property
    def output_representation(self) -> np.ndarray:
        """W_2 W_2^T, (..., T, N_o, N_o)."""
        return self.W2 @ np.swapaxes(self.W2, -1, -2)

    @cached_property
    def loss(self) -> np.ndarray:
        """|W_2 W_1 - Sigma|^2/2, (..., T)."""
        return ((self.function - self.Sigma[..., None, :, :]) ** 2).sum(axis=(-2, -1)) / 2

    @cached_property
    def kernel_distance(self) -> np.ndarray:
        """1 less the cosine between the tangent kernels, by autograd, now and at the first time, (..., T)."""
        with one_thread():
            layers = {"W": self.W1, "A": np.swapaxes(self.W2, -1, -2)}
            kernels = ntk(two_layer(vector_output=True), layers, np.eye(self.W1.shape[-1]), device="cpu")
        return kernel_distance(kernels[..., :1, :, :], kernels)


def trained(W1: np.ndarray, W2: np.ndarray, Sigma: np.ndarray, times: np.ndarray, rtol: float = 1e-12, atol: float = 1e-14) -> Layers:
    """Gradient flow by autograd from any layers W1 (..., N_h, N_i), W2 (..., N_o, N_h) on tasks Sigma (..., N_o, N_i)."""
    with one_thread():
        run = flow(two_layer(vector_output=True), {"W": W1, "A": np.swapaxes(W2, -1, -2)}, np.eye(W1.shape[-1]),
                   np.array(np.swapaxes(Sigma, -1, -2)), times, rtol=rtol, atol=atol, device="cpu", replay=True)
    return Layers(run.parameters["W"], np.swapaxes(run.parameters["A"], -1, -2), np.asarray(Sigma))


@dataclass(frozen=True)
class Runs:
    """A batch of networks: the exact trajectories and the trained layers, at the same times."""

    exact: LambdaTrajectories
    simulated: Layers

    def deviation(self, *names: str) -> float:
        """The greatest distance of theory from simulation over the quantities of these names."""
        return max(float(np.abs(np.asarray(getattr(self.exact, name)) - getattr(self.simulated, name)).max()) for name in names)


def compared(W1: np.ndarray, W2: np.ndarray, Sigma: np.ndarray, times: np.ndarray, lam: np.ndarray | float, rtol: float = 1e-12) -> Runs:
    """Lambda-balanced layers solved exactly and trained; shapes as ``trained``, ``lam`` (...) or a number."""
    return Runs(solve(times, W1, W2, Sigma, lam=lam), trained(W1, W2, Sigma, times, rtol, rtol / 100))


def exact_values(**values: float) -> dict[str, tuple[float, float]]:
    """Measured values without chance, as ``Measured`` has them."""
    return {name: (float(value), 0.0) for name, value in values.items()}


def drawn_values(**values: np.ndarray) -> dict[str, tuple[float, float]]:
    """The means of values drawn independently, with their standard errors."""
    return {name: (float(np.mean(value)), float(np.std(value, ddof=1) / np.sqrt(np.size(value)))) for name, value in values.items()}
