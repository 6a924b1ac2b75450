"""How long a mode of a diagonal linear network takes to reach a share of its target, for starts of every kind.

With z = a b: z' = kappa (S - z) sqrt(4 z^2 + C^2). For S > 0 (else b changes its sign) and P(z) = 2 z + sqrt(4 z^2 + C^2), the square
of a + b, separating the variables gives, with R = sqrt(4 S^2 + C^2) and P_- = -C^2/P(S),

    kappa R (time from x to y) = log(1 + w),    w = 2 R (P(y) - P(x)) / ((P(S) - P(y)) (P(x) - P_-)).

For C = 0 these are the logarithms of Nam 2024, Eq. (3.12). P(y) - P(x) = 2 (y - x) (P(y) + P(x))/(sqrt(4 y^2 + C^2) + sqrt(4 x^2 + C^2)),
and so for P(S) - P(y): only y - x and S - y are differences, and those are formed in pairs of doubles.
"""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.kernels import double_double as dd

_LARGE = 1e290


def passage(a0, b0, target, begun, level: dd.Pair, lower: dd.Pair | None = None):
    """The time from the first moment at which a b/S is at least ``lower`` (None: time 0) to the first at which it is ``level``, (n,).

    0 where the start is beyond ``level``; infinite where a b/S never gets there, S = 0 included. ``lower`` < ``level`` < 1 are pairs of
    doubles, (n,) each; ``begun`` is the ``Start``.
    """
    C, R, size = np.abs(begun.conserved), begun.scale, np.abs(target)
    side = np.where(target < 0, -1.0, 1.0)
    plus = dd.add(dd.pair(a0), dd.pair(side * b0))[0]
    minus = dd.add(dd.pair(a0), dd.pair(-side * b0))[0]
    product = dd.two_product(a0, side * b0)
    top, full = 2 * size + R, dd.pair(size)
    y, rest = dd.multiply(full, level), dd.multiply(full, dd.add(dd.pair(np.zeros_like(size) + 1.0), dd.negative(level)))[0]
    x, low, high = product[0], product[1], np.hypot(2 * product[0], C)
    P, root = plus * plus, np.abs(plus) * np.hypot(1.0, np.abs(minus) / np.sqrt(np.where(top > 0, top, 1.0)))
    never = (size == 0) | (begun.kappa == 0) | (plus == 0) | (begun.growing == 0)
    done = dd.add(y, dd.negative(product))[0] <= 0
    if lower is not None:
        begin = dd.multiply(full, lower)
        before = dd.add(begin, dd.negative(product))[0] > 0
        length = np.hypot(2 * begin[0], C)
        square = 2 * begin[0] + length
        least = np.sqrt(square + C * (C / np.where(top > 0, top, 1.0)))
        x, low, high = np.where(before, begin[0], x), np.where(before, begin[1], low), np.where(before, length, high)
        P, root = np.where(before, square, P), np.where(before, least, root)
    out = never | done
    gap = np.where(out, 1.0, dd.add(y, dd.negative((x, low)))[0])
    root, rest = np.where(out, 1.0, root), np.where(out, 1.0, rest)
    Q, width = 2 * y[0] + np.hypot(2 * y[0], C), np.hypot(2 * y[0], C)
    ratio = np.where(out, 1.0, (Q + P) / (top + Q)) * np.where(out, 1.0, (R + width) / (width + high))
    span = np.where(out, 1.0, R)
    part = gap / rest * ratio * (2 * span) / root
    small = part < _LARGE * root
    w = np.where(small, part, 1.0) / np.where(small, root, 1.0)
    vast = np.log(gap) - np.log(rest) + np.log(ratio) + np.log(2 * span) - 2 * np.log(root)
    waited = np.where(small, np.log1p(w), vast) / np.where(out, 1.0, begun.kappa * R)
    return np.where((size == 0) | ~done & never, np.inf, np.where(done, 0.0, waited))
