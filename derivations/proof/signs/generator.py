"""One generator of a sign question: what it stands for, what is known of its sign, and its relation if it is a root."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq_mpoly
from sympy import Abs, Pow, Rational, exp, log

from theoremtest.derivations.language import Bounds

from .hypotheses import FREE
from .signset import ANY, NEG, NONNEG, NONZERO, POS, ZERO


class NotShown(Exception):
    """The expression is outside the engine's language, too large, or not shown to be defined on the whole domain."""


@dataclass
class Generator:
    """One generator: what it stands for, its possible signs and bounds, and its relation if it is a root.

    kind: symbol, root (value**order = radicand), modulus (the root of a square), exp, log, constant or bounded.
    """

    kind: str
    signs: int
    bounds: Bounds = FREE
    order: int = 0
    radicand: fmpq_mpoly | None = None
    exponent: tuple | None = None
    """For an exponential, a logarithm or a modulus, its argument as (numerator, positive denominator)."""
    stands_for: object = None
    argument: tuple | None = None
    """For a bounded function, its argument as (numerator, positive denominator)."""

    def form(self, generators):
        """The generator as a SymPy expression."""
        if self.kind == "root":
            return Pow(generators.expression(self.radicand), Rational(1, self.order))
        if self.kind == "modulus":
            return Abs(generators.expression(self.exponent[0]))
        if self.kind in ("exp", "log"):
            argument = generators.expression(self.exponent[0]) / generators.expression(self.exponent[1])
            return exp(argument) if self.kind == "exp" else log(argument)
        return self.stands_for


def bounds_signs(bounds: Bounds) -> int:
    """The signs that an interval leaves."""
    signs = ANY
    if bounds.lower is not None and bounds.lower >= 0:
        signs &= POS if bounds.lower > 0 or bounds.lower_open else NONNEG
    if bounds.upper is not None and bounds.upper <= 0:
        signs &= NEG if bounds.upper < 0 or bounds.upper_open else NEG | ZERO
    return signs & NONZERO if bounds.nonzero else signs
