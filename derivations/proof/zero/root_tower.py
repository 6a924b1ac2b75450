"""Arithmetic in a tower of square roots over rational functions with rational coefficients.

The ground field is Q(g_0, g_1, ...), numerators and denominators being FLINT polynomials. Each level adjoins the square
root of an element that is not yet a square, so the tower is a field, every element has one normal form, and an element is
zero exactly when all its coefficients are. `sqrt` finds a root inside the tower where there is one: that is how nested
radicals denest.
"""

from __future__ import annotations

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from theoremtest.derivations.proof.deadline import Deadline

from .elements import Element
from .fractions import Fraction
from .ranges import ElementSigns, Range
from .residues import Residues


class Field(ElementSigns):
    """The tower: ground generators, radicands, and the roots of their elements."""

    def __init__(self, size: int = 32, deadline: Deadline | None = None):
        self.ctx = fmpq_mpoly_ctx.get(tuple(f"g{i}" for i in range(size)), Ordering.lex)
        self._gens = self.ctx.gens()
        self.size = size
        self.used = 0
        self.radicands: list[Element] = []
        self.unsigned: set[int] = set()  # roots that stand for a number of either sign
        self.positivity: dict[int, Range] = {}
        self.deadline = deadline or Deadline(None)
        self._one = self.ctx.constant(1)
        self.zero = Element(self)
        self._residues = Residues(self)

    # ground elements -------------------------------------------------------------------------------------------------

    def generator(self) -> int:
        """The index of a new ground generator."""
        if self.used == self.size:
            raise OverflowError(f"more than {self.size} generators")
        self.used += 1
        return self.used - 1

    def gen(self, index: int) -> Element:
        """The generator itself as an element."""
        return self.polynomial(self._gens[index])

    def constant(self, p: int, q: int = 1) -> Element:
        """A rational number as an element."""
        return self.polynomial(self.ctx.constant(fmpq(p, q)))

    def polynomial(self, poly) -> Element:
        """A polynomial in the generators as an element."""
        return self.ground(Fraction(poly, self._one, reduced=True))

    def ground(self, fraction: Fraction) -> Element:
        """A fraction as an element."""
        return Element(self, {0: fraction} if fraction else {})

    def root(self, index: int) -> Element:
        """The square root of this index as an element."""
        return Element(self, {1 << index: Fraction(self._one, self._one, reduced=True)})

    # square roots ----------------------------------------------------------------------------------------------------

    def sqrt_inside(self, x: Element, level: int | None = None) -> Element | None:
        """An element whose square is x, or None if the field holds none; the sign is arbitrary."""
        self.deadline.check()
        if not x:
            return x
        if level is None and any(mask for mask in x) and self._residues.refutes_square(x):
            return None
        level = len(self.radicands) if level is None else level
        if level == 0:
            if not x.is_ground:
                return None
            root = x[0].sqrt()
            return None if root is None else self.ground(root)
        u, v = x.over_root(level - 1)
        radicand = self.radicands[level - 1]
        if not v:
            found = self.sqrt_inside(u, level - 1)
            if found is not None:
                return found
            found = self.sqrt_inside(u / radicand, level - 1)
            return None if found is None else found * self.root(level - 1)
        norm = u * u - v * v * radicand
        n = self.sqrt_inside(norm, level - 1)
        if n is None:
            return None
        half = self.constant(1, 2)
        for candidate in (n, -n):
            p = self.sqrt_inside(half * (u + candidate), level - 1)
            if p:
                q = half * v / p
                return p + q * self.root(level - 1)
        return None

    def adjoin(self, x: Element) -> Element:
        """The square root of x, as a new level; x must not be a square in the field."""
        self.radicands.append(x)
        return self.root(len(self.radicands) - 1)
