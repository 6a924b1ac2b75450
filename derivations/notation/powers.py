"""Powers, roots and numbers built from a syntax tree, with every number kept small."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import sympy as sp
from lark import Token, Tree
from sympy import Mul, Pow, Rational

from theoremtest.derivations.language.matrix_function import matrix_root

from .builders import build, builds, divides_by, inside
from .errors import NotationError
from .limits import BITS, EXPONENT, NUMBER_FACTOR_BITS, ROWS
from .shapes import bits, column_of, is_matrix, shape_text

_ROOTS: ContextVar[dict | None] = ContextVar("roots", default=None)


@contextmanager
def roots_as_letters() -> Iterator[dict]:
    """Square roots of matrices read meanwhile are letters; yields the matrix that each is the root of."""
    roots: dict = {}
    token = _ROOTS.set(roots)
    try:
        yield roots
    finally:
        _ROOTS.reset(token)


def power(base: sp.Basic, exponent: sp.Basic, tree: Tree) -> sp.Basic:
    """base ** exponent; tree: where it stands. Raises NotationError for a power that is not read."""
    where = column_of(tree)
    if is_matrix(exponent):
        raise NotationError("an exponent is a scalar", where)
    if is_matrix(base):
        return _matrix_power(base, exponent, where)
    if exponent.is_Rational:
        if abs(exponent.p) > EXPONENT or exponent.q > EXPONENT:
            raise NotationError(f"the exponent {exponent} is too large; at most {EXPONENT} is read", where)
        numbers = [factor for factor in Mul.make_args(base) if factor.is_Rational]
        if base == 0 and exponent < 0:
            raise NotationError("division by zero", where)
        for number in numbers:
            if bits(number) * max(abs(exponent), 1) > BITS:
                raise NotationError("this power of a number is too large", where)
            if exponent.q > 1 and bits(number) > NUMBER_FACTOR_BITS:
                raise NotationError("the root of so large a number is not read", where)
        if exponent < 0:
            divides_by(base)
    elif exponent.is_number and base.is_number:
        raise NotationError("a power of numbers has a rational exponent", where)
    return Pow(base, exponent)


def _matrix_power(base: sp.Basic, exponent: sp.Basic, where: int) -> sp.Basic:
    if exponent == Rational(1, 2) and base.shape[0] == base.shape[1]:
        return _root_of(base, where)
    if not exponent.is_Integer:
        raise NotationError("a matrix has whole powers, and one that reads A^T A a root", where)
    if base.shape[0] != base.shape[1]:
        raise NotationError(f"a power of a matrix of shape {shape_text(base)}; only square ones have powers", where)
    if exponent == -1 and not isinstance(base, sp.MatrixBase):
        return sp.Inverse(base)
    if abs(exponent) > ROWS or isinstance(base, sp.MatrixBase):
        raise NotationError("this power of a matrix is not read", where)
    return sp.MatPow(base, exponent)


def _root_of(matrix: sp.Basic, where: int) -> sp.Basic:
    """The positive semidefinite root of a matrix that is seen to have one, as it reads A^T A."""
    words = [word for word in getattr(matrix, "args", ()) if is_matrix(word)] if isinstance(matrix, sp.MatMul) else []
    half = len(words) // 2
    rest = Mul(*(word for word in getattr(matrix, "args", ()) if not is_matrix(word))) if words else -1
    mirrored = all(one == sp.Transpose(other).doit() for one, other in zip(words, words[::-1], strict=True))
    if not half or len(words) % 2 or not mirrored or not rest.is_positive:
        raise NotationError("the root of a matrix is read where it reads A^T A; of another declare a name", where)
    return matrix_root(matrix)


@builds("powered")
def _powered(tree: Tree) -> sp.Basic:
    base, script = tree.children
    return power(build(base), build(script.children[2]), tree)


@builds("number")
def _number(tree: Tree) -> sp.Basic:
    text = tree.children[0]
    value = Rational(str(text))
    return value if len(tree.children) == 1 else power(value, build(tree.children[1].children[2]), tree)


@builds("root")
def _root(tree: Tree) -> sp.Basic:
    numbers = [child for child in tree.children if isinstance(child, Token) and child.type == "NUMBER"]
    degree = int(numbers[0]) if numbers else 2
    if not 2 <= degree <= 99:
        raise NotationError("a root has a degree from 2 to 99", column_of(tree))
    value = inside(tree)
    roots = _ROOTS.get()
    if is_matrix(value) and degree == 2 and roots is not None and value.shape[0] == value.shape[1]:
        letter = next((known for known, inner in roots.items() if inner == value), sp.MatrixSymbol(f"root_{len(roots)}", *value.shape))
        roots[letter] = value
        return letter
    if is_matrix(value):
        return _root_of(value, column_of(tree)) if degree == 2 else _matrix_power(value, Rational(1, degree), column_of(tree))
    return power(value, Rational(1, degree), tree)


@builds("factorial")
def _factorial(tree: Tree) -> sp.Basic:
    child = tree.children[0]
    return sp.factorial(_whole(sp.Integer(int(child)) if isinstance(child, Token) else build(child), r"n!", tree))


@builds("binomial")
def _binomial(tree: Tree) -> sp.Basic:
    above, below = (_whole(build(child), r"\binom{n}{k}", tree) for child in tree.children if isinstance(child, Tree))
    return sp.binomial(above, below)


def _whole(value: sp.Basic, form: str, tree: Tree) -> sp.Basic:
    """A whole number, as factorials and binomials are read of no others."""
    if is_matrix(value) or not value.is_integer:
        raise NotationError(f"{form} is of whole numbers; declare them, % theoremtest: let n \\in \\mathbb{{N}}", column_of(tree))
    if value.is_number and (value < 0 or value > EXPONENT):
        raise NotationError(f"{form} of {value} is not read; of 0 to {EXPONENT} it is", column_of(tree))
    return value
