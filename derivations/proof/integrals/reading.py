"""SymPy's integrals as the proofs see them: one variable each, real, from one end to another, over the open range between them.

The integral from b to a is minus the one from a to b. A bound that speaks of the variable itself, an integral without bounds and one of
matrices are refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Dummy, Expr, Integral, Symbol, sympify

from .questions import NoValue


@dataclass(frozen=True)
class Definite:
    """The integral of `body` over `variable` from `low` to `high`; the variable occurs nowhere else."""

    body: Expr
    variable: Symbol
    low: Expr
    high: Expr


def opened(node: Integral) -> Definite:
    """The outermost integration of a SymPy integral. Raises NoValue for what is not read."""
    *inner, outermost = node.limits
    if len(outermost) != 3:
        raise NoValue(f"the integral {node} has no bounds")
    variable, low, high = outermost
    if any(limit[0] == variable for limit in inner):
        raise NoValue(f"{variable} stands twice in the integral {node}")
    body = Integral(node.function, *inner) if inner else node.function
    if getattr(body, "is_Matrix", False) or not isinstance(body, Expr):
        raise NoValue(f"{node} is no integral of a number")
    fresh = Dummy(variable.name, real=True)
    return Definite(body.xreplace({variable: fresh}), fresh, sympify(low, strict=True), sympify(high, strict=True))
