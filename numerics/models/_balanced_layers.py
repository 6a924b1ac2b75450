"""Lambda-balanced layers: from a network function and lambda, at random, or by balancing layers again; and whether layers are balanced.

Layers are lambda-balanced where W_2^T W_2 - W_1 W_1^T = lambda I (Dominé et al. 2025, Definition 4.2 as reconstructed, Eqs. 19-20).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.kernels.array_like import ArrayLike, plain
from theoremtest.numerics.models._arguments import array, fail
from theoremtest.numerics.models._on_tensors import learns, on_tensors

TOLERANCE = 1e-10
_APART = 1e-6
"""Singular values that are closer, relative to the largest, have singular vectors whose slope no longer has six digits."""


@on_tensors("function", "lam", "rotation")
def balanced_layers(function: Any, lam: Any, hidden: int | None = None, rotation: Any = None) -> tuple[np.ndarray, np.ndarray]:
    """The lambda-balanced layers (W_1, W_2) with W_2 W_1 = ``function``: W_1 = R S_1 V^T, W_2 = U S_2 R^T with the function's singular
    value decomposition U S V^T and S_{1,2} = sqrt(sqrt(S^2 + lambda^2/4) -+ lambda/2) (Dominé et al. 2025, Theorem 5.2, Eqs. 18 and
    141-149, formulas reconstructed).

    ``function`` (..., N_o, N_i); ``lam`` (...) or a number, in squared units of the weights; ``hidden`` is N_h, by default
    min(N_i, N_o); ``rotation`` R (..., N_h, N_h), by default I. Returns W_1 (..., N_h, N_i) and W_2 (..., N_o, N_h). Raises
    ValueError where no such pair exists: N_h below the function's rank, N_h > N_o with lambda > 0, N_h > N_i with lambda < 0.
    Where an argument is a Torch tensor, so are the results, and autograd goes through the decomposition. ValueError where it has no
    slope and a gradient is required: singular values that meet or vanish, N_h other than min(N_i, N_o).
    """
    function, lam = array("function", function, least=2), array("lam", lam)
    N_o, N_i = function.shape[-2:]
    h = min(N_i, N_o) if hidden is None else hidden
    if not isinstance(h, int) or h < 1:
        fail("hidden", repr(hidden), "a positive number of neurons")
    if (h > N_o and (lam > 0).any()) or (h > N_i and (lam < 0).any()):
        fail("lam, hidden", f"N_h = {h} for a function of shape ({N_o}, {N_i})", "N_h <= N_o where lambda > 0, N_h <= N_i where lambda < 0")
    n = min(N_i, N_o)
    if learns(function):
        _check_slope(plain(function), h)
    U, s, Vt = _decomposed(function)
    if h < n:
        beyond = s[..., h:].max(initial=0.0)
        if beyond > 1e-13 * max(N_i, N_o) * s.max(initial=0.0):
            fail("function", f"a singular value {beyond:.3g} beyond the first {h}", f"rank of at most N_h = {h}")
    s = np.broadcast_to(s, np.broadcast_shapes(s.shape, (*lam.shape, 1)))
    s = np.concatenate([s[..., :h], np.zeros((*s.shape[:-1], max(h - n, 0)))], axis=-1)
    s1, s2 = _sizes(s, np.broadcast_to(lam[..., None], s.shape))
    R = np.eye(h) if rotation is None else array("rotation", rotation, least=2)
    if R.shape[-2:] != (h, h):
        fail("rotation", f"shape {R.shape}", f"(..., {h}, {h})")
    k1, k2 = min(h, N_i), min(h, N_o)
    W1 = (R[..., :k1] * s1[..., None, :k1]) @ Vt[..., :k1, :]
    W2 = (U[..., :k2] * s2[..., None, :k2]) @ np.swapaxes(R, -1, -2)[..., :k2, :]
    return W1, W2


def _check_slope(function, h):
    """ValueError where the layers have no slope along the function: singular vectors that may turn, or that it does not hold."""
    values = np.linalg.svd(function, compute_uv=False)
    least = np.minimum(-np.diff(values, axis=-1).max(axis=-1, initial=-np.inf), values.min(axis=-1, initial=np.inf))
    if h != values.shape[-1]:
        fail("hidden", f"{h}, and a gradient is required", f"min(N_i, N_o) = {values.shape[-1]}, or arguments that require no gradient")
    if (least < _APART * values.max(axis=-1, initial=0.0)).any():
        fail("function", "singular values that meet or vanish, and a gradient is required",
             "a function nearby, or arguments that require no gradient")


def _decomposed(function):
    """The singular value decomposition; on tensors with the signs that it has on arrays."""
    U, s, Vt = np.linalg.svd(plain(function))
    if learns(function):
        first, values, second = np.linalg.svd(function, full_matrices=False)
        signs = np.sign((plain(first) * U[..., : plain(values).shape[-1]]).sum(axis=-2))
        return first * signs[..., None, :], values, second * signs[..., None]
    return (function.like(U), function.like(s), function.like(Vt)) if isinstance(function, ArrayLike) else (U, s, Vt)


def _sizes(s, lam):
    """The singular values of the two layers: the larger as a root, the smaller as a quotient."""
    large = np.sqrt(np.hypot(s, lam / 2) + np.abs(lam) / 2)
    small = np.divide(s, large, out=np.zeros_like(large), where=large > 0)
    return np.where(lam >= 0, small, large), np.where(lam >= 0, large, small)


def balanced_initialisation(N_i: int, N_h: int, N_o: int, lam: float, scale: float, seed: Any = None,
                            batch: tuple[int, ...] = ()) -> tuple[np.ndarray, np.ndarray]:
    """Random lambda-balanced layers W_1 (*batch, N_h, N_i) and W_2 (*batch, N_o, N_h), after Dominé et al. 2025, Algorithm 1 (Appendix
    E.1; reconstructed, the listing itself is lost).

    The layers are drawn with independent Gaussian entries of standard deviation ``scale`` and balanced again (``rebalanced``) with
    a random orthogonal R. ``seed`` is anything that ``numpy.random.default_rng`` takes. Errors as ``balanced_layers``.
    """
    for name, size in (("N_i", N_i), ("N_h", N_h), ("N_o", N_o)):
        if not isinstance(size, int | np.integer) or size < 1:
            fail(name, repr(size), "a positive number of neurons")
    if not (np.isfinite(scale) and scale >= 0):
        fail("scale", scale, "a standard deviation of at least 0")
    random = np.random.default_rng(seed)
    W1, W2 = random.normal(scale=scale, size=(*batch, N_h, N_i)), random.normal(scale=scale, size=(*batch, N_o, N_h))
    R, triangle = np.linalg.qr(random.normal(size=(*batch, N_h, N_h)))
    signs = np.sign(np.diagonal(triangle, axis1=-2, axis2=-1))
    return rebalanced(W1, W2, lam, R * signs[..., None, :])


@on_tensors("W1", "W2", "lam", "rotation")
def rebalanced(W1: Any, W2: Any, lam: Any, rotation: Any = None) -> tuple[np.ndarray, np.ndarray]:
    """Layers with the same W_2 W_1 and another lambda, for fine-tuning (Dominé et al. 2025, Appendix D.4; formula reconstructed).

    W_1 (..., N_h, N_i), W_2 (..., N_o, N_h); ``lam``, ``rotation`` and errors as ``balanced_layers``.
    """
    W1, W2 = array("W1", W1, least=2), array("W2", W2, least=2)
    if W1.shape[-2] != W2.shape[-1]:
        fail("W1, W2", f"shapes {W1.shape} and {W2.shape}", "(..., N_h, N_i) and (..., N_o, N_h)")
    return balanced_layers(W2 @ W1, lam, W1.shape[-2], rotation)


@on_tensors("W1", "W2")
def balance(W1: Any, W2: Any) -> tuple[np.ndarray, np.ndarray]:
    """lambda = Tr(W_2^T W_2 - W_1 W_1^T)/N_h, (...), and how far the layers are from balanced: the largest entry of
    |W_2^T W_2 - W_1 W_1^T - lambda I| over the larger of |W_1|^2 and |W_2|^2 (Frobenius), (...); 0 for layers that vanish.
    """
    W1, W2 = array("W1", W1, least=2), array("W2", W2, least=2)
    difference = np.swapaxes(W2, -1, -2) @ W2 - W1 @ np.swapaxes(W1, -1, -2)
    h = difference.shape[-1]
    lam = np.trace(difference, axis1=-2, axis2=-1) / h
    size = np.maximum((W1**2).sum(axis=(-2, -1)), (W2**2).sum(axis=(-2, -1)))
    apart = np.abs(difference - lam[..., None, None] * np.eye(h)).max(axis=(-2, -1))
    return lam, np.divide(apart, size, out=np.zeros_like(apart), where=size > 0)
