"""Vectorised matrices, Kronecker sums and sums over hidden neurons, in the conventions of the papers.

`Vec` stacks columns, so that vec(A X B) = (B^T kron A) vec(X). The Kronecker sum of A (c x c) and B (d x d) is
A kron I_d + I_c kron B. A sum over neurons runs over the unit vectors of the hidden layer.
"""

from __future__ import annotations

from sympy import Expr, Identity, MatrixSymbol, S
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from .errors import StatementError
from .material import as_formula, told


class Vec(MatrixExpr):
    """The columns of a matrix of shape (m, n) stacked into one vector of shape (m n, 1)."""

    def __new__(cls, inner: MatrixExpr) -> Vec:
        inner = as_formula(inner)
        if not getattr(inner, "shape", ()):
            raise StatementError(f"Vec takes a matrix; {inner} is a scalar")
        return MatrixExpr.__new__(cls, inner)

    @property
    def arg(self) -> MatrixExpr:
        """The matrix whose columns are stacked."""
        return self.args[0]

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """(m n, 1) for a matrix of shape (m, n)."""
        rows, columns = self.arg.shape
        return (rows * columns, S.One)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\operatorname{{vec}}\left({printer._print(self.arg)}\right)"


class Kron(MatrixExpr):
    """left kron right, of shape (m p, n q) for shapes (m, n) and (p, q); it stays as it is written.

    SymPy's own product takes scalar factors out of its arguments and fails where a product of matrices is left over.
    """

    precedence = PRECEDENCE["Add"]
    """Printed in brackets inside any other product."""

    def __new__(cls, left: MatrixExpr, right: MatrixExpr) -> Kron:
        left, right = as_formula(left), as_formula(right)
        for side in (left, right):
            if not getattr(side, "shape", ()):
                raise StatementError(f"Kron takes two matrices; {side} is a scalar")
        return MatrixExpr.__new__(cls, left, right)

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """(m p, n q) for factors of shapes (m, n) and (p, q)."""
        (m, n), (p, q) = self.args[0].shape, self.args[1].shape
        return (m * p, n * q)

    def _eval_transpose(self) -> Kron:
        return Kron(self.args[0].T, self.args[1].T)

    def _latex(self, printer: LatexPrinter) -> str:
        return r" \otimes ".join(printer.parenthesize(side, PRECEDENCE["Mul"]) for side in self.args)


class OverNeurons(MatrixExpr):
    """The sum of `summand` over the unit vectors e_1, ..., e_h in place of `unit`, which the sum binds.

    With W of shape (h, d) the weights of neuron i are W^T e_i, so W^T W is the sum of W^T e e^T W.
    """

    precedence = PRECEDENCE["Add"]

    def __new__(cls, summand: MatrixExpr, unit: MatrixSymbol) -> OverNeurons:
        summand = as_formula(summand)
        if not isinstance(unit, MatrixSymbol) or unit.shape[1] != 1:
            raise StatementError(f"a sum over neurons runs over a column vector symbol; got {told(unit)}")
        if not getattr(summand, "shape", ()):
            raise StatementError(f"a sum over neurons adds matrices; {summand} is a scalar")
        return MatrixExpr.__new__(cls, summand, unit)

    @property
    def summand(self) -> MatrixExpr:
        """What is added up, in terms of `unit`."""
        return self.args[0]

    @property
    def unit(self) -> MatrixSymbol:
        """The bound column vector symbol, of shape (h, 1)."""
        return self.args[1]

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """The summand's shape."""
        return self.summand.shape

    def at(self, unit: MatrixExpr) -> MatrixExpr:
        """The summand for one unit vector."""
        return self.summand.xreplace({self.unit: unit})

    def _latex(self, printer: LatexPrinter) -> str:
        summand = printer.parenthesize(self.summand, PRECEDENCE["Mul"])
        return rf"\sum_{{{printer._print(self.unit)}}} {summand}"


def kronecker_sum(left: MatrixExpr, right: MatrixExpr) -> MatrixExpr:
    """left kron I + I kron right for square matrices (Kunin et al., 2024, footnote 4). Raises StatementError for others."""
    for side in (left, right):
        shape: tuple = getattr(as_formula(side), "shape", ())
        if len(shape) != 2 or shape[0] != shape[1]:
            raise StatementError(f"the Kronecker sum takes square matrices; {side} has shape {shape}")
    return Kron(left, Identity(right.shape[0])) + Kron(Identity(left.shape[0]), right)
