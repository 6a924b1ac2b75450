"""Two-layer ReLU networks f(x) = gamma U relu(W x) in several scaling limits: Figs. 4 and 5 of Xu and Ziyin 2024, as numbers for claims.

Scalings are those of their Appendices B.3 and B.4, with the two misprints put right that are errata there. Training is full-batch gradient
descent on the cross-entropy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.experiments.xu2024_tasks import Task, signs
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.recorded import recorded
from theoremtest.numerics.training.threads import one_thread


@dataclass(frozen=True)
class Scaling:
    """What is scaled, as functions of the scale: gamma, the learning rate, and the variances of U and of W."""

    gamma: Callable[[float], float]
    rate: Callable[[float], float]
    variance_u: Callable[[float], float] = lambda scale: 1.0
    variance_w: Callable[[float], float] = lambda scale: 1.0


def _over_width(d: float) -> float:
    return 1 / d


SCALINGS = {
    "NTK": Scaling(lambda d: d**-0.5, lambda d: 0.05),
    "mean-field": Scaling(lambda d: 10 / d, lambda d: 0.05 * d / 100),
    "Kaiming-": Scaling(lambda d: 1.0, lambda d: 0.05 * 100 / d, variance_w=_over_width),
    "Kaiming+": Scaling(lambda d: 100 / d, lambda d: 0.05 * d / 100, variance_w=_over_width),
    "Xavier-": Scaling(lambda d: d / 100, lambda d: 0.05 * (100 / d) ** 2, _over_width, _over_width),
    "Xavier+": Scaling(lambda d: 1.0, lambda d: 0.05, _over_width, _over_width),
}
"""Appendix B.3, by the width; Kaiming- with the rate that falls with it. At d = 100 the two of a pair are one model."""
PAIRS = {"N": ("NTK", "mean-field"), "K": ("Kaiming-", "Kaiming+"), "X": ("Xavier-", "Xavier+")}
"""Kernel phase and feature learning phase of one initialization."""


def of_exponent(c: float, width: int) -> Scaling:
    """Appendix B.4 at a fixed width, by kappa: variances kappa^c and kappa^max{c, 0}, gamma = kappa^min{0, -c/2}."""
    return Scaling(lambda kappa: kappa ** min(0.0, -c / 2) / np.sqrt(width), lambda kappa: 0.05, lambda kappa: kappa**c,
                   lambda kappa: kappa ** max(c, 0.0))


@dataclass(frozen=True)
class Outcome:
    """|change|/|start| of all weights and of W alone, and the best test accuracy during training."""

    distance: float
    distance_w: float
    test: float


def train(task: Task, scaling: Scaling, scale: float, width: int, seed: int, updates: int, haste: float = 1.0) -> Outcome:
    """One network; `haste` multiplies the scaling's learning rate."""
    torch = require_torch()
    with one_thread():
        random = np.random.default_rng(seed)

        def drawn(variance: float, shape: tuple[int, int]):
            return torch.tensor(np.sqrt(variance) * random.normal(size=shape), dtype=torch.float32)

        inputs = task.X.shape[1]
        U = drawn(scaling.variance_u(scale), (task.count, width))
        W = drawn(scaling.variance_w(scale) / inputs, (width, inputs))
        start, gamma, step = (U, W), scaling.gamma(scale), haste * scaling.rate(scale)
        X, X_test = (torch.tensor(part, dtype=torch.float32) for part in (task.X, task.X_test))
        classes, best = torch.tensor(task.classes), 0.0

        def one_update(U, W):
            U, W = U.detach().requires_grad_(), W.detach().requires_grad_()
            slopes = torch.autograd.grad(torch.nn.functional.cross_entropy(gamma * torch.relu(X @ W.T) @ U.T, classes), (U, W))
            return tuple(weight.detach() - step * slope for weight, slope in zip((U, W), slopes, strict=True))

        updated = recorded(one_update, U, W)
        for update in range(1, updates + 1):
            U, W = updated(U, W)
            if update % 25 == 0:
                found = (torch.relu(X_test @ W.T) @ U.T).argmax(1).numpy()
                best = max(best, float((found == task.classes_test).mean()))
        moved = [float((now - before).square().sum()) for now, before in zip((U, W), start, strict=True)]
        were = [float(before.square().sum()) for before in start]
        return Outcome(float(np.sqrt(sum(moved) / sum(were))), float(np.sqrt(moved[1] / were[1])), best)


SEEDS, POINTS, WIDTHS, UPDATES, HASTE = 3, 200, (30, 240), 300, 8.0


@cache
def _pairs() -> dict[str, list[tuple[Outcome, ...]]]:
    """By letter of a pair and start: the kernel phase at both widths, then feature learning at both."""
    return {letter: [tuple(train(signs(POINTS, seed), SCALINGS[name], width, width, seed, UPDATES, HASTE)
                           for name in pair for width in WIDTHS) for seed in range(SEEDS)] for letter, pair in PAIRS.items()}


def figure_4() -> Measured:
    """For the three pairs of Appendix B.3: what the relative distance from the start at width 240 is over that at 30, `k_i` in the
    kernel phase and `l_i` in the feature learning phase; and by how much learning features raises the best test accuracy at width 240, `t`,
    over all starts and pairs."""
    values, gains = {}, []
    for letter, runs in _pairs().items():
        values[f"k_{letter}"] = over_starts([stays_wide.distance / stays.distance for stays, stays_wide, _, _ in runs])
        values[f"l_{letter}"] = over_starts([learns_wide.distance / learns.distance for _, _, learns, learns_wide in runs])
        gains += [learns_wide.test - stays_wide.test for _, stays_wide, _, learns_wide in runs]
    return Measured({**values, "t": over_starts(gains)},
                    f"{SEEDS} networks of each width and scaling, trained on {POINTS} points in two classes")


FIXED_WIDTH, KAPPA = 200, 10.0


def figure_5() -> Measured:
    """Width 200, kappa = 10: relative distances of W from the start at c = -2, 0 and 2, `w_-`, `w_0`, `w_+`, and how much lower the
    best test accuracy is at c = 2 than at 0, `t`."""
    runs = {c: [train(signs(POINTS, seed), of_exponent(c, FIXED_WIDTH), KAPPA, FIXED_WIDTH, seed, 3 * UPDATES, HASTE)
                for seed in range(SEEDS)] for c in (-2.0, 0.0, 2.0)}
    moved = {name: over_starts([run.distance_w for run in runs[c]]) for name, c in (("w_-", -2.0), ("w_0", 0.0), ("w_+", 2.0))}
    gap = over_starts([learns.test - stays.test for learns, stays in zip(runs[0.0], runs[2.0], strict=True)])
    return Measured({**moved, "t": gap}, f"{SEEDS} networks of width {FIXED_WIDTH} for each c, trained on {POINTS} points in two classes")
