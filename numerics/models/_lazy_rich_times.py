"""How long the scalar network takes to get somewhere, for starts of every kind.

With z = a.b and T = Z S, and signs such that z rises (s z and s T for s z), let P and Q be the squares of the growing and the falling
one of a + b and a - b, so that z = (P - Q)/4 and P Q = C^2. Separating the variables of z' = kappa (T - z) sqrt(4 z^2 + C^2) gives, with
R = sqrt(4 T^2 + C^2), w(z) = sqrt(4 z^2 + C^2) and the values P_T, Q_T at z = T,

    kappa R (time from z_0 to y) = log(1 + W),    W = 2 R (y - z_0)/(T - y) (R + w_y)/(w_y + w_0) F,
    F = (P_y + P_0) P_T/((P_T + P_y) (P_T + Q_0) P_0) = (Q_0 + Q_y)/((Q_y + Q_T) (P_T + Q_0)).

The first F is formed where y >= 0, the second where y < 0; then no sum is a difference but y - z_0 and T - y. Where R = 0, the time is W/R
over kappa.
"""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.models._lazy_rich_start import Start

_LARGE = 1e290


def learned(begun: Start, fraction) -> np.ndarray:
    """The time in which ``fraction`` (n,) of the residual goes, (n,): 0 where there is none, infinite where it stays."""
    z, aim = _oriented(begun)
    distance, part = dd.add(aim, dd.negative(z)), dd.pair(fraction)
    rest = dd.add(dd.pair(np.zeros_like(fraction) + 1.0), dd.negative(part))
    gap = dd.multiply(part, distance)
    return _passage(begun, dd.add(z, gap)[0], gap[0], dd.multiply(rest, distance)[0])


def reached(begun: Start, level) -> np.ndarray:
    """The first time at which a.b/(Z S) is at least ``level`` (n,), (n,): 0 where it is so at the start, infinite where it never is."""
    side = np.where(begun.aim[0] < 0, -1.0, 1.0)
    z, aim = ((side * high, side * low) for high, low in (begun.product, begun.aim))
    y = dd.multiply(aim, dd.pair(level))
    rest = dd.multiply(aim, dd.add(dd.pair(np.zeros_like(level) + 1.0), dd.negative(dd.pair(level))))
    gap = dd.add(y, dd.negative(z))[0]
    never = aim[0] == 0
    gap = np.where(never, 1.0, gap)
    return np.where(never, np.inf, _passage(begun, y[0], gap, rest[0]))


def _oriented(begun):
    s = begun.layers.s
    return (s * begun.product[0], s * begun.product[1]), (s * begun.aim[0], s * begun.aim[1])


def _passage(begun, y, gap, rest):
    """The time in which z rises by ``gap`` to y, from where ``rest`` is left; 0 where ``gap`` is not positive."""
    R, growing, falling = begun.scale, begun.layers.weight, begun.shrinking
    aim = begun.layers.s * begun.aim[0]
    stuck = begun.constants["stuck"] > 0
    growing = np.where(stuck, 0.0, growing)
    C, Q = growing * falling, falling * falling
    done = ~(gap > 0)
    never = (begun.kappa == 0) | (growing == 0) & (y >= 0)
    out = done | never
    width = np.hypot(2 * y, C)
    up, down = _ends(aim, R, C)
    P_y, Q_y = _ends(y, width, C)
    late = y >= 0
    root = np.where(late & ~out, growing, 1.0)  # its square may be no double
    # Where a quotient is not used its denominator is 1, so that no derivative meets 0/0.
    top = np.where(late, up / np.where(late, up + P_y, 1.0), 1.0)
    bottom = np.where(late, up + Q, (Q_y + down) * (up + Q) / np.where(late, 1.0, Q + Q_y))
    both = np.where(late, P_y + growing * growing, 1.0)
    speed = (R + width) / (width + (growing * growing + Q) / 2)
    part = np.where(out, 1.0, 2 * (gap / rest) * speed * (top * (both / bottom)))
    small = part < _LARGE * root
    V = np.where(small, part, 1.0) / root
    vast = ~small | ~(_LARGE * root > V)
    V = np.where(vast, 1.0, V) / root
    none = R * begun.constants["inverse_rate"] == 0
    span = np.where(none | out, 1.0, R)
    waited = np.where(vast, np.log(part) - 2 * np.log(root) + np.log(span), np.log1p(np.where(vast, 1.0, V) * span)) / span
    waited = np.where(none, V, waited) / np.where(out, 1.0, begun.kappa)
    return np.where(done, 0.0, np.where(never, np.inf, waited))


def _ends(z, width, C):
    """P and Q at z, of which width = sqrt(4 z^2 + C^2) is half the sum: the larger as a sum, the smaller by their product C^2."""
    larger = width + 2 * np.where(z < 0, -z, z)
    smaller = C * (C / np.where(larger > 0, larger, 1.0))
    return np.where(z < 0, smaller, larger), np.where(z < 0, larger, smaller)
