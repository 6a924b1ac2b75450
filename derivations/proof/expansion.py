"""SymPy's own expansion, which no time limit interrupts, kept to what is small by a bound on its terms that is worked out beforehand."""

from __future__ import annotations

from math import comb

from sympy import Add, Expr, Mul, Pow, expand

TERMS = 2000
"""Terms up to which an expression is expanded."""


def expanded(expression: Expr) -> Expr | None:
    """The expanded expression; None where it may have too many terms."""
    return expand(expression) if most_terms(expression) <= TERMS else None


def most_terms(node) -> int:
    """A bound on the terms of an expression's expansion and of all that is expanded inside it, cut off above `TERMS`."""
    if not node.args:
        return 1
    if isinstance(node, Mul):
        total = 1
        for factor in node.args:
            total *= most_terms(factor)
            if total > TERMS:
                break
    elif isinstance(node, Pow) and node.exp.is_Integer:
        n, inner = abs(int(node.exp)), most_terms(node.base)
        total = inner if inner == 1 else TERMS + 1 if n > TERMS or inner > TERMS else comb(n + inner - 1, n)
    elif isinstance(node, Add):
        total = sum(map(most_terms, node.args))
    else:
        total = max(most_terms(argument) for argument in node.args)
    return min(total, TERMS + 1)
