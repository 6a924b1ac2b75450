"""The derivative of a matrix expression along a motion by its structure alone: no words, so that it can be held against what words say."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import (
    Add,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Rational,
    S,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    diff,
)
from sympy.matrices.expressions.matexpr import MatrixExpr

from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.proof.points.witness import has_value

SOON = Rational(1, 97)
"""The part of a time that is soon after the start."""
HIGHEST = 12
"""Powers of matrices up to which they are differentiated factor by factor."""
Rates = Mapping[Symbol | MatrixSymbol, object]


class NoSlope(Exception):
    """The expression has a part whose derivative is not known by its structure."""


def slope(expression, rates: Rates):
    """The derivative of a matrix or scalar expression whose symbols move at these rates, the others not at all. Raises NoSlope."""
    if not _moves(expression, rates):
        return ZeroMatrix(*expression.shape) if isinstance(expression, MatrixExpr) else S.Zero
    if isinstance(expression, MatrixSymbol):
        return rates[expression]
    if not isinstance(expression, MatrixExpr):
        return _scalar(expression, rates)
    if isinstance(expression, MatAdd):
        return _sum([slope(term, rates) for term in expression.args], expression)
    if isinstance(expression, MatMul):
        return _product(expression.args, expression, rates)
    if isinstance(expression, Transpose):
        return Transpose(slope(expression.arg, rates))
    if isinstance(expression, Inverse):
        return MatMul(S.NegativeOne, expression, slope(expression.arg, rates), expression)
    if isinstance(expression, MatPow) and expression.exp.is_Integer and abs(expression.exp) <= HIGHEST:
        base = expression.base if expression.exp > 0 else Inverse(expression.base)
        return _product([base] * abs(int(expression.exp)), expression, rates)
    if isinstance(expression, MatrixFunction) and not _moves(expression.argument, rates):
        return MatrixFunction(_scalar(expression.formula, rates), expression.eigenvalue, expression.argument)
    if isinstance(expression, Diagonal) and not {vector for _, vector in expression.pairs} & set(rates):
        return Diagonal(_scalar(expression.formula, rates), *expression.pairs)
    raise NoSlope(f"no derivative of {type(expression).__name__} by its structure")


def _moves(expression, rates: Rates) -> bool:
    return not set(rates).isdisjoint(atoms_of(expression))


def _product(factors, shaped, rates: Rates):
    factors = list(factors)
    return _sum([MatMul(*factors[:place], slope(factor, rates), *factors[place + 1:]) for place, factor in enumerate(factors)
                 if _moves(factor, rates)], shaped)


def _sum(terms: list, shaped):
    kept = [term for term in terms if not isinstance(term, ZeroMatrix)]
    return MatAdd(*kept) if len(kept) > 1 else kept[0] if kept else ZeroMatrix(*shaped.shape)


def _scalar(expression, rates: Rates):
    if isinstance(expression, Trace):
        return Trace(slope(expression.arg, rates))
    if isinstance(expression, Dot):
        left, right = expression.args
        return Add(Trace(Transpose(slope(left, rates)) * right), Trace(Transpose(left) * slope(right, rates)))
    if expression.atoms(MatrixSymbol, Identity):
        if isinstance(expression, Add):
            return Add(*(slope(term, rates) for term in expression.args))
        raise NoSlope(f"no derivative of {expression} by its structure")
    return Add(*(diff(expression, symbol) * rate for symbol, rate in rates.items() if symbol in expression.free_symbols))


def loses_value(solution: dict, t, point: dict) -> bool:
    """Whether some formula certainly has no value at a point, and all have one at the start and soon after with the same parameters."""
    soon = ({**point, t: S.Zero}, {**point, t: point[t] * SOON})
    return has_value(solution.values(), point) is False and all(has_value(solution.values(), before) for before in soon)
