"""Fig. C.2 of Nam's thesis: three hidden nodes with shared weights learn the parity of three bits, each a mode with a time of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from scipy.integrate import solve_ivp

from theoremtest.numerics.experiments.nam2024_skills import BITS, OFFSETS, PARITY, SIGNS, TOP
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training import Network, flow

from . import Drawing
from ._nam2024 import BLUE, GREEN, ORANGE, look, pair

SCALE, START, END = 1.0, 0.1, 24.0
"""S, alpha = beta = gamma at the start, the last time; none is in the thesis. c starts at zero."""
PRINTED_CONSTANT = 1 / 3
"""Of the multilinear model in the caption."""
SHADES, NAMES = (BLUE, GREEN, ORANGE), (r"\alpha", r"\beta", r"\gamma")
PARTS = np.array([2.0, 1.0, 1.0]) / 8
"""What alpha^2, beta^2 and gamma^2 are multiplied by, over S, in the mode strengths of Eq. (C.13)."""


def draw(full: bool = False) -> Drawing:
    """One size only."""
    times = np.linspace(0.0, END, 241)
    simulated, exact = trained(times), integrated(times)
    strengths = [PARTS[:, None] / SCALE * layers[:3] ** 2 for layers in (simulated, exact)]
    deviation = max(np.abs(simulated - exact).max(), np.abs(strengths[0].sum(0) - strengths[1].sum(0)).max())
    curves, distances = multilinear(times, strengths[0].sum(0))
    with look():
        figure = Figure(figsize=(10.5, 3.9), layout="constrained")
        network, modes = figure.subplots(1, 2, width_ratios=(1, 1.5))
        _network(network)
        for one, other, shade in zip(*strengths, SHADES, strict=True):
            pair(modes, times, one, other, shade)
        pair(modes, times, strengths[0].sum(0), strengths[1].sum(0), "black")
        modes.plot(times, curves[0], color="0.1", linewidth=1.3, linestyle=":")
        modes.set(xlabel=r"time $\eta T$", ylabel=r"strength over $S$", title="(b) skill strength and its modes", ylim=(-0.03, 1.06))
        handles = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"mode ${name}$")
                   for shade, name in zip(SHADES, NAMES, strict=True)]
        handles += [Line2D([], [], color="black", linewidth=3.2, alpha=0.45, label="skill"),
                    Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)), label="Eqs. (C.15)-(C.18), corrected"),
                    Line2D([], [], color="0.1", linewidth=1.3, linestyle=":", label="multilinear model")]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)
    halves = ", ".join(f"{times[np.argmax(mode >= part)]:.1f}" for mode, part in zip(strengths[0], PARTS, strict=True))
    return Drawing(figure, (
        f"Nam 2024, Fig. C.2, re-created with S = {SCALE:g}, alpha = beta = gamma = {START:g} and c = 0 at the start, and half the mean "
        "square error; the thesis gives none of them. (a) The network: a colour is a hidden node, thin lines are negative weights. (b) "
        f"Its modes reach half of their ends at the times {halves}. Dashed: Eqs. (C.15) to (C.18) as the loss gives them, integrated; the "
        "printed ones go up the gradient, and with other factors. Solid: gradient flow of the network by autograd; greatest deviation "
        f"{deviation:.1e}. Dotted: the multilinear model with the constant 1/3, from the network's strength at the start; it is off the "
        f"network's by up to {distances[0]:.2f} of S, and saturates early, as the thesis says. Its rate has that constant itself: the "
        "thesis calls it the square of the one in Eq. (5.1), but with the square of 1/3 the model would be off by "
        f"{distances[1]:.2f}."))


def trained(times: np.ndarray) -> np.ndarray:
    """alpha, beta, gamma and c (4, t) along the network's gradient flow."""
    torch = require_torch()
    rows, offsets, top = (torch.tensor(part, dtype=torch.float64) for part in (SIGNS, OFFSETS, TOP))

    def forward(layers: Any, inputs: Any) -> Any:
        shared = layers["s"][..., None, :]
        hidden = (inputs @ rows.T * shared + offsets * shared).relu()
        return (hidden * top * shared).sum(-1) + layers["c"][..., None]
    run = flow(Network("three nodes", {"s": ("h",), "c": ()}, ("d",), (), forward), {"s": np.full(3, START), "c": np.array(0.0)}, BITS,
               SCALE * PARITY, times, loss="half_mean", rtol=1e-12, atol=1e-14, device="cpu")
    return np.vstack([run.parameters["s"].T, run.parameters["c"]])


def integrated(times: np.ndarray) -> np.ndarray:
    """The same by Eqs. (C.15) to (C.18), corrected, over the eight inputs that the mean divides by."""
    def velocity(_: float, at: np.ndarray) -> np.ndarray:
        first, second, third, constant = at
        return np.array([8 * first * (SCALE - 2 * first + 2 * second + constant),
                         4 * second * (SCALE + 4 * first - 7 * second - 5 * constant),
                         4 * third * (SCALE - third - constant),
                         2 * first - 5 * second - third - 8 * constant]) / 8
    run = solve_ivp(velocity, (0.0, times[-1]), [START**2] * 3 + [0.0], "DOP853", times, rtol=1e-13, atol=1e-15)
    return np.vstack([np.sqrt(run.y[:3]), run.y[3]])


def multilinear(times: np.ndarray, strength: np.ndarray) -> tuple[list[np.ndarray], list[float]]:
    """Eq. (5.2) with the constant 1/3 in its exponent, and with the square of it; how far each is off the strength."""
    curves = [1 / (1 + (1 / strength[0] - 1) * np.exp(-2 * constant * SCALE * times))
              for constant in (PRINTED_CONSTANT, PRINTED_CONSTANT**2)]
    return curves, [float(np.abs(curve - strength).max()) for curve in curves]


def _network(panel: Axes) -> None:
    """Inputs, hidden nodes with their biases, the output and its constant."""
    inputs, hidden, output = [(0.0, y) for y in (2.0, 1.0, 0.0)], [(1.3, y) for y in (2.0, 1.0, 0.0)], (2.6, 1.0)
    for row, (place, shade) in enumerate(zip(hidden, SHADES, strict=True)):
        for column, begin in enumerate(inputs):
            panel.plot(*zip(begin, place, strict=True), color=shade, linewidth=2.4 if SIGNS[row, column] > 0 else 0.8, zorder=1)
        panel.plot(*zip(place, output, strict=True), color=shade, linewidth=2.4 if TOP[row] > 0 else 0.8, zorder=1)
        bias = {0: "", 1: rf"$+{NAMES[row]}$", -1: rf"$-{NAMES[row]}$"}[int(OFFSETS[row])]
        panel.text(place[0], place[1] + 0.27, bias, ha="center", fontsize=9)
        panel.plot(*place, "o", color=shade, markersize=20)
        panel.text(*place, rf"${NAMES[row]}$", ha="center", va="center", color="white")
    for number, place in enumerate(inputs, 1):
        panel.plot(*place, "o", color="0.85", markersize=20)
        panel.text(*place, f"$x_{number}$", ha="center", va="center")
    panel.plot(*output, "o", color="0.85", markersize=20)
    panel.text(*output, "$f$", ha="center", va="center")
    panel.text(output[0], output[1] + 0.27, "$+c$", ha="center", fontsize=9)
    panel.set(title="(a) network", xlim=(-0.4, 3.0), ylim=(-0.4, 2.6))
    panel.set_axis_off()
