"""Roots of a tower's elements: found inside the field where they are there, adjoined as new levels otherwise."""

from __future__ import annotations

from sympy import Mul, S, Symbol

from .elements import Element
from .fractions import Fraction
from .questions import NoValue
from .ranges import Range


class Radicals:
    """The part of a tower that takes roots."""

    def _value_sqrt(self, base) -> Element:
        value = self._value(base)
        if set(value) <= {()}:
            return self.quotients.of(self._convert(base**S.Half))
        numerator, denominator = self.quotients.parts(value)  # sqrt(n/d) = sqrt(n d)/|d|
        root = self.quotients.of(self._sqrt(numerator * denominator))
        quotient = self.quotients.div(root, self.quotients.of(denominator))
        return quotient if self._definite(denominator) >= 0 else self.quotients.neg(quotient)

    def _nth_root(self, base, q: int) -> Element:
        """The positive q-th root of a base that is nonnegative on the domain."""
        field = self.field
        if isinstance(base, Symbol) and self._fine.get(base, 1) % q == 0:
            self._symbol(base)
            index = next(i for i, owner in self._owners.items() if owner == base)
            return field.gen(index) ** (self._fine[base] // q)
        if isinstance(base, Mul):
            # split off symbols whose roots are generators; the rest stays together, its sign being the product's
            fine = [f for f in base.args
                    if isinstance(f.as_base_exp()[0], Symbol) and self._fine.get(f.as_base_exp()[0], 1) % q == 0
                    and f.as_base_exp()[1].is_Integer]
            if fine and len(fine) < len(base.args) or len(fine) > 1:
                root = field.constant(1)
                for factor in fine:
                    core, inner = factor.as_base_exp()
                    root = root * self._nth_root(core, q) ** int(inner)
                rest = Mul(*[f for f in base.args if f not in fine])
                return root * self._nth_root(rest, q) if rest != 1 else root
        x = self._convert(base)
        while q % 2 == 0:
            x = self._sqrt(x)
            q //= 2
        if q == 1:
            return x
        if x == field.constant(1) or not x:
            return x
        known = field.weak_sign(x)
        if known is not None and known == (-1, True):
            raise NoValue("an odd root of a negative number")
        self._demand_positive(x)
        return self._exp(field.constant(1, q) * self._log(x))

    def _sqrt(self, x: Element) -> Element:
        field = self.field
        if not x:
            return x
        key = ("sqrt", x.key())
        if key in self._memo:
            return self._memo[key]
        inside = field.sqrt_inside(x)
        if inside is not None:
            result = inside if self._definite(inside) >= 0 else -inside
        elif x.is_ground:
            result = self._ground_root(x[0])
        else:
            result = field.adjoin(x)
        self._memo[key] = result
        return result

    def _ground_root(self, x: Fraction) -> Element:
        """sqrt of a ground fraction: pull the square part out, keep a square-free polynomial below the root."""
        field = self.field
        lead, factors = (x.num * x.den).factor()
        outside, inside = x.den.context().constant(1), x.den.context().constant(1)
        for factor, exponent in factors:
            outside = outside * factor ** (exponent // 2)
            if exponent % 2:
                inside = inside * factor
        inside = inside * lead
        front = field.ground(Fraction(outside, x.den))
        if self._definite(front) < 0:
            front = -front
        radicand = field.polynomial(inside)
        if field.weak_sign(radicand) is None or len(factors) == 0:
            known = field.sqrt_inside(radicand)
            root = field.adjoin(radicand) if known is None else (known if self._definite(known) >= 0 else -known)
            return front * root
        # factors of known sign each get their own root: sqrt(xy) = sqrt(x) sqrt(y)
        root, rest = field.constant(1), field.ctx.constant(lead)
        for factor, exponent in factors:
            if exponent % 2:
                known_sign = field.weak_sign(field.polynomial(factor))
                if known_sign is None:
                    rest = rest * factor
                    continue
                if known_sign[0] < 0:
                    factor, rest = -factor, -rest
                root = root * self._root_of(field.polynomial(factor))
        if not rest.is_one():
            root = root * self._root_of(field.polynomial(rest))
        return front * root

    def _root_of(self, radicand: Element) -> Element:
        field = self.field
        key = ("root", radicand.key())
        if key not in self._memo:
            known = field.sqrt_inside(radicand)
            if known is None:
                self._memo[key] = field.adjoin(radicand)
            else:
                self._memo[key] = known if self._definite(known) >= 0 else -known
        return self._memo[key]

    def _root_any(self, x: Element, q: int) -> Element:
        while q % 2 == 0:
            x, q = self._sqrt(x), q // 2
        if q == 1:
            return x
        key = ("radical", x.key(), q)
        if key not in self._symbols:
            index = self.field.generator()
            self.field.positivity[index] = Range()
            self._symbols[key] = self.field.gen(index)
        return self._symbols[key]
