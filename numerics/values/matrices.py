"""Values of vector and matrix expressions at a point of any size, and the numerical derivatives that the routes need.

SymPy's matrix expressions keep symbolic sizes; a point gives each symbol a number, each matrix symbol a matrix of
numbers. Nothing here differentiates a formula: derivatives are difference quotients at a precision high enough that
their error stays below the digits asked for, which `settle` checks by raising the precision until the value stands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import Any

import mpmath
import sympy
from sympy import Dummy, MatrixExpr, MatrixSymbol
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language import Dot
from theoremtest.derivations.language.blocks import Blocks
from theoremtest.derivations.language.diagonal import Diagonal, EveryEntry
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.kronecker import Kron, OverNeurons, Vec
from theoremtest.derivations.language.latex import in_words
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.spectra import LargestEigenvalue, Rank, SmallestEigenvalue, SpectralNorm
from theoremtest.numerics.values import spectra
from theoremtest.numerics.values.evaluate import NotDefined, Unsupported, evaluate, number
from theoremtest.numerics.values.rows import Rows, diagonal, filled, plus, rows_of, scaled, times, transposed, unit
from theoremtest.numerics.values.sums import whole_numbers, written_out

Point = Mapping[Any, Any]
MOST = 1280
"""Decimal digits beyond which no working precision is raised."""
NOISE = mpmath.mpf(10) ** (-MOST // 4)
"""What `settle` returns as 0 is at most this large."""
_SPECTRA = (SpectralNorm, LargestEigenvalue, SmallestEigenvalue, Rank)
_BY_HAND = (Dot, *_SPECTRA, sympy.Trace, sympy.Determinant, sympy.matrices.expressions.matexpr.MatrixElement,
            sympy.Derivative, AppliedUndef)
"""Scalars that are worked out here: those made of matrices, derivatives, and functions that a statement leaves open."""


def value(expression: Any, point: Point, digits: int = 50) -> Any:
    """The value of a scalar (mpf), a matrix expression (mpmath.matrix) or a condition (bool) at a point.

    point: numbers by Symbol, matrices of numbers by MatrixSymbol, integers by size symbol. Raises the errors of
    `theoremtest.numerics.values.evaluate`.
    """
    with mpmath.workdps(digits + 10):
        if isinstance(expression, EveryEntry):
            return all(value(expression.relation, there, digits) for there in entry_points(expression, point, digits))
        if is_matrix(expression):
            return _matrix(expression, point, digits + 10)
        return _scalar(sympy.sympify(expression, strict=True), point, digits)


def is_matrix(expression: Any) -> bool:
    return isinstance(expression, (MatrixExpr, sympy.MatrixBase)) and not isinstance(expression, sympy.Trace)


@lru_cache(maxsize=128)
def _plain(expression):
    """The expression with each outermost scalar that is worked out here replaced by a symbol, and the list of those."""
    found: dict = {}

    def replace(node):
        if isinstance(node, _BY_HAND):
            if node not in found:  # numbered, so that a reason reads the same in every run
                found[node] = Dummy(f"m_{len(found) + 1}", real=True)
            return found[node]
        if not node.args:
            return node
        arguments = [replace(argument) for argument in node.args]
        return node if all(a is b for a, b in zip(arguments, node.args, strict=True)) else node.func(*arguments)

    return replace(expression), tuple(found.items())


@lru_cache(maxsize=128)
def _speaks_of_sums(expression) -> bool:
    return expression.has(sympy.Sum)


def _scalar(expression, point: Point, digits: int):
    if _speaks_of_sums(expression):
        expression = written_out(expression, whole_numbers(point))
    plain, inner = _plain(expression)
    if not inner:
        return evaluate(plain, point, digits)
    known = {symbol: number for symbol, number in point.items() if not isinstance(symbol, MatrixSymbol)}
    for node, stand_in in inner:
        known[stand_in] = _by_hand(node, point, digits + 10)
    return evaluate(plain, known, digits)


def _by_hand(node, point: Point, digits: int):
    if isinstance(node, sympy.Derivative):
        return _derivative(node.expr, list(node.variables), point, digits)
    if isinstance(node, AppliedUndef):
        return _any_function(node, point, digits)
    if isinstance(node, Dot):
        left, right = (_rows(side, point, digits) for side in node.args)
        return mpmath.fsum(one[0] * other[0] for one, other in zip(left, right, strict=True))
    if isinstance(node, sympy.Trace):
        return mpmath.fsum(row[i] for i, row in enumerate(_rows(node.arg, point, digits)))
    if isinstance(node, _SPECTRA):
        return spectra.value(type(node).__name__, _matrix(node.arg, point, digits), node, digits)
    if isinstance(node, sympy.Determinant):
        return mpmath.det(_matrix(node.arg, point, digits))
    matrix, i, j = node.args
    whole, row, column = _rows(matrix, point, digits), size(i, point), size(j, point)
    if not (0 <= row < len(whole) and 0 <= column < len(whole[0])):
        raise NotDefined(f"{in_words(matrix)} of {len(whole)} rows and {len(whole[0])} columns has no entry {row}, {column}")
    return whole[row][column]


def _derivative(expression, variables: list, point: Point, digits: int):
    """A partial derivative by difference quotients, one variable after the other."""
    if not variables:
        return _scalar(expression, point, digits)
    first, *others = variables
    return slope(lambda h: _derivative(expression, others, moved(point, {first: mpmath.mpf(1)}, h), digits), digits)


def _any_function(node, point: Point, digits: int):
    """A smooth function in place of one that the statement leaves open, always the same for the same name; of both signs, unless it is
    assumed not to be negative."""
    turns = int(hashlib.sha256(str(node.func).encode()).hexdigest()[:6], 16)
    angle = mpmath.fsum(_scalar(argument, point, digits) * (turns % (7 + k) + 1) for k, argument in enumerate(node.args))
    return (2 if node.is_nonnegative else mpmath.mpf(1) / 3) + mpmath.sin(angle + turns % 11)


def size(expression, point: Point) -> int:
    """A symbolic size or index at a point."""
    if expression in point:
        return int(point[expression])
    if isinstance(expression, (int, sympy.Integer)):
        return int(expression)
    return int(sympy.sympify(expression, strict=True).subs({s: point[s] for s in getattr(expression, "free_symbols", ())}))


def _matrix(expression, point: Point, digits: int) -> mpmath.matrix:
    """A matrix expression at a point."""
    return mpmath.matrix(_rows(expression, point, digits))


def _rows(expression, point: Point, digits: int) -> Rows:
    """A matrix expression at a point, as rows."""
    rule = _rule_of(expression.__class__)
    if rule is None:
        raise Unsupported(f"no rule for the matrix {type(expression).__name__} in {in_words(expression)}")
    return rule(expression, point, digits)


@lru_cache(maxsize=256)
def _rule_of(kind: type) -> Callable[[Any, Point, int], Rows] | None:
    """The rule for a kind of matrix expression: looked up by its class, as difference quotients ask for the same few many times."""
    return next((rule for kinds, rule in _RULES if issubclass(kind, kinds)), None)


def _written(matrix: sympy.MatrixBase, point: Point, digits: int) -> Rows:
    rows, columns = matrix.shape
    return [[_scalar(matrix[i, j], point, digits) for j in range(columns)] for i in range(rows)]


def _over_neurons(node: OverNeurons, point: Point, digits: int) -> Rows:
    one = mpmath.eye(size(node.unit.shape[0], point))
    return reduce(plus, (_rows(node.summand, {**point, node.unit: one[:, i]}, digits) for i in range(one.rows)))


def _power(node: sympy.MatPow, point: Point, digits: int) -> Rows:
    if not node.exp.is_integer:
        raise Unsupported(f"no rule for the matrix {type(node).__name__} in {in_words(node)}")
    base, power = _matrix(node.base, point, digits), size(node.exp, point)
    return rows_of(base**power if power >= 0 else _inverse(base, node) ** (-power))


def _given(symbol: MatrixSymbol, point: Point, digits: int) -> Rows:
    """What the point gives a matrix symbol, in mpmath's numbers."""
    try:
        given = point[symbol]
    except KeyError:
        raise Unsupported(f"no value for {symbol}") from None
    return rows_of(given) if isinstance(given, mpmath.matrix) else _rounded(given, digits, symbol)


