"""The sweep of ``_lambda_balanced_sweep`` in one compiled pass: the same steps, several times of one trajectory side by side, so that
every inner loop is over neighbouring numbers and becomes vector instructions.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rederive.numerics.kernels import scalar_math
from rederive.numerics.models._lambda_balanced_sweep import EARLY

LANES = 64  # times side by side


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _orthonormal(columns, carried, part):
    """Columns (h, rows, LANES) made orthonormal from the first to the last, twice each; what is done to them is done to ``carried``."""
    h, rows = columns.shape[:2]
    for place in range(h):
        for _ in range(2 if place else 0):
            for other in range(place):
                part[:] = 0.0
                for row in range(rows):
                    for lane in range(LANES):
                        part[lane] += columns[other, row, lane] * columns[place, row, lane]
                for row in range(rows):
                    for lane in range(LANES):
                        columns[place, row, lane] -= part[lane] * columns[other, row, lane]
                for row in range(carried.shape[1]):
                    for lane in range(LANES):
                        carried[place, row, lane] -= part[lane] * carried[other, row, lane]
        part[:] = 0.0
        for row in range(rows):
            for lane in range(LANES):
                part[lane] += columns[place, row, lane] * columns[place, row, lane]
        for lane in range(LANES):
            part[lane] = 1 / np.sqrt(part[lane])
        for row in range(rows):
            for lane in range(LANES):
                columns[place, row, lane] *= part[lane]
        for row in range(carried.shape[1]):
            for lane in range(LANES):
                carried[place, row, lane] *= part[lane]


@njit(error_model="numpy", nogil=True, cache=True)
def _late(L, sign, excess, half, grown, pivot, t, columns, scale):
    rows, h = L.shape
    height = np.empty(LANES)
    for row in range(rows):
        value = sign[row] * half + excess[row]
        size = abs(value)
        for lane in range(LANES):
            height[lane] = np.sqrt(scalar_math.decayed(2 * size, 0.0, t[lane]) / (2 * size) if size > 0 else t[lane])
        falls = min(value, 0.0)
        for lane in range(LANES):
            scale[row, lane] = scalar_math.decay(-falls, 0.0, t[lane]) / (height[lane] if height[lane] > 0 else 1.0)
        first, second = (sign[row], excess[row]) if value > 0 else (0.0, 0.0)
        for column in range(h):
            entry = L[row, column]
            rate = max(0.0, (grown[column] - first) * half + (pivot[column] - second)) if entry != 0.0 else 0.0
            if rate == 0.0:
                for lane in range(LANES):
                    columns[column, row, lane] = entry * height[lane]
            else:
                for lane in range(LANES):
                    columns[column, row, lane] = entry * height[lane] * scalar_math.decay(rate, 0.0, t[lane])
    for column in range(h):
        columns[column, rows:] = 0.0
        rate = grown[column] * half + pivot[column]
        for lane in range(LANES):
            columns[column, rows + column, lane] = scalar_math.decay(rate, 0.0, t[lane])


@njit(error_model="numpy", nogil=True, cache=True)
def _early(Y, Q, frame, sign, excess, half, t, columns, carried):
    rows, h = Y.shape
    change = np.empty(LANES)
    for column in range(h):
        for row in range(rows):
            carried[column, row] = Q[row, column]
        columns[column, rows:] = 0.0
        columns[column, rows + column] = 1.0
    for row in range(rows):
        value = sign[row] * half + excess[row]
        for lane in range(LANES):
            now = t[lane] * value
            change[lane] = np.expm1(now)
            height = np.sqrt(np.expm1(2 * now) / (2 * value)) if value != 0 else np.sqrt(t[lane])
            for column in range(h):
                columns[column, row, lane] = height * Y[row, column]
        for column in range(h):
            for place in range(rows):
                for lane in range(LANES):
                    carried[column, place, lane] += frame[place, row] * (change[lane] * Y[row, column])


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _turned(columns, scale, frame, result):
    rows = frame.shape[0]
    for column in range(columns.shape[0]):
        for mode in range(rows):
            for lane in range(LANES):
                columns[column, mode, lane] *= scale[mode, lane]
        result[column] = 0.0
        for row in range(rows):
            for mode in range(rows):
                share = frame[row, mode]
                for lane in range(LANES):
                    result[column, row, lane] += share * columns[column, mode, lane]


@njit(error_model="numpy", nogil=True, cache=True)
def sweep(half, sign, excess, frame, state, echelon, grown, pivot, Q, times, out):
    """Fills ``out`` (n, T, N, h) with factors of Q Q^T at ``times`` (n, T), from a ``Start``'s arrays."""
    count, rows, h = state.shape
    moments = times.shape[1]
    columns, result, nothing = np.empty((h, rows + h, LANES)), np.empty((h, rows, LANES)), np.empty((h, 0, LANES))
    scale, part, t, late = np.empty((rows, LANES)), np.empty(LANES), np.empty(LANES), np.empty(LANES)
    for start in range(count):
        largest = 0.0
        for row in range(rows):
            largest = max(largest, abs(sign[start, row] * half[start] + excess[start, row]))
        for first in range(0, moments, LANES):
            used = min(LANES, moments - first)
            for lane in range(LANES):
                t[lane] = times[start, first + min(lane, used - 1)]
            early = 0
            while early < used and largest * t[early] <= EARLY:
                early += 1
            if early < used:
                for lane in range(LANES):
                    late[lane] = max(t[lane], t[early])
                _late(echelon[start], sign[start], excess[start], half[start], grown[start], pivot[start], late, columns, scale)
                _orthonormal(columns, nothing, part)
                _turned(columns, scale, frame[start], result)
                _stored(result, out[start, first:first + used], early, used)
            if early:
                for lane in range(LANES):
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
