"""Fig. 4 of Dominé et al. 2025: representations on the semantic hierarchy at convergence, and the loss under noise."""

import numpy as np
from matplotlib.figure import Figure

from theoremtest.numerics.experiments.domine2025_hierarchy import END, large_gaussian, learned, limits, task_representations
from theoremtest.numerics.experiments.domine2025_robustness import input_noise, parameter_noise

from . import Drawing
from ._domine2025 import look

LAMBDAS = (-10.0, 0.0, 10.0)
NOISY = np.linspace(-6, 6, 7)


def draw(full: bool = False) -> Drawing:
    """One size only."""
    run = learned(LAMBDAS).simulated
    theory = [limits(lam) for lam in LAMBDAS]
    simulated = [(run.input_representation[place, -1], run.output_representation[place, -1]) for place in range(len(LAMBDAS))]
    deviation = max(np.abs(found - expected).max() for pairs in zip(simulated, theory, strict=True)
                    for found, expected in zip(*pairs, strict=True))
    large = large_gaussian(1, deviation=5.0, end=1.0)
    columns = [("task", task_representations())]
    for lam, found, expected in zip(LAMBDAS, simulated, theory, strict=True):
        columns += [(f"$\\lambda={lam:g}$,\ngradient flow", found), (f"$\\lambda={lam:g}$,\ntheory", expected)]
    columns.append(("large Gaussian\nweights", (large.input_representation[0, -1], large.output_representation[0, -1])))
    with look():
        figure = Figure(figsize=(11.6, 3.5), layout="constrained")
        grid = figure.add_gridspec(2, len(columns) + 1, width_ratios=[*[1] * len(columns), 1.9])
        for column, (title, matrices) in enumerate(columns):
            for row, matrix in enumerate(matrices):
                _matrix(figure.add_subplot(grid[row, column]), matrix, title if row == 0 else "",
                        ("input" if row == 0 else "output") if column == 0 else "")
        apart = [_noise(figure.add_subplot(grid[row, len(columns)]), found, name) for row, (found, name) in enumerate((
            (input_noise(NOISY, seed=2), "on inputs"), (parameter_noise(NOISY, seed=2), "on weights")))]
    return Drawing(figure, (
        "Dominé et al. 2025, Fig. 4, re-created (values are ours, the stored text lost the paper's): W_1^T W_1 above and W_2 W_2^T below, "
        f"of 8-8-8 networks on the semantic hierarchy at time {END:g}, beside V S V^T and U S U^T of the task and the limits of Theorem "
        "C.3; under each its greatest entry. At lambda = 0 they match the task, where the start's determinant has the task's sign; at "
        "large |lambda| the larger one is near a multiple of the identity and the smaller one has the task's structure; large Gaussian "
        f"weights (standard deviation 5) have none. Greatest deviation of gradient flow by autograd from theory {deviation:.1e}. Right: "
        "the "
        "expected rise of the loss under noise on the inputs and on the weights of 4-4-4 networks after training; lines: theory, marks: "
        f"20,000 draws each, within {max(apart):.1f} standard errors of it."))


def _matrix(panel, matrix, title, label):
    size = np.abs(matrix).max()
    panel.imshow(matrix, cmap="PuOr_r", vmin=-size, vmax=size, interpolation="nearest")
    panel.set_title(title, fontsize=8, pad=3)
    panel.set_ylabel(label)
    panel.set_xlabel(f"{size:.3g}", fontsize=8, labelpad=2)
    panel.set_xticks([])
    panel.set_yticks([])


def _noise(panel, found, name):
    panel.plot(found.lambdas, found.theory, color="0.1", linewidth=1.1)
    panel.errorbar(found.lambdas, found.means, 4 * found.errors, fmt="o", color="#D55E00", markersize=4, markerfacecolor="white")
    panel.set_ylim(0, 1.25 * found.theory.max())
    panel.set_title(f"rise of the loss, noise {name}", fontsize=8.5)
    if name == "on weights":
        panel.set_xlabel(r"$\lambda$")
    return found.errors_apart
