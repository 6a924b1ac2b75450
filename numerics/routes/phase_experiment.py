"""Phases by experiment: networks f(x) = gamma u.w x of growing kappa trained by gradient flow, their learning time and kernel measured.

For each choice of exponents every hyperparameter is set to its power of kappa, both layers are drawn, and the flow of (f - y)^2 at
x = 1 is integrated until the network fits. How the time to halve the residual scales tells frozen and unstable from the rest,
how the kernel's change scales tells kernel from learning (Xu and Ziyin 2024, Section 4). No closed form is used.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import scipy

from theoremtest.derivations.language import Classifies, Counterexample, Evidence, Outcome
from theoremtest.numerics.routes.refutation import differ, told_apart

ENGINE = "networks trained by gradient flow"
KAPPAS = (64, 256, 1024)
DRAWS = 3
SMALL_WIDTH = 8
"""Neurons where the width does not grow; there the second half of w is minus the first, with equal u, so that f starts at zero."""
TARGET = 2.0
TIME_BEND, KERNEL_BEND = 0.2, 0.5
"""Slopes against log kappa: of the time, beyond which training freezes or is unstable; of the kernel's change, below which it vanishes."""
NAMES = {"c_d": "d", r"c_\gamma": "gamma", "c_u": "u", "c_w": "w", r"c_{\eta_u}": "eta_u", r"c_{\eta_w}": "eta_w"}


@dataclass(frozen=True)
class Measured:
    """Slopes of log t_half, of the log of the kernel's relative change and of the final cosine, and that cosine at the largest kappa."""

    time: float
    kernel: float
    cosine: float

    @property
    def phase(self) -> str:
        if abs(self.time) > TIME_BEND:
            return "frozen" if self.time > 0 else "unstable"
        return "kernel" if self.kernel < -KERNEL_BEND else "learning"


def measured(statement: Classifies, seed: str) -> Evidence:
    """Every column of a table of exponents against the phase that its networks show."""
    if statement.experiment != "latent-variable phases":
        raise ValueError(f"no experiment {statement.experiment!r}; there is one: 'latent-variable phases'")
    for label, point in statement.points:
        powers = {NAMES[str(symbol)]: float(number) for symbol, number in point.items()}
        seen = measure(powers, f"{seed} {label} {sorted(powers.items())}")
        if seen.phase != label:
            return told_apart(statement, point, differ("points", ENGINE, f"slopes {seen.time:.2f} and {seen.kernel:.2f}", Counterexample(
                tuple((str(symbol), str(number)) for symbol, number in point.items()), label, seen.phase,
                "the label against the phase of trained networks")))
    return Evidence("points", ENGINE, Outcome.AGREES, f"{len(statement.points)} scalings, kappa from {KAPPAS[0]} to {KAPPAS[-1]}", "all")


def measure(powers, seed: str, zero_start: bool | None = None, kappas=KAPPAS) -> Measured:
    """Train networks for every kappa.

    powers: exponents of d, gamma, u, w, eta_u, eta_w; u and w are those of the variances. zero_start: whether the initial output is
    made to vanish; None does so where the width does not grow.
    """
    zero_start = powers["d"] == 0 if zero_start is None else zero_start
    times, changes, cosines = [], [], []
    for kappa in kappas:
        runs = [_train(kappa, powers, _generator(f"{seed} {number}"), zero_start) for number in range(DRAWS)]
        times.append(np.median([run[0] for run in runs]))
        changes.append(np.median([run[1] for run in runs]))
        cosines.append(np.median([run[2] for run in runs]))
    size = np.log(kappas)
    return Measured(np.polyfit(size, np.log(times), 1)[0], np.polyfit(size, np.log(np.maximum(changes, 1e-12)), 1)[0], float(cosines[-1]))


def _generator(seed: str):
    """The same draws for every kappa, so that where the width stays chance does not look like growth."""
    return np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))


def _train(kappa, powers, generator, zero_start):
    """(time until the residual has halved, largest relative change of the kernel, cosine of the layers at the end)."""
    width = SMALL_WIDTH if powers["d"] == 0 else max(2, round(kappa ** powers["d"]))
    gamma, eta_u, eta_w = (kappa ** powers[name] for name in ("gamma", "eta_u", "eta_w"))
    u = generator.standard_normal(width) * kappa ** (powers["u"] / 2)
    w = generator.standard_normal(width) * kappa ** (powers["w"] / 2)
    if zero_start:
        half = width // 2
        u, w = np.concatenate([u[:half], u[:half]]), np.concatenate([w[:half], -w[:half]])
    size = u.size

    def residual(state):
        return gamma * state[:size] @ state[size:] - TARGET

    def motion(_, state):
        slope = 2 * gamma * residual(state)
        return np.concatenate([-eta_u * slope * state[size:], -eta_w * slope * state[:size]])

    def kernel(state):
        return gamma**2 * (eta_u * state[size:] @ state[size:] + eta_w * state[:size] @ state[:size])

    start = np.concatenate([u, w])
    first = abs(residual(start))

    def fits(_, state):
        return abs(residual(state)) - 1e-6 * first

    def halved(_, state):
        return abs(residual(state)) - first / 2

    fits.terminal = True
    with np.errstate(over="ignore", invalid="ignore"):  # a first step that is far too long overflows, and is taken back
        path = scipy.integrate.solve_ivp(motion, (0.0, 1e12), start, method="DOP853", rtol=1e-8, atol=1e-12 * np.abs(start).max(),
                                         events=(fits, halved))
    if path.status != 1:
        raise RuntimeError(f"the network of {size} neurons did not come to fit: {path.message}")
    end = path.y[:, -1]
    change = max(abs(kernel(state) / kernel(start) - 1) for state in path.y.T)
    cosine = end[:size] @ end[size:] / np.linalg.norm(end[:size]) / np.linalg.norm(end[size:])
    return path.t_events[1][0], change, cosine
