"""Scalar expressions over words, norms, spectral norms, eigenvalues and ranks, read as quotients of polynomials over a ring.

Every denominator and the base of every root is noted: the expression has a value where the denominators are positive and the bases
are not negative, and both have to be shown. Moduli, maxima and minima are read case by case: a reader holds a choice for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from flint import fmpq
from sympy import Abs, Add, Eq, Expr, Max, Min, Mul, Pow, Symbol

from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.matrices.scalarise import Scalarised

from .ring import ONE, Degrees, Polynomial, Ring, add_to, constant, minus, times_number

HIGHEST = 8
"""Powers beyond which none is multiplied out."""
CHOICES = (Abs, Max, Min)


class Unreadable(Exception):
    """The expression holds what is no polynomial in roots, words and what is known of them."""


@dataclass(frozen=True)
class Quotient:
    """A numerator over a product of powers of polynomials, each given by its terms."""

    top: Polynomial
    below: Counter = field(default_factory=Counter)


class Reader:
    """Reads expressions over one ring and one vocabulary; `choices` says which argument each modulus or extreme stands for.

    bases: polynomials under roots. denominators: polynomials that are divided by. hypotheses: what the choices take not to be negative.
    """

    def __init__(self, setting: Scalarised, ring: Ring, choices: dict | None = None, special=None):
        self.setting, self.ring, self.choices, self.special = setting, ring, choices or {}, special
        self.bases: list[Polynomial] = []
        self.denominators: list[Polynomial] = []
        self.hypotheses: list[Polynomial] = []
        self.fixed = dict(filter(None, map(_fixed, setting.conditions)))

    def polynomial(self, expression) -> Polynomial:
        """An expression that nothing divides. Raises Unreadable."""
        found = self.quotient(expression)
        if found.below:
            raise Unreadable(f"a denominator in {expression}")
        return found.top

    def quotient(self, expression) -> Quotient:
        """An expression over words as a quotient. Raises Unreadable, TooLarge."""
        self.setting.words.deadline.check()
        if expression.is_Rational:
            return Quotient(constant(fmpq(int(expression.p), int(expression.q))))
        if isinstance(expression, Symbol):
            return Quotient(self.symbol(expression))
        if isinstance(expression, Add):
            total = Quotient({})
            for term in expression.args:
                total = self._sum(total, self.quotient(term))
            return total
        if isinstance(expression, Mul):
            product = Quotient(constant(1))
            for factor in expression.args:
                product = self._product(product, self.quotient(factor))
            return product
        if isinstance(expression, Pow) and (2 * expression.exp).is_Integer and abs(expression.exp) <= HIGHEST:
            return self._power(self.quotient(expression.base), int(2 * expression.exp))
        if isinstance(expression, CHOICES):
            return self._chosen(expression)
        if self.special is not None:
            return Quotient(self.special(expression))
        raise Unreadable(f"{type(expression).__name__} is no polynomial in words: {expression}")

    def symbol(self, symbol: Symbol) -> Polynomial:
        """A scalar, a size, or the scalar word that a symbol names."""
        if symbol in self.fixed:
            return constant(self.fixed[symbol])
        words = self.setting.words
        word = words.word_of(symbol)
        if word is None:
            bounds = self.setting.source.bounds.get(symbol)
            size = symbol in self.setting.source.dimensions or bool(symbol.is_positive)
            return self.ring.generator(symbol, nonnegative=size or (bounds is not None and bounds.lower is not None and bounds.lower >= 0))
        turns = [word[k:] + word[:k] for k in range(len(word))] if words.is_trace(symbol) else [word]
        return self.ring.generator(symbol, Degrees(Counter(letter.symbol for letter in word)), nonnegative=any(map(words.is_gram, turns)))

    def root(self, base: Polynomial) -> Polynomial:
        """The root of a polynomial, its base noted."""
        self.bases.append(base)
        return self.ring.root(base)

    def _chosen(self, node) -> Quotient:
        choice = self.choices.get(node)
        if choice is None:
            raise Unreadable(f"no case is chosen for {node}")
        if isinstance(node, Abs):
            inner = self._signed(self.quotient(node.args[0]), choice)
            self.hypotheses.append(inner.top)
            return inner
        values = [self.polynomial(argument) for argument in node.args]
        sign = 1 if isinstance(node, Max) else -1
        for other in values[:choice] + values[choice + 1:]:
            self.hypotheses.append(times_number(minus(values[choice], other), sign))
        return Quotient(values[choice])

    def _signed(self, value: Quotient, choice: int) -> Quotient:
        return Quotient(times_number(value.top, 1 if choice == 0 else -1), value.below)

    def _power(self, base: Quotient, halves: int) -> Quotient:
        whole, half = divmod(abs(halves), 2)
        if base.below:
            if halves < 0 or half:
                raise Unreadable("a root or a quotient of a quotient")
            return Quotient(self.ring.power(base.top, whole), Counter({d: n * whole for d, n in base.below.items()}))
        if halves >= 0:
            top = self.ring.power(base.top, whole)
            return Quotient(self.ring.times(top, self.root(base.top)) if half else top)
        below = Counter()
        if half:
            root = self.root(base.top)
            below[self._denominator(root)] += 1
        if whole:
            below[self._denominator(base.top)] += whole
        return Quotient(constant(1), below)

    def _denominator(self, polynomial: Polynomial) -> frozenset:
        self.denominators.append(polynomial)
        return frozenset(polynomial.items())

    def _sum(self, one: Quotient, other: Quotient) -> Quotient:
        below = one.below | other.below
        total = dict(self._over(one, below))
        add_to(total, self._over(other, below))
        return Quotient(total, below)

    def _over(self, value: Quotient, below: Counter) -> Polynomial:
        top = value.top
        for factor, times in (below - value.below).items():
            top = self.ring.times(top, self.ring.power(dict(factor), times))
        return top

    def _product(self, one: Quotient, other: Quotient) -> Quotient:
        return Quotient(self.ring.times(one.top, other.top), one.below + other.below)


def _fixed(condition) -> tuple[Symbol, fmpq] | None:
    """The symbol and its value where a condition of the domain gives a scalar or a scalar word a number, else None."""
    if not isinstance(condition, Eq):
        return None
    left, right = condition.args if isinstance(condition.lhs, Symbol) else reversed(condition.args)
    return (left, fmpq(int(right.p), int(right.q))) if isinstance(left, Symbol) and right.is_Rational else None


def choices_in(expressions: Iterable[Expr]) -> list:
    """The moduli and extremes of expressions, each with the number of its cases."""
    nodes = set().union(*(expression.atoms(*CHOICES) for expression in expressions))
    return [(node, 2 if isinstance(node, Abs) else len(node.args)) for node in sorted(nodes, key=str)
            if not any(map(is_matrix, node.args))]


def is_single_term(polynomial: Polynomial, ring: Ring) -> bool:
    """Whether a polynomial is a positive multiple of a product of generators that are not negative."""
    return all(value > 0 and all(g in ring.nonnegative for g in monomial) for monomial, value in polynomial.items())


__all__ = ["CHOICES", "ONE", "Quotient", "Reader", "Unreadable", "choices_in", "is_single_term"]
