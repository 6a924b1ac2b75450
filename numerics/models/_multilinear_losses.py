"""The losses of the multilinear model as sums over skills, each with a bound of what the sums leave out: along time, after training on
samples, and of the skills that a model lacks; and the constants of the power laws. The arguments, one entry per row or one for all, may
carry bounds of rounding, or be Torch tensors; the plan then says how the sums were formed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.special import gamma

from theoremtest.numerics.kernels.array_like import plain
from theoremtest.numerics.models._power_sums import alike, power_sum
from theoremtest.numerics.models._skill_profiles import Learned, Unseen, of_rows
from theoremtest.numerics.models._skill_sums import QUADRATURE, SERIES, Plan, bent_part, flat_part, planned, skill_sums

ROWS = 1024
"""How many rows are worked on at once, so that memory stays bounded however many there are."""


class Losses(NamedTuple):
    """Losses (n,), by how much each may stray, roundings aside, and the plan of the sums."""

    loss: Any
    remainder: np.ndarray
    plan: Plan | None


def flat(inputs: dict[str, Any], shape: tuple[int, ...], full: set[str] | frozenset[str] = frozenset()) -> dict[str, Any]:
    """Arguments as rows, (n,) each, or (1,) where one number serves all and it is none of ``full``."""

    def row(value):
        spread = np.broadcast_to(value, shape)
        return (np.array(spread) if isinstance(spread, np.ndarray) else spread).reshape(-1)

    return {name: row(value) if value.ndim or name in full else value.reshape(1) for name, value in inputs.items()}


def in_pieces(compute: Callable[[dict[str, Any]], Losses], rows: dict[str, Any], count: int, most: int | None = None) -> Losses:
    """``compute`` of at most so many rows at a time, ``ROWS`` if None."""
    step = most or ROWS
    pieces = [slice(low, low + step) for low in range(0, count, step)] or [slice(0, 0)]
    found = [compute({name: of_rows(value, piece) for name, value in rows.items()}) for piece in pieces]
    plans = [part.plan for part in found if part.plan is not None]
    plan = Plan(*(np.concatenate(parts) for parts in zip(*(vars(part).values() for part in plans)))) if plans else None
    return Losses(np.concatenate([part.loss for part in found]), np.concatenate([part.remainder for part in found]), plan)


def normalisation(alpha: Any, skills: np.ndarray) -> tuple[Any, np.ndarray]:
    """A of P_s(k) = A k^-(alpha + 1), and by what part it may stray, roundings aside; for alpha and skills (n,) or (1,)."""
    total, remainder = power_sum(np.ones(1), skills, alpha)
    return 1.0 / total, remainder / plain(total)


def ratio(target: Any, start: Any) -> Any:
    """S/R_k(0) - 1."""
    return (target - start) / start


def in_time(inputs: dict[str, Any], plan: Plan | None = None, sums: Callable = skill_sums) -> Losses:
    """Nam 2024, Eq. (4.17) with d_k/D = P_s(k); times and parameters (n,), all else (n,) or (1,)."""
    normal, off = normalisation(inputs["alpha"], inputs["skills"])
    scale = inputs["times"] * (2.0 * inputs["eta"] * inputs["target"] * normal)
    return _weighed(inputs, Learned(scale, ratio(inputs["target"], inputs["start"])), normal, off, plan, sums)


def in_samples(inputs: dict[str, Any], plan: Plan | None = None, sums: Callable = skill_sums) -> Losses:
    """Nam 2024, Eq. (4.29), for the skills of the model, and what it lacks; samples and parameters (n,), all else (n,) or (1,)."""
    normal, off = normalisation(inputs["alpha"], inputs["skills"])
    return _weighed(inputs, Unseen(inputs["samples"], normal), normal, off, plan, sums)


def of_lacking(inputs: dict[str, Any]) -> Losses:
    """Nam 2024, Eq. (4.36) as a sum: the skills behind the last one of the model; parameters (n,), all else (n,) or (1,)."""
    normal, off = normalisation(inputs["alpha"], inputs["skills"])
    behind, stray = _behind(inputs)
    half = normal * inputs["target"] * inputs["target"] / 2.0
    return Losses(half * behind, 1.01 * plain(half) * (stray + off * plain(behind)), None)


def _weighed(inputs, profile, normal, off, plan, sums):
    alpha = inputs["alpha"]
    if plan is None:
        plan = planned(profile, inputs["parameters"], plain(alpha))
    learning, remainder = sums(profile, alpha, plan)
    behind, stray = _behind(inputs)
    with np.errstate(all="ignore"):
        moved = np.where(plan.gone, 0.0, profile.stirred(plan.top, plain(profile.scale)))
    spread = off * ((1 + 2 * plan.top) * plain(learning) + moved / plain(normal) + plain(behind))
    half = normal * inputs["target"] * inputs["target"] / 2.0
    return Losses(half * (learning + behind), 1.01 * plain(half) * (remainder + stray + spread), plan)


def _behind(inputs):
    """The sums of k^-(alpha + 1) over the skills that the model lacks."""
    parameters, skills = inputs["parameters"], inputs["skills"]
    none = parameters == skills
    return power_sum(np.where(none, 1.0, parameters + 1.0), np.where(none, 0.0, skills), inputs["alpha"])


def time_constant(inputs: dict[str, Any], bent: Callable = bent_part) -> Losses:
    """What T^(alpha/(alpha + 1)) times the loss of endlessly many skills tends to; all arguments (n,).

    That is S^2/2 A b^(1/s - 1) times the integral of f over all x > 0 at scale 1, with b = 2 eta S A and s = alpha + 1.
    """
    alpha, target = inputs["alpha"], inputs["target"]
    normal, off = normalisation(alpha, np.array([np.inf]))
    profile, s = Learned(alike(np.ones(alpha.shape), alpha), ratio(target, inputs["start"])), plain(alpha) + 1.0
    top = profile.floor + profile.MARGIN
    first, turn = top ** (-1 / s), 0.5 ** (-1 / s)
    begun = bent(profile, alpha, first, turn, int(np.ceil(2.02 * top.max(initial=0.5))))
    behind, leading = flat_part(profile, alpha, turn, np.full(turn.shape, np.inf))
    size = target * target / 2.0 * normal * np.power(2.0 * inputs["eta"] * target * normal, 1.0 / (alpha + 1.0) - 1.0)
    value, first_part = plain(begun + behind), profile.bound(0.9999 * top) * first
    left_out = QUADRATURE * plain(begun) + SERIES * plain(leading) + first_part + off * value
    return Losses(size * (begun + behind), 1.01 * plain(size) * left_out, None)


def data_constant(inputs: dict[str, Any]) -> Losses:
    """S^2/2 A^(1/(alpha + 1)) Gamma(alpha/(alpha + 1))/(alpha + 1); all arguments (n,)."""
    alpha, s = inputs["alpha"], inputs["alpha"] + 1
    normal, off = normalisation(alpha, np.array([np.inf]))
    constant = inputs["target"] * inputs["target"] / 2 * np.power(normal, 1 / s) * gamma(alpha / s) / s
    return Losses(constant, 1.01 * off * plain(constant), None)


def parameter_constant(inputs: dict[str, Any]) -> Losses:
    """S^2 A/(2 alpha); all arguments (n,)."""
    normal, off = normalisation(inputs["alpha"], np.array([np.inf]))
    constant = inputs["target"] * inputs["target"] * normal / (2 * inputs["alpha"])
    return Losses(constant, 1.01 * off * plain(constant), None)
