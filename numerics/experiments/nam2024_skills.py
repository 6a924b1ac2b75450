"""Skills in time (Nam 2024, Appendices C.1 and C.4): many skills beside power laws, three ReLU nodes on a parity.

Skills have the frequencies A k^{-(alpha + 1)}, k up to N, and the multilinear model's strengths in time, with eta = S = 1 and R(0) = 1/100.
The network of three nodes has the weights that Eq. (C.9) shares; its parameters move by minus the gradient of half the squared error over
all eight inputs, in steps of a fourth-order Runge-Kutta scheme, with S = 1 from equal small starts.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts

N, START, TIMES = 50_000, 0.01, np.geomspace(300.0, 30_000.0, 21)
BITS = np.array(tuple(product((0, 1), repeat=3)), dtype=float)
PARITY = (-1.0) ** BITS.sum(axis=1)
SIGNS = np.array([[-1, 1, -1], [-1, 1, -1], [1, -1, 1]], dtype=float)
OFFSETS = np.array([0, 1, -1], dtype=float)
TOP = np.array([-2, 1, 1], dtype=float)
NETWORK = "three nodes, S = 1, from alpha = beta = gamma = 1/100 and c = 0"


def loss(alpha: float, times: np.ndarray) -> tuple[np.ndarray, float]:
    """The loss at each time, and the constant L_C of Eq. (C.2)."""
    often = np.arange(1, N + 1, dtype=float) ** -(alpha + 1)
    often /= often.sum()
    left = [np.sum(often / 2 / (1 + np.exp(np.minimum(2 * often * t, 300.0)) / (1 / START - 1)) ** 2) for t in times]
    return np.array(left), often[0] * N**-alpha / (2 * alpha)


def deviations(alpha: float) -> tuple[float, float]:
    """How far the loss is from the power law and from the corrected one, the largest |log ratio| after the first time, where both start."""
    found, constant = loss(alpha, TIMES)
    fall = (TIMES / TIMES[0]) ** (-alpha / (alpha + 1))
    law, corrected = found[0] * fall, (found[0] + constant) * fall - constant
    return float(np.abs(np.log(law / found)).max()), float(np.abs(np.log(corrected / found)).max())


def corrected_laws() -> Measured:
    """Deviations of both laws at alpha = 0.1 and of the plain law at 0.3 and 0.7."""
    law, corrected = deviations(0.1)
    return Measured({"e": (law, 0.0), "e_C": (corrected, 0.0), "e_{0.3}": (deviations(0.3)[0], 0.0), "e_{0.7}": (deviations(0.7)[0], 0.0)},
                    of=f"{N} skills, eta T from {TIMES[0]:.0f} to {TIMES[-1]:.0f}")


def slope(parameters: np.ndarray) -> np.ndarray:
    """Minus the gradient of half the squared error by alpha, beta, gamma and c."""
    weights = parameters[:3]
    hidden = np.maximum(weights[:, None] * (SIGNS @ BITS.T + OFFSETS[:, None]), 0.0)
    error = (TOP * weights) @ hidden + parameters[3] - PARITY
    inner = weights[:, None] * (SIGNS @ BITS.T + OFFSETS[:, None]) > 0
    by_weight = TOP[:, None] * (hidden + weights[:, None] * inner * (SIGNS @ BITS.T + OFFSETS[:, None]))
    return -np.append(by_weight @ error, error.sum())


def path(start: float, step: float = 0.002, end: float = 12.0) -> tuple[np.ndarray, np.ndarray]:
    """Times and the parameters at each, (times, 4), from alpha = beta = gamma = start and c = 0."""
    times = np.arange(0.0, end, step)
    found = np.empty((len(times), 4))
    at = np.array([start, start, start, 0.0])
    for row in range(len(times)):
        found[row] = at
        k1 = slope(at)
        k2 = slope(at + step / 2 * k1)
        k3 = slope(at + step / 2 * k2)
        at = at + step / 6 * (k1 + 2 * k2 + 2 * k3 + slope(at + step * k3))
    return times, found


def three_modes() -> Measured:
    """Times at which alpha^2, beta^2 and gamma^2, and with them the mode strengths, first reach shares of what they end at."""
    times, found = path(0.01)
    strengths = found[:, :3] ** 2
    reached = {f"t_{{{name},{level}}}": (float(times[np.argmax(strengths[:, mode] >= level * strengths[-1, mode])]), 0.0)
               for level in (0.1, 0.25, 0.5) for mode, name in enumerate(("\\alpha", "\\beta", "\\gamma"))}
    return Measured(reached, of=NETWORK)


def widths() -> Measured:
    """Times from a tenth to nine tenths of the end of each mode strength, and of their sum."""
    times, found = path(0.01)
    strengths = found[:, :3] ** 2 * np.array([2.0, 1.0, 1.0]) / 8
    curves = {"w_\\alpha": strengths[:, 0], "w_\\beta": strengths[:, 1], "w_\\gamma": strengths[:, 2], "w": strengths.sum(axis=1)}
    spans = {name: times[np.argmax(y >= 0.9 * y[-1])] - times[np.argmax(y >= 0.1 * y[-1])] for name, y in curves.items()}
    return Measured({name: (float(span), 0.0) for name, span in spans.items()}, of=NETWORK)


def sampled_basis(number: int, draw: int, bits: int = 8, size: int = 16) -> np.ndarray:
    """The values of `size` basis functions of a skill at `number` different inputs, (number, size).

    They are an orthogonal turn of as many parities of the bits, such that their sum over the root of `size` is one of these, the skill.
    """
    rng = np.random.default_rng((number, draw))
    inputs = np.array(tuple(product((0, 1), repeat=bits)), dtype=int)
    sets = rng.choice(2**bits - 1, size, replace=False) + 1
    parities = (-1.0) ** (inputs @ ((sets[:, None] >> np.arange(bits)) & 1).T)
    turn, _ = np.linalg.qr(np.column_stack((np.ones(size), rng.normal(size=(size, size - 1)))))
    return (parities @ (turn * np.sign(turn[0, 0])).T)[rng.choice(len(inputs), number, replace=False)]


def trained_strengths(number: int, draws: int = 60, steps: int = 6000, step: float = 0.02) -> np.ndarray:
    """R_k/S after gradient descent from small starts on `number` samples of the skill, one for each draw of basis and samples."""
    seen = np.stack([sampled_basis(number, draw) for draw in range(draws)])
    gram, size = seen.transpose(0, 2, 1) @ seen / number, seen.shape[2]
    a, B = np.full((draws, 1), 1e-3), np.random.default_rng(number).normal(size=(draws, size)) * 1e-4
    for _ in range(steps):
        force = np.einsum("dij,dj->di", gram, a * B - size**-0.5)
        a, B = a - step * np.sum(B * force, axis=1, keepdims=True), B - step * a * force
    return (a * B).sum(axis=1) * size**-0.5


def extended_model() -> Measured:
    """R_k/S of the extended model (Eq. 5.3) after training on 4, 8 and 12 samples with 16 basis functions."""
    return Measured({f"r_{{{number}}}": over_starts(trained_strengths(number)) for number in (4, 8, 12)},
                    of="16 basis functions of 8 bits, 60 draws of basis and samples each")
