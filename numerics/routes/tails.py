"""Bounds of probabilities by Monte Carlo: how often the event comes up at random points, against the bound, by its standard error.

A law of which two moments are known is drawn as one of two numbers, as lopsided as chance has it: for many bounds there is no worse law.
"""

from __future__ import annotations

import numpy as np
from sympy import Ge, Gt

from theoremtest.derivations.language import Counterexample, Evidence, Outcome
from theoremtest.derivations.language.laws import law_conditions
from theoremtest.derivations.language.tails import TailBound
from theoremtest.numerics.routes.monte_carlo import ENGINE, LIMIT
from theoremtest.numerics.routes.points import draw
from theoremtest.numerics.routes.refutation import told_apart
from theoremtest.numerics.routes.sampling import Sampler, one_thread
from theoremtest.numerics.routes.sizes import supported
from theoremtest.numerics.routes.trial import named

COUNT, DRAWS = 8, 1 << 16


def applies(statement) -> bool:
    return isinstance(statement, TailBound)


def check(statement: TailBound, seed: str, count: int = COUNT) -> Evidence:
    """The frequency of the event at `count` points of the domain."""
    domain = statement.on.but(*law_conditions(statement.draws))
    points, nearest = draw(domain, count, seed), 0.0
    for number, point in enumerate(points):
        share, stated = frequency(statement, point, f"{seed} {number}")
        error = max(np.sqrt(share * (1 - share) / DRAWS), 1 / DRAWS)
        if share > stated + LIMIT * error + 1e-12:
            items = tuple(item for item in named(point) if item[0] not in {str(symbol) for symbol in statement.draws})
            example = Counterexample(items, f"{share:.6g} ± {error:.1g}", f"at most {stated:.6g}", f"{DRAWS} draws")
            return told_apart(statement, None, Evidence("points", ENGINE, Outcome.REFUTED, "numerical", counterexample=example))
        nearest = max(nearest, share / stated if stated > 0 else 0.0)
    figure = f"the event comes up at most {nearest:.2g} times as often as it may"
    return supported(Evidence("points", ENGINE, Outcome.AGREES, f"{len(points)} points of {DRAWS} draws", figure), domain, points)


def frequency(statement: TailBound, point: dict, seed: str) -> tuple[float, float]:
    """How often the event comes up at a point, and how often it may."""
    sampler = Sampler(statement, point, seed)
    with np.errstate(all="ignore"), one_thread():
        known, stated = sampler.block(DRAWS), float(sampler.stated(statement.at_most)[0])
        happens = np.ones(DRAWS, dtype=bool)
        for part in statement.comparisons():
            gap = np.broadcast_to(sampler.over(part.lhs - part.rhs, known)[:, 0], (DRAWS,))
            gap = gap if isinstance(part, (Gt, Ge)) else -gap
            happens &= gap > 0  # what lies on the edge is rounding: it is left out, which makes an event no more frequent
    return float(happens.mean()), stated
