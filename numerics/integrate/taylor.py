"""Taylor series steps for an initial value problem: the recursion that turns a tape into the solution's coefficients,
and the choice of the step from the coefficients. The coefficients are Python integers in fixed point, because a
convolution of integers (`sum(map(mul, ...))`) runs several times faster than one of python-flint balls; nothing
here claims an error bound, which is the business of `theoremtest.numerics.integrate.enclosure`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from theoremtest.numerics.integrate.ball_fields import constants, dyadic
from theoremtest.numerics.integrate.tape import Tape
from theoremtest.numerics.integrate.taylor_recursion import Collapsed, Recursion, Undefined, fixed_point

__all__ = ["COLLAPSED", "Collapsed", "Step", "Undefined", "steps"]

COLLAPSED = 1e-20  # a step that is this small a part of the span: the solution ends here
_PROBE = 16


@dataclass
class Step:
    """One step: the solution is sum_k coefficients[i][k] 2**-bits s**k for 0 <= s <= reach, with time = start +
    direction s scale.

    `start`, `scale` and `reach` are exact binary fractions (if `start` was one at first), so no time is ever rounded.
    `radius` estimates the radius of convergence in units of `scale`. Whoever receives a step may shorten its `reach`.
    """

    start: Fraction
    direction: int
    scale: Fraction
    reach: Fraction
    bits: int
    coefficients: list[list[int]]
    radius: float

    @property
    def length(self) -> Fraction:
        """In time."""
        return self.scale * self.reach

    def at(self, s: Fraction) -> list[int]:
        """The variables at the place s of the step, in fixed point, rounded down."""
        point = (s.numerator << self.bits) // s.denominator
        values = []
        for series in self.coefficients:
            total = 0
            for coefficient in reversed(series):
                total = (total * point >> self.bits) + coefficient
            values.append(total)
        return values


def steps(
    tape: Tape,
    initial: Sequence[arb],
    start: Fraction,
    end: Fraction,
    digits: int,
    order: int,
    caution: float = 1.0,
) -> Iterator[Step]:
    """The steps from `start` to `end` (in either direction) at a local accuracy of `digits` digits.

    `initial` are the variables at `start`; `caution` < 1 shortens every step by that factor. Raises Undefined or
    Collapsed.
    """
    direction, span = (1 if end > start else -1), abs(end - start)
    least = bits = math.ceil((digits + 2) * math.log2(10)) + 8
    tolerance = -digits * math.log2(10)
    bits += _smallness(initial, 2 * bits)
    state = [fixed_point(value, bits) for value in initial]
    fixed = constants(tape, bits + 64)
    time, left = start, span
    scale = Fraction(2) ** math.ceil(math.log2(span))
    for _ in range(4):
        before, scale = scale, _first_scale(tape, fixed, state, time, direction, scale, bits, tolerance, order, caution)
        if scale > before / 8:
            break
    while left > 0:
        while True:
            recursion = Recursion(tape, fixed, state, time, direction * scale, bits)
            coefficients = recursion.run(order)
            reach, radius = _reach(coefficients, order, tolerance)
            reach, at_zero = _keeping_signs(reach * caution, recursion.signed)
            if reach >= 0.125 or scale * 8 <= span * Fraction(COLLAPSED):
                break
            # a scale far beyond the step spoils the coefficients' use as a measure: take it again, smaller
            scale *= Fraction(2) ** max(math.ceil(math.log2(reach)) if reach > 0 else -64, -64)
        # last terms lost in the rounding tell too small a radius: try a larger one, and a larger scale next
        faint = all(abs(c) < 16 for row in coefficients for c in row[-3:])
        ahead, radius = (2.0, 1.5 * radius) if faint else (min(reach, 2.0), radius)
        reach = Fraction(min(reach, 1.0))
        if scale * reach < span * Fraction(COLLAPSED):
            raise Collapsed(at_zero)
        reach = min(reach, left / scale)
        step = Step(time, direction, scale, reach, bits, coefficients, radius)
        yield step
        state = step.at(step.reach)
        left -= step.length
        time += direction * step.length
        ahead = ahead if faint or step.reach == reach else float(step.reach)
        scale = _round_up(scale * Fraction(1.125 * ahead))
        more = least + _smallness([dyadic(value, bits) for value in state], 2 * bits) - bits
        if more > 0:
            state = [value << more for value in state]
            bits += more


def _first_scale(tape, fixed, state, time, direction, scale, bits, tolerance, order, caution) -> Fraction:
    """The size of the first step, as a few terms at a given scale tell it."""
    probe = Recursion(tape, fixed, state, time, direction * scale, bits).run(_PROBE)
    radius = _reach(probe, _PROBE, tolerance)[1]
    return _round_up(scale * Fraction(min(1.0, 1.5 * caution * radius * 2.0 ** (tolerance / order))))


def _round_up(value: Fraction) -> Fraction:
    """The next binary fraction of a few digits: the closer the scale to the step, the shorter the later coefficients.
    """
    unit = Fraction(2) ** (math.floor(math.log2(value)) - 6)
    return math.ceil(value / unit) * unit


def _smallness(values: Sequence[arb], most: int) -> int:
    """The bits to add so that the smallest nonzero value keeps its relative accuracy, within reason."""
    logs = [math.log2(abs(fixed_point(v, 4 * most))) - 4 * most for v in values if fixed_point(v, 4 * most)]
    return min(most, max(0, math.ceil(-min(logs, default=0.0))))


def _reach(coefficients: list[list[int]], order: int, tolerance: float) -> tuple[float, float]:
    """The largest s at which the last terms are below the tolerance, and the radius of convergence they suggest."""
    log_reach = log_radius = math.inf
    for series in coefficients:
        if not any(series):
            continue
        logs = [math.log2(abs(c)) if c else 0.0 for c in series]  # a vanished term may be as large as one unit
        last = [(k, logs[k]) for k in (order - 2, order - 1, order)]
        # the size of the variable is that of its largest term within the step, which is what is sought: so iterate
        trial = 0.0
        for _ in range(100):
            size = max(log + k * trial for k, log in enumerate(logs[:-3]))
            better = min((size + tolerance - log) / k for k, log in last)
            if abs(better - trial) < 0.01:
                break
            trial = better
        log_reach = min(log_reach, better)
        log_radius = min(log_radius, *((size - log) / k for k, log in last))
    return 2.0 ** min(log_reach, 8.0), 2.0 ** min(log_radius, 64.0)


def _keeping_signs(reach: float, signed: list[tuple[list[int], object]]) -> tuple[float, object]:
    """`reach` shortened until every argument of Abs or sign keeps its sign, and the operation that called for it."""
    at_zero = None
    for series, expr in signed:
        while any(series):
            point, total = int(reach * 2**120), 0
            for coefficient in reversed(series[1:]):
                total = (total + abs(coefficient)) * point >> 120
            if total < abs(series[0]):
                break
            reach, at_zero = reach / 2, expr
            if reach < 2.0**-100:
                return 0.0, expr
    return reach, at_zero
