"""The constants of a diagonal linear network's modes, one set per start, formed in pairs of doubles: a sum, a difference, a product or
a square of two doubles is exact in a pair, so that nothing is lost to cancellation, next to the saddle's stable manifold, either.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.kernels.array_like import settled

STUCK = 1e-250
"""A growing mode below this, relative to sqrt(R), counts as zero where the saddle attracts what is left."""
_NONE = 1e-280

CONSTANTS = ("rate", "rate_low", "inverse_rate", "no_rate", "grow", "shrink", "stuck", "pull")
"""The arguments of the numeric form (``derivations.toolbox.diagonal_linear_form``)."""


@dataclass
class Start:
    """What a trajectory needs to know of its start; arrays of shape (n,).

    constants   the arguments of the numeric form, by name
    growing     a_0 + b_0 where the strength a b rises, else a_0 - b_0; 0 where the start is stuck
    s           1 where a b rises, -1 where it falls
    kappa       learning rate times E[x^2]
    scale       R = sqrt(4 S^2 + C^2)
    conserved   C = a_0^2 - b_0^2
    product     a_0 b_0
    misfit      a_0 b_0 - S
    """

    constants: dict[str, np.ndarray]
    growing: np.ndarray
    s: np.ndarray
    kappa: np.ndarray
    scale: np.ndarray
    conserved: np.ndarray
    product: np.ndarray
    misfit: np.ndarray


def start(a0, b0, target, variance, eta) -> Start:
    """From arrays (n,), all float64."""
    with np.errstate(all="ignore"):
        found = _start(a0, b0, target, variance, eta)
    found.constants = {name: settled(value) for name, value in found.constants.items()}
    return found


def _start(a0, b0, target, variance, eta):
    first, second = dd.pair(a0), dd.pair(b0)
    kappa, product = dd.two_product(eta, variance), dd.two_product(a0, b0)
    plus, minus = dd.add(first, second), dd.add(first, dd.negative(second))
    conserved = dd.multiply(plus, minus)
    R = dd.hypot(dd.pair(2 * target), conserved)
    drive = dd.add(dd.pair(target), dd.negative(product))
    s = np.where(drive[0] < 0, -1.0, 1.0)
    up = s > 0
    growing, falling = np.where(up, plus[0], minus[0]), np.where(up, minus[0], plus[0])
    helps, none = s * target >= 0, R[0] < _NONE
    stuck = helps & ~none & (np.abs(growing) <= STUCK * np.sqrt(R[0]))
    growing = np.where(stuck, 0.0, growing)
    # The larger of R + 2 s S and R - 2 s S is a sum; the smaller is C^2 over it, and is added to f^2 or g^2 under the root.
    larger = np.sqrt(R[0] + 2 * np.where(helps, s, -s) * target)
    share = np.divide(np.abs(conserved[0]), larger, out=np.zeros_like(larger), where=larger > 0)
    share = np.where(stuck, 0.0, share)
    f, g = np.abs(falling), np.abs(growing)
    grow, shrink = np.where(helps, np.hypot(larger, f), np.hypot(share, f)), np.where(helps, np.hypot(share, g), np.hypot(larger, g))
    rate = dd.multiply(kappa, (R[0] / 2, R[1] / 2))
    inverse = np.divide(1.0, R[0], out=np.zeros_like(R[0]), where=~none)
    pull = np.where(stuck, 0.0, 2 * s * drive[0])
    values = (np.where(none, 0.0, rate[0]), np.where(none, 0.0, rate[1]), inverse, np.where(none, kappa[0] / 2, 0.0), grow, shrink,
              stuck * 1.0, pull)
    return Start(dict(zip(CONSTANTS, values)), growing, s, kappa[0], R[0], conserved[0], product[0], -drive[0])
