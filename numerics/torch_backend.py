"""Torch is an optional extra: whether it is here, which device it offers, and how numbers enter it as float64."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

import numpy as np

from theoremtest.numerics.extras import MissingExtra, needed


@dataclass(frozen=True)
class Availability:
    """Whether the gradient-flow route can run here, and on what.

    `state` is "unavailable" (torch cannot be imported), "cpu" or "cuda"; `detail` names the version and the device, or
    the reason. It has no truth value: a route that is unavailable has neither passed nor failed.
    """

    state: Literal["unavailable", "cpu", "cuda"]
    detail: str

    def __bool__(self) -> bool:
        raise TypeError('Availability has no truth value: compare its state with "unavailable", "cpu" or "cuda"')


def available() -> Availability:
    """Say whether torch can be imported and whether it sees a CUDA device. Never raises."""
    try:
        torch = require_torch()
    except MissingExtra as error:
        return Availability("unavailable", str(error))
    if torch.cuda.is_available():
        return Availability("cuda", f"torch {torch.__version__} on {torch.cuda.get_device_name()}")
    return Availability("cpu", f"torch {torch.__version__}, no CUDA device")


def require_torch() -> ModuleType:
    """Import torch, or raise MissingExtra with the command that installs it."""
    return needed("torch", "gradient flow")


def choose_device(device: str) -> Any:
    """The torch device for "auto" (CUDA if there is one), "cpu", "cuda" or "cuda:<n>". ValueError for one that is not there."""
    torch, device = require_torch(), str(device)
    has_cuda = torch.cuda.is_available()
    if device == "auto":
        return torch.device("cuda" if has_cuda else "cpu")
    if device == "cpu":
        return torch.device(device)
    if not re.fullmatch(r"cuda(:\d+)?", device):
        raise ValueError(f'device is {device!r}; allowed are "auto", "cpu", "cuda" and "cuda:<n>"')
    if not has_cuda:
        raise ValueError(f"device is {device!r}, but torch {torch.__version__} sees no CUDA device; use \"cpu\" or \"auto\"")
    here = [f"cuda:{number}" for number in range(torch.cuda.device_count())]
    if device not in ("cuda", *here):
        raise ValueError(f"device is {device!r}, but torch sees {', '.join(here)} and cpu")
    return torch.device(device)


def float64(name: str, value: Any, device: Any) -> Any:
    """`value` as a finite float64 tensor on `device`.

    Takes a float64 array or tensor, Python numbers, or integers. Raises TypeError for float32 and every other
    floating type (a silent cast would hide that digits are missing), ValueError for NaN and infinity.
    """
    torch = require_torch()
    if isinstance(value, torch.Tensor):
        kind = str(value.dtype).removeprefix("torch.")
        value = value.detach()
    else:
        value = np.asarray(value)
        kind = value.dtype.name
    if kind != "float64" and not kind.startswith(("int", "uint")):
        raise TypeError(f"{name} is {kind}; float64 is required: convert it yourself if its digits are enough")
    tensor = torch.as_tensor(value).to(device=device, dtype=torch.float64)
    if not bool(torch.isfinite(tensor).all()):
        where = tuple(int(i) for i in torch.nonzero(~torch.isfinite(tensor))[0])
        raise ValueError(f"{name}{list(where)} is {float(tensor[where])}; every entry must be finite")
    return tensor
