"""Fig. 4.2 of Nam's thesis: the multilinear model's loss falls as a power of time, of data and of parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_scaling import SCALE, SKILLS, START, frequencies, losses_in_time, trajectory
from theoremtest.numerics.models.multilinear import PowerLaw, data_law, lacking, one_shot, parameter_law, solve, time_law

from . import Drawing
from ._nam2024 import BLUE, GREEN, ORANGE, explain, look, pair

EXPONENTS = {0.3: BLUE, 0.6: GREEN, 0.9: ORANGE}
"""alpha, and its colour."""
LAWS = {"time": r"$D, N\to\infty$" + "\n" + r"$\mathcal{L}\propto T^{-\alpha/(\alpha+1)}$",
        "data": r"$T, N\to\infty$" + "\n" + r"$\mathcal{L}\propto D^{-\alpha/(\alpha+1)}$",
        "parameters": r"$T, D\to\infty$" + "\n" + r"$\mathcal{L}\propto N^{-\alpha}$"}
"""Table 4.1's."""
SETS, END = 100, 30.0
"""Training sets that are drawn; training on D samples ends at eta S T = 30 D."""


@dataclass(frozen=True)
class Curve:
    """Losses at the sizes (n,), simulated and exact, the standard error of the simulated ones, and the law of endlessly many skills."""

    sizes: np.ndarray
    simulated: np.ndarray
    exact: np.ndarray
    error: np.ndarray
    law: PowerLaw

    @property
    def apart(self) -> float:
        """The greatest distance of the exact losses from the simulated ones."""
        return float(np.abs(self.simulated - self.exact).max())

    @property
    def off_the_law(self) -> float:
        """The last simulated loss over what the law says there."""
        return float(self.simulated[-1] / self.law(self.sizes[-1]))


def draw(full: bool = False) -> Drawing:
    """full: 1000 training sets for each curve in data."""
    makers = {"time": in_time, "data": in_data, "parameters": in_parameters}
    curves = {name: {alpha: make(alpha, 10 * SETS if full else SETS) for alpha in EXPONENTS} for name, make in makers.items()}
    names = {"time": (r"(a) time", r"$\eta S T$"), "data": ("(b) data", "samples $D$"),
             "parameters": ("(c) parameters", "basis functions $N$")}
    with look():
        figure = Figure(figsize=(10.5, 3.8), layout="constrained")
        for panel, (name, (title, label)) in zip(figure.subplots(1, 3, sharey=True), names.items(), strict=True):
            for alpha, shade in EXPONENTS.items():
                _curve(panel, curves[name][alpha], shade)
            panel.set(xscale="log", yscale="log", title=title, xlabel=label, ylim=(5e-5, 0.9))
            panel.text(0.05, 0.06, LAWS[name], transform=panel.transAxes)
        figure.axes[0].set_ylabel("loss")
        others = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=rf"$\alpha = {alpha:g}$")
                  for alpha, shade in EXPONENTS.items()]
        others.append(Line2D([], [], color="0.1", linewidth=1.1, linestyle=":", label="power law"))
        explain(figure, others, "simulation")
    return Drawing(figure, _caption(curves, 10 * SETS if full else SETS))


def in_time(alpha: float, _: int) -> Curve:
    """Both layers of every skill integrated from the gradient of its loss."""
    times = np.geomspace(1.0, 1e5, 101)
    exact = solve(times, alpha, SCALE, START, skills=SKILLS).loss
    return Curve(times, losses_in_time(alpha, times), exact, np.zeros(len(times)), time_law(alpha, SCALE, START))


def in_data(alpha: float, sets: int) -> Curve:
    """Trained on drawn samples; a skill that none of them has stays as it started."""
    sizes = np.unique(np.geomspace(1, 1e4, 33).astype(int))
    shares, random, left = frequencies(alpha), np.random.default_rng(0), trajectory()
    losses = np.empty((sets, len(sizes)))
    for row in losses:
        drawn = random.choice(SKILLS, size=int(sizes[-1]), p=shares)
        for place, size in enumerate(sizes):
            skills, counts = np.unique(drawn[:size], return_counts=True)
            row[place] = (SCALE - START) ** 2 / 2 * (1 - shares[skills].sum()) + shares[skills] @ left(END * counts)
    exact = (1 - START / SCALE) ** 2 * one_shot(sizes, alpha, SCALE, skills=SKILLS).loss
    return Curve(sizes, losses.mean(0), exact, losses.std(0, ddof=1) / np.sqrt(sets), data_law(alpha, SCALE))


def in_parameters(alpha: float, _: int) -> Curve:
    """The most frequent skills alone, trained until even the last of them is learned."""
    numbers = np.unique(np.geomspace(1, 1e4, 41).astype(int))
    shares = frequencies(alpha)
    simulated = [float(losses_in_time(alpha, np.array([END / shares[number - 1]]), int(number))[0]) for number in numbers]
    return Curve(numbers, np.array(simulated), lacking(numbers, alpha, SCALE, skills=SKILLS).loss, np.zeros(len(numbers)),
                 parameter_law(alpha, SCALE))


def _curve(panel: Axes, curve: Curve, shade: str) -> None:
    pair(panel, curve.sizes, curve.simulated, curve.exact, shade)
    panel.plot(curve.sizes, curve.law(curve.sizes), color="0.1", linewidth=1.1, linestyle=":")


def _caption(curves: dict[str, dict[float, Curve]], sets: int) -> str:
    apart = {name: max(curve.apart for curve in found.values()) for name, found in curves.items()}
    errors = max(np.abs((curve.simulated - curve.exact) / curve.error)[1:].max() for curve in curves["data"].values())
    ends = "; ".join(f"{name} {', '.join(f'{curve.off_the_law:.2f}' for curve in found.values())}" for name, found in curves.items())
    return (
        f"Nam 2024, Fig. 4.2, re-created with {SKILLS} skills, S = {SCALE:g} and R_k(0) = {START:g}: the thesis gives none of these, and "
        "of alpha only 0.3. (a) Both layers of every skill integrated from the gradient; (b) trained on drawn samples to eta S T = "
        f"{END:g} D, the mean over {sets} training sets; (c) models of the N most frequent skills, trained until the last of them is "
        "learned. Dashed: the exact sums over as many skills. Dotted: the power laws of Table 4.1 with their constants, for endlessly "
        f"many skills. The loss at the right end over the law's, for alpha = 0.3, 0.6, 0.9: {ends}: finitely many skills fall faster, "
        "for alpha = 0.3 most of all. Greatest deviation of the exact sums from the simulation: "
        f"{apart['time']:.1e} in (a), {apart['parameters']:.1e} in (c), and in (b) {apart['data']:.1e}, at most {errors:.1f} standard "
        "errors of the mean over the drawn sets.")
