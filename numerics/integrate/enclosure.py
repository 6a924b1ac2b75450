"""A guaranteed bound on the distance between a polynomial, however it was found, and the solution of the initial
value problem: the polynomial's defect p' - f(p) is bounded over the step (its first terms in ball arithmetic, the
rest by Cauchy's estimate on a complex disc), and carried forward by the linear comparison system whose matrix
bounds the Jacobian over all points between polynomial and solution. The bound is kept per variable, and nothing of
the Taylor recursion is trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb, arb_mat, arb_poly, arb_series, fmpz_poly

from theoremtest.numerics.integrate.ball_fields import Discs, Dual, Duals, NoEnclosure, Series, constants, dyadic, fraction, precision
from theoremtest.numerics.integrate.tape import Tape, walk
from theoremtest.numerics.integrate.taylor import Step

_COARSE = 64  # bits for what only needs to be an upper bound


@dataclass
class Bound:
    """Upper bounds, one per variable: `within` the step on |solution - polynomial|; `after` it, for the state that
    starts the next step; what the step itself has `gained` in error; and the `sizes` of the variables in it.
    """

    within: list[arb]
    after: list[arb]
    gained: list[arb]
    sizes: list[arb]


class _Polynomial:
    """What is known of a step's polynomial whatever its reach: discs around it, and the first terms of its defect."""

    def __init__(self, tape: Tape, step: Step, fixed: Sequence) -> None:
        self.step = step
        self.order = order = len(step.coefficients[0]) - 1
        longest = max(abs(c).bit_length() for row in step.coefficients for c in row)
        with precision(max(step.bits, longest) + 24, order + 1):
            unit = dyadic(1, step.bits)
            self.polynomials = [arb_poly(fmpz_poly(row)) * unit for row in step.coefficients]
            self.discs = [_Disc(row, unit) for row in step.coefficients]
            whole = [arb_series(polynomial, order + 1) for polynomial in self.polynomials]
        with precision(step.bits + 24, order):
            speed = fraction(step.scale) * step.direction
            time = arb_series([fraction(step.start), speed], order)
            values = walk(tape, Series(), whole, time, fixed)
            one = arb_series([1], order)  # a series even where the rate is a constant
            defects = [
                series.derivative() - one * speed * values[place]
                for series, place in zip(whole, tape.rates, strict=True)
            ]
            residual = [defect.coeffs() for defect in defects]
        with precision(_COARSE):
            self.residual = [arb_poly([r.abs_upper() for r in row]) for row in residual]
        known = all(defect.prec >= order for defect in defects)  # a division may have cost terms
        if not known or not all(r.is_finite() for row in residual for r in row):
            raise NoEnclosure("the defect has no finite enclosure")

    def at(self, s: Fraction) -> list[arb]:
        point = fraction(s)
        return [polynomial(point) for polynomial in self.polynomials]


class _Disc:
    """Bounds on the values of one variable's polynomial on discs around the start of the step."""

    def __init__(self, row: list[int], unit: arb) -> None:
        self.middle = arb(row[0]) * unit
        self.sizes = arb_poly([0, *map(abs, row[1:])]) * unit

    def size(self, radius: arb) -> arb:
        return self.sizes(radius).abs_upper()

    def around(self, radius: arb) -> arb:
        return self.middle + arb(0, 1) * self.size(radius)


def _radii(step: Step) -> list[arb]:
    """Discs to try, larger than the step and within the estimated disc of convergence."""
    reach = float(step.reach)
    near = [part * step.radius for part in (0.9, 0.8, 0.65, 0.45, 0.3) if part * step.radius > 1.5 * reach]
    return [arb(r) for r in near] + [arb(part * reach) for part in (12.0, 6.0, 3.0) if part * reach < 0.3 * step.radius]


