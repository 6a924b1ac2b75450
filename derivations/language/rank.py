"""Rank bounds: what a paper says of the rank of a matrix, or of the ranks of its neurons' terms added up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, MatrixSymbol
from sympy.matrices.expressions.matexpr import MatrixExpr

from .base import Statement
from .errors import StatementError
from .latex import to_latex
from .wellformed import same_size, shape_of


@dataclass(frozen=True, eq=False)
class RankBound(Statement):
    """The rank of `matrix` is at most `at_most`, an expression in its sizes.

    neurons: where given, a column vector symbol of the matrix; the ranks with each unit vector in its place are added up.
    """

    label: ClassVar[str] = "rank bound"

    matrix: MatrixExpr
    at_most: Expr
    neurons: MatrixSymbol | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not getattr(self.matrix, "shape", ()):
            raise StatementError(f"a rank bound is about a matrix; {self.matrix} is a scalar")
        if shape_of(self.at_most):
            raise StatementError(f"a bound on a rank is a number; {self.at_most} has shape {shape_of(self.at_most)}")
        if self.neurons is not None and (self.neurons not in self.on.declared or not same_size(self.neurons.shape[1], 1)):
            raise StatementError(f"ranks are added up over a declared column vector symbol; got {self.neurons} {self.neurons.shape}")

    def binders(self) -> set:
        return set() if self.neurons is None else {self.neurons}

    def expressions(self) -> tuple:
        return (self.matrix, self.at_most)

    def latex(self) -> str:
        rank = rf"\operatorname{{rank}}\left({to_latex(self.matrix)}\right)"
        if self.neurons is not None:
            rank = rf"\sum_{{{to_latex(self.neurons)}}} {rank}"
        return rf"{rank} \leq {to_latex(self.at_most)}"
