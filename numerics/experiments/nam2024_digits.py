"""Fig. 2.3 and Table 2.2 of Nam's thesis as numbers for claims, on the 1797 handwritten digits of 8 x 8 pixels that ship with
scikit-learn: a network of four layers learns the ten classes, in full or in its last layer alone.

The thesis trains convolutional networks on MNIST. Momentum and weight decay are the thesis's; batches, rate and the mean squared error
are ours. As in its Section 2.3 the training digits give the eigenfunctions and the others the inner products. The classes are
balanced to a few parts in a hundred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.extras import needed
from theoremtest.numerics.features import Moments, cka_gap, effective_dimension, operator, quality, utilisation
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.threads import one_thread

CLASSES, DIGITS, TRAINING, WIDTH, SEEDS = 10, 1797, 1000, 96, 3
EPOCHS, BATCH, RATE, MOMENTUM, DECAY = 30, 50, 0.2, 0.9, 1e-3
LAST, SLOWER = 3 / 4, 5
"""After this part of its epochs the rate is divided by five, as the thesis divides its own at intervals."""


@dataclass(frozen=True)
class Seen:
    """Some digits as one network sees them: `features` (n, width) of its last hidden layer, `target` and `output` (n, 10)."""

    features: np.ndarray
    target: np.ndarray
    output: np.ndarray


def digits() -> tuple[np.ndarray, np.ndarray]:
    """All digits (1797, 64), pixels centred and divided by one deviation, and their classes as unit vectors (1797, 10).

    Raises MissingExtra without scikit-learn.
    """
    pixels, labels = needed("sklearn.datasets", "the data set of digits").load_digits(return_X_y=True)
    return (pixels - pixels.mean(0)) / pixels.std(), np.eye(CLASSES)[labels]


def drawn(width: int, seed: int) -> tuple[np.ndarray, list[np.ndarray], np.random.Generator]:
    """The order of the digits, weights (inputs, outputs) and biases (1, outputs) layer by layer, and what draws the batches."""
    random = np.random.default_rng(seed)
    order, sizes = random.permutation(DIGITS), (64, width, width, width, CLASSES)
    return order, [part for one, other in zip(sizes, sizes[1:], strict=False)
                   for part in (random.standard_normal((one, other)) * np.sqrt(2 / one), np.zeros((1, other)))], random


def trained(width: int, epochs: int, seeds: Sequence[int], last_only: bool = False) -> list[tuple[Seen, Seen]]:
    """The digits trained on and the others, as the network of each seed sees them at the end; all are trained at once.

    Raises MissingExtra without torch or scikit-learn.
    """
    torch = require_torch()
    images, classes = digits()
    orders, starts, random = zip(*(drawn(width, seed) for seed in seeds), strict=True)
    parameters = [torch.from_numpy(np.stack(parts)) for parts in zip(*starts, strict=True)]
    x, y = (torch.from_numpy(part[np.stack(orders)]) for part in (images, classes))

    def hidden(z):
        for weight, bias in zip(parameters[:-2:2], parameters[1:-2:2], strict=True):
            z = torch.baddbmm(bias, z, weight).relu()
        return z

    def last(z):
        return torch.baddbmm(parameters[-1], z, parameters[-2])

    inputs, network = (hidden(x), last) if last_only else (x, lambda z: last(hidden(z)))
    moving, which = parameters[-2:] if last_only else parameters, torch.arange(len(seeds))[:, None]
    for part in moving:
        part.requires_grad_()
    optimizer = torch.optim.SGD(moving, RATE, MOMENTUM, weight_decay=DECAY)
    with one_thread():
        for epoch in range(epochs):
            optimizer.param_groups[0]["lr"] = RATE / SLOWER if epoch >= LAST * epochs else RATE
            for batch in torch.from_numpy(np.stack([one.permutation(TRAINING) for one in random])).split(BATCH, dim=1):
                optimizer.zero_grad()
                ((network(inputs[which, batch]) - y[which, batch]) ** 2).mean((1, 2)).sum().backward()
                optimizer.step()
        with torch.no_grad():
            features = hidden(x)
            parts = [part.numpy() for part in (features, y, last(features))]
    return [(Seen(*(part[k, :TRAINING] for part in parts)), Seen(*(part[k, TRAINING:] for part in parts))) for k in range(len(seeds))]


def metrics(known: Seen, others: Seen) -> dict[str, float]:
    """What the features are like. k: kappa of Definition 2; r: effective dimension of intensity (Eq. 2.6); s: the eleventh intensity in
    parts of the second; over the other digits u: effective dimension of utilisation, h and q: cumulative utilisation and quality of the
    first ten features, g: what the quality of all has beyond that; a: the part of these digits whose class is the largest output.
    """
    found, here = Moments.of(known.features, None, known.output), Moments.of(others.features, others.target, others.output)
    spectrum = operator(found)
    useful, used, strong = quality(spectrum, here), utilisation(spectrum, here), spectrum.intensities
    return {"k": float(cka_gap(found)), "r": float(effective_dimension(strong, apart=1)), "s": float(strong[CLASSES] / strong[1]),
            "u": float(effective_dimension(used)), "h": float(used[:CLASSES].sum()), "q": float(useful[:CLASSES].sum()),
            "g": float(useful[CLASSES:].sum()), "a": float((others.output.argmax(1) == others.target.argmax(1)).mean())}


@cache
def _runs(last_only: bool) -> dict[str, tuple[float, float]]:
    runs = [metrics(*seen) for seen in trained(WIDTH, EPOCHS, range(SEEDS), last_only)]
    return {name: over_starts([run[name] for run in runs]) for name in runs[0]}


def _of(what: str) -> str:
    return f"{SEEDS} networks of width {WIDTH} on {TRAINING} digits of 8 x 8 pixels each, {what} trained for {EPOCHS} epochs"


def in_full() -> Measured:
    """The `metrics` after training all layers."""
    return Measured(_runs(False), _of("all layers"))


def last_layer() -> Measured:
    """The `metrics` after training the last layer alone."""
    return Measured(_runs(True), _of("the last layer"))


def beside() -> Measured:
    """Both, with the index 1 after training in full and 2 after training the last layer alone."""
    return Measured({f"{name}_{index}": value for index, last_only in ((1, False), (2, True)) for name, value in _runs(last_only).items()},
                    _of("all layers, or the last,"))
