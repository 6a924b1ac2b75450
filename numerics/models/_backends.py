"""Which backend a solver runs on: the fastest that is here, or Torch where tensors came in."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from theoremtest.numerics.extras import installed, needed
from theoremtest.numerics.models._arguments import fail

BACKENDS = ("numpy", "numba", "torch")


def holds_tensors(*values: Any) -> bool:
    """Whether one of the values is a Torch tensor; Torch is not imported for it."""
    torch = sys.modules.get("torch")
    return torch is not None and any(isinstance(value, torch.Tensor) for value in values)


def detached(value: Any) -> Any:
    """A Torch tensor's numbers as an array; what is none stays."""
    return value.detach().cpu().numpy() if holds_tensors(value) else value


def chosen_backend(backend: str, tensors: bool, device: str | None, offered: tuple[str, ...] = BACKENDS) -> tuple[str, str]:
    """The backend and, for Torch, the device that "auto" and None stand for. ValueError for what there is not, MissingExtra for a
    library that is not installed.

    "auto" is Torch where tensors came in or a device is asked for that only Torch has; else Numba where it is installed and the solver
    has compiled code for it, which at every size was the fastest or as fast as the fastest (``benchmarks.backends``); else NumPy.
    The size plays no part: below it Numba gains nothing but the first call of a process, which loads it in some tenths of a second, and
    a choice by size would change last digits with it.
    """
    if backend not in ("auto", *offered):
        fail("backend", repr(backend), f"one of {', '.join(map(repr, ('auto', *offered)))}")
    if tensors and backend not in ("auto", "torch"):
        fail("backend", repr(backend), "'auto' or 'torch' where arguments are tensors (or arrays: tensor.detach().numpy())")
    if backend == "auto":
        elsewhere = tensors or device not in (None, "cpu")
        backend = "torch" if elsewhere else _fastest() if "numba" in offered else "numpy"
    if backend != "numpy":
        needed(backend, f"backend {backend!r}")
    if backend != "torch":
        if device not in (None, "cpu"):
            fail("device", repr(device), "'cpu' or None, unless the backend is 'torch'")
        return backend, "cpu"
    if device is not None:
        from theoremtest.numerics.torch_backend import choose_device

        return backend, str(choose_device(device))
    return backend, "" if tensors else "cpu"


def checked_threads(threads: Any) -> int:
    """A positive number of threads, or ValueError."""
    if not isinstance(threads, int) or threads < 1:
        fail("threads", repr(threads), "a positive integer")
    return threads


@cache
def _fastest() -> str:
    return "numba" if installed("numba") else "numpy"
