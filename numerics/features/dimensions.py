"""How many of a list of nonnegative numbers count: the exponential of their entropy."""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.features._arguments import fail, nonnegative


def effective_dimension(values: Any, apart: int = 0) -> np.ndarray:
    """exp of the entropy of values/sum (nam2024, Eq. 1.16), for intensities, qualities or utilisations (..., K); the result is (...).

    The first ``apart`` values are left out and count as one dimension each; ``apart=1`` is Eq. (2.6) for intensities, whose first
    belongs to the constant function, as long as it does. Where nothing is left beyond them (p = 1, or only zeros; Eq. 2.6 has no
    value there) the result is ``apart``. Raises ValueError for negative or no numbers, for only zeros with ``apart`` = 0, and for
    ``apart`` outside 0..K.
    """
    given = nonnegative("values", values, np.inf)
    if not 0 <= apart <= given.shape[-1]:
        fail("apart", apart, f"a number from 0 to {given.shape[-1]}, the number of values")
    left = given[..., apart:]
    largest = left.max(-1, initial=0.0, keepdims=True)
    if apart == 0 and (largest == 0).any():
        fail("values", "only zeros", "at least one positive number")
    relative = left / np.where(largest > 0, largest, 1.0)
    total = relative.sum(-1, keepdims=True)
    shares = relative / np.where(total > 0, total, 1.0)
    entropy = -(shares * np.log(np.where(shares > 0, shares, 1.0))).sum(-1)
    return apart + np.where(largest[..., 0] > 0, np.exp(entropy), 0.0)
