"""The fields of numbers in which a tape is worked out with guaranteed error bounds, all on python-flint: real balls,
complex balls that stand for a disc on which the operation must be analytic, truncated power series with ball
coefficients, and real balls carrying their partial derivatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import acb, arb, arb_series

from theoremtest.numerics.integrate.tape import Node, Tape, read_constants, walk


class NoEnclosure(ArithmeticError):
    """An operation has no finite enclosure on the ball it was given. The formula, where there is one, stands in place of `{}`."""

    def __init__(self, reason: str, formula: Any = None) -> None:
        super().__init__(reason, formula)

    def __str__(self) -> str:
        reason, formula = self.args  # most are caught and tried on a smaller ball, and a formula takes long to write
        return str(reason) if formula is None else str(reason).format(formula)


@contextmanager
def precision(bits: int, terms: int | None = None) -> Iterator[None]:
    """Work with `bits` bits (and power series of `terms` terms), then put flint's settings back."""
    before = flint.ctx.prec, flint.ctx.cap
    flint.ctx.prec = bits
    if terms is not None:
        flint.ctx.cap = terms
    try:
        yield
    finally:
        flint.ctx.prec, flint.ctx.cap = before


def fraction(value: Fraction) -> arb:
    """A ball around a rational number."""
    return arb(flint.fmpq(value.numerator, value.denominator))


def dyadic(mantissa: int, bits: int) -> arb:
    """The exact ball mantissa * 2**-bits."""
    return arb((mantissa, -bits))


_NAMED = {
    sympy.pi: arb.pi,
    sympy.E: arb.const_e,
    sympy.EulerGamma: arb.const_euler,
    sympy.Catalan: arb.const_catalan,
}


class Balls:
    """Real balls."""

    def apply(self, node: Node, x: Sequence[Any]) -> Any:
        value = getattr(self, node.operation)(node, *x)
        if not self.finite(value):
            raise NoEnclosure("{} is not finite there", node.expr)
        return value

    def finite(self, value: Any) -> bool:
        return value.is_finite()

    def rational(self, node: Node) -> Any:
        return fraction(node.payload)

    def named(self, node: Node) -> Any:
        return _NAMED[node.payload]()

    def add(self, node: Node, *x: Any) -> Any:
        total = x[0]
        for term in x[1:]:
            total = total + term
        return total

    def mul(self, node: Node, x: Any, y: Any) -> Any:
        return x * y

    def div(self, node: Node, x: Any, y: Any) -> Any:
        return x / y

    def side(self, node: Node, x: Any) -> int:
        """The sign that a real argument keeps all over its ball; no sign is no enclosure."""
        if x > 0:
            return 1
        if x < 0:
            return -1
        if x.is_zero():
            return 0
        raise NoEnclosure("the argument of {} may change its sign there", node.expr)

    def positive(self, node: Node, x: Any) -> Any:
        if not x > 0:
            raise NoEnclosure("the argument of {} may reach zero or below there", node.expr)
        return x

    def sqrt(self, node: Node, x: Any) -> Any:
        return x if x.is_zero() else self.positive(node, x).sqrt()

    def power(self, node: Node, x: Any) -> Any:
        return (self.positive(node, x).log() * fraction(node.payload)).exp()

    def exp(self, node: Node, x: Any) -> Any:
        return x.exp()

    def log(self, node: Node, x: Any) -> Any:
        return self.positive(node, x).log()

    def sin(self, node: Node, x: Any) -> Any:
        return x.sin()

    def cos(self, node: Node, x: Any) -> Any:
        return x.cos()

    def sinh(self, node: Node, x: Any) -> Any:
        return x.sinh()

    def cosh(self, node: Node, x: Any) -> Any:
        return x.cosh()

    def tanh(self, node: Node, x: Any) -> Any:
        return x.tanh()

    def abs(self, node: Node, x: Any) -> Any:
        return x * self.side(node, x)

    def sign(self, node: Node, x: Any) -> Any:
        return x * 0 + self.side(node, x)


class Discs(Balls):
    """Complex balls on which every operation is required to be analytic, as Cauchy's estimate needs."""

    def side(self, node: Node, x: Any) -> int:
        return super().side(node, acb(x).real)

    def positive(self, node: Node, x: Any) -> Any:
        super().positive(node, acb(x).real)  # the right half-plane stays clear of the branch cut
        return x

    def sqrt(self, node: Node, x: Any) -> Any:
        return self.positive(node, x).sqrt()

    def div(self, node: Node, x: Any, y: Any) -> Any:
        if not acb(y).abs_lower() > 0:
            raise NoEnclosure("the denominator in {} may vanish there", node.expr)
        return x / y


