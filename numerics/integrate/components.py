"""Vector and matrix statements written out in coordinates: each state becomes a matrix of scalar symbols, each parameter its
numbers, so that an integrator of scalar systems can run them. Gradients of losses are taken coordinate by coordinate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mpmath
import sympy
from sympy import ImmutableMatrix, MatrixSymbol, Symbol

from theoremtest.derivations.language import Domain, Dot, Flow, GradientFlow, real
from theoremtest.derivations.language.blocks import Blocks
from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.language.kronecker import Kron, OverNeurons, Vec
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.numerics.values.evaluate import Unsupported
from theoremtest.numerics.values.matrices import is_matrix

EIGEN_DIGITS = 150
"""Digits of the eigenvalues and axes of a matrix of which a function is taken: far more than trajectories are integrated to."""


def symbols_for(state: Any, sizes: Mapping[Any, Any]) -> Any:
    """Coordinates of a state: itself where it is a scalar, else a matrix of fresh scalar symbols."""
    if not isinstance(state, MatrixSymbol):
        return state
    rows, columns = (int(sympy.sympify(side, strict=True).subs(sizes)) for side in state.shape)
    return ImmutableMatrix(rows, columns, lambda i, j: real(f"{state.name}_{{({i + 1},{j + 1})}}"))


def written_out(expression: Any, known: Mapping[Any, Any]) -> Any:
    """The expression with matrix symbols replaced by the matrices, and symbols by the scalars, that `known` gives.

    A scalar gives a SymPy expression, a matrix an ImmutableMatrix. Raises Unsupported for a matrix without a value.
    """
    return _matrix(expression, known) if is_matrix(expression) else _scalar(sympy.sympify(expression, strict=True), known)


def _scalar(expression, known):
    if expression in known:
        return sympy.sympify(known[expression], strict=True)
    if isinstance(expression, Dot):
        left, right = (_matrix(side, known) for side in expression.args)
        return _times(left.T, right)[0, 0]
    if isinstance(expression, sympy.Trace):
        return _matrix(expression.arg, known).trace()
    if isinstance(expression, sympy.Determinant):
        return _matrix(expression.arg, known).det()
    if isinstance(expression, sympy.matrices.expressions.matexpr.MatrixElement):
        matrix, i, j = expression.args
        return _matrix(matrix, known)[int(i), int(j)]
    if not expression.args or isinstance(expression, Symbol):
        return expression
    return expression.func(*(_scalar(argument, known) for argument in expression.args))


def _matrix(expression, known) -> ImmutableMatrix:
    if isinstance(expression, MatrixSymbol):
        if expression not in known:
            raise Unsupported(f"no value for {expression}")
        return ImmutableMatrix(known[expression])
    if isinstance(expression, sympy.MatrixBase):
        return expression.applyfunc(lambda entry: _scalar(entry, known)).as_immutable()
    if isinstance(expression, sympy.MatAdd):
        first, *others = (_matrix(argument, known) for argument in expression.args)
        for other in others:
            first = first + other
        return first
    if isinstance(expression, sympy.MatMul):
        product = None
        for argument in expression.args:
            factor = _matrix(argument, known) if is_matrix(argument) else _scalar(argument, known)
            product = factor if product is None else _times(product, factor)
        return product
    if isinstance(expression, sympy.Transpose):
        return _matrix(expression.arg, known).T
    if isinstance(expression, (sympy.Identity, sympy.ZeroMatrix, sympy.OneMatrix)):
        rows, columns = (int(_scalar(sympy.sympify(side, strict=True), known)) for side in expression.shape)
        fill = {sympy.Identity: lambda i, j: int(i == j), sympy.ZeroMatrix: lambda i, j: 0, sympy.OneMatrix: lambda i, j: 1}
        return ImmutableMatrix(rows, columns, next(rule for kind, rule in fill.items() if isinstance(expression, kind)))
    if isinstance(expression, Vec):
        return ImmutableMatrix(_matrix(expression.arg, known).vec())
    if isinstance(expression, Kron):
        return ImmutableMatrix(sympy.kronecker_product(*(_matrix(argument, known) for argument in expression.args)))
    if isinstance(expression, OverNeurons):
        one = sympy.eye(int(_scalar(expression.unit.shape[0], known)))
        parts = [_matrix(expression.summand, {**known, expression.unit: one[:, i]}) for i in range(one.rows)]
        return sum(parts[1:], parts[0])
    if isinstance(expression, sympy.DiagMatrix):
        return ImmutableMatrix(sympy.diag(*_matrix(expression.args[0], known)))
    if isinstance(expression, Blocks):
        return ImmutableMatrix.vstack(*(ImmutableMatrix.hstack(*(_matrix(block, known) for block in row))
                                        for row in expression.rows_of_blocks))
    if isinstance(expression, Diagonal):
        columns = [_matrix(vector, known).flat() for _, vector in expression.pairs]
        return ImmutableMatrix(sympy.diag(*(_scalar(expression.entry_at(entries), known) for entries in zip(*columns, strict=True))))
    if isinstance(expression, MatrixFunction):
        return _function(expression, known)
    if isinstance(expression, sympy.Inverse):
        return _inverse(_matrix(expression.arg, known))
    if isinstance(expression, sympy.MatPow) and expression.exp.is_Integer:
        return _power(_matrix(expression.base, known), int(expression.exp))
    raise Unsupported(f"no rule for the matrix {type(expression).__name__} in {expression}")


def _power(matrix: ImmutableMatrix, exponent: int) -> ImmutableMatrix:
    """By plain products, as SymPy's own power simplifies every entry, which can take minutes."""
    base = matrix if exponent >= 0 else _inverse(matrix)
    product = ImmutableMatrix(sympy.eye(matrix.rows))
    for _ in range(abs(exponent)):
        product = _times(product, base)
    return product


