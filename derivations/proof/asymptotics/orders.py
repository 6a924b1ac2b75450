"""The order of growth of a sum of positive terms: exponents add along products and the largest one wins in a sum.

Nothing is subtracted here, so no leading terms can cancel and the order is exact. The result is piecewise linear in the
exponents' symbols, and two such results are compared over a whole domain by polyhedral cells.
"""

from __future__ import annotations

from sympy import Abs, Add, Expr, Max, Mul, Ne, Pow, S, Symbol

from rederive.derivations.language.domain import Bounds, Domain


class NotPositive(Exception):
    """A term is not shown to be positive, so that leading terms may cancel or vanish. symbol: the coefficient that is to blame."""

    def __init__(self, reason: str, symbol: Symbol | None = None):
        super().__init__(reason)
        self.symbol = symbol


def order(expression: Expr, variable: Symbol, domain: Domain) -> Expr | None:
    """The exponent of a positive expression in a variable that goes to infinity; None for zero. Raises NotPositive."""
    if expression == 0:
        return None
    if expression == variable:
        return S.One
    if expression.is_Rational or expression.is_NumberSymbol:
        if expression > 0:
            return S.Zero
        raise NotPositive(f"{expression} is not positive")
    if isinstance(expression, Symbol):
        bounds = _bounds(expression, domain)
        if expression.is_integer and expression.is_positive or bounds.sign == 1:
            return S.Zero
        raise NotPositive(f"the domain does not say that {expression} is positive", None if bounds.sign == -1 else expression)
    if isinstance(expression, Mul):
        orders = [order(factor, variable, domain) for factor in expression.args]
        return None if None in orders else Add(*orders)
    if isinstance(expression, Add):
        orders = [found for term in expression.args if (found := order(term, variable, domain)) is not None]
        return Max(*orders) if orders else None
    if isinstance(expression, Pow):
        base, power = expression.args
        if variable in power.free_symbols:
            raise NotPositive(f"{expression} has an exponent that grows")
        if base == variable:
            return power
        if not power.is_Rational:
            raise NotPositive(f"{expression} has a power that is no number")
        if isinstance(base, Symbol) and power.is_Integer and power % 2 == 0 and _nonzero(base, domain):
            return S.Zero
        found = order(base, variable, domain)
        if found is None:
            raise NotPositive(f"{expression} is a power of zero")
        return power * found
    if isinstance(expression, Abs):
        inner = expression.args[0]
        return S.Zero if isinstance(inner, Symbol) and _nonzero(inner, domain) else order(inner, variable, domain)
    raise NotPositive(f"no order for {type(expression).__name__}: {expression}")


def _bounds(symbol, domain: Domain):
    return domain.bounds.get(symbol) or Bounds()


def _nonzero(symbol, domain: Domain) -> bool:
    bounds = _bounds(symbol, domain)
    return bounds.nonzero or bounds.sign in (1, -1)


def differs(found: Expr, claimed: Expr):
    """The condition that two exponents differ."""
    return Ne(found, claimed)
