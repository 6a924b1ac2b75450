"""Sines and cosines of a tower's elements: one point of the unit circle for each independent angle, sums of angles multiplied out.

An angle is taken apart into rational multiples of independent monomials. Each monomial, cut to the smallest share that occurs, gets a
generator for its cosine and the square root of 1 - cos^2 for its sine. That root may have either sign, so the field takes it for a number
of which only the square is known, unless the domain settles the sign of the sine. Rational multiples of pi, and angles that are inverse
functions, have cosines and sines by roots.
"""

from __future__ import annotations

from sympy import Expr, asin, atan, cos, pi, sin

from theoremtest.derivations.proof.functions.units import FinerUnit
from theoremtest.derivations.proof.signs.signs import Sign, sign

from .elements import Element
from .fractions import Fraction
from .questions import NotInTower
from .ranges import Range

HIGHEST_MULTIPLE = 48
"""Multiples of an angle beyond which its sine is given up: the polynomials would be too long."""
MOST_HALVES = 8
"""How many times an inverse function's angle is halved."""
_NOT_NEGATIVE = {Sign.POSITIVE: Range(strict=True), Sign.NONNEGATIVE: Range(strict=False)}


class Circular:
    """The part of a tower that takes sines, cosines, and their inverses."""

    def _circular(self, node) -> Element:
        angle = node.args[0]
        cosine, sine = self._point(self._convert(angle), angle)
        return sine if isinstance(node, sin) else cosine

    def _point(self, x: Element, angle: Expr | None = None) -> tuple[Element, Element]:
        """(cos, sin) of an element; angle: the same as an expression of the domain's symbols, where that is at hand."""
        result = self.field.constant(1), self.field.zero
        terms = list(self._terms(x))
        for (mask, exponents, den), coefficient, den_poly in terms:
            only = angle if len(terms) == 1 else None
            result = _joined(result, self._arc((mask, exponents, den), den_poly, coefficient, only))
        return result

    def _arc(self, key, den_poly, coefficient, angle) -> tuple[Element, Element]:
        mask, exponents, _ = key
        if mask == 0 and den_poly.is_one() and sum(exponents) == 1:
            index = exponents.index(1)
            if index in self._arguments_of_angles:
                found = self._inverse_arc(index, int(coefficient.p), int(coefficient.q))
                if found is not None:
                    return found
            if ("opaque", pi) in self._symbols and self.field.gen(index) == self._symbols["opaque", pi]:
                found = self._turn(int(coefficient.p), int(coefficient.q))
                if found is not None:
                    return found
        return self._unit_arc(key, den_poly, coefficient, angle)

    def _turn(self, p: int, q: int) -> tuple[Element, Element] | None:
        """The point at pi p/q, where SymPy writes that of pi/q by roots."""
        cosine, sine = cos(pi / q), sin(pi / q)
        if cosine.has(cos, sin) or sine.has(cos, sin):
            return None
        return self._multiple((self._convert(cosine), self._convert(sine)), p % (2 * q))

    def _inverse_arc(self, index: int, p: int, q: int) -> tuple[Element, Element] | None:
        """The point at p/q of the angle asin u or atan u, which lies in [-pi/2, pi/2], for q a power of two."""
        if q & (q - 1) or q > 2**MOST_HALVES:
            return None
        point = self._arguments_of_angles[index]
        half = self.field.constant(1, 2)
        while q > 1:  # half the angle has a positive cosine
            cosine = self._sqrt(half * (self.field.constant(1) + point[0]))
            point, q = (cosine, half * point[1] / cosine), q // 2
        return self._multiple(point, p)

    def _unit_arc(self, key, den_poly, coefficient, angle) -> tuple[Element, Element]:
        """The point at coefficient * monomial as a multiple of one generator's angle per monomial."""
        name = ("circle", *key)
        grain = self.grains.get(name, 1)
        share = coefficient * grain
        if int(share.q) != 1:
            raise FinerUnit(name, int(coefficient.q))
        if name not in self._circles:
            field = self.field
            index = field.generator()
            cosine = field.gen(index)
            sine = field.adjoin(field.constant(1) - cosine * cosine)
            root = len(field.radicands) - 1
            field.unsigned.add(root)
            self._circles[name] = cosine, sine
            if angle is not None:
                self._sided(index, root, angle / int(share))
        return self._multiple(self._circles[name], int(share.p))

    def _sided(self, index: int, root: int, angle: Expr) -> None:
        """What the domain says of the signs of an angle's cosine and sine; and their names, by which cases can be told apart."""
        self._forms[index], self._roots_by_name[root] = cos(angle), sin(angle)
        if not angle.free_symbols:
            return
        found = _NOT_NEGATIVE.get(sign(cos(angle), self.domain, self.deadline))
        if found is not None:
            self.field.positivity[index] = found
        if sign(sin(angle), self.domain, self.deadline) in _NOT_NEGATIVE:
            self.field.unsigned.discard(root)

    def _multiple(self, point, n: int) -> tuple[Element, Element]:
        """The point at n times the angle, by squaring."""
        if abs(n) > HIGHEST_MULTIPLE:
            raise NotInTower("the sine of a large multiple of an angle")
        if n < 0:
            point, n = (point[0], -point[1]), -n
        result = self.field.constant(1), self.field.zero
        while n:
            if n & 1:
                result = _joined(result, point)
            n >>= 1
            if n:
                point = _joined(point, point)
        return result

    def _arcus(self, node) -> Element:
        """asin u or atan u as a letter, one for each pair u, -u; the angle's cosine and sine are kept beside it."""
        u = self._convert(node.args[0])
        if not u:
            return u
        first: Fraction = u[min(u)]
        negative = first.num.leading_coefficient() < 0
        if negative:
            u = -u
        key = (type(node).__name__, u.key())
        if key not in self._symbols:
            one = self.field.constant(1)
            if isinstance(node, asin):
                point = self._sqrt(one - u * u), u
            elif isinstance(node, atan):
                cosine = one / self._sqrt(one + u * u)
                point = cosine, u * cosine
            else:
                raise NotInTower(f"{type(node).__name__} is no inverse that is kept as an angle")
            index = self.field.generator()
            self._arguments_of_angles[index] = point
            self._symbols[key] = self.field.gen(index)
        value = self._symbols[key]
        return -value if negative else value


def _joined(left, right) -> tuple[Element, Element]:
    """The point at the sum of two angles."""
    (c, s), (d, t) = left, right
    return c * d - s * t, s * d + c * t
