"""Derivatives of integrals in a letter of their bounds or of their integrand: Leibniz's rule where the integrand is smooth up to the ends.

An improper integral, and an endless sum, is differentiated by its closed form only. Either way the domain has to leave the letter room on
both sides: a value that is known at single points, or up to a closed end, has no derivative there.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, Derivative, Eq, Expr, Ge, Gt, Integral, Le, Lt, Mul, Ne, Symbol, diff, oo

from theoremtest.derivations.proof.endless import is_endless, speaks_of_integrals

from .questions import NoValue, Questions
from .reading import opened
from .values import inside


def taken(node: Derivative, ask: Questions, valued: Callable[[Expr, Questions], Expr]) -> Expr:
    """The derivative carried out. Raises NoValue where it is not shown to exist."""
    found = node.expr
    for variable, count in node.variable_count:
        if not getattr(count, "is_Integer", False) or not isinstance(variable, Symbol):
            raise NoValue(f"the derivative {node}")
        if not _has_room(variable, ask):
            raise NoValue(f"a derivative in {variable}, which the domain leaves no room")
        for _ in range(int(count)):
            found = _once(found, variable, ask, valued)
    return found


def _has_room(variable: Symbol, ask: Questions) -> bool:
    """Whether every condition on the variable is a strict one, so that around each value there are others."""
    bounds = ask.domain.bounds.get(variable)
    if variable.is_integer or bounds is None or (bounds.lower is not None and not bounds.lower_open) or (
            bounds.upper is not None and not bounds.upper_open):
        return False
    for condition in ask.domain.conditions:
        written = ask.domain.expand(condition)
        if variable in written.free_symbols and (not isinstance(written, (Gt, Lt, Ne)) or isinstance(written, (Eq, Ge, Le))):
            return False
    return variable in ask.domain.symbols


def _once(expression: Expr, variable: Symbol, ask: Questions, valued) -> Expr:
    if variable not in expression.free_symbols:
        return expression * 0
    if not speaks_of_integrals(expression):
        return _smooth(expression, variable, ask)
    if isinstance(expression, Add):
        return Add(*(_once(term, variable, ask, valued) for term in expression.args))
    if isinstance(expression, Mul):
        return Add(*(Mul(*expression.args[:i], _once(factor, variable, ask, valued), *expression.args[i + 1:])
                     for i, factor in enumerate(expression.args)))
    if isinstance(expression, Integral):
        found = _leibniz(expression, variable, ask)
        if found is not None:
            return found
    if isinstance(expression, Integral) or is_endless(expression):
        closed = valued(expression, ask)
        if not speaks_of_integrals(closed):
            return _smooth(closed, variable, ask)
    raise NoValue(f"the derivative of {expression} in {variable}")


def _smooth(expression: Expr, variable: Symbol, ask: Questions) -> Expr:
    fault = ask.rough(expression, variable)
    if fault:
        raise NoValue(f"the derivative of {expression} in {variable}: {fault}")
    return diff(expression, variable)


def _leibniz(node: Integral, variable: Symbol, ask: Questions) -> Expr | None:
    """Leibniz's rule; None where it is not shown to apply."""
    read = opened(node)
    if {read.low, read.high} & {oo, -oo} or speaks_of_integrals(read.body):
        return None
    ordered = ask.not_negative(read.high - read.low)
    where = inside(read, ask, closed=True) if ordered else ask.within(over=(read.variable,))
    if where.rough(read.body, read.variable, variable) or not where.has_value(read.body):
        return None
    for end in (read.low, read.high):
        if ask.rough(end, variable) or not ask.has_value(end):
            return None
    rest = diff(read.body, variable)
    kept = Integral(rest, (read.variable, read.low, read.high)) if rest != 0 else rest
    return (read.body.subs(read.variable, read.high) * diff(read.high, variable)
            - read.body.subs(read.variable, read.low) * diff(read.low, variable) + kept)
