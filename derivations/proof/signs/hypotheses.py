"""The hypotheses of a sign question: bounds per symbol, sign conditions on expressions, and alternatives between them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from sympy import Abs, Add, And, Eq, Ge, Gt, Le, Lt, Ne, Not, Or, Pow, S, Symbol, ceiling, expand, floor
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from theoremtest.derivations.language import Bounds, Domain

from .signset import NEG, NONNEG, NONPOS, NONZERO, POS, ZERO

SIGNS_OF = {Gt: POS, Ge: NONNEG, Lt: NEG, Le: NONPOS, Eq: ZERO, Ne: NONZERO}
FREE = Bounds()


class Empty(Exception):
    """The hypotheses contradict one another: the case that they describe holds no point."""


def signs_of(relation) -> int:
    """The signs that `left - right` may take where the relation holds."""
    return SIGNS_OF[type(relation)]


@dataclass(frozen=True)
class Facts:
    """Immutable hypotheses. `relations` pairs an expression with its possible signs; `alternatives` are disjunctions."""

    bounds: tuple = ()
    relations: tuple = ()
    alternatives: tuple = ()

    @classmethod
    def of(cls, domain: Domain) -> Facts:
        """A domain's bounds and joint conditions, abbreviations written out; symbolic sizes are at least 1.

        Raises Empty where no whole number is left between two bounds.
        """
        table = dict(domain.bounds)
        for size in domain.dimensions:
            table[size] = replace(table.get(size, FREE), integer=True)
        table = {symbol: tightened(bounds) for symbol, bounds in table.items()}
        if any(None not in (bounds.lower, bounds.upper) and bounds.lower > bounds.upper for bounds in table.values()):
            raise Empty
        facts = cls(tuple(table.items()))
        for size in domain.dimensions:
            facts = facts._narrowed(size, S.One, NONNEG)
        for condition in domain.joint:
            facts = facts.given(condition)
        return facts

    def bound(self, symbol) -> Bounds:
        """A symbol's bounds; free ones where nothing is known."""
        for key, bounds in self.bounds:
            if key == symbol:
                return bounds
        return FREE

    def given(self, condition) -> Facts:
        """These facts with one more condition; raises Empty where it contradicts a bound."""
        if isinstance(condition, BooleanTrue):
            return self
        if isinstance(condition, BooleanFalse):
            raise Empty
        if isinstance(condition, And):
            facts = self
            for part in condition.args:
                facts = facts.given(part)
            return facts
        if isinstance(condition, Or):
            return replace(self, alternatives=(*self.alternatives, condition.args))
        if isinstance(condition, Not):
            flipped = ~condition.args[0]
            return self if isinstance(flipped, Not) else self.given(flipped)
        if not isinstance(condition, Relational):
            return self
        return self.known(condition.lhs - condition.rhs, signs_of(condition))

    def known(self, expression, signs: int) -> Facts:
        """These facts with `expression` restricted to the signs."""
        halves = _modulus_halves(expression, signs)
        if halves is not None:
            return self.known(halves[0], signs).known(halves[1], signs)
        parts = _vanishing_parts(expression, signs)
        if parts is not None:
            facts = self
            for part in parts:
                facts = facts._kept(part, ZERO)
            return facts
        symbol, point = _offset(expression)
        if symbol is not None:
            if signs == NONZERO and point != 0:
                return replace(self, relations=(*self.relations, (expression, signs)))
            return self._narrowed(symbol, point, signs)
        return replace(self, relations=(*self.relations, (expression, signs)))

    def _narrowed(self, symbol, point, signs: int) -> Facts:
        old = self.bound(symbol)
        lower, lower_open, upper, upper_open, nonzero = old.lower, old.lower_open, old.upper, old.upper_open, old.nonzero
        if signs in (POS, NONNEG, ZERO) and (lower is None or point >= lower):
            strict = signs == POS or (lower == point and lower_open)
            lower, lower_open = point, strict
        if signs in (NEG, NONPOS, ZERO) and (upper is None or point <= upper):
            strict = signs == NEG or (upper == point and upper_open)
            upper, upper_open = point, strict
        nonzero = nonzero or signs == NONZERO
        new = tightened(Bounds(lower, upper, lower_open, upper_open, nonzero, old.integer))
        if new.lower is not None and new.upper is not None and (
                new.lower > new.upper or (new.lower == new.upper and (new.lower_open or new.upper_open or (nonzero and new.lower == 0)))):
            raise Empty
        table = dict(self.bounds)
        table[symbol] = new
        return replace(self, bounds=tuple(table.items()))

    def two_contradict(self) -> bool:
        """Whether two conditions add up to what no number is: `p >= 0` and `c - p > 0` with a number c <= 0."""
        kept = [(turn * expression, signs) for expression, signs in self.relations
                for turn, one_sided in ((1, (POS, NONNEG)), (-1, (NEG, NONPOS))) if signs in one_sided]
        kept += [(turn * expression, signs) for expression, signs in self.relations if signs == ZERO for turn in (1, -1)]
        for (one, first), (other, second) in combinations(kept, 2):
            total = expand(one + other)
            if total.is_Rational and (total < 0 or (total == 0 and (first in (POS, NEG) or second in (POS, NEG)))):
                return True
        return False

    def cases(self):
        """The facts without alternatives, one for each consistent choice among them."""
        if not self.alternatives:
            yield self
            return
        first, *rest = self.alternatives
        for choice in first:
            try:
                chosen = replace(self, alternatives=tuple(rest)).given(choice)
            except Empty:
                continue
            yield from chosen.cases()

    def substituted(self, symbol, value) -> Facts:
        """The facts after a symbol is written as an expression: its bounds become conditions on that expression."""
        bounds = self.bound(symbol)
        facts = Facts(tuple((key, old) for key, old in self.bounds if key != symbol))
        for expression, signs in self.relations:
            facts = facts._kept(at(expression, symbol, value), signs)
        if bounds.lower is not None:
            facts = facts._kept(value - bounds.lower, POS if bounds.lower_open else NONNEG)
        if bounds.upper is not None:
            facts = facts._kept(value - bounds.upper, NEG if bounds.upper_open else NONPOS)
        if bounds.nonzero:
            facts = facts._kept(value, NONZERO)
        for choice in self.alternatives:
            facts = replace(facts, alternatives=(*facts.alternatives, tuple(part.subs(symbol, value) for part in choice)))
        return facts

    def _kept(self, expression, signs: int) -> Facts:
        if expression.is_Rational:
            if (expression > 0 and not signs & POS) or (expression < 0 and not signs & NEG) or (
                    expression == 0 and not signs & ZERO):
                raise Empty
            return self
        if expression.has(S.NaN, S.ComplexInfinity):
            return self
        return self.known(expression, signs)


