"""Places on a curve where an equation holds, proved: between two numbers for one symbol its gap changes sign and is continuous.

Such a place is seldom rational, so that no point can be put in. What is certain of the whole stretch between the two numbers, in ball
arithmetic, is certain there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq
from sympy import (
    Abs,
    Add,
    Basic,
    Expr,
    Gt,
    Integer,
    Lt,
    Max,
    Min,
    Mul,
    Number,
    NumberSymbol,
    Pow,
    Rational,
    Symbol,
    atan,
    cos,
    cosh,
    erf,
    exp,
    log,
    preorder_traversal,
    sin,
    sinh,
    tanh,
)

from theoremtest.derivations.language import Domain
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls import rules
from theoremtest.derivations.proof.points.coordinates import assumptions_hold

BITS = balls.PRECISIONS[2]
DIGITS, WIDTH = 80, Rational(1, 10**60)
"""Digits of a number that is not rational, and half the length of the stretch about it."""
GREAT = Integer(10)**100
"""What a gap that is finite on all of a short stretch is squared no greater than."""
CONTINUOUS = Symbol, Number, NumberSymbol, Add, Mul, Pow, Abs, Max, Min, exp, log, sin, cos, atan, sinh, cosh, tanh, erf
"""Kinds of scalar that are continuous wherever they are finite on all of a stretch."""


@dataclass(frozen=True)
class Crossing:
    """The point with a stretch from `low` to `high` for one of its symbols, on which a gap is taken to vanish."""

    point: Mapping[Any, Any]
    symbol: Symbol
    low: Rational
    high: Rational

    def meets(self, gap: Basic, domain: Domain) -> bool:
        """Whether the gap certainly vanishes somewhere on the stretch, all of which lies in the domain."""
        gap, ends = domain.expand(gap), (self.low, self.high)
        try:
            signs = [balls.truth(Gt(gap, 0, evaluate=False), {**self.point, self.symbol: end}, most=BITS) for end in ends]
            return (None not in signs and signs[0] is not signs[1] and all(isinstance(node, CONTINUOUS) for node in preorder_traversal(gap))
                    and self.holds(Lt(gap**2, GREAT, evaluate=False)) is True and all(assumptions_hold(self.symbol, end) for end in ends)
                    and all(self.holds(domain.expand(condition)) is True for condition in domain.conditions))
        except balls.NotEvaluable:
            return False

    def holds(self, condition: Basic) -> bool | None:
        """Whether a condition holds on all of the stretch: True or False where that is certain of every place."""
        try:
            return balls.truth_in(condition, self._environment(), most=BITS)
        except balls.NotEvaluable:
            return None

    def _environment(self) -> dict:
        """The point as programs read it, the symbol a ball that covers the stretch."""
        rest = {symbol: value for symbol, value in self.point.items() if symbol != self.symbol}
        with rules.precision(BITS):
            low, high = (arb(fmpq(int(end.p), int(end.q))) for end in (self.low, self.high))
            return {**balls.environment(rest), self.symbol: low.union(high)}


def about(point: Mapping, symbol: Symbol, number: Expr) -> Crossing:
    """The stretch about a real number, which need not be rational."""
    middle = Rational(str(number.evalf(DIGITS)))
    return Crossing(point, symbol, middle - WIDTH, middle + WIDTH)
