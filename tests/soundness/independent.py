"""Values of expressions by mpmath, node by node: what a false statement must be seen to be by, apart from the engine.

It shares no code with the engine's balls. What has no real value there is None, and says nothing; so is what 50 digits and 600 do not
agree on, since differences of huge numbers lose any number of digits.
"""

from __future__ import annotations

import mpmath
from mpmath import mp, mpf
from sympy import Basic, Identity, MatrixBase, MatrixSymbol, Piecewise, S, Symbol
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Not, Or
from sympy.matrices.expressions import ZeroMatrix

DIGITS = 50
MANY_DIGITS = 600
APART = mpf(10) ** -20
"""Relative distance from which two values differ for certain; rounding is thirty orders below."""


class NoValue(Exception):
    """There is no real value at the point."""


def value(expression: Basic, point: dict):
    """The value of a scalar (mpf) or matrix (mpmath matrix) at a point of rationals, or None."""
    rough, fine = (_at(expression, point, digits) for digits in (DIGITS, MANY_DIGITS))
    with mp.workdps(DIGITS):
        return None if apart(rough, fine) is not False else fine


def _at(expression: Basic, point: dict, digits: int):
    with mp.workdps(digits):
        try:
            return _value(expression, point)
        except (NoValue, ZeroDivisionError, ValueError, OverflowError):
            return None


def differ(left: Basic, right: Basic, point: dict) -> bool | None:
    """Whether two sides certainly differ at a point; None where one has no value."""
    with mp.workdps(DIGITS):
        return apart(value(left, point), value(right, point))


def apart(one, other) -> bool | None:
    """Whether two values certainly differ."""
    if one is None or other is None:
        return None
    if isinstance(one, mpmath.matrix):
        return any(_far(u, v) for u, v in zip(one, other, strict=True))
    return _far(one, other)


def _far(one, other) -> bool:
    return abs(one - other) > APART * (1 + abs(one) + abs(other))


def holds(relation: Basic, point: dict) -> bool | None:
    """Whether a relation certainly holds (True) or fails (False) at a point; None on or near its border, or without a value."""
    if relation in (S.true, S.false):
        return relation == S.true
    if isinstance(relation, Not):
        inner = holds(relation.args[0], point)
        return None if inner is None else not inner
    if isinstance(relation, (And, Or)):
        parts = [holds(part, point) for part in relation.args]
        decisive = isinstance(relation, Or)
        return decisive if decisive in parts else None if None in parts else not decisive
    left, right = value(relation.lhs, point), value(relation.rhs, point)
    with mp.workdps(DIGITS):
        if left is None or right is None:
            return None
        if left == right:  # exact where both are rational; else a tie that rounding may have made
            rational = all(side.is_rational_function() for side in (relation.lhs, relation.rhs))
            return relation.rel_op in ("==", ">=", "<=") if rational else None
        if not _far(left, right):
            return None
        return {"==": False, "!=": True, ">": left > right, ">=": left > right, "<": left < right, "<=": left < right}[relation.rel_op]


def _real(number):
    if isinstance(number, mpmath.mpc):
        if abs(number.imag) > APART * (1 + abs(number)):
            raise NoValue
        number = number.real
    if not mpmath.isfinite(number):
        raise NoValue
    return number


def _value(node, point):
    if isinstance(node, (Symbol, MatrixSymbol)):
        return _given(point[node])
    if node.is_Number:
        return _given(node)
    if node.is_NumberSymbol:
        return +{"pi": mp.pi, "E": mp.e}[str(node)]
    if isinstance(node, MatrixBase):
        return mpmath.matrix([[_value(node[i, j], point) for j in range(node.cols)] for i in range(node.rows)])
    if isinstance(node, (Identity, ZeroMatrix)):
        rows, columns = (int(side.subs({k: v for k, v in point.items() if isinstance(k, Symbol)})) for side in node.shape)
        return mpmath.eye(rows) if isinstance(node, Identity) else mpmath.zeros(rows, columns)
    if isinstance(node, Piecewise):
        return _piece(node, point)
    rule = _RULES.get(type(node).__name__)
    if rule is None or isinstance(node, Relational):
        raise NoValue
    found = rule(*(_value(part, point) for part in node.args))
    return found if isinstance(found, mpmath.matrix) else _real(found)


def _given(number):
    if isinstance(number, MatrixBase):
        return mpmath.matrix([[_given(number[i, j]) for j in range(number.cols)] for i in range(number.rows)])
    return mpf(int(number.p)) / mpf(int(number.q))


def _piece(node, point):
    for branch, condition in node.args:
        true = holds(condition, point)
        if true is None:
            raise NoValue
        if true:
            return _value(branch, point)
    raise NoValue


def _power(base, exponent):
    if isinstance(base, mpmath.matrix):
        return base ** int(exponent)
    if base == 0 and exponent < 0:
        raise NoValue
    return mpmath.power(base, exponent)


def _product(*parts):
    made = mpf(1)
    for part in parts:
        made = made * part
    return made


def _sum(*parts):
    made = parts[0]
    for part in parts[1:]:
        made = made + part
    return made


def _det(matrix):
    return mpmath.det(matrix)


_RULES = {
    "Add": _sum, "MatAdd": _sum, "Mul": _product, "MatMul": _product, "Pow": _power, "MatPow": _power, "Transpose": lambda m: m.T,
    "Inverse": lambda m, *_: m**-1, "Trace": lambda m: mpmath.fsum(m[i, i] for i in range(m.rows)), "Determinant": _det,
    "Dot": lambda u, v: mpmath.fsum(a * b for a, b in zip(u, v, strict=True)), "exp": mpmath.exp, "log": mpmath.log, "sin": mpmath.sin,
    "cos": mpmath.cos, "tan": mpmath.tan, "sinh": mpmath.sinh, "cosh": mpmath.cosh, "tanh": mpmath.tanh, "coth": mpmath.coth,
    "asinh": mpmath.asinh, "acosh": mpmath.acosh, "atanh": mpmath.atanh, "atan": mpmath.atan, "asin": mpmath.asin, "acos": mpmath.acos,
    "Abs": abs, "sign": mpmath.sign, "Max": max, "Min": min, "floor": mpmath.floor,
}
