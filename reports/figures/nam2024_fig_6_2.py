"""Fig. 6.2 of Nam's thesis, a sketch there: rich and lazy dynamics of the scalar network, by a small start, a small target, many modes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.models.lazy_rich import LazyRichTrajectories, solve
from theoremtest.numerics.training import Network, flow

from . import Drawing
from ._nam2024 import BLUE, GREEN, ORANGE, explain, look, pair

SEED, SAMPLES, SHOWN, ROWS = 1, 20, 6, 81
"""SHOWN modes are drawn, of which every second one is anti-aligned."""


@dataclass(frozen=True)
class Regime:
    """A start of so many modes and this size, a target scale S, what the output is divided by, and the time in which it is learned."""

    name: str
    modes: int
    size: float
    target: float
    Z: float
    end: float


REGIMES = (Regime("(a) small start", 6, 0.05, 1.0, 1.0, 10.0), Regime("(b) small target", 6, 1.0, 0.05, 1.0, 1.0),
           Regime("(c) NTK, 500 modes", 500, 1.0, 1.0, 500**0.5, 3.0))


def draw(full: bool = False) -> Drawing:
    """One size only."""
    deviation, ends, off = 0.0, [], []
    with look():
        figure = Figure(figsize=(10.5, 5.6), layout="constrained")
        axes = figure.subplots(2, len(REGIMES), sharex="col")
        for (above, below), regime in zip(axes.T, REGIMES, strict=True):
            times = np.linspace(0.0, regime.end, ROWS)
            exact, (a, b) = trained(regime, times)
            _modes(above, times, a * b, exact.a * exact.b)
            theta = (a * b).sum(-1) / regime.Z
            pair(below, times, theta / regime.target, exact.theta / regime.target, BLUE)
            below.plot(times, exact.lazy_theta / regime.target, color="0.1", linewidth=1.3, linestyle=":")
            deviation = max(deviation, np.abs(a - exact.a).max(), np.abs(b - exact.b).max(), np.abs(theta - exact.theta).max())
            ends.append(float(exact.gamma_end))
            off.append(float(np.abs(exact.lazy_theta - exact.theta).max() / regime.target))
            above.set_title(regime.name)
            below.set_xlabel(r"time $\eta t$")
        axes[0, 0].set_ylabel("mode $a_i b_i$")
        axes[1, 0].set_ylabel(r"output $\theta/S$")
        explain(figure, [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=label)
                         for shade, label in ((GREEN, "aligned modes"), (ORANGE, "anti-aligned modes"), (BLUE, "output"))]
                + [Line2D([], [], color="0.1", linewidth=1.3, linestyle=":", label="linearised at the start")])
    return Drawing(figure, (
        "Nam 2024, Fig. 6.2, which is a sketch in the thesis, drawn from the scalar network of Eq. (6.1) itself, trained on "
        f"{SAMPLES} inputs from zero outputs: normal starts of the size 0.05 and S = 1 (a), of the size 1 and S = 0.05 (b), and "
        f"{REGIMES[2].modes} modes with Z = sqrt(p) and S = 1, six of them drawn (c). gamma_+ of Eq. (6.14) is "
        f"{', '.join(f'{end:.3g}' for end in ends)}: a_i + b_i grows by its root, and a_i - b_i shrinks by it, or both stay; an "
        "anti-aligned mode whose layers are of unequal size need not decay, but can turn and grow (a). The network "
        f"linearised at its start is off by up to {', '.join(f'{part:.6f}' for part in off)} of S. Dashed: Theorem 1 at half its printed "
        "exponent, which is twice too fast for Eqs. (6.2) to (6.4); solid: gradient flow by autograd; greatest deviation "
        f"{deviation:.1e}."))


def trained(regime: Regime, times: np.ndarray) -> tuple[LazyRichTrajectories, tuple[np.ndarray, np.ndarray]]:
    """The exact trajectories, and both layers (t, p) of the network along gradient flow."""
    random = np.random.default_rng(SEED)
    a, b = np.repeat(regime.size * np.abs(random.standard_normal((2, regime.modes // 2))), 2, axis=1)
    b[1::2] *= -1  # pairs of an aligned and an anti-aligned mode: the output starts at zero
    inputs = random.standard_normal(SAMPLES)

    def forward(layers: Any, x: Any) -> Any:
        return (layers["a"] * layers["b"]).sum(-1)[..., None] / regime.Z * x
    run = flow(Network("scalar network", {"a": ("p",), "b": ("p",)}, (), (), forward), {"a": a, "b": b}, inputs, regime.target * inputs,
               times, loss="half_mean", rtol=1e-9, atol=1e-12, device="cpu")
    exact = solve(times, a, b, regime.target, regime.Z, variance=float(np.mean(inputs**2)))
    return exact, (run.parameters["a"], run.parameters["b"])


def _modes(panel: Axes, times: np.ndarray, simulated: np.ndarray, exact: np.ndarray) -> None:
    for place in range(SHOWN):
        pair(panel, times, simulated[:, place], exact[:, place], ORANGE if place % 2 else GREEN)
    panel.axhline(0.0, color="0.8", linewidth=0.7, zorder=0)
