"""What may enter an exact argument at all: real numbers known exactly, symbols, and functions that the table knows."""

from __future__ import annotations

from sympy import Basic, Float, I, LambertW, besseli, besselj, binomial, factorial, nan, preorder_traversal, sympify, zoo
from sympy.core.function import Application, AppliedUndef
from sympy.functions.elementary.piecewise import ExprCondPair, Piecewise
from sympy.logic.boolalg import Boolean

from .table import TABLE

OF_WHOLE = {factorial: 1, binomial: 2, besselj: 1, besseli: 1}
"""How many of a function's first arguments are whole numbers."""


def refusal(expression) -> str | None:
    """Why an expression may not enter an exact argument, naming what it holds; None where it may."""
    for node in preorder_traversal(sympify(expression, strict=True)):
        if not isinstance(node, Basic):
            continue
        if isinstance(node, Float):
            return f"the floating-point number {node} is not exact: write a Rational in its place"
        if node in (I, zoo, nan):
            return f"{node} is no real number"
        if isinstance(node, Application) and not isinstance(node, (AppliedUndef, Boolean, Piecewise, ExprCondPair)) and type(
                node) not in TABLE:
            return f"the function {type(node).__name__} has no entry in the table of functions"
        if any(part.is_integer is not True for part in node.args[:OF_WHOLE.get(type(node), 0)]):
            return f"{node} is of a number that is not whole by its making: declare it so, or write gamma"
        if isinstance(node, LambertW) and len(node.args) > 1:
            return f"{node} is another branch of LambertW, which has no entry in the table of functions"
    return None
