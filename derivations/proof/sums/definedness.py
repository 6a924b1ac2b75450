"""Where an expression with finite sums has a value, proved: a proof that walks through whole numbers rests each step on the last."""

from __future__ import annotations

from sympy import (
    Abs,
    Expr,
    Ge,
    KroneckerDelta,
    Le,
    Max,
    Min,
    Pow,
    S,
    Symbol,
    asinh,
    atan,
    cos,
    cosh,
    erf,
    erfc,
    exp,
    log,
    sin,
    sinh,
    tanh,
)
from sympy import sign as signum
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, NOT_ZERO, Sign, sign

from .finite import FiniteSum
from .whole_powers import is_whole

_TOTAL = (Abs, signum, sin, cos, tanh, sinh, cosh, exp, erf, erfc, atan, asinh, Max, Min, KroneckerDelta, AppliedUndef)
"""Functions with a real value for all real arguments. A function that the statement leaves open is a sequence: it has all its values."""


class Definedness:
    """Answers over one domain, each a proof.

    step: a whole number that is being lowered. What does not speak of it keeps the value that it is taken to have.
    terms: indices of sums of which a lower `step` may leave other terms than those known to have a value.
    first: the functions that are sequences of a statement, with the whole number from which on they have values.
    known: what some values are equal to. Signs are asked with these put in, but every part must have a value as it is written:
    put in from the start, they would cancel in X/Y where X = Y, and nobody would ask whether Y is zero.
    """

    def __init__(self, domain: Domain, deadline: Deadline, step: Symbol | None = None, terms: frozenset = frozenset(),
                 first: dict | None = None, known: dict | None = None):
        self.domain, self.deadline, self.step, self.terms, self.first = domain, deadline, step, terms, first or {}
        self.known = known or {}

    def shown(self, node: Expr) -> bool:
        """Whether the expression is shown to have a real value at every point of the domain."""
        self.deadline.check()
        if node.is_Rational or isinstance(node, Symbol) or node in (S.Pi, S.Exp1) or self._kept(node):
            return True
        if isinstance(node, AppliedUndef) and node.func in self.first:
            return self._has_begun(node)
        if node.is_Add or node.is_Mul or isinstance(node, _TOTAL):
            return all(self.shown(argument) for argument in node.args)
        if isinstance(node, Pow):
            return self._power(node.base, node.exp)
        if isinstance(node, log):
            return self.shown(node.args[0]) and self._sign(node.args[0]) is Sign.POSITIVE
        if isinstance(node, FiniteSum):
            return self._sum(node)
        return False

    def _kept(self, node: Expr) -> bool:
        return self.step is not None and self.step not in node.free_symbols and not node.free_symbols & self.terms

    def _power(self, base: Expr, exponent: Expr) -> bool:
        if not (self.shown(base) and self.shown(exponent)):
            return False
        if is_whole(exponent, self._sign):
            return self._sign(exponent) in NOT_NEGATIVE or self._sign(base) in NOT_ZERO
        if base is S.Exp1:
            return True
        found = self._sign(base)
        return found is Sign.POSITIVE or (found in NOT_NEGATIVE and exponent.is_Rational and exponent > 0)

    def _sum(self, node: FiniteSum) -> bool:
        body, index = node.opened()
        try:
            inside = self.domain.but(Ge(index, node.low), Le(index, node.high), over=[index])
        except DomainError:
            return True  # no term at all
        terms = self.terms if self._only_grows(node) else self.terms | {index}
        return Definedness(inside, self.deadline, self.step, terms, self.first, self.known).shown(body)

    def _has_begun(self, node: AppliedUndef) -> bool:
        """Whether a sequence is asked for at a whole number that is not below its first."""
        place = node.args[0]
        return bool(place.is_integer) and self._sign((place - self.first[node.func] + 1).expand()) is Sign.POSITIVE

    def _only_grows(self, node: FiniteSum) -> bool:
        """Whether a lower step leaves fewer terms, all among those of the higher one."""
        if self.step is None or (node.low.free_symbols | node.high.free_symbols) & self.terms:
            return False
        return _grows(node.high, self.step) and _grows(-node.low, self.step)

    def _sign(self, expression: Expr):
        expression = expression.xreplace(self.known)
        if expression.is_Rational:
            return Sign.POSITIVE if expression > 0 else Sign.NEGATIVE if expression < 0 else Sign.ZERO
        return None if expression.has(FiniteSum) else sign(expression, self.domain, self.deadline)


def persists(expression: Expr, step: Symbol, domain: Domain, deadline: Deadline) -> bool:
    """Whether a value at some whole number means a value at all smaller ones of the domain."""
    return Definedness(domain, deadline, step).shown(expression)


def total(expression: Expr, domain: Domain, deadline: Deadline, first: dict | None = None, known: dict | None = None) -> bool:
    """Whether the expression is shown to have a real value all over the domain; `first` and `known` as in `Definedness`."""
    return Definedness(domain, deadline, first=first, known=known).shown(expression)


def _grows(bound: Expr, step: Symbol) -> bool:
    """Whether a bound is a constant plus a multiple, not negative, of the step."""
    slope = bound.expand().coeff(step, 1)
    return bool(slope.is_Integer and slope >= 0) and step not in (bound - slope * step).expand().free_symbols
