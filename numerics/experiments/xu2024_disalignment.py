"""How far the alignment falls from nearly parallel layers with a large initial output, for nonlinear networks: Fig. 1 of Xu and Ziyin
2024, lower row, as its text asks for it (reduced: width 100, three starts).

The output is large at gamma = 1/sqrt(d), for the sigmoid too, whose output saturates below the target at gamma = 1/d.
"""

from __future__ import annotations

import numpy as np

from rederive.numerics.experiments.measured import Measured
from rederive.numerics.experiments.xu2024_alignment import Setting, alignment, data, network
from rederive.numerics.training.gradient_flow import descend

LARGE_OUTPUT = Setting(lambda d: d**-0.5, lambda d: 1.0, 10.0, 0.1)
"""u of variance 10, w - u of variance 0.1, unit learning rate."""
RUNS = {"relu": ("ReLU", 2.0, 0.01), "leaky_relu": ("leaky", 2.0, 0.01), "swish": ("swish", 2.0, 0.01), "sigmoid": ("sigmoid", 10.0, 0.05)}
"""Printed name, end of training and step: the sigmoid's slopes are small, so it is trained for longer."""
WIDTH, SEEDS = 100, 3


def falls() -> Measured:
    """zeta at the start minus zeta at the end for each activation, mean and standard error over the starts; needs Torch."""
    found = {}
    for activation, (name, end, step) in RUNS.items():
        drops = []
        for seed in range(SEEDS):
            u, w = LARGE_OUTPUT.start(WIDTH, seed)
            run = descend(network(activation, LARGE_OUTPUT.gamma(WIDTH)), {"u": u, "w": w}, *data(seed + 1), np.array([0.0, end]),
                          LARGE_OUTPUT.rate(WIDTH), step=step, loss="mean")
            zeta = alignment(run.parameters["u"], run.parameters["w"])
            drops.append(zeta[0] - zeta[-1])
        found[rf"\Delta\zeta_{{\mathrm{{{name}}}}}"] = (float(np.mean(drops)), float(np.std(drops, ddof=1) / np.sqrt(SEEDS)))
    return Measured(found, f"{SEEDS} networks of width {WIDTH} for each activation, seeds 0 to {SEEDS - 1}")
