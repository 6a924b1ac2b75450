"""Fig. 2.2 and Table 2.1 of Nam's thesis as numbers for claims (reduced: width 64, 40 inputs): a fully connected network of four layers
learns the step function on [-1, 1], and its features are measured before and after.

Weights and biases are drawn uniformly within 1/sqrt(inputs of the layer), the default of the thesis's software; training is full-batch
gradient descent with momentum. The inputs are evenly spaced.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.features import Moments, effective_dimension, operator, quality
from theoremtest.numerics.training.threads import one_thread

WIDTH, INPUTS, SEEDS, STEPS = 64, 40, 3, 2000
FULL_WIDTH = 1000
"""That of Fig. 2.2, for networks that are not trained."""
RATE, MOMENTUM, ENOUGH = 0.05, 0.9, 1e-5
"""Training; the loss below which the caption calls the target approximated."""
PLACES = (25, 200)
"""Numbers of inputs at which the features that are needed are counted."""


def drawn(width: int, seed: int) -> list[np.ndarray]:
    """Weights (out, in) and biases (out,) of the four layers, in turn."""
    rng = np.random.default_rng(seed)
    sizes = (1, width, width, width, 1)
    return [rng.uniform(-1, 1, shape) / np.sqrt(inputs)
            for inputs, outputs in zip(sizes, sizes[1:], strict=False) for shape in ((outputs, inputs), (outputs,))]


def layers(parameters: list[np.ndarray], inputs: np.ndarray) -> Iterator[np.ndarray]:
    """What leaves each of the three hidden layers (n, width), and the output (n, 1)."""
    out = inputs
    for number in range(0, 8, 2):
        out = out @ parameters[number].T + parameters[number + 1]
        yield (out := np.maximum(out, 0.0) if number < 6 else out)


def gradients(parameters: list[np.ndarray], inputs: np.ndarray, target: np.ndarray) -> list[np.ndarray]:
    """Of half the mean squared error, by backpropagation."""
    outs = [inputs, *layers(parameters, inputs)]
    error, found = (outs[-1] - target) / len(inputs), [np.empty(0)] * 8
    for layer in (3, 2, 1, 0):
        found[2 * layer], found[2 * layer + 1] = error.T @ outs[layer], error.sum(0)
        error = (error @ parameters[2 * layer]) * (outs[layer] > 0)
    return found


def task(inputs: int) -> tuple[np.ndarray, np.ndarray]:
    """Evenly spaced inputs on [-1, 1] and the step function there, (n, 1) each; `inputs` is even or the step falls on an input."""
    x = np.linspace(-1, 1, inputs)[:, None]
    return x, (x > 0).astype(float)


def measures(parameters: list[np.ndarray], inputs: int) -> dict[str, float]:
    """q, the effective dimension of quality, and k, how many features reach the loss of 1e-5 (the number of inputs where none do)."""
    x, y = task(inputs)
    *_, features, _ = layers(parameters, x)
    moments = Moments.of(features, y)
    found = operator(moments)
    shares = quality(found, moments)
    left = (y**2).mean() / 2 * (1 - np.cumsum(shares))
    return {"q": float(effective_dimension(shares)),
            "k": float(np.argmax(left < ENOUGH) + 1 if (left < ENOUGH).any() else inputs)}


def trained(seed: int) -> list[np.ndarray]:
    """The parameters after training on the step function."""
    parameters = drawn(WIDTH, seed)
    x, y = task(INPUTS)
    speed = [np.zeros_like(one) for one in parameters]
    for _ in range(STEPS):
        for one, moved, gradient in zip(parameters, speed, gradients(parameters, x, y), strict=True):
            moved *= MOMENTUM
            moved += gradient
            one -= RATE * moved
    return parameters


def step_function() -> Measured:
    """The largest ratios over the seeds of after to before training: q of the effective dimension of quality, k of the features needed."""
    with one_thread():
        runs = [(measures(drawn(WIDTH, seed), INPUTS), measures(trained(seed), INPUTS)) for seed in range(SEEDS)]
    return Measured({name: (max(after[name] / before[name] for before, after in runs), 0.0) for name in ("q", "k")},
                    f"{SEEDS} networks of four layers and width {WIDTH}, {INPUTS} inputs, {STEPS} steps, seeds 0 to {SEEDS - 1}")


def before_training() -> Measured:
    """The effective dimension q of quality of untrained networks of width 200 at 40 inputs."""
    values = [measures(drawn(200, seed), INPUTS)["q"] for seed in range(8)]
    return Measured({"q": over_starts(values)}, "8 untrained networks of four layers and width 200, seeds 0 to 7")


def features_needed() -> Measured:
    """Features of an untrained network of the thesis's width that reach a loss of 1e-5, k_25 at 25 inputs and k_200 at 200."""
    counts = {f"k_{{{inputs}}}": [measures(drawn(FULL_WIDTH, seed), inputs)["k"] for seed in range(3)] for inputs in PLACES}
    return Measured({name: over_starts(found) for name, found in counts.items()},
                    f"3 untrained networks of four layers and width {FULL_WIDTH}, seeds 0 to 2")