@lru_cache(maxsize=1024)
def _rounded(given, digits: int, symbol: MatrixSymbol) -> Rows:
    """A point's exact matrix in mpmath's numbers, which nobody changes: a difference quotient asks for the same one many times."""
    rows, columns = given.shape
    return [[number(given[i, j], digits, symbol) for j in range(columns)] for i in range(rows)]


def _product(expression: sympy.MatMul, point: Point, digits: int) -> Rows:
    """The factors in their order, then the numbers."""
    product = reduce(times, (_rows(factor, point, digits) for factor in expression.args if is_matrix(factor)))
    for factor in expression.args:
        if not is_matrix(factor):
            product = scaled(product, _scalar(factor, point, digits))
    return product


def _function(node: MatrixFunction, point: Point, digits: int) -> Rows:
    """A function of a symmetric matrix from its eigenvalues and axes; an eigenvalue within the rounding of 0 is taken for 0."""
    argument = _matrix(node.argument, point, digits)
    scale = largest(entries(argument))
    noise = scale * mpmath.mpf(10) ** (-digits + 8)
    if largest(entries(argument - argument.T)) > noise:
        raise NotDefined(f"{in_words(node.argument)} is not symmetric at this point")
    if scale == 0:
        levels, axes = [mpmath.mpf(0)] * argument.rows, mpmath.eye(argument.rows)
    else:
        levels, axes = mpmath.eigsy((argument + argument.T) / 2)
    values = [_scalar(node.formula, {**point, node.eigenvalue: level if abs(level) > noise else mpmath.mpf(0)}, digits) for level in levels]
    frame = rows_of(axes)
    return times(times(frame, diagonal(values)), transposed(frame))


