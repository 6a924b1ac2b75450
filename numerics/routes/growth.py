"""Exponents measured: the points route of a `Scales`, a slope between two huge arguments on the exact sums.

The expression is worked out with mpmath at arguments 10^1000 and 10^2000; the slope of its logarithm must be the stated exponent to
within what a sum of a few terms can still bend it at that size.
"""

from __future__ import annotations

import random

import mpmath
from sympy import Integer, Pow

from theoremtest.derivations.language import Counterexample, Evidence, Outcome, Scales
from theoremtest.derivations.proof.points.coordinates import contains
from theoremtest.numerics.routes import integral_trials
from theoremtest.numerics.routes.points import draw
from theoremtest.numerics.routes.refutation import differ, told_apart
from theoremtest.numerics.routes.sizes import supported
from theoremtest.numerics.routes.trial import named, text
from theoremtest.numerics.values.evaluate import EvaluationError
from theoremtest.numerics.values.integrals import value as quadrature
from theoremtest.numerics.values.matrices import value

ENGINE = "mpmath, slope of the logarithm"
COUNT, POWERS = 8, (1000, 2000)
LONG_COUNT, LONG_SUMS = 3, (30, 60)
"""Points, and powers of ten, at which expressions with endless sums are worked out: each takes a second."""
TIED, TRIES, WHOLE = 12, 300, (-1, 0, 1, 2)
"""Points whose exponents are whole numbers, how often one is tried, and those numbers: of so few, most sums of two agree with another."""
BEND = 0.01
"""Largest distance of a slope from its exponent; a factor of 10^10 between two terms' coefficients bends it as much."""


def applies(statement) -> bool:
    return isinstance(statement, Scales)


def check(statement: Scales, seed: str, count: int = COUNT) -> Evidence:
    """The slope between the two arguments at `count` random points of the domain, fewer where there are endless sums, and where exponents
    tie."""
    domain, long = statement.on, integral_trials.speaks(statement)
    expression, exponent = domain.expand(statement.expression), domain.expand(statement.exponent)
    points, worst = draw(domain, min(count, LONG_COUNT) if long else count, seed), mpmath.mpf(0)
    points += [] if long else _tied(statement, points, seed)
    for point in points:
        there = {symbol: item for symbol, item in point.items() if str(symbol) != str(statement.variable)}
        where = named(there)
        powers, worked_out = (LONG_SUMS, quadrature) if long else (POWERS, value)
        try:
            sizes = [worked_out(expression, {**point, statement.variable: Integer(10)**power}, 40) for power in powers]
        except EvaluationError as error:
            return Evidence("points", ENGINE, Outcome.UNDECIDED, tried=(f"no value at {text(there)}: {error}",))
        if min(sizes) <= 0:
            return told_apart(statement, None, differ("points", ENGINE, "not positive", Counterexample(
                where, mpmath.nstr(min(sizes), 8), "a positive number", "the expression at a huge argument")))
        low, high = (mpmath.log10(size) for size in sizes)
        slope, stated = (high - low) / (powers[1] - powers[0]), value(exponent, point, 20)
        off = abs(slope - stated)
        worst = max(worst, off)
        if off > BEND:
            return told_apart(statement, None, differ("points", ENGINE, f"slope {mpmath.nstr(slope, 6)}", Counterexample(
                where, mpmath.nstr(slope, 8), mpmath.nstr(stated, 8), "the measured slope against the stated exponent")))
    figure = f"slopes off by at most {mpmath.nstr(worst, 2)}"
    return supported(Evidence("points", ENGINE, Outcome.AGREES, f"{len(points)} points", figure), domain, points)


def _tied(statement: Scales, drawn: list[dict], seed: str) -> list[dict]:
    """Points like the drawn ones with whole exponents, of which many agree: leading terms that cancel there do so nowhere else."""
    domain = statement.on
    powers = domain.expand(statement.expression).atoms(Pow)
    loose = sorted(set().union(*(power.exp.free_symbols for power in powers if power.base == statement.variable)), key=str)
    chance, found = random.Random(f"ties {seed}"), []
    for _ in range(TRIES if loose and drawn else 0):
        point = {**chance.choice(drawn), **{symbol: Integer(chance.choice(WHOLE)) for symbol in loose}}
        if point not in found and contains(domain, point) is True:
            found.append(point)
        if len(found) == TIED:
            break
    return found
