"""Fig. 1.2 of Nam's thesis: two linear models of the same ten sines, with opposite intensities, fit the same four points."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_linear_flow import trained
from theoremtest.numerics.experiments.nam2024_overfitting import Fit, sines, weights

from . import Drawing
from ._nam2024 import BLUE, ORANGE, explain, look, pair

MODELS = {-4: BLUE, 4: ORANGE}
"""alpha and its colour."""
INPUTS, LABELS = np.array([0.12, 0.3, 0.58, 0.81]), np.array([0.9, 0.4, -0.7, -0.3])
K = np.arange(1, 11)


def draw(full: bool = False) -> Drawing:
    """One size only."""
    x, deviation, left, halves = np.linspace(0.0, 1.0, 401), 0.0, 0.0, []
    with look():
        figure = Figure(figsize=(9.0, 3.4), layout="constrained")
        intensity, fit = figure.subplots(1, 2, width_ratios=[1, 1.6])
        for alpha, colour in MODELS.items():
            rho = K ** (2.0 * alpha)
            features = sines(INPUTS, rho)
            slowest = np.linalg.eigvalsh(features @ features.T)[0] / len(LABELS)
            end = 30 / slowest
            exact, flowed = (Fit(INPUTS, LABELS, features, found, rho) for found in
                             (weights(features, LABELS, end), trained(features, LABELS, end)))
            intensity.semilogy(K, rho, "o-", color=colour, markersize=4, linewidth=1)
            pair(fit, x, flowed.at(x), exact.at(x), colour)
            deviation, left = max(deviation, np.abs(flowed.at(x) - exact.at(x)).max()), max(left, flowed.error_left)
            shares = exact.parts**2 / np.sum(exact.parts**2)
            halves.append((shares[:5] if alpha < 0 else shares[5:]).sum())
        fit.plot(INPUTS, LABELS, "o", color="black", markersize=6, zorder=5)
        intensity.set(xlabel="feature $k$", ylabel=r"intensity $\rho_k = k^{2\alpha}$", xticks=K, title="(a) eigenvalues")
        fit.set(xlabel="$x$", ylabel="$f(x)$", title="(b) fits of four points")
        names = [Line2D([], [], color=colour, linewidth=3, label=rf"$\alpha = {alpha:+d}$") for alpha, colour in MODELS.items()]
        explain(figure, [*names, Line2D([], [], color="black", marker="o", linestyle="none", label="data")])
    return Drawing(figure, (
        "Nam 2024, Fig. 1.2, re-created with four points of ours, the thesis does not give its own. (a) Intensities of ten sines in two "
        "models that span the same functions. (b) What gradient flow from zero learns of four points: with alpha = -4 low "
        f"frequencies, the first five features carry more than {under(halves[0])} of <f|f>; with alpha = 4 high ones, the last five carry "
        f"more than {under(halves[1])}. Dashed: the exact solution at the same time; solid: gradient flow by autograd, after which "
        f"{left:.1e} of the labels' square is left. Greatest deviation {deviation:.1e}."))


def under(share: float) -> str:
    """The share in percent, rounded down: one that is not the whole is not called 100%."""
    return f"{np.floor(1e4 * share) / 100:.2f}%"
