"""Trials of limits: the distance to the limit followed over growing arguments, and over those at which a stated rate has decayed so far."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
from sympy import Rational, S, oo

from theoremtest.derivations.language import Limit
from theoremtest.numerics.routes import integral_trials
from theoremtest.numerics.routes.relation_trials import inside
from theoremtest.numerics.routes.trial import DIGITS, Trial, decimal, trial
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.matrices import MOST, NOISE, difference, largest, settle, value

FAR = tuple(10**exponent for exponent in (2, 4, 8, 16, 32, 64, 128, 256))
NEAR = (50, 100, 200, 400, 800)
"""Sizes of the arguments at which the distance is taken."""
DECAYS = (4, 8, 16, 32, 64, 128, 256)
"""Decimal digits by which a rate has decayed at the arguments where the distance is held against it, if it decays like an exponential."""
OCTAVES, STEPS = (-64, 64), 16
"""Where such arguments are looked for: sizes from 2^-64 to 2^64, in so many steps for each factor of 2."""


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
        bounded = len(ratios) < 2 or _bounded(ratios)
        if rate is not None and len(ratios) < 3:  # at those arguments nothing is left of an exponential, however fast or slow
            ratios = _over_the_rate(statement, point, question)
            bounded = _levels_off(ratios)
        if not bounded:
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
                if rate is not None:
                    scale = largest(settle(lambda w, q=there: value(rate, q, w), 20, start=start, most=max(MOST, most)))
                    if apart:
                        ratios.append(apart / scale if scale else mpmath.inf)
                    elif scale > NOISE:  # a distance of 0 is one below that
                        ratios.append(mpmath.mpf(0))
            used.append(size)
    return distances, ratios, used


def _over_the_rate(statement: Limit, point: dict, question: tuple) -> list:
    """The distance to the limit over the rate at arguments where the rate is 10^-4, 10^-8, ..., 10^-256, worked out with four times its
    digits and more, as `settle` wants."""
    (expression, target, rate), ratios = question, []
    for decay in DECAYS:
        there = _where_decayed(statement, point, rate, decay)
        if there is None or not inside(statement.on, there):
            continue
        with mpmath.workdps(DIGITS):
            start, most = 80 + 4 * decay, max(MOST, 160 + 8 * decay)
            apart = largest(settle(lambda w, q=there: difference(expression, target, q, w), 20, start=start, most=most))
            ratios.append(apart / abs(value(rate, there, DIGITS)))
    if len(ratios) < 3:
        raise NotDefined(f"there are fewer than three arguments of {statement.variable} at which the rate {rate} can be followed")
    return ratios


def _where_decayed(statement: Limit, point: dict, rate, decay: int) -> dict | None:
    """The point with an argument, as far on its way as need be, at which the rate falls below so many digits; None where it does not."""
    def there(step: int) -> dict:
        size = Rational(int(mpmath.floor(mpmath.mpf(2) ** (100 + mpmath.mpf(step) / STEPS))), 2**100)
        return {**point, statement.variable: _approach(statement.to, size)}

    def small(step: int) -> bool:
        return abs(value(rate, there(step), 20)) <= mpmath.mpf(10) ** -decay

    least, most = (octave * STEPS for octave in OCTAVES)
    if small(least) or not small(most):
        return None
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if small(middle) else (middle, most)
    return there(most)


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
    size = S(size)
    return size if to is oo else -size if to is -oo else to + 1 / size


def _bounded(ratios: list) -> bool:
    """Whether ratios at arguments 10^2, 10^4, 10^8, ... look bounded: no growth even as slow as a logarithm's."""
    return all(mpmath.isfinite(ratio) for ratio in ratios) and ratios[-1] <= ratios[-2] * mpmath.mpf("1.01")


def _levels_off(ratios: list) -> bool:
    """Whether ratios at arguments that double look bounded. With an error like the argument's inverse, or its root's, steps become
    smaller; a logarithm grows by as much each time, and powers and exponentials by more."""
    first, second, third = ratios[-3:]
    return third <= second * mpmath.mpf("1.01") or third - second <= mpmath.mpf("0.8") * (second - first)
