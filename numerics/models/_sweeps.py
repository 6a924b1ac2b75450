"""How a compiled kernel is swept over rows of constants and a column of times, per backend, in blocks small enough for the cache."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import numpy as np

from theoremtest.numerics.kernels import gpu_sweep
from theoremtest.numerics.kernels.compiled import Kernel
from theoremtest.numerics.training.threads import one_thread

ROWS = 4096  # trajectories swept at once

_POINTS = {"numpy": 1 << 14, "torch": 1 << 14}  # points evaluated at once


def values_of(compiled: Kernel, *arguments: Any) -> tuple[Any, ...]:
    """The kernel's values, one per expression, unbroadcast; a tuple of one where there is one."""
    values = compiled.module.values(*arguments)
    return values if isinstance(values, tuple) else (values,)


def _sweep_numba(compiled, constants, times, targets, device):
    compiled.sweep(*constants, times, out=targets)


def _sweep_numpy(compiled, constants, times, targets, device):
    columns = min(times.size, _POINTS["numpy"])
    rows = max(1, _POINTS["numpy"] // max(columns, 1))
    with np.errstate(under="ignore"):
        for first in range(0, constants[0].size, rows):
            here = slice(first, first + rows)
            block = [constant[here, None] for constant in constants]
            for begin in range(0, times.size, max(columns, 1)):
                span = slice(begin, begin + columns)
                for target, values in zip(targets, values_of(compiled, *block, times[None, span])):
                    target[here, span] = values


def _sweep_torch(compiled, constants, times, targets, device):
    import torch

    on_cpu = torch.device(device).type == "cpu"
    points = _POINTS["torch"] if on_cpu else 1 << 24
    rows = max(1, points // max(times.size, 1))
    moment = torch.tensor(times, device=device)[None, :]
    with one_thread() if on_cpu else nullcontext():  # chunks are what runs in parallel here
        for first in range(0, constants[0].size, rows):
            here = slice(first, first + rows)
            block = [torch.tensor(constant[here], device=device) for constant in constants]
            if gpu_sweep.serves(compiled, *block, moment[0]):
                found = gpu_sweep.sweep(compiled, block, moment[0])
            else:
                found = values_of(compiled, *(constant[:, None] for constant in block), moment)
            for target, values in zip(targets, found):
                target[here] = values.broadcast_to(target[here].shape).cpu().numpy()


SWEEPS = {"numpy": _sweep_numpy, "numba": _sweep_numba, "torch": _sweep_torch}
"""Per backend: (kernel, constants (n,) each, times (T,), targets (n, T) each, device), which fills the targets."""


def swept(compiled: Kernel, constants: Callable[[slice], dict[str, np.ndarray]], rows: int, times: np.ndarray, *, backend: str,
          device: str, threads: int) -> list[np.ndarray]:
    """The kernel's values, (rows, T) each; ``constants`` gives its arguments but the last, by name, for a slice of the rows.

    Nothing else of that size is ever held.
    """
    results = [np.empty((rows, times.size)) for _ in range(compiled.outputs)]
    names = compiled.arguments[:-1]

    def part(here):
        given = constants(here)
        SWEEPS[backend](compiled, [given[name] for name in names], times, [result[here] for result in results], device)

    mapped(part, rows, max(1, min(ROWS, -(-rows // threads))), threads)
    return results


def mapped(function: Callable[[slice], Any], rows: int, step: int, threads: int) -> list[Any]:
    """``function`` of slices of at most ``step`` rows, in order, on ``threads`` threads."""
    pieces = [slice(first, min(first + step, rows)) for first in range(0, rows, step)] or [slice(0, 0)]
    if threads == 1 or len(pieces) == 1:
        return [function(piece) for piece in pieces]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, pieces))
