"""Square roots of matrices: the positive semidefinite one that a paper means when it writes a root over a matrix."""

from __future__ import annotations

from dataclasses import dataclass

from sympy.matrices.expressions.matexpr import MatrixExpr

from .errors import StatementError
from .latex import to_latex
from .statement import Statement


@dataclass(frozen=True, eq=False)
class SquareRoot(Statement):
    """`root` is the positive semidefinite square root of `of`, both square and of one size.

    through: a hint for the proof and no part of the claim: a matrix on whose range `root` is seen to be positive semidefinite, where
    that does not show at once; the proof includes that this range is the whole space.
    """

    root: MatrixExpr
    of: MatrixExpr
    through: MatrixExpr | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for side in (self.root, self.of):
            if side.shape != self.root.shape or side.shape[0] != side.shape[1]:
                raise StatementError(f"a square root is of square matrices of one size; got {self.root.shape} and {self.of.shape}")

    def expressions(self) -> tuple:
        return (self.root, self.of, *(() if self.through is None else (self.through,)))

    def latex(self) -> str:
        return rf"\sqrt{{{to_latex(self.of)}}} = {to_latex(self.root)}"
