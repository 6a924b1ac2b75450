"""Signs of field elements from what is known of the generators' ranges."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from .elements import Element
from .fractions import Fraction

HIGHEST = 10_000
"""A power beyond this one is neither expanded about 1 nor factored."""


@dataclass(frozen=True)
class Range:
    """What is known of a generator that is not negative. `strict`: it is > 0; `above_one`: it is > 1."""

    strict: bool = True
    above_one: bool = False


class ElementSigns:
    """The part of a field that finds the signs of its elements. Generators without a range may have any sign."""

    def weak_sign(self, x: Element) -> tuple[int, bool] | None:
        """(sign, strict): sign +1 with strict False means x >= 0."""
        self.deadline.check()
        if not x:
            return 0, True
        if x.is_ground:
            return self._ground_sign(x[0])
        known = self._root_sign(x)
        if known is None:  # an element and its inverse have one sign, and either may be the simpler
            known = self._root_sign(x.inverse())
        return known

    def _root_sign(self, x: Element) -> tuple[int, bool] | None:
        if x.is_ground:
            return self._ground_sign(x[0])
        top, u, v = x.split()
        if top in self.unsigned:
            return self._outweighed(top, u, v)
        sv = self.weak_sign(v)
        if sv is None:
            return None
        if not u:
            root = self.weak_sign(self.radicands[top])  # a root may vanish on the border of the domain
            return sv[0], sv[1] and root is not None and root == (1, True)
        su = self.weak_sign(u)
        if su is not None and su[0] == sv[0]:
            return su[0], su[1]
        # opposite or unknown signs: the larger square decides
        difference = u * u - v * v * self.radicands[top]
        sd = self.weak_sign(difference)
        if sd is None:
            return None
        if sd[0] < 0:
            return sv[0], sd[1]
        if sd[0] == 0:
            return (0, True) if su is not None else None
        return None if su is None else (su[0], sd[1])

    def _outweighed(self, top: int, u: Element, v: Element) -> tuple[int, bool] | None:
        """The sign of u + v r for a root r of either sign: that of u where its square is the larger."""
        su = self.weak_sign(u) if u else None
        if su is None:
            return None
        larger = self.weak_sign(u * u - v * v * self.radicands[top])
        return None if larger is None or larger[0] <= 0 else (su[0], larger[1])

    def _ground_sign(self, x: Fraction) -> tuple[int, bool] | None:
        top, bottom = self._poly_sign(x.num), self._poly_sign(x.den)
        if top is None or bottom is None:
            return None
        return top[0] * bottom[0], top[1]

    def _poly_sign(self, poly) -> tuple[int, bool] | None:
        if poly.is_constant():
            lead = poly.leading_coefficient() if poly else 0
            return (1 if lead > 0 else -1 if lead < 0 else 0), True
        direct = self._coefficients_sign(poly)
        if direct is not None or max(poly.degrees(), default=0) > HIGHEST:
            return direct
        lead, factors = poly.factor()
        sign, strict = (1 if lead > 0 else -1), True
        for factor, exponent in factors:
            part = self._coefficients_sign(factor)
            if part is None:
                if exponent % 2:
                    return None
                part = (1, False)
            sign *= part[0] ** exponent
            strict = strict and part[1]
        return sign, strict

    def _coefficients_sign(self, poly) -> tuple[int, bool] | None:
        """The sign of a polynomial all of whose terms have the same one."""
        shift = [i for i, p in self.positivity.items() if p.above_one]
        if shift and 1 < prod(poly.degrees()[i] + 1 for i in shift) <= HIGHEST:  # else it would have too many terms
            one = self._one
            poly = poly.compose(*[g + one if i in shift else g for i, g in enumerate(self._gens)], ctx=self.ctx)
        sign, strict = 0, False
        for exponents, coefficient in poly.terms():
            term_strict = True
            for index, exponent in enumerate(exponents):
                if exponent:
                    known = self.positivity.get(index)
                    if known is None and exponent % 2:
                        return None
                    if known is None or not known.strict:
                        term_strict = False
            this = 1 if coefficient > 0 else -1
            if sign and this != sign:
                return None
            sign, strict = this, strict or term_strict
        return sign, strict
