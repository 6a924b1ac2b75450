"""Exponentials and logarithms as generators, with the inequalities that tie them to their arguments and to one another."""

from __future__ import annotations

from flint import fmpq
from sympy import Rational, S, exp, log

from theoremtest.derivations.language import Bounds
from theoremtest.derivations.proof.functions.primes import parts_of
from theoremtest.derivations.proof.functions.units import FinerUnit

from .bounded import enclosed
from .generator import Generator, NotShown
from .hypotheses import FREE
from .polynomials import CONTEXT, GENS, NOUGHT, ONE, key_of, rational
from .signset import ANY, NEG, NONNEG, POS, ZERO, inside

E_BELOW = Rational(27, 10)
"""Less than e."""
MOST_TIED = 6
"""Exponentials and logarithms to which a new one is tied by tangents."""


class Exponentials:
    """Exponentials and logarithms of fractions over generators, one generator for each independent monomial or factor."""

    def _exponential(self, exponent):
        top, bottom = self.fraction(exponent)
        up, down = ONE, ONE
        constant = bottom.is_constant()
        for monomial, value in top.to_dict().items():
            poly = CONTEXT.from_dict({monomial: fmpq(1)})
            if constant:
                value, below = value / bottom.leading_coefficient(), ONE
            else:
                below = bottom
            support = self.variables(poly)
            if below.is_one() and len(support) == 1 and sum(monomial) == 1 and self.items[support[0]].kind == "log":
                base = self.items[support[0]].exponent
                n, d = self.root(*base, int(value.q))
                power = int(value.p)
                if power < 0:
                    n, d = self.inverse(n, d)
                up, down = up * self._raised(n, abs(power)), down * self._raised(d, abs(power))
                continue
            index, per = self._exponential_unit(poly, below, value)
            if per > 0:
                up *= GENS[index] ** per
            else:
                down *= GENS[index] ** -per
        return self.cancel(up, down)

    def _exponential_unit(self, poly, below, value):
        """The generator exp(poly/(below*unit)) and the integer power of it that is exp(value*poly/below)."""
        key = ("exp", key_of(poly), key_of(below))
        unit = self.units.get(key, 1)
        scaled = value * unit
        if scaled.q != 1:
            raise FinerUnit(key, unit * int(scaled.q))
        if key not in self.index:
            signs = self.signs.mask(poly)
            bounds = Bounds(lower=S.Zero, lower_open=True)
            if inside(signs, NONNEG):
                bounds = Bounds(lower=S.One, lower_open=not signs & ZERO)
            elif inside(signs, NEG | ZERO):
                bounds = Bounds(lower=S.Zero, lower_open=True, upper=S.One, upper_open=not signs & ZERO)
            if poly.is_one() and below.is_one():
                bounds = enclosed(exp(Rational(1, unit))) or bounds
            index = self.add(key, Generator("exp", POS, bounds, exponent=(poly / unit, below)))
            # e^u >= 1 + u for every real u
            self.signs.assume(below * (GENS[index] - 1) - poly / unit, NONNEG)
            self._compare_exponentials(index)
            if self.tangents:
                # e^u >= e u, the tangent at 1
                self.signs.assume(below * GENS[index] - rational(E_BELOW) * poly / unit, POS)
                self._tie_by_tangents(index)
        power = int(scaled.p)
        if abs(power) > 48:
            raise NotShown("an exponential's power is too high")
        return self.index[key], power

    def _compare_exponentials(self, index: int) -> None:
        new = self.items[index].exponent
        for other, item in enumerate(self.items[:index]):
            if item.kind == "exp":
                old = item.exponent
                signs = self.signs.mask(self.reduce(new[0] * old[1] - old[0] * new[1]), effort=2)
                if signs != ANY:
                    self.signs.assume(GENS[index] - GENS[other], signs)

    def _tie_by_tangents(self, index: int) -> None:
        """exp u >= exp v (1 + u - v) for every two exponentials, a logarithm's argument being the exponential of it."""
        for other in [at for at, item in enumerate(self.items[:index]) if item.kind in ("exp", "log")][:MOST_TIED]:
            (one, n, d), (two, m, e) = self._as_exponential(index), self._as_exponential(other)
            below, gap = d * e, n * e - m * d
            self.signs.assume(below * one - two * (below + gap), NONNEG)
            self.signs.assume(below * two - one * (below - gap), NONNEG)

    def _as_exponential(self, index: int):
        """(value, numerator, denominator) of an exponential and its argument; of a logarithm's argument and the logarithm."""
        item = self.items[index]
        return (GENS[index], *item.exponent) if item.kind == "exp" else (item.exponent[0], GENS[index], ONE)

    def _split_exponential(self, index: int, power: int, q: int):
        for key, at in self.index.items():
            if at == index:
                raise FinerUnit(key, self.units.get(key, 1) * q)
        raise NotShown("a root of an exponential")

    def _logarithm(self, top, bottom):
        signs = self.mask(top)
        if signs != POS:
            if not self.trusting:
                raise NotShown("the argument of a logarithm is not shown to be positive")
            self.signs.assume(top, POS)
        total = (NOUGHT, ONE)
        for poly, direction in ((top, 1), (bottom, -1)):
            for part, power in self._positive_factors(poly):
                n, d = self._simple_logarithm(part)
                total = self._sum([total, (n * (direction * power), d)])
        return total

    def _positive_factors(self, poly):
        content, factors = poly.factor()
        parts, joint = [], ONE
        for factor, power in factors:
            signs = self.signs.mask(factor)
            if signs == NEG:
                factor, signs = -factor, POS
                content = -content if power % 2 else content
            if signs == POS:
                parts.append((factor, power))
            else:
                joint *= factor ** power
        if not joint.is_one():
            parts.append((joint if content > 0 else -joint, 1))
            content = abs(content)
        if content <= 0:
            raise NotShown("the argument of a logarithm is not shown to be positive")
        for number, direction in ((int(content.p), 1), (int(content.q), -1)):
            parts.extend((CONTEXT.constant(prime), direction * power) for prime, power in parts_of(number))
        return parts

    def _simple_logarithm(self, poly):
        if poly.is_one():
            return NOUGHT, ONE
        support = self.variables(poly)
        if len(poly) == 1 and len(support) == 1 and poly.leading_coefficient() == 1:
            item = self.items[support[0]]
            power = poly.degrees()[support[0]]
            if item.kind == "exp":
                return item.exponent[0] * power, item.exponent[1]
            if item.kind == "root" and item.signs == POS:
                n, d = self._logarithm(item.radicand, ONE)
                return n * fmpq(power, item.order), d
        key = ("log", key_of(poly))
        if key not in self.index:
            known = enclosed(log(Rational(int(poly.leading_coefficient().p)))) if poly.is_constant() else None
            index = self.add(key, Generator("log", self.signs.mask(poly - 1), known or FREE, exponent=(poly, ONE)))
            # log x <= x - 1
            self.signs.assume(poly - 1 - GENS[index], NONNEG)
            for other, item in enumerate(self.items[:index]):
                if item.kind == "log":
                    self.signs.assume(GENS[index] - GENS[other], self.signs.mask(poly - item.exponent[0], effort=2))
            if self.tangents:
                self._tie_by_tangents(index)
        return GENS[self.index[key]], ONE
