"""An entry of a layer from what is computed of it, per point; for arrays of every kind and, compiled, for numbers."""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.kernels.array_math import choose


def entry(fall, pushed, along, across, first, growing, unit, second):
    """An entry that began at ``first``: by the modes, fall first + pushed growing, or by the layer's parts in the plane of the two layers.

    Both are the layer; the one that adds the smaller numbers rounds less.
    """
    kept, given, one, other = fall * first, pushed * growing, along * unit, across * second
    modes = np.abs(kept) + np.abs(given) <= 2 * (np.abs(one) + np.abs(other))
    return choose(modes, kept + given, one + other)
