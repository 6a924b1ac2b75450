"""Bounds of rounding for pairs of doubles: one rule per operation, in place of the operations that make it up."""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.kernels.array_like import rebound
from theoremtest.numerics.kernels.rounding import UNIT, Bounded, cross, square_root

_PAIR = 16 * UNIT  # what an operation on pairs of doubles loses, relative, in units: 3 to 15 u^2 (Joldes, Muller and Popescu 2017)

# Pairs of doubles. Taken together the two halves are exact to _PAIR; the low half's slack is the pair's. The high half alone
# misses the low one.


def _pair(values, slack):
    high, low = values
    return Bounded(high, slack + np.abs(low) / UNIT), Bounded(low, slack)


def _pair_parts(x):
    high, low = Bounded.lifted(x[0]), Bounded.lifted(x[1])
    return (high.value, low.value), low.slack


def _pair_add(x, y):
    (x, ex), (y, ey) = _pair_parts(x), _pair_parts(y)
    total = dd.add(x, y)
    return _pair(total, ex + ey + _PAIR * np.abs(total[0]))


def _pair_multiply(x, y):
    (x, ex), (y, ey) = _pair_parts(x), _pair_parts(y)
    product = dd.multiply(x, y)
    return _pair(product, cross(x[0], y[0], ex, ey) + _PAIR * np.abs(product[0]))


def _pair_divide(x, y):
    (x, ex), (y, ey) = _pair_parts(x), _pair_parts(y)
    quotient = dd.divide(x, y)
    least = np.abs(y[0]) - ey * UNIT
    handed = (ex + np.where(ey == 0, 0.0, np.abs(quotient[0]) * ey)) / np.where(least > 0, least, 0.0)
    return _pair(quotient, np.where(y[0] == 0, 0.0, handed + _PAIR * np.abs(quotient[0])))


def _pair_root(x):
    x, ex = _pair_parts(x)
    handed = square_root(Bounded(x[0], ex)).slack - np.sqrt(x[0])
    root = dd.root(x)
    return _pair(root, handed + _PAIR * root[0])


def _as_pair(x):
    x = Bounded.lifted(x)
    return x, Bounded(np.zeros(x.shape), x.slack)


def _two_product(x, y):
    return _pair_multiply(_as_pair(x), _as_pair(y))


def pairs() -> dict[str, Any]:
    """``double_double``'s functions for ``Bounded``: one rule per operation in place of the operations that make it up."""
    return rebound(
        vars(dd), add=_pair_add, multiply=_pair_multiply, divide=_pair_divide, root=_pair_root, pair=_as_pair, two_product=_two_product
    )
