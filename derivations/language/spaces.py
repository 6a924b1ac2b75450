"""Function spaces: functions are columns, operators are matrices, over a size that is no number.

A function of a Hilbert space is a vector over a `Space`, an operator a matrix over it; <f|g> is `Dot(f, g)`, |f><g| is `f * g.T`, and
T[f] is `T * f`. Sums, products and adjoints of bounded operators obey the same rules whether the space has finitely many dimensions or
not, so that what is proved by products of letters holds in every space. What holds in finitely many dimensions only cannot be said: a
`Space` is no number, entries and determinants over it do not exist, a trace needs finite rank, an inverse on one side is none on the
other, and one of a product none of its factors. That a frame is complete is a condition (`complete`) of the domain, which a statement
states where it needs it.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Identity, Inverse, MatMul, Symbol
from sympy.matrices.expressions.matexpr import MatrixExpr

from .errors import StatementError
from .material import as_formula, name_of


class Space(Symbol):
    """The dimension of a function space, finite or infinite; it stands in shapes only."""

    def __new__(cls, name: str) -> Space:
        return Symbol.__new__(cls, name_of(name), integer=True, positive=True)


def _columns(matrix: Any) -> tuple:
    found = as_formula(matrix)
    if not isinstance(found, MatrixExpr):
        raise StatementError(f"a frame is a matrix whose columns are functions; got {matrix}")
    return found.shape


def orthonormal(frame: MatrixExpr) -> Any:
    """The condition that the columns of a frame are orthonormal functions: <e_k|e_l> = 1 where k = l, else 0."""
    _, count = _columns(frame)
    return Eq(frame.T * frame, Identity(count))


def complete(frame: MatrixExpr) -> Any:
    """The condition that every function is a combination of a frame's columns: the sum of |e_k><e_k| is the identity."""
    dimension, _ = _columns(frame)
    return Eq(frame * frame.T, Identity(dimension))


def projection(frame: MatrixExpr) -> Any:
    """The sum of |e_k><e_k| over the columns of an orthonormal frame, the orthogonal projection onto their span."""
    _columns(frame)
    return frame * frame.T


def kernel_operator(features: MatrixExpr) -> Any:
    """The integral operator T = sum |Phi_k><Phi_k| of a feature map, whose columns are the features."""
    _columns(features)
    return features * features.T


def _inverse_of_a_product(product: MatMul) -> MatrixExpr:
    """SymPy takes (A B)^-1 apart into B^-1 A^-1 as soon as it multiplies; over a space A B may have an inverse where A and B have none."""
    if any(size.has(Space) for factor in product.args if isinstance(factor, MatrixExpr) for size in factor.shape):
        return Inverse(product)
    return _taken_apart(product)


_taken_apart = MatMul._eval_inverse
MatMul._eval_inverse = _inverse_of_a_product
