"""Layerwise linear networks of Nam (2024), Chapter 3, trained: stages of a diagonal network, modes and features of a linear network.

Nothing here knows a closed form: diagonal networks are integrated from the gradient of their loss, linear networks are trained by small
steps of gradient descent from small random layers.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

from theoremtest.numerics.experiments.measured import Measured, over_starts

SCALE, SHARE, START = 5.0, 0.05, 1e-16
"""S and epsilon of Fig. 3.4; the start a_i(0) b_i(0) is ours."""
MOMENTS = np.arange(1, 4.0) ** -1.6 / (np.arange(1, 6.0) ** -1.6).sum()
"""The first three of five skills with the power law's exponent alpha = 0.6."""


@cache
def stages() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times (T,), shares of the scale (T, 3) and losses (T,) of the diagonal network of Fig. 3.4."""
    def slope(_, layers):
        a, b = layers.reshape(2, -1)
        residual = MOMENTS * (a * b - SCALE)
        return np.concatenate([-residual * b, -residual * a])
    end = 1.5 * np.log(SCALE / START) / (2 * SCALE * MOMENTS[-1])
    times = np.linspace(0, end, 200001)
    run = solve_ivp(slope, (0, end), np.full(2 * len(MOMENTS), np.sqrt(START)), "DOP853", times, rtol=1e-9, atol=1e-14)
    a, b = run.y.reshape(2, len(MOMENTS), -1)
    return times, (a * b).T / SCALE, (MOMENTS[:, None] * (a * b - SCALE) ** 2).sum(0) / 2


def crossings(share: float) -> np.ndarray:
    """The first time at which each mode has reached this share of its scale."""
    times, shares, _ = stages()
    return times[np.argmax(shares >= share, axis=0)]


def figure_3_4_times() -> Measured:
    """The largest relative difference between measured emergent and saturation times and Eq. (3.12), `e`; the least of the gaps between
    two emergences over the saturation time of the first, `r`."""
    emerged, saturated = crossings(SHARE), crossings(1 - SHARE)
    emergent = np.log((SCALE / START - 1) / (1 / SHARE - 1)) / (2 * MOMENTS * SCALE)
    saturation = np.log(1 / SHARE - 1) / (MOMENTS * SCALE)
    error = np.concatenate([emerged / emergent - 1, (saturated - emerged) / saturation - 1])
    ratio = np.diff(emerged) / (saturated - emerged)[:-1]
    return Measured({"e": (float(np.abs(error).max()), 0.0), "r": (float(ratio.min()), 0.0)},
                    "one diagonal network, three of five skills, alpha = 0.6, S = 5, a(0) b(0) = 1e-16")


def figure_3_4_loss() -> Measured:
    """How far the fall of the loss from a mode's emergence to its saturation is off E[x_k^2] S^2/2, at most, in units of it and of
    epsilon, `e`."""
    times, _, losses = stages()
    at = [np.searchsorted(times, crossings(share)) for share in (SHARE, 1 - SHARE)]
    falls = losses[at[0]] - losses[at[1]]
    return Measured({"e": (float(np.abs(falls / (MOMENTS * SCALE**2 / 2) - 1).max() / SHARE), 0.0)},
                    "one diagonal network, three of five skills, alpha = 0.6, S = 5, a(0) b(0) = 1e-16")


def descended(X, Y, units: int, size: float, seed: int, rate: float, steps: int, kept: int = 1) -> list[tuple[np.ndarray, np.ndarray]]:
    """Both layers of a linear network after every `kept` steps of gradient descent on |X W_1 W_2 - Y|^2/2, from normal ones of a size."""
    draw = np.random.default_rng(seed)
    W1, W2 = size * draw.normal(size=(X.shape[1], units)), size * draw.normal(size=(units, Y.shape[1]))
    inputs, labels, found = X.T @ X, X.T @ Y, []
    for step in range(steps):
        if step % kept == 0:
            found.append((W1, W2))
        gap = labels - inputs @ W1 @ W2
        W1, W2 = W1 + rate * gap @ W2.T, W2 + rate * W1.T @ gap
    return [*found, (W1, W2)]


def small_random_starts() -> Measured:
    """Of linear networks with whitened inputs from small random layers: the largest relative difference between the time in which a mode
    rises from a tenth to nine tenths of its singular value and log 9/rho, `e`; the least share of its singular value at the end, `s`."""
    values, rate = np.array([3.0, 2.0, 1.0]), 1e-3
    errors, ends = [], []
    for seed in range(3):
        draw = np.random.default_rng(100 + seed)
        U, V = (np.linalg.qr(draw.normal(size=(n, n)))[0] for n in (6, 3))
        correlation = U[:, :3] * values @ V.T
        run = descended(np.eye(6), correlation, 5, 1e-6, seed, rate, 22000, 5)
        modes = np.array([np.einsum("ik,ij,jk->k", U[:, :3], W1 @ W2, V) for W1, W2 in run]) / values
        rise = (np.argmax(modes > 0.9, 0) - np.argmax(modes > 0.1, 0)) * 5 * rate
        errors.append(np.abs(rise * values / np.log(9) - 1).max())
        ends.append(modes[-1].min())
    return Measured({"e": over_starts(errors), "s": over_starts(ends)}, "three linear networks 6-5-3, rho = 3, 2, 1, layers of size 1e-6")


def collapse() -> Measured:
    """Of trained linear networks with one-hot labels: the fourth over the third singular value of X W_1, `s`; the largest distance of a
    feature vector to its class mean over the least norm of a mean, `w`; the largest cosine between two class means, `a`."""
    spectra, within, angles = [], [], []
    for seed in range(8):
        X = np.random.default_rng(seed).normal(size=(12, 20)) / np.sqrt(20)
        Y = np.repeat(np.eye(3), 4, axis=0)
        W1, _ = descended(X, Y, 8, 1e-4, seed, 0.05, 20000, 20000)[-1]
        features = X @ W1
        values = np.linalg.svd(features, compute_uv=False)
        means = features.reshape(3, 4, -1).mean(1)
        norms = np.linalg.norm(means, axis=1)
        spectra.append(values[3] / values[2])
        within.append(np.linalg.norm(features.reshape(3, 4, -1) - means[:, None], axis=2).max() / norms.min())
        cosines = means @ means.T / np.outer(norms, norms)
        angles.append(np.abs(cosines - np.eye(3)).max())
    return Measured({"s": over_starts(spectra), "w": over_starts(within), "a": over_starts(angles)},
                    "eight linear networks 20-8-3 on 12 random points of three classes, layers of size 1e-4")


def without_structure() -> Measured:
    """Of linear networks on ten clusters of points: the second over the first singular value of X W_1 where the target is the cluster's
    number, one output, `s`; the fourth over the third with random labels of three classes, which the clusters do not know, `r`."""
    regression, labelled = [], []
    for seed in range(4):
        draw = np.random.default_rng(200 + seed)
        X = np.repeat(draw.normal(size=(10, 60)), 3, axis=0) + draw.normal(size=(30, 60)) / 5
        numbers = np.repeat(np.arange(10.0), 3)[:, None] / 10
        labels = np.eye(3)[draw.permutation(np.arange(30) % 3)]
        for Y, found in ((numbers, regression), (labels, labelled)):
            W1, _ = descended(X, Y, 12, 1e-5, seed, 2e-3, 6000, 6000)[-1]
            values = np.linalg.svd(X @ W1, compute_uv=False)
            found.append(values[Y.shape[1]] / values[Y.shape[1] - 1])
    return Measured({"s": over_starts(regression), "r": over_starts(labelled)},
                    "four linear networks 60-12-1 and 60-12-3 on 30 points in ten clusters, layers of size 1e-5")
