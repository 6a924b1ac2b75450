"""Sweeps of Xu and Ziyin 2024: the exponent of the learning time over the exponents of output scale and learning rate, Section 4."""

from __future__ import annotations

from functools import cache

import numpy as np

from rederive.numerics.experiments.xu2024_phases import equal_rates, networks
from rederive.numerics.models.latent_variable import solve

from .named import Named

KAPPAS = 2.0 ** np.array([3, 5, 7, 9])


@cache
def two_neurons(c_d: float, c_u: float, c_w: float, kappa: float) -> tuple[np.ndarray, np.ndarray]:
    """u (2,) and W (2, 1) of a drawn network, turned among its neurons, which the flow does not notice, until two of them hold it."""
    u, w, *_ = networks(equal_rates(c_d, 0.0, c_u, c_w, 0.0), kappa, 0, 0)
    length = np.linalg.norm(u[0])
    along = u[0] @ w[0] / length
    return np.array([length, 0.0]), np.array([[along], [np.linalg.norm(w[0] - along * u[0] / length)]])


def phase_diagram(c_gamma: np.ndarray, c_eta: np.ndarray, c_d: float = 1.0, c_u: float = 0.0, c_w: float = 0.0) -> dict[str, np.ndarray]:
    """The slope of log t_c over log kappa, of the exact t_c of one network for each kappa, and what Eq. (7) expects of large kappa."""
    logs = np.log(KAPPAS) - np.log(KAPPAS).mean()
    slope = np.zeros(np.broadcast_shapes(c_gamma.shape, c_eta.shape))
    for kappa, log in zip(KAPPAS, logs):
        u, W = two_neurons(c_d, c_u, c_w, float(kappa))
        rate = kappa**c_eta
        slope += log / (logs @ logs) * np.log(solve(0.0, u, W, np.ones(1), 1.0, kappa**c_gamma, rate, rate).t_c)
    expected = -np.maximum(c_gamma + c_eta, 2 * c_gamma + c_d + c_eta + max(c_u, c_w))
    return {"time_exponent": slope, "expected": expected}


SWEEPS = (
    Named("xu2024_phase_diagram", "Xu and Ziyin 2024, Section 4: stable where the exponent is 0", phase_diagram,
          {"c_gamma": np.linspace(-1.75, 1.75, 351), "c_eta": np.linspace(-2.75, 2.0, 476)},
          {"c_gamma": "exponent of the output scale", "c_eta": "exponent of the learning rates",
           "time_exponent": "measured exponent of t_c", "expected": "exponent of t_c by Eq. (7)"}, points=2**14),
)
