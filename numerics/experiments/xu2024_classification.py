"""The alignment of two-layer networks that tell two Gaussians apart, Fig. 7 and Appendix B.1 of Xu and Ziyin 2024, as numbers for claims.

Inputs are scalars, fifty from N(0, 1) and fifty from N(4, 1), the loss is the binary cross-entropy, gamma = 1/d with rate d. The paper's
width is 10000; `rates` takes any.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from rederive.numerics.experiments.measured import Measured, over_starts
from rederive.numerics.experiments.xu2024_alignment import SETTINGS, Setting, alignment, network
from rederive.numerics.torch_backend import require_torch
from rederive.numerics.training.threads import one_thread

NAMES = {"relu": "ReLU", "leaky_relu": "leaky", "swish": "swish", "sigmoid": "sigmoid"}
WIDTH, SEEDS, STEP, END = 100, 3, 0.02, 40.0
SETTLED = 20.0
"""By this time the losses fall by less than a hundredth per unit of time, for every activation."""


def train(activation: str, setting: Setting, seed: int, times, width: int = WIDTH, step: float = STEP) -> tuple[np.ndarray, np.ndarray]:
    """zeta and loss at `times`, multiples of `step`, each (times,), by full-batch gradient descent; needs Torch."""
    torch = require_torch()
    random = np.random.default_rng(seed + 1)
    X = torch.tensor(np.concatenate([random.normal(size=50), 4 + random.normal(size=50)]))
    classes = torch.repeat_interleave(torch.tensor([0.0, 1.0], dtype=X.dtype), 50)
    net, rate = network(activation, setting.gamma(width)), step * setting.rate(width)
    weights = {name: torch.tensor(value, requires_grad=True) for name, value in zip("uw", setting.start(width, seed), strict=True)}
    zeta, losses, done = [], [], 0
    with one_thread():
        for time in np.asarray(times):
            for _ in range(round(float(time) / step) - done):
                slopes = torch.autograd.grad(_loss(net, weights, X, classes), list(weights.values()))
                with torch.no_grad():
                    for weight, slope in zip(weights.values(), slopes, strict=True):
                        weight -= rate * slope
            done = round(float(time) / step)
            zeta.append(float(alignment(*(weight.detach().numpy() for weight in weights.values()))))
            losses.append(float(_loss(net, weights, X, classes).detach()))
    return np.array(zeta), np.array(losses)


def _loss(net, weights, X, classes):
    return require_torch().nn.functional.binary_cross_entropy_with_logits(net.forward(weights, X), classes)


@cache
def _zeta(activation: str, setting: str) -> tuple[np.ndarray, ...]:
    return tuple(train(activation, SETTINGS[setting], seed, (0.0, SETTLED, END))[0] for seed in range(SEEDS))


def _measured(setting: str, quantity) -> Measured:
    values = {rf"\Delta\zeta_{{\mathrm{{{name}}}}}": over_starts([quantity(zeta) for zeta in _zeta(activation, setting)])
              for activation, name in NAMES.items()}
    return Measured(values, f"{SEEDS} networks of width {WIDTH} for each activation, two Gaussians of fifty points each")


def rises() -> Measured:
    """How far the alignment of independent layers rises from start to end."""
    return _measured("feature learning", lambda zeta: zeta[-1] - zeta[0])


def falls() -> Measured:
    """How far the alignment of nearly parallel layers falls from the start until the losses have settled."""
    return _measured("near orthogonal", lambda zeta: zeta[0] - zeta[1])


def late_falls() -> Measured:
    """How far the alignment of nearly parallel layers falls after the losses have settled; below zero where it rises."""
    return _measured("near orthogonal", lambda zeta: zeta[1] - zeta[2])


def departures() -> Measured:
    """How far the alignment of layers that start parallel is from one at the end."""
    return _measured("orthogonal", lambda zeta: 1 - zeta[-1])
