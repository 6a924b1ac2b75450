"""Is an expression identically zero on a domain? A normal form over a tower of generators decides.

A zero normal form is a proof over the whole domain, wherever both sides are defined. A nonzero one proves nothing here: refuting is
for balls. Where a sign is wanted that the domain leaves open, the domain is cut into the cases of that sign; a case in which the
expression has no value anywhere asks for nothing.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from math import lcm

from sympy import Eq, Expr, Gt, Lt, Piecewise, Rational, nan, oo, sympify, zoo

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.functions.units import FinerUnit

from .equalities import substitute_equalities, with_values
from .fractions import TooLarge
from .questions import NotInTower, NoValue, Unsigned
from .tower import Tower


class _Outcome(Enum):
    """How the question whether an expression vanishes ended on one domain, where it ended at all."""

    ZERO = "zero wherever it has a value"
    NO_VALUE = "without a value anywhere"


def is_zero(expression, domain: Domain, deadline: Deadline | None = None, depth: int = 4) -> bool | None:
    """True where the expression is proved identically zero over the domain; None where it is not; never False."""
    return True if _outcome(expression, domain, deadline or Deadline(None), depth, {}) is _Outcome.ZERO else None


def _outcome(expression, domain: Domain, deadline: Deadline, depth: int, known: dict) -> _Outcome | None:
    """known: outcomes by expression, conditions and depth, as cases told apart in another order are the same."""
    expression = domain.expand(sympify(expression, strict=True))
    question = expression, frozenset(domain.conditions), depth
    if question not in known:
        known[question] = _decided(expression, domain, deadline, depth, known)
    return known[question]


def _decided(expression, domain: Domain, deadline: Deadline, depth: int, known: dict) -> _Outcome | None:
    if expression == 0:
        return _Outcome.ZERO
    if expression.has(nan, zoo, oo):
        return None
    expression = substitute_equalities(expression, domain)
    for size in (24, 64):
        grains: dict = {}
        for _ in range(8):
            try:
                return _Outcome.ZERO if Tower(domain, deadline, size, grains).vanishes(expression) else None
            except FinerUnit as finer:  # introduce the finer exponential at once, so that it becomes the generator
                grains[finer.key] = lcm(grains.get(finer.key, 1), finer.unit)
            except Unsigned as open_sign:
                return _by_cases(expression, domain, deadline, depth, open_sign, known)
            except OverflowError:
                break
            except (NoValue, ZeroDivisionError):
                return _Outcome.NO_VALUE
            except (NotInTower, TooLarge):
                return None
    return None


def cases_of(domain: Domain, quantity: Expr):
    """The domain cut by the sign of a symbol or polynomial: [(domain, replacements)], impossible cases left out."""
    cases = []
    for condition in (Gt(quantity, 0), Lt(quantity, 0)):
        try:
            cases.append((domain.but(condition), {}))
        except DomainError:
            continue
    symbol, value = _root_of_linear(quantity)
    bounds = domain.bounds.get(quantity) if symbol == quantity else None
    if bounds is None or bounds.holds(Rational(0)):
        with suppress(DomainError):
            cases.append((domain.but(Eq(quantity, 0)), {}) if symbol is None else (domain.at({symbol: value}), {symbol: value}))
    return cases


def _root_of_linear(quantity) -> tuple:
    """A symbol that enters with a rational coefficient and nowhere else, and its value where the quantity is zero."""
    for symbol in sorted(quantity.free_symbols, key=str):
        slope = quantity.diff(symbol)
        if slope.is_Rational and slope != 0 and not (symbol.is_integer and quantity != symbol):
            return symbol, quantity.subs(symbol, 0) / -slope
    return None, None


def _by_cases(expression, domain, deadline, depth, open_sign: Unsigned, known: dict) -> _Outcome | None:
    quantities = [*open_sign.symbols] if open_sign.quantity is None else [open_sign.quantity, *open_sign.symbols]
    for quantity in quantities if depth else ():
        outcomes = []
        for case, replacement in cases_of(domain, quantity):
            outcomes.append(_in_case(expression, case, replacement, deadline, depth - 1, known))
            if outcomes[-1] is None:
                break
        else:
            return _Outcome.ZERO if _Outcome.ZERO in outcomes else _Outcome.NO_VALUE
    return None


def _in_case(expression, case: Domain, replacement: dict, deadline, depth, known: dict) -> _Outcome | None:
    put = with_values(expression, replacement)
    if put is None:
        return None
    if put.has(nan, zoo) and not expression.has(Piecewise):  # a case that is not taken may be without a value
        return _Outcome.NO_VALUE
    return _outcome(put, case, deadline, depth, known)
