"""A polynomial in one exponential, logarithm, hyperbolic function or root has signs that it has at the ends of that one's range.

e^-u lies between 0 and 1 where u is not negative, cosh v between 1 and cosh u where u^2 >= v^2, a root of r between that of a smaller
and that of a greater number: a + b y with y between two values is a mean of what it is at both. So two questions without the function, or
with one that the rest has already, settle what is asked; one is enough where the polynomial is known to rise, or to fall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from sympy import Expr, Pow, S, Symbol, cosh, diff, exp, expand, fraction, log, powsimp, sinh, together

from theoremtest.derivations.language import fresh

from .definedness import defined
from .direct import direct
from .exponentials import E_BELOW
from .hypotheses import Empty, Facts
from .signset import ANY, NEG, NONNEG, NONPOS, POS, ZERO, inside, negate, plus, settled, times

MOST = 12
"""Functions beyond which none is looked at."""
ROOTS = 1, 2
"""Roots of an exponential that a letter may be: z e^-z is at most 1/e, at z = 1, and z e^(-z/2) at most 2/e, at z = 2."""
LONG = 200
"""Operations beyond which nothing is tried."""


@dataclass(frozen=True)
class _End:
    """A value that the function keeps to one side of; strict: it never has this value."""

    value: Expr
    strict: bool


def by_ends(expression: Expr, facts: Facts, deadline, wanted: int, ask: Callable[[Expr, int], int]) -> int:
    """The signs that the ends leave of a fraction's numerator and denominator; ANY where it is not shown to be defined.

    wanted: no sharper answer is sought once the signs lie inside this set; nought for the sharpest. ask: the signs of an expression,
    as far as they are shown, likewise.
    """
    if expression.count_ops() > LONG or not _functions(expression) or not defined(expression, facts, deadline):
        return ANY
    top, bottom = fraction(together(expression))
    below = _between(bottom, facts, deadline, 0, ask)
    weak = wanted if wanted in (NONNEG, NONPOS) else 0
    return times(_between(top, facts, deadline, times(weak, below) if below in (POS, NEG) else 0, ask), below)


def _between(expression: Expr, facts: Facts, deadline, wanted: int, ask) -> int:
    signs, seen = direct(expression, facts, deadline)
    if settled(signs, seen, wanted) or seen & POS and seen & NEG:
        return signs
    for node in _functions(expression):
        curve = _Curve.of(expression, node, facts, deadline)
        for found in curve.signs(_Range(node, expression, facts, deadline), seen, lambda end: ask(end, wanted)) if curve else ():
            signs &= found
            if settled(signs, seen, wanted):
                return signs
    return signs


@dataclass(frozen=True)
class _Curve:
    """A polynomial in the letter y, with the signs of its slope for all y of the sign that the function has."""

    value: Expr
    letter: Symbol
    slopes: int
    linear: bool

    @classmethod
    def of(cls, expression: Expr, node: Expr, facts: Facts, deadline) -> _Curve | None:
        """The expression as a polynomial in the function; None where it is none, or the function does not stand in it."""
        letter = fresh("y")
        value = expression.xreplace({node: letter})
        if not value.is_polynomial(letter):
            return None
        slope = expand(diff(value, letter))
        if slope == 0:
            return None
        linear = letter not in slope.free_symbols
        if not linear and not isinstance(node, (sinh, log)):
            with suppress(Empty):
                facts = facts.known(letter, NONNEG)
        return cls(value, letter, direct(slope, facts, deadline)[0], linear)

    def at(self, end: Expr) -> Expr:
        return self.value.subs(self.letter, end)

    def signs(self, within: _Range, seen: int, ask: Callable[[Expr], int]) -> Iterator[int]:
        """The signs that ends of the range of y leave, those towards which the sum is least first, if it is seen to be positive."""
        if self.slopes == 0:
            return
        rises = inside(self.slopes, NONNEG)
        if rises or inside(self.slopes, NONPOS):
            side = NONNEG if rises == bool(seen & POS) else NONPOS
            away = self.slopes if side == NONNEG else negate(self.slopes)  # how the value changes from the end to where y is
            for end in within.ends(side):
                if self.linear or inside(direct(end.value, within.facts, within.deadline)[0], NONNEG):
                    there = ask(self.at(end.value))
                    yield plus(there, away) | (0 if end.strict else there)
        elif self.linear:
            highs = [(end, ask(self.at(end.value))) for end in within.plain_ends(NONPOS)]
            for lower in within.plain_ends(NONNEG) if highs else ():
                low = ask(self.at(lower.value))
                for upper, high in highs:
                    yield plus(low, high) | (0 if lower.strict else low) | (0 if upper.strict else high)


@dataclass(frozen=True)
class _Range:
    """Values that a function of an expression keeps to one side of, all over a domain."""

    node: Expr
    expression: Expr
    facts: Facts
    deadline: object

    def ends(self, side: int) -> Iterator[_End]:
        """Lower ends for side NONNEG, upper ones for NONPOS."""
        yield from self.plain_ends(side)
        if isinstance(self.node, log):
            base = self.node.args[0]
            yield _End(1 - 1 / base if side == NONNEG else base - 1, not self._signs(base - 1) & ZERO)
            yield _End(-1 / (E_BELOW * base) if side == NONNEG else base / E_BELOW, True)
        for value, where, strict in self._by_fractions(side):
            if self._signs(where) == POS:
                yield _End(value, strict)

    def plain_ends(self, side: int) -> Iterator[_End]:
        """Numbers, and the same function of what the expression's other functions are taken of."""
        node = self.node
        if _is_power(node):
            return
        within = self._signs(_measure(node))
        if isinstance(node, exp) and inside(within, side):
            yield _End(S.One, not within & ZERO)
        elif isinstance(node, exp) and side == NONNEG:
            yield _End(S.Zero, True)
        elif isinstance(node, cosh) and side == NONNEG:
            yield _End(S.One, not within & ZERO)
        elif isinstance(node, (sinh, log, Pow)) and inside(within, side):
            yield _End(S.Zero, not within & ZERO)
        for other in _others(node, self.expression):
            apart = self._signs(_measure(node) - _measure(other))
            if inside(apart, side):
                yield _End(other, not apart & ZERO)

    def _by_fractions(self, side: int) -> Iterator[tuple[Expr, Expr, bool]]:
        """Fractions of the exponent u of e^u, each with what must be positive there, and whether it is never reached.

        e^u >= 1 + u + u^2/2 + u^3/6 for every u; with -u for u, 1/(1 - u) and 1/(-e u) are upper ends. b^x is e^u with u <= x (b - 1),
        and at least 1 + x (b - 1) where x is at least one.
        """
        if isinstance(self.node, exp):
            u, exact = self.node.args[0], True
        elif _is_power(self.node):
            base, power = self.node.args
            u, exact = power * (base - 1), False
            if not inside(self._signs(power), NONNEG) or self._signs(base) != POS:
                return
            if side == NONNEG and inside(self._signs(power - 1), NONNEG):
                yield 1 + u, S.One, False
        else:
            return
        if side == NONPOS:
            yield 1 / (1 - u), 1 - u, False
            yield -1 / (E_BELOW * u), -u, True
        elif exact:
            yield 1 + u, S.One, False
            yield 1 + u + u**2 / 2 + u**3 / 6, S.One, False
            yield E_BELOW * u, S.One, True

    def _signs(self, expression: Expr) -> int:
        return direct(expression, self.facts, self.deadline)[0]


