"""The rotation of the hidden neurons along a trajectory, compiled: what Q Q^T leaves open is the solution O of a linear equation.

The layers' flow is Q' = F Q - Q Q^T Q/2, and the factor's columns G are made orthonormal from the first to the last. With Q = G O,
O' = K O, where K is antisymmetric and K_ij = (G^T G)_ij/2 for i < j: known at any time from the closed form, so that only O is integrated,
a matrix of N_h x N_h. Each step is Gauss's collocation at NODES nodes: it keeps O orthogonal, has a polynomial to read between the
nodes, and its length is chosen by how small the last Legendre coefficients of K are. K fades as the modes settle, and steps grow.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models._lambda_balanced_numba import _early, _late, _orthonormal
from theoremtest.numerics.models._lambda_balanced_sweep import EARLY

NODES = 16
FLOOR = 16 * UNIT  # a cosine between columns that rounding makes
TURNS = 30  # of a step's iteration, at most

_POINTS, _WEIGHTS = np.polynomial.legendre.leggauss(NODES)
_LEGENDRE = np.polynomial.legendre.legvander(_POINTS, NODES - 1)
TO_SERIES = np.ascontiguousarray((_LEGENDRE * _WEIGHTS[:, None]).T * (np.arange(NODES)[:, None] + 0.5))
"""From values at the nodes to Legendre coefficients."""
FROM_NODES = np.ascontiguousarray(TO_SERIES.T)
_INTEGRALS = np.stack([np.polynomial.legendre.legval(_POINTS, np.polynomial.legendre.legint(unit, lbnd=-1)) for unit in np.eye(NODES)]) / 2
INTEGRATED = np.ascontiguousarray(TO_SERIES.T @ _INTEGRALS)
"""(values at nodes, integrals from the step's begin to each node), for a step of length 1."""
SHARES, PLACES = _WEIGHTS / 2, (_POINTS + 1) / 2


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _speeds(columns, scale, K):
    """K (h, h, lanes) from orthonormal columns; what is rounding alone, once the columns have settled, counts as none."""
    h, rows = columns.shape[0], scale.shape[0]
    for column in range(h):
        for row in range(rows):
            for lane in range(NODES):
                columns[column, row, lane] *= scale[row, lane]
        for other in range(column + 1):
            entry = K[other, column]
            for lane in range(NODES):
                entry[lane] = 0.0
            for row in range(rows):
                for lane in range(NODES):
                    entry[lane] += columns[other, row, lane] * columns[column, row, lane]
    for column in range(h):
        for other in range(column):
            for lane in range(NODES):
                value = K[other, column, lane]
                if abs(value) <= FLOOR * np.sqrt(K[other, other, lane] * K[column, column, lane]):
                    value = 0.0
                K[other, column, lane], K[column, other, lane] = value / 2, -value / 2
    for column in range(h):
        K[column, column] = 0.0


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _roughness(K):
    """The largest of the last two Legendre coefficients of K's entries."""
    worst = 0.0
    for column in range(K.shape[0]):
        for other in range(column):
            for degree in range(NODES - 2, NODES):
                total = 0.0
                for lane in range(NODES):
                    total += TO_SERIES[degree, lane] * K[other, column, lane]
                worst = max(worst, abs(total))
    return worst


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _solved(K, length, O, speed, inside, tolerance):
    """Fills ``speed`` with length K O at the nodes, from O at the step's begin; whether the iteration came to rest."""
    h = O.shape[0]
    moved = np.empty(NODES)
    for row in range(h):
        for column in range(h):
            inside[row, column] = O[row, column]
    for _ in range(TURNS):
        for lane in range(NODES):
            moved[lane] = 0.0
        for row in range(h):
            for column in range(h):
                sums = speed[row, column]
                for lane in range(NODES):
                    sums[lane] = 0.0
                for other in range(h):
                    for lane in range(NODES):
                        sums[lane] += length * K[row, other, lane] * inside[other, column, lane]
        for row in range(h):
            for column in range(h):
                now, rate, begin = inside[row, column], speed[row, column], O[row, column]
                for lane in range(NODES):
                    total = begin
                    for other in range(NODES):
                        total += rate[other] * INTEGRATED[other, lane]
                    moved[lane] = max(moved[lane], abs(total - now[lane]))
                    now[lane] = total
        change = 0.0
        for lane in range(NODES):
            change = max(change, moved[lane])
        if change <= tolerance:
            return True
    return False


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _expanded(speed, series):
    """Legendre coefficients (NODES, h, h) of the speed at the nodes (h, h, NODES)."""
    for row in range(speed.shape[0]):
        for column in range(speed.shape[0]):
            values = speed[row, column]
            for degree in range(NODES):
                total = 0.0
                for lane in range(NODES):
                    total += values[lane] * FROM_NODES[lane, degree]
                series[degree, row, column] = total


@njit(error_model="numpy", nogil=True, cache=True, fastmath={"contract"})
def _at(place, O, series, values, turned):
    """O at a place in [0, 1] of the step."""
    x = 2 * place - 1
    before, now = 1.0, x
    values[0] = place
    for degree in range(1, NODES):
        after = ((2 * degree + 1) * x * now - degree * before) / (degree + 1)
        values[degree] = (after - before) / (2 * (2 * degree + 1))
        before, now = now, after
    for row in range(O.shape[0]):
        for column in range(O.shape[0]):
            turned[row, column] = O[row, column]
    entries, found = series.reshape((NODES, O.size)), turned.reshape(O.size)
    for degree in range(NODES):
        for entry in range(found.size):
            found[entry] += entries[degree, entry] * values[degree]


@njit(error_model="numpy", nogil=True, cache=True)
def _closer(O, spare):
    """O made orthogonal to rounding, being nearly so: O (3 - O^T O)/2."""
    h = O.shape[0]
    for row in range(h):
        for column in range(h):
            total = 0.0
            for other in range(h):
                total += O[other, row] * O[other, column]
            spare[row, column] = (3.0 if row == column else 0.0) - total
    for row in range(h):
        for column in range(h):
            spare[h, column] = O[row, column]
        for column in range(h):
            total = 0.0
            for other in range(h):
                total += spare[h, other] * spare[other, column]
            O[row, column] = total / 2


@njit(error_model="numpy", nogil=True, cache=True)
def _stored(factor, O, inputs, outputs):
    """W1 (h, N_i) and W2 (N_o, h) of the factor (N_i + N_o, h) times O."""
    h, N_i = inputs.shape
    for column in range(h):
        for row in range(N_i):
            total = 0.0
            for other in range(h):
                total += factor[row, other] * O[other, column]
            inputs[column, row] = total
        for row in range(N_i, factor.shape[0]):
            total = 0.0
            for other in range(h):
                total += factor[row, other] * O[other, column]
            outputs[row - N_i, column] = total


@njit(error_model="numpy", nogil=True, cache=True)
def _of_early(early, late, basis, O, turned):
    """O for an early factor, whose columns are made orthonormal in another order: both are bases of one space."""
    h = O.shape[0]
    rows = early.shape[1] - h
    turned[:] = 0.0
    for one in range(h):
        for other in range(h):
            share = 0.0
            for row in range(rows):
                share += early[one, row, 0] * late[other, row, 0]
            for row in range(h):
                for place in range(h):
                    share += early[one, rows + row, 0] * basis[place, row] * late[other, rows + place, 0]
            for column in range(h):
                turned[one, column] += share * O[other, column]


@njit(error_model="numpy", nogil=True, cache=True)
def _along(half, sign, excess, frame, state, echelon, basis, grown, pivot, Q, times, factor, tolerance, inputs, outputs):
    """One trajectory of ``layers``."""
    rows, h = state.shape
    columns, scale, K = np.empty((h, rows + h, NODES)), np.empty((rows, NODES)), np.empty((h, h, NODES))
    part, t, nothing = np.empty(NODES), np.empty(NODES), np.empty((h, 0, NODES))
    speed, inside, series = np.empty((h, h, NODES)), np.empty((h, h, NODES)), np.zeros((NODES, h, h))
    O, turned, spare, values = basis.copy(), np.empty((h, h)), np.empty((h + 1, h)), np.empty(NODES)
    early, late, carried = np.empty((h, rows + h, 1)), np.empty((h, rows + h, 1)), np.empty((h, rows, 1))
    moment, one, unused, none = np.empty(1), np.empty(1), np.empty((rows, 1)), np.empty((h, 0, 1))
    largest = 0.0
    for row in range(rows):
        largest = max(largest, abs(sign[row] * half + excess[row]))
    end, begin, done = times[times.size - 1], 0.0, 0
    rate = largest + (Q**2).sum()
    first = min(end, 1 / rate) if rate > 0 else end
    length, least = first, 1e-12 * end
    while done < times.size:
        rough = 0.0
        if end > 0:
            length = min(length, end - begin)
            for lane in range(NODES):
                t[lane] = begin + length * PLACES[lane]
            _late(echelon, sign, excess, half, grown, pivot, t, columns, scale)
            _orthonormal(columns, nothing, part)
            _speeds(columns, scale, K)
            rough = length * _roughness(K)
            if length > least and rough > tolerance:
                length *= max(0.2, 0.9 * (tolerance / rough) ** (1 / NODES))
                continue
            if not _solved(K, length, O, speed, inside, 1e-3 * tolerance) and length > least:
                length *= 0.5
                continue
            _expanded(speed, series)
        last = begin + length >= end
        while done < times.size and (last or times[done] <= begin + length):
            _at(min((times[done] - begin) / length, 1.0) if end > 0 else 0.0, O, series, values, turned)
            if largest * times[done] <= EARLY:
                moment[0] = times[done]
                _late(echelon, sign, excess, half, grown, pivot, moment, late, unused)
                _orthonormal(late, none, one)
                _early(state, Q, frame, sign, excess, half, moment, early, carried)
                _orthonormal(early, none, one)
                spare[:h] = turned
                _of_early(early, late, basis, spare[:h], turned)
            _closer(turned, spare)
            _stored(factor[done], turned, inputs[done], outputs[done])
            done += 1
        for lane in range(NODES):
            for row in range(h):
                for column in range(h):
                    O[row, column] += SHARES[lane] * speed[row, column, lane]
        _closer(O, spare)
        begin += length
        length = min(length * min(4.0, 0.9 * (tolerance / max(rough, 1e-300)) ** (1 / NODES)), begin + first)


@njit(error_model="numpy", nogil=True, cache=True)
def layers(half, sign, excess, frame, state, echelon, basis, grown, pivot, Q, times, factor, tolerance, inputs, outputs):
    """Fills ``inputs`` (n, T, h, N_i) and ``outputs`` (n, T, N_o, h) from factors (n, T, N, h) at ``times`` (n, T) and a start.

    A step is as long as ``tolerance`` allows to the last Legendre coefficients of K, times its length; O then errs by less than a
    hundredth of it.
    """
    if times.shape[1]:
        for row in range(len(half)):
            _along(half[row], sign[row], excess[row], frame[row], state[row], echelon[row], basis[row], grown[row], pivot[row], Q[row],
                   times[row], factor[row], tolerance, inputs[row], outputs[row])
