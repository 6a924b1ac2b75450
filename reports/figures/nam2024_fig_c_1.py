"""Fig. C.1 of Nam's thesis: with finitely many skills the multilinear model's loss leaves its power law, and a corrected law follows it."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_scaling import SCALE, START, frequencies, trajectory
from theoremtest.numerics.models.multilinear import solve

from . import Drawing
from ._nam2024 import BLUE, GREEN, ORANGE, explain, look, pair

SKILLS = 50_000
"""The caption's N."""
EXPONENTS = {0.1: BLUE, 0.3: GREEN, 0.7: ORANGE}
FIRST, LAST = 300.0, 30_000.0
"""The laws begin on the loss at the first time, and are compared with it up to the last."""
SHADE = "#AA4499"


def draw(full: bool = False) -> Drawing:
    """One size only."""
    times, late = np.geomspace(1.0, LAST, 121), np.geomspace(FIRST, LAST, 61)
    deviation, off = 0.0, []
    with look():
        figure = Figure(figsize=(10.5, 3.8), layout="constrained")
        for letter, panel, (alpha, shade) in zip("abc", figure.subplots(1, 3, sharey=True), EXPONENTS.items(), strict=True):
            simulated, exact = simulation(alpha, times), solve(times, alpha, SCALE, START, skills=SKILLS).loss
            deviation = max(deviation, np.abs(simulated - exact).max())
            pair(panel, times, simulated, exact, shade)
            lines = laws(alpha, late)
            panel.plot(late, lines[0], color=SHADE, linewidth=1.8, linestyle=":")
            panel.plot(late[::6], lines[1][::6], "o", color=SHADE, markersize=5, markerfacecolor="none")
            off.append([float(np.abs(np.log(law / simulation(alpha, late))).max()) for law in lines])
            panel.set(xscale="log", yscale="log", title=rf"({letter}) $\alpha = {alpha:g}$", xlabel=r"time $\eta S T$", ylim=(0.006, 0.7))
        figure.axes[0].set_ylabel("loss")
        explain(figure, [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=rf"$\alpha = {alpha:g}$")
                         for alpha, shade in EXPONENTS.items()]
                + [Line2D([], [], color=SHADE, linewidth=1.8, linestyle=":", label="power law"),
                   Line2D([], [], color=SHADE, linestyle="", marker="o", markersize=5, markerfacecolor="none", label="corrected law")],
                "simulation")
    return Drawing(figure, (
        f"Nam 2024, Fig. C.1, re-created: the multilinear model of N = {SKILLS} skills, S = {SCALE:g}, R_k(0) = {START:g}; the thesis "
        "gives N and alpha = 0.1. From the loss at eta S T = 300 on, dotted, the power law with exponent -alpha/(alpha + 1), and, as "
        "circles, the law that Eq. (C.2) corrects for finite N, which adds L_C = S^2 A N^-alpha/(2 alpha) to the loss. For alpha = 0.1, "
        f"0.3, 0.7 the power law is off by factors of up to {', '.join(f'{np.exp(plain):.2f}' for plain, _ in off)}, the corrected one by "
        f"up to {', '.join(f'{np.exp(corrected):.3f}' for _, corrected in off)}. Dashed: the exact sum over the skills; solid: both "
        f"layers of every skill integrated from the gradient; greatest deviation {deviation:.1e}."))


def simulation(alpha: float, times: np.ndarray) -> np.ndarray:
    """The loss at the times (t,)."""
    shares, left = frequencies(alpha, SKILLS), trajectory()
    return np.array([shares @ left(shares * time) for time in times])


def laws(alpha: float, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The power law and the corrected one through the loss at the first of the times."""
    begin, constant = simulation(alpha, times[:1]), SCALE**2 * frequencies(alpha, SKILLS)[0] * SKILLS**-alpha / (2 * alpha)
    fall = (times / times[0]) ** (-alpha / (alpha + 1))
    return begin * fall, (begin + constant) * fall - constant
