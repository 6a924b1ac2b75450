"""Samples whose features have a chosen spectrum, and how far rounding may carry what is computed from them."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 2**32 - 1)


def rotation(rng, p):
    """A random orthogonal matrix."""
    return np.linalg.qr(rng.normal(size=(p, p)))[0]


def separated(seed, n=40, p=4):
    """Features (n, p) with second moments of eigenvalues 1, 1/4, 1/16, ... exactly but for rounding; and a generator for more."""
    rng = np.random.default_rng(seed)
    left = np.linalg.qr(rng.normal(size=(n, p)))[0] * np.sqrt(n)
    return left * 2.0 ** -np.arange(p) @ rotation(rng, p).T, rng


def slack(phi, columns=6):
    """By how much a share, or an intensity over the largest one, may move by rounding, for features of separate singular values.

    Each factorisation, of the samples and of the factor, is exact for columns changed by 8 N units of 2^-53 of their length (Householder
    and implicit QR, LAPACK Users' Guide, Section 4.9), N = samples + columns; one for each chunk, of which there are at most
    ten here. Singular directions turn by that over the gap of the singular values, and e_k is divided by the smallest of them.
    """
    values = np.linalg.svd(phi, compute_uv=False)
    gap = min(np.abs(np.diff(values)).min(initial=values[-1]), values[-1])
    change = 11 * 8 * (len(phi) + columns) * 2.0**-53 * np.linalg.norm(phi)
    return 4 * change / gap * values[0] / values[-1]
