"""Small matrices whose entries are exact rationals or balls; what the matrix part of an expression is worked out in."""

from __future__ import annotations

from flint import arb_mat, fmpq, fmpq_mat

from .rules import ONE, ZERO, Imprecise, NotEvaluable, Undefined, ball, exact


class Grid:
    """A matrix of values, row by row."""

    __slots__ = ("columns", "entries", "rows")

    def __init__(self, rows: int, columns: int, entries: list):
        self.rows, self.columns, self.entries = rows, columns, entries

    def __getitem__(self, place):
        i, j = place
        if not (0 <= i < self.rows and 0 <= j < self.columns):
            raise NotEvaluable(f"no entry [{i}, {j}] in a matrix of shape ({self.rows}, {self.columns})")
        return self.entries[i * self.columns + j]

    @property
    def shape(self):
        """(rows, columns)."""
        return (self.rows, self.columns)

    def line(self, i):
        """The entries of row i."""
        return self.entries[i * self.columns:(i + 1) * self.columns]

    def map(self, rule):
        """The grid with a rule applied to every entry."""
        return Grid(self.rows, self.columns, [rule(entry) for entry in self.entries])

    def __add__(self, other):
        same_shape(self, other)
        return Grid(self.rows, self.columns, [x + y for x, y in zip(self.entries, other.entries)])

    def __matmul__(self, other):
        if self.columns != other.rows:
            raise NotEvaluable(f"shapes {self.shape} and {other.shape} do not multiply")
        columns = [other.entries[j::other.columns] for j in range(other.columns)]
        return Grid(self.rows, other.columns, [inner(self.line(i), column) for i in range(self.rows) for column in columns])

    @property
    def T(self):
        """The transpose."""
        return Grid(self.columns, self.rows, [x for j in range(self.columns) for x in self.entries[j::self.columns]])

    def flint(self):
        """The grid as a FLINT matrix: rational where every entry is exact, of balls otherwise."""
        if all(exact(x) for x in self.entries):
            return fmpq_mat(self.rows, self.columns, self.entries)
        return arb_mat(self.rows, self.columns, [ball(x) for x in self.entries])

    def inverse(self):
        """The inverse matrix; Undefined where the matrix is exactly singular, Imprecise where it may be."""
        if self.rows != self.columns:
            raise NotEvaluable(f"a matrix of shape {self.shape} has no inverse")
        held = self.flint()
        try:
            inverse = held.inv()
        except ZeroDivisionError:
            if isinstance(held, fmpq_mat):
                raise Undefined("inverse of a singular matrix") from None
            raise Imprecise("a matrix may be singular") from None
        return Grid(self.rows, self.columns, list(inverse.entries()))

    def pseudo_inverse(self):
        """The pseudo-inverse, by a factorisation of full rank; Imprecise where the rank is not seen, as it jumps there."""
        held = self.flint()
        if not isinstance(held, fmpq_mat):
            return self._left_inverse() if self.rows >= self.columns else self.T._left_inverse().T
        reduced, rank = held.rref()
        if rank == 0:
            return Grid(self.columns, self.rows, [ZERO] * (self.rows * self.columns))
        pivots = [next(j for j in range(self.columns) if reduced[i, j] != 0) for i in range(rank)]
        columns = Grid(self.rows, rank, [self[i, j] for i in range(self.rows) for j in pivots])
        rows = Grid(rank, self.columns, [reduced[i, j] for i in range(rank) for j in range(self.columns)])
        return rows.T @ (rows @ rows.T).inverse() @ columns._left_inverse()

    def _left_inverse(self):
        return (self.T @ self).inverse() @ self.T

    def determinant(self):
        """The determinant."""
        return self.flint().det()

    def power(self, n: int):
        """A whole power, the inverse for negative ones."""
        if n < 0:
            return self.inverse().power(-n)
        result, square = identity(self.rows), self
        while n:
            if n & 1:
                result = result @ square
            n >>= 1
            if n:
                square = square @ square
        return result


def identity(n: int) -> Grid:
    """The identity matrix of size n."""
    return Grid(n, n, [ONE if i == j else ZERO for i in range(n) for j in range(n)])


def same_shape(left, right):
    """Raise NotEvaluable unless two grids have one shape."""
    if left.shape != right.shape:
        raise NotEvaluable(f"shapes {left.shape} and {right.shape} differ")


def inner(left, right):
    """The sum of products of two lists of values."""
    total = ZERO
    for x, y in zip(left, right):
        total = total + times(x, y)
    return total


def times(x, y):
    """A product in which an exact zero stays exact."""
    # an exact zero stays exact next to a ball
    if (x.__class__ is fmpq and x == 0) or (y.__class__ is fmpq and y == 0):
        return ZERO
    return x * y


def kronecker(left: Grid, right: Grid) -> Grid:
    """The Kronecker product."""
    entries = [times(left[i, j], right[k, m]) for i in range(left.rows) for k in range(right.rows)
               for j in range(left.columns) for m in range(right.columns)]
    return Grid(left.rows * right.rows, left.columns * right.columns, entries)


def hadamard(left: Grid, right: Grid) -> Grid:
    """The product entry by entry."""
    same_shape(left, right)
    return Grid(left.rows, left.columns, [times(x, y) for x, y in zip(left.entries, right.entries)])


def diagonal(vector: Grid) -> Grid:
    """The diagonal matrix of a vector."""
    n = len(vector.entries)
    return Grid(n, n, [vector.entries[i] if i == j else ZERO for i in range(n) for j in range(n)])
