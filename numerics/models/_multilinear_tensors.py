"""The losses of the multilinear model on Torch tensors: the same code on ``TensorArray``, so that autograd goes through the sums.

A sum over skills of so many rows takes memory that autograd would keep until it goes back; each piece of rows is therefore formed again
then (checkpointing), and what is kept is the arguments and the losses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.utils.checkpoint import checkpoint

from theoremtest.numerics.kernels.array_like import plain
from theoremtest.numerics.kernels.tensor_array import TensorArray
from theoremtest.numerics.models._arguments import fail
from theoremtest.numerics.models._backends import holds_tensors
from theoremtest.numerics.models._multilinear_curves import Enclosed, PowerLaw
from theoremtest.numerics.models._multilinear_losses import Losses, flat, in_pieces
from theoremtest.numerics.models._tensors import TensorTrajectories, on_one_device

_WHOLE = ("skills", "parameters", "samples")
ROWS = 256
"""How many rows autograd goes back through at once."""


def enclosed(compute: Callable, given: dict[str, Any], inputs: dict[str, np.ndarray], shape: tuple[int, ...], full: set[str], device: str,
             kind: type[Enclosed]) -> Any:
    """The losses that ``compute`` finds for the checked ``inputs`` of the arguments ``given``: a ``kind`` of NumPy's where none of them is
    a tensor."""
    tensors = _tensors(given, inputs, device)
    found = _found(compute, flat(tensors, shape, full), shape)
    if not holds_tensors(*given.values()):
        return kind(plain(found.loss).reshape(shape), found.remainder.reshape(shape), inputs, found.plan)
    loss = found.loss.reshape(shape)
    return TensorTrajectories(kind(loss, loss.like(found.remainder.reshape(shape)), tensors, found.plan))


def law(compute: Callable, given: dict[str, Any], inputs: dict[str, np.ndarray], shape: tuple[int, ...], device: str,
        exponent: Callable) -> PowerLaw:
    """The power law whose constant ``compute`` finds, of tensors where one came in."""
    tensors = _tensors(given, inputs, device)
    found = _found(compute, flat(tensors, shape, set(tensors)), shape)
    if not holds_tensors(*given.values()):
        parts = plain(found.loss).reshape(shape), exponent(inputs["alpha"]), found.remainder.reshape(shape)
        return PowerLaw(*(float(part) if part.ndim == 0 else part for part in parts))
    loss = found.loss.reshape(shape)
    return PowerLaw(loss.tensor, exponent(tensors["alpha"]).tensor, loss.like(found.remainder.reshape(shape)).tensor)


def _tensors(given, inputs, device):
    """The arguments as float64 tensors on one device, in ``TensorArray``; whole numbers, which have no slope, as arrays."""
    for name in _WHOLE:
        if holds_tensors(given.get(name)) and given[name].requires_grad:
            fail(name, "a tensor that requires a gradient", "whole numbers, along which there is none")
    device = on_one_device(given, device)
    return {name: value if name in _WHOLE else TensorArray(torch.as_tensor(given[name], dtype=torch.float64, device=device))
            for name, value in inputs.items()}


def _found(compute, rows, shape):
    """As ``in_pieces``, by pieces that autograd forms again."""
    names = [name for name, value in rows.items() if isinstance(value, TensorArray)]
    learns = torch.is_grad_enabled() and any(rows[name].tensor.requires_grad for name in names)

    def piece(here):
        kept = []

        def loss(*tensors):
            found = compute(here | dict(zip(names, map(TensorArray, tensors), strict=True)))
            kept.append(found)
            return found.loss.tensor

        with np.errstate(all="ignore"):
            parts = [here[name].tensor for name in names]
            made = checkpoint(loss, *parts, use_reentrant=False, preserve_rng_state=False) if learns else loss(*parts)
        return Losses(TensorArray(made), kept[0].remainder, kept[0].plan)

    return in_pieces(piece, rows, int(np.prod(shape, dtype=np.int64)), ROWS)
