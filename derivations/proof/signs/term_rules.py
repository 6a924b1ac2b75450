"""Rules for a polynomial's sign that look at its terms and coefficients: sums of signs, shifts, root counts, discriminants."""

from __future__ import annotations

from sympy import Poly, Rational, S, Symbol

from .polynomials import CONTEXT, GENS, coefficients, rational
from .signset import ANY, NEG, NONNEG, NONPOS, NONZERO, POS, ZERO, bit, inside, negate, plus, power, times

_UNIVARIATE = Symbol("x")
EFFORT = 5
"""How deep the rules may call one another; of what a question comes down to, less is tried."""


def _spread(poly, index: int, bounds):
    """A polynomial in g between two bounds, times (1 + h)^degree, in h > 0 with g = (lower + upper h)/(1 + h)."""
    degree, h, total = poly.degrees()[index], GENS[index], CONTEXT.constant(0)
    for exponent, coefficient in coefficients(poly, index).items():
        total += coefficient * (h * rational(bounds.upper) + rational(bounds.lower)) ** exponent * (h + 1) ** (degree - exponent)
    return total


def _rootless(terms: dict, lower, upper) -> int:
    """The sign of a polynomial in one letter, by exponents, that has no root between two bounds, or at them."""
    one = Poly.from_dict({(exponent,): value for exponent, value in terms.items()}, _UNIVARIATE)
    if one.count_roots(lower, upper):
        return ANY
    if lower is not None and upper is not None:
        sample = (lower + upper) / 2
    elif lower is not None:
        sample = lower + 1
    elif upper is not None:
        sample = upper - 1
    else:
        sample = Rational(0)
    return bit(one.eval(sample))


