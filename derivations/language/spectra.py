"""Numbers that belong to a matrix as a whole: spectral norm, largest and smallest eigenvalue, rank; Frobenius norm and inner product.

An eigenvalue has a value for symmetric matrices only, as only there it is real for certain. The Frobenius norm is written by its trace,
so that it is one formula with the trace that a paper writes.
"""

from __future__ import annotations

from typing import ClassVar

from sympy import Expr, MatMul, S, Trace, sqrt
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.printing.latex import LatexPrinter

from .errors import StatementError
from .material import as_formula, told
from .wellformed import same_shape, same_size


class _OfMatrix(Expr):
    """A real number that belongs to a matrix."""

    is_commutative = True
    is_real = True
    square: ClassVar[bool] = False

    def __new__(cls, of: MatrixExpr) -> Expr:
        of = as_formula(of)
        if len(getattr(of, "shape", ())) != 2:
            raise StatementError(f"{cls.__name__} takes a matrix; {told(of)} is a scalar")
        if cls.square and not same_size(*of.shape):
            raise StatementError(f"{cls.__name__} takes a square matrix; {told(of)} has shape {of.shape}")
        return Expr.__new__(cls, of)

    @property
    def arg(self) -> MatrixExpr:
        """The matrix."""
        return self.args[0]

    def _eval_derivative(self, variable: Expr) -> Expr:
        raise NotImplementedError(f"no derivative of {type(self).__name__} is known")


class SpectralNorm(_OfMatrix):
    """The largest singular value of a matrix, the most by which it lengthens a vector, printed as `\\|A\\|_{2}`."""

    is_nonnegative = True

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = rf"\left\|{printer._print(self.arg)}\right\|_{{2}}"
        return text if exp is None else rf"{text}^{{{exp}}}"


class _OfColumn(_OfMatrix):
    """A norm of a column vector by its entries."""

    is_nonnegative = True
    below: ClassVar[str] = ""

    def __new__(cls, of: MatrixExpr) -> Expr:
        made = super().__new__(cls, of)
        if not same_size(made.arg.shape[1], 1):
            raise StatementError(f"{cls.__name__} takes a column vector; {told(made.arg)} has shape {made.arg.shape}")
        return made

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = rf"\left\|{printer._print(self.arg)}\right\|_{{{self.below}}}"
        return text if exp is None else rf"{text}^{{{exp}}}"


class SumNorm(_OfColumn):
    """The sum of the moduli of a column's entries, printed as `\\|x\\|_{1}`."""

    below = "1"


class LargestNorm(_OfColumn):
    """The largest modulus of a column's entries, printed as `\\|x\\|_{\\infty}`."""

    below = r"\infty"


class LargestEigenvalue(_OfMatrix):
    """The largest eigenvalue of a symmetric matrix, printed as `\\lambda_{\\max}(A)`; of any other matrix it has no value."""

    square = True

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = rf"\lambda_{{\max}}\left({printer._print(self.arg)}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"


class SmallestEigenvalue(_OfMatrix):
    """The smallest eigenvalue of a symmetric matrix, printed as `\\lambda_{\\min}(A)`; of any other matrix it has no value."""

    square = True

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = rf"\lambda_{{\min}}\left({printer._print(self.arg)}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"


class Rank(_OfMatrix):
    """The rank of a matrix, a whole number, printed as `\\operatorname{rank}(A)`."""

    is_integer = True
    is_nonnegative = True

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = rf"\operatorname{{rank}}\left({printer._print(self.arg)}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"


def Frobenius(left: MatrixExpr, right: MatrixExpr) -> Expr:
    """The Frobenius inner product tr(left^T right) of two matrices of one shape. Raises StatementError for others."""
    left, right = as_formula(left), as_formula(right)
    for side in (left, right):
        if len(getattr(side, "shape", ())) != 2:
            raise StatementError(f"the Frobenius product takes matrices; {told(side)} is a scalar")
    if not same_shape(left.shape, right.shape):
        raise StatementError(f"the Frobenius product takes matrices of one shape; got {left.shape} and {right.shape}")
    if getattr(left, "is_ZeroMatrix", False) or getattr(right, "is_ZeroMatrix", False):
        return S.Zero
    return Trace(MatMul(left.T, right))


def FrobeniusNorm(of: MatrixExpr) -> Expr:
    """The Frobenius norm of a matrix, the root of tr(A^T A)."""
    return sqrt(Frobenius(of, of))
