"""Roots of a tower's elements: found inside the field where they are there, adjoined as new levels otherwise."""

from __future__ import annotations

from sympy import Mul, S, Symbol

from .fractions import Fraction, frozen
from .questions import NoValue
from .ranges import Range


class Radicals:
    """The part of a tower that takes roots."""

    def _value_sqrt(self, base) -> dict:
        value = self._value(base)
        if set(value) <= {()}:
            return self.quotients.of(self._convert(base**S.Half))
        numerator, denominator = self.quotients.parts(value)  # sqrt(n/d) = sqrt(n d)/|d|
        root = self.quotients.of(self._sqrt(self.field.mul(numerator, denominator)))
        quotient = self.quotients.div(root, self.quotients.of(denominator))
        return quotient if self._definite(denominator) >= 0 else self.quotients.neg(quotient)

    def _nth_root(self, base, q: int) -> dict:
        """The positive q-th root of a base that is nonnegative on the domain."""
        field = self.field
        if isinstance(base, Symbol) and self._fine.get(base, 1) % q == 0:
            self._symbol(base)
            index = next(i for i, owner in self._owners.items() if owner == base)
            return field.power(field.gen(index), self._fine[base] // q)
        if isinstance(base, Mul):
            # split off symbols whose roots are generators; the rest stays together, its sign being the product's
            fine = [f for f in base.args
                    if isinstance(f.as_base_exp()[0], Symbol) and self._fine.get(f.as_base_exp()[0], 1) % q == 0
                    and f.as_base_exp()[1].is_Integer]
            if fine and len(fine) < len(base.args) or len(fine) > 1:
                root = field.constant(1)
                for factor in fine:
                    core, inner = factor.as_base_exp()
                    root = field.mul(root, field.power(self._nth_root(core, q), int(inner)))
                rest = Mul(*[f for f in base.args if f not in fine])
                return field.mul(root, self._nth_root(rest, q)) if rest != 1 else root
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
        return self._exp(field.mul(field.constant(1, q), self._log(x)))

    def _sqrt(self, x: dict) -> dict:
        field = self.field
        if not x:
            return {}
        key = ("sqrt", frozen(x))
        if key in self._memo:
            return self._memo[key]
        inside = field.sqrt_inside(x)
        if inside is not None:
            result = inside if self._definite(inside) >= 0 else field.neg(inside)
        elif set(x) == {0}:
            result = self._ground_root(x[0])
        else:
            result = field.adjoin(x)
        self._memo[key] = result
        return result

    def _ground_root(self, x: Fraction) -> dict:
        """sqrt of a ground fraction: pull the square part out, keep a square-free polynomial below the root."""
        field = self.field
        lead, factors = (x.num * x.den).factor()
        outside, inside = x.den.context().constant(1), x.den.context().constant(1)
        for factor, exponent in factors:
            outside = outside * factor ** (exponent // 2)
            if exponent % 2:
                inside = inside * factor
        inside = inside * lead
        one = field.ctx.constant(1)
        front = {0: Fraction(outside, x.den)}
        if self._definite(front) < 0:
            front = field.neg(front)
        radicand = {0: Fraction(inside, one, reduced=True)}
        if field.weak_sign(radicand) is None or len(factors) == 0:
            known = field.sqrt_inside(radicand)
            root = field.adjoin(radicand) if known is None else (known if self._definite(known) >= 0 else field.neg(known))
            return field.mul(front, root)
        # factors of known sign each get their own root: sqrt(xy) = sqrt(x) sqrt(y)
        root, rest = field.constant(1), field.ctx.constant(lead)
        for factor, exponent in factors:
            if exponent % 2:
                known_sign = field.weak_sign({0: Fraction(factor, one, reduced=True)})
                if known_sign is None:
                    rest = rest * factor
                    continue
                if known_sign[0] < 0:
                    factor, rest = -factor, -rest
                root = field.mul(root, self._root_of({0: Fraction(factor, one, reduced=True)}))
        if not rest.is_one():
            root = field.mul(root, self._root_of({0: Fraction(rest, one, reduced=True)}))
        return field.mul(front, root)

    def _root_of(self, radicand: dict) -> dict:
        field = self.field
        key = ("root", frozen(radicand))
        if key not in self._memo:
            known = field.sqrt_inside(radicand)
            if known is None:
                self._memo[key] = field.adjoin(radicand)
            else:
                self._memo[key] = known if self._definite(known) >= 0 else field.neg(known)
        return self._memo[key]

    def _root_any(self, x: dict, q: int) -> dict:
        while q % 2 == 0:
            x, q = self._sqrt(x), q // 2
        if q == 1:
            return x
        key = ("radical", frozen(x), q)
        if key not in self._symbols:
            index = self.field.generator()
            self.field.positivity[index] = Range()
            self._symbols[key] = self.field.gen(index)
        return self._symbols[key]
