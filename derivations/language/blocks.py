"""Matrices put together from blocks, whose sizes may be symbols: `Blocks([A, B], [C, D])`.

Blocks that stand side by side have one number of rows, blocks one below the other one number of columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Add, Expr, Tuple
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.printing.latex import LatexPrinter

from .errors import StatementError
from .material import as_formula, told
from .wellformed import same_size


class Blocks(MatrixExpr):
    """The matrix of these rows of blocks; its shape is the sum of theirs."""

    def __new__(cls, *rows: Iterable) -> Blocks:
        table = [tuple(map(as_formula, _listed(row))) for row in rows]
        if not table or len({len(row) for row in table}) != 1 or not table[0]:
            raise StatementError("Blocks takes rows of one length, such as Blocks([A, B], [C, D])")
        for i, row in enumerate(table):
            for j, block in enumerate(row):
                if len(getattr(block, "shape", ()) or ()) != 2:
                    raise StatementError(f"a block is a matrix; got {told(block)}")
                if not (same_size(block.shape[0], row[0].shape[0]) and same_size(block.shape[1], table[0][j].shape[1])):
                    raise StatementError(f"the block {told(block)} of shape {block.shape} in row {i + 1} and column {j + 1} does not fit "
                                         "the others")
        return MatrixExpr.__new__(cls, *(Tuple(*row) for row in table))

    @property
    def rows_of_blocks(self) -> tuple[tuple, ...]:
        """The blocks, row by row."""
        return tuple(tuple(row) for row in self.args)

    @property
    def heights(self) -> tuple[Expr, ...]:
        """How many rows each row of blocks has."""
        return tuple(row[0].shape[0] for row in self.rows_of_blocks)

    @property
    def widths(self) -> tuple[Expr, ...]:
        """How many columns each column of blocks has."""
        return tuple(block.shape[1] for block in self.rows_of_blocks[0])

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """The sums of the blocks' sizes."""
        return (Add(*self.heights), Add(*self.widths))

    def _eval_transpose(self) -> Blocks:
        return Blocks(*([block.T for block in column] for column in zip(*self.rows_of_blocks, strict=True)))

    def _latex(self, printer: LatexPrinter) -> str:
        rows = r" \\ ".join(" & ".join(printer._print(block) for block in row) for row in self.rows_of_blocks)
        return rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"


def _listed(row: Any) -> tuple:
    if not isinstance(row, (list, tuple, Tuple)):
        raise StatementError(f"a row of blocks is a list of matrices; got {told(row)}")
    return tuple(row)
