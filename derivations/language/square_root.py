"""Square roots of matrices: the positive semidefinite one that a paper means when it writes a root over a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy.matrices.expressions.matexpr import MatrixExpr

from .base import Statement
from .errors import StatementError
from .latex import to_latex
from .spaces import Space
from .wellformed import same_shape, same_size, shape_of


@dataclass(frozen=True, eq=False)
class SquareRoot(Statement):
    """`root` is the positive semidefinite square root of `of`, both square and of one size.

    through: a hint for the proof and no part of the claim: a matrix on whose range `root` is seen to be positive semidefinite, where
    that does not show at once; the proof includes that this range is the whole space.
    """

    label: ClassVar[str] = "square root of a matrix"

    root: MatrixExpr
    of: MatrixExpr
    through: MatrixExpr | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(size.has(Space) for size in shape_of(self.root)):
            raise StatementError("a square root over a function space is not decided: what makes it the positive one counts dimensions")
        for side in (self.root, self.of, *(() if self.through is None else (self.through,))):
            if len(shape_of(side)) != 2 or not same_shape(side.shape, shape_of(self.root)) or not same_size(*side.shape):
                raise StatementError(f"a square root is of square matrices of one size; got {shape_of(self.root)} and {shape_of(side)}")

    def expressions(self) -> tuple:
        return (self.root, self.of, *(() if self.through is None else (self.through,)))

    def latex(self) -> str:
        return rf"\sqrt{{{to_latex(self.of)}}} = {to_latex(self.root)}"
