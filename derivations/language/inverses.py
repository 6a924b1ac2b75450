"""The pseudo-inverse of Moore and Penrose, which every real matrix has, whatever its rank.

X^+ is the one matrix with X X^+ X = X, X^+ X X^+ = X^+ and both X X^+ and X^+ X symmetric. Where X has an inverse it is that.
"""

from __future__ import annotations

from sympy import Expr
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from .errors import StatementError
from .material import as_formula


class PseudoInverse(MatrixExpr):
    """X^+ of shape (n, m) for a matrix X of shape (m, n), printed as `X^{+}`."""

    precedence = PRECEDENCE["Pow"]

    def __new__(cls, inner: MatrixExpr) -> PseudoInverse:
        inner = as_formula(inner)
        if not getattr(inner, "shape", ()):
            raise StatementError(f"PseudoInverse takes a matrix; {inner} is a scalar")
        return MatrixExpr.__new__(cls, inner)

    @property
    def arg(self) -> MatrixExpr:
        """The matrix that is inverted as far as it can be."""
        return self.args[0]

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """(n, m) for a matrix of shape (m, n)."""
        rows, columns = self.arg.shape
        return (columns, rows)

    def _latex(self, printer: LatexPrinter) -> str:
        inner = printer._print(self.arg)
        return rf"{{{inner}}}^{{+}}" if self.arg.is_symbol else rf"\left({inner}\right)^{{+}}"
