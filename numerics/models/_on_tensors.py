"""Functions of arrays on Torch tensors: the same code on ``TensorArray``, so that autograd goes through it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce, wraps
from inspect import signature
from typing import Any, TypeVar

import numpy as np

from theoremtest.numerics.kernels.array_like import ArrayLike
from theoremtest.numerics.models._backends import detached, holds_tensors

Function = TypeVar("Function", bound=Callable)


def on_tensors(*arrays: str) -> Callable[[Function], Function]:
    """Let a function whose arguments of these names are arrays take tensors as well: where one came in, so are the results.

    Results are on the tensors' device. The function first runs on the numbers alone, which checks them.
    """
    def lifted(function: Function) -> Function:
        form = signature(function)

        @wraps(function)
        def call(*positional, **named):
            if not holds_tensors(*positional, *named.values()):
                return function(*positional, **named)
            given = form.bind(*positional, **named)
            given.apply_defaults()
            function(**{name: detached(value) for name, value in given.arguments.items()})
            here = {name: given.arguments[name] for name in arrays if given.arguments[name] is not None}
            return _bare(function(**given.arguments | _lifted(here)))

        return call

    return lifted


def length_of(vectors: Any) -> Any:
    """Lengths along the last axis, without overflow in between; 0 of vectors without components."""
    if not isinstance(vectors, ArrayLike):
        return np.hypot.reduce(vectors, axis=-1) if vectors.shape[-1] else np.zeros(vectors.shape[:-1])
    parts = [vectors[..., place] for place in range(vectors.shape[-1])]
    return np.abs(parts[0]) if len(parts) == 1 else reduce(np.hypot, parts) if parts else vectors.sum(axis=-1)


def learns(*values: Any) -> bool:
    """Whether one of the values is a tensor, lifted or not, along which a gradient is required."""
    bare = [getattr(value, "tensor", value) for value in values]
    return any(value.requires_grad for value in bare if holds_tensors(value))


def _lifted(given: dict[str, Any]) -> dict[str, Any]:
    import torch

    from theoremtest.numerics.kernels.tensor_array import TensorArray
    from theoremtest.numerics.models._tensors import on_one_device

    device = on_one_device(given, "")
    return {name: TensorArray(torch.as_tensor(value, dtype=torch.float64, device=device)) for name, value in given.items()}


def _bare(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_bare, value))
    return value.tensor if isinstance(value, ArrayLike) else value
