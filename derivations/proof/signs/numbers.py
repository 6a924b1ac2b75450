"""The sign of what is one number all over a domain, its symbols cancelling inside it: log(9 y/(10 y)) is one."""

from __future__ import annotations

from sympy import Expr, cancel

from .bounded import enclosed
from .definedness import defined
from .generator import bounds_signs
from .hypotheses import Facts
from .signset import ANY


def sign_of_number(expression: Expr, facts: Facts, deadline) -> int:
    """The sign of an expression that is one number wherever it is defined, and is defined everywhere; else ANY."""
    parts: list[Expr] = []
    number = _cancelled(expression, parts)
    if number.free_symbols or not all(_has_value(part, facts, deadline) for part in parts):
        return ANY
    return _told(number)


def _cancelled(node: Expr, parts: list[Expr]) -> Expr:
    """The expression with its fractions cancelled, the inner ones first; these as they were, and the numbers made of them, are listed."""
    if not node.free_symbols:
        return node
    if not node.is_rational_function(*node.free_symbols):
        made = [_cancelled(part, parts) if isinstance(part, Expr) else part for part in node.args]
        node = node.func(*made)
        parts += [part for part in made if isinstance(part, Expr) and part.free_symbols and not node.has(part)]  # log x - log x is gone
        if not node.free_symbols:
            parts.append(node)
            return node
        if not node.is_rational_function(*node.free_symbols):
            return node
    parts.append(node)
    return cancel(node)


def _has_value(part: Expr, facts: Facts, deadline) -> bool:
    """Whether a fraction is not zero and has a value everywhere; of a number that was made of some, whether it can be worked out."""
    return cancel(part) != 0 and defined(part, facts, deadline) if part.free_symbols else enclosed(part) is not None


def _told(number: Expr) -> int:
    bounds = enclosed(number)
    return ANY if bounds is None else bounds_signs(bounds)
