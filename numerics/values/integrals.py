"""Integrals and long sums in mpmath: quadrature over pieces, and the Euler-Maclaurin formula behind the first terms of a sum.

Nothing here looks for a primitive or a closed form. Every number is worked out twice, with other pieces or from a later term on, and is
given only where both agree to `GOOD` digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import mpmath
import sympy
from sympy import Dummy, Integral, Sum, oo

from theoremtest.derivations.language.latex import in_words
from theoremtest.numerics.values.evaluate import NotDefined, evaluate, number, reader

WORKING = 17
"""Digits that quadrature works with: seven more than must agree, for what an integrand cancels. Five more would take twice as long."""
AROUND = 60
"""Digits for the formula around integrals and sums, where differences of neighbours may cancel."""
TINY = mpmath.mpf(10) ** -30
"""Numbers below this may be the rounding of larger ones; twice the digits leave less than this share of such a one."""
GOOD = 10
"""Digits to which two ways of working out one number must agree."""
FIRST = 40, 80
"""Terms that are added up one by one before the formula takes over, in the two ways."""
FAR, NEAR = 1500, 1500
"""How far the logarithm of the variable is followed, outwards and towards an end of a range."""


def speaks_of_integrals(expression: Any) -> bool:
    """Whether an expression holds an integral or a sum without an end."""
    return isinstance(expression, sympy.Basic) and any(
        isinstance(node, Integral) or oo in node.atoms(type(oo)) for node in expression.atoms(Integral, Sum))


def value(expression: Any, point: Mapping, digits: int = GOOD) -> mpmath.mpf:
    """The value of a scalar with integrals and sums at a point, to about `GOOD` digits. Raises the errors of `evaluate`.

    digits: taken for the sake of callers that ask other evaluators for more; quadrature gives `GOOD`.
    """
    one, other = (_at(expression, point, way, AROUND) for way in (0, 1))
    with mpmath.workdps(AROUND):
        if 0 < abs(other) < TINY and abs(_at(expression, point, 1, 2 * AROUND)) < TINY * abs(other):
            return mpmath.mpf(0)  # it was the rounding of what cancels
        if not mpmath.isfinite(one) or abs(one - other) > mpmath.mpf(10) ** -GOOD * max(abs(one), abs(other)):
            raise NotDefined(f"{in_words(expression)} does not settle: {mpmath.nstr(one, 15)} and {mpmath.nstr(other, 15)}")
        return other


def _at(expression: Any, point: Mapping, way: int, around: int) -> mpmath.mpf:
    """The value by one of two ways, with so many digits around what is worked out by quadrature."""
    with mpmath.workdps(around):
        known = {symbol: number(item, around) for symbol, item in point.items() if isinstance(symbol, sympy.Symbol)}
        return _value(sympy.sympify(expression, strict=True), known, way)


def _value(expression, known: dict, way: int) -> mpmath.mpf:
    """The value by one of two ways, which part their ranges at different places."""
    if not expression.has(Integral, Sum, sympy.Derivative):
        return evaluate(expression, known, mpmath.mp.dps)
    if isinstance(expression, sympy.Derivative):
        return _slope(expression, known, way)
    if isinstance(expression, (Integral, Sum)):
        symbols = tuple(symbol for symbol in _symbols(expression) if symbol in known)
        return _once(expression, symbols, tuple(known[symbol] for symbol in symbols), way)
    plain, stand_ins = _plain(expression)
    return evaluate(plain, {**known, **{stand_in: _value(node, known, way) for node, stand_in in stand_ins.items()}}, mpmath.mp.dps)


@lru_cache(maxsize=1024)
def _symbols(expression) -> tuple:
    return tuple(sorted(expression.free_symbols, key=str))


@lru_cache(maxsize=2048)
def _once(node, symbols: tuple, numbers: tuple, way: int) -> mpmath.mpf:
    """An integral or a sum at numbers for its symbols: both sides of a statement, and its parts, share them."""
    known = dict(zip(symbols, numbers, strict=True))
    with mpmath.workdps(WORKING):
        return _integral(node, known, way) if isinstance(node, Integral) else _sum(node, known, way)


@lru_cache(maxsize=1024)
def _plain(expression) -> tuple:
    """The expression with a symbol for each argument that holds an integral, a sum or a derivative, and those symbols."""
    stand_ins = {node: Dummy("v", real=True) for node in expression.args if node.has(Integral, Sum, sympy.Derivative)}
    return expression.func(*(stand_ins.get(node, node) for node in expression.args)), stand_ins


def _along(body, variable, known: dict, way: int) -> Callable:
    """A formula as a function of one of its letters."""
    if body.has(Integral, Sum, sympy.Derivative):
        return lambda x: _value(body, {**known, variable: x}, way)
    calculate = reader(body).along(variable, known)  # a quadrature asks thousands of times
    return lambda x: calculate(x, mpmath.mp.dps)


def _end(end, known: dict, way: int) -> mpmath.mpf:
    return mpmath.inf if end == oo else -mpmath.inf if end == -oo else _value(end, known, way)


def _slope(node, known: dict, way: int) -> mpmath.mpf:
    """A first derivative as a difference quotient of fourth order."""
    if len(node.variables) != 1:
        raise NotDefined(f"{in_words(node)} is of higher order")
    variable = node.variables[0]
    h = mpmath.mpf(10) ** -4 * (1 + abs(known[variable])) / (1 + way)
    at = {shift: _value(node.expr, {**known, variable: known[variable] + shift * h}, way) for shift in (-2, -1, 1, 2)}
    return (8 * (at[1] - at[-1]) - (at[2] - at[-2])) / (12 * h)


def _integral(node: Integral, known: dict, way: int) -> mpmath.mpf:
    *inner, outermost = node.limits
    if len(outermost) != 3:
        raise NotDefined(f"{in_words(node)} has no bounds")
    variable, low, high = outermost
    body = Integral(node.function, *inner) if inner else node.function
    ends = _end(low, known, way), _end(high, known, way)
    if ends[0] == ends[1]:
        return mpmath.mpf(0)

    f = _along(body, variable, known, way)
    return _between(f, *ends, way) if ends[0] < ends[1] else -_between(f, ends[1], ends[0], way)


def _between(f: Callable, low: mpmath.mpf, high: mpmath.mpf, way: int) -> mpmath.mpf:
    """The integral over a range that may be infinite, or singular at its ends."""
    if low == -mpmath.inf and high == mpmath.inf:
        return _between(f, mpmath.mpf(0), high, way) + _between(lambda x: f(-x), mpmath.mpf(0), high, way)
    if low == -mpmath.inf:
        return _between(lambda x: f(-x), -high, mpmath.inf, way)
    if high == mpmath.inf:
        middle = max(low + 1, 2 * low)
        return _towards(lambda x: f(low + x), middle - low, way) + _outwards(f, middle, way)
    middle = (low + high) / 2
    return _towards(lambda x: f(low + x), middle - low, way) + _towards(lambda x: f(high - x), high - middle, way)


def _towards(f: Callable, length: mpmath.mpf, way: int) -> mpmath.mpf:
    """From 0 to a length, over the logarithm of the distance from 0, where a power is an exponential."""
    def scaled(v: mpmath.mpf) -> mpmath.mpf:
        x = mpmath.exp(-v)
        return f(x) * x

    return _pieces(scaled, -mpmath.log(length), NEAR, 1.25, way)


def _outwards(f: Callable, low: mpmath.mpf, way: int) -> mpmath.mpf:
    """From a positive number to infinity, over the logarithm of the variable: powers fall off there like exponentials."""
    return _pieces(_grown(f), mpmath.log(low), FAR, 1.03, way)


def _grown(f: Callable) -> Callable:
    """A function of a variable as one of its logarithm, with what that does to the measure."""
    def scaled(v: mpmath.mpf) -> mpmath.mpf:
        x = mpmath.exp(v)
        return f(x) * x

    return scaled


def _pieces(g: Callable, start: mpmath.mpf, most: int, growth: float, way: int) -> mpmath.mpf:
    """Pieces one by one, until four in a row add nothing."""
    total, at, small, width = mpmath.mpf(0), start, 0, (mpmath.mpf(4), mpmath.mpf(3))[way]
    while small < 4:
        if at > start + most:
            raise NotDefined("an integral does not settle: its tail falls off too slowly")
        piece = _quad(g, at, at + width)
        total, at, width = total + piece, at + width, width * growth
        small = small + 1 if abs(piece) <= mpmath.mpf(10) ** -(GOOD + 3) * abs(total) else 0
    return total


def _quad(g: Callable, low: mpmath.mpf, high: mpmath.mpf) -> mpmath.mpf:
    """One piece, scaled to the size of its integrand: the library's own measure of its error is absolute."""
    size = max(abs(g(low + (high - low) * i / 8)) for i in range(9))
    return size * mpmath.quad(lambda v: g(v) / size, [low, high]) if size else mpmath.mpf(0)


