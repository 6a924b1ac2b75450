"""The layers and their product from what is computed of them, per point; for arrays of every kind and, compiled, for numbers."""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.kernels.array_math import choose


def products(fall, push, cosh, residual, product, weight, gamma, y):
    """u.(W x) and gamma times it, from the layers or, where that adds the smaller numbers, from the residual."""
    kept, given = fall**2 * product, weight * push * (weight * cosh)
    late = np.abs(y) + np.abs(residual) < np.abs(gamma) * (np.abs(kept) + np.abs(given))
    output = choose(late, y + residual, gamma * (kept + given))
    return choose(late, output / choose(late, gamma, 1.0), kept + given), output


def seen(fall, push, cosh, product, along, across, growing, size, rate, other_rate):
    """A layer's parts along and across where the other layer began.

    The part along is a sum that may cancel. Late in training the other layer and u.(W x) determine it better.
    """
    kept, given = fall * along, rate * push * growing
    other_kept, other_given = fall * size, other_rate * push * growing
    own, other = kept + given, other_kept + other_given
    shrunk = across * cosh
    sideways = shrunk * (other_rate**2 * push * across)
    lost, other_lost = (np.abs(kept) + np.abs(given)) / np.abs(own), (np.abs(other_kept) + np.abs(other_given)) / np.abs(other)
    doubt = (np.abs(product) + np.abs(sideways)) / np.abs(other) * other_lost
    late = (other_lost < lost) & (doubt < np.abs(kept) + np.abs(given))
    return choose(late, (product - sideways) / choose(late, other, 1.0), own), shrunk


def entry(fall, pushed, along, across, first, growing, unit, second):
    """An entry that began at ``first``: by the modes, fall first + pushed growing, or by the layer's parts in the plane of the two layers.

    Both are the layer; the one that adds the smaller numbers rounds less.
    """
    kept, given, one, other = fall * first, pushed * growing, along * unit, across * second
    modes = np.abs(kept) + np.abs(given) <= 2 * (np.abs(one) + np.abs(other))
    return choose(modes, kept + given, one + other)