class TermRules:
    """Rules of `PolynomialSigns`: each takes a polynomial, its generators and an effort, and returns the signs not excluded."""

    def _terms(self, poly, support, effort) -> int:
        """The sum of the terms' signs."""
        items = self.generators.items
        return self._sum_of_terms(poly, {i: items[i].signs for i in support})

    @staticmethod
    def _sum_of_terms(poly, signs_of: dict) -> int:
        total = ZERO
        for monomial, value in poly.to_dict().items():
            term = bit(value)
            for index, exponent in enumerate(monomial):
                if exponent:
                    term = times(term, power(signs_of[index], exponent))
            total = plus(total, term)
            if total == ANY:
                return ANY
        return total

    def _shifted(self, poly, support, effort) -> int:
        """The terms' signs after each bounded generator is written through one that runs over the positive numbers."""
        items = self.generators.items
        signs_of = {i: items[i].signs for i in support}
        ends = []
        changed = False
        for index in support:
            bounds = items[index].bounds
            lower, upper = bounds.lower, bounds.upper
            if items[index].kind in ("root", "modulus"):
                continue
            if lower is not None and upper is not None and lower < upper:
                if not bounds.upper_open:
                    ends.append((index, upper))
                poly = _spread(poly, index, bounds)
                signs_of[index] = POS if bounds.lower_open else NONNEG
                changed = True
            elif lower is not None and upper is None and lower != 0:
                poly = _moved(poly, index, 1, lower)
                signs_of[index] = POS if bounds.lower_open else NONNEG
                changed = True
            elif upper is not None and lower is None:
                poly = _moved(poly, index, -1, upper)
                signs_of[index] = POS if bounds.upper_open else NONNEG
                changed = True
        if not changed:
            return ANY
        result = self._sum_of_terms(poly, signs_of)
        # h runs over [0, oo): the closed upper end is reached only in the limit, where strict signs become weak
        return result | ZERO if ends else result

    def _sturm(self, poly, support, effort) -> int:
        """A polynomial in one symbol, or in the ratio of two quantities: counts its roots on their interval exactly."""
        if len(support) == 2:
            return self._by_ratio(poly, support)
        if len(support) != 1:
            return ANY
        index = support[0]
        item = self.generators.items[index]
        if item.kind not in ("symbol", "exp", "constant", "bounded"):
            return ANY
        terms = {monomial[index]: Rational(int(value.p), int(value.q)) for monomial, value in poly.to_dict().items()}
        if max(terms) < 2:
            return ANY
        return _rootless(terms, item.bounds.lower, item.bounds.upper)

    def _by_ratio(self, poly, support) -> int:
        """A homogeneous polynomial in two quantities, one of them positive: that one's power times a polynomial in their ratio."""
        signs = {index: self.generators.items[index].signs for index in support}
        base = next((index for index in support if signs[index] == POS), None)
        terms = poly.to_dict()
        if base is None or len({sum(monomial) for monomial in terms}) > 1:
            return ANY
        (other,) = (index for index in support if index != base)
        ratio = {monomial[other]: Rational(int(value.p), int(value.q)) for monomial, value in terms.items()}
        if max(ratio) < 2:
            return ANY
        return _rootless(ratio, S.Zero if inside(signs[other], NONNEG) else None, S.Zero if inside(signs[other], NONPOS) else None)

    def _quadratic(self, poly, support, effort) -> int:
        """a*g**2 + b*g + c by the sign of 4ac - b**2; of what is asked itself also without the terms of b*g that have the sign of a."""
        degrees = poly.degrees()
        for index in support:
            if degrees[index] != 2 or self.generators.items[index].radicand is not None:
                continue
            parts = coefficients(poly, index)
            a, b, c = parts[2], parts.get(1), parts.get(0)
            if c is None:
                continue
            sa = self.mask(a, effort - 1)
            if b is None or sa in (ANY, ZERO, NONZERO):
                continue
            spread = self.mask(4 * a * c - b * b, effort - 1)
            if spread != POS and effort == EFFORT:
                against = self._against(b, index, sa)
                if against != b and self.mask(4 * a * c - against * against, 0) == POS:
                    spread = POS
            if spread == POS:
                # ac > 0, so a does not vanish and the quadratic has its sign
                return sa & NONZERO
            if inside(spread, NONNEG):
                sc = self.mask(c, effort - 1)
                if any(inside(sa, side) and inside(sc, side) for side in (NONNEG, negate(NONNEG))):
                    return sa | sc | ZERO
        return ANY

    def _by_degree(self, poly, support, effort) -> int:
        """What is asked itself: its part of degree two in a generator and what is above, each decided on its own."""
        if effort < EFFORT:
            return ANY
        degrees, result = poly.degrees(), ANY
        for index in support:
            signs = self.generators.items[index].signs
            if degrees[index] < 3 or not inside(signs, NONNEG):
                continue
            parts = coefficients(poly, index)
            total = ZERO
            for power_of in sorted(parts, reverse=True):
                if power_of < 3:
                    break
                total = plus(total, times(signs, self.mask(parts[power_of], effort - 2)))
            if total in (ANY, NONZERO):
                continue
            low = sum((parts[k] * GENS[index] ** k for k in range(3) if k in parts), CONTEXT.constant(0))
            result &= plus(total, self.mask(low, effort - 1)) if not low.is_zero() else total
            if result in (POS, NEG, ZERO):
                break
        return result

    def _against(self, b, index: int, sa: int):
        """The terms of b of which b*g is not shown to have the sign of a anywhere."""
        signs_of = {i: self.generators.items[i].signs for i in self.generators.variables(b)}
        side, outer = NONNEG if inside(sa, NONNEG) else NONPOS, self.generators.items[index].signs
        return CONTEXT.from_dict({monomial: value for monomial, value in b.to_dict().items() if not inside(
            times(outer, self._sum_of_terms(CONTEXT.from_dict({monomial: value}), signs_of)), side)})

    def _between(self, poly, index: int, bounds, effort) -> int:
        """The signs of the coefficients after a generator between two bounds is written through one that runs over the positive numbers."""
        total = ZERO
        for exponent, coefficient in sorted(coefficients(_spread(poly, index, bounds), index).items()):
            total = plus(total, times(ZERO | POS if exponent and not bounds.lower_open else POS, self.mask(coefficient, effort - 2)))
            if total == ANY:
                return ANY
        return total if bounds.upper_open else total | ZERO

    def _by_coefficient(self, poly, support, effort) -> int:
        """The signs of the coefficients in one generator of known sign, each decided on its own."""
        best = ANY
        for index in sorted(support, key=lambda i: -poly.degrees()[i]):
            item = self.generators.items[index]
            moved, signs = poly, item.signs
            lower, upper = item.bounds.lower, item.bounds.upper
            if item.radicand is None and lower is not None and upper is not None and lower < upper:
                best &= self._between(poly, index, item.bounds, effort)
                if best in (POS, NEG, ZERO):
                    return best
            if item.radicand is None and lower is not None and lower != 0 and upper is None:
                moved, signs = _moved(poly, index, 1, lower), POS if item.bounds.lower_open else NONNEG
            elif item.radicand is None and upper is not None:
                moved, signs = _moved(poly, index, -1, upper), POS if item.bounds.upper_open else NONNEG
            parts = coefficients(moved, index)
            if len(parts) < 2 and moved is poly:
                continue
            total = ZERO
            for exponent, coefficient in sorted(parts.items()):
                total = plus(total, times(power(signs, exponent), self.mask(coefficient, effort - 2)))
                if total == ANY:
                    break
            best &= total
            if best in (POS, NEG, ZERO):
                return best
        return best


def _moved(poly, index: int, direction: int, point):
    """The polynomial with generator g written as point + direction*g."""
    total = CONTEXT.constant(0)
    for exponent, coefficient in coefficients(poly, index).items():
        total += coefficient * (GENS[index] * direction + rational(point)) ** exponent
    return total
