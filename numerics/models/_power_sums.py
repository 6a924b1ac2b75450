"""Sums of powers k^-(alpha + 1) between two bounds, the upper one endless or not, with what is left out.

The first terms are added one by one, the others by Euler-Maclaurin with f(x) = x^-s, s = alpha + 1:

    sum of f from a to b = integral + (f(a) + f(b))/2 + sum over j <= 8 of B_2j/(2j)! (s)_(2j-1) (a^-(s+2j-1) - b^-(s+2j-1)) + R.

R is an integral of f^(16), which has one sign, times a periodic polynomial of at most |B_16|/16! (DLMF 2.10.1, 24.9.1): |R| is at most
the last term of that sum with an absolute value in place of B_16.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np

from theoremtest.numerics.kernels.array_like import ArrayLike, plain

BERNOULLI = tuple(Fraction(*part) for part in ((1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510)))
"""B_2, B_4, ..., B_16."""


def alike(value: np.ndarray, kind: Any) -> Any:
    """``value`` as an array of the kind that ``kind`` is, so that what is done to it is counted there."""
    return kind.like(value) if isinstance(kind, ArrayLike) else value


def halved(terms: Any) -> Any:
    """The sum over the last axis, by halves, so that n terms cost log2(n) roundings."""
    if terms.shape[-1] == 0:
        return terms.sum(axis=-1)
    while terms.shape[-1] > 1:
        half = terms.shape[-1] // 2
        pairs, rest = terms[..., :half] + terms[..., half:2 * half], terms[..., 2 * half:]
        terms = np.concatenate([pairs, rest], axis=-1) if rest.shape[-1] else pairs
    return terms[..., 0]


def power_sum(first: np.ndarray, last: np.ndarray, alpha: Any) -> tuple[Any, Any]:
    """The sums of k^-(alpha + 1) over first <= k <= last, (n,), and by how much each may stray, roundings aside.

    first, last   (n,) or (1,): whole numbers from 1 on; ``last`` may be infinite. An empty sum is 0.
    alpha         (n,) or (1,): positive numbers.
    """
    least = 64 + np.ceil(4 * plain(alpha))
    k = np.arange(1.0, least.max(initial=64))
    inside = (k < least[:, None]) & (k >= first[:, None]) & (k <= last[:, None])
    begun = halved(np.where(inside, np.power(k, -alpha[:, None]) / k, 0.0))
    a, endless = np.maximum(first, least), np.isinf(last)
    some, b = last >= a, np.where(endless | (last < a), a, last)
    with np.errstate(under="ignore"):
        rest, remainder = _euler_maclaurin(alike(a, alpha), alike(b, alpha), endless, alpha)
    return begun + np.where(some, rest, 0.0), np.where(some, plain(remainder), 0.0)


def _euler_maclaurin(a, b, endless, alpha):
    s = alpha + 1.0
    ratio = np.log1p((b - a) / a)
    grown = np.where(endless, 1.0, -np.expm1(-(alpha * ratio)))
    at_a, at_b = np.power(a, -alpha) / a, np.where(endless, 0.0, np.power(b, -alpha) / b)
    total = np.power(a, -alpha) * grown / alpha + (at_a + at_b) / 2.0
    rising = s + 0.0  # (s)_(2j-1)
    for j, number in enumerate(BERNOULLI, 1):
        at_a, at_b = at_a / a, at_b / b
        term = rising * (at_a - at_b)
        weight = number / factorial(2 * j)  # both of its numbers are doubles
        total = total + term * float(weight.numerator) / float(weight.denominator)
        rising, at_a, at_b = rising * (s + (2.0 * j - 1)) * (s + 2.0 * j), at_a / a, at_b / b
    return total, term * float(1.001 * abs(BERNOULLI[-1]) / factorial(16))
