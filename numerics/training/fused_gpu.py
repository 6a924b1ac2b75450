"""Fused gradient flow on a GPU: the kernel that follows one network to a thread. Imported where Numba's CUDA target is wanted."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache

import torch
from numba import cuda, float64

from theoremtest.numerics.integrate.runge_kutta import method
from theoremtest.numerics.training.fused import compiled_advance

BLOCK = 64
"""Networks of one block of threads: blocks are short, since they end with their slowest network."""
CONSTANTS = 400
"""Shared data up to so many numbers are arguments of the kernel itself, which arithmetic reads without loading."""


@cache
def program(text: str, unknowns: int, method_name: str) -> Callable[..., None]:
    """The program for tensors on a CUDA device, in Torch's current stream."""
    kernel = kernel_of(text, unknowns, method_name)

    def run(attempts, most, control, times, *tensors):
        *tensors, shared, own = tensors
        stream = cuda.external_stream(torch.cuda.current_stream(times.device).cuda_stream)
        data = tuple(shared.tolist()) if len(shared) <= CONSTANTS else cuda.as_cuda_array(shared)
        arrays = [cuda.as_cuda_array(tensor) for tensor in (times, *tensors)]
        blocks = -(-len(tensors[0]) // BLOCK)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # few networks do not fill the device, and need not
            kernel[blocks, BLOCK, stream](attempts, most, tuple(control.tolist()), *arrays, data, cuda.as_cuda_array(own))

    return run


def kernel_of(text: str, unknowns: int, method_name: str) -> Callable:
    """The kernel, compiled at its first call."""
    chosen = method(method_name)
    advance = compiled_advance("cuda", cuda.jit(device=True), text, chosen, unknowns)
    shape = (chosen.stages + 1, unknowns)

    @cuda.jit
    def kernel(attempts, most, control, times, Y, F, T, H, due, counts, status, grow, index, out, shared, own):
        row = cuda.grid(1)
        if row < T.size:
            y, y_new, work = cuda.local.array(unknowns, float64), cuda.local.array(unknowns, float64), cuda.local.array(shape, float64)
            advance(row, attempts, most, control, times, Y, F, T, H, due, counts, status, grow, index, out, shared, own, y, y_new, work)

    return kernel
