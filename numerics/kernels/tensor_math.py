"""What generated Torch kernels call beyond Torch itself; the twin of ``array_math``, differentiable by autograd."""

from __future__ import annotations

import torch

from theoremtest.numerics.kernels.array_math import product_error


def tensor(x):
    """x as a float64 tensor; a tensor is returned as it is."""
    return x if isinstance(x, torch.Tensor) else torch.tensor(x, dtype=torch.float64)


def _pair(x, y):
    device = x.device if isinstance(x, torch.Tensor) else y.device if isinstance(y, torch.Tensor) else None
    return tensor(x).to(device), tensor(y).to(device)


def larger(x, y):
    """The larger of two numbers; NaN if either is NaN."""
    return torch.maximum(*_pair(x, y))


def smaller(x, y):
    """The smaller of two numbers; NaN if either is NaN."""
    return torch.minimum(*_pair(x, y))


def hypot(x, y):
    """sqrt(x**2 + y**2) without overflow in between; its slope at the origin, where it has none, counts as 0."""
    x, y = _pair(x, y)
    nowhere = (x == 0) & (y == 0)
    return torch.where(nowhere, 0.0, torch.hypot(torch.where(nowhere, 1.0, x), y))


def sqrt(x):
    """The square root; its slope at 0, which is infinite, counts as 0, so that no NaN enters where it is multiplied by 0."""
    x = tensor(x)
    return torch.where(x == 0, 0.0, torch.sqrt(torch.where(x == 0, 1.0, x)))


def atan2(y, x):
    """The angle of the point (x, y)."""
    return torch.atan2(*_pair(y, x))


def decay(rate, low, t):
    """exp(-(rate + low) t) for rate t >= 0, exact to rounding however large rate * t is."""
    return falling(rate, low, t)[0]


def decayed(rate, low, t):
    """1 - exp(-(rate + low) t) for rate t >= 0."""
    return falling(rate, low, t)[1]


def falling(rate, low, t):
    """Both ``decay`` and ``decayed``, their common part done once."""
    rate, t = _pair(rate, t)
    exponent = rate * t
    value = torch.exp(-exponent)
    lost = value * (product_error(rate, t, exponent) + low * t)
    return value - lost, lost - torch.expm1(-exponent)


def select(arguments, *cases):
    """The value of the first case whose condition holds, elementwise; NaN where none does.

    Each branch sees only the elements that reach it, so that neither its value nor its gradient leaks NaN elsewhere.
    """
    arguments = torch.broadcast_tensors(*arguments)
    shape = arguments[0].shape
    arguments = [argument.reshape(-1) for argument in arguments]
    device = arguments[0].device
    result = torch.full_like(arguments[0], float("nan"))
    open_ = torch.arange(result.numel(), device=device)
    for condition, value in cases:
        here = [argument[open_] for argument in arguments]
        holds = torch.as_tensor(condition(*here), device=device).expand(open_.shape)
        if bool(holds.any()):
            values = tensor(value(*(argument[holds] for argument in here))).to(device)
            where = open_[holds]
            result = result.index_put((where,), values.expand(where.shape))
        open_ = open_[~holds]
    return result.reshape(shape)
