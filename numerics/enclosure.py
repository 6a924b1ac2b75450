"""A guaranteed bound on the distance between a polynomial, however it was found, and the solution of the initial value
problem: the polynomial's defect p' - f(p) is bounded over the step (its first terms in ball arithmetic, the rest by
Cauchy's estimate on a complex disc), and carried forward by the linear comparison system whose matrix bounds the Jacobian
over all points between polynomial and solution. The bound is kept per variable, and nothing of the Taylor recursion is trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import acb, arb, arb_mat, arb_poly, arb_series

from numerics.balls import Balls, Discs, Dual, Duals, NoEnclosure, Series, constants, dyadic, fraction, precision
from numerics.tape import Tape, walk
from numerics.taylor import Step

_COARSE = 64  # bits for what only needs to be an upper bound


@dataclass
class Bound:
    """Upper bounds, one per variable, on |solution - polynomial|: anywhere in the step, and for the state that starts the next."""

    within: list[arb]
    after: list[arb]


class Encloser:
    """Bounds the error step by step for one tape."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self._constants: tuple[int, list] = (0, [])

    def advance(self, step: Step, error: Sequence[arb], following: Sequence[int]) -> Bound:
        """The bounds after `step`, entered with |solution - polynomial| <= `error` at its start; `following` is the state, in
        the step's fixed point, from which the next step starts. Raises NoEnclosure with the reason where no bound is found.
        """
        bits = step.bits + 64
        if self._constants[0] < bits:
            self._constants = bits, constants(self.tape, bits)
        fixed = self._constants[1]
        order = len(step.coefficients[0]) - 1
        series = [[dyadic(c, step.bits) for c in row] for row in step.coefficients]
        with precision(bits, order):
            residual = self._residual(step, series, fixed, order)
        with precision(_COARSE, order):
            reach = fraction(step.reach)
            defect = [
                _sum(r.abs_upper() * reach ** (k + 1) / (k + 1) for k, r in enumerate(row)) for row in residual
            ]
            tails = self._tail(step, series, fixed, order)
            total = [_upper(e + d + t) for e, d, t in zip(error, defect, tails, strict=True)]
            within, growth, swell = self._propagate(step, series, fixed, total)
            entering = _times(growth, error)
            added = _times(swell, [_upper(d + t) for d, t in zip(defect, tails, strict=True)])
            after = [_upper(a + b) for a, b in zip(entering, added, strict=True)]
        with precision(bits):
            point = fraction(step.reach)
            moved = [arb_poly(row)(point) - dyadic(c, step.bits) for row, c in zip(series, following, strict=True)]
        with precision(_COARSE):
            after = [_upper(a + m.abs_upper()) for a, m in zip(after, moved, strict=True)]
        return Bound(within, after)

    def _residual(self, step: Step, series: list[list[arb]], fixed: Sequence, order: int) -> list[list[arb]]:
        """The first `order` coefficients in s of p' - direction scale f(p)."""
        states = [arb_series(row[:order], order) for row in series]
        speed = fraction(step.scale) * step.direction
        time = arb_series([fraction(step.start), speed], order)
        values = walk(self.tape, Series(), states, time, fixed)
        residual = []
        for row, place in zip(series, self.tape.rates, strict=True):
            rate = values[place]
            found = [(k + 1) * row[k + 1] - speed * self._coefficient(rate, k) for k in range(order)]
            if not all(r.is_finite() for r in found):
                raise NoEnclosure("the defect has no finite enclosure")
            residual.append(found)
        return residual

    def _coefficient(self, value: object, k: int) -> arb:
        if isinstance(value, arb_series):
            return value[k]
        return value if k == 0 else arb(0)

    def _tail(self, step: Step, series: list[list[arb]], fixed: Sequence, order: int) -> list[arb]:
        """Bounds on the integrated terms of f(p) from s**order on: |coefficient k| <= sup |f(p)| / radius**k on the disc."""
        reach, speed = fraction(step.reach), fraction(step.scale)
        best: list[arb] | None = None
        reason = "the disc reaches no further than the step"
        for part in (0.8, 0.65, 0.5, 0.35, 0.25):
            radius = arb(part * step.radius)
            if not radius > 1.5 * reach:
                continue
            try:
                states = [acb(_around(row, radius), _around(row, radius) - row[0]) for row in series]
                time = acb(fraction(step.start), 0) + acb(arb(0, 1), arb(0, 1)) * speed * radius
                values = walk(self.tape, Discs(), states, time, fixed)
            except NoEnclosure as error:
                reason = str(error)
                continue
            ratio = reach / radius
            factor = speed * ratio**order * reach / (1 - ratio)
            tails = [_upper(acb(values[place]).abs_upper() * factor) for place in self.tape.rates]
            if best is None or _largest(tails) < _largest(best):
                best = tails
        if best is None:
            raise NoEnclosure(reason)
        return best

    def _propagate(
        self, step: Step, series: list[list[arb]], fixed: Sequence, total: list[arb]
    ) -> tuple[list[arb], arb_mat, arb_mat]:
        """The bound within the step, and the matrices that carry an error at the start, and one picked up on the way."""
        reach, speed, size = fraction(step.reach), fraction(step.scale), len(series)
        span = [_around(row, reach) for row in series]
        time = Dual(fraction(step.start) + step.direction * speed * (reach + arb(0, 1) * reach) / 2, None)
        margin = [2 * t for t in total]
        for _ in range(12):
            states = []
            for i, (middle, m) in enumerate(zip(span, margin, strict=True)):
                slopes = [arb(1 if i == j else 0) for j in range(size)]
                states.append(Dual(middle + arb(0, 1) * m, slopes))
            values = walk(self.tape, Duals(), states, time, fixed)
            growth, swell = [], []
            for i, place in enumerate(self.tape.rates):
                rate = values[place]
                slopes = (rate.slopes if isinstance(rate, Dual) else None) or [arb(0)] * size
                row = [speed * reach * s.abs_upper() for s in slopes]
                own = (speed * reach * step.direction * slopes[i]).upper()
                growth.append([own if j == i else row[j] for j in range(size)])
                swell.append([own.max(arb(0)) if j == i else row[j] for j in range(size)])
            carried, spread = (_exponential(matrix) for matrix in (growth, swell))
            within = _times(spread, total)
            if all(w < m or m.is_zero() and w.is_zero() for w, m in zip(within, margin, strict=True)):
                return within, carried, spread
            margin = [_upper(2 * m + 2 * w) for m, w in zip(margin, within, strict=True)]
        raise NoEnclosure("the error bound outgrows every region tried around the solution")


