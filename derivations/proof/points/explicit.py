"""Expressions written out in numbers at a point, and their derivatives there: entry by entry, without any calculus of words.

A matrix symbol becomes a matrix of its entries, an inner product a sum, a trace a sum of the diagonal. A derivative is that of a
function of one step along a direction. It is slow and plain on purpose: what it says can be held against what a proof says.
"""

from __future__ import annotations

from sympy import (
    Derivative,
    Determinant,
    DiagMatrix,
    Dummy,
    Identity,
    ImmutableMatrix,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    S,
    Symbol,
    Trace,
    Transpose,
    diag,
    diff,
    eye,
    ones,
    zeros,
)
from sympy import Inverse as InverseMatrix
from sympy.matrices.exceptions import NonInvertibleMatrixError
from sympy.matrices.expressions import MatrixExpr, OneMatrix, ZeroMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from theoremtest.derivations.language.blocks import Blocks
from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.kronecker import Kron, Vec
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.symbols import Dot

LARGEST = 4
"""Sizes up to which matrices are written out."""


class NotExplicit(Exception):
    """The expression has a part that is not written out here, or a size that is too large."""


def explicit(expression, values: dict):
    """The expression with values for its symbols, matrices as explicit ones; NaN where some part of it has no value. Raises NotExplicit."""
    if isinstance(expression, MatrixSymbol):
        return _known(expression, values)
    if isinstance(expression, Symbol):
        return values.get(expression, expression)
    if isinstance(expression, ImmutableMatrix):
        return ImmutableMatrix(*expression.shape, [explicit(entry, values) for entry in expression.flat()])
    if not expression.args:
        return expression
    if isinstance(expression, (Identity, ZeroMatrix, OneMatrix)):
        rows, columns = (_size(side, values) for side in expression.shape)
        return ImmutableMatrix(eye(rows) if isinstance(expression, Identity) else
                               ones(rows, columns) if isinstance(expression, OneMatrix) else zeros(rows, columns))
    if isinstance(expression, MatrixElement):
        matrix, row, column = expression.args
        return explicit(matrix, values)[int(row), int(column)]
    if isinstance(expression, Blocks):
        return ImmutableMatrix.vstack(*(ImmutableMatrix.hstack(*(explicit(block, values) for block in row))
                                        for row in expression.rows_of_blocks))
    if isinstance(expression, Diagonal):
        columns = [explicit(vector, values).flat() for _, vector in expression.pairs]
        return ImmutableMatrix(diag(*(explicit(expression.entry_at(entries), values) for entries in zip(*columns, strict=True))))
    if isinstance(expression, Derivative):
        return explicit(_carried_out(expression), values)
    parts = [explicit(part, values) for part in expression.args]
    if any(part is S.NaN or part is S.ComplexInfinity for part in parts):
        return S.NaN  # SymPy makes zero of what is divided by a division by zero
    rule = next((rule for head, rule in _RULES if isinstance(expression, head)), None)
    if rule is None and isinstance(expression, MatrixExpr):
        raise NotExplicit(f"{type(expression).__name__} is not written out")
    made = rule(*parts) if rule else expression.func(*parts)
    return S.NaN if made is S.ComplexInfinity else made


def _carried_out(derivative: Derivative):
    """A derivative as a formula in its variables, before they are numbers."""
    found = derivative.doit(deep=False)
    if isinstance(found, Derivative):
        raise NotExplicit(f"{derivative} is not carried out")
    return found


def _known(symbol, values):
    if symbol in values:
        return values[symbol]
    raise NotExplicit(f"no value for {symbol}")


def _size(size, values) -> int:
    size = explicit(size, values)
    if not size.is_Integer or size > LARGEST:
        raise NotExplicit(f"size {size}")
    return int(size)


def _product(*parts):
    made = S.One
    for part in parts:
        made = part if made is S.One else made * part
    return made


def _sum(*parts):
    made = parts[0]
    for part in parts[1:]:
        made = made + part
    return made


def _kron(left, right):
    rows, columns = left.rows * right.rows, left.cols * right.cols
    return ImmutableMatrix(rows, columns, lambda i, j: left[i // right.rows, j // right.cols] * right[i % right.rows, j % right.cols])


def _power(base, exponent):
    if not exponent.is_Integer:
        raise NotExplicit("a matrix power that is not whole")
    return base**exponent


def _inverse(matrix, *_):
    try:
        return matrix.inv()
    except NonInvertibleMatrixError:
        raise NotExplicit("the inverse of a singular matrix") from None


def _function(formula, eigenvalue, matrix):
    """A function of a diagonal matrix, entry by entry; the axes of others are not written out."""
    if not matrix.is_diagonal():
        raise NotExplicit("a function of a matrix that is not diagonal")
    return ImmutableMatrix(*matrix.shape, lambda i, j: formula.subs(eigenvalue, matrix[i, i]) if i == j else S.Zero)


_RULES = (
    (MatrixFunction, _function), (DiagMatrix, lambda vector: ImmutableMatrix(diag(*vector))),
    (Dot, lambda left, right: (left.T * right)[0, 0]), (Trace, lambda matrix: matrix.trace()),
    (Determinant, lambda matrix: matrix.det()), (Transpose, lambda matrix: matrix.T), (InverseMatrix, _inverse),
    (PseudoInverse, lambda matrix: matrix.pinv()),
    (MatMul, _product), (MatAdd, _sum), (MatPow, _power), (Kron, _kron),
    (Vec, lambda matrix: ImmutableMatrix(matrix.rows * matrix.cols, 1, matrix.T.flat())))


def along(expression, point: dict, direction: dict):
    """The derivative at a point along a direction, which gives some symbols a rate of their own. NotExplicit where a rate has no value."""
    if any(rate is S.NaN for rate in direction.values()):
        raise NotExplicit("a rate has no value")
    step = Dummy("h", real=True)
    moved = {**point, **{symbol: point[symbol] + step * rate for symbol, rate in direction.items()}}
    return at_zero(explicit(expression, moved), step)


def at_zero(value, step: Dummy, order: int = 1):
    """The derivative of an order by a step, where the step is 0; entry by entry."""
    if isinstance(value, ImmutableMatrix):
        return ImmutableMatrix(*value.shape, [at_zero(entry, step, order) for entry in value.flat()])
    return diff(value, step, order).subs(step, S.Zero)


def units(symbol, point: dict) -> list:
    """The directions of a symbol's entries: one for a scalar, in order for a matrix."""
    value = point[symbol]
    if not isinstance(value, ImmutableMatrix):
        return [S.One]
    return [ImmutableMatrix(*value.shape, lambda i, j, k=k: S.One if i * value.cols + j == k else S.Zero)
            for k in range(value.rows * value.cols)]


def gradient(expression, symbol, point: dict):
    """The derivatives by a symbol's entries, in its shape."""
    slopes = [along(expression, point, {symbol: unit}) for unit in units(symbol, point)]
    return ImmutableMatrix(*point[symbol].shape, slopes) if isinstance(point[symbol], ImmutableMatrix) else slopes[0]


def hessian(expression, symbol, point: dict) -> ImmutableMatrix:
    """The second derivatives by the entries of a vector."""
    one, other = Dummy("h", real=True), Dummy("k", real=True)
    axes = units(symbol, point)
    return ImmutableMatrix(len(axes), len(axes), lambda i, j: at_zero(at_zero(
        explicit(expression, {**point, symbol: point[symbol] + one * axes[i] + other * axes[j]}), one), other))
