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
    (a, moved_a), (y, moved_y), (z, moved_z) = _motion(run, a0, y0, z0, times)
    weights = eta_a, eta_w
    before, after = _vector(weights, a0, y0, z0, d), _vector(weights, a, y, z, d)
    # Increments of A, of the squares of b's components and of their product.
    rise_y, rise_z = eta_a * moved_y * (y + y0), eta_a * moved_z * (z + z0)
    late = ~_early(start, times) & (start.delta[:, None] >= 0)  # a moves least; its own difference would cancel
    rise_A = np.where(late, rise_y + rise_z, eta_w * moved_a * (a + a0))
    rise_yz = np.sqrt(2) * eta_a * (moved_y * z0 + y * moved_z)
    A, yy, zz = eta_w * a0**2, eta_a * y0**2, eta_a * z0**2
    rises = np.sqrt(d - 2) * rise_A, rise_A + rise_y, rise_A + rise_z, rise_yz
    small = sum(rise**2 for rise in rises) < sum(part**2 for part in after)
    squares = 0.0
    for i in range(4):
        for j in range(i):
            # Where the motion is small, its increments tell the two vectors apart; A, common to three of them, cancels.
            minor = before[i] * rises[j] - before[j] * rises[i]
            if 3 not in (i, j):
                own = {0: (0.0, 0.0), 1: (yy, rise_y), 2: (zz, rise_z)}
                (b_i, r_i), (b_j, r_j) = own[i], own[j]
                minor = A * (r_j - r_i) + rise_A * (b_i - b_j) + b_i * r_j - b_j * r_i
                minor = minor * (np.sqrt(d - 2) if j == 0 else 1.0)
            squares = squares + np.where(small, minor, before[i] * after[j] - before[j] * after[i]) ** 2
    norms2 = sum(part**2 for part in before) * sum(part**2 for part in after)
    inner = sum(one * other for one, other in zip(before, after))
    cosine = np.where(norms2 > 0, inner / np.sqrt(norms2), 1.0)
    return (np.where(norms2 > 0, squares / norms2, 0.0) / (1 + cosine)).reshape(run.a.shape)


def _vector(weights, a, y, z, d):
    """M's coordinates: sqrt(d - 2) A, A + b_1^2, A + b_2^2, sqrt(2) b_1 b_2."""
    eta_a, eta_w = weights
    A = eta_w * a**2
    return np.sqrt(d - 2) * A, A + eta_a * y**2, A + eta_a * z**2, np.sqrt(2) * eta_a * y * z


def _early(start, times):
    return start.constants["slow"][:, None] * times <= 1.0


def _motion(run, a0, y0, z0, times):
    """Values of a, y and z up to a common factor, which S does not see, and what they have gained since the start.

    Early on the factor is D exp(-max(delta, 0) t). The linear system then has one variable that relaxes, F = F_0 f + u g with
    f = exp(-big t) and g = (exp(slow t) - f)/S, and one that gathers its integral: a and y for delta < 0, y and a otherwise.
    """
    start = run.start
    constants = {name: value[:, None] for name, value in start.constants.items()}
    down, slow, s = constants["downstream"] > 0, constants["slow"], constants["s"]
    early = _early(start, times)
    t = np.where(early, times, 0.0)
    big = slow + constants["gap"]
    width = big + slow
    scale = np.where(constants["scale"] > 0, constants["scale"], 1.0)
    u = np.where(down, start.distance[:, None], constants["u_w"] / scale)
    relaxing = np.where(down, a0, y0)
    pull = np.where(down, run.inputs["eta_w"][:, None], run.inputs["eta_a"][:, None]) * s
    relaxed = relaxing * np.expm1(-big * t) + u * np.exp(slow * t) * _mean_growth(-width, t)
    gathered = pull * (relaxing * _mean_growth(-big, t) + u * _reach(big, slow, width, t))
    shrunk = z0 * np.expm1(-np.where(down, 0.0, constants["gap"]) * t)
    gains = np.where(down, relaxed, gathered), np.where(down, gathered, relaxed), shrunk
    values = run._flat(run.a), run._flat(run.along), run._flat(run.across_length)
    return [(np.where(early, first + gain, value), np.where(early, gain, value - first))
            for first, gain, value in zip((a0, y0, z0), gains, values)]


def _mean_growth(rate, t):
    """int_0^t exp(rate t') dt'."""
    return np.where(rate != 0, np.expm1(rate * t) / np.where(rate != 0, rate, 1.0), t)


_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(12)


def _reach(big, slow, width, t):
    """int_0^t g dt'. Where S t is small the closed form cancels; there Gauss's rule is exact to rounding."""
    closed = (_mean_growth(slow, t) - _mean_growth(-big, t)) / np.where(width > 0, width, 1.0)
    short = width * t <= 2.0
    span = np.where(short, t, 0.0)
    summed = 0.0
    for node, weight in zip(_NODES, _WEIGHTS):
        moment = span * (1 + node) / 2
        summed = summed + span / 2 * weight * np.exp(slow * moment) * _mean_growth(-width, moment)
    return np.where(short, summed, closed)
