"""Small matrices as lists of rows of mpmath's numbers: adding up and multiplying them without the library's own matrices.

Those look every entry up in a table and convert it, which takes longer than the arithmetic on the few numbers that the routes work with.
An entry of a product is one sum of exact products, rounded once, as there.
"""

from __future__ import annotations

from collections.abc import Iterable

import mpmath
from mpmath import libmp

Rows = list[list[mpmath.mpf]]
"""Rows of a matrix: nobody changes them once they are made."""


def rows_of(matrix: mpmath.matrix) -> Rows:
    """The rows of one of mpmath's matrices."""
    return [[matrix[i, j] for j in range(matrix.cols)] for i in range(matrix.rows)]


def plus(left: Rows, right: Rows) -> Rows:
    """The sum of two matrices of one shape."""
    _same(left, right)
    return [[a + b for a, b in zip(one, other, strict=True)] for one, other in zip(left, right, strict=True)]


def times(left: Rows, right: Rows) -> Rows:
    """The product of an (m, k) and a (k, n) matrix."""
    if left and len(left[0]) != len(right):
        raise ValueError(f"a matrix of {len(left[0])} columns times one of {len(right)} rows")
    precision, rounding = mpmath.mp._prec_rounding
    columns = [[entry._mpf_ for entry in column] for column in zip(*right, strict=True)]
    make, add, multiply = mpmath.mp.make_mpf, libmp.mpf_sum, libmp.mpf_mul
    return [[make(add([multiply(a, b) for a, b in zip(row, column, strict=True)], precision, rounding)) for column in columns]
            for row in ([entry._mpf_ for entry in entries] for entries in left)]


def scaled(matrix: Rows, factor: mpmath.mpf) -> Rows:
    """A matrix times a number."""
    return [[entry * factor for entry in row] for row in matrix]


def transposed(matrix: Rows) -> Rows:
    """Rows for columns."""
    return [list(column) for column in zip(*matrix, strict=True)]


def unit(size: int) -> Rows:
    """The identity matrix."""
    return diagonal([mpmath.mpf(1)] * size)


def filled(rows: int, columns: int, entry: int) -> Rows:
    """A matrix of one number."""
    return [[mpmath.mpf(entry)] * columns for _ in range(rows)]


def diagonal(entries: Iterable[mpmath.mpf]) -> Rows:
    """The diagonal matrix of these entries."""
    entries, zero = list(entries), mpmath.mpf(0)
    return [[entry if i == j else zero for j in range(len(entries))] for i, entry in enumerate(entries)]


def _same(left: Rows, right: Rows) -> None:
    if len(left) != len(right) or len(left[0]) != len(right[0]):
        raise ValueError(f"matrices of {len(left)} and {len(right)} rows, {len(left[0])} and {len(right[0])} columns are added")
