"""What generated mpmath kernels call beyond mpmath itself; the twin of ``array_math`` for single numbers of any precision."""

from __future__ import annotations

import mpmath


def decay(rate, low, t):
    """exp(-(rate + low) t)."""
    return mpmath.exp(-(rate + low) * t)


def decayed(rate, low, t):
    """1 - exp(-(rate + low) t)."""
    return -mpmath.expm1(-(rate + low) * t)


def falling(rate, low, t):
    """Both ``decay`` and ``decayed``."""
    return decay(rate, low, t), decayed(rate, low, t)


def larger(x, y):
    """The larger of two numbers; NaN if either is NaN."""
    return x if mpmath.isnan(x) or x >= y else y


def smaller(x, y):
    """The smaller of two numbers; NaN if either is NaN."""
    return x if mpmath.isnan(x) or x <= y else y
