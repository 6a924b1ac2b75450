"""What the multilinear model's solver returns: losses with their bounds, power laws, and the quantities of single skills along time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rederive.numerics.kernels.array_like import plain
from rederive.numerics.models._arguments import array, fail
from rederive.numerics.models._backends import detached, holds_tensors
from rederive.numerics.models._multilinear_losses import flat, normalisation, ratio
from rederive.numerics.models._power_sums import alike
from rederive.numerics.models._skill_sums import Plan


class PowerLaw(NamedTuple):
    """constant x^exponent, with the exact constant within ``remainder`` of the one given, roundings aside; numbers, arrays or tensors."""

    constant: Any
    exponent: Any
    remainder: Any

    def __call__(self, x: Any) -> Any:
        """The power law at x, of any shape that broadcasts with the constants'."""
        if holds_tensors(*self) and not holds_tensors(x):
            x = self.constant.new_tensor(x)
        return self.constant * x**self.exponent if holds_tensors(x) else self.constant * np.power(x, self.exponent)


@dataclass(eq=False, repr=False)
class Enclosed:
    """Losses of the multilinear model.

    loss       any shape
    remainder  the same: by how much the exact loss differs at most, roundings aside
    inputs     the checked arguments, each in a shape of its own
    plan       how the sums were formed, rows flat
    """

    loss: Any
    remainder: Any
    inputs: dict[str, Any]
    plan: Plan | None = None

    def __repr__(self) -> str:
        loss = plain(self.loss)
        relative = float((plain(self.remainder) / np.where(loss > 0, loss, 1.0)).max(initial=0.0))
        return (f"<losses of the multilinear model; alpha {_range(self.inputs['alpha'])}, {_range(self.inputs['skills'])} skills, "
                f"shape {self.loss.shape}; left out at most {relative:.1g} of each>")

    def frequency(self, skill: Any) -> Any:
        """P(k) = A k^-(alpha + 1) of skills 1, 2, ..., of any shape; in that shape and then the common one of alpha and the number of
        skills. Raises ValueError for what is no skill of the model's data."""
        return self._frequency(_skills(skill), self._normal.ndim)

    def _frequency(self, skill, dimensions):
        """In the shape of ``skill`` and then so many axes, with which alpha and the number of skills broadcast."""
        places = skill.reshape(skill.shape + (1,) * dimensions)
        beyond = (places > self.inputs["skills"]).any()
        if beyond:
            fail("skill", f"{skill.max():g}", f"whole numbers from 1 to {plain(self.inputs['skills']).min():g}")
        with np.errstate(under="ignore"):
            return self._normal * (np.power(places, -self.inputs["alpha"]) / places)

    @cached_property
    def _normal(self):
        inputs = {name: self.inputs[name] for name in ("alpha", "skills")}
        shape = np.broadcast_shapes(*(value.shape for value in inputs.values()))
        return normalisation(**flat(inputs, shape))[0].reshape(shape)


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
        """The time at which R_k is epsilon S, for a number epsilon above 0 and below 1, in the shape of ``skill`` and then the common one
        of the model's numbers; 0 where it is at the start (Nam 2024, Eq. 3.12). For a skill among the model's basis functions."""
        given = array("epsilon", detached(epsilon))
        if given.ndim or not 0 < given < 1:
            fail("epsilon", f"shape {given.shape}" if given.ndim else f"{given:g}", "a number above 0 and below 1")
        share, names = alike(given, self.inputs["alpha"]), ("alpha", "target", "start", "eta", "skills")
        dimensions = max(self.inputs[name].ndim for name in names)
        target, start = self.inputs["target"], self.inputs["start"]
        rate = 2.0 * self.inputs["eta"] * self._frequency(_skills(skill), dimensions)
        waited = np.log1p(np.maximum((share * target - start) / (start * (1.0 - share)), 0.0))
        return waited / (rate * target)

    def _decayed(self, skill):
        """Which skills the model has, and (S/R_k(0) - 1) e^(-2 eta P(k) S T)."""
        inputs, skill, dimensions = self.inputs, _skills(skill), self.loss.ndim
        frequency = self._frequency(skill, dimensions)
        with np.errstate(under="ignore"):
            rate = 2.0 * inputs["eta"] * inputs["target"] * frequency
            decayed = ratio(inputs["target"], inputs["start"]) * np.exp(-(rate * inputs["times"]))
        return skill.reshape(skill.shape + (1,) * dimensions) <= inputs["parameters"], decayed


def _skills(skill):
    skill = array("skill", detached(skill))
    bad = (skill < 1) | (skill != np.floor(skill))
    if bad.any():
        fail("skill", f"{skill[bad].flat[0]:g}", "whole numbers of at least 1")
    return skill


def _range(value):
    value = plain(value)
    return f"{value.min():g} to {value.max():g}" if value.size and value.min() < value.max() else ", ".join(
        f"{part:g}" for part in value.flat[:1])
