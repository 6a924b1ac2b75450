"""Roots and moduli as generators: the part of a question's generators that takes roots of fractions."""

from __future__ import annotations

import math

from flint import fmpq

from theoremtest.derivations.proof.functions.primes import parts_of

from .generator import Generator, NotShown
from .hypotheses import FREE
from .polynomials import CONTEXT, GENS, NOUGHT, ONE, key_of, unit_normal
from .signset import NEG, NONNEG, POS, ZERO, inside, negate


class Rooted:
    """Roots of fractions over generators, as products of roots of factors where each is shown to be nonnegative."""

    def root(self, top, bottom, q: int):
        """The q-th root of a fraction shown to be nonnegative."""
        if top.is_zero():
            return NOUGHT, ONE
        signs = self.mask(top)
        if not inside(signs, NONNEG):
            if not self.trusting:
                raise NotShown("a radicand is not shown to be nonnegative")
            self.signs.assume(top, NONNEG)
        up, down = self._root_of(top, q), self._root_of(bottom, q)
        # a positive denominator's root is positive, so the quotient needs no new proof
        return self.cancel(up, down)

    def _root_of(self, poly, q: int):
        """The q-th root of a nonnegative polynomial, as a product of roots of its factors where each is nonnegative."""
        content, factors = poly.factor()
        outside, joint = ONE, ONE
        for factor, power in factors:
            signs = self.signs.mask(factor)
            if inside(signs, NEG | ZERO) and not inside(signs, ZERO):
                factor, signs = -factor, negate(signs)
                content = -content if power % 2 else content
            if inside(signs, NONNEG):
                outside *= factor ** (power // q) * self._simple_root(factor, power % q, q, signs)
            elif power % 2 == 0:
                lead, normal = unit_normal(factor)
                content *= abs(lead) ** power
                modulus = GENS[self._modulus_generator(normal)]
                outside *= self.reduce(modulus ** (power // q)) * self._simple_root(modulus, power % q, q, NONNEG)
            else:
                joint *= factor ** power
        if not joint.is_one():
            joint = joint if content > 0 else -joint
            content = abs(content)
            if inside(self.signs.mask(joint), NONNEG):
                outside *= self._simple_root(joint, 1, q, self.signs.mask(joint))
            else:
                content = fmpq(-1)
        if content < 0:
            # the factors cannot be parted (one may be negative where another vanishes): keep the radicand whole
            return self._simple_root(poly, 1, q, self.signs.mask(poly))
        return self.reduce(outside * self._number_root(content, q))

    def _simple_root(self, poly, power: int, q: int, signs: int):
        """poly**(power/q) for a nonnegative polynomial, power < q, as a power of one generator."""
        if power == 0 or poly.is_one():
            return ONE
        g = math.gcd(power, q)
        power, q = power // g, q // g
        if q == 1:
            return poly ** power
        support = self.variables(poly)
        if len(poly) == 1 and len(support) == 1 and poly.leading_coefficient() == 1 and self.items[support[0]].kind == "exp":
            return self._split_exponential(support[0], power, q)
        if len(poly) == 1 and len(support) == 1 and poly.leading_coefficient() == 1 and self.items[support[0]].kind == "root":
            item = self.items[support[0]]
            index = self._root_generator(item.radicand, item.order * q, item.signs)
            return GENS[index] ** power
        return GENS[self._root_generator(poly, q, signs)] ** power

    def _root_generator(self, poly, q: int, signs: int) -> int:
        signs = (signs & NONNEG) or NONNEG
        return self.add(("root", q, key_of(poly)), Generator("root", signs, FREE, q, poly))

    def _number_root(self, value, q: int):
        """The q-th root of a positive rational, over roots of primes."""
        p, r = int(value.p), int(value.q)
        number, below = p * r ** (q - 1), r
        result = CONTEXT.constant(fmpq(1, below))
        for prime, power in parts_of(number):
            result *= fmpq(prime) ** (power // q)
            if power % q:
                result *= self._simple_root(CONTEXT.constant(prime), power % q, q, POS)
        return result

    def _modulus_generator(self, factor) -> int:
        _, normal = unit_normal(factor)
        signs = NONNEG if self.signs.mask(normal) & ZERO else POS
        return self.add(("modulus", key_of(normal)), Generator(
            "modulus", signs, FREE, 2, self.reduce(normal * normal), (normal, ONE)))

    def _modulus(self, top, bottom):
        signs = self.mask(top)
        if inside(signs, NONNEG):
            return top, bottom
        if inside(signs, NEG | ZERO):
            return -top, bottom
        content, factors = top.factor()
        result = CONTEXT.constant(abs(content))
        for factor, power in factors:
            signs = self.signs.mask(factor)
            if inside(signs, NONNEG) or power % 2 == 0:
                result *= factor ** power
            elif inside(signs, NEG | ZERO):
                result *= (-factor) ** power
            else:
                lead, _ = unit_normal(factor)
                result *= factor ** (power - 1) * abs(lead) * GENS[self._modulus_generator(factor)]
        return self.cancel(result, bottom)
