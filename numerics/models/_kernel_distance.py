"""The kernel distance S(0, t) of single-neuron trajectories from increments that are never differences of near equals."""

from __future__ import annotations

import numpy as np


def kernel_distance(run) -> np.ndarray:
    """1 - <M(0), M(t)>/(|M(0)| |M(t)|) of ``Trajectories``, (..., T), by Lagrange's identity for sin^2.

    In an orthonormal basis that starts with beta_* and the rest of w_0, M = A I + b b^T with A = eta_w a^2 and b of two
    components, so it is a vector of four numbers, and sin^2 a sum of squared minors in their increments.
    """
    with np.errstate(all="ignore"):
        return _kernel_distance(run)


def _kernel_distance(run):
    start, times = run.start, np.atleast_1d(run.times)
    d = run.inputs["w0"].shape[-1]
    if d == 1:
        return np.zeros_like(run.a)
    eta_a, eta_w = run.inputs["eta_a"][:, None], run.inputs["eta_w"][:, None]
    a0, y0, z0 = run.inputs["a0"][:, None], start.y[:, None], start.z[:, None]
    a, y, z = run._flat(run.a), run._flat(run.along), run._flat(run.across_length)
    moved_a, moved_y, moved_z = _increments(run, a, y, z, times)
    # Increments of A, of the squares of b's components and of their product.
    rise_y, rise_z = eta_a * moved_y * (y + y0), eta_a * moved_z * (z + z0)
    rise_A = np.where(start.delta[:, None] >= 0, rise_y + rise_z, eta_w * moved_a * (a + a0))
    rise_yz = np.sqrt(2) * eta_a * (moved_y * z0 + y * moved_z)
    A, yy, zz, yz = eta_w * a0**2, eta_a * y0**2, eta_a * z0**2, np.sqrt(2) * eta_a * y0 * z0
    minors = A * (rise_z - rise_y) + rise_A * (yy - zz) + yy * rise_z - zz * rise_y
    squares = minors**2
    for own, rise in ((yy, rise_y), (zz, rise_z)):
        squares = squares + ((A + own) * rise_yz - yz * (rise_A + rise)) ** 2
        squares = squares + (d - 2) * (A * rise - own * rise_A) ** 2
    squares = squares + (d - 2) * (A * rise_yz - yz * rise_A) ** 2
    A_t = eta_w * a**2
    before = [np.sqrt(d - 2) * A, A + yy, A + zz, yz]
    after = [np.sqrt(d - 2) * A_t, A_t + eta_a * y**2, A_t + eta_a * z**2, np.sqrt(2) * eta_a * y * z]
    norms2 = sum(part**2 for part in before) * sum(part**2 for part in after)
    inner = sum(one * other for one, other in zip(before, after))
    cosine = np.where(norms2 > 0, inner / np.sqrt(norms2), 1.0)
    return np.where(norms2 > 0, squares / norms2, 0.0).reshape(run.a.shape) / (1 + cosine.reshape(run.a.shape))


def _increments(run, a, y, z, times):
    """a - a(0) and its like for y and z. While exp(lambda_+ t) is moderate they are formed as sums that start at 0."""
    start = run.start
    constants = {name: value[:, None] for name, value in start.constants.items()}
    a0, y0, z0 = run.inputs["a0"][:, None], start.y[:, None], start.z[:, None]
    upper, delta = start.upper[:, None], start.delta[:, None]
    lower = np.where(delta >= 0, constants["slow"], constants["slow"] + constants["gap"])  # minus lambda_-
    early = upper * times <= 1.0
    t = np.where(early, times, 0.0)
    width = upper + lower
    m = np.where(width > 0, -np.expm1(-width * t) / np.where(width > 0, width, 1.0), t)
    growth = np.exp(upper * t)
    flow = np.where(delta != 0, np.expm1(delta * t) / np.where(delta != 0, delta, 1.0), t)
    u = start.distance[:, None]
    scale = np.where(constants["stuck"] > 0, 1.0, constants["scale"])
    u_w, u_D = constants["u_w"] / scale, constants["u_D"] / scale**2
    gain_p = a0 * np.expm1(-lower * t) + u * m * growth
    gain_q = y0 * np.expm1(-lower * t) + u_w * m * growth
    gain_D2 = start.balance[:, None] * flow + np.exp(delta * t) * constants["speed"] * m + u_D * (m * growth) ** 2
    D = np.sqrt(1 + gain_D2)
    gain_D = gain_D2 / (1 + D)
    return (np.where(early, (gain_p - a0 * gain_D) / D, a - a0), np.where(early, (gain_q - y0 * gain_D) / D, y - y0),
            np.where(early, -z0 * gain_D / D, z - z0))
