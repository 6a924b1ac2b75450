"""A mode's strength and weights from what is computed of it, per point; for arrays of every kind and, compiled, for numbers."""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.kernels.array_math import choose

_LOST = 1e-270  # what underflow may take from a product and from what went into it, with room to spare


def strength(fall, push, left, growing, s, product, target, misfit):
    """a b, and the size of what was added to form it: from the start or, where that adds the smaller numbers, from the target."""
    residual = misfit * (left * left)
    kept, given = fall * fall * product, s * (growing * push) * (growing * (fall + push))
    near, far = np.abs(target) + np.abs(residual), np.abs(kept) + np.abs(given)
    late = near < far
    return choose(late, target + residual, kept + given), choose(late, near, far)


def layers(fall, push, left, growing, s, product, target, misfit, a0, b0):
    """a and b, each a sum that may cancel; late in training the other one and a b determine it better."""
    given, (both, size) = growing * push, strength(fall, push, left, growing, s, product, target, misfit)
    first, second = fall * a0, fall * b0
    a, b, large_a, large_b = first + given, second + s * given, np.abs(first) + np.abs(given), np.abs(second) + np.abs(given)
    kept_a, kept_b = np.abs(a) / large_a, np.abs(b) / large_b
    size = size + _LOST
    late_a = (kept_a < kept_b) & ((size + np.abs(both) / kept_b) / np.abs(b) < large_a) & (b != 0)
    late_b = (kept_b < kept_a) & ((size + np.abs(both) / kept_a) / np.abs(a) < large_b) & (a != 0)
    return choose(late_a, both / choose(late_a, b, 1.0), a), choose(late_b, both / choose(late_b, a, 1.0), b)
