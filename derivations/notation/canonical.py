"""One form for expressions that differ only in how SymPy's constructors were called: rebuilt from the leaves, sums and products
flattened and ordered, nothing expanded. Two formulas of one form are the same formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sympy import Add, Basic, Mul, S, Transpose, default_sort_key, sympify
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Not, Or
from sympy.matrices.expressions.matadd import MatAdd
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol
from sympy.matrices.expressions.matmul import MatMul

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.flow import Flow, GradientFlow, System
from theoremtest.derivations.language.statement import Statement


def canonical(value: Any) -> Any:
    """The canonical form of an expression, relation or matrix; idempotent."""
    if not isinstance(value, Basic) or isinstance(value, MatrixSymbol) or not value.args:
        return value
    if isinstance(value, (Relational, And, Or, Not)):
        parts = [canonical(part) for part in value.args]
        if isinstance(value, (And, Or)):
            flat = [inner for part in parts for inner in (part.args if isinstance(part, type(value)) else (part,))]
            return value.func(*sorted(dict.fromkeys(flat), key=default_sort_key), evaluate=False)
        return value.func(*parts, evaluate=False)
    if isinstance(value, MatAdd):
        terms = [canonical(part) for part in value.args]
        flat = [inner for part in terms for inner in (part.args if isinstance(part, MatAdd) else (part,))]
        return MatAdd(*sorted(flat, key=default_sort_key)) if len(flat) > 1 else flat[0]
    if isinstance(value, MatMul):
        return _product([canonical(part) for part in value.args])
    if isinstance(value, Transpose):
        inner = canonical(value.arg)
        return inner.arg if isinstance(inner, Transpose) else Transpose(inner)
    if isinstance(value, (Add, Mul)):
        return value.func(*[canonical(part) for part in value.args])
    return _rebuilt(value)


def _rebuilt(value: Basic) -> Basic:
    parts = [canonical(part) for part in value.args]
    if all(new is old for new, old in zip(parts, value.args, strict=True)):
        return value
    if value.func.__name__ == "Piecewise":
        return value.func(*parts, evaluate=False)
    return value.func(*parts)


def _product(parts: Sequence[Basic]) -> Basic:
    scalars, matrices = [], []
    for part in parts:
        if isinstance(part, MatMul):
            inner = list(part.args)
        else:
            inner = [part]
        for item in inner:
            (matrices if isinstance(item, MatrixExpr) or getattr(item, "is_Matrix", False) else scalars).append(item)
    scalar = Mul(*scalars)
    if scalar == 1 and len(matrices) == 1:
        return matrices[0]
    return MatMul(*([] if scalar == S.One else [scalar]), *matrices)


def same_formula(one: object, other: object) -> bool:
    """Whether two statements, flows or expressions are the same formula over the same domain, compared part by part."""
    if isinstance(one, (Basic, int)) and isinstance(other, (Basic, int)):
        one, other = sympify(one, strict=True), sympify(other, strict=True)
        return one == other or canonical(one) == canonical(other)
    if isinstance(one, Domain) and isinstance(other, Domain):
        return one == other
    if isinstance(one, (Statement, Flow, GradientFlow, System)):
        return type(one) is type(other) and all(same_formula(getattr(one, item.name), getattr(other, item.name))
                                                for item in fields(one))
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same_formula(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(same_formula(a, b) for a, b in zip(one, other, strict=True))
    return type(one) is type(other) and one == other
