"""The bound of what a kernel computes, from its SymPy expression.

A sum of n terms is bounded in whatever order it is formed, (n - 1) roundings of the sum of magnitudes, so that a backend's own
order, shared subexpressions and fused operations are covered.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import sympy as sp

from theoremtest.numerics.kernels.rounding import ERFC_ULPS, TINY, ULPS, Bounded, smooth

_DECAY = 2 * ULPS + 2  # see ``falling``


def _erf_slope(x):
    return 2 / np.sqrt(np.pi) * np.exp(-x * x)


def _scipy(name):
    def function(x):
        import scipy.special

        return getattr(scipy.special, name)(x)

    return function


def falling(rate: Bounded, low: Bounded, t: Bounded) -> tuple[Bounded, Bounded]:
    """exp(-(rate + low) t) and 1 - exp(-(rate + low) t), as ``decay`` and ``decayed`` compute them.

    rate and low are a pair: low's slack is that of both together. The product rate t is exact, in two doubles.
    exp and expm1 are within ULPS units in the last place; the correction by the low
    part is of relative size u x e^-x/(1 - e^-x) <= u, so that its own errors are of second order; one sum is left: 2 ULPS + 1
    units, and one more for all of second order. The Numba sweep over even grids multiplies two decays instead, each within 2 units
    in the last place: 4 + 4 + 2 units at most. Beyond x = 708 a decay may be cut off.
    """
    exponent = (rate.value + low.value) * t.value
    left, gone = np.exp(-exponent), -np.expm1(-exponent)
    handed = 1.01 * low.slack * t.value * left
    return Bounded(left, _DECAY * left + handed + np.where(exponent > 0, 4 * TINY, 0.0)), Bounded(gone, _DECAY * gone + handed)


_ELEMENTARY = {
    "exp": np.exp, "log": np.log, "Expm1": np.expm1, "Log1p": np.log1p, "Hypot": np.hypot, "Abs": np.abs, "sign": np.sign,
    "floor": np.floor, "ceiling": np.ceil, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "atan2": np.arctan2, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh,
}
_SPECIAL = {"erf": smooth(_scipy("erf"), _erf_slope), "erfc": smooth(_scipy("erfc"), _erf_slope, ERFC_ULPS)}


def bounded(expression: sp.Basic, values: dict[sp.Symbol, Any]) -> Bounded:
    """The value that a kernel of the expression computes at float64 arrays (or ``Bounded``), with its bound."""
    known: dict[sp.Basic, Any] = {symbol: Bounded.lifted(value) for symbol, value in values.items()}

    def at(node):
        if node not in known:
            known[node] = _node(node, at)
        return known[node]

    with np.errstate(all="ignore"):
        return at(expression)


def _node(node, at):
    name = type(node).__name__
    if node in (sp.true, sp.false):
        return bool(node)
    if isinstance(node, sp.Expr) and not node.free_symbols:
        return _constant(node)
    if isinstance(node, sp.Piecewise):
        result = Bounded(np.nan)
        for value, condition in reversed(node.args):
            result = Bounded.chosen(at(condition), at(value), result)
        return result
    if isinstance(node, (sp.And, sp.Or)):
        combine = np.logical_and if isinstance(node, sp.And) else np.logical_or
        return reduce(combine, map(at, node.args))
    if name in ("Decay", "Decayed"):
        return falling(*map(at, node.args))[name == "Decayed"]
    parts = [at(part) for part in node.args]
    if isinstance(node, sp.Add):
        return _sum(parts)
    if isinstance(node, sp.Mul):
        return _product(parts)
    if isinstance(node, sp.Pow):
        return _raised(node, *parts)
    if isinstance(node, sp.Rel):
        return {"==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}[
            node.rel_op
        ](*parts)
    if isinstance(node, (sp.Max, sp.Min)):
        return _product(parts, np.maximum if isinstance(node, sp.Max) else np.minimum)
    if name in _SPECIAL:
        return _SPECIAL[name](*parts)
    return _ELEMENTARY[name](*parts)


def _constant(node):
    value = float(node.evalf(40))
    exact = node.is_Rational and node == sp.Rational(*value.as_integer_ratio())
    return Bounded(value, 0.0 if exact else abs(value))


def _sum(parts):
    if len(parts) == 2:
        return parts[0] + parts[1]
    sizes = sum(np.abs(part.value) for part in parts)
    return Bounded(sum(part.value for part in parts), sum(part.slack for part in parts) + (len(parts) - 1) * sizes)


def _product(parts, combine=np.multiply):
    return reduce(combine, parts)


def _raised(node, base, exponent):
    if node.base is sp.E:
        return np.exp(exponent)
    if node.exp == sp.Rational(1, 2):
        return np.sqrt(base)
    if node.exp in (-1, 2):
        return 1 / base if node.exp == -1 else base * base
    if node.exp.is_Rational and node.exp < 0:
        return 1 / _raised(sp.Pow(node.base, -node.exp, evaluate=False), base, -exponent)
    return np.power(base, exponent)
