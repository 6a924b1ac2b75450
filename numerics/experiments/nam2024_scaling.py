"""Scaling laws of the multilinear model of Nam (2024), Chapter 4, simulated: learning curves in time, data, parameters and compute.

Curves in time and compute know no closed form: both parameters of a skill are integrated from the gradient of its loss; as all skills
start alike and the rate of a skill is its frequency, one trajectory in the time P_s(k) T serves for all of them. Curves in data and in
parameters are not trained: data are drawn, and what a skill costs after endless time is taken from Eqs. (4.26) and (4.35).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from scipy.integrate import solve_ivp

from theoremtest.numerics.experiments.measured import Measured

SCALE, START, RATE = 1.0, 1e-3, 1.0
"""S, R_k(0) and eta; the captions give none of them."""
SKILLS = 200_000
"""n_s; large, so that what is missing of endlessly many skills is small at the middle of the curves."""


@cache
def frequencies(alpha: float, number: int = SKILLS) -> np.ndarray:
    """P_s(k) of this many skills, shape (number,)."""
    weights = np.arange(1.0, number + 1) ** -(alpha + 1)
    return weights / weights.sum()


@cache
def trajectory() -> Callable[[np.ndarray], np.ndarray]:
    """The skill loss as a function of the logarithm of P_s(k) T."""
    def slope(_: float, layers: np.ndarray) -> list[float]:
        a, b = layers
        return [-RATE * b * (a * b - SCALE), -RATE * a * (a * b - SCALE)]
    times = np.concatenate([[0.0], np.geomspace(1e-3, 60, 4000)])
    run = solve_ivp(slope, (0, 60), [np.sqrt(START)] * 2, "DOP853", times, rtol=1e-10, atol=1e-14)
    losses = (SCALE - run.y[0] * run.y[1]) ** 2 / 2
    return lambda scaled: np.interp(scaled, times, losses, right=0.0)


def losses_in_time(alpha: float, times: np.ndarray, parameters: int | None = None) -> np.ndarray:
    """Losses at times (t,) of a model with the first skills as basis functions, with endless data; shape (t,)."""
    shares, curve = frequencies(alpha), trajectory()
    number = SKILLS if parameters is None else parameters
    learned = np.array([shares[:number] @ curve(shares[:number] * time) for time in times])
    return learned + SCALE**2 / 2 * shares[number:].sum()


def losses_in_data(alpha: float, sizes: np.ndarray, runs: int = 300) -> np.ndarray:
    """Losses after endless time by Eq. (4.26), over drawn training sets of these sizes (n,), the smaller part of the larger; (runs, n)."""
    shares, random = frequencies(alpha), np.random.default_rng(0)
    curves = []
    for _ in range(runs):
        drawn = random.choice(SKILLS, size=int(sizes[-1]), p=shares)
        seen = [np.unique(drawn[:int(size)]) for size in sizes]
        curves.append([(SCALE - START) ** 2 / 2 * (1 - shares[skills].sum()) for skills in seen])
    return np.array(curves)


def slope(sizes: np.ndarray, losses: np.ndarray) -> float:
    """The exponent of a power law through the points."""
    return float(np.polyfit(np.log(sizes), np.log(losses), 1)[0])


def slope_in_data(alpha: float, sizes: np.ndarray) -> tuple[float, float]:
    """The exponent of the mean loss in the number of samples, with its standard error by leaving out one run at a time."""
    curves = losses_in_data(alpha, sizes)
    total, runs = curves.sum(axis=0), len(curves)
    without = [slope(sizes, (total - curve) / (runs - 1)) for curve in curves]
    return slope(sizes, total / runs), float(np.sqrt((runs - 1) * np.var(without)))


def figure_4_2() -> Measured:
    """How far the exponents of the curves in time, data and parameters are off Table 4.1, at alpha = 0.6 and 0.9: `t`, `d`, `n`.

    Time is trained; data and parameters take the losses of trained skills from Eqs. (4.26) and (4.35).
    """
    in_time, in_data, in_parameters = [], [], []
    for alpha in (0.6, 0.9):
        times, sizes, numbers = np.geomspace(3e2, 1e4, 12), np.geomspace(100, 3000, 8), np.geomspace(30, 1000, 12).astype(int)
        law, shares = alpha / (alpha + 1), frequencies(alpha)
        in_time.append(abs(slope(times, losses_in_time(alpha, times)) / law + 1))
        exponent, error = slope_in_data(alpha, sizes)
        in_data.append((abs(exponent / law + 1), error / law))
        in_parameters.append(abs(slope(numbers, np.array([shares[number:].sum() for number in numbers])) / alpha + 1))
    return Measured({"t": (max(in_time), 0.0), "d": max(in_data), "n": (max(in_parameters), 0.0)},
                    "200 000 skills, R_k(0) = S/1000, 300 training sets")


def best_of_compute(alpha: float, computes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Least losses (c,), the numbers of parameters there, and the share of the best loss that these skills themselves still have."""
    numbers = np.unique(np.geomspace(10, 3000, 120).astype(int))
    table = np.array([losses_in_time(alpha, computes / number, int(number)) for number in numbers])
    best = table.argmin(axis=0)
    chosen = numbers[best]
    missing = np.array([SCALE**2 / 2 * frequencies(alpha)[number:].sum() for number in chosen])
    least = table.min(axis=0)
    return least, chosen, 1 - missing / least


def figure_4_3() -> Measured:
    """At alpha = 0.6 and 0.9: how far the exponent of the least loss at given compute is off -alpha/(alpha + 2), `e`, the share of it
    that is left on the model's own skills, `s`, and the strength of the last of these over S, `r`, at most."""
    off = share = last = 0.0
    for alpha in (0.6, 0.9):
        computes = np.geomspace(1e5, 3e7, 8)
        least, chosen, left = best_of_compute(alpha, computes)
        missing = trajectory()(frequencies(alpha)[chosen - 1] * computes / chosen)
        last = max(last, float(np.max(1 - np.sqrt(2 * missing) / SCALE)))
        off = max(off, abs(slope(computes, least) / (alpha / (alpha + 2)) + 1))
        share = max(share, float(left.max()))
    return Measured({"e": (off, 0.0), "s": (share, 0.0), "r": (last, 0.0)}, "200 000 skills, R_k(0) = S/1000, 10 to 3000 parameters")


def small_exponent() -> Measured:
    """The exponents in time and in compute at alpha = 0.3, over those of Table 4.1: `t` and `c`."""
    alpha = 0.3
    times, computes = np.geomspace(3e2, 1e4, 12), np.geomspace(1e5, 3e7, 8)
    in_time = slope(times, losses_in_time(alpha, times)) / (-alpha / (alpha + 1))
    least, _, _ = best_of_compute(alpha, computes)
    return Measured({"t": (in_time, 0.0), "c": (slope(computes, least) / (-alpha / (alpha + 2)), 0.0)},
                    "200 000 skills, R_k(0) = S/1000")
