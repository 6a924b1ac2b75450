"""Convergence in probability by Monte Carlo: how far the quantity is from its limit, at a small and at a great number.

The statement is supported where the median distance has fallen to half or less, and the distance of the mean to half or less within its
standard error: a distribution that grows narrow around another number passes the first, not the second. No finite number refutes a
limit, so that the other answer is undecided.
"""

from __future__ import annotations

import numpy as np
from sympy import Eq, Integer

from theoremtest.derivations.language import ConvergesInProbability, Evidence, Outcome
from theoremtest.derivations.language.laws import law_conditions
from theoremtest.numerics.routes.monte_carlo import ENGINE
from theoremtest.numerics.routes.points import draw
from theoremtest.numerics.routes.sampling import Sampler, one_thread
from theoremtest.numerics.routes.sizes import supported

COUNT, DRAWS = 3, 128
SMALL, GREAT = 4, 64
LIMIT = 6.0
"""Standard errors by which the distance of the mean may be off."""


def applies(statement) -> bool:
    return isinstance(statement, ConvergesInProbability)


def check(statement: ConvergesInProbability, seed: str, count: int = COUNT) -> Evidence:
    """The distances at a small and at a great value of the variable, at `count` points of the other symbols."""
    number, ratios = statement.variable, []
    domain = statement.on.but(*law_conditions(statement.draws), Eq(number, SMALL))
    drawn = draw(domain, count, seed)
    for place, point in enumerate(drawn):
        other, ratio = judged(statement, point, f"{seed} {place}")
        if other is not None:
            return other
        ratios.append(ratio)
    scope, figure = f"{len(ratios)} points, {number} = {SMALL} and {GREAT}, {DRAWS} draws each", f"{100 * max(ratios):.0f}%"
    return supported(Evidence("points", ENGINE, Outcome.AGREES, scope, f"the median distance falls to {figure}"), domain, drawn)


def judged(statement: ConvergesInProbability, point: dict, seed: str) -> tuple[Evidence | None, float]:
    """What one point shows other than agreement (None where it agrees), and to what share of itself the median distance falls."""
    number = statement.variable
    near = _gaps(statement, {**point, number: Integer(SMALL)}, f"{seed} small")
    far = _gaps(statement, {**point, number: Integer(GREAT)}, f"{seed} great")
    medians = np.median(np.abs(near)), np.median(np.abs(far))
    ratio = medians[1] / medians[0] if medians[0] else 0.0
    error = far.std(ddof=1) / np.sqrt(DRAWS)
    if medians[1] <= medians[0] / 2 and abs(far.mean()) <= abs(near.mean()) / 2 + LIMIT * error:
        return None, ratio
    return Evidence("points", ENGINE, Outcome.UNDECIDED, tried=(
        f"from {number} = {SMALL} to {GREAT} the median distance goes from {medians[0]:.3g} to {medians[1]:.3g}, "
        f"that of the mean from {abs(near.mean()):.3g} to {abs(far.mean()):.3g} ± {error:.1g}",)), ratio


def _gaps(statement, point: dict, seed: str) -> np.ndarray:
    sampler = Sampler(statement, point, seed)
    with one_thread():
        found = sampler.over(statement.quantity, sampler.block(DRAWS)) - sampler.stated(statement.value)
    return np.broadcast_to(found[:, 0], (DRAWS,))
