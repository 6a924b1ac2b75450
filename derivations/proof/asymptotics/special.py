"""Expansions of exponentials, logarithms and the functions of the table: at finite places by Taylor's theorem, at infinity by theirs.

Three theorems are taken from the books (DLMF 7.12, 5.11): the series of erfc and of log gamma at infinity are enveloping, so that the error
of a partial sum is smaller than the first term left out; sine and cosine stay within [-1, 1].
"""

from __future__ import annotations

from sympy import Rational, S, Symbol, asin, atan, bernoulli, cos, diff, erf, exp, factorial, factorial2, gamma, log, pi, sin, sqrt

from .questions import MoreTerms, Unsupported
from .series import UNIT, Monomial, Series, growth_of

SPECIAL = (sin, cos, atan, asin, erf, gamma)


class Special:
    """The part of expansions that applies functions to series."""

    def exponential(self, series: Series) -> Series:
        """exp of a series: its infinite terms make a growth, those in log(1/e) alone a power of e."""
        infinite, constant, small = self.parts_of(series)
        table: dict = {}
        power = S.Zero
        for monomial, coefficient in infinite:
            place = -monomial.power, monomial.logs
            if monomial.growth:
                raise Unsupported("an exponential of an exponential")
            if not place[1].is_Rational:
                raise Unsupported("an exponential of a symbolic power of a logarithm")
            if not place[0].is_Rational and self.sign_of(place[0]) <= 0:
                raise Unsupported("an exponential of a symbolic power that is not shown to be positive")
            if place == (0, 1):
                power -= coefficient
            elif place[0] == 0 and place[1] < 1:
                raise Unsupported("an exponential of a root of a logarithm")
            else:
                table[place] = table.get(place, S.Zero) + coefficient
        shape = self.compose(lambda k: S.One / factorial(k), small)
        return self.scale(shape, Monomial(growth_of(table), power), exp(constant))

    def logarithm(self, series: Series) -> Series:
        """log of a series whose leading coefficient is positive."""
        lead = self.leading(series)
        if lead is None:
            raise Unsupported("a logarithm of zero")
        monomial, coefficient, below = lead
        if self.sign_of(coefficient) < 0:
            raise Unsupported("a logarithm of a negative quantity")
        if monomial.logs != 0:
            raise Unsupported("a logarithm of a logarithm")
        terms = [(Monomial((), -p, q), c) for (p, q), c in monomial.growth]
        if monomial.power != 0:
            terms.append((Monomial((), S.Zero, S.One), -monomial.power))
        inverse = self.scale(below, monomial ** -1, 1 / coefficient)
        shape = self.compose(lambda k: S.Zero if k == 0 else S.NegativeOne ** (k + 1) / Rational(k), inverse)
        return self.add(Series(tuple(terms)), self.constant(log(coefficient)), shape)

    def analytic(self, function, series: Series) -> Series:
        """A function with a Taylor series at the real point that the series goes to, or known at infinity."""
        infinite, constant, small = self.parts_of(series)
        if infinite:
            return self._at_infinity(function, series)
        if function is gamma or (function is asin and not (constant.is_Rational and abs(constant) < 1)):
            raise Unsupported(f"{function.__name__} there")
        place = Symbol("_u", real=True)
        derivatives = [function(place)]
        for _ in range(self.length):
            derivatives.append(diff(derivatives[-1], place))
        return self.compose(lambda k: derivatives[k].subs(place, constant) / factorial(k), small)

    def _at_infinity(self, function, series: Series) -> Series:
        if function in (sin, cos):
            return Series((), UNIT)
        lead = self.leading(series)
        if lead is None:
            raise MoreTerms
        side = Rational(self.sign_of(lead[1]))
        if function is atan:
            turned = self.analytic(atan, self.power(series, S.NegativeOne))
            return self.add(self.constant(side * pi / 2), self.scale(turned, UNIT, S.NegativeOne))
        if function is erf:
            return self.scale(self._erf(self.scale(series, UNIT, side)), UNIT, side)
        if function is gamma and side > 0:
            return self.exponential(self._log_gamma(series))
        raise Unsupported(f"{function.__name__} at infinity")

    def _erf(self, u: Series) -> Series:
        """erf at plus infinity: 1 - exp(-u^2)/(u sqrt(pi)) (1 - 1/(2 u^2) + 3/(2 u^2)^2 - ...)."""
        square = self.multiply(u, u)
        small = self.power(self.scale(square, UNIT, Rational(2)), S.NegativeOne)
        total, term = self.constant(S.One), self.constant(S.One)
        for k in range(1, self.length + 1):
            term = self.multiply(term, small)
            total = self.add(total, self.scale(term, UNIT, S.NegativeOne**k * factorial2(2 * k - 1)))
        total = self.add(total, Series((), self.bound(self.multiply(term, small))))
        front = self.multiply(self.exponential(self.scale(square, UNIT, S.NegativeOne)), self.power(u, S.NegativeOne))
        return self.add(self.constant(S.One), self.scale(self.multiply(front, total), UNIT, -1 / sqrt(pi)))

    def _log_gamma(self, u: Series) -> Series:
        """log gamma at plus infinity, by Stirling's series."""
        inverse = self.power(u, S.NegativeOne)
        half = self.add(u, self.constant(Rational(-1, 2)))
        total = self.add(self.multiply(half, self.logarithm(u)), self.scale(u, UNIT, S.NegativeOne), self.constant(log(2 * pi) / 2))
        term = inverse
        for k in range(1, self.length + 1):
            total = self.add(total, self.scale(term, UNIT, bernoulli(2 * k) / (2 * k * (2 * k - 1))))
            term = self.multiply(term, self.multiply(inverse, inverse))
        return self.add(total, Series((), self.bound(term)))
