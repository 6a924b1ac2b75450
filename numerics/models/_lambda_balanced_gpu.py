"""The sweep of ``_lambda_balanced_sweep`` on a GPU, one start at one time to a thread: the same steps in one pass, where Torch makes one
pass over the whole batch for each operation. Imported where Numba's CUDA target is wanted.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import torch
from numba import cuda, float64

from theoremtest.numerics.models._lambda_balanced_sweep import EARLY

BLOCK = 128
"""Threads of a block."""


def sweep(begun: Any, times: torch.Tensor) -> torch.Tensor:
    """Factors (n, T, N, h) at times (n, T), from a ``Start``'s arrays as tensors on the device of the times, in Torch's stream."""
    rows, h = begun.state.shape[1:]
    result = times.new_empty((*times.shape, rows, h))
    if times.numel():
        largest = begun.eigenvalues.abs().amax(1)
        given = (begun.half, begun.sign, begun.excess, begun.frame, begun.state, begun.echelon, begun.grown, begun.pivot, begun.Q, largest)
        stream = cuda.external_stream(torch.cuda.current_stream(times.device).cuda_stream)
        arrays = [cuda.as_cuda_array(part.contiguous()) for part in (*given, times, result)]
        kernel_of(rows, h)[-(-times.numel() // BLOCK), BLOCK, stream](*arrays)
    return result


@cache
def kernel_of(rows: int, h: int) -> Callable:
    """The kernel for matrices of this size, which is then known to the compiler; it is compiled at its first call."""
    wide = rows + h
    whole, upper = (h, wide), (h, rows)
    late, early = _late(rows, h), _early(rows, h)

    @cuda.jit
    def kernel(half, sign, excess, frame, state, echelon, grown, pivot, Q, largest, times, out):
        point = cuda.grid(1)
        if point < times.size:
            start, moment = point // times.shape[1], point % times.shape[1]
            columns, carried = cuda.local.array(whole, float64), cuda.local.array(upper, float64)
            scale = cuda.local.array(rows, float64)
            t = times[start, moment]
            if largest[start] * t <= EARLY:
                early(sign[start], excess[start], half[start], frame[start], state[start], Q[start], t, columns, carried,
                      out[start, moment])
            else:
                late(sign[start], excess[start], half[start], frame[start], echelon[start], grown[start], pivot[start], t, columns,
                     carried, scale, out[start, moment])

    return kernel


def _late(rows: int, h: int) -> Callable:
    orthonormal = _orthonormal(rows + h, h, 0)

    @cuda.jit(device=True)
    def late(sign, excess, half, frame, echelon, grown, pivot, t, columns, carried, scale, out):
        for row in range(rows):
            value = sign[row] * half + excess[row]
            size = abs(value)
            height = math.sqrt(-math.expm1(-2 * size * t) / (2 * size)) if size > 0 else math.sqrt(t)
            scale[row] = (1.0 if value > 0 else math.exp(value * t)) / (height if height > 0 else 1.0)
            first, second = (sign[row], excess[row]) if value > 0 else (0.0, 0.0)
            for column in range(h):
                entry = echelon[row, column]
                exponent = min(0.0, (first - grown[column]) * half + (second - pivot[column])) if entry != 0.0 else 0.0
                columns[column, row] = entry * (height * math.exp(exponent * t))
        for column in range(h):
            for row in range(h):
                columns[column, rows + row] = 0.0
            columns[column, rows + column] = math.exp(-(grown[column] * half + pivot[column]) * t)
        orthonormal(columns, carried)
        for row in range(rows):
            for column in range(h):
                total = 0.0
                for mode in range(rows):
                    total += frame[row, mode] * (columns[column, mode] * scale[mode])
                out[row, column] = total

    return late


def _early(rows: int, h: int) -> Callable:
    orthonormal = _orthonormal(rows + h, h, rows)

    @cuda.jit(device=True)
    def early(sign, excess, half, frame, Y, Q, t, columns, carried, out):
        for column in range(h):
            for row in range(rows):
                carried[column, row] = Q[row, column]
            for row in range(h):
                columns[column, rows + row] = 0.0
            columns[column, rows + column] = 1.0
        for row in range(rows):
            value = sign[row] * half + excess[row]
            change = math.expm1(value * t)
            height = math.sqrt(math.expm1(2 * value * t) / (2 * value)) if value != 0 else math.sqrt(t)
            for column in range(h):
                columns[column, row] = height * Y[row, column]
                for place in range(rows):
                    carried[column, place] += frame[place, row] * (change * Y[row, column])
        orthonormal(columns, carried)
        for row in range(rows):
            for column in range(h):
                out[row, column] = carried[column, row]

    return early


def _orthonormal(wide: int, h: int, kept: int) -> Callable:
    """Columns (h, wide) made orthonormal from the first to the last, twice each; what is done to them is done to ``kept`` carried rows."""

    @cuda.jit(device=True)
    def product(columns, one, other):
        total = 0.0
        for row in range(wide):
            total += columns[one, row] * columns[other, row]
        return total

    @cuda.jit(device=True)
    def orthonormal(columns, carried):
        for place in range(h):
            for _ in range(2 if place else 0):
                for other in range(place):
                    part = product(columns, other, place)
                    for row in range(wide):
                        columns[place, row] -= part * columns[other, row]
                    for row in range(kept):
                        carried[place, row] -= part * carried[other, row]
            size = math.sqrt(product(columns, place, place))
            for row in range(wide):
                columns[place, row] /= size
            for row in range(kept):
                carried[place, row] /= size

    return orthonormal
