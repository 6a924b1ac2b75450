"""Loss of trained networks under noise on inputs and on weights, Fig. 4E of Dominé et al. 2025: formulas over Monte Carlo."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.experiments.domine2025_training import trained
from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, solve

SIZE = 4
"""Of inputs, hidden layer and outputs."""
END = 20.0


@dataclass(frozen=True)
class Noise:
    """Per lambda: the rise of the loss in theory, and drawn: means and standard errors."""

    lambdas: np.ndarray
    theory: np.ndarray
    means: np.ndarray
    errors: np.ndarray

    @property
    def errors_apart(self) -> float:
        """The greatest distance of a mean from the theory, in standard errors."""
        return float((np.abs(self.means - self.theory) / self.errors).max())


def task(seed: int = 5) -> np.ndarray:
    """A random regression task whose smallest singular value is not small."""
    U, s, Vt = np.linalg.svd(np.random.default_rng(seed).normal(size=(SIZE, SIZE)))
    return (U * (0.5 + s / 2)) @ Vt


def converged(lambdas: np.ndarray, seed: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Layers (lambda, N_h, N_i) and (lambda, N_o, N_h) trained to convergence from one function."""
    W1, W2 = _starts(lambdas, seed)
    run = trained(W1, W2, np.broadcast_to(task(seed), (lambdas.size, SIZE, SIZE)), np.array([0.0, END]), rtol=1e-10, atol=1e-12)
    return run.W1[:, -1], run.W2[:, -1]


def input_noise(lambdas: np.ndarray, deviation: float = 0.5, draws: int = 20_000, seed: int = 5) -> Noise:
    """Noise on the inputs: sigma^2/2 |W_2 W_1|^2 (Eq. 171, reconstructed) over Monte Carlo."""
    W1, W2 = converged(lambdas, seed)
    noise = np.random.default_rng(seed + 1).normal(scale=deviation, size=(lambdas.size, draws, SIZE))
    rises = ((noise @ np.swapaxes(W2 @ W1, -1, -2)) ** 2).sum(axis=-1) / 2
    exact = solve(END, *_starts(lambdas, seed), task(seed), lam=lambdas).function
    return _noise(lambdas, deviation**2 / 2 * (exact**2).sum(axis=(-2, -1)), rises)


def parameter_noise(lambdas: np.ndarray, deviation: float = 0.3, draws: int = 20_000, seed: int = 5) -> Noise:
    """Noise on both layers: sigma^2/2 (N_i |W_2|^2 + N_o |W_1|^2) + sigma^4/2 N_i N_h N_o (Eq. 173, reconstructed) over Monte Carlo."""
    W1, W2 = converged(lambdas, seed)
    random = np.random.default_rng(seed + 2)
    rises = []
    for first, second in zip(W1, W2, strict=True):
        one, two = random.normal(scale=deviation, size=(2, draws, SIZE, SIZE))
        rises.append((((second + two) @ (first + one) - second @ first) ** 2).sum(axis=(-2, -1)) / 2)
    exact = solve(END, *_starts(lambdas, seed), task(seed), lam=lambdas)
    weights = sum(np.trace(part, axis1=-2, axis2=-1) for part in (exact.input_representation, exact.output_representation))
    return _noise(lambdas, deviation**2 / 2 * SIZE * weights + deviation**4 / 2 * SIZE**3, np.array(rises))


def _starts(lambdas, seed):
    """From one function, its determinant of the task's sign."""
    layers = [balanced_initialisation(SIZE, SIZE, SIZE, float(lam), 0.3, seed) for lam in lambdas]
    W1, W2 = (np.array([pair[part] for pair in layers]) for part in (0, 1))
    if np.linalg.det(W2[0] @ W1[0]) * np.linalg.det(task(seed)) < 0:
        raise ValueError(f"seed {seed} starts at a determinant of the other sign, from which lambda = 0 does not reach the task")
    return W1, W2


def _noise(lambdas, theory, rises):
    return Noise(lambdas, theory, rises.mean(axis=1), rises.std(axis=1, ddof=1) / np.sqrt(rises.shape[1]))
