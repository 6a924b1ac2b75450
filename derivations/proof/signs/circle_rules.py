"""The rule for a polynomial's sign where it is linear in a cosine and its sine."""

from __future__ import annotations

from sympy import cos, sin

from .polynomials import CONTEXT, key_of
from .signset import ANY, NEG, NONNEG, POS, ZERO, inside


class CircleRules:
    """The rule of `PolynomialSigns` for what is linear in a cosine and its sine."""

    def _on_circle(self, poly, support, effort) -> int:
        """a sin u + b cos u + c has the sign of c where c^2 >= a^2 + b^2."""
        items = self.generators.items
        for index in support:
            item = items[index]
            if item.kind != "bounded" or type(item.stands_for) not in (sin, cos):
                continue
            twin = ("cos" if type(item.stands_for) is sin else "sin", *map(key_of, item.argument))
            other = self.generators.index.get(twin)
            parts = _linear_parts(poly, index, other)
            if parts is None:
                continue
            a, b, c = parts
            room, signs = self.mask(c * c - a * a - b * b, effort - 1), self.mask(c, effort - 1)
            for side in (POS, NEG):
                if inside(signs, side | ZERO) and inside(room, NONNEG):
                    return side if room == POS else side | ZERO
        return ANY


def _linear_parts(poly, index: int, other: int | None):
    """Coefficients of the generator `index`, of `other`, and of neither; None where it is not linear in them together."""
    found = [CONTEXT.constant(0)] * 3
    for monomial, value in poly.to_dict().items():
        here, there = monomial[index], 0 if other is None else monomial[other]
        if here + there > 1:
            return None
        place = 0 if here else 1 if there else 2
        rest = tuple(0 if i in (index, other) else e for i, e in enumerate(monomial))
        found[place] = found[place] + CONTEXT.from_dict({rest: value})
    return found
