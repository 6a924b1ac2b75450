"""Elements of a tower of square roots, with the arithmetic of a field.

An element maps masks to fractions: bit i of a mask says that the i-th square root divides the term. The empty element is zero. Elements
are not changed once they are made.
"""

from __future__ import annotations


class Element(dict):
    """A sum of fractions times products of distinct square roots of one field."""

    __slots__ = ("field",)

    def __init__(self, field, terms=()):
        super().__init__(terms)
        self.field = field

    @property
    def is_ground(self) -> bool:
        """Whether the element is a fraction without roots, and not zero."""
        return len(self) == 1 and 0 in self

    def key(self) -> tuple:
        """The element as a key."""
        return tuple((mask, str(value.num), str(value.den)) for mask, value in sorted(self.items()))

    def __add__(self, other: Element) -> Element:
        result = Element(self.field, self)
        result._collect(other)
        return result

    def _collect(self, other: Element) -> None:
        """Add into this element, which nobody else has seen yet."""
        for mask, value in other.items():
            total = self[mask] + value if mask in self else value
            if total:
                self[mask] = total
            else:
                self.pop(mask, None)

    def __neg__(self) -> Element:
        return Element(self.field, {mask: -value for mask, value in self.items()})

    def __sub__(self, other: Element) -> Element:
        return self + -other

    def __mul__(self, other: Element) -> Element:
        self.field.deadline.check()
        result = Element(self.field)
        for m1, c1 in self.items():
            for m2, c2 in other.items():
                term = Element(self.field, {m1 ^ m2: c1 * c2})
                common = m1 & m2
                while common:
                    top = common.bit_length() - 1
                    common ^= 1 << top
                    term = term * self.field.radicands[top]
                result._collect(term)
        return result

    def __truediv__(self, other: Element) -> Element:
        return self * other.inverse()

    def __pow__(self, exponent: int) -> Element:
        if exponent < 0:
            return self.inverse() ** -exponent
        result, square = self.field.constant(1), self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            if exponent:
                square = square * square
        return result

    def inverse(self) -> Element:
        """One over the element. Raises ZeroDivisionError for zero."""
        if not self:
            raise ZeroDivisionError("a denominator is identically zero")
        if self.is_ground:
            return self.field.ground(self[0].inverse())
        conjugate, norm = self.conjugate()
        return conjugate * norm.inverse()

    def split(self) -> tuple[int, Element, Element]:
        """The element as u + v r with r its highest root: (index of r, u, v)."""
        top = max(mask.bit_length() for mask in self) - 1
        return top, *self.over_root(top)

    def over_root(self, index: int) -> tuple[Element, Element]:
        """The element as u + v r with r the root of this index, which is none lower than its highest: (u, v)."""
        bit = 1 << index
        u = {mask: value for mask, value in self.items() if not mask & bit}
        v = {mask ^ bit: value for mask, value in self.items() if mask & bit}
        return Element(self.field, u), Element(self.field, v)

    def conjugate(self) -> tuple[Element, Element]:
        """The conjugate over the highest root, and the norm; for an element that holds a root."""
        top, u, v = self.split()
        return u - v * self.field.root(top), u * u - v * v * self.field.radicands[top]
