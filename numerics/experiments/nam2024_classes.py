"""Figs. 2.3 and 2.4 and Section 2.5.1 of Nam's thesis as numbers for claims, far smaller: a network of four layers learns C balanced
classes of Gaussian points, in full or in its last layer alone, and its features are compared with the ideal operator.

Momentum is the thesis's, weight decay twice its; the loss is the mean squared error, training is full-batch and much shorter.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from theoremtest.numerics.experiments.measured import Measured
from theoremtest.numerics.experiments.nam2024_step import gradients, layers
from theoremtest.numerics.features import Moments, cka_gap, effective_dimension, operator, utilisation
from theoremtest.numerics.training.threads import one_thread

WIDTH, INPUTS, PER_CLASS, SEEDS, STEPS = 48, 10, 24, 3, 2500
RATE, MOMENTUM, DECAY = 0.05, 0.9, 2e-3
CLASSES = (3, 4)


def classes(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 10) around `count` centres, as many for each, and their classes as unit vectors (n, count)."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(count), PER_CLASS)
    centres = rng.standard_normal((count, INPUTS))
    return centres[labels] + 0.4 * rng.standard_normal((len(labels), INPUTS)), np.eye(count)[labels]


def trained(count: int, seed: int, last_only: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Features (n, width) of the last layer after training, and the outputs (n, count)."""
    rng = np.random.default_rng(seed)
    x, y = classes(count, seed)
    sizes = (INPUTS, WIDTH, WIDTH, WIDTH, count)
    parameters = [part for one, other in zip(sizes, sizes[1:], strict=False)
                  for part in (rng.standard_normal((other, one)) * np.sqrt(2 / one), np.zeros(other))]
    speed = [np.zeros_like(part) for part in parameters]
    for _ in range(STEPS):
        for number, gradient in enumerate(gradients(parameters, x, y)):
            if last_only and number < 6:
                continue
            speed[number] = MOMENTUM * speed[number] + gradient + DECAY * parameters[number]
            parameters[number] = parameters[number] - RATE * speed[number]
    *_, features, output = layers(parameters, x)
    return features, output


def measures(features: np.ndarray, output: np.ndarray) -> dict[str, float]:
    """kappa of Definition 2, effective dimensions of utilization and (Eq. 2.6) intensity, and |<e_1|1>|."""
    moments = Moments.of(features, None, output)
    found = operator(moments)
    return {"k": float(cka_gap(moments)), "u": float(effective_dimension(utilisation(found, moments))),
            "r": float(effective_dimension(found.intensities, apart=1)), "e": float(abs(found.eigenfunctions(features)[:, 0].mean()))}


def _worst(runs: list[dict[str, float]], count: int) -> dict[str, tuple[float, float]]:
    """Largest k, and largest distance of u and of r from the number of classes, in parts of it."""
    return {"k": (max(run["k"] for run in runs), 0.0),
            **{name: (max(abs(run[name] / count - 1) for run in runs), 0.0) for name in ("u", "r")}}


@cache
def in_full() -> Measured:
    """k, u, r with the number of classes as index, after training in full: the worst of the seeds; e, the least |<e_1|1>| of all."""
    values, alike = {}, []
    with one_thread():
        for count in CLASSES:
            runs = [measures(*trained(count, seed)) for seed in range(SEEDS)]
            values |= {f"{name}_{count}": value for name, value in _worst(runs, count).items()}
            alike += [run["e"] for run in runs]
    return Measured({**values, "e": (min(alike), 0.0)}, f"{SEEDS} networks of width {WIDTH} for {CLASSES} classes each, {STEPS} steps")


@cache
def last_layer() -> Measured:
    """k, u and r of four classes after training the last layer alone: the least k, u/4 and r/4 of the seeds."""
    with one_thread():
        runs = [measures(*trained(4, seed, last_only=True)) for seed in range(SEEDS)]
    least = {name: min(run[name] for run in runs) for name in ("k", "u", "r")}
    return Measured({"k": (least["k"], 0.0), "u": (least["u"] / 4, 0.0), "r": (least["r"] / 4, 0.0)},
                    f"{SEEDS} networks of width {WIDTH} on four classes, the last layer trained for {STEPS} steps")
