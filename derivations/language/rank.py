"""Rank bounds: what a paper says of the rank of a matrix, or of the ranks of its neurons' terms added up."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, MatrixSymbol
from sympy.matrices.expressions.matexpr import MatrixExpr

from .errors import StatementError
from .latex import to_latex
from .statement import Statement


@dataclass(frozen=True, eq=False)
class RankBound(Statement):
    """The rank of `matrix` is at most `at_most`, an expression in its sizes.

    neurons: where given, a column vector symbol of the matrix; the ranks with each unit vector in its place are added up.
    """

    matrix: MatrixExpr
    at_most: Expr
    neurons: MatrixSymbol | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not getattr(self.matrix, "shape", ()):
            raise StatementError(f"a rank bound is about a matrix; {self.matrix} is a scalar")

    def expressions(self) -> tuple:
        return (self.matrix, self.at_most)

    def latex(self) -> str:
        rank = rf"\operatorname{{rank}}\left({to_latex(self.matrix)}\right)"
        if self.neurons is not None:
            rank = rf"\sum_{{{to_latex(self.neurons)}}} {rank}"
        return rf"{rank} \leq {to_latex(self.at_most)}"
