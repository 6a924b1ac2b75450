"""SymPy's own expansion, which no time limit interrupts, kept to what is small by a bound on its terms that is worked out beforehand."""

from __future__ import annotations

from math import comb

from sympy import Add, Expr, Mul, Pow, expand

TERMS = 2000
"""Terms up to which an expression is expanded."""


def expanded(expression: Expr, most: int = TERMS) -> Expr | None:
    """The expanded expression; None where it may have more terms than `most`."""
    return expand(expression) if most_terms(expression, most) <= most else None


def expanded_or_kept(expression: Expr) -> Expr:
    """The expanded expression; the expression as it is where that may have too many terms."""
    found = expanded(expression)
    return expression if found is None else found


def most_terms(node, most: int = TERMS) -> int:
    """A bound on the terms of an expression's expansion and of all that is expanded inside it, cut off above `most`."""
    if not node.args:
        return 1
    if isinstance(node, Mul):
        total = 1
        for factor in node.args:
            total *= most_terms(factor, most)
            if total > most:
                break
    elif isinstance(node, Pow) and node.exp.is_Integer:
        n, inner = abs(int(node.exp)), most_terms(node.base, most)
        total = inner if inner == 1 else most + 1 if n > most or inner > most else comb(n + inner - 1, n)
    elif isinstance(node, Add):
        total = sum(most_terms(term, most) for term in node.args)
    else:
        total = max(most_terms(argument, most) for argument in node.args)
    return min(total, most + 1)
