"""The alignment of the layers during training, Fig. 1 of Xu and Ziyin 2024: exact solution and autograd for the linear network,
gradient descent for other activations.

Starts and data are those of their Appendix B.1; learning rates are of the order that keeps t_c of order one in each scaling.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from theoremtest.numerics.models.latent_variable import solve
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.gradient_flow import descend, flow
from theoremtest.numerics.training.networks import Network

SLOPE = 0.01
"""The leaky ReLU's, Torch's own default; the paper does not name one."""
SAMPLES = 100


@dataclass(frozen=True)
class Setting:
    """One curve of the figure: output scale and learning rate as functions of the width, and how u and w begin.

    ``own`` is the variance of u, ``apart`` that of w - u; w is independent of u, of variance 1, where ``apart`` is None.
    """

    gamma: Callable[[int], float]
    rate: Callable[[int], float]
    own: float
    apart: float | None

    def start(self, width: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """u and w, (width,) each."""
        random = np.random.default_rng(seed)
        u, other = np.sqrt(self.own) * random.normal(size=width), random.normal(size=width)
        return u, other if self.apart is None else u + np.sqrt(self.apart) * other


SETTINGS = {
    "kernel": Setting(lambda d: d**-0.5, lambda d: 1.0, 1.0, None),
    "feature learning": Setting(lambda d: 1.0 / d, float, 1.0, None),
    "orthogonal": Setting(lambda d: 1.0 / d, float, 10.0, 0.0),
    "near orthogonal": Setting(lambda d: 1.0 / d, float, 10.0, 0.1),
}
ACTIVATIONS = ("linear", "relu", "leaky_relu", "sigmoid", "swish", "tanh")
"""The paper's five, and tanh."""


@dataclass(frozen=True)
class Curve:
    """zeta (T,) and loss (T,) at ``times`` of a simulated network, and the exact zeta (T,) where the network is linear."""

    times: np.ndarray
    zeta: np.ndarray
    loss: np.ndarray
    theory: np.ndarray | None = None

    @property
    def deviation(self) -> float:
        """Greatest distance of simulation and theory."""
        return float(np.abs(self.zeta - self.theory).max())


def alignment(u, w) -> np.ndarray:
    """u.w/(|u| |w|) over the last axis."""
    return (u * w).sum(axis=-1) / (np.linalg.norm(u, axis=-1) * np.linalg.norm(w, axis=-1))


def network(activation: str, gamma: float) -> Network:
    """f(x) = gamma sum_i u_i sigma(w_i x) for scalar x; ValueError for an activation that is not in ``ACTIVATIONS``."""
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation is {activation!r}; allowed are {', '.join(ACTIVATIONS)}")
    sigma = partial(_sigma, activation)

    def forward(p, X):
        return gamma * (p["u"][..., None, :] @ sigma(p["w"][..., :, None] * X[..., None, :]))[..., 0, :]

    return Network(f"scalar input, {activation}", {"u": ("h",), "w": ("h",)}, (), (), forward)


def _sigma(activation: str, z: Any) -> Any:
    torch = require_torch()
    known = {"linear": lambda z: z, "relu": torch.relu, "leaky_relu": lambda z: torch.nn.functional.leaky_relu(z, SLOPE),
             "sigmoid": torch.sigmoid, "swish": torch.nn.functional.silu, "tanh": torch.tanh}
    return known[activation](z)


def data(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """100 inputs x ~ N(0, 1) with targets 2 x + N(0, 1)/10, (100,) each."""
    random = np.random.default_rng(seed)
    x = random.normal(size=SAMPLES)
    return x, 2 * x + random.normal(size=SAMPLES) / 10


def linear(setting: str, times, width: int = 2000, seed: int = 0, device: str = "cpu") -> Curve:
    """The linear network at x = 1, y = 2: gradient flow of the network by autograd, and the exact solution."""
    chosen = SETTINGS[setting]
    u, w = chosen.start(width, seed)
    gamma, rate = chosen.gamma(width), chosen.rate(width)
    run = flow(network("linear", gamma), {"u": u, "w": w}, np.ones(1), np.full(1, 2.0), times, rate, loss="sum", device=device,
               replay=True)
    exact = solve(np.asarray(times), u, w[:, None], np.ones(1), 2.0, gamma, rate, rate)
    return Curve(run.times, alignment(run.parameters["u"], run.parameters["w"]), run.losses, exact.zeta)


def nonlinear(activation: str, setting: str, times, width: int = 2000, seed: int = 0, step: float = 0.005, device: str = "cpu") -> Curve:
    """Full-batch gradient descent on the mean squared error over ``data``; ``times`` are multiples of ``step``."""
    chosen = SETTINGS[setting]
    u, w = chosen.start(width, seed)
    x, y = data(seed + 1)
    run = descend(network(activation, chosen.gamma(width)), {"u": u, "w": w}, x, y, times, chosen.rate(width), step=step, loss="mean",
                  device=device, replay=True)
    return Curve(run.times, alignment(run.parameters["u"], run.parameters["w"]), run.losses)
