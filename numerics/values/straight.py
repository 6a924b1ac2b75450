"""Steps for nodes whose arguments are always worked out before them, as they are outside every case distinction.

A step is called with the slots of a run, its precision in bits and the values given. It does what the rule of its node does, to the last
digit, without asking for each argument by its place: difference quotients and quadratures run the same few nodes thousands of times.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import mpmath
import sympy
from mpmath import libmp

from theoremtest.numerics.values.rules import ROUND, Node, Raw, plain_function

Step = Callable[[list, int, Any], Raw]


def step_of(node: Node, given: Callable[[Any, int, Any], Raw]) -> Step | None:
    """The step of a node; None where only its rule will do. given: what makes a number of a value that was given."""
    expr, arguments = node.expr, node.arguments
    if isinstance(expr, sympy.Symbol):
        return _symbol(expr, given)
    if expr.func is sympy.Add:
        return _add(arguments)
    if expr.func is sympy.Mul:
        return _mul(arguments)
    if isinstance(expr, sympy.Pow):
        return _power(expr.exp, *arguments)
    function = plain_function(expr)
    if function is None:
        return None
    place = arguments[0]
    return lambda slots, precision, values: function(slots[place], precision, ROUND)


def _symbol(symbol: sympy.Symbol, given: Callable[[Any, int, Any], Raw]) -> Step | None:
    def step(slots: list, precision: int, values: Any) -> Raw:
        value = values[symbol]
        if value.__class__ is mpmath.mpf:
            raw = value._mpf_
            if raw[1] or not raw[2]:
                return raw
        elif isinstance(value, sympy.Rational) and not isinstance(value, sympy.Integer):
            return _fraction(value, precision)
        return given(value, precision, symbol)

    return step


@lru_cache(maxsize=4096)
def _fraction(value: sympy.Rational, precision: int) -> Raw:
    return libmp.from_rational(int(value.p), int(value.q), precision, ROUND)


def _add(places: tuple[int, ...]) -> Step:
    add = libmp.mpf_sum
    if len(places) == 2:
        first, second = places
        return lambda slots, precision, values: add((slots[first], slots[second]), precision, ROUND)
    return lambda slots, precision, values: add([slots[i] for i in places], precision, ROUND)


def _mul(places: tuple[int, ...]) -> Step:
    multiply = libmp.mpf_mul
    if len(places) == 2:
        first, second = places
        return lambda slots, precision, values: multiply(slots[first], slots[second], precision, ROUND)
    start, *others = places

    def step(slots: list, precision: int, values: Any) -> Raw:
        value = slots[start]
        for i in others:
            value = multiply(value, slots[i], precision, ROUND)
        return value

    return step


def _power(exponent: Any, place: int, power_place: int | None = None) -> Step:
    power, zero = libmp.mpf_pow_int, libmp.fzero
    if exponent.is_Rational and exponent.q == 2:
        p = int(exponent.p)

        def half(slots: list, precision: int, values: Any) -> Raw:
            value = slots[place]
            if p < 0 and value == zero:
                raise ZeroDivisionError
            return power(libmp.mpf_sqrt(value, precision, ROUND), p, precision, ROUND)

        return half
    if power_place is not None:
        raised = libmp.mpf_pow

        def general(slots: list, precision: int, values: Any) -> Raw:
            value, height = slots[place], slots[power_place]
            if value == zero:
                if height[0]:
                    raise ZeroDivisionError
                return zero if height != zero else libmp.fone
            return raised(value, height, precision, ROUND)

        return general
    n = int(exponent)
    if n > 0:
        return lambda slots, precision, values: power(slots[place], n, precision, ROUND)

    def step(slots: list, precision: int, values: Any) -> Raw:
        value = slots[place]
        if value == zero:
            raise ZeroDivisionError
        return power(value, n, precision, ROUND)

    return step
