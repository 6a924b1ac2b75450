"""Arithmetic in a tower of square roots over rational functions with rational coefficients.

The ground field is Q(g_0, g_1, ...), numerators and denominators being FLINT polynomials. Each level adjoins the square
root of an element that is not yet a square, so the tower is a field, every element has one normal form, and an element is
zero exactly when all its coefficients are. `sqrt` finds a root inside the tower where there is one: that is how nested
radicals denest.
"""

from __future__ import annotations

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from rederive.derivations.proof.deadline import Deadline

from .fractions import Fraction
from .ranges import ElementSigns, Range
from .residues import Residues


class Field(ElementSigns):
    """The tower: ground generators, radicands, and element arithmetic. Elements are dicts {mask: Fraction}.

    Bit i of a mask says that the i-th square root divides the term.
    """

    def __init__(self, size: int = 32, deadline: Deadline | None = None):
        self.ctx = fmpq_mpoly_ctx.get(tuple(f"g{i}" for i in range(size)), Ordering.lex)
        self._gens = self.ctx.gens()
        self.size = size
        self.used = 0
        self.radicands: list[dict] = []
        self.positivity: dict[int, Range] = {}
        self.deadline = deadline or Deadline(None)
        self._one = self.ctx.constant(1)
        self._residues = Residues(self)

    # ground elements -------------------------------------------------------------------------------------------------

    def generator(self) -> int:
        """The index of a new ground generator."""
        if self.used == self.size:
            raise OverflowError(f"more than {self.size} generators")
        self.used += 1
        return self.used - 1

    def gen(self, index: int) -> dict:
        return {0: Fraction(self._gens[index], self._one, reduced=True)}

    def constant(self, p: int, q: int = 1) -> dict:
        value = self.ctx.constant(fmpq(p, q))
        return {0: Fraction(value, self._one, reduced=True)} if value else {}

    # element arithmetic ----------------------------------------------------------------------------------------------

    def add(self, x: dict, y: dict) -> dict:
        result = dict(x)
        for mask, value in y.items():
            total = result[mask] + value if mask in result else value
            if total:
                result[mask] = total
            else:
                result.pop(mask, None)
        return result

    def neg(self, x: dict) -> dict:
        return {mask: -value for mask, value in x.items()}

    def sub(self, x: dict, y: dict) -> dict:
        return self.add(x, self.neg(y))

    def mul(self, x: dict, y: dict) -> dict:
        self.deadline.check()
        result: dict = {}
        for m1, c1 in x.items():
            for m2, c2 in y.items():
                term = {m1 ^ m2: c1 * c2}
                common = m1 & m2
                while common:
                    top = common.bit_length() - 1
                    common ^= 1 << top
                    term = self.mul(term, self.radicands[top])
                result = self.add(result, term)
        return result

    def inverse(self, x: dict) -> dict:
        if not x:
            raise ZeroDivisionError("a denominator is identically zero")
        if set(x) == {0}:
            return {0: x[0].inverse()}
        top, u, v = self._split(x)
        norm = self.sub(self.mul(u, u), self.mul(self.mul(v, v), self.radicands[top]))
        conjugate = self.sub(u, self.mul(v, {1 << top: Fraction(self._one, self._one, reduced=True)}))
        return self.mul(conjugate, self.inverse(norm))

    def div(self, x: dict, y: dict) -> dict:
        return self.mul(x, self.inverse(y))

    def power(self, x: dict, exponent: int) -> dict:
        if exponent < 0:
            return self.power(self.inverse(x), -exponent)
        result = self.constant(1)
        while exponent:
            if exponent & 1:
                result = self.mul(result, x)
            exponent >>= 1
            if exponent:
                x = self.mul(x, x)
        return result

    def _split(self, x: dict):
        """x = u + v r with r its highest root: (index of r, u, v)."""
        top = max(mask.bit_length() for mask in x) - 1
        bit = 1 << top
        u = {mask: value for mask, value in x.items() if not mask & bit}
        v = {mask ^ bit: value for mask, value in x.items() if mask & bit}
        return top, u, v

    def root(self, index: int) -> dict:
        return {1 << index: Fraction(self._one, self._one, reduced=True)}

    def conjugate(self, x: dict):
        """The conjugate over x's highest root and the norm, or None for a ground element."""
        if not x or set(x) == {0}:
            return None
        top, u, v = self._split(x)
        conjugate = self.sub(u, self.mul(v, self.root(top)))
        return conjugate, self.mul(x, conjugate)

    # square roots ----------------------------------------------------------------------------------------------------

    def sqrt_inside(self, x: dict, level: int | None = None) -> dict | None:
        """An element whose square is x, or None if the field holds none; the sign is arbitrary."""
        self.deadline.check()
        if not x:
            return {}
        if level is None and any(mask for mask in x) and self._residues.refutes_square(x):
            return None
        level = len(self.radicands) if level is None else level
        if level == 0:
            if set(x) != {0}:
                return None
            root = x[0].sqrt()
            return None if root is None else {0: root}
        bit = 1 << (level - 1)
        u = {mask: value for mask, value in x.items() if not mask & bit}
        v = {mask ^ bit: value for mask, value in x.items() if mask & bit}
        radicand = self.radicands[level - 1]
        if not v:
            found = self.sqrt_inside(u, level - 1)
            if found is not None:
                return found
            found = self.sqrt_inside(self.div(u, radicand), level - 1)
            return None if found is None else self.mul(found, self.root(level - 1))
        norm = self.sub(self.mul(u, u), self.mul(self.mul(v, v), radicand))
        n = self.sqrt_inside(norm, level - 1)
        if n is None:
            return None
        half = self.constant(1, 2)
        for candidate in (n, self.neg(n)):
            p = self.sqrt_inside(self.mul(half, self.add(u, candidate)), level - 1)
            if p:
                q = self.mul(half, self.div(v, p))
                return self.add(p, self.mul(q, self.root(level - 1)))
        return None

    def adjoin(self, x: dict) -> dict:
        """The square root of x, as a new level; x must not be a square in the field."""
        self.radicands.append(x)
        return self.root(len(self.radicands) - 1)
