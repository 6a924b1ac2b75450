"""The possible signs of a polynomial in generators, by exact rules under the hypotheses of one question."""

from __future__ import annotations

from contextlib import contextmanager

from .certificate_rules import CertificateRules
from .circle_rules import CircleRules
from .polynomials import factored, key_of, unit_normal
from .root_rules import RootRules
from .signset import ANY, NEG, NONZERO, POS, ZERO, bit, inside, negate, power, times
from .term_rules import EFFORT, TermRules


class PolynomialSigns(TermRules, RootRules, CircleRules, CertificateRules):
    """Signs of polynomials over the generators of one question, under its hypotheses."""

    def __init__(self, generators):
        self.generators = generators
        self.known: dict = {}
        """Signs given by hypotheses, by normalised polynomial: key -> (polynomial, signs)."""
        self._memo: dict = {}
        self._busy: set = set()

    def assume(self, poly, signs: int) -> None:
        """Record that a polynomial has one of the signs."""
        poly = self.generators.reduce(poly)
        if poly.is_constant() or signs == ANY:
            return
        lead, normal = unit_normal(poly)
        if lead < 0:
            signs = negate(signs)
        key = key_of(normal)
        old = self.known.get(key, (normal, ANY))[1]
        if old & signs != old:
            self.generators.witnesses.restrict(normal, old & signs)
            self.known[key] = (normal, old & signs)
            self._memo.clear()
            # a product with factors of known sign tells the sign of what is left
            left, rest = self._stripped(normal)
            if rest is not None and not inside(left, ZERO):
                lead, rest = unit_normal(rest)
                given = old & signs
                sign_left = left if left in (POS, NEG) else None
                if sign_left is not None:
                    self.assume(rest, times(times(given, sign_left), bit(lead)))

    def _stripped(self, poly):
        """`(sign, rest)`: the strictly signed factors taken out; rest is None where nothing comes out."""
        content, factors = factored(poly)
        sign, rest, out = bit(content), None, False
        for factor, exponent in factors:
            signs = self.mask(factor, effort=1)
            if signs in (POS, NEG):
                sign, out = times(sign, power(signs, exponent)), True
            else:
                rest = factor ** exponent if rest is None else rest * factor ** exponent
        return (sign, rest) if out else (sign, None)

    def mask(self, poly, effort: int = EFFORT) -> int:
        """The signs that the polynomial may take; ANY where nothing is shown."""
        poly = self.generators.reduce(poly)
        if poly.is_constant():
            return bit(poly.leading_coefficient()) if not poly.is_zero() else ZERO
        signs = self._lookup(poly)
        if signs in (POS, NEG, ZERO):
            return signs
        content, factors = factored(poly)
        result, open_part, unknown = bit(content), None, 0
        for factor, exponent in factors:
            each = self._factor(factor, effort)
            result = times(result, power(each, exponent))
            if each not in (POS, NEG):
                unknown += 1
                open_part = factor ** exponent if open_part is None else open_part * factor ** exponent
        signs &= result
        if unknown > 1 or (unknown == 1 and len(factors) > 1):
            rest = self._lookup(open_part)
            if rest != ANY:
                outer = bit(content)
                for factor, exponent in factors:
                    each = self._factor(factor, effort)
                    if each in (POS, NEG):
                        outer = times(outer, power(each, exponent))
                signs &= times(outer, rest)
        return signs

    def _lookup(self, poly) -> int:
        lead, normal = unit_normal(poly)
        entry = self.known.get(key_of(normal))
        return ANY if entry is None else times(bit(lead), entry[1])

    def _factor(self, poly, effort: int) -> int:
        lead, normal = unit_normal(poly)
        key = key_of(normal)
        done, signs = self._memo.get(key, (-1, ANY))
        if done < effort and signs not in (POS, NEG, ZERO) and key not in self._busy:
            self._busy.add(key)
            try:
                signs &= self._irreducible(normal, effort)
            finally:
                self._busy.discard(key)
            self._memo[key] = (effort, signs)
        return times(bit(lead), signs) if signs else 0

    def _irreducible(self, poly, effort: int) -> int:
        generators = self.generators
        generators.deadline.check()
        signs = self._lookup(poly)
        support = generators.variables(poly)
        seen = generators.witnesses.seen(poly)
        for rule in (self._terms, self._shifted, self._sturm, self._on_circle, self._divided, self._rooted, self._quadratic,
                     self._by_coefficient, self._by_degree, self._certified):
            if signs in (POS, NEG, ZERO, 0) or signs == seen:
                break
            if (effort <= 0 or inside(NONZERO, seen)) and rule not in (self._terms, self._shifted, self._sturm):
                break
            signs &= rule(poly, support, effort)
        return signs

    @contextmanager
    def _supposing(self, poly, signs: int):
        """One more hypothesis for the time of a case."""
        known, memo, alive = dict(self.known), self._memo, self.generators.witnesses.alive
        self._memo = {}
        try:
            self.assume(poly, signs)
            yield
        finally:
            self.known, self._memo, self.generators.witnesses.alive = known, memo, alive
