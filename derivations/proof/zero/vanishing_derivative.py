"""Zero because constant: where the normal form lacks a function's relations, differentiate.

A function of one variable that is continuous on an interval, differentiable inside it with derivative zero, and zero at one point of
it, is zero on the interval. Each of the three is proved for every value of the other symbols: continuity and differentiability from the
table of functions, by the signs that it demands; the derivative by the table's own formulas, which have a value wherever the table
shows differentiability; the one value by the normal form, or by the same argument in another variable. A domain that leaves the variable
no interval (whole numbers, a gap) is left undecided; conditions that tie the variable to others are dropped, which asks for more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Expr, Rational, S, Symbol, nan, oo, zoo

from theoremtest.derivations.language import real
from theoremtest.derivations.language.domain import Bounds, Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.functions.derivatives import NoDerivative, derivative, elementary

from .equalities import with_values
from .normal_form import is_zero
from .regularity import is_continuous, is_smooth

DEPTH = 3
"""In how many variables in turn the argument may be used."""


def is_constant_zero(expression: Expr, domain: Domain, deadline: Deadline, depth: int = DEPTH) -> bool | None:
    """True where a vanishing derivative and one exact value prove the expression zero; None otherwise."""
    expression = elementary(domain.expand(expression))
    if expression == 0:
        return True
    for variable in sorted(expression.free_symbols, key=str):
        interval = _interval(variable, domain)
        if interval is None:
            continue
        try:
            slope = derivative(expression, variable)
        except NoDerivative:
            continue
        inner = _with_interval(domain, variable, _opened(interval))
        if is_zero(slope, inner, deadline) is not True or not is_smooth(expression, variable, inner, deadline):
            continue
        if _vanishes_somewhere(expression, variable, interval, domain, deadline, depth):
            return True
    return None


def _vanishes_somewhere(expression, variable: Symbol, interval: Bounds, domain: Domain, deadline, depth: int) -> bool:
    """Whether the expression is proved zero at one point of the interval, or of its closure, to which it is continuous from the rest."""
    for reach, point in _base_points(interval):
        value = with_values(expression, {variable: point})
        if value is None or value.has(nan, zoo, oo):
            continue
        whole = _with_interval(domain, variable, reach)
        try:
            there = whole.at({variable: point})
        except DomainError:
            continue
        if is_zero(value, there, deadline) is not True and not (depth > 1 and is_constant_zero(value, there, deadline, depth - 1)):
            continue
        if is_continuous(expression, variable, whole, deadline):
            return True
    return False


def _interval(variable: Symbol, domain: Domain) -> Bounds | None:
    """The connected range that the bounds leave a real variable; None where there is none."""
    bounds = domain.bounds.get(variable)
    if bounds is None or bounds.integer or bounds.fixed is not None:
        return None
    if variable.assumptions0 != real("x").assumptions0:
        return None  # a sign or a kind of number that the bounds do not know
    if bounds.nonzero:
        bounds = replace(bounds, nonzero=False)
        if bounds.holds(S.Zero):
            if bounds.lower == 0:
                return replace(bounds, lower_open=True)
            return replace(bounds, upper_open=True) if bounds.upper == 0 else None
    return bounds


def _opened(interval: Bounds) -> Bounds:
    return replace(interval, lower_open=True, upper_open=True)


def _with_interval(domain: Domain, variable: Symbol, interval: Bounds) -> Domain:
    """The domain in which the variable runs over the interval whatever the others are: a larger one than that of the statement."""
    kept = [condition for condition in map(domain.expand, domain.conditions) if variable not in atoms_of(condition)]
    return Domain(*kept, *interval.relations(variable), over=domain.symbols)


def _base_points(interval: Bounds) -> Iterator[tuple[Bounds, Rational]]:
    """Intervals that hold the given one, each with a rational point of its own: ends that belong to it, simple numbers, other ends."""
    low, high = interval.lower, interval.upper
    points = [S.Zero, *(end for end in (low, high) if end is not None), S.One, S.NegativeOne]
    points += [(low + high) / 2] if None not in (low, high) else [end + step for end, step in ((low, 1), (high, -1)) if end is not None]
    inside = [point for point in dict.fromkeys(points) if interval.holds(point)]
    yield from ((interval, point) for point in inside[:3])
    if low is not None and interval.lower_open:
        yield replace(interval, lower_open=False), low
    if high is not None and interval.upper_open:
        yield replace(interval, upper_open=False), high
