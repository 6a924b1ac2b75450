"""What is left of a skill's loss S^2/2, as a function of q = k^-(alpha + 1): along time (`Learned`), and after training on samples
(`Unseen`). Each gives its values, its Taylor terms at q = 0 and its jets, for one scale per row, and the constants by which
``_skill_sums`` bounds what it leaves out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.kernels.array_like import plain

TAYLOR = 32


def of_rows(value: Any, rows: slice) -> Any:
    """Of what has one entry per row these rows; what has one for all stays."""
    return value if value.shape[0] == 1 else value[rows]


class Learned:
    """y(u)^2 with u = scale q and y = 1/(1 + e^u/ratio): (1 - R_k/S)^2 by Nam 2024, Eq. (4.11), where scale = 2 eta S A T.

    For |Im u| <= pi/2 it is at most min(1, ratio^2 e^(-2 Re u)) in magnitude, as then |1 + e^u/ratio| >= max(1, |e^u|/ratio); for
    |Im u| <= 2.5 at most that over sin(2.5)^2. For real u it is at least a quarter of the same minimum, and its logarithm falls by at
    most 2 per unit of u.
    """

    MARGIN, VANISHES = 22.0, 380.0
    """Beyond ``floor + MARGIN`` it is below e^-44; beyond ``floor + VANISHES`` less than a double holds."""

    def __init__(self, scale: Any, ratio: Any):
        """scale (n,), ratio (n,) or (1,)."""
        self.scale, self.ratio = scale, ratio
        self.floor = np.maximum(np.log(plain(ratio)), 0.0)

    def __getitem__(self, rows: slice) -> Learned:
        return Learned(self.scale[rows], of_rows(self.ratio, rows))

    def value(self, q: Any) -> Any:
        """(n, m) for q of that shape, or (1, m)."""
        decayed = self.ratio[:, None] * np.exp(-(self.scale[:, None] * q))
        left = decayed / (1.0 + decayed)
        return left * left

    def series(self, q: Any) -> list[Any]:
        """The first ``TAYLOR`` Taylor terms at 0, (n,) each, for q (n,)."""
        left, gone = [self.ratio / (1.0 + self.ratio)], [1.0 / (1.0 + self.ratio)]
        for j in range(1, TAYLOR):
            left.append(-_convolved(left, gone, j - 1) / float(j))
            gone.append(-left[-1])
        u, terms, power = self.scale * q, [], 1.0
        for j in range(TAYLOR):
            terms.append(_convolved(left, left, j) * power)
            power = power * u
        return terms

    def jets(self, q: list[Any]) -> list[Any]:
        """Taylor coefficients of the value where q has the Taylor coefficients ``q``, (n,) each, by y' = -u' y (1 - y)."""
        u = [self.scale * part for part in q]
        decayed = self.ratio * np.exp(-u[0])
        left, gone = [decayed / (1.0 + decayed)], [1.0 / (1.0 + decayed)]
        slopes: list[Any] = []
        for j in range(1, len(q)):
            slopes.append(_convolved(left, gone, j - 1))
            left.append(-sum(u[i] * slopes[j - i] * float(i) for i in range(1, j + 1)) / float(j))
            gone.append(-left[-1])
        return [_convolved(left, left, j) for j in range(len(q))]

    def bound(self, u: np.ndarray) -> np.ndarray:
        """What it is at most from u on."""
        return np.exp(np.minimum(2 * (np.log(plain(self.ratio)) - u), 0.0))

    def stirred(self, top: np.ndarray, first: np.ndarray) -> np.ndarray:
        """What may be added to (1 + 2 top) times the sum, when all frequencies change by the same small part: see ``_skill_sums``."""
        return 2 * top * self.bound(top)


class Unseen:
    """(1 - p)^D with p = normal q: the probability that D samples are without a skill of frequency p (Nam 2024, Eq. 4.27).

    With u = D p it is at most e^-u; at a complex u' its magnitude is at most e^(|u' - u|/(1 - p)) times that at u.
    """

    MARGIN, VANISHES, floor = 44.0, 760.0, 0.0

    def __init__(self, samples: Any, normal: Any):
        """samples (n,), normal (n,) or (1,)."""
        self.samples, self.normal = samples, normal

    @property
    def scale(self) -> Any:
        """u/q."""
        return self.samples * self.normal

    def __getitem__(self, rows: slice) -> Unseen:
        return Unseen(self.samples[rows], of_rows(self.normal, rows))

    def value(self, q: Any) -> Any:
        """As of ``Learned``."""
        return np.exp(self.samples[:, None] * np.log1p(-(self.normal[:, None] * q)))

    def series(self, q: Any) -> list[Any]:
        """As of ``Learned``."""
        p, terms = self.normal * q, [1.0 + 0.0 * q]
        for j in range(1, TAYLOR):
            terms.append(-(terms[-1] * p * (self.samples - float(j - 1)) / float(j)))
        return terms

    def jets(self, q: list[Any]) -> list[Any]:
        """As of ``Learned``, by (1 - p) G' = -D p' G."""
        p = [self.normal * part for part in q]
        found = [np.exp(self.samples * np.log1p(-p[0]))]
        for j in range(1, len(q)):
            moved = sum(p[i] * found[j - i] * (float(j - i) - self.samples * float(i)) for i in range(1, j + 1))
            found.append(moved / ((1.0 - p[0]) * float(j)))
        return found

    def bound(self, u: np.ndarray) -> np.ndarray:
        """As of ``Learned``."""
        return np.exp(-u)

    def stirred(self, top: np.ndarray, first: np.ndarray) -> np.ndarray:
        """As of ``Learned``; first: u of the most frequent skill."""
        return 3 * (top * self.bound(top) + first * self.bound(first))


def _convolved(left, right, order):
    """The coefficient of this order of a product of two power series."""
    return sum(left[i] * right[order - i] for i in range(order + 1))
