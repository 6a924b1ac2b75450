"""Functions of a symmetric matrix: f(F) = P f(Lambda) P^T where F = P Lambda P^T, for a scalar function f of the eigenvalue.

The exponential e^{Ft}, the root of a positive semidefinite matrix, the resolvent and (e^{2Ft} - 1)/(2F) with its limit at the eigenvalue
zero are all of this kind; `GrowthIntegral` writes the last without a hole. The eigenvalue is bound: it means nothing outside f.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Symbol, exp, sqrt
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from .errors import StatementError
from .functions import GrowthIntegral
from .material import as_formula, told
from .symbols import real
from .wellformed import same_size

EIGENVALUE = real(r"\ell")
"""The eigenvalue in the functions that this module makes."""


class MatrixFunction(MatrixExpr):
    """f(F): `formula` is f as an expression in the symbol `eigenvalue` and in parameters, `argument` the symmetric matrix F, (n, n).

    It has a value where F is symmetric and the formula has one at every eigenvalue of F.
    """

    precedence = PRECEDENCE["Atom"]

    def __new__(cls, formula: Expr, eigenvalue: Symbol, argument: MatrixExpr) -> MatrixFunction:
        formula, argument = as_formula(formula), as_formula(argument)
        if getattr(formula, "shape", ()):
            raise StatementError(f"a function of the eigenvalue is a scalar; got the matrix {told(formula)}")
        if not isinstance(eigenvalue, Symbol) or eigenvalue.is_real is not True or any(
                getattr(eigenvalue, f"is_{kind}") is not None for kind in ("integer", "zero", "nonnegative", "nonpositive")):
            raise StatementError(f"the eigenvalue is a symbol for any real number, such as real('x'); got {told(eigenvalue)}")
        shape = getattr(argument, "shape", ())
        if len(shape) != 2 or not same_size(*shape):
            raise StatementError(f"a function of a matrix takes a square one; got {told(argument)} of shape {shape or 'scalar'}")
        if eigenvalue in argument.free_symbols:
            raise StatementError(f"the eigenvalue {eigenvalue} is bound in the function and cannot stand in its argument {told(argument)}")
        return MatrixExpr.__new__(cls, formula, eigenvalue, argument)

    @property
    def formula(self) -> Expr:
        """f, an expression in the eigenvalue and in parameters."""
        return self.args[0]

    @property
    def eigenvalue(self) -> Symbol:
        """The bound symbol of the formula."""
        return self.args[1]

    @property
    def argument(self) -> MatrixExpr:
        """The symmetric matrix F."""
        return self.args[2]

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """F's shape."""
        return self.argument.shape

    @property
    def free_symbols(self) -> set:
        """The symbols of the formula, its eigenvalue apart, and of the argument."""
        return (self.formula.free_symbols - {self.eigenvalue}) | self.argument.free_symbols

    def doit(self, **hints: Any) -> MatrixFunction:
        """Itself. SymPy evaluates the factors of every product anew, and asks of each diagonal argument whether it is diagonal."""
        return self

    def _eval_transpose(self) -> MatrixFunction:
        return self

    def _eval_subs(self, old: Any, new: Any) -> MatrixFunction | None:
        """The bound eigenvalue is replaced by nothing."""
        if old == self.eigenvalue:
            return self.func(self.formula, self.eigenvalue, self.argument.subs(old, new))
        return None

    def _latex(self, printer: LatexPrinter) -> str:
        bound, formula = printer._print(self.eigenvalue), printer._print(self.formula)
        return rf"\left[{bound} \mapsto {formula}\right]\left({printer._print(self.argument)}\right)"


def matrix_exp(matrix: MatrixExpr, time: Any = 1) -> MatrixFunction:
    """e^{F time} of a symmetric matrix F."""
    return MatrixFunction(exp(EIGENVALUE * time), EIGENVALUE, matrix)


def matrix_growth(matrix: MatrixExpr, time: Any, factor: Any = 1) -> MatrixFunction:
    """(e^{k F time} - 1)/(k F), with the eigenvalue 0 taken to `time`; k = `factor`."""
    return MatrixFunction(GrowthIntegral(factor * EIGENVALUE, time), EIGENVALUE, matrix)


def matrix_root(matrix: MatrixExpr) -> MatrixFunction:
    """The positive semidefinite square root of a positive semidefinite matrix."""
    return MatrixFunction(sqrt(EIGENVALUE), EIGENVALUE, matrix)
