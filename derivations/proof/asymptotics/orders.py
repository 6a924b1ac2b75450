"""The order of growth of a sum of powers: exponents add along products and the largest one wins in a sum.

Where terms of both signs are added, those of one sign must have the larger exponent all over the domain, so that no leading
terms can cancel and the order is exact. The result is piecewise linear in the exponents' symbols, and two such results are
compared over a whole domain by polyhedral cells.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from sympy import Abs, Add, Expr, Max, Mul, Ne, Pow, S, Symbol

from theoremtest.derivations.language.domain import Bounds, Domain


class NotPositive(Exception):
    """A term is not shown to be positive, so that leading terms may cancel or vanish. symbol: the coefficient that is to blame."""

    def __init__(self, reason: str, symbol: Symbol | None = None):
        super().__init__(reason)
        self.symbol = symbol


def order(expression: Expr, variable: Symbol, domain: Domain, larger: Callable[[Expr, Expr], bool]) -> Expr | None:
    """The exponent of an expression that is positive where the variable, which goes to infinity, is large; None for zero.

    larger: whether one exponent is shown to be larger than another all over the domain. Raises NotPositive.
    """
    found = _growth(expression, variable, domain, larger)
    if found is None:
        return None
    sign, exponent = found
    if sign < 0:
        raise NotPositive(f"{expression} is negative in the end")
    return exponent


def _growth(expression: Expr, variable: Symbol, domain: Domain, larger) -> tuple[int, Expr] | None:
    """The sign that the expression has in the end, and its exponent; None for zero."""
    if expression == 0:
        return None
    if expression == variable:
        return 1, S.One
    if expression.is_Rational or expression.is_NumberSymbol:
        return (1 if expression > 0 else -1), S.Zero
    if isinstance(expression, Symbol):
        bounds = _bounds(expression, domain)
        if expression.is_integer and expression.is_positive or bounds.sign == 1:
            return 1, S.Zero
        if bounds.sign == -1:
            return -1, S.Zero
        raise NotPositive(f"the domain does not say that {expression} is positive", expression)
    if isinstance(expression, Mul):
        factors = [_growth(factor, variable, domain, larger) for factor in expression.args]
        return None if None in factors else (prod(sign for sign, _ in factors), Add(*(exponent for _, exponent in factors)))
    if isinstance(expression, Add):
        terms = [_growth(term, variable, domain, larger) for term in expression.args]
        return _sum([found for found in terms if found is not None], expression, larger)
    if isinstance(expression, Pow):
        return _power(expression, variable, domain, larger)
    if isinstance(expression, Abs):
        inner = expression.args[0]
        if isinstance(inner, Symbol) and _nonzero(inner, domain):
            return 1, S.Zero
        found = _growth(inner, variable, domain, larger)
        return found and (1, found[1])
    raise NotPositive(f"no order for {type(expression).__name__}: {expression}")


def _sum(terms: list[tuple[int, Expr]], expression: Expr, larger) -> tuple[int, Expr] | None:
    """The largest exponent wins; terms of both signs must not tie for it anywhere, or they may cancel."""
    most = {sign: Max(*exponents) for sign in (1, -1) if (exponents := [exponent for its, exponent in terms if its == sign])}
    if len(most) < 2:
        return next(iter(most.items()), None)
    for sign in (1, -1):
        if larger(most[sign], most[-sign]):
            return sign, most[sign]
    raise NotPositive(f"the leading terms of {expression} may cancel")


def _power(expression: Pow, variable: Symbol, domain: Domain, larger) -> tuple[int, Expr]:
    base, power = expression.args
    if variable in power.free_symbols:
        raise NotPositive(f"{expression} has an exponent that grows")
    if base == variable:
        return 1, power
    if not power.is_Rational:
        raise NotPositive(f"{expression} has a power that is no number")
    even = power.is_Integer and power % 2 == 0
    if isinstance(base, Symbol) and even and _nonzero(base, domain):
        return 1, S.Zero
    found = _growth(base, variable, domain, larger)
    if found is None:
        raise NotPositive(f"{expression} is a power of zero")
    sign, exponent = found
    if sign < 0 and not power.is_Integer:
        raise NotPositive(f"{expression} is a root of what is negative in the end")
    return (1 if even else sign), power * exponent


def _bounds(symbol, domain: Domain):
    return domain.bounds.get(symbol) or Bounds()


def _nonzero(symbol, domain: Domain) -> bool:
    bounds = _bounds(symbol, domain)
    return bounds.nonzero or bounds.sign in (1, -1)


def differs(found: Expr, claimed: Expr):
    """The condition that two exponents differ."""
    return Ne(found, claimed)
