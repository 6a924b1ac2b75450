"""Fig. 4.3 of Nam's thesis: the multilinear model's loss by compute, for many numbers of parameters, and the law of the best of them."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from scipy.optimize import minimize_scalar

from theoremtest.numerics.experiments.nam2024_scaling import SCALE, SKILLS, START, losses_in_time
from theoremtest.numerics.models.multilinear import PowerLaw, solve

from . import Drawing
from ._nam2024 import explain, look, pair

EXPONENTS = (0.3, 0.6, 0.9)
NUMBERS = np.geomspace(10, 1e4, 7).astype(int)
"""N of the curves."""
COMPUTE = np.geomspace(1e2, 1e12, 121)
ENDLESS = 1e6
"""N at which the law's constant is taken, with endlessly many skills."""


def draw(full: bool = False) -> Drawing:
    """One size only."""
    shades = [matplotlib.colors.to_hex(shade) for shade in matplotlib.colormaps["viridis"](np.linspace(0, 0.9, len(NUMBERS)))]
    deviation, found = 0.0, []
    with look():
        figure = Figure(figsize=(10.5, 3.8), layout="constrained")
        for letter, panel, alpha in zip("abc", figure.subplots(1, 3, sharey=True), EXPONENTS, strict=True):
            curves = []
            for number, shade in zip(NUMBERS, shades, strict=True):
                times = COMPUTE / number
                curves.append(losses_in_time(alpha, times, int(number)))
                exact = solve(times, alpha, SCALE, START, skills=SKILLS, parameters=float(number)).loss
                pair(panel, COMPUTE, curves[-1], exact, shade)
                deviation = max(deviation, np.abs(curves[-1] - exact).max())
            law = best(alpha)
            panel.plot(COMPUTE, law(COMPUTE), color="#D55E00", linewidth=1.4, linestyle=":")
            found.append(above(np.array(curves), law))
            panel.set(xscale="log", yscale="log", title=rf"({letter}) $\alpha = {alpha:g}$", xlabel=r"compute $C = \eta S T\times N$",
                      ylim=(7e-5, 0.9))
            panel.text(0.05, 0.06, r"$\mathcal{L}\propto C^{-\alpha/(\alpha+2)}$", transform=panel.transAxes)
        figure.axes[0].set_ylabel("loss")
        others = [Line2D([], [], color=shade, linewidth=3.2, alpha=0.45, label=f"$N = {number}$")
                  for number, shade in zip(NUMBERS, shades, strict=True)]
        others.append(Line2D([], [], color="#D55E00", linewidth=1.4, linestyle=":", label="power law"))
        explain(figure, others, "simulation", ncols=5)
    return Drawing(figure, (
        f"Nam 2024, Fig. 4.3, re-created with {SKILLS} skills, S = {SCALE:g} and R_k(0) = {START:g}: the thesis gives none of these, and "
        "of alpha only 0.3. Each curve is a model of the N most frequent skills, with endless data. Dotted: the law "
        "C^(-alpha/(alpha + 2)) of the best loss at given compute, with the constant that the exact loss of endlessly many skills has at N "
        "= 10^6, as the thesis's Eq. (4.39) drops it. The least of the curves over it, from the first plateau to the last, is for alpha = "
        f"0.3, 0.6, 0.9 {', '.join(f'{low:.2f} to {high:.2f}' for low, high in found)}: finitely many skills fall faster where alpha is "
        "small. Dashed: the exact sums over as many skills; solid: both layers of every skill integrated from the gradient; greatest "
        f"deviation {deviation:.1e}."))


def best(alpha: float) -> PowerLaw:
    """The least loss at given compute, of endlessly many skills: at T = tau N^(alpha + 1) it is C^(-alpha/(alpha + 2)) times a function of
    tau, of which the least value is taken."""
    def scaled(logarithm: float) -> float:
        tau = np.exp(logarithm)
        loss = float(solve(tau * ENDLESS ** (alpha + 1), alpha, SCALE, START, parameters=ENDLESS).loss)
        return loss * ENDLESS**alpha * tau ** (alpha / (alpha + 2))
    return PowerLaw(minimize_scalar(scaled, bounds=(-5.0, 8.0), method="bounded").fun, -alpha / (alpha + 2), 0.0)


def above(curves: np.ndarray, law: PowerLaw) -> tuple[float, float]:
    """The least and the greatest of the lowest curve over the law, where the lowest is neither the first curve nor the last."""
    lowest = curves.argmin(axis=0)
    inside = (lowest > 0) & (lowest < len(curves) - 1)
    ratio = curves.min(axis=0)[inside] / law(COMPUTE[inside])
    return float(ratio.min()), float(ratio.max())
