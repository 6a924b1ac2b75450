"""Which backend a solver runs on: the fastest that is here, or Torch where tensors came in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from theoremtest.numerics.extras import installed, needed
from theoremtest.numerics.kernels import double_double
from theoremtest.numerics.kernels.array_like import rebound
from theoremtest.numerics.kernels.compiled import compiled_copy
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
def start_of(name: str, backend: str) -> Callable:
    """The function ``start`` of the model whose module ``_<name>_start`` is: on Numba its arithmetic on pairs of doubles is compiled."""
    module = import_module(f"theoremtest.numerics.models._{name}_start")
    return _on_compiled_pairs(module)["start"] if backend == "numba" else module.start


def _on_compiled_pairs(module):
    """A module's functions, and those of the starts that it builds upon, with compiled arithmetic on pairs in place of NumPy's."""
    pairs = SimpleNamespace(**rebound(vars(double_double), **_compiled_pairs().FUNCTIONS))
    others = {name: SimpleNamespace(**_on_compiled_pairs(part)) for name, part in vars(module).items()
              if isinstance(part, ModuleType) and part.__name__.endswith("_start")}
    return rebound(vars(module), dd=pairs, **others)


@cache
def _compiled_pairs():
    here = Path(__file__).parent
    kernels = here.parent / "kernels"
    return compiled_copy(here / "_numba_pairs.py", here / "_numba_choice.py", kernels / "double_double.py", kernels / "scalar_math.py")


@cache
def _fastest() -> str:
    return "numba" if installed("numba") else "numpy"