def _sum(node: Sum, known: dict, way: int) -> mpmath.mpf:
    *inner, (index, low, high) = node.limits
    body = Sum(node.function, *inner) if inner else node.function
    first, last = _end(low, known, way), _end(high, known, way)
    if not mpmath.isint(first) or not (last == mpmath.inf or mpmath.isint(last)):
        raise NotDefined(f"a bound of {in_words(node)} is no whole number here")

    f = _along(body, index, known, way)  # a term, between whole numbers too
    if last < first + 2 * FIRST[1]:
        return mpmath.fsum(f(first + i) for i in range(int(last - first) + 1))
    start = first + FIRST[way]
    head = mpmath.fsum(f(first + i) for i in range(FIRST[way]))
    if _settled(f, start, head):
        return head
    if last == mpmath.inf:
        return head + _outwards(f, start, way) + _at_end(f, start, -1)
    ends = mpmath.linspace(mpmath.log(start), mpmath.log(last), 2 + way + int(mpmath.log(last / start) / 3))
    area = mpmath.fsum(_quad(_grown(f), *pair) for pair in pairwise(ends))
    return head + area + _at_end(f, start, -1) + _at_end(f, last, 1)


def _settled(f: Callable, start: mpmath.mpf, head: mpmath.mpf) -> bool:
    """Whether the next terms fall off geometrically, and are too small to count: what follows is left away."""
    ahead = [abs(f(start + i)) for i in range(3)]
    return ahead[0] <= abs(head) * mpmath.mpf(10) ** -(GOOD + 6) and ahead[2] <= ahead[1] * 0.9 <= ahead[0] * 0.81


def _at_end(f: Callable, x: mpmath.mpf, side: int) -> mpmath.mpf:
    """What the formula adds at one end: half a term, and the odd derivatives over powers of the place."""
    scaled = mpmath.taylor(lambda v: f(x * (1 + v)), 0, 5)
    derivative = [scaled[n] * mpmath.factorial(n) / x**n for n in range(6)]
    odd = sum(mpmath.bernoulli(n + 1) / mpmath.factorial(n + 1) * derivative[n] for n in (1, 3, 5))
    return f(x) / 2 + side * odd
