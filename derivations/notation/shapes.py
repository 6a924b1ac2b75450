"""Small facts about values and pieces of a tree: scalar or matrix, shape, size of a number, where a piece begins."""

from __future__ import annotations

import sympy as sp
from lark import Token, Tree
from sympy import Dummy, S
from sympy.matrices.expressions.matexpr import MatrixExpr

from .errors import NotationError

UNSIZED = Dummy("I", real=True)
"""An identity matrix written without its size: its neighbours tell it, in a sum or on the other side of an equation."""


def beside_identity(value: sp.Basic) -> sp.Basic | None:
    """The number that stands before an identity without a size, in every term; None where it stands otherwise, as in sin(I)."""
    if not value.has(UNSIZED):
        return None
    factors = []
    for term in sp.Add.make_args(sp.expand(value) if value.is_Add or value.is_Mul else value):
        number, rest = term.as_independent(UNSIZED, as_Add=False)
        if rest != UNSIZED and not (isinstance(rest, sp.Pow) and rest.base == UNSIZED and rest.exp.is_Integer):
            return None
        factors.append(number)
    return sp.Add(*factors)


def sized(value: sp.Basic, shape: tuple) -> sp.Basic | None:
    """A number times an identity without a size, at the size that is due; None where it is none or the shape is not square."""
    factor = None if is_matrix(value) or shape[0] != shape[1] else beside_identity(value)
    if factor is None:
        return None
    return sp.Identity(shape[0]) if factor == 1 else sp.MatMul(factor, sp.Identity(shape[0]))


def is_matrix(value: object) -> bool:
    """Whether a value is a matrix, written out or not."""
    return isinstance(value, MatrixExpr) or bool(getattr(value, "is_Matrix", False))


def shape_text(value: sp.Basic) -> str:
    """The shape of a value in words."""
    return f"{value.shape[0]} x {value.shape[1]}" if is_matrix(value) else "a scalar"


def column_of(tree: Tree | Token) -> int:
    """Where a piece of the tree begins in the text."""
    if isinstance(tree, Token):
        return tree.column or 0
    for child in tree.children:
        found = column_of(child)
        if found:
            return found
    return 0


def bits(number: sp.Rational) -> int:
    """The size of a rational: binary digits of its numerator or denominator, whichever is longer."""
    return max(abs(number.p).bit_length(), number.q.bit_length())


def matched(left: sp.Basic, right: sp.Basic, at: Tree | Token | None = None) -> tuple[sp.Basic, sp.Basic]:
    """Both sides with one shape: a printed 0 opposite a matrix is the zero matrix."""
    if is_matrix(left) == is_matrix(right):
        if is_matrix(left) and left.shape != right.shape:
            raise NotationError(f"the sides have shapes {shape_text(left)} and {shape_text(right)}", _place(at))
        return left, right
    one, other = (None, sized(right, left.shape)) if is_matrix(left) else (sized(left, right.shape), None)
    if one is not None or other is not None:
        return (left, other) if one is None else (one, right)
    if left == 0:
        return sp.ZeroMatrix(*right.shape), right
    if right == 0:
        return left, sp.ZeroMatrix(*left.shape)
    raise NotationError(f"one side is {shape_text(left)}, the other {shape_text(right)}", _place(at))


def _place(at: Tree | Token | None) -> int:
    return 0 if at is None else column_of(at)


# sums and products ---------------------------------------------------------------------------------------------------


def checked(value: sp.Basic, tree: Tree) -> sp.Basic:
    """Numbers that are no real numbers are refused where they arise; an end of a sum, an integral or a limit may lie at infinity."""
    if not is_matrix(value) and value.is_number and value.has(*_NOT_REAL):
        bound = value.atoms(sp.Integral, sp.Sum, sp.Limit)
        if not bound or value.xreplace({node: sp.Dummy(real=True) for node in bound}).has(*_NOT_REAL):
            raise NotationError("this has no real value", column_of(tree))
    return value


_NOT_REAL = (S.NaN, S.ComplexInfinity, S.ImaginaryUnit, S.Infinity, S.NegativeInfinity)
