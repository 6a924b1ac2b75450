"""Fig. 1.4 of Nam's thesis: fits of 50 random labels by more and more sines of one intensity."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.nam2024_linear_flow import trained
from theoremtest.numerics.experiments.nam2024_overfitting import Fit, sines, weights

from . import Drawing
from ._nam2024 import BLUE, explain, look, pair

FEATURES, LABELS, SEED = (100, 400, 2000), 50, 9
REACH = 4.0
"""Half the height of the panels."""


def draw(full: bool = False) -> Drawing:
    """One size only, the caption's."""
    random = np.random.default_rng(SEED)
    inputs, labels = random.random(LABELS), random.standard_normal(LABELS)
    deviation, left, squares = 0.0, 0.0, []
    with look():
        figure = Figure(figsize=(10.0, 3.1), layout="constrained")
        for panel, letter, count in zip(figure.subplots(1, 3, sharey=True), "abc", FEATURES, strict=True):
            rho = np.full(count, 0.5)  # sin(2 pi k x) is sqrt(1/2) times the eigenfunction
            features = sines(inputs, rho)
            end = 10 / (np.linalg.eigvalsh(features @ features.T)[0] / LABELS)
            exact, flowed = (Fit(inputs, labels, features, found, rho) for found in
                             (weights(features, labels, end), trained(features, labels, end, 1e-10)))
            near = (np.concatenate([inputs, 1 - inputs])[:, None] + np.array([-6, -2, -1, 0, 1, 2, 6]) / (4 * count)).ravel()
            x = np.union1d(np.linspace(0.0, 1.0, 801), near[(near > 0) & (near < 1)])
            pair(panel, x, flowed.at(x), exact.at(x), BLUE)
            for line, width in zip(panel.lines, (1.6, 0.5), strict=True):  # thin, as the peaks stand close together
                line.set_linewidth(width)
            panel.plot(inputs, labels, ".", color="black", markersize=5, zorder=5)
            panel.set(xlim=(0, 1), ylim=(-REACH, REACH), xlabel="$x$", title=f"({letter}) p = {count}")
            deviation, left = max(deviation, np.abs(flowed.at(x) - exact.at(x)).max()), max(left, exact.error_left)
            squares.append(np.sum(exact.parts**2) / np.mean(labels**2))
        figure.axes[0].set_ylabel("$f(x)$")
        explain(figure, [Line2D([], [], color="black", marker=".", linestyle="none", label="random labels")])
    fall = ", ".join(f"{square:.3g}" for square in squares)
    return Drawing(figure, (
        "Nam 2024, Fig. 1.4, re-created with labels and uniform inputs drawn by us: 50 labels from a normal distribution, fitted by 100, "
        "400 and 2000 sines of one intensity. The peaks at the data and, as sines are odd about 1/2, at their mirror images narrow to "
        f"about 1/p; the mean square of the fit over [0, 1], over that of the labels, is {fall}. Curves are cut at the panels' height. "
        f"Dashed: the exact solution; solid: gradient flow by autograd; greatest deviation {deviation:.1e}; of the labels' square at most "
        f"{left:.1e} is left."))
