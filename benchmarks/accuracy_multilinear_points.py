"""How many units of rounding the solver of the multilinear model loses: the tables that ``benchmarks.accuracy`` keeps of it, plain
summation beside it.

The reference is ``benchmarks.accuracy_multilinear``, of 50 digits; condition numbers are its differences.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import flint
import mpmath
import numpy as np
from mpmath import mpf

from benchmarks import accuracy_multilinear
from benchmarks.accuracy import Figure

QUANTITIES = ("loss",)
INPUTS = ("time", "alpha", "target", "start", "eta", "skills", "parameters")
TITLE, PRINTED = "multilinear", "multilinear, plain summation"
NUDGE = mpf(10) ** -20
"""By which inputs are multiplied for condition numbers; the differences keep 30 of the reference's digits."""
_REAL = INPUTS[:5]
_SUMMED = 1e5
"""How many skills plain summation is tried on at most."""


@dataclass(frozen=True)
class Model:
    """One model and one time; numbers of skills may be infinite."""

    time: float
    alpha: float
    target: float
    start: float
    eta: float
    skills: float
    parameters: float


def reference(point: Model, nudge: str = "") -> dict[str, list[mpf]]:
    """The loss, in a list of one, with 50 digits; ``nudge`` names an input to be multiplied by 1 + ``NUDGE``."""
    with accuracy_multilinear._precise():
        given = {name: flint.arb(getattr(point, name)) for name in _REAL}
        if nudge:
            given[nudge] *= 1 + flint.arb(10) ** -20
        return {"loss": [accuracy_multilinear.in_time(*given.values(), point.skills, point.parameters)]}


def condition(point: Model, exact: dict[str, list[mpf]]) -> dict[str, list[float]]:
    """1 plus the sum over the inputs z of |z dL/dz / L|."""
    (loss,) = exact["loss"]
    with mpmath.workdps(60):
        return {"loss": [float(1 + sum(abs((reference(point, name)["loss"][0] - loss) / (NUDGE * loss)) for name in _REAL))]}


def draw(count: int, seed: int = 20261123) -> Iterator[Model]:
    """Models of alpha from 0.05 to 5, starts from 1e-60 to next to the scale, few skills and endless ones, up to 1000 of them learned."""
    random = np.random.default_rng(seed)

    def magnitude(low, high):
        return float(10.0 ** random.uniform(low, high))

    for index in range(count):
        alpha, target, eta = float(random.uniform(0.05, 5.0)), magnitude(-2, 2), magnitude(-2, 2)
        start = target * (magnitude(-60, -6), magnitude(-6, -1), 1 - magnitude(-12, -1))[index % 3]
        skills = (np.inf, float(random.integers(2, 3000)), 1e8, np.inf, 2.0**53)[index % 5]
        parameters = min(skills, float(np.ceil(magnitude(0, 6)))) if index % 2 else skills
        learned = magnitude(-2, 3)
        time = learned ** (alpha + 1) / (2 * eta * target) if index % 19 else 0.0
        yield Model(float(time), alpha, target, min(start, math.nextafter(target, 0.0)), eta, skills, parameters)


def printed(points: list[Model]) -> dict[str, Figure]:
    """The sum term by term in float64, where the skills are few enough, against the same reference and condition numbers."""
    figure = Figure()
    for point in points:
        if point.skills > _SUMMED:
            continue
        exact = reference(point)
        k = np.arange(1.0, point.skills + 1)
        P = k ** -(point.alpha + 1)
        P /= P.sum()
        with np.errstate(all="ignore"):
            grown = np.exp(-2 * point.eta * P * point.target * point.time) * (point.target / point.start - 1)
            loss = (P * (point.target - point.target / (1 + grown) * (k <= point.parameters)) ** 2).sum() / 2
        figure.add(float(loss), exact["loss"][0], condition(point, exact)["loss"][0], math.inf, point)
    return {"loss, term by term": figure}
