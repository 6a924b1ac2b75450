"""Fig. 1 of Xu and Ziyin 2024 as numbers for claims (reduced: width 100, three starts): theory and simulation of the linear network, how
far the alignment of nonlinear networks rises from independent layers, and falls from nearly parallel ones with a large initial output.

The output is large at gamma = 1/sqrt(d), for the sigmoid too, whose output saturates below the target at gamma = 1/d.
"""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.experiments.xu2024_alignment import SETTINGS, Setting, alignment, data, linear, network, nonlinear
from theoremtest.numerics.training.gradient_flow import descend
from theoremtest.numerics.training.threads import one_thread

LARGE_OUTPUT = Setting(lambda d: d**-0.5, lambda d: 1.0, 10.0, 0.1)
"""u of variance 10, w - u of variance 0.1, unit learning rate."""
RUNS = {"relu": ("ReLU", 2.0, 0.01), "leaky_relu": ("leaky", 2.0, 0.01), "swish": ("swish", 2.0, 0.01), "sigmoid": ("sigmoid", 10.0, 0.05)}
"""Printed name, end of training and step: the sigmoid's slopes are small, so it is trained for longer."""
WIDTH, SEEDS = 100, 3


def theory() -> Measured:
    """The greatest distance of the trained linear networks' alignment from Eq. (11), over the four settings of the figure, `e`."""
    times = np.linspace(0.0, 1.0, 6)
    with one_thread():
        worst = max(linear(setting, times, width=WIDTH).deviation for setting in SETTINGS)
    return Measured({"e": (worst, 0.0)}, f"four linear networks of width {WIDTH}, times 0 to 1")


def rises() -> Measured:
    """zeta at the end minus zeta at the start from independent layers, for each activation: in the feature learning phase, and in the
    kernel phase under the same name with a prime; needs Torch."""
    found = {}
    for activation, (name, _, _) in RUNS.items():
        for setting, prime in (("feature learning", ""), ("kernel", "'")):
            curves = [nonlinear(activation, setting, (0.0, 2.0), width=WIDTH, seed=seed, step=0.025) for seed in range(SEEDS)]
            found[rf"\Delta\zeta{prime}_{{\mathrm{{{name}}}}}"] = over_starts([curve.zeta[-1] - curve.zeta[0] for curve in curves])
    return Measured(found, f"{SEEDS} networks of width {WIDTH} for each activation and phase, seeds 0 to {SEEDS - 1}")


def falls() -> Measured:
    """zeta at the start minus zeta at the end for each activation, mean and standard error over the starts; needs Torch."""
    found = {}
    for activation, (name, end, step) in RUNS.items():
        drops = []
        for seed in range(SEEDS):
            u, w = LARGE_OUTPUT.start(WIDTH, seed)
            run = descend(network(activation, LARGE_OUTPUT.gamma(WIDTH)), {"u": u, "w": w}, *data(seed + 1), np.array([0.0, end]),
                          LARGE_OUTPUT.rate(WIDTH), step=step, loss="mean", replay=True)
            zeta = alignment(run.parameters["u"], run.parameters["w"])
            drops.append(zeta[0] - zeta[-1])
        found[rf"\Delta\zeta_{{\mathrm{{{name}}}}}"] = over_starts(drops)
    return Measured(found, f"{SEEDS} networks of width {WIDTH} for each activation, seeds 0 to {SEEDS - 1}")
