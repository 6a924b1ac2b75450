"""Trials of limits: the distance to the limit followed over growing arguments."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
from sympy import S, oo

from rederive.derivations.language import Limit
from rederive.numerics.routes import integral_trials
from rederive.numerics.routes.relation_trials import inside
from rederive.numerics.routes.trial import DIGITS, Trial, decimal, trial
from rederive.numerics.values.evaluate import NotDefined
from rederive.numerics.values.matrices import MOST, NOISE, difference, largest, settle, value

FAR = tuple(10**exponent for exponent in (2, 4, 8, 16, 32, 64, 128, 256))
NEAR = (50, 100, 200, 400, 800)
"""Sizes of the arguments at which the distance is taken."""


@trial.register
def _(statement: Limit, point):
    """The distance to the limit at growing arguments: it shrinks, and over the stated rate it tends to a finite number."""
    if integral_trials.speaks(statement):
        return integral_trials.limit(statement, point)
    domain, x = statement.on, statement.variable
    expression, target = domain.expand(statement.expression), domain.expand(statement.value)
    rate = None if statement.rate is None else domain.expand(statement.rate)
    question = expression, target, rate
    try:
        distances, ratios, used = _followed(statement, point, question, FAR, _digits_far)
    except NotDefined:  # exponentials that cancel are beyond every precision far out, and have long decayed before
        distances, ratios, used = _followed(statement, point, question, NEAR, _digits_near)
    if len(used) < 3:
        raise NotDefined(f"fewer than three arguments of {x} on the way to {statement.to} lie in the domain")
    with mpmath.workdps(DIGITS):
        tail = distances[-4:]  # what happens before says nothing about the limit
        most = [d or NOISE for d in tail]  # a distance that settles to 0 is one too small to be told from it, and the next may stand again
        if any(d < 0 for d in tail) or tail[-1] > most[0] / 4 or any(b > a for a, b in zip(most, tail[1:], strict=False)):
            return Trial(0, True, decimal(tail[-1]), "0", f"the distance to the limit, arguments up to {used[-1]:.0e} on the way")
        if len(ratios) > 1 and not _bounded(ratios):
            return Trial(0, True, decimal(ratios[-1]), decimal(ratios[0]), "the distance over the stated rate does not stay bounded")
    return Trial(DIGITS, False, note="tends to the limit" if rate is None else "tends to the limit at the stated rate")


def _followed(statement: Limit, point: dict, question: tuple, sizes: tuple,
              working: Callable[[int], tuple[int, int]]) -> tuple[list, list, list]:
    """Distances to the limit, their ratios to the rate, and the sizes at which they were taken: those whose arguments the domain admits.

    working: the digits to begin with at a size, and the most.
    """
    (expression, target, rate), domain, distances, ratios, used = question, statement.on, [], [], []
    for size in sizes:
        there = {**point, statement.variable: _approach(statement.to, size)}
        if not inside(domain, there):
            continue
        with mpmath.workdps(DIGITS):
            if target in (oo, -oo):
                reached = settle(lambda w, q=there: value(expression, q, w), 20)[0]
                distances.append(1 / reached if target is oo else -1 / reached)
            else:
                start, most = working(size)
                apart = largest(settle(lambda w, q=there: difference(expression, target, q, w), 20, start=start, most=max(MOST, most)))
                distances.append(apart)
                if rate is not None and apart:
                    scale = largest(settle(lambda w, q=there: value(rate, q, w), 20, start=start, most=max(MOST, most)))
                    ratios.append(apart / scale if scale else mpmath.inf)
            used.append(size)
    return distances, ratios, used


def _digits_far(size: int) -> tuple[int, int]:
    """For powers. Two equal roundings of terms as large as the argument's square would look settled; a fourth power less the part of
    it that is as small as the argument's inverse square stands with six times the argument's digits."""
    powers = len(str(size)) - 1
    return 160 + 3 * powers, 160 + 12 * powers


def _digits_near(size: int) -> tuple[int, int]:
    """For exponentials: of a few times the argument, they have as many digits."""
    return 160 + 4 * size, 160 + 16 * size


def _approach(to, size: int):
    """An argument of that size where the limit is at infinity, else one as near as its inverse."""
    return S(size) if to is oo else -S(size) if to is -oo else to + 1 / S(size)


def _bounded(ratios: list) -> bool:
    """Whether ratios at arguments 10^2, 10^4, 10^8, ... look bounded: no growth even as slow as a logarithm's."""
    return all(mpmath.isfinite(ratio) for ratio in ratios) and ratios[-1] <= ratios[-2] * mpmath.mpf("1.01")
