"""The sweep of ``_lambda_balanced_sweep`` in one compiled pass: one start and one time after the other, in the same steps."""

from __future__ import annotations

import numpy as np
from numba import njit

from rederive.numerics.models._lambda_balanced_sweep import EARLY


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _orthonormal(columns, carried):
    h, rows = columns.shape
    for place in range(h):
        column = columns[place]
        for _ in range(2 if place else 0):
            for other in range(place):  # all parts first, as the array code does, is no better conditioned than one after the other
                part = 0.0
                before = columns[other]
                for row in range(rows):
                    part += before[row] * column[row]
                for row in range(rows):
                    column[row] -= part * before[row]
                for row in range(carried.shape[1]):
                    carried[place, row] -= part * carried[other, row]
        size = 0.0
        for row in range(rows):
            size += column[row] * column[row]
        size = 1 / np.sqrt(size)
        for row in range(rows):
            column[row] *= size
        for row in range(carried.shape[1]):
            carried[place, row] *= size


@njit(error_model="numpy", nogil=True, cache=True)
def _late(L, sign, excess, half, grown, pivot, t, columns, scale):
    rows, h = L.shape
    for row in range(rows):
        value = sign[row] * half + excess[row]
        size = abs(value)
        height = np.sqrt(-np.expm1(-2 * size * t) / (2 * size)) if size > 0 else np.sqrt(t)
        scale[row] = (1.0 if value > 0 else np.exp(value * t)) / (height if height > 0 else 1.0)
        first, second = (sign[row], excess[row]) if value > 0 else (0.0, 0.0)
        for column in range(h):
            entry = L[row, column]
            if entry != 0.0:
                exponent = min(0.0, (first - grown[column]) * half + (second - pivot[column]))
                entry *= height * np.exp(exponent * t) if exponent != 0.0 else height
            columns[column, row] = entry
    for column in range(h):
        for place in range(h):
            columns[column, rows + place] = 0.0
        columns[column, rows + column] = np.exp(-(grown[column] * half + pivot[column]) * t)


@njit(error_model="numpy", nogil=True, cache=True)
def _early(Y, Q, frame, sign, excess, half, t, columns, carried):
    rows, h = Y.shape
    for column in range(h):
        for row in range(rows):
            carried[column, row] = Q[row, column]
    for row in range(rows):
        value = sign[row] * half + excess[row]
        change = np.expm1(value * t)
        height = np.sqrt(np.expm1(2 * value * t) / (2 * value)) if value != 0 else np.sqrt(t)
        for column in range(h):
            columns[column, row] = height * Y[row, column]
            part = change * Y[row, column]
            for place in range(rows):
                carried[column, place] += frame[place, row] * part
    for column in range(h):
        for place in range(h):
            columns[column, rows + place] = 0.0
        columns[column, rows + column] = 1.0


@njit(error_model="numpy", nogil=True, cache=True)
def sweep(half, sign, excess, frame, state, echelon, grown, pivot, Q, times, out):
    """Fills ``out`` (n, T, N, h) with factors of Q Q^T at ``times`` (n, T), from a ``Start``'s arrays."""
    count, rows, h = state.shape
    columns, carried, nothing = np.empty((h, rows + h)), np.empty((h, rows)), np.empty((h, 0))
    scale = np.empty(rows)
    for start in range(count):
        largest = 0.0
        for row in range(rows):
            largest = max(largest, abs(sign[start, row] * half[start] + excess[start, row]))
        turned = np.ascontiguousarray(frame[start].T)
        for moment in range(times.shape[1]):
            t = times[start, moment]
            target = out[start, moment]
            if largest * t <= EARLY:
                _early(state[start], Q[start], frame[start], sign[start], excess[start], half[start], t, columns, carried)
                _orthonormal(columns, carried)
                for row in range(rows):
                    for column in range(h):
                        target[row, column] = carried[column, row]
                continue
            _late(echelon[start], sign[start], excess[start], half[start], grown[start], pivot[start], t, columns, scale)
            _orthonormal(columns, nothing)
            for column in range(h):
                sums = carried[column]
                sums[:] = 0.0
                for mode in range(rows):
                    part = columns[column, mode] * scale[mode]
                    line = turned[mode]
                    for row in range(rows):
                        sums[row] += line[row] * part
                for row in range(rows):
                    target[row, column] = sums[row]
