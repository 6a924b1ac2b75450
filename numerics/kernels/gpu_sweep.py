"""A kernel swept over rows of constants and a column of times on a GPU, one point to a thread: what Torch does in some hundred passes
over the whole result, one for each operation, is done in one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from theoremtest.numerics.extras import installed
from theoremtest.numerics.kernels.compiled import Kernel, KernelError, generated_module, plain_names
from theoremtest.numerics.kernels.source import GPU, Source

BLOCK = 256
"""Threads of a block."""
MOST_BLOCKS = 4096
"""Blocks along the rows; where there are more rows, each thread takes several."""


def serves(compiled: Kernel, *tensors: Any) -> bool:
    """Whether `sweep` can take the place of Torch's operations: all tensors on a CUDA device, no gradient asked for, and Numba there."""
    import torch

    learning = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors)
    return bool(tensors) and all(tensor.is_cuda for tensor in tensors) and not learning and installed("numba_cuda") and _written(compiled)


def sweep(compiled: Kernel, constants: Sequence[Any], times: Any) -> tuple[Any, ...]:
    """The kernel's values, tensors (n, T) each, from constants (n,) each and times (T,), on their device and in Torch's stream."""
    import torch
    from numba import cuda

    results = tuple(torch.empty(len(constants[0]), len(times), dtype=torch.float64, device=times.device)
                    for _ in range(compiled.outputs or 1))
    if results[0].numel():
        run = _program(compiled.name, *compiled.origin)
        stream = cuda.external_stream(torch.cuda.current_stream(times.device).cuda_stream)
        arrays = [cuda.as_cuda_array(tensor.detach().contiguous()) for tensor in (*constants, times, *results)]
        run[(*layout(*results[0].shape), stream)](*arrays)
    return results


def layout(rows: int, columns: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Blocks and threads of a block, along columns and rows: all threads of a block have work where there are few columns."""
    wide = min(BLOCK, 1 << max(columns - 1, 0).bit_length())
    high = BLOCK // wide
    return (-(-columns // wide), min(-(-rows // high), MOST_BLOCKS)), (wide, high)


def _written(compiled: Kernel) -> bool:
    try:
        source(compiled.name, *compiled.origin)
    except KernelError:
        return False
    return True


@cache
def source(name: str, arguments: tuple, expressions: tuple) -> str:
    """The module with `sweep`, the last argument being what is swept. KernelError for a function that the GPU lacks."""
    plain = plain_names(arguments)
    text = Source(GPU)
    *rows, along = map(str, plain.values())
    text.function("values", list(plain.values()), [part.xreplace(plain) for part in expressions])
    out = [f"out{index}" for index in range(len(expressions))]
    # threads lie along the times; each goes through rows, so that what it computes a place from is added and never divided
    lines = [
        "@cuda.jit", f"def sweep({', '.join([*rows, along, *out])}):", "    column, first = cuda.grid(2)", "    if column < out0.shape[1]:",
        f"        now = {along}[column]", "        for row in range(first, out0.shape[0], cuda.gridDim.y * cuda.blockDim.y):",
        f"            {', '.join(f'value{index}' for index in range(len(out)))} ="
        f" values({', '.join([*(f'{name}[row]' for name in rows), 'now'])})",
        *(f"            {name}[row, column] = value{index}" for index, name in enumerate(out)),
    ]
    return text.module(f"Kernel {name} (one point to a thread)", "\n".join(lines))


@cache
def _program(name: str, arguments: tuple, expressions: tuple) -> Callable:
    module, _ = generated_module(name, GPU, source(name, arguments, expressions))
    return module.sweep
