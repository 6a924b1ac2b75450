"""Torch tensors that NumPy's own functions accept, so that code written once for NumPy arrays stays differentiable by autograd.

Where a derivative is infinite but what it is multiplied with vanishes (a root or a length at 0), it counts as 0, so that
no NaN leaks into a gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import torch
from scipy.special import gamma

from theoremtest.numerics.kernels import tensor_math
from theoremtest.numerics.kernels.array_like import ArrayLike


class TensorArray(ArrayLike):
    """A tensor; what NumPy's functions and operators make of it is a ``TensorArray`` again."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: torch.Tensor):
        self.tensor = tensor

    def __repr__(self) -> str:
        return f"TensorArray({self.tensor!r})"

    @classmethod
    def lifted(cls, value, device=None):
        """A NumPy array or number as an array of this kind."""
        if isinstance(value, TensorArray):
            return value
        return cls(torch.as_tensor(np.asarray(value), device=device))

    @classmethod
    def chosen(cls, condition, yes, no):
        """``yes`` where the condition holds, else ``no``."""
        condition, yes, no = _tensors(condition, yes, no)
        return cls(torch.where(condition, yes, no))

    def like(self, value):
        """A NumPy array or number as a tensor on this one's device."""
        return self.lifted(value, self.tensor.device)

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return tuple(self.tensor.shape)

    @property
    def ndim(self) -> int:
        """As of an array."""
        return self.tensor.ndim

    @property
    def size(self) -> int:
        """As of an array."""
        return self.tensor.numel()

    def numpy(self):
        """The numbers alone."""
        return self.tensor.detach().cpu().numpy()

    def erased(self):
        """0, with the derivative that the array has, if it has one."""
        return TensorArray(self.tensor - self.tensor.detach())

    def reshape(self, *shape):
        """As of an array."""
        return TensorArray(self.tensor.reshape(*shape))

    def astype(self, kind: Any):
        """As of an array."""
        return TensorArray(self.tensor.to({np.int8: torch.int8, np.float64: torch.float64}[kind]))

    def __getitem__(self, place):
        places = place if isinstance(place, tuple) else (place,)
        return TensorArray(self.tensor[tuple(part.tensor if isinstance(part, TensorArray) else part for part in places)])

    def sum(self, axis=None):
        """As of an array."""
        return TensorArray(self.tensor.sum() if axis is None else self.tensor.sum(axis))

    def max(self, axis=None, initial=None):
        """As of an array; 0 of an empty one, where ``initial`` is 0."""
        axes = tuple(range(self.ndim)) if axis is None else axis
        if self.size == 0:
            return TensorArray(torch.zeros_like(self.tensor.sum(axes)))
        return TensorArray(torch.amax(self.tensor, axes))

    def all(self, axis=None, keepdims=False):
        """As of an array."""
        return TensorArray(self.tensor.all() if axis is None else self.tensor.all(axis, keepdim=keepdims))

    def any(self):
        """As of an array."""
        return TensorArray(self.tensor.any())

    def __bool__(self) -> bool:
        return bool(self.tensor)


def _tensors(*values):
    device = next((value.tensor.device for value in values if isinstance(value, TensorArray)), None)
    return [TensorArray.lifted(value, device).tensor for value in values]


def _rule(function: Callable):
    return lambda *values: TensorArray(function(*_tensors(*values)))


def _power_of_two(exponent):
    """2**k of whole numbers k, exactly."""
    return ((exponent.to(torch.int64).clamp(-1022, 1023) + 1023) << 52).view(torch.float64)


def _power(x, y):
    return x * x if isinstance(y, int) and y == 2 else TensorArray(torch.pow(*_tensors(x, y)))


def _gamma(x):
    """Of positive numbers: the logarithm is that of the absolute value."""
    return torch.exp(torch.lgamma(x))


def _frexp(x):
    mantissa, exponent = torch.frexp(x.tensor.detach())
    return TensorArray(mantissa), TensorArray(exponent)


def _select(conditions, choices, default=0):
    pairs = reversed(list(zip(conditions, choices)))
    return reduce(lambda other, pair: TensorArray.chosen(pair[0], pair[1], other), pairs, default)


def _with(function: Callable):
    return lambda x, *arguments: TensorArray(function(*_tensors(x), *arguments))


TensorArray.UFUNCS = {
    np.add: _rule(torch.add), np.subtract: _rule(torch.sub), np.multiply: _rule(torch.mul), np.divide: _rule(torch.div),
    np.negative: _rule(torch.neg), np.abs: _rule(torch.abs), np.sqrt: _rule(tensor_math.sqrt), np.hypot: _rule(tensor_math.hypot),
    np.power: _power, np.exp: _rule(torch.exp), np.expm1: _rule(torch.expm1), np.log: _rule(torch.log),
    np.log1p: _rule(torch.log1p), np.arcsinh: _rule(torch.asinh), np.floor: _rule(torch.floor), np.log2: _rule(torch.log2),
    np.exp2: _rule(_power_of_two), np.ldexp: lambda x, k: TensorArray(_tensors(x, k)[0] * _power_of_two(_tensors(x, k)[1])),
    np.frexp: _frexp, gamma: _rule(_gamma), np.maximum: _rule(torch.maximum), np.minimum: _rule(torch.minimum), np.sign: _rule(torch.sign),
    np.copysign: _rule(torch.copysign), np.matmul: _rule(torch.matmul), np.isfinite: _rule(torch.isfinite),
    np.less: _rule(torch.lt), np.less_equal: _rule(torch.le), np.greater: _rule(torch.gt), np.greater_equal: _rule(torch.ge),
    np.equal: _rule(torch.eq), np.not_equal: _rule(torch.ne), np.invert: _rule(torch.bitwise_not),
    np.bitwise_and: _rule(torch.bitwise_and), np.bitwise_or: _rule(torch.bitwise_or),
}
TensorArray.FUNCTIONS = {
    np.where: TensorArray.chosen, np.zeros_like: _with(torch.zeros_like), np.full_like: _with(torch.full_like), np.select: _select,
    np.broadcast_to: _with(torch.broadcast_to), np.swapaxes: _with(torch.swapaxes), np.atleast_1d: _with(torch.atleast_1d),
    np.trace: lambda x, offset=0, axis1=0, axis2=1: TensorArray(x.tensor.diagonal(offset, axis1, axis2).sum(-1)),
    np.linalg.svd: lambda x, full_matrices=True: tuple(map(TensorArray, torch.linalg.svd(x.tensor, full_matrices=full_matrices))),
    np.concatenate: lambda parts, axis=0: TensorArray(torch.cat(_tensors(*parts), axis)),
}
