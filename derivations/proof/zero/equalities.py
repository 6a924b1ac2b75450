"""A domain's equations put to use: a symbol that one of them gives is replaced by what it equals."""

from __future__ import annotations

from sympy import Eq, Expr

from theoremtest.derivations.language.domain import Domain


def substitute_equalities(expression, domain: Domain):
    """Use the domain's equations that give one symbol as an expression in the others."""
    for symbol, value in domain.fixed.items():
        expression = _put(expression, symbol, value)
    for condition in domain.joint:
        if isinstance(condition, Eq) and isinstance(condition.lhs, Expr) and not getattr(condition.lhs, "is_Matrix", False):
            for side, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
                if side.is_Atom and not side.is_number and not other.has(side):
                    expression = _put(expression, side, other)
                    break
    return expression


def _put(expression, symbol, value):
    made = with_values(expression, {symbol: value})
    return expression if made is None else made


def with_values(expression: Expr, values: dict) -> Expr | None:
    """The expression with symbols replaced; None where SymPy refuses to build what comes out, as a maximum of no real numbers."""
    try:
        return expression.subs(values) if values else expression
    except (TypeError, ValueError):
        return None
