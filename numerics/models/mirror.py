"""The single neuron in function space, beta = a w: the preconditioner M and its inverse, the mirror potential, the hyperbolic
entropy, and the interpolating solution when the null space of X is a line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.kernels.array_like import ArrayLike
from theoremtest.numerics.models._arguments import array, fail, rates
from theoremtest.numerics.models._on_tensors import length_of, on_tensors


def _preconditioner_parts(beta, delta, eta_a, eta_w):
    beta, delta = array("beta", beta, least=1), array("delta", delta)
    eta_a, eta_w = rates(eta_a, eta_w, both=True)
    length = length_of(beta)
    kappa, up, down = kappas(length, delta, eta_a, eta_w)
    return beta, length, kappa, up, down


@on_tensors("length", "delta", "eta_a", "eta_w")
def kappas(length, delta, eta_a, eta_w):
    """kappa = sqrt(delta^2 + 4 eta_a eta_w |beta|^2), (kappa + delta)/2 and (kappa - delta)/2, the last two without cancellation.

    (kappa + delta)/2 = eta_w a^2 and (kappa - delta)/2 = eta_a |w|^2 (Kunin et al. 2024, Eqs. 34 and 37).
    """
    strength = np.sqrt(eta_a) * np.sqrt(eta_w) * length
    kappa = np.hypot(delta, 2 * strength)
    large = (kappa + np.abs(delta)) / 2
    small = strength * (strength / np.where(large > 0, large, 1.0))
    return kappa, np.where(delta >= 0, large, small), np.where(delta >= 0, small, large)


@on_tensors("beta", "delta", "eta_a", "eta_w")
def preconditioner(beta: Any, delta: Any, eta_a: Any = 1.0, eta_w: Any = 1.0) -> np.ndarray:
    """M = (kappa + delta)/2 I + (kappa - delta)/2 beta beta^T/|beta|^2 (Kunin et al. 2024, Eq. 39).

    ``beta`` has shape (..., d), ``delta`` and the positive rates broadcast to (...); the result has shape (..., d, d).
    Raises ValueError where beta = 0 (M then depends on the direction of w).
    """
    beta, length, _, up, down = _preconditioner_parts(beta, delta, eta_a, eta_w)
    unit = _unit(beta, length)
    return up[..., None, None] * np.eye(beta.shape[-1]) + down[..., None, None] * unit[..., :, None] * unit[..., None, :]


@on_tensors("beta", "delta", "eta_a", "eta_w")
def preconditioner_inverse(beta: Any, delta: Any, eta_a: Any = 1.0, eta_w: Any = 1.0) -> np.ndarray:
    """The inverse of M: 1/kappa along beta, 2/(kappa + delta) across (Kunin et al. 2024, Eq. 48).

    Shapes and errors as for ``preconditioner``.
    """
    beta, length, kappa, up, _ = _preconditioner_parts(beta, delta, eta_a, eta_w)
    unit = _unit(beta, length)
    outer = unit[..., :, None] * unit[..., None, :]
    across = np.eye(beta.shape[-1]) - outer
    return across / up[..., None, None] + outer / kappa[..., None, None]


def _unit(beta, length):
    if not (length > 0).all():
        fail("beta", "a zero vector", "vectors that differ from zero (M is a function of beta and delta only there)")
    return beta / length[..., None]


@on_tensors("beta", "delta", "eta_a", "eta_w")
def mirror_potential(beta: Any, delta: Any, eta_a: Any = 1.0, eta_w: Any = 1.0) -> np.ndarray:
    """The potential of Kunin et al. 2024, Eq. (67), with its constant, so that it vanishes at beta = 0:

    (kappa - 2 delta) sqrt(kappa + delta)/3 + max(0, sgn(delta) sqrt(2) |delta|^(3/2)/3), kappa = sqrt(delta^2 + 4 eta_a eta_w |beta|^2).

    Its Hessian is eta_a eta_w sqrt(kappa + delta) times the inverse of M. ``beta`` has shape (..., d), ``delta`` and the
    positive rates broadcast to (...); the result has their common shape.
    """
    _, _, kappa, up, down = _preconditioner_parts(beta, delta, eta_a, eta_w)
    delta = array("delta", delta)
    root = np.sqrt(2 * up)
    # For delta > 0 the constant is folded in, so that small beta leaves no difference of near equals.
    upstream = np.maximum(delta, 0.0)
    start = np.sqrt(2 * upstream)
    folded = 2 * down / np.where(root + start > 0, root + start, 1.0) * (2 * up + root * start - upstream) / 3
    return np.where(delta > 0, folded, (kappa - 2 * delta) * root / 3)


@on_tensors("x", "delta", "eta_a", "eta_w")
def hyperbolic_entropy(x: Any, delta: Any, eta_a: Any = 1.0, eta_w: Any = 1.0) -> np.ndarray:
    """q_delta(x) = (2 c x asinh(2 c x/|delta|) - sqrt(4 c^2 x^2 + delta^2) + |delta|)/4 with c = sqrt(eta_a eta_w) (Kunin et al. 2024,
    Eq. 114).

    Elementwise over x (singular values, or the weights of a diagonal network); delta must differ from zero.
    """
    x, delta = array("x", x), array("delta", delta)
    eta_a, eta_w = rates(eta_a, eta_w, both=True)
    if (delta == 0).any():
        fail("delta", "0", "numbers that differ from zero (the entropy diverges there)")
    delta = np.abs(delta)
    ratio = 2 * np.sqrt(eta_a) * np.sqrt(eta_w) * x / delta
    # With v = asinh(r)/2: r asinh(r) - sqrt(1 + r^2) + 1 = 2 v sinh(2v) - 2 sinh(v)^2 = 2 sinh(v) (2 v cosh(v) - sinh(v)).
    # sinh(v) and cosh(v) are taken from r: by way of v, its rounding would be magnified v times.
    raised = 1 + np.hypot(1.0, ratio)
    sinh, cosh = ratio / np.sqrt(2 * raised), np.sqrt(raised / 2)
    return delta / 2 * sinh * (np.arcsinh(ratio) * cosh - sinh)


@on_tensors("X", "y", "beta_0", "delta", "eta_a", "eta_w")
def interpolating_solution(X: Any, y: Any, beta_0: Any, delta: Any, eta_a: Any = 1.0, eta_w: Any = 1.0) -> np.ndarray:
    """The solution of X beta = y that a single neuron reaches from beta_0, for X of shape (n, d) and rank d - 1 (Kunin et al.
    2024, Eq. 72).

    beta = beta_min + alpha v with beta_min the shortest solution and v the unit null vector. ``beta_0`` has shape (..., d)
    and must not vanish; ``delta`` broadcasts to (...). It holds for trajectories along which a does not change sign.
    Raises ValueError unless X has rank d - 1 and y lies in its range.
    """
    X, y, beta_0, delta = array("X", X, least=2), array("y", y, least=1), array("beta_0", beta_0, least=1), array("delta", delta)
    eta_a, eta_w = rates(eta_a, eta_w, both=True)
    d = X.shape[-1]
    if X.ndim != 2 or y.shape != X.shape[:1] or beta_0.shape[-1] != d:
        fail("X, y, beta_0", f"shapes {X.shape}, {y.shape}, {beta_0.shape}", "(n, d), (n,) and (..., d)")
    shortest, null = _solutions(X, y)
    length = length_of(beta_0)
    unit = _unit(beta_0, length)
    strength = np.sqrt(eta_a) * np.sqrt(eta_w)
    _, _, down = kappas(length, delta, eta_a, eta_w)
    k = np.sqrt(down) * (unit @ null)
    half = (k * k + delta) / 2
    size = strength * length_of(shortest)
    large = np.hypot(half, size) + np.abs(half)
    small = size * (size / np.where(large > 0, large, 1.0))
    alpha = k * np.sqrt(np.where(half >= 0, large, small)) / strength
    return shortest + alpha[..., None] * null


def _solutions(X, y):
    """The shortest solution of X beta = y and the unit vector along which all others lie."""
    if isinstance(X, ArrayLike):
        from theoremtest.numerics.models._tensors import solutions
        return solutions(X, y, _solutions(X.numpy(), y.numpy())[1])
    d = X.shape[-1]
    left, values, right = np.linalg.svd(X)
    tolerance = max(X.shape) * np.finfo(float).eps * values.max(initial=0.0)
    rank = int((values > tolerance).sum())
    if rank != d - 1:
        fail("X", f"rank {rank}", f"rank {d - 1} = d - 1, a null space of dimension one")
    shortest = right[:rank].T @ ((left[:, :rank].T @ y) / values[:rank])
    if np.linalg.norm(X @ shortest - y) > 1e-9 * max(np.linalg.norm(y), tolerance):
        fail("y", "a vector outside the range of X", "y = X beta for some beta")
    return shortest, right[-1]