def _kronecker(left: Rows, right: Rows) -> Rows:
    return [[one * other for one in row for other in other_row] for row in left for other_row in right]


def _inverse(matrix, expression):
    try:
        return mpmath.inverse(matrix)
    except (ZeroDivisionError, TypeError):  # mpmath finds no pivot, and then no row to swap: a TypeError
        raise NotDefined(f"{in_words(expression)} is singular at this point") from None


def _put_together(rows: list[list[Rows]]) -> Rows:
    """One matrix from rows of blocks."""
    return [[entry for block in row for entry in block[i]] for row in rows for i in range(len(row[0]))]


def entry_points(node, point: Point, digits: int):
    """The point with the bound symbols at the i-th entries of their vectors, for every i."""
    columns = [(symbol, _rows(vector, point, digits)) for symbol, vector in node.pairs]
    for i in range(len(columns[0][1])):
        yield {**point, **{symbol: column[i][0] for symbol, column in columns}}


def _pseudo_inverse(matrix, digits: int):
    """By singular values; those that lie below the rounding are taken for zero."""
    if matrix.rows < matrix.cols:
        return _pseudo_inverse(matrix.T, digits).T
    left, values, right = mpmath.svd_r(matrix)
    least = largest(list(values)) * mpmath.mpf(10) ** (-digits // 2)
    inverted = mpmath.diag([1 / value if value > least else mpmath.mpf(0) for value in values])
    return right.T * inverted * left.T

_RULES: tuple[tuple[Any, Callable[[Any, Point, int], Rows]], ...] = (
    (MatrixSymbol, _given),
    (sympy.MatrixBase, _written),
    (sympy.MatAdd, lambda node, point, digits: reduce(plus, (_rows(argument, point, digits) for argument in node.args))),
    (sympy.MatMul, _product),
    (sympy.Transpose, lambda node, point, digits: transposed(_rows(node.arg, point, digits))),
    (sympy.Identity, lambda node, point, digits: unit(size(node.shape[0], point))),
    (sympy.ZeroMatrix, lambda node, point, digits: filled(*(size(side, point) for side in node.shape), 0)),
    (sympy.OneMatrix, lambda node, point, digits: filled(*(size(side, point) for side in node.shape), 1)),
    (Vec, lambda node, point, digits: [[entry] for column in transposed(_rows(node.arg, point, digits)) for entry in column]),
    (Kron, lambda node, point, digits: reduce(_kronecker, (_rows(argument, point, digits) for argument in node.args))),
    (OverNeurons, _over_neurons),
    (Blocks, lambda node, point, digits: _put_together([[_rows(block, point, digits) for block in row] for row in node.rows_of_blocks])),
    (Diagonal, lambda node, point, digits: diagonal(
        _scalar(node.formula, there, digits) for there in entry_points(node, point, digits))),
    (sympy.DiagMatrix, lambda node, point, digits: diagonal(entry for row in _rows(node.args[0], point, digits) for entry in row)),
    (PseudoInverse, lambda node, point, digits: rows_of(_pseudo_inverse(_matrix(node.arg, point, digits), digits))),
    (sympy.Inverse, lambda node, point, digits: rows_of(_inverse(_matrix(node.arg, point, digits), node))),
    (sympy.MatPow, _power),
    (MatrixFunction, _function),
)
"""A rule for each kind of matrix, the first that fits: an inverse is a power to SymPy."""


def entries(found: Any) -> list:
    """The numbers in a value: one of a scalar, all of a matrix, row by row."""
    return [found[i, j] for i in range(found.rows) for j in range(found.cols)] if isinstance(found, mpmath.matrix) else [found]


def largest(numbers) -> mpmath.mpf:
    return max((abs(item) for item in numbers), default=mpmath.mpf(0))


def difference(left, right, point, digits: int):
    """One expression less another at a point, in so many working digits."""
    with mpmath.workdps(digits):
        return value(left, point, digits) - value(right, point, digits)


def settle(calculate: Callable[[int], Any], digits: int = 50, start: int = 80, most: int = MOST) -> list:
    """`calculate(working digits)` repeated with twice the precision until its entries stand to `digits` digits.

    Entries are judged against the largest of them, which must stand well above the rounding: terms that cancel could
    have swallowed it. All are returned as 0 when the largest one keeps shrinking with the rounding: a numerical
    judgement, no proof. What is tiny and yet stays the same, as a decayed exponential does, is no 0.
    Raises NotDefined when nothing stands at `most` digits.
    """
    before, working, steady = None, start, False
    while True:
        try:
            now = entries(calculate(working))
        except NotDefined:  # a denominator may have vanished by rounding only
            if working >= most:
                raise
            now = None
        if now is not None and before is not None:
            with mpmath.workdps(working):
                apart, scale = largest([a - b for a, b in zip(now, before, strict=True)]), largest(now)
                steady = scale > 0 and apart <= scale * mpmath.mpf(10) ** (-digits)
                if steady and scale >= mpmath.mpf(10) ** (-working // 4):
                    return now
        before = now
        if working >= most:
            break
        working = min(2 * working, most)
    with mpmath.workdps(working):
        if steady:
            return before
        if largest(before) <= mpmath.mpf(10) ** (-most // 4):
            return [mpmath.mpf(0)] * len(before)
    raise NotDefined(f"the value does not stand to {digits} digits within a working precision of {most}")


def slope(along: Callable[[Any], Any], digits: int) -> Any:
    """The derivative at 0 of a number- or matrix-valued function of one real argument.

    Central differences at two steps, combined so that the error is of fourth order in the step 10^(-digits/4);
    `along` must be worked out with `digits` digits.
    """
    with mpmath.workdps(digits):
        step = mpmath.mpf(10) ** (-(digits // 4))

        def central(h):
            return _apart(along(h), along(-h)) / (2 * h)

        return (central(step / 2) * 4 - central(step)) / 3


def _apart(later: Any, earlier: Any) -> Any:
    """later - earlier, entry by entry: mpmath rounds a matrix before it subtracts it, so that equal ones would be apart by the rounding."""
    if not isinstance(later, mpmath.matrix):
        return later - earlier
    out = later.copy()
    for i in range(later.rows):
        for j in range(later.cols):
            out[i, j] = later[i, j] - earlier[i, j]
    return out


def moved(point: Point, direction: Point, amount: Any) -> dict:
    """The point moved by `amount` times a direction that gives some symbols a number or a matrix."""
    there = dict(point)
    for symbol, change in direction.items():
        if isinstance(change, mpmath.matrix):
            there[symbol] = _shifted(_given(symbol, point, mpmath.mp.dps), change, amount)
            continue
        start = there[symbol]
        if not isinstance(start, mpmath.mpf):
            start = number(start, mpmath.mp.dps, symbol)
        there[symbol] = start + change * amount
    return there


def _shifted(start: Rows, change: mpmath.matrix, amount: mpmath.mpf) -> mpmath.matrix:
    """start + change * amount."""
    out = mpmath.matrix(len(start), len(start[0]))
    for i, row in enumerate(start):
        for j, entry in enumerate(row):
            out[i, j] = entry + change[i, j] * amount
    return out


def gradient(scalar: Any, symbol: Any, point: Point, digits: int) -> Any:
    """The gradient of a scalar expression in a scalar or matrix symbol, by difference quotients: of the symbol's shape."""
    if not isinstance(symbol, MatrixSymbol):
        return slope(lambda h: value(scalar, moved(point, {symbol: mpmath.mpf(1)}, h), digits), digits)
    with mpmath.workdps(digits):
        rows, columns = (size(side, point) for side in symbol.shape)
        out = mpmath.zeros(rows, columns)
        for i in range(rows):
            for j in range(columns):
                unit = mpmath.zeros(rows, columns)
                unit[i, j] = 1
                out[i, j] = slope(lambda h, unit=unit: value(scalar, moved(point, {symbol: unit}, h), digits), digits)
        return out
