"""Means along a diffusion by simulation: its paths step by step (Euler and Maruyama), with noise and its opposite, from a seeded generator.

Along a path, what the quantity has changed by, less what its stated rate adds up to, has the mean 0. One step is off by its square, so that
paths of half the steps on the same noise tell what the steps are worth, and the error of twice as many is taken off. Nothing is
differentiated: no rule is shared with the generator.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from sympy import S

from theoremtest.derivations.language.diffusion import MeanEvolves
from theoremtest.numerics.routes.sampling import Sampler, one_thread
from theoremtest.numerics.values.evaluate import NotDefined

PATHS, STEPS, SPAN = 1 << 14, 32, 0.25
"""Pairs of paths, long steps, and the longest time that they take."""
LIMIT = 5.5
"""Standard errors by which a true mean may be off."""


def simulated(statement: MeanEvolves, point: dict, seed: str) -> tuple[bool, str, str, str]:
    """Whether the mean changes otherwise than stated from a point, the two numbers that show it, and how near.

    Raises NotDefined.
    """
    flow = statement.along
    sampler = Sampler(SimpleNamespace(on=statement.on, draws=dict.fromkeys(flow.wiener, S.One)), point, seed)
    with np.errstate(all="ignore"), one_thread():
        paces = [np.abs(sampler.over(rate, sampler.fixed)).max() / (1 + np.abs(sampler.fixed[state]).max())
                 for state, rate in flow.drift.items()]
        span = SPAN / max(1.0, *paces)
        fine, coarse = _gaps(statement, sampler, span)
    if not (np.isfinite(fine).all() and np.isfinite(coarse).all()):
        raise NotDefined("a path has no number in float64, or leaves where the equation has values")
    gaps = 2 * fine - coarse
    step = abs(float(fine.mean() - coarse.mean()))
    error = float(gaps.std(ddof=1)) / np.sqrt(len(gaps)) + step / STEPS + 1e-12 * float(np.abs(fine).max() + 1)
    off = abs(float(gaps.mean())) / error
    found = f"{gaps.mean():.4g} ± {error:.1g} more than the rate in a time of {span:.2g}"
    return off > LIMIT, found, "0", f"within {off:.1f} standard errors"


def _gaps(statement: MeanEvolves, sampler: Sampler, span: float) -> tuple[np.ndarray, np.ndarray]:
    """What a quantity has changed by more than its rate says, for each pair of paths: with short steps, and with twice as long ones."""
    flow, short = statement.along, span / (2 * STEPS)
    ways = [(length, sign) for length in (1, 2) for sign in (1, -1)]
    start = {state: np.broadcast_to(sampler.fixed[state], (PATHS, *np.shape(sampler.fixed[state]))) for state in flow.states}
    places = {way: dict(start) for way in ways}
    total = {way: np.zeros(PATHS) for way in ways}

    def over(formula, way, wiener=None):
        found = sampler.over(formula, {**sampler.fixed, **places[way], **(wiener or {})})
        return np.broadcast_to(found, (PATHS, found.shape[-1]))

    def advance(way, noise: dict, time: float) -> None:
        total[way] = total[way] + time * over(statement.rate, way)[:, 0]
        noise = {letter: way[1] * steps for letter, steps in noise.items()}
        places[way] = {state: x + (time * over(flow.drift[state], way) + over(flow.noise.get(state, S.Zero), way, noise)).reshape(x.shape)
                       for state, x in places[way].items()}

    for _ in range(STEPS):
        first, second = ({letter: short ** 0.5 * steps for letter, steps in sampler.block(PATHS).items() if letter in flow.wiener}
                         for _ in range(2))
        for sign in (1, -1):
            advance((1, sign), first, short)
            advance((1, sign), second, short)
            advance((2, sign), {letter: first[letter] + second[letter] for letter in first}, 2 * short)
    begun = sampler.over(statement.quantity, sampler.fixed)[0, 0]
    found = {way: over(statement.quantity, way)[:, 0] - begun - total[way] for way in ways}
    return (found[1, 1] + found[1, -1]) / 2, (found[2, 1] + found[2, -1]) / 2