class Encloser:
    """Bounds the error step by step for one tape."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self._constants: tuple[int, list] = (0, [])
        self._polynomial: _Polynomial | None = None

    def advance(self, step: Step, error: Sequence[arb]) -> Bound:
        """The bounds after `step`, entered with |solution - polynomial| <= `error` at its start. May be called again
        for the same step with a shorter reach. Raises NoEnclosure with the reason where no bound is found.
        """
        bits = step.bits + 24
        if self._constants[0] < bits:
            self._constants = bits, constants(self.tape, bits)
        fixed = self._constants[1]
        if self._polynomial is None or self._polynomial.step is not step:
            self._polynomial = _Polynomial(self.tape, step, fixed)
        known = self._polynomial
        with precision(_COARSE):
            reach = fraction(step.reach)
            defect = [_upper(row.integral()(reach)) for row in known.residual]
            tails = self._tail(step, known.discs, fixed, known.order)
            gained = [_upper(d + t) for d, t in zip(defect, tails, strict=True)]
            total = [_upper(e + g) for e, g in zip(error, gained, strict=True)]
            within, growth, swell = self._propagate(step, known.discs, fixed, total)
            after = [a + b for a, b in zip(_times(growth, error), _times(swell, gained), strict=True)]
            sizes = [_upper(d.around(reach)) for d in known.discs]
        with precision(bits):
            ends, following = known.at(step.reach), step.at(step.reach)
            moved = [end - dyadic(c, step.bits) for end, c in zip(ends, following, strict=True)]
        with precision(_COARSE):
            after = [_upper(a + m.abs_upper()) for a, m in zip(after, moved, strict=True)]
        return Bound(within, after, gained, sizes)

    def at(self, step: Step, s: Fraction) -> list[arb]:
        """Balls around the polynomials' values at the place s of the step last advanced over."""
        with precision(step.bits + 64):
            return self._polynomial.at(s)

    def _tail(self, step: Step, disc: list[_Disc], fixed: Sequence, order: int) -> list[arb]:
        """Bounds on the integrated terms of f(p) from s**order on: |coefficient k| <= sup |f(p)| / radius**k on the
        disc.
        """
        reach, speed = fraction(step.reach), fraction(step.scale)
        best: list[arb] | None = None
        reason = NoEnclosure("the disc reaches no further than the step")
        for radius in _radii(step):
            try:
                states = [acb(d.around(radius), arb(0, 1) * d.size(radius)) for d in disc]
                time = acb(fraction(step.start), 0) + acb(arb(0, 1), arb(0, 1)) * speed * radius
                values = walk(self.tape, Discs(), states, time, fixed)
            except NoEnclosure as error:
                reason = error
                continue
            ratio = reach / radius
            factor = speed * ratio**order * reach / (1 - ratio)
            tails = [_upper(acb(values[place]).abs_upper() * factor) for place in self.tape.rates]
            if best is not None and not _largest(tails) < _largest(best):
                break
            best = tails
        if best is None:
            raise reason
        return best

    def _propagate(
        self, step: Step, disc: list[_Disc], fixed: Sequence, total: list[arb]
    ) -> tuple[list[arb], arb_mat, arb_mat]:
        """The bound within the step, and the matrices that carry an error at the start, and one picked up on the way.
        """
        reach, speed, size, zero = fraction(step.reach), fraction(step.scale), len(disc), arb(0)
        span = [d.around(reach) for d in disc]
        time = Dual(fraction(step.start) + step.direction * speed * (reach + arb(0, 1) * reach) / 2, {})
        margin = [2 * t + dyadic(1, step.bits) for t in total]  # never nil: the region needs an inside
        for _ in range(12):
            states = []
            for i, (middle, m) in enumerate(zip(span, margin, strict=True)):
                states.append(Dual(middle + arb(0, 1) * m, {i: arb(1)}))
            values = walk(self.tape, Duals(), states, time, fixed)
            growth, swell = [], []
            for i, place in enumerate(self.tape.rates):
                rate = values[place]
                slopes = rate.slopes if isinstance(rate, Dual) else {}
                row = [speed * reach * slopes[j].abs_upper() if j in slopes else zero for j in range(size)]
                own = (speed * reach * step.direction * slopes.get(i, zero)).upper()
                growth.append([own if j == i else row[j] for j in range(size)])
                swell.append([own.max(arb(0)) if j == i else row[j] for j in range(size)])
            carried, spread = (_exponential(matrix) for matrix in (growth, swell))
            within = _times(spread, total)
            if all(w < m for w, m in zip(within, margin, strict=True)):
                return within, carried, spread
            margin = [_upper(2 * m + 2 * w) for m, w in zip(margin, within, strict=True)]
        raise NoEnclosure("the error bound outgrows every region tried around the solution")


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

