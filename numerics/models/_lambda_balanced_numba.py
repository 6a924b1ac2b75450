"""The sweep of ``_lambda_balanced_sweep`` in one compiled pass: the same steps, several times of one trajectory side by side, so that
every inner loop is over neighbouring numbers and becomes vector instructions.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from theoremtest.numerics.kernels import scalar_math
from theoremtest.numerics.models._lambda_balanced_sweep import EARLY

LANES = 64  # times side by side, at most


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _product(x, y, part):
    """Over the rows, four at a time, so that the sum is loaded and stored less often."""
    rows = x.shape[0]
    for lane in range(part.size):
        part[lane] = 0.0
    whole = rows - rows % 4
    for row in range(0, whole, 4):
        for lane in range(part.size):
            part[lane] += (x[row, lane] * y[row, lane] + x[row + 1, lane] * y[row + 1, lane]
                           + (x[row + 2, lane] * y[row + 2, lane] + x[row + 3, lane] * y[row + 3, lane]))
    for row in range(whole, rows):
        for lane in range(part.size):
            part[lane] += x[row, lane] * y[row, lane]


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _orthonormal(columns, carried, part):
    """Columns (h, rows, lanes) made orthonormal from the first to the last, twice each; what is done to them is done to ``carried``."""
    h, rows = columns.shape[:2]
    for place in range(h):
        for _ in range(2 if place else 0):
            for other in range(place):
                _product(columns[other], columns[place], part)
                for row in range(rows):
                    for lane in range(part.size):
                        columns[place, row, lane] -= part[lane] * columns[other, row, lane]
                for row in range(carried.shape[1]):
                    for lane in range(part.size):
                        carried[place, row, lane] -= part[lane] * carried[other, row, lane]
        _product(columns[place], columns[place], part)
        for lane in range(part.size):
            part[lane] = 1 / np.sqrt(part[lane])
        for row in range(rows):
            for lane in range(part.size):
                columns[place, row, lane] *= part[lane]
        for row in range(carried.shape[1]):
            for lane in range(part.size):
                carried[place, row, lane] *= part[lane]


@njit(error_model="numpy", nogil=True, cache=True)
def _late(L, sign, excess, half, grown, pivot, t, columns, scale):
    rows, h = L.shape
    height = np.empty(t.size)
    for row in range(rows):
        value = sign[row] * half + excess[row]
        size = abs(value)
        for lane in range(t.size):
            height[lane] = np.sqrt(scalar_math.decayed(2 * size, 0.0, t[lane]) / (2 * size) if size > 0 else t[lane])
        falls = min(value, 0.0)
        for lane in range(t.size):
            scale[row, lane] = scalar_math.decay(-falls, 0.0, t[lane]) / (height[lane] if height[lane] > 0 else 1.0)
        first, second = (sign[row], excess[row]) if value > 0 else (0.0, 0.0)
        for column in range(h):
            entry = L[row, column]
            rate = max(0.0, (grown[column] - first) * half + (pivot[column] - second)) if entry != 0.0 else 0.0
            if rate == 0.0:
                for lane in range(t.size):
                    columns[column, row, lane] = entry * height[lane]
            else:
                for lane in range(t.size):
                    columns[column, row, lane] = entry * height[lane] * scalar_math.decay(rate, 0.0, t[lane])
    for column in range(h):
        columns[column, rows:] = 0.0
        rate = grown[column] * half + pivot[column]
        for lane in range(t.size):
            columns[column, rows + column, lane] = scalar_math.decay(rate, 0.0, t[lane])


@njit(error_model="numpy", nogil=True, cache=True)
def _early(Y, Q, frame, sign, excess, half, t, columns, carried):
    rows, h = Y.shape
    change, height = np.empty(t.size), np.empty(t.size)
    for column in range(h):
        for row in range(rows):
            carried[column, row] = Q[row, column]
        columns[column, rows:] = 0.0
        columns[column, rows + column] = 1.0
    for row in range(rows):
        value = sign[row] * half + excess[row]
        for lane in range(t.size):
            change[lane] = scalar_math.expm1(t[lane] * value)
            height[lane] = np.sqrt(change[lane] * (change[lane] + 2) / (2 * value) if value != 0 else t[lane])
        for column in range(h):
            for lane in range(t.size):
                columns[column, row, lane] = height[lane] * Y[row, column]
            for place in range(rows):
                for lane in range(t.size):
                    carried[column, place, lane] += frame[place, row] * (change[lane] * Y[row, column])


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _turned(columns, scale, frame, result):
    rows = frame.shape[0]
    whole = rows - rows % 4
    for column in range(columns.shape[0]):
        for mode in range(rows):
            for lane in range(scale.shape[1]):
                columns[column, mode, lane] *= scale[mode, lane]
        x = columns[column]
        for row in range(rows):
            y, share = result[column, row], frame[row]
            for lane in range(x.shape[1]):
                y[lane] = 0.0
            for mode in range(0, whole, 4):
                a, b, c, d = share[mode], share[mode + 1], share[mode + 2], share[mode + 3]
                for lane in range(x.shape[1]):
                    y[lane] += a * x[mode, lane] + b * x[mode + 1, lane] + (c * x[mode + 2, lane] + d * x[mode + 3, lane])
            for mode in range(whole, rows):
                for lane in range(x.shape[1]):
                    y[lane] += share[mode] * x[mode, lane]


@njit(error_model="numpy", nogil=True, cache=True)
def sweep(half, sign, excess, frame, state, echelon, grown, pivot, Q, times, out):
    """Fills ``out`` (n, T, N, h) with factors of Q Q^T at ``times`` (n, T), from a ``Start``'s arrays."""
    count, rows, h = state.shape
    moments = times.shape[1]
    pieces = max(1, -(-moments // LANES))
    lanes = max(1, -(-moments // pieces))  # as even as they can be
    columns, result, nothing = np.empty((h, rows + h, lanes)), np.empty((h, rows, lanes)), np.empty((h, 0, lanes))
    scale, part, t, late = np.empty((rows, lanes)), np.empty(lanes), np.empty(lanes), np.empty(lanes)
    for start in range(count):
        largest = 0.0
        for row in range(rows):
            largest = max(largest, abs(sign[start, row] * half[start] + excess[start, row]))
        for first in range(0, moments, lanes):
            used = min(lanes, moments - first)
            for lane in range(lanes):
                t[lane] = times[start, first + min(lane, used - 1)]
            early = 0
            while early < used and largest * t[early] <= EARLY:
                early += 1
            if early < used:
                for lane in range(lanes):
                    late[lane] = max(t[lane], t[early])
                _late(echelon[start], sign[start], excess[start], half[start], grown[start], pivot[start], late, columns, scale)
                _orthonormal(columns, nothing, part)
                _turned(columns, scale, frame[start], result)
                _stored(result, out[start, first:first + used], early, used)
            if early:
                for lane in range(lanes):
                    t[lane] = min(t[lane], t[early - 1])
                _early(state[start], Q[start], frame[start], sign[start], excess[start], half[start], t, columns, result)
                _orthonormal(columns, result, part)
                _stored(result, out[start, first:first + used], 0, early)


@njit(error_model="numpy", nogil=True, cache=True)
def _stored(result, out, begin, end):
    for lane in range(begin, end):
        for row in range(out.shape[1]):
            for column in range(out.shape[2]):
                out[lane, row, column] = result[column, row, lane]
