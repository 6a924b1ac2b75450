"""What the multilinear model's solver returns: losses with their bounds, power laws, and the quantities of single skills along time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from theoremtest.numerics.kernels.array_like import plain
from theoremtest.numerics.models._arguments import array, fail
from theoremtest.numerics.models._backends import detached, holds_tensors
from theoremtest.numerics.models._multilinear_losses import flat, normalisation, ratio
from theoremtest.numerics.models._power_sums import alike
from theoremtest.numerics.models._skill_sums import Plan
from theoremtest.numerics.models.described import Described, Quantity

_COORDINATES = {
    "times": ("time", "time of gradient flow", "1/([eta] [target])"),
    "samples": ("samples", "number of samples", "1"),
    "alpha": ("alpha", "exponent of the frequencies k^-(alpha + 1)", "1"),
    "target": ("target", "target scale S", "[target]"),
    "start": ("start", "strength of a skill at time 0", "[target]"),
    "eta": ("eta", "learning rate", "[eta]"),
    "skills": ("skills", "number of skills", "1"),
    "parameters": ("parameters", "number of skills that the model has", "1"),
}
"""What a dataset says of each argument: name, meaning, units."""


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
class Enclosed(Described):
    """Losses of the multilinear model.

    loss       any shape
    remainder  the same: by how much the exact loss differs at most, roundings aside
    inputs     the checked arguments, each in a shape of its own
    plan       how the sums were formed, rows flat
    """

    MODEL: ClassVar[str] = "skills with power-law frequencies, the multilinear model"
    DRAWN: ClassVar[tuple[str, ...]] = ("loss",)
    LOGARITHMIC: ClassVar[bool] = True
    QUANTITIES: ClassVar[dict[str, Quantity]] = {
        "loss": Quantity("expected loss", "[target]^2"),
        "remainder": Quantity("how far the exact loss is away at most, roundings aside", "[target]^2"),
    }

    loss: Any
    remainder: Any
    inputs: dict[str, Any]
    plan: Plan | None = None

    def __repr__(self) -> str:
        loss = plain(self.loss)
        relative = float((plain(self.remainder) / np.where(loss > 0, loss, 1.0)).max(initial=0.0))
        return (f"<losses of the multilinear model; alpha {_range(self.inputs['alpha'])}, {_range(self.inputs['skills'])} skills, "
                f"shape {self.loss.shape}; left out at most {relative:.1g} of each>")

    @property
    def backend(self) -> str:
        """The one that computed the loss."""
        return "numpy" if isinstance(self.loss, np.ndarray) else "torch"

    def _axes(self, quantity: Quantity) -> tuple[str, ...]:
        """An axis along which one argument alone varies, and that argument along no other, has its name."""
        varying = {name: self._varying(value) for name, value in self.inputs.items()}
        names = []
        for axis in range(self.loss.ndim):
            here = [name for name, axes in varying.items() if axis in axes]
            alone = len(here) == 1 and varying[here[0]] == [axis]
            names.append(_COORDINATES[here[0]][0] if alone else f"axis_{axis}")
        return tuple(names)

    def _varying(self, value: Any) -> list[int]:
        """The axes of the common shape along which an argument has more than one entry, or none."""
        first = self.loss.ndim - value.ndim
        return [first + axis for axis, size in enumerate(value.shape) if size != 1]

    def _coordinates(self) -> dict[str, Any]:
        names = self._axes(self.QUANTITIES["loss"])
        found = {}
        for argument, value in self.inputs.items():
            name, meaning, units = _COORDINATES[argument]
            axes = tuple(names[axis] for axis in self._varying(value))
            found[name] = axes, plain(value).reshape([size for size in value.shape if size != 1]), {"units": units, "long_name": meaning}
        return found

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
