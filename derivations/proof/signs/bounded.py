"""Sines, cosines, inverse circular functions and erf as bounded generators, with the inequalities that tie them to their arguments.

What is assumed of them holds for all real arguments and is old: sin^2 + cos^2 = 1, cos u >= 1 - u^2/2, |sin u| <= |u|, |atan u| <= |u|
<= |asin u|; sin, cos and atan change no faster than their argument, asin no slower; atan, asin and erf rise with it. The gamma function of
a positive argument is bounded from below.
"""

from __future__ import annotations

from flint import fmpq
from sympy import Rational, S, asin, atan, cos, erf, pi, sin

from theoremtest.derivations.language import Bounds
from theoremtest.derivations.proof.balls.enclose import NotEvaluable, enclosure
from theoremtest.derivations.proof.functions.table import written_out

from .generator import Generator, NotShown, bounds_signs
from .polynomials import GENS, ONE, key_of
from .signset import ANY, NONNEG, NONPOS, POS, ZERO, inside, negate

FUNCTIONS = (sin, cos, atan, asin, erf)
LIMITS = {sin: (S.One, False), cos: (S.One, False), atan: (Rational(11, 7), True), asin: (Rational(11, 7), True), erf: (S.One, True)}
"""By function: a rational bound of its modulus, and whether that is never reached."""
LEAST_GAMMA = Rational(8856, 10000)
"""Less than every value of the gamma function on the positive axis, whose least is 0.885603..., at 1.461632..."""
BITS, SCALE = 128, 10**9
MOST_COMPARED = 6
"""Generators beyond which no two are compared: every pair costs sign analysis."""


class Bounded:
    """Functions with bounded values over fractions of generators."""

    def _bounded(self, e):
        head = type(e)
        top, bottom = self.fraction(e.args[0])  # shows that the argument is defined
        if head is asin and not self.trusting and not (
                inside(self.mask(bottom - top), NONNEG) and inside(self.mask(bottom + top), NONNEG)):
            raise NotShown(f"{e} is not shown to be defined")
        key = (head.__name__, key_of(top), key_of(bottom))
        if key not in self.index:
            index = self.add(key, self._bounded_generator(e, top, bottom))
            self._tie_to_argument(head, index, top, bottom)
            self._tie_to_others(head, index, top, bottom)
        return GENS[self.index[key]], ONE

    def _gamma(self, e):
        """gamma(u + n) by gamma(u) where that has a value too; otherwise a letter. The argument must be shown to be positive."""
        shifted = written_out(e)
        if shifted is not None:
            try:
                return self.fraction(shifted)
            except NotShown:
                if self.trusting:
                    raise
        top, bottom = self.fraction(e.args[0])
        if self.mask(top) != POS:
            raise NotShown(f"{e} is not shown to be defined")
        key = ("gamma", key_of(top), key_of(bottom))
        bounds = Bounds(lower=LEAST_GAMMA, lower_open=True)
        return GENS[self.add(key, Generator("bounded", POS, bounds, stands_for=e, argument=(top, bottom)))], ONE

    def _bounded_generator(self, e, top, bottom) -> Generator:
        bounds = enclosed(e) if not e.free_symbols else None
        if bounds is not None:
            return Generator("bounded", bounds_signs(bounds), bounds, stands_for=e, argument=(top, bottom))
        head = type(e)
        limit, open_ends = LIMITS[head]
        signs = ANY if head in (sin, cos) else self.mask(top)  # atan, asin and erf have the sign of their argument
        if head in (sin, cos):
            signs = self._arc_signs(head, top, bottom)
        return Generator("bounded", signs, Bounds(lower=-limit, upper=limit, lower_open=open_ends, upper_open=open_ends), stands_for=e,
                         argument=(top, bottom))

    def _arc_signs(self, head, top, bottom) -> int:
        """sin u is not negative for 0 <= u <= pi, cos u for -pi/2 <= u <= pi/2; strictly inside they are positive."""
        turn = self.fraction(pi)[0]
        if head is sin:
            start = self.mask(top)
            if start == ZERO:
                return ZERO
            if inside(start, NONPOS):
                return negate(self._arc_signs(sin, -top, bottom))
            ends = (start, self.mask(turn * bottom - top)) if inside(start, NONNEG) else (ANY, ANY)
        else:
            ends = self.mask(turn * bottom - 2 * top), self.mask(turn * bottom + 2 * top)
        if not all(inside(end, NONNEG) for end in ends):
            return ANY
        return POS if ends == (POS, POS) else NONNEG

    def _tie_to_argument(self, head, index: int, top, bottom) -> None:
        value, known = GENS[index] * bottom, self.signs
        side = known.mask(top, effort=2)
        if head is cos:
            known.assume(2 * bottom * (value - bottom) + top * top, NONNEG)
        elif head in (sin, atan, asin):
            smaller, larger = (top, value) if head is asin else (value, top)
            known.assume(larger * larger - smaller * smaller, NONNEG)
            if inside(side, NONNEG) or inside(side, NONPOS):
                known.assume(larger - smaller, NONNEG if inside(side, NONNEG) else NONPOS)
        twin = {sin: "cos", cos: "sin"}.get(head)
        other = self.index.get((twin, key_of(top), key_of(bottom)))
        if other is not None:
            known.assume(GENS[index] ** 2 + GENS[other] ** 2 - 1, ZERO)
        if head is atan:
            quarter = self.fraction(pi)[0]
            known.assume(quarter - 2 * GENS[index], POS)
            known.assume(quarter + 2 * GENS[index], POS)
        elif head is asin:
            quarter = self.fraction(pi)[0]
            known.assume(quarter - 2 * GENS[index], NONNEG)
            known.assume(quarter + 2 * GENS[index], NONNEG)

    def _tie_to_others(self, head, index: int, top, bottom) -> None:
        """The same function of two arguments: by how much, and in which direction, its values differ."""
        others = [(at, item) for at, item in enumerate(self.items[:index]) if item.kind == "bounded" and type(item.stands_for) is head]
        for at, item in others[:MOST_COMPARED]:
            below = bottom * item.argument[1]
            apart = self.reduce(top * item.argument[1] - item.argument[0] * bottom)
            change = below * (GENS[index] - GENS[at])
            signs = self.signs.mask(apart, effort=2)
            if head in (atan, asin, erf) and signs != ANY:
                self.signs.assume(GENS[index] - GENS[at], signs)
            if head is erf:
                continue
            larger, smaller = (change, apart) if head is asin else (apart, change)
            self.signs.assume(larger * larger - smaller * smaller, NONNEG)
            for weak in (NONNEG, NONPOS):
                if inside(signs, weak):
                    self.signs.assume(larger - smaller, weak)
                    self.signs.assume(larger + smaller, weak)


def enclosed(e) -> Bounds | None:
    """Rational bounds of a number; None where an enclosure does not give them."""
    try:
        ball = enclosure(e, {}, BITS)
    except NotEvaluable:
        return None
    middle = (ball * SCALE).mid().floor().unique_fmpz()
    if middle is None:
        return None
    low, high = Rational(int(middle) - 1, SCALE), Rational(int(middle) + 2, SCALE)
    if not (ball > _ball(low) and ball < _ball(high)):
        return None
    return Bounds(lower=low, upper=high, lower_open=True, upper_open=True)


def _ball(value: Rational) -> fmpq:
    return fmpq(int(value.p), int(value.q))
