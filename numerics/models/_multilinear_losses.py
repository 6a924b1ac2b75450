"""The losses of the multilinear model as sums over skills, each with a bound of what the sums leave out: along time, after training on
samples, and of the skills that a model lacks. The arguments may carry bounds of rounding; the plan then says how the sums were formed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from rederive.numerics.kernels.array_like import plain
from rederive.numerics.models._power_sums import alike, power_sum
from rederive.numerics.models._skill_profiles import Learned, Unseen
from rederive.numerics.models._skill_sums import QUADRATURE, SERIES, Plan, bent_part, flat_part, planned, skill_sums


class Losses(NamedTuple):
    """Losses (n,), by how much each may stray, roundings aside, and the plan of the sums."""

    loss: Any
    remainder: np.ndarray
    plan: Plan | None


def normalisation(alpha: Any, skills: float) -> tuple[Any, float]:
    """A of P_s(k) = A k^-(alpha + 1), and by what part it may stray, roundings aside."""
    total, remainder = power_sum(np.ones(1), np.array([skills]), alpha)
    return 1.0 / total[0], float(remainder[0] / plain(total)[0])


def ratio(target: Any, start: Any) -> Any:
    """S/R_k(0) - 1."""
    return (target - start) / start


def in_time(inputs: dict[str, Any], plan: Plan | None = None, sums: Callable = skill_sums) -> Losses:
    """Nam 2024, Eq. (4.17) with d_k/D = P_s(k); times and parameters (n,), all else numbers."""
    normal, off = normalisation(inputs["alpha"], inputs["skills"])
    scale = inputs["times"] * (2.0 * inputs["eta"] * inputs["target"] * normal)
    return _weighed(inputs, Learned(scale, ratio(inputs["target"], inputs["start"])), normal, off, plan, sums)


def in_samples(inputs: dict[str, Any], plan: Plan | None = None, sums: Callable = skill_sums) -> Losses:
    """Nam 2024, Eq. (4.29), for the skills of the model, and what it lacks; samples and parameters (n,)."""
    normal, off = normalisation(inputs["alpha"], inputs["skills"])
    return _weighed(inputs, Unseen(inputs["samples"], normal), normal, off, plan, sums)


def of_lacking(inputs: dict[str, Any]) -> Losses:
    """Nam 2024, Eq. (4.36) as a sum: the skills behind the last one of the model; parameters (n,)."""
    normal, off = normalisation(inputs["alpha"], inputs["skills"])
    behind, stray = _behind(inputs)
    half = normal * inputs["target"] * inputs["target"] / 2.0
    return Losses(half * behind, 1.01 * plain(half) * (stray + off * plain(behind)), None)


def _weighed(inputs, profile, normal, off, plan, sums):
    alpha = inputs["alpha"]
    if plan is None:
        plan = planned(profile, inputs["parameters"], float(plain(alpha)))
    learning, remainder = sums(profile, alpha, plan)
    behind, stray = _behind(inputs)
    with np.errstate(all="ignore"):
        moved = np.where(plan.gone, 0.0, profile.stirred(plan.top, plain(profile.scale)))
    spread = off * ((1 + 2 * plan.top) * plain(learning) + moved / plain(normal) + plain(behind))
    half = normal * inputs["target"] * inputs["target"] / 2.0
    return Losses(half * (learning + behind), 1.01 * plain(half) * (remainder + stray + spread), plan)


def _behind(inputs):
    """The sums of k^-(alpha + 1) over the skills that the model lacks."""
    parameters, skills = inputs["parameters"], np.full(inputs["parameters"].shape, inputs["skills"])
    none = parameters == skills
    return power_sum(np.where(none, 1.0, parameters + 1.0), np.where(none, 0.0, skills), inputs["alpha"])


def time_constant(inputs: dict[str, Any], bent: Callable = bent_part) -> tuple[Any, float]:
    """What T^(alpha/(alpha + 1)) times the loss of endlessly many skills tends to, and by how much it may stray, roundings aside.

    That is S^2/2 A b^(1/s - 1) times the integral of f over all x > 0 at scale 1, with b = 2 eta S A and s = alpha + 1.
    """
    alpha, target = inputs["alpha"], inputs["target"]
    normal, off = normalisation(alpha, np.inf)
    profile, s = Learned(alike(np.ones(1), alpha), ratio(target, inputs["start"])), float(plain(alpha)) + 1.0
    top = profile.floor + profile.MARGIN
    first, turn = np.array([top ** (-1 / s)]), np.array([0.5 ** (-1 / s)])
    begun = bent(profile, alpha, first, turn, int(np.ceil(2.02 * top)))
    behind, leading = flat_part(profile, alpha, turn, np.array([np.inf]))
    size = target * target / 2.0 * normal * np.power(2.0 * inputs["eta"] * target * normal, 1.0 / (alpha + 1.0) - 1.0)
    value, first_part = plain(begun + behind)[0], float(profile.bound(np.array(0.9999 * top))) * float(first[0])
    left_out = QUADRATURE * plain(begun)[0] + SERIES * plain(leading)[0] + first_part + off * value
    return size * (begun + behind)[0], 1.01 * float(plain(size)) * float(left_out)