class Series(Balls):
    """Power series with ball coefficients, truncated at flint's cap; constants stay plain balls."""

    def finite(self, value: Any) -> bool:
        return True  # one check of the residual at the end costs less; a NaN survives every operation

    def leading(self, x: Any) -> arb:
        return x[0] if isinstance(x, arb_series) else x

    def side(self, node: Node, x: Any) -> int:
        return super().side(node, self.leading(x))

    def positive(self, node: Node, x: Any) -> Any:
        super().positive(node, self.leading(x))
        return x

    def sqrt(self, node: Node, x: Any) -> Any:
        return self.positive(node, x).sqrt()

    def sinh(self, node: Node, x: Any) -> Any:
        grown = x.exp()
        return (grown - 1 / grown) / 2

    def cosh(self, node: Node, x: Any) -> Any:
        grown = x.exp()
        return (grown + 1 / grown) / 2

    def tanh(self, node: Node, x: Any) -> Any:
        return 1 - 2 / ((2 * x).exp() + 1)


class Dual:
    """A ball and its partial derivatives by the places of the variables: those that are not there vanish, as most do in a large system."""

    __slots__ = ("slopes", "value")

    def __init__(self, value: arb, slopes: dict[int, arb]) -> None:
        self.value, self.slopes = value, slopes


class Duals(Balls):
    """Real balls with their partial derivatives, by the chain rule; constants stay plain balls."""

    def finite(self, value: Any) -> bool:
        return value.value.is_finite() and all(s.is_finite() for s in value.slopes.values())

    def lift(self, x: Any) -> Dual:
        return x if isinstance(x, Dual) else Dual(x, {})

    def chain(self, value: arb, *links: tuple[Dual, arb]) -> Dual:
        slopes: dict[int, arb] = {}
        for inner, factor in links:
            for place, slope in inner.slopes.items():
                part = factor * slope
                slopes[place] = slopes[place] + part if place in slopes else part
        return Dual(value, slopes)

    def add(self, node: Node, *x: Any) -> Dual:
        total, slopes = arb(0), {}
        for term in map(self.lift, x):
            total = total + term.value
            for place, slope in term.slopes.items():
                slopes[place] = slopes[place] + slope if place in slopes else slope
        return Dual(total, slopes)

    def mul(self, node: Node, x: Any, y: Any) -> Dual:
        x, y = self.lift(x), self.lift(y)
        return self.chain(x.value * y.value, (x, y.value), (y, x.value))

    def div(self, node: Node, x: Any, y: Any) -> Dual:
        x, y = self.lift(x), self.lift(y)
        quotient, inverse = x.value / y.value, 1 / y.value
        return self.chain(quotient, (x, inverse), (y, -quotient * inverse))

    def sqrt(self, node: Node, x: Dual) -> Dual:
        root = self.positive(node, x.value).sqrt()
        return self.chain(root, (x, 1 / (2 * root)))

    def power(self, node: Node, x: Dual) -> Dual:
        value = Balls.power(self, node, x.value)
        return self.chain(value, (x, fraction(node.payload) * value / x.value))

    def exp(self, node: Node, x: Dual) -> Dual:
        value = x.value.exp()
        return self.chain(value, (x, value))

    def log(self, node: Node, x: Dual) -> Dual:
        return self.chain(self.positive(node, x.value).log(), (x, 1 / x.value))

    def sin(self, node: Node, x: Dual) -> Dual:
        return self.chain(x.value.sin(), (x, x.value.cos()))

    def cos(self, node: Node, x: Dual) -> Dual:
        return self.chain(x.value.cos(), (x, -x.value.sin()))

    def sinh(self, node: Node, x: Dual) -> Dual:
        return self.chain(x.value.sinh(), (x, x.value.cosh()))

    def cosh(self, node: Node, x: Dual) -> Dual:
        return self.chain(x.value.cosh(), (x, x.value.sinh()))

    def tanh(self, node: Node, x: Dual) -> Dual:
        value = x.value.tanh()
        return self.chain(value, (x, 1 - value * value))

    def side(self, node: Node, x: arb) -> int:
        side = super().side(node, x)
        if side == 0:
            raise NoEnclosure("{} has no derivative there", node.expr)
        return side

    def abs(self, node: Node, x: Dual) -> Dual:
        side = arb(self.side(node, x.value))
        return self.chain(x.value * side, (x, side))

    def sign(self, node: Node, x: Dual) -> Dual:
        return Dual(arb(self.side(node, x.value)), {})


def constants(tape: Tape, bits: int) -> list[arb | None]:
    """Balls around the constant nodes of `tape`, None in the other places; raises NoEnclosure where one is undefined.
    """
    balls, found = Balls(), []
    with precision(bits):
        for node in tape.nodes:
            found.append(balls.apply(node, [found[i] for i in node.arguments]) if node.constant else None)
    return found


def enclose(values: Sequence[Any], bits: int) -> list[arb]:
    """Balls around constant SymPy expressions."""
    tape = read_constants(values)
    with precision(bits):
        worked_out = walk(tape, Balls(), (), None)
    return [worked_out[place] for place in tape.rates]
