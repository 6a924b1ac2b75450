"""Quotients whose denominators stay unexpanded: sums of numerators over products of named denominators.

Inverting an element of a tower multiplies it by all its conjugates, and the polynomials explode. To decide whether an
expression is zero no inverse is needed: each denominator is kept as a named factor, and only the numerator over the common
denominator is ever formed.
"""

from __future__ import annotations

from .elements import Element
from .root_tower import Field


class Quotients:
    """Arithmetic on values {powers: element}: `powers` is a sorted tuple of (denominator index, exponent)."""

    def __init__(self, field: Field):
        self.field = field
        self.denominators: list[Element] = []

    def of(self, element: Element) -> dict:
        """A field element as a value."""
        return {(): element} if element else {}

    def add(self, x: dict, y: dict) -> dict:
        """x + y."""
        result = dict(x)
        for powers, element in y.items():
            total = result[powers] + element if powers in result else element
            if total:
                result[powers] = total
            else:
                result.pop(powers, None)
        return result

    def neg(self, x: dict) -> dict:
        """-x."""
        return {powers: -element for powers, element in x.items()}

    def sub(self, x: dict, y: dict) -> dict:
        """x - y."""
        return self.add(x, self.neg(y))

    def mul(self, x: dict, y: dict) -> dict:
        """x y."""
        result: dict = {}
        for p1, e1 in x.items():
            for p2, e2 in y.items():
                result = self.add(result, {_joined(p1, p2): e1 * e2})
        return result

    def power(self, x: dict, exponent: int) -> dict:
        """A whole power."""
        if exponent < 0:
            return self.power(self.inverse(x), -exponent)
        result = self.of(self.field.constant(1))
        while exponent:
            if exponent & 1:
                result = self.mul(result, x)
            exponent >>= 1
            if exponent:
                x = self.mul(x, x)
        return result

    def inverse(self, x: dict) -> dict:
        """One over x: its numerator becomes a named denominator."""
        numerator, denominator = self.parts(x)
        if not numerator:
            raise ZeroDivisionError("a denominator is identically zero")
        if numerator.is_ground:
            return self.of(denominator * numerator.inverse())
        return {((self._named(numerator), 1),): denominator}

    def div(self, x: dict, y: dict) -> dict:
        """x / y."""
        return self.mul(x, self.inverse(y))

    def _named(self, element: Element) -> int:
        for index, known in enumerate(self.denominators):
            if known == element:
                return index
        self.denominators.append(element)
        return len(self.denominators) - 1

    def parts(self, x: dict) -> tuple[Element, Element]:
        """Numerator and common denominator, both field elements."""
        field = self.field
        highest: dict[int, int] = {}
        for powers in x:
            for index, exponent in powers:
                highest[index] = max(highest.get(index, 0), exponent)
        numerator = field.zero
        for powers, element in x.items():
            held = dict(powers)
            for index, exponent in sorted(highest.items()):
                missing = exponent - held.get(index, 0)
                if missing:
                    element = element * self.denominators[index] ** missing
            numerator = numerator + element
        denominator = field.constant(1)
        for index, exponent in sorted(highest.items()):
            denominator = denominator * self.denominators[index] ** exponent
        return numerator, denominator

    def is_zero(self, x: dict) -> bool:
        """Whether the numerator over the common denominator is zero."""
        return not self.parts(x)[0]


def _joined(p1: tuple, p2: tuple) -> tuple:
    if not p1 or not p2:
        return p1 or p2
    total = dict(p1)
    for index, exponent in p2:
        total[index] = total.get(index, 0) + exponent
    return tuple(sorted(total.items()))
