"""Finite sums written out term by term at a point: an index takes each whole number between its bounds, and none where they cross."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Integer

from theoremtest.numerics.values.rules import NotDefined

MOST = 4000
"""The most terms of one sum that are added up."""


def written_out(expression: Any, numbers: Mapping) -> Any:
    """The expression without sums; `numbers` gives the whole numbers by symbol that bounds may speak of.

    Raises NotDefined where a bound is no whole number at this point.
    """
    if not isinstance(expression, sympy.Basic):
        return expression
    if isinstance(expression, sympy.Symbol):
        return numbers.get(expression, expression)
    if isinstance(expression, sympy.Sum):
        return sympy.Add(*_terms(expression.function, list(expression.limits), dict(numbers)))
    if not expression.args or isinstance(expression, sympy.MatrixSymbol):
        return expression
    arguments = [written_out(argument, numbers) for argument in expression.args]
    return expression if all(a is b for a, b in zip(arguments, expression.args, strict=True)) else expression.func(*arguments)


def _terms(function, limits: list, numbers: dict) -> list:
    if not limits:
        return [written_out(function, numbers)]
    index, low, high = limits.pop()
    first, last = (_whole(written_out(end, numbers), index) for end in (low, high))
    if last - first >= MOST:
        raise NotDefined(f"a sum of {last - first + 1} terms over {index} is not added up")
    return [term for k in range(first, last + 1) for term in _terms(function, list(limits), {**numbers, index: Integer(k)})]


def _whole(end, index) -> int:
    if not end.is_Integer:
        raise NotDefined(f"the sum over {index} has the bound {end}, which is no whole number here")
    return int(end)


def whole_numbers(point: Mapping) -> dict:
    """The scalars of a point whose values are whole numbers."""
    return {symbol: Integer(value) for symbol, value in point.items()
            if isinstance(symbol, sympy.Symbol) and symbol.is_integer and sympy.sympify(value, strict=True).is_Integer}
