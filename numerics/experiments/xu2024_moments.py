"""Monte Carlo moments of P and Q at Gaussian initialization, each with its standard error (Xu and Ziyin 2024, Section 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Estimate:
    """A Monte Carlo mean, its standard error, and what the paper states."""

    value: float
    error: float
    stated: float

    @property
    def deviation(self) -> float:
        """Distance of the two in standard errors."""
        return abs(self.value - self.stated) / self.error


def draw(d: int, d0: int, x, sigma_u2: float, sigma_w2: float, eta_u: float, eta_w: float, draws: int, seed: int, rho: float | None = None):
    """P and Q, (draws,) each, for u_i ~ N(0, sigma_u2) and w_ij ~ N(0, sigma_w2); ``rho`` is |x| unless given (Eqs. 4 and 27)."""
    random = np.random.default_rng(seed)
    x = np.broadcast_to(np.asarray(x, dtype=np.float64), (d0,))
    rho = float(np.linalg.norm(x)) if rho is None else rho
    u = np.sqrt(sigma_u2) * random.normal(size=(draws, d))
    hidden = np.sqrt(sigma_w2) * (random.normal(size=(draws, d, d0)) @ x)
    modes = (np.sqrt(eta_u) * hidden + sign * np.sqrt(eta_w) * rho * u for sign in (1, -1))
    return tuple(np.mean((mode / (2 * rho)) ** 2, axis=1) for mode in modes)


def moments(
    d: int = 10,
    d0: int = 3,
    x=(0.5, -1.0, 2.0),
    sigma_u2: float = 0.7,
    sigma_w2: float = 1.9,
    eta_u: float = 0.4,
    eta_w: float = 2.5,
    draws: int = 40_000,
    seed: int = 0,
    rho: float | None = None,
) -> dict[str, Estimate]:
    """Means and variances of P and Q beside the stated (eta_w s_u^2 + eta_u s_w^2)/4 and (eta_w s_u^2 + eta_u s_w^2)^2/(8 d)."""
    size = eta_w * sigma_u2 + eta_u * sigma_w2
    found = {}
    for name, sample in zip("PQ", draw(d, d0, x, sigma_u2, sigma_w2, eta_u, eta_w, draws, seed, rho)):
        apart = (sample - sample.mean()) ** 2
        found[f"mean of {name}"] = Estimate(sample.mean(), sample.std(ddof=1) / np.sqrt(draws), size / 4)
        found[f"variance of {name}"] = Estimate(apart.sum() / (draws - 1), apart.std(ddof=1) / np.sqrt(draws), size**2 / (8 * d))
    return found