def _around(row: list[arb], radius: arb) -> arb:
    """A ball that holds the polynomial's values at all s with |s| <= radius."""
    total = arb(0)
    for coefficient in reversed(row[1:]):
        total = (total + coefficient.abs_upper()) * radius
    return row[0] + arb(0, 1) * total


def _exponential(rows: list[list[arb]]) -> arb_mat:
    """The exponential of a matrix whose off-diagonal entries are not negative: every entry is bounded from above."""
    size = len(rows)
    result = arb_mat(size, size, [entry for row in rows for entry in row]).exp()
    if not all(result[i, j].is_finite() for i in range(size) for j in range(size)):
        raise NoEnclosure("the growth of errors over the step has no finite bound")
    return result


def _times(matrix: arb_mat, vector: Sequence[arb]) -> list[arb]:
    size = len(vector)
    return [_upper(_sum(matrix[i, j].abs_upper() * vector[j] for j in range(size))) for i in range(size)]


def _sum(terms) -> arb:
    return sum(terms, arb(0))


def _upper(value: arb) -> arb:
    bound = value.abs_upper()
    if not bound.is_finite():
        raise NoEnclosure("a bound is not finite")
    return bound


def _largest(values: Sequence[arb]) -> arb:
    found = values[0]
    for value in values[1:]:
        found = found.max(value)
    return found


__all__ = ["Balls", "Bound", "Encloser", "NoEnclosure"]
