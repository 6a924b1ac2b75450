"""The alignment of two-layer networks that tell two Gaussians apart, Fig. 7 and Appendix B.1 of Xu and Ziyin 2024, as numbers for claims.

Inputs are scalars, fifty from N(0, 1) and fifty from N(4, 1), the loss is the binary cross-entropy, gamma = 1/d with rate d. The paper's
width is 10000; `rates` takes any.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.experiments.xu2024_alignment import SETTINGS, Setting, alignment, network
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.recorded import recorded
from theoremtest.numerics.training.threads import one_thread

NAMES = {"relu": "ReLU", "leaky_relu": "leaky", "swish": "swish", "sigmoid": "sigmoid"}
WIDTH, SEEDS, STEP, END = 100, 3, 0.02, 40.0
SETTLED = 20.0
"""By this time the losses fall by less than a hundredth per unit of time, for every activation."""


def train(activation: str, setting: Setting, seed: int, times, width: int = WIDTH, step: float = STEP) -> tuple[np.ndarray, np.ndarray]:
    """zeta and loss at `times`, multiples of `step`, each (times,), by full-batch gradient descent; needs Torch."""
    zeta, losses = trained(activation, setting, (seed,), times, width, step)
    return zeta[0], losses[0]


def trained(activation: str, setting: Setting, seeds: Sequence[int], times, width: int = WIDTH,
            step: float = STEP, near_one: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """As `train` for several seeds at once, (seeds, times) each. near_one: the inputs around 0 are labelled 1, else those around 4."""
    torch = require_torch()
    X = torch.tensor(np.stack([_points(seed) for seed in seeds]))
    classes = torch.repeat_interleave(torch.tensor([1.0, 0.0] if near_one else [0.0, 1.0], dtype=X.dtype), 50).expand(X.shape)
    net, rate = network(activation, setting.gamma(width)), step * setting.rate(width)
    weights = tuple(torch.tensor(np.stack(parts)) for parts in zip(*(setting.start(width, seed) for seed in seeds), strict=True))

    def losses_of(u, w):
        outputs = net.forward({"u": u, "w": w}, X)
        return torch.nn.functional.binary_cross_entropy_with_logits(outputs, classes, reduction="none").mean(-1)

    def update(u, w):
        u, w = u.detach().requires_grad_(), w.detach().requires_grad_()
        slopes = torch.autograd.grad(losses_of(u, w).sum(), (u, w))
        return tuple(weight.detach() - rate * slope for weight, slope in zip((u, w), slopes, strict=True))

    zeta, losses, done = [], [], 0
    with one_thread():
        updated = recorded(update, *weights)
        for time in np.asarray(times):
            for _ in range(round(float(time) / step) - done):
                weights = updated(*weights)
            done = round(float(time) / step)
            zeta.append(alignment(*(weight.numpy() for weight in weights)))
            losses.append(losses_of(*weights).numpy())
    return np.stack(zeta, axis=1), np.stack(losses, axis=1)


def _points(seed: int) -> np.ndarray:
    random = np.random.default_rng(seed + 1)
    return np.concatenate([random.normal(size=50), 4 + random.normal(size=50)])


@cache
def _zeta(activation: str, setting: str, near_one: bool = False) -> tuple[np.ndarray, ...]:
    return tuple(trained(activation, SETTINGS[setting], range(SEEDS), (0.0, SETTLED, END), near_one=near_one)[0])


def _measured(setting: str, quantity, marks: tuple[str, ...] = ("",)) -> Measured:
    """With a prime: of networks of which the inputs around 0 are labelled 1."""
    values = {rf"\Delta\zeta{mark}_{{\mathrm{{{name}}}}}": over_starts([quantity(zeta) for zeta in _zeta(activation, setting, mark == "'")])
              for mark in marks for activation, name in NAMES.items()}
    return Measured(values, f"{SEEDS} networks of width {WIDTH} for each activation, two Gaussians of fifty points each")


def rises() -> Measured:
    """How far the alignment of independent layers rises from start to end."""
    return _measured("feature learning", lambda zeta: zeta[-1] - zeta[0])


def falls() -> Measured:
    """How far the alignment of nearly parallel layers falls from the start until the losses have settled."""
    return _measured("near orthogonal", lambda zeta: zeta[0] - zeta[1])


def late_falls() -> Measured:
    """How far the alignment of nearly parallel layers falls after the losses have settled; below zero where it rises."""
    return _measured("near orthogonal", lambda zeta: zeta[1] - zeta[2], ("", "'"))


def departures() -> Measured:
    """How far the alignment of layers that start parallel is from one at the end."""
    return _measured("orthogonal", lambda zeta: 1 - zeta[-1])