def at(expression, symbol, value):
    """The expression at a symbol's value; NaN where SymPy can compare no more, as a part has no value then."""
    try:
        return expression.subs(symbol, value)
    except (TypeError, ValueError):
        return S.NaN


def tightened(bounds: Bounds) -> Bounds:
    """The bounds of a whole number moved to the whole numbers that they leave; others as they are."""
    if not bounds.integer:
        return bounds
    lower, upper = bounds.lower, bounds.upper
    if lower is not None:
        lower = floor(lower) + 1 if bounds.lower_open or (bounds.nonzero and lower == 0) else ceiling(lower)
    if upper is not None:
        upper = ceiling(upper) - 1 if bounds.upper_open or (bounds.nonzero and upper == 0) else floor(upper)
    return Bounds(lower, upper, nonzero=bounds.nonzero, integer=True)


def _vanishing_parts(expression, signs: int) -> list | None:
    """What is zero because squares and roots of one sign add up to no more than zero: what is squared, what stands under the roots."""
    terms = Add.make_args(expression)
    if len(terms) < 2 or signs not in (ZERO, NONPOS, NONNEG):
        return None
    parts, turns = [], set()
    for term in terms:
        number, rest = term.as_coeff_Mul()
        if not (number.is_Rational and isinstance(rest, Pow) and rest.exp.is_Rational):
            return None
        if not (rest.exp == S.Half or rest.exp.is_Integer and rest.exp > 0 and rest.exp % 2 == 0 and rest.base.is_real):
            return None
        parts.append(rest.base)
        turns.add(number > 0)
    if len(turns) > 1 or signs == (NONNEG if True in turns else NONPOS):
        return None
    return parts


def _modulus_halves(expression, signs: int) -> tuple | None:
    """`|u| + r < 0` is `u + r < 0` and `-u + r < 0`; so for the other three one-sided signs with the modulus on the smaller side."""
    for term in Add.make_args(expression):
        number, rest = term.as_coeff_Mul()
        if isinstance(rest, Abs) and number.is_Rational and signs in ((NEG, NONPOS) if number > 0 else (POS, NONNEG)):
            inner, others = number * rest.args[0], expression - term
            return others + inner, others - inner
    return None


def _offset(expression):
    """`(symbol, point)` where the expression is `symbol - point` with a rational point, else `(None, None)`."""
    if isinstance(expression, Symbol):
        return expression, S.Zero
    if expression.is_Add and len(expression.args) == 2:
        number, rest = expression.args
        if number.is_Rational and isinstance(rest, Symbol):
            return rest, -number
    return None, None
