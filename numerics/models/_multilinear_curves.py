"""What the multilinear model's solver returns: losses with their bounds, power laws, and the quantities of single skills along time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rederive.numerics.models._arguments import array, fail
from rederive.numerics.models._multilinear_losses import normalisation, ratio
from rederive.numerics.models._power_sums import alike
from rederive.numerics.models._skill_sums import Plan


class PowerLaw(NamedTuple):
    """constant x^exponent, with the exact constant within ``remainder`` of the one given, roundings aside."""

    constant: float
    exponent: float
    remainder: float

    def __call__(self, x: Any) -> Any:
        """The power law at x, of any shape."""
        return self.constant * np.power(x, self.exponent)


@dataclass(eq=False, repr=False)
class Enclosed:
    """Losses of the multilinear model.

    loss       any shape
    remainder  the same: by how much the exact loss differs at most, roundings aside
    inputs     the checked arguments, rows flat
    plan       how the sums were formed
    """

    loss: np.ndarray
    remainder: np.ndarray
    inputs: dict[str, Any]
    plan: Plan | None = None

    def __repr__(self) -> str:
        relative = float((self.remainder / np.where(self.loss > 0, self.loss, 1.0)).max(initial=0.0))
        return (f"<losses of the multilinear model; alpha {self.inputs['alpha']:g}, {self.inputs['skills']:g} skills, "
                f"shape {self.loss.shape}; left out at most {relative:.1g} of each>")

    def frequency(self, skill: Any) -> Any:
        """P(k) = A k^-(alpha + 1) of skills 1, 2, ..., of any shape. Raises ValueError for what is no skill of the model's data."""
        skill = array("skill", skill)
        bad = (skill < 1) | (skill != np.floor(skill)) | (skill > self.inputs["skills"])
        if bad.any():
            fail("skill", f"{skill[bad].flat[0]:g}", f"whole numbers from 1 to {self.inputs['skills']:g}")
        with np.errstate(under="ignore"):
            return self._normal * (np.power(skill, -self.inputs["alpha"]) / skill)

    @cached_property
    def _normal(self):
        return normalisation(self.inputs["alpha"], self.inputs["skills"])[0]


class LearningCurve(Enclosed):
    """The loss along time; and of single skills, strengths, losses, and the times at which they emerge."""

    def strength(self, skill: Any) -> Any:
        """R_k(T), Nam 2024, Eq. (4.11), in the shape of ``skill`` and then that of ``loss``; 0 for skills that the model lacks."""
        has, decayed = self._decayed(skill)
        return np.where(has, self.inputs["target"] / (1.0 + decayed), 0.0)

    def skill_loss(self, skill: Any) -> Any:
        """L_k(T) = (S - R_k)^2/2, Nam 2024, Eqs. (4.10) and (4.18), shaped as ``strength``."""
        has, decayed = self._decayed(skill)
        with np.errstate(under="ignore"):
            left = self.inputs["target"] * np.where(has, decayed / (1.0 + decayed), 1.0)
            return left * left / 2.0

    def emergence_time(self, epsilon: float, skill: Any) -> Any:
        """The time at which R_k is epsilon S, for a number epsilon above 0 and below 1, in the shape of ``skill``; 0 where it is at the
        start (Nam 2024, Eq. 3.12). For a skill among the model's basis functions."""
        epsilon = array("epsilon", epsilon)
        if epsilon.ndim or not 0 < epsilon < 1:
            fail("epsilon", f"shape {epsilon.shape}" if epsilon.ndim else f"{epsilon:g}", "a number above 0 and below 1")
        epsilon = alike(epsilon, self.inputs["alpha"])
        target, start, rate = self.inputs["target"], self.inputs["start"], 2.0 * self.inputs["eta"] * self.frequency(skill)
        waited = np.log1p(np.maximum((epsilon * target - start) / (start * (1.0 - epsilon)), 0.0))
        return waited / (rate * target)

    def _decayed(self, skill):
        """Which skills the model has, and (S/R_k(0) - 1) e^(-2 eta P(k) S T)."""
        inputs, frequency = self.inputs, self.frequency(skill)
        shape, places = self.loss.shape, np.shape(skill) + (1,) * self.loss.ndim
        rate = 2.0 * inputs["eta"] * inputs["target"] * frequency
        with np.errstate(under="ignore"):
            decayed = ratio(inputs["target"], inputs["start"]) * np.exp(-(rate.reshape(places) * inputs["times"].reshape(shape)))
        return np.reshape(skill, places) <= inputs["parameters"].reshape(shape), decayed