def _functions(expression: Expr) -> list[Expr]:
    found = [node for node in expression.atoms(exp, log, cosh, sinh, Pow) if node.free_symbols and (
        not isinstance(node, Pow) or _is_power(node) or node.exp.is_Rational and not node.exp.is_Integer and node.exp.is_positive)]
    return sorted(found, key=str) if len(found) <= MOST else []


def _is_power(node: Expr) -> bool:
    """Whether it is a power with an exponent that is no number."""
    return isinstance(node, Pow) and bool(node.exp.free_symbols)


def _measure(node: Expr) -> Expr:
    """What the function rises with: the argument, its square for cosh, what a root is of; nought where sinh and log are nought."""
    if isinstance(node, cosh):
        return node.args[0] ** 2
    if isinstance(node, log):
        return node.args[0] - 1
    return node.base if isinstance(node, Pow) else node.args[0]


def _others(node: Expr, expression: Expr) -> list[Expr]:
    """The same function of what the expression's other functions are taken of."""
    functions = _functions(expression)
    if isinstance(node, Pow):
        return [other for other in functions if isinstance(other, Pow) and other.exp == node.exp and other != node]
    if isinstance(node, log):
        return [other for other in functions if isinstance(other, log) and other != node]
    arguments = [other.args[0] for other in functions if isinstance(other, (exp, cosh, sinh))]
    return [node.func(argument) for argument in dict.fromkeys(arguments) if argument != node.args[0]]


def with_logarithm(expression: Expr, facts: Facts, deadline) -> Iterator[tuple[Expr, Facts]]:
    """The question with a letter for its only exponential, e^(k x) with k > 0, or for its root, and the letter's logarithm for x.

    Powers of positive bases with exponents that are no numbers are letters too, and x may be one: what holds for all holds for these.
    """
    exponents = {node.args[0] for node in expression.atoms(exp)}
    if len(exponents) != 1:
        return
    try:
        expression, facts, (exponent,) = _with_letters(expression, facts, exponents, deadline)
    except Empty:
        return
    for symbol in sorted(exponent.free_symbols, key=str):
        rate = exponent / symbol
        if symbol in rate.free_symbols or symbol.is_integer or direct(rate, facts, deadline)[0] != POS:
            continue
        for root in ROOTS:
            with suppress(Empty):
                yield _for_logarithm(expression, facts, deadline, symbol, rate, root)
        return


def _for_logarithm(expression: Expr, facts: Facts, deadline, symbol: Symbol, rate: Expr, root: int) -> tuple[Expr, Facts]:
    """The question in a letter y for e^(rate symbol/root). Raises Empty."""
    letter = fresh("y")
    value = root * log(letter) / rate
    kept = facts.substituted(symbol, value).known(letter, POS)
    signs = direct(symbol, facts, deadline)[0]
    if signs in (POS, NEG, NONNEG, NONPOS):
        kept = kept.known(letter - 1, signs)
    return powsimp(expression.xreplace({exp(rate * symbol): letter**root}).subs(symbol, value)), kept


def _with_letters(expression: Expr, facts: Facts, exponents: set[Expr], deadline) -> tuple[Expr, Facts, list[Expr]]:
    """The expression, the facts and the exponents with a positive letter for each power whose exponent is no number. Raises Empty."""
    powers = sorted((node for node in expression.atoms(Pow) if _is_power(node) and node.base is not S.Exp1), key=str)
    letters = {node: fresh("p") for node in powers if direct(node.base, facts, deadline)[0] == POS and defined(node, facts, deadline)}
    for letter in letters.values():
        facts = facts.known(letter, POS)
    return expression.xreplace(letters), facts, [exponent.xreplace(letters) for exponent in exponents]
