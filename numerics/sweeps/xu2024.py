"""Sweeps of Xu and Ziyin 2024: the exponent of the learning time over the exponents of output scale and learning rate, Section 4."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from theoremtest.numerics.experiments.xu2024_phases import equal_rates, networks

from .named import Named

KAPPAS = 2.0 ** np.array([3, 5, 7, 9])


@cache
def _inverse_time() -> Any:
    """1/t_c of Eq. (7), compiled as the paper's module states it, of rate, gamma, width, P and Q for an input and a target of 1."""
    from theoremtest.derivations.xu2024.notation import P, Q, d, eta_u, eta_w, gamma, inverse_time, rho, y
    from theoremtest.numerics.kernels.compiled import kernel

    formula = inverse_time.subs({rho: 1, y: 1, eta_w: eta_u})
    return kernel(formula, [eta_u, gamma, d, P, Q], backend="numba", name="xu2024_inverse_time")


@cache
def _modes(c_d: float, c_u: float, c_w: float, kappa: float) -> tuple[float, float, float]:
    """Width, and the means of the squares of a drawn network's modes (u + w)/2 and (u - w)/2, of which P and Q are the rate's multiples."""
    u, w, *_ = networks(equal_rates(c_d, 0.0, c_u, c_w, 0.0), kappa, 0, 0)
    return float(u[0].size), float(np.mean(((u[0] + w[0]) / 2) ** 2)), float(np.mean(((u[0] - w[0]) / 2) ** 2))


def phase_diagram(c_gamma: np.ndarray, c_eta: np.ndarray, c_d: float = 1.0, c_u: float = 0.0, c_w: float = 0.0) -> dict[str, np.ndarray]:
    """The slope of log t_c over log kappa, by Eq. (7) on one drawn network for each kappa, and what it tends to for large kappa."""
    logs = np.log(KAPPAS) - np.log(KAPPAS).mean()
    slope = np.zeros(np.broadcast_shapes(c_gamma.shape, c_eta.shape))
    for kappa, log in zip(KAPPAS, logs):
        width, P, Q = _modes(c_d, c_u, c_w, float(kappa))
        rate = kappa**c_eta
        slope -= log / (logs @ logs) * np.log(_inverse_time()(rate, kappa**c_gamma, width, rate * P, rate * Q))
    expected = -np.maximum(c_gamma + c_eta, 2 * c_gamma + c_d + c_eta + max(c_u, c_w))
    return {"time_exponent": slope, "expected": expected}


SWEEPS = (
    Named("xu2024_phase_diagram", "Xu and Ziyin 2024, Section 4: stable where the exponent is 0", phase_diagram,
          {"c_gamma": np.linspace(-1.75, 1.75, 351), "c_eta": np.linspace(-2.75, 2.0, 476)},
          {"c_gamma": "exponent of the output scale", "c_eta": "exponent of the learning rates",
           "time_exponent": "measured exponent of t_c", "expected": "exponent of t_c for large kappa"}),
)
