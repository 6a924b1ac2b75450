"""Rules for a polynomial's sign that use a root's relation: by a hypothesis that holds the root, or by comparing squares."""

from __future__ import annotations

from itertools import product

from .polynomials import GENS, coefficients, key_of, most_terms
from .signset import ANY, NEG, NONNEG, POS, ZERO, bit, members, plus, power, times
from .term_rules import EFFORT

POWER_TERMS = 200_000
"""A bound on the terms of a power beyond which a root is not compared: one call could outlast any time limit."""


class RootRules:
    """Rules of `PolynomialSigns` for polynomials in which a root occurs."""

    def _divided(self, poly, support, effort) -> int:
        """poly = quotient * h for a hypothesis h that holds a root, the quotient found through h's conjugate."""
        reduce, items = self.generators.reduce, self.generators.items
        for h, signs in list(self.known.values()):
            roots = [i for i in self.generators.variables(h) if items[i].radicand is not None and items[i].order == 2]
            if not roots or len(h) > 30 or not set(self.generators.variables(h)) <= set(support) or key_of(h) == key_of(poly):
                continue
            top = roots[-1]
            parts = coefficients(h, top)
            if not set(parts) <= {0, 1} or 0 not in parts:
                continue
            conjugate = parts[0] - parts[1] * GENS[top]
            norm = reduce(h * conjugate)
            if norm.is_zero() or norm.is_constant():
                continue
            quotient, rest = divmod(reduce(poly * conjugate), norm)
            if rest.is_zero() and reduce(quotient * h - poly).is_zero():
                return times(signs, self.mask(quotient, effort - 1))
        return ANY

    def _rooted(self, poly, support, effort) -> int:
        """u + v*r**k for a root r: its sign from those of u, v and of u**q - (-v)**q * r**(k q)."""
        generators = self.generators
        for index in sorted(support, reverse=True):
            item = generators.items[index]
            if item.radicand is None:
                continue
            parts = coefficients(poly, index)
            powers = [exponent for exponent in parts if exponent]
            if 0 not in parts or len(powers) != 1:
                continue
            k, = powers
            u, v = parts[0], parts[k]
            su, sv = self.mask(u, effort - 1), self.mask(v, effort - 1)
            result = plus(su, times(sv, power(item.signs, k)))
            if result in (POS, NEG, ZERO):
                return result
            result = self._compared(u, v, k, item, su, sv, result, effort)
            if result != ANY:
                return result
        return ANY

    def _compared(self, u, v, k, item, su, sv, result, effort) -> int:
        generators, q = self.generators, item.order
        if q != 2 and (su not in (POS, NEG) or sv not in (POS, NEG)):
            return result
        # |u|**q against |v|**q * r**(k q); for q = 2 the signs of u and v need not be known
        lead_u, lead_v = u, v
        if q % 2:
            lead_u = u if su == POS else -u
            lead_v = v if sv == POS else -v
        if max(most_terms(lead_u, q), most_terms(lead_v, q)) > POWER_TERMS:
            return result
        norm = generators.reduce(lead_u ** q - lead_v ** q * item.radicand ** k)
        if len(norm) > 800:
            return result
        found = self._outcomes(su, sv, item.signs & NONNEG, self.mask(norm, effort - 1))
        if result & found in (POS, NEG, ZERO) or effort < EFFORT or su in (POS, NEG, ZERO):
            return result & found
        # the sign of u is open: each of its signs is a hypothesis for the norm's
        found = 0
        for part in members(su):
            with self._supposing(u, bit(part)):
                found |= self._outcomes(bit(part), sv, item.signs & NONNEG, self.mask(norm, effort - 1))
        return result & found

    @staticmethod
    def _outcomes(su: int, sv: int, sr: int, sn: int) -> int:
        """The signs of u + s, s = v*r, that agree with the signs of u, v, r and |u| - |s|."""
        found = 0
        for a, b, r, n in product(members(su), members(sv), members(sr), members(sn)):
            s = b * r
            if (a == 0 and n != -abs(s)) or (s == 0 and n != abs(a)):
                continue
            if a * s >= 0:
                found |= bit(a or s)
            else:
                found |= bit(a if n > 0 else s if n < 0 else 0)
        return found
