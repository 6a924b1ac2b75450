"""Deep ReLU networks from initializations of several sizes: Figs. 2, 3 and 6 of Xu and Ziyin 2024, as numbers for claims.

All layers are drawn by Kaiming's rule and multiplied by sigma; training is full-batch gradient descent on the cross-entropy, with a rate
that falls with the size of the start so that every network trains, until all points are classified right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.experiments.xu2024_tasks import Task, sectors
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.recorded import recorded
from theoremtest.numerics.training.threads import one_thread

SIGMAS = (0.5, 1.0, 2.0)
"""Small, Kaiming's own, and large."""
SEEDS, POINTS, WIDTH, UPDATES, RATE = 4, 100, 60, 4000, 0.3


@dataclass(frozen=True)
class Outcome:
    """One trained network: how far the alignment |UW|/(|U| |W|) of each pair of consecutive layers rises, (layers - 1,), by the
    Frobenius norm; the norm of all weights at the end, and the accuracies there."""

    rises: np.ndarray
    norm: float
    training: float
    test: float


def train(task: Task, layers: int, sigma: float, seed: int, width: int = WIDTH, updates: int = UPDATES, rate: float = RATE) -> Outcome:
    """A network of `layers` layers without biases; stops once every training point is classified right, or after `updates`."""
    torch = require_torch()
    with one_thread():
        random = np.random.default_rng(seed)
        sizes = [task.X.shape[1], *[width] * (layers - 1), task.count]
        weights = [torch.tensor(sigma * np.sqrt(2 / below) * random.normal(size=(above, below)), dtype=torch.float32)
                   for below, above in zip(sizes, sizes[1:])]
        X, classes = torch.tensor(task.X, dtype=torch.float32), torch.tensor(task.classes)
        step = rate * min(1.0, sigma ** (-2 * (layers - 1)))
        start = _alignments(weights)

        def one_update(*weights):
            leaves = [weight.detach().requires_grad_() for weight in weights]
            outputs = _forward(leaves, X)
            slopes = torch.autograd.grad(torch.nn.functional.cross_entropy(outputs, classes), leaves)
            return outputs.detach(), *(weight.detach() - step * slope for weight, slope in zip(weights, slopes, strict=True))

        updated = recorded(one_update, *weights)
        for update in range(1, updates + 1):
            outputs, *weights = updated(*weights)
            if update % 50 == 0 and bool((outputs.argmax(1) == classes).all()):
                break
        return Outcome(_alignments(weights) - start, _norm(weights), _right(weights, task.X, task.classes),
                       _right(weights, task.X_test, task.classes_test))


def _forward(weights: list, X: Any) -> Any:
    for weight in weights[:-1]:
        X = require_torch().relu(X @ weight.T)
    return X @ weights[-1].T


def _right(weights: list, X: np.ndarray, classes: np.ndarray) -> float:
    torch = require_torch()
    with torch.no_grad():
        found = _forward(weights, torch.tensor(X, dtype=torch.float32)).argmax(1).numpy()
    return float((found == classes).mean())


def _alignments(weights: list) -> np.ndarray:
    """|UW|/(|U| |W|) of the layers above and below each hidden layer, (layers - 1,)."""
    plain = [weight.detach() for weight in weights]
    return np.array([float((above @ below).norm() / (above.norm() * below.norm())) for below, above in zip(plain, plain[1:])])


def _norm(weights: list) -> float:
    return float(np.sqrt(sum(float(weight.detach().square().sum()) for weight in weights)))


@cache
def _outcomes(layers: int, sigma: float) -> tuple[Outcome, ...]:
    return tuple(train(sectors(POINTS, seed), layers, sigma, seed) for seed in range(SEEDS))


def _of(layers: int) -> str:
    return (f"{SEEDS} networks of {layers} layers and width {WIDTH} for each size of the start, trained on {POINTS} points in ten classes "
            "until all are right")


def alignment(layers: int) -> Measured:
    """The least rise of any pair's alignment at sigma = 1, `r`, and the greatest change of any pair's at sigma = 2, `c`; the lowest
    training accuracy of all, `a`."""
    kaiming, large = _outcomes(layers, 1.0), _outcomes(layers, 2.0)
    return Measured({"r": over_starts([run.rises.min() for run in kaiming]), "c": over_starts([np.abs(run.rises).max() for run in large]),
                     "a": (min(run.training for run in (*kaiming, *large)), 0.0)}, _of(layers))


def figure_2() -> Measured:
    """Four layers, as `alignment`."""
    return alignment(4)


def figure_6() -> Measured:
    """Six layers, as `alignment`."""
    return alignment(6)


def figure_3() -> Measured:
    """Four layers, from sigma = 1/2 to 1 and from 1 to 2, start by start: the loss of test accuracy `t_i` and the growth of the norm of
    all weights at the end `n_i`; the lowest training accuracy of all, `a`."""
    values, lowest = {}, 1.0
    for i, (small, large) in enumerate(zip(SIGMAS, SIGMAS[1:]), start=1):
        pairs = list(zip(_outcomes(4, small), _outcomes(4, large), strict=True))
        values[f"t_{i}"] = over_starts([before.test - after.test for before, after in pairs])
        values[f"n_{i}"] = over_starts([after.norm - before.norm for before, after in pairs])
        lowest = min(lowest, *(run.training for pair in pairs for run in pair))
    return Measured({**values, "a": (lowest, 0.0)}, _of(4))
