"""Arithmetic on pairs of doubles, high part and low part, of about 32 digits, for NumPy arrays; used for the few numbers per
trajectory in which terms may cancel. Magnitudes beyond 1e140 or below 1e-140 lose the low part.
"""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.kernels.array_like import ArrayLike
from theoremtest.numerics.kernels.array_math import choose, product_error

Pair = tuple[np.ndarray, np.ndarray]


def pair(x) -> Pair:
    """A double as a pair."""
    x = x if isinstance(x, ArrayLike) else np.asarray(x, dtype=np.float64)
    return x, np.zeros_like(x)


def _normalised(high, low) -> Pair:
    total = high + low
    return total, low - (total - high)


def two_sum(x, y) -> Pair:
    """x + y without error."""
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def two_product(x, y) -> Pair:
    """x * y without error."""
    product = x * y
    return product, product_error(x, y, product)


def add(x: Pair, y: Pair) -> Pair:
    """x + y; also where the high parts cancel."""
    high, low = two_sum(x[0], y[0])
    tail, rest = two_sum(x[1], y[1])
    high, low = _normalised(high, low + tail)
    return _normalised(high, low + rest)


def negative(x: Pair) -> Pair:
    """-x."""
    return -x[0], -x[1]


def multiply(x: Pair, y: Pair) -> Pair:
    """x * y."""
    high, low = two_product(x[0], y[0])
    return _normalised(high, low + (x[0] * y[1] + x[1] * y[0]))


def divide(x: Pair, y: Pair) -> Pair:
    """x / y, and 0 where y = 0."""
    nonzero = y[0] != 0
    y = choose(nonzero, y[0], 1.0), choose(nonzero, y[1], 0.0)
    first = choose(nonzero, x[0] / y[0], 0.0)
    rest = add(x, negative(multiply(y, (first, 0.0))))
    second = rest[0] / y[0]
    rest = add(rest, negative(multiply(y, (second, 0.0))))
    high, low = _normalised(first, second)
    quotient = _normalised(high, low + rest[0] / y[0])
    return choose(nonzero, quotient[0], 0.0), choose(nonzero, quotient[1], 0.0)


def root(x: Pair) -> Pair:
    """The square root of x >= 0."""
    first = np.sqrt(x[0])
    rest = add(x, negative(two_product(first, first)))
    safe = choose(first > 0, first, 1.0)
    return _normalised(first, choose(first > 0, rest[0] / (2 * safe), 0.0))


def power_above(size):
    """The power of two just above a positive double; 1 for 0."""
    return np.ldexp(1.0, np.frexp(size)[1])


def hypot(x: Pair, y: Pair) -> Pair:
    """sqrt(x^2 + y^2), of any magnitude."""
    size = power_above(np.maximum(np.abs(x[0]), np.abs(y[0])))
    x, y = (x[0] / size, x[1] / size), (y[0] / size, y[1] / size)
    length = root(add(multiply(x, x), multiply(y, y)))
    return length[0] * size, length[1] * size


def total(x: Pair) -> Pair:
    """The sum over the last axis, by halves."""
    high, low = x
    while high.shape[-1] > 1:
        half = high.shape[-1] // 2
        first, second = (high[..., :half], low[..., :half]), (high[..., half:2 * half], low[..., half:2 * half])
        rest = high[..., 2 * half:], low[..., 2 * half:]
        summed = add(first, second)
        high, low = (np.concatenate([one, other], axis=-1) for one, other in zip(summed, rest))
    if high.shape[-1] == 0:
        return pair(np.zeros(high.shape[:-1]))
    return high[..., 0], low[..., 0]


def dot(x: np.ndarray, y: np.ndarray) -> Pair:
    """The inner product over the last axis."""
    return total(two_product(x, y))
