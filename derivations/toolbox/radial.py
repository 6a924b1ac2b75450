"""Calculus for fields that depend on a vector through its norm, in every dimension at once.

A coordinate b of the vector enters both by itself and through N = |beta|^2 (or r = |beta|); all other coordinates are
absorbed in N. So the partial derivative by b of a function written in (N, named coordinates) is the chain rule's sum.
"""

from sympy import Expr, Symbol, diff


def partial_by_square(expression: Expr, b: Symbol, N: Symbol) -> Expr:
    """The partial derivative by the coordinate b where N stands for the squared norm."""
    return diff(expression, b) + 2 * b * diff(expression, N)


def partial_by_norm(expression: Expr, b: Symbol, r: Symbol) -> Expr:
    """The partial derivative by the coordinate b where r > 0 stands for the norm."""
    return diff(expression, b) + b / r * diff(expression, r)
