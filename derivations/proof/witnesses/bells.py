"""Primitives of polynomials beside an exponential of a square, and an error function beside these; of waves that decay. Guesses, which the
kernel checks.

With g(x) = exp(a x^2 + b x + c), v = -1/(2 a) and m = b v, a primitive F_n of x^n g is m F_{n-1} + (n - 1) v F_{n-2} - v x^{n-1} g, and
F_0 is an error function E of (x - m)/sqrt(2 v). Where P g has the primitive Q g + k E, that of P g erf(u) is (Q g + k E) erf(u) less one of
(Q g + k E) erf(u)', which is of the first kind for k = 0, and k E^2/2 more of it where erf(u) is E, but for a number.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpz

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.ring import Quotient, coefficient
from theoremtest.derivations.kernel.table import HALF, PI, TWO, over, root, square
from theoremtest.derivations.kernel.terms import ONE, ZERO, Term, add, call, free, mul, number, parts, power, sub

from .reader import Reader

MOST = 8
"""The degree of a polynomial beside a bell, at most."""


def of_bell(letter: Term, factors: list[Term]) -> Term | None:
    """Of P(x) exp(a x^2 + b x + c), and of (P + R erf(u)) times that, for u linear in x."""
    waves = [part for part in factors if part.head == "exp" and letter in free(part)]
    rest = mul(*(part for part in factors if part not in waves))
    curves = [part for part in dict.fromkeys(parts(rest)) if part.head == "erf" and letter in free(part)]
    bell = _Bell.of(add(*(wave.args[0] for wave in waves)), letter) if waves and len(curves) <= 1 else None
    if bell is None:
        return None
    found = bell.weights(rest, *curves)
    if found is None:
        return None
    pieces = [bell.primitive(found[0]), *(bell.with_curve(weights, curve) for weights, curve in zip(found[1:], curves, strict=True))]
    return None if None in pieces else add(*pieces)


class _Bell:
    """exp(a x^2 + b x + c). spread: v; width, over: a number whose square is 2 v, of any sign, and its inverse; middle: m; top: its
    logarithm at m."""

    def __init__(self, letter: Term, node: Term, spread: Term, ways: tuple[Term, Term], middle: Term, top: Term) -> None:
        self.letter, self.node, self.spread, (self.width, inverse), self.middle, self.top = letter, node, spread, ways, middle, top
        self.inner = mul(letter if middle is ZERO else sub(letter, middle), inverse)
        self.curve = call("erf", self.inner)

    @classmethod
    def of(cls, exponent: Term, letter: Term) -> _Bell | None:
        reader = Reader(SIZES[1])
        value, place = reader.scalar(exponent), reader.place(letter)
        if int(value.num.degrees()[place]) != 2 or int(value.den.degrees()[place]):
            return None
        at_rest, linear, square_of = (Quotient(coefficient(value.num, place, degree), value.den) for degree in range(3))
        spread = (square_of * reader.constant(-2)).inverse()
        middle = linear * spread
        ways = tuple(_root(reader, one) for one in (spread * reader.constant(2), (spread * reader.constant(2)).inverse()))
        found, rest, top = (reader.written(one) for one in (spread, middle, at_rest - middle * middle * square_of))
        return None if None in ways or letter in free(mul(found, rest, top)) else cls(letter, call("exp", exponent), found, ways, rest, top)

    def weights(self, rest: Term, *curves: Term) -> list[list[Term]] | None:
        """The coefficients of P, and of what stands before an error function; None where they are no polynomials."""
        reader = Reader(SIZES[1])
        value, place = reader.scalar(rest), reader.place(self.letter)
        places = [reader._place_of(curve) for curve in curves]
        if any(int(value.den.degrees()[spot]) for spot in (place, *places)) or int(value.num.degrees()[place]) > MOST \
                or any(int(value.num.degrees()[spot]) > 1 for spot in places):
            return None
        groups = [coefficient(value.num, spot, degree) for spot in places for degree in (0, 1)] or [value.num]
        made = [[reader.written(Quotient(coefficient(group, place, degree), value.den))
                 for degree in range(int(group.degrees()[place]) + 1)] for group in groups]
        return None if any(self.letter in free(weight) for group in made for weight in group) else made

    def shares(self, weights: list[Term]) -> tuple[Term, Term]:
        """Q and k for which Q g + k E is a primitive of P g, for E the primitive of g."""
        front, beside = [ZERO] * len(weights), ZERO
        pairs: list[tuple[list[Term], Term]] = []
        for degree in range(len(weights)):
            if not degree:
                pairs.append(([], ONE))
                continue
            (one, k), (two, j) = pairs[-1], pairs[-2] if degree > 1 else ([], ZERO)
            own = [mul(self.middle, part) for part in one] + [ZERO] * (degree - len(one))
            for place, part in enumerate(two):
                own[place] = add(own[place], mul(number(degree - 1), self.spread, part))
            own[degree - 1] = sub(own[degree - 1], self.spread)
            pairs.append((own, add(mul(self.middle, k), mul(number(degree - 1), self.spread, j))))
        for weight, (own, k) in zip(weights, pairs, strict=True):
            beside = add(beside, mul(weight, k))
            front = [add(part, mul(weight, own[place])) if place < len(own) else part for place, part in enumerate(front)]
        reader = Reader(SIZES[1])
        polynomial, k = (reader.written(reader.reduced(reader.scalar(node))) for node in (
            add(*(mul(part, power(self.letter, place)) for place, part in enumerate(front))), beside))
        return polynomial, k

    def area(self) -> Term:
        """E: the primitive of g that is 0 at m."""
        return mul(*([] if self.top is ZERO else [call("exp", self.top)]), root(PI), self.width, HALF, self.curve)

    def primitive(self, weights: list[Term]) -> Term:
        front, k = self.shares(weights)
        return add(*([] if front is ZERO else [mul(front, self.node)]), *([] if k is ZERO else [mul(k, self.area())]))

    def with_curve(self, weights: list[Term], curve: Term) -> Term | None:
        """Of R g erf(u)."""
        front, k = self.shares(weights)
        reader = Reader(SIZES[1])
        apart = reader.reduced(reader.scalar(square(curve.args[0])) - reader.scalar(square(self.inner)))
        if k is not ZERO and apart:
            return None
        slope = reader.written(Quotient(coefficient(reader.scalar(curve.args[0]).num, reader.place(self.letter), 1),
                                        reader.scalar(curve.args[0]).den))
        again = _Bell.of(sub(self.node.args[0], square(curve.args[0])), self.letter)
        found = None if again is None or self.letter in free(slope) else again.weights(front)
        if again is None or found is None:
            return None
        less = mul(TWO, power(PI, Fraction(-1, 2)), slope, again.primitive(found[0]))
        more = [] if k is ZERO else [mul(HALF, k, self.area(), curve)]
        return sub(add(mul(front, self.node, curve), *more), less)


def _root(reader: Reader, value: Quotient) -> Term | None:
    """A number whose square a quotient is, factor by factor, no number's root below a fraction bar; None for less than nothing."""
    lead, made = Fraction(1), []
    for poly, way in ((value.num, 1), (value.den, -1)):
        front, factors = poly.factor()
        lead *= Fraction(int(front.p), int(front.q)) ** way
        for factor, exponent in factors:
            whole, half = divmod(way * int(exponent), 2)
            made += [reader.polynomial(factor) if part == 1 else power(reader.polynomial(factor), part)
                     for part in (whole, Fraction(half, 2)) if part]
    if lead <= 0:
        return None
    inside, outside = 1, Fraction(1, lead.denominator)
    for prime, exponent in fmpz(lead.numerator * lead.denominator).factor():
        inside, outside = inside * int(prime) ** (int(exponent) % 2), outside * int(prime) ** (int(exponent) // 2)
    return mul(*([] if outside == 1 else [number(outside)]), *([] if inside == 1 else [root(number(inside))]), *made)


def of_wave(letter: Term, factors: list[Term]) -> Term | None:
    """Of c exp(a x) cos(b x + d), or of a sine."""
    moving = [part for part in factors if letter in free(part)]
    waves = [part for part in moving if part.head in ("sin", "cos")]
    if len(moving) != 2 or len(waves) != 1 or not any(part.head == "exp" for part in moving):
        return None
    (growth,) = (part for part in moving if part.head == "exp")
    reader = Reader(SIZES[1])
    rates = []
    for node in (growth.args[0], waves[0].args[0]):
        value, place = reader.scalar(node), reader.place(letter)
        if int(value.num.degrees()[place]) != 1 or int(value.den.degrees()[place]):
            return None
        rates.append(reader.written(Quotient(coefficient(value.num, place, 1), value.den)))
    (a, b), angle = rates, waves[0].args[0]
    if letter in free(a) | free(b):
        return None
    sine, cosine = call("sin", angle), call("cos", angle)
    made = add(mul(a, cosine), mul(b, sine)) if waves[0].head == "cos" else sub(mul(a, sine), mul(b, cosine))
    still = mul(*(part for part in factors if part not in moving))
    return mul(still, over(mul(growth, made), add(square(a), square(b))))
