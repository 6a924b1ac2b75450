"""Conditions on a matrix as a whole: symmetric and positive definite, or symmetric and positive semidefinite."""

from __future__ import annotations

from typing import Any

from sympy.logic.boolalg import BooleanFunction
from sympy.printing.latex import LatexPrinter

from .errors import StatementError
from .material import as_formula, told
from .wellformed import same_size


class _Definite(BooleanFunction):
    """What both conditions share: one square matrix, and a sign that its eigenvalues have."""

    nargs = 1
    symbol = ""

    @classmethod
    def eval(cls, matrix: Any) -> None:
        shape = getattr(as_formula(matrix), "shape", ())
        if len(shape) != 2 or not same_size(*shape):
            raise StatementError(f"{cls.__name__} is said of a square matrix; got {told(matrix)} of shape {shape or 'scalar'}")

    @property
    def matrix(self) -> Any:
        """The matrix, (n, n)."""
        return self.args[0]

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"{printer._print(self.matrix)} {self.symbol} 0"


class PositiveDefinite(_Definite):
    """The matrix is symmetric and all its eigenvalues are positive."""

    symbol = r"\succ"


class PositiveSemidefinite(_Definite):
    """The matrix is symmetric and none of its eigenvalues is negative."""

    symbol = r"\succeq"
