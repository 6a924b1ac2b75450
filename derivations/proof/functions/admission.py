"""What may enter an exact argument at all: real numbers known exactly, symbols, and functions that the table knows."""

from __future__ import annotations

from sympy import Basic, Float, I, nan, preorder_traversal, sympify, zoo
from sympy.core.function import Application, AppliedUndef
from sympy.functions.elementary.piecewise import ExprCondPair, Piecewise
from sympy.logic.boolalg import Boolean

from .table import TABLE


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
    return None
