"""The derivative of a matrix expression in a scalar by its structure alone: no words, so that it can be held against what words say."""

from __future__ import annotations

from sympy import (
    Add,
    Expr,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Rational,
    S,
    Trace,
    Transpose,
    ZeroMatrix,
    diff,
)
from sympy.matrices.expressions.matexpr import MatrixExpr

from rederive.derivations.language.matrix_function import MatrixFunction
from rederive.derivations.language.symbols import Dot
from rederive.derivations.proof.points.witness import has_value


SOON = Rational(1, 97)
"""The part of a time that is soon after the start."""


class NoSlope(Exception):
    """The expression has a part whose derivative is not known by its structure."""


def slope(expression, t):
    """d/dt of a matrix or scalar expression in which nothing but t moves. Raises NoSlope."""
    if t not in expression.free_symbols:
        return ZeroMatrix(*expression.shape) if isinstance(expression, MatrixExpr) else S.Zero
    if not isinstance(expression, MatrixExpr):
        return _scalar(expression, t)
    if isinstance(expression, MatAdd):
        return _sum([slope(term, t) for term in expression.args], expression)
    if isinstance(expression, MatMul):
        return _sum([_replaced(expression.args, place, t) for place, factor in enumerate(expression.args)
                     if t in factor.free_symbols], expression)
    if isinstance(expression, Transpose):
        return Transpose(slope(expression.arg, t))
    if isinstance(expression, Inverse):
        return MatMul(S.NegativeOne, expression, slope(expression.arg, t), expression)
    if isinstance(expression, MatPow) and expression.exp.is_Integer and abs(expression.exp) <= 12:
        base = expression.base if expression.exp > 0 else Inverse(expression.base)
        factors = [base] * abs(int(expression.exp))
        return _sum([_replaced(factors, place, t) for place in range(len(factors))], expression)
    if isinstance(expression, MatrixFunction) and t not in expression.argument.free_symbols:
        return MatrixFunction(diff(expression.formula, t), expression.eigenvalue, expression.argument)
    raise NoSlope(f"no derivative of {type(expression).__name__} by its structure")


def loses_value(solution: dict, t, point: dict) -> bool:
    """Whether some formula certainly has no value at a point, and all have one at the start and soon after with the same parameters."""
    soon = ({**point, t: S.Zero}, {**point, t: point[t] * SOON})
    return has_value(solution.values(), point) is False and all(has_value(solution.values(), before) for before in soon)


def _replaced(factors, place: int, t):
    changed = [*factors[:place], slope(factors[place], t), *factors[place + 1:]]
    return MatMul(*changed)


def _sum(terms: list, shaped):
    kept = [term for term in terms if not isinstance(term, ZeroMatrix)]
    return MatAdd(*kept) if len(kept) > 1 else kept[0] if kept else ZeroMatrix(*shaped.shape)


def _scalar(expression: Expr, t) -> Expr:
    if isinstance(expression, Trace):
        return Trace(slope(expression.arg, t))
    if isinstance(expression, Dot):
        left, right = expression.args
        return Add(Trace(Transpose(slope(left, t)) * right), Trace(Transpose(left) * slope(right, t)))
    if expression.atoms(MatrixSymbol, Identity):
        if isinstance(expression, Add):
            return Add(*(_scalar(term, t) for term in expression.args))
        raise NoSlope(f"no derivative of {expression} by its structure")
    return diff(expression, t)
