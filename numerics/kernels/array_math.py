"""What generated NumPy kernels call beyond NumPy itself: products whose rounding error is kept, decays, and a case distinction
that evaluates each branch only where it holds.
"""

from __future__ import annotations

import numpy as np


def split(x):
    """x as the sum of two doubles of 26 bits each (Dekker), for |x| < 1e290; arrays of NumPy or Torch."""
    scaled = 134217729.0 * x
    high = scaled - (scaled - x)
    return high, x - high


def product_error(x, y, product):
    """x * y - product exactly, for product = fl(x * y); arrays of NumPy or Torch."""
    x_high, x_low = split(x)
    y_high, y_low = split(y)
    return ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low


def choose(condition, yes, no):
    """``yes`` where the condition holds, else ``no``; compiled code reads it as a choice between numbers."""
    return np.where(condition, yes, no)


def decay(rate, low, t):
    """exp(-(rate + low) t) for rate t >= 0, exact to rounding however large rate * t is."""
    exponent = rate * t
    value = np.exp(-exponent)
    return value - value * (product_error(rate, t, exponent) + low * t)


def decayed(rate, low, t):
    """1 - exp(-(rate + low) t) for rate t >= 0."""
    exponent = rate * t
    return np.exp(-exponent) * (product_error(rate, t, exponent) + low * t) - np.expm1(-exponent)


def falling(rate, low, t):
    """Both ``decay`` and ``decayed``, their common part done once."""
    exponent = rate * t
    value = np.exp(-exponent)
    lost = value * (product_error(rate, t, exponent) + low * t)
    return value - lost, lost - np.expm1(-exponent)


def select(arguments, *cases):
    """The value of the first case whose condition holds, elementwise; NaN where none does.

    ``cases`` are pairs (condition, value) of functions of the arguments. Each is called only with the elements that reach
    it, so a branch never meets an argument outside its own domain.
    """
    arguments = np.broadcast_arrays(*arguments)
    shape = arguments[0].shape
    arguments = [argument.reshape(-1) for argument in arguments]
    result = np.full(arguments[0].size, np.nan)
    open_ = np.arange(result.size)
    for condition, value in cases:
        here = [argument[open_] for argument in arguments]
        holds = np.broadcast_to(condition(*here), open_.shape)
        if holds.any():
            result[open_[holds]] = value(*(argument[holds] for argument in here))
        open_ = open_[~holds]
    return result.reshape(shape)