_ENDLESS = (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan)


def _times(left: Any, right: Any) -> Any:
    """The product of two matrices, or of one and a scalar, zeros left out: of each product with one SymPy asks whether it is finite."""
    def product(a: Any, b: Any) -> Any:
        return sympy.S.Zero if (a == 0 and b not in _ENDLESS) or (b == 0 and a not in _ENDLESS) else a * b

    if not isinstance(left, sympy.MatrixBase):
        return product(left, right) if not isinstance(right, sympy.MatrixBase) else right.applyfunc(lambda entry: product(left, entry))
    if not isinstance(right, sympy.MatrixBase):
        return left.applyfunc(lambda entry: product(entry, right))
    if left.cols != right.rows:
        return left * right  # which says what is wrong
    rows, columns = left.tolist(), right.T.tolist()
    return ImmutableMatrix(left.rows, right.cols, [
        sympy.Add(*(product(a, b) for a, b in zip(row, column, strict=True))) for row in rows for column in columns])


def _inverse(matrix: ImmutableMatrix) -> ImmutableMatrix:
    """By cofactors where states stand in it: elimination would nest quotients and divide by pivots, which may vanish on the way."""
    return matrix.adjugate(method="berkowitz") * (1 / matrix.det(method="berkowitz")) if matrix.free_symbols else matrix.inv()


def _function(node: MatrixFunction, known) -> ImmutableMatrix:
    """A function of a diagonal matrix entry by entry, exactly; of a symmetric one of numbers by its eigenvalues and axes, as Floats.

    Raises Unsupported for a matrix that the states move and that is not diagonal: its eigenvalues are no formulas.
    """
    argument = _matrix(node.argument, known)
    levels, axes = (list(argument.diagonal()), None) if argument.is_diagonal() else _eigen(argument, node)
    values = sympy.diag(*(_scalar(_plain(node.formula.xreplace({node.eigenvalue: level})), known) for level in levels))
    return ImmutableMatrix(values if axes is None else axes * values * axes.T)


def _eigen(argument: ImmutableMatrix, node: MatrixFunction) -> tuple[list, sympy.Matrix]:
    """Eigenvalues and orthonormal axes; an eigenvalue within the rounding of 0 is 0."""
    if argument.free_symbols or not argument.is_symmetric():
        raise Unsupported(f"a function of the matrix {node.argument}, which is neither diagonal nor symmetric and fixed")
    with mpmath.workdps(EIGEN_DIGITS + 10):
        size = range(argument.rows)
        levels, axes = mpmath.eigsy(mpmath.matrix([[argument[i, j]._to_mpmath(mpmath.mp.prec) for j in size] for i in size]))
        noise = max(abs(level) for level in levels) * mpmath.mpf(10) ** (-EIGEN_DIGITS)
        numbers = [sympy.S.Zero if abs(level) <= noise else sympy.Float(level, EIGEN_DIGITS) for level in levels]
        return numbers, sympy.Matrix(argument.rows, argument.rows, lambda i, j: sympy.Float(axes[i, j], EIGEN_DIGITS))


def _plain(formula):
    """Growth integrals as the quotients that they are where the rate is a number but 0, where they have become the time already."""
    return formula.replace(lambda part: isinstance(part, GrowthIntegral) and part.args[0].is_zero is False,
                           lambda part: (sympy.exp(part.args[0] * part.args[1]) - 1) / part.args[0])


def in_coordinates(flow: Flow | GradientFlow, point: Mapping[Any, Any]) -> dict:
    """What each symbol stands for where a flow is written out: the states for their coordinates, all others for the point's numbers."""
    return {**point, **{state: symbols_for(state, point) for state in flow.states}}


def slope_of(expression: Any, symbol: Symbol) -> Any:
    """The derivative by a symbol: SymPy's rules for sums, products and powers, without all that it asks of each part."""
    if symbol not in expression.free_symbols:
        return sympy.S.Zero
    if expression.is_Add:
        return sympy.Add(*(slope_of(term, symbol) for term in expression.args))
    if expression.is_Mul:
        factors = expression.args
        slopes = ((i, slope_of(factor, symbol)) for i, factor in enumerate(factors))
        return sympy.Add(*(sympy.Mul(*factors[:i], slope, *factors[i + 1:]) for i, slope in slopes if slope))
    if expression.is_Pow and expression.exp.is_Rational:
        base, exponent = expression.args
        return sympy.Mul(exponent, sympy.Pow(base, exponent - 1), slope_of(base, symbol))
    return sympy.diff(expression, symbol)


def coordinates(flow: Flow | GradientFlow, domain: Domain, point: Mapping[Any, Any]) -> tuple[dict, dict, dict]:
    """A flow at a point's parameters as a scalar system: (rates, initial values, what each symbol stands for).

    The states start where the point puts them; all other symbols take the point's numbers.
    """
    known = in_coordinates(flow, point)
    states = {state: known[state] for state in flow.states}
    rates: dict = {}
    if isinstance(flow, GradientFlow):
        loss = written_out(domain.expand(flow.loss), known)
        for state, rate in flow.learning_rates.items():
            factor = written_out(domain.expand(rate), known)
            for symbol in _entries(states[state]):
                rates[symbol] = -factor * slope_of(loss, symbol)
    else:
        for state, rate in flow.rates.items():
            rates.update(zip(_entries(states[state]), _entries(written_out(domain.expand(rate), known)), strict=True))
    initial = {symbol: value for state in states
               for symbol, value in zip(_entries(states[state]), _entries(point[state]), strict=True)}
    return rates, initial, known


def _entries(item) -> list:
    return list(item) if isinstance(item, sympy.MatrixBase) else [item]
