"""Fig. 1 of Dominé et al. 2025: one task at three relative scales; the balance matrix of LeCun's initialization."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from theoremtest.numerics.experiments.domine2025_captions import one_task

from . import Drawing
from ._domine2025 import colour, look, pair

LAMBDAS = (-5.0, 0.0, 5.0)
SIZES = (40, 120, 250)
"""N_i, N_h, N_o of panel C, as Appendix E.3 has them."""


def draw(full: bool = False) -> Drawing:
    """One size only."""
    run = one_task()
    shown = run.exact.times <= 4.0
    with look():
        figure = Figure(figsize=(10.6, 2.9), layout="constrained")
        panels = figure.subplots(1, 6, width_ratios=[1.5, 1.5, 0.8, 0.8, 0.8, 1.1])
        for panel, name, title in ((panels[0], "loss", "loss less its floor"), (panels[1], "kernel_distance", "kernel distance")):
            for place, lam in enumerate(LAMBDAS):
                pair(panel, run.exact.times[shown], getattr(run.simulated, name)[place, shown],
                     np.asarray(getattr(run.exact, name))[place, shown], colour(lam))
                panel.lines[-2].set_label(rf"$\lambda={lam:g}$, gradient flow")
            panel.set_title(title)
            panel.set_xlabel(r"time $t/\tau$")
            panel.grid(color="0.92", linewidth=0.6)
            panel.set_axisbelow(True)
        for panel, lam, matrix in zip(panels[2:5], LAMBDAS, run.simulated.input_representation[:, -1], strict=True):
            _matrix(panel, matrix, rf"$W_1^TW_1$, $\lambda={lam:g}$")
        balance, apart = _lecun()
        image = _matrix(panels[5], balance, "LeCun")
        figure.colorbar(image, ax=panels[5], fraction=0.05)
        handles = [*panels[0].get_legend_handles_labels()[0], Line2D([], [], color="0.1", linewidth=1.1, linestyle=(0, (3, 2)))]
        labels = [*panels[0].get_legend_handles_labels()[1], "exact solution"]
        figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    deviation = run.deviation("loss", "function", "input_representation", "output_representation", "kernel_distance")
    return Drawing(figure, (
        "Dominé et al. 2025, Fig. 1, re-created (task and values of lambda are ours, the stored text lost the paper's): loss and "
        "distance of "
        "the tangent kernel from its start of three 4-3-3 networks that start from one function and learn one random task, and their "
        "W_1^T W_1 at convergence, each on a scale of its own. Dashed: the exact solution; solid: gradient flow by autograd; greatest "
        f"deviation {deviation:.1e}. Right: the balance matrix W_2^T W_2 - W_1 W_1^T of LeCun's initialization with the paper's sizes "
        f"{'-'.join(map(str, SIZES))}: its mean is 1.08 times the identity, its entries off the diagonal have a root mean square of "
        f"{apart[0]:.2f}, and together they make its eigenvalues stray by {apart[1]:.2f}, root mean square."))


def _matrix(panel, matrix, title):
    size = np.abs(matrix).max()
    image = panel.imshow(matrix, cmap="PuOr_r", vmin=-size, vmax=size, interpolation="nearest")
    panel.set_title(title, fontsize=8.5)
    panel.set_xticks([])
    panel.set_yticks([])
    return image


def _lecun():
    """A balance matrix with LeCun's variances; the root mean squares of its entries off the diagonal and of its eigenvalues' deviation."""
    N_i, N_h, N_o = SIZES
    random = np.random.default_rng(1)
    W1, W2 = random.normal(size=(N_h, N_i)) / np.sqrt(N_i), random.normal(size=(N_o, N_h)) / np.sqrt(N_h)
    balance = W2.T @ W2 - W1 @ W1.T
    off = balance[~np.eye(N_h, dtype=bool)]
    strays = np.linalg.eigvalsh(balance) - (N_o / N_h - 1)
    return balance, (np.sqrt(np.mean(off**2)), np.sqrt(np.mean(strays**2)))
