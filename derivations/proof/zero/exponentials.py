"""Exponentials and logarithms of a tower's elements, over one generator for each independent exponent and each irreducible argument."""

from __future__ import annotations

from math import lcm

from theoremtest.derivations.proof.functions.primes import parts_of
from theoremtest.derivations.proof.functions.units import FinerUnit

from .elements import Element
from .fractions import Fraction
from .questions import NoValue
from .ranges import Range


class Exponentials:
    """The part of a tower that takes exponentials and logarithms."""

    def _terms(self, x: Element):
        """x as a sum of rational multiples of independent monomials: [(key, coefficient)]."""
        for mask, fraction in x.items():
            den = str(fraction.den)
            for exponents, coefficient in fraction.num.terms():
                yield (mask, tuple(exponents), den), coefficient, fraction.den

    def _exp(self, x: Element) -> Element:
        field = self.field
        result, whole = field.constant(1), {}
        for (mask, exponents, den), coefficient, den_poly in self._terms(x):
            index = self._is_logarithm(mask, exponents, den_poly)
            if index is not None:
                whole[index] = coefficient
            else:
                result = result * self._unit((mask, exponents, den), den_poly, coefficient)
        return result * self._power_of_arguments(whole) if whole else result

    def _is_logarithm(self, mask, exponents, den_poly) -> int | None:
        """The generator that a monomial is, where it is a logarithm."""
        alone = mask == 0 and den_poly.is_one() and sum(exponents) == 1
        return exponents.index(1) if alone and exponents.index(1) in self._log_arguments else None

    def _logarithms(self, x: Element):
        """The logarithms among an element's terms, each with its coefficient."""
        for (mask, exponents, _), coefficient, den_poly in self._terms(x):
            index = self._is_logarithm(mask, exponents, den_poly)
            if index is not None:
                yield index, coefficient

    def _power_of_arguments(self, powers: dict) -> Element:
        """exp(c log f + d log g) = |f|^c |g|^d, of arguments of which each may be negative, as log(f/g) is log f - log g for f, g < 0 too.

        Those of open sign stay together: their product has to be shown to be positive, from its sign or as one of what a logarithm is
        taken of. Raises Unsigned where it is not.
        """
        field, result, open_ones = self.field, self.field.constant(1), {}
        for index, coefficient in powers.items():
            argument = self._log_arguments[index]
            known = field.weak_sign(argument)
            if known is not None and known[0] >= 0:
                result = result * self._fractional(argument, coefficient)
            else:
                open_ones[index] = coefficient
        if not open_ones:
            return result
        q = lcm(*(int(coefficient.q) for coefficient in open_ones.values()))
        exponents = {index: int(coefficient.p) * (q // int(coefficient.q)) for index, coefficient in open_ones.items()}
        product = field.constant(1)
        for index, exponent in exponents.items():
            product = product * self._log_arguments[index] ** exponent
        odd = frozenset(index for index, exponent in exponents.items() if exponent % 2)
        if odd and not self._is_argument(odd) and self._definite(product) < 0:
            product = -product
        return result * self._root_any(product, q)

    def _fractional(self, argument: Element, exponent) -> Element:
        root = self._root_any(argument, int(exponent.q)) if exponent.q > 1 else argument
        return root ** int(exponent.p)

    def _is_argument(self, odd: frozenset) -> bool:
        """Whether a product of arguments is, up to squares, one of products of what logarithms are taken of, which is positive."""
        rest, pivots = odd, {}
        for row in self._positive:
            row = _reduced(row, pivots)
            if row:
                pivots[min(row)] = row
        return not _reduced(rest, pivots)

    def _unit(self, key, den_poly, coefficient) -> Element:
        """exp(coefficient * monomial) as a power of one generator per monomial; finer shares refine the generator."""
        field = self.field
        q = int(coefficient.q)
        if key not in self._exponentials:
            index = field.generator()
            field.positivity[index] = Range()
            mask, exponents, _ = key
            monomial = field.ctx.from_dict({exponents: 1})
            share = Element(field, {mask: Fraction(monomial, den_poly)})
            grain = 2 * lcm(q, self.grains.get(key, 1))  # half-shares come up in cosh(x/2) beside cosh(x)
            known = field.weak_sign(share)
            self._exponentials[key] = (index, grain, known)
            part = field.constant(1, grain) * share
            if known is not None and known[1] and known[0] > 0:
                field.positivity[index] = Range(above_one=True)
            elif known is not None and known[1] and known[0] < 0:
                field.positivity[index] = Range(above_one=True)
                part = -part
            self._exp_exponents[index] = part
        index, grain, known = self._exponentials[key]
        power = coefficient * grain
        if int(power.q) != 1:
            raise FinerUnit(key, int(coefficient.q))
        exponent = int(power.p)
        if known is not None and known[1] and known[0] < 0:
            exponent = -exponent  # the generator is exp(-monomial) > 1
        return field.gen(index) ** exponent

    def _log(self, x: Element) -> Element:
        field = self.field
        if not x:
            raise NoValue("the logarithm of zero")
        if x.is_ground:
            top, bottom = x[0].num, x[0].den
            below = field.weak_sign(field.polynomial(bottom))
            if below is not None and below[0] < 0:
                top, bottom = -top, -bottom
            found = self._log_poly(top) - self._log_poly(bottom)
            self._positive.append(frozenset(index for index, coefficient in self._logarithms(found) if int(coefficient.p) % 2))
            return found
        if len(x) == 1:  # ground times roots: log(c r) = log(c^2 r^2)/2
            return field.constant(1, 2) * self._log(x * x)
        conjugate, norm = x.conjugate()
        known = field.weak_sign(norm)
        if known is not None and known[0] < 0:  # x > 0 has a negative conjugate: asinh's argument is such
            conjugate, norm = -conjugate, -norm
        here, there = self._primitive(x), self._primitive(conjugate)
        if known is not None and there[1].key() < here[1].key():
            return self._log(norm) - self._log(conjugate)
        content, core = here
        return self._log_generator(core) if content is None else self._log(field.ground(content)) + self._log_generator(core)

    def _primitive(self, x: Element):
        """x = content * core with the content a ground fraction of definite sign: the first coefficient."""
        first = x[min(x)]
        known = self.field.weak_sign(self.field.ground(first))
        if known is None or known[0] == 0:
            return None, x
        if known[0] < 0:
            first = -first
        inverse = self.field.ground(first.inverse())
        return first, inverse * x

    def _log_generator(self, x: Element) -> Element:
        key = x.key()
        if key not in self._logs:
            index = self.field.generator()
            self._logs[key] = index
            self._log_arguments[index] = x
        return self.field.gen(self._logs[key])

    def _log_poly(self, poly) -> Element:
        field = self.field
        lead, factors = poly.factor()
        total = field.zero
        negatives = 0
        pending = []
        for factor, exponent in factors:
            known = field.weak_sign(field.polynomial(factor))
            if known is None:
                if exponent % 2 == 0:
                    raise self._unsigned(field.polynomial(factor))
                pending.append((factor, exponent))
                continue
            if known[0] < 0:
                factor, negatives = -factor, negatives + exponent
            total = total + field.constant(exponent) * self._log_factor(factor)
        sign = -1 if (lead < 0) != (negatives % 2 == 1) else 1
        if pending:
            rest = field.ctx.constant(sign)
            for factor, exponent in pending:
                rest = rest * factor**exponent
            total = total + self._log_generator(field.polynomial(rest))
        elif sign < 0:
            raise NoValue("the logarithm of a number that is not positive")
        magnitude = abs(lead)
        for integer, outer in ((int(magnitude.p), 1), (int(magnitude.q), -1)):
            for prime, exponent in parts_of(integer):
                part = self._log_generator(field.constant(prime))
                total = total + field.constant(outer * exponent) * part
        return total

    def _log_factor(self, factor) -> Element:
        if factor.total_degree() == 1 and len(list(factor.terms())) == 1 and factor.leading_coefficient() == 1:
            index = list(factor.degrees()).index(1)
            if index in self._exp_exponents:
                return self._exp_exponents[index]
        return self._log_generator(self.field.polynomial(factor))


def _reduced(row: frozenset, pivots: dict) -> frozenset:
    """A row over the field of two elements without the pivots that it can do without."""
    while row and min(row) in pivots:
        row = row ^ pivots[min(row)]
    return row
