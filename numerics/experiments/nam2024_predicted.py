"""What the extended multilinear model of Nam's Chapter 5 predicts of networks that learn skills, once it is calibrated on one skill.

Strengths R_k/S in time by Eq. (5.2) with the constant B itself in the exponent, by samples by Eq. (5.5) as printed and corrected, by nodes
by Eq. (5.9); and how far small networks, those of `nam2024_emergence`, are from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from scipy.optimize import minimize_scalar

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.experiments.nam2024_emergence import DEVIATION, SCALE, Training, in_data, in_time

Model = Callable[[np.ndarray, np.ndarray, float], np.ndarray]
"""Strengths (places, skills) at times or sizes (places,), for frequencies (skills,) and the constant that is calibrated."""

SMALL = Training(1, 9, 64, 128, 0, 0.08, runs=5)
ONE_SKILL, THREE_SKILLS = tuple(range(0, 801, 20)), tuple(range(0, 5601, 80))
ON_SAMPLES = replace(SMALL, width=48, batch=48, steps=2500, rate=0.07, halved=2000)
SAMPLES = (10, 20, 40, 60, 80, 120, 160, 240)
SEEDS = 4


def in_steps(rate: float) -> Model:
    """Eq. (5.2) with the constant B itself in the exponent, after T steps of this rate, from R_k(0) = B times the square of the start."""
    def model(steps: np.ndarray, often: np.ndarray, constant: float) -> np.ndarray:
        behind = SCALE / (constant * DEVIATION**2) - 1
        return 1 / (1 + behind * np.exp(-2 * rate * constant * SCALE * np.outer(steps, often)))
    return model


def by_samples(sizes: np.ndarray, often: np.ndarray, needed: float) -> np.ndarray:
    """Eq. (5.5) corrected: d_k/D_c, at most one, with d_k = P(k) D."""
    return np.minimum(np.outer(sizes, often) / needed, 1.0)


def by_samples_printed(sizes: np.ndarray, often: np.ndarray, needed: float) -> np.ndarray:
    """Eq. (5.5) as printed, 1 - sqrt(1 - d_k/D_c)."""
    return 1 - np.sqrt(1 - by_samples(sizes, often, needed))


def by_nodes(nodes: np.ndarray, often: np.ndarray, needed: float) -> np.ndarray:
    """Eq. (5.9): the first skill has the first N_c nodes, the next one the next."""
    return np.clip(nodes[:, None] / needed - np.arange(len(often)), 0.0, 1.0)


def nearest(model: Model, places: np.ndarray, often: np.ndarray, first: np.ndarray, constants: np.ndarray) -> float:
    """The constant, of those given in rising order or between them, with which a model is nearest to the first skill's strength."""
    def off(constant: float) -> float:
        return float(np.sum((model(places, often, constant)[:, 0] - first) ** 2))
    best = min(range(len(constants)), key=lambda place: off(constants[place]))
    around = constants[max(best - 1, 0)], constants[min(best + 1, len(constants) - 1)]
    return float(minimize_scalar(off, bounds=around, method="bounded").x)


def halfway(places: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """Where each skill's strength, (places, skills), first is a half, between places by straight lines; not a number where nowhere."""
    found = []
    for curve in strengths.T:
        after = int(np.argmax(curve >= 0.5))
        found.append(np.interp(0.5, curve[after - 1:after + 1], places[after - 1:after + 1]) if after else np.nan)
    return np.array(found)


def calibration() -> Measured:
    """Fig. 5.2: the greatest distances over S of the calibrated model from the mean of networks that learn one skill: e_T in time, e_D by
    samples with Eq. (5.5) corrected, e_P as printed.
    """
    found = [_apart(seed) for seed in range(SEEDS)]
    return Measured({name: over_starts([one[name] for one in found]) for name in ("e_T", "e_D", "e_P")}, of=_of("one skill"))


def emergence() -> Measured:
    """Fig. 5.1(a): r_k, the time at which networks have half of skill k, over that of the model calibrated on one skill."""
    places, often = np.array(THREE_SKILLS, dtype=float), replace(SMALL, skills=3).frequencies
    ratios = []
    for seed in range(SEEDS):
        trained = in_time(replace(SMALL, skills=3), THREE_SKILLS, seed).mean(0)
        model = in_steps(SMALL.rate)(places, often, _time_constant(seed)[1])
        ratios.append(halfway(places, trained) / halfway(places, model))
    return Measured({f"r_{k + 1}": over_starts([one[k] for one in ratios]) for k in range(3)}, of=_of("three skills"))


def _apart(seed: int) -> dict[str, float]:
    often, sizes = SMALL.frequencies, np.array(SAMPLES, dtype=float)
    found = {"e_T": _time_constant(seed)[0]}
    learned = in_data(ON_SAMPLES, SAMPLES, seed)[0].mean(1)[:, 0]
    for name, model in (("e_D", by_samples), ("e_P", by_samples_printed)):
        needed = nearest(model, sizes, often, learned, np.geomspace(sizes[0], sizes[-1], 200))
        found[name] = float(np.abs(model(sizes, often, needed)[:, 0] - learned).max())
    return found


@cache
def _time_constant(seed: int) -> tuple[float, float]:
    """How far Eq. (5.2) is from networks that learn one skill in time, and its constant B."""
    places, often, model = np.array(ONE_SKILL, dtype=float), SMALL.frequencies, in_steps(SMALL.rate)
    learned = in_time(SMALL, ONE_SKILL, seed).mean(0)[:, 0]
    constant = nearest(model, places, often, learned, np.geomspace(1e-3, 1.0, 400))
    return float(np.abs(model(places, often, constant)[:, 0] - learned).max()), constant


def _of(skills: str) -> str:
    return f"{SEEDS} times the mean of {SMALL.runs} networks of two layers on {skills}, parities of three of {SMALL.bits} bits"
