"""Matrices of blocks taken apart: an equation between them is one equation for each block, their traces and determinants are the blocks'.

Products and sums are worked out block by block where the divisions fit; an identity or a zero matrix takes whatever division its neighbours
have. Any other matrix that is not divided as its neighbours are is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Determinant, Expr, Identity, Inverse, MatPow, S, Trace, Transpose, ZeroMatrix
from sympy.matrices.expressions import MatAdd, MatMul

from theoremtest.derivations.language.blocks import Blocks
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.wellformed import same_size

from .letters import NotWords, is_matrix


@dataclass(frozen=True)
class Divided:
    """A matrix as rows of blocks free of blocks, with the heights of the rows and the widths of the columns."""

    rows: tuple
    heights: tuple
    widths: tuple


def speaks_of_blocks(*expressions) -> bool:
    """Whether one of the expressions holds a matrix of blocks."""
    return any(hasattr(expression, "has") and expression.has(Blocks) for expression in expressions)


def paired(left, right) -> list[tuple]:
    """The blocks of two matrices of one shape, side by side; an inverse of blocks is multiplied out. Raises NotWords."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Inverse) and speaks_of_blocks(one.arg):
            return paired(MatMul(one.arg, other), Identity(one.shape[0]))
    if _is_plain(left) and not _is_plain(right):
        return [(one, other) for other, one in paired(right, left)]
    first = divided(left)
    second = _as_divided(right, first.heights, first.widths)
    return [(one, other) for above, below in zip(first.rows, second.rows, strict=True) for one, other in zip(above, below, strict=True)]


def divided(expression) -> Divided:
    """A matrix expression taken apart as far as its blocks are. Raises NotWords where divisions do not fit."""
    if not speaks_of_blocks(expression):
        return Divided(((expression,),), (expression.shape[0],), (expression.shape[1],))
    if isinstance(expression, Blocks):
        return _of_blocks(expression)
    if isinstance(expression, Transpose):
        inner = divided(expression.arg)
        return Divided(tuple(tuple(block.T for block in column) for column in zip(*inner.rows, strict=True)), inner.widths, inner.heights)
    if isinstance(expression, MatAdd):
        return _sum(expression)
    if isinstance(expression, MatMul):
        return _product(expression)
    if isinstance(expression, MatPow) and expression.exp.is_Integer and expression.exp > 0:
        base = product = divided(expression.base)
        for _ in range(int(expression.exp) - 1):
            product = _times(product, base)
        return product
    raise NotWords(f"{type(expression).__name__} of blocks is not taken apart: {expression}")


def _of_blocks(expression: Blocks) -> Divided:
    """Blocks within blocks are one division, where they fit."""
    table = [[divided(block) for block in row] for row in expression.rows_of_blocks]
    heights, widths = [row[0].heights for row in table], [block.widths for block in table[0]]
    for i, row in enumerate(table):
        for j, inner in enumerate(row):
            if not (_fits(inner.heights, heights[i]) and _fits(inner.widths, widths[j])):
                raise NotWords(f"the blocks within blocks of {expression} are not divided alike")
    rows = tuple(tuple(block for inner in row for block in inner.rows[k]) for row, sides in zip(table, heights, strict=True)
                 for k in range(len(sides)))
    return Divided(rows, sum(heights, ()), sum(widths, ()))


def _sum(expression: MatAdd) -> Divided:
    shown = [divided(term) for term in expression.args if not _is_plain(term)]
    first = shown[0]
    parts = shown + [_as_divided(term, first.heights, first.widths) for term in expression.args if _is_plain(term)]
    if not all(_fits(part.heights, first.heights) and _fits(part.widths, first.widths) for part in parts):
        raise NotWords(f"the terms of {expression} are not divided alike")
    rows = tuple(tuple(_added([part.rows[i][j] for part in parts]) for j in range(len(first.widths))) for i in range(len(first.heights)))
    return Divided(rows, first.heights, first.widths)


def _product(expression: MatMul) -> Divided:
    scale, product = S.One, None
    for factor in expression.args:
        if not is_matrix(factor):
            scale *= factor
        else:
            product = divided(factor) if product is None else _times(product, divided(factor))
    if product is None:
        raise NotWords(f"{expression} holds no matrix")
    return product if scale == 1 else Divided(tuple(tuple(scale * block for block in row) for row in product.rows),
                                              product.heights, product.widths)


def _times(left: Divided, right: Divided) -> Divided:
    if not _fits(left.widths, right.heights):
        raise NotWords("a product of matrices whose blocks do not fit")
    rows = tuple(tuple(_added([left.rows[i][k] * right.rows[k][j] for k in range(len(left.widths))]) for j in range(len(right.widths)))
                 for i in range(len(left.heights)))
    return Divided(rows, left.heights, right.widths)


def _added(blocks: list):
    """The sum, zero matrices left out."""
    kept = [block for block in blocks if not isinstance(block, ZeroMatrix)]
    return blocks[0] if not kept else kept[0] if len(kept) == 1 else MatAdd(*kept)


def _fits(one: tuple, other: tuple) -> bool:
    return len(one) == len(other) and all(map(same_size, one, other))


def _is_plain(term) -> bool:
    return not speaks_of_blocks(term)


def _as_divided(term, heights: tuple, widths: tuple) -> Divided:
    """A matrix in a given division; without blocks of its own it is a multiple of an identity, zero, or a single block."""
    if speaks_of_blocks(term):
        found = divided(term)
        if not (_fits(found.heights, heights) and _fits(found.widths, widths)):
            raise NotWords(f"{term} is not divided as what it is compared with")
        return found
    if len(heights) == len(widths) == 1:
        return Divided(((term,),), heights, widths)
    factors = term.args if isinstance(term, MatMul) else (term,)
    matrices, scale = [factor for factor in factors if is_matrix(factor)], S.One
    for factor in factors:
        scale *= S.One if is_matrix(factor) else factor
    if len(matrices) == 1 and isinstance(matrices[0], (Identity, ZeroMatrix)) and (
            isinstance(matrices[0], ZeroMatrix) or _fits(heights, widths)):
        keep = isinstance(matrices[0], Identity)
        rows = tuple(tuple(scale * Identity(h) if keep and i == j else ZeroMatrix(h, w) for j, w in enumerate(widths))
                     for i, h in enumerate(heights))
        return Divided(rows, heights, widths)
    raise NotWords(f"{term} is not divided into blocks")


# scalars ---------------------------------------------------------------------------------------------------------------


def opened_scalar(expression: Expr, inverted: list) -> Expr:
    """A scalar with the traces, inner products and determinants of matrices of blocks written by those of the blocks.

    inverted: matrices that have an inverse wherever the statement says anything. Raises NotWords.
    """
    if not speaks_of_blocks(expression):
        return expression
    if isinstance(expression, Trace):
        inner = divided(expression.arg)
        if not _fits(inner.heights, inner.widths):
            raise NotWords("the trace of blocks that are not square on the diagonal")
        return sum((Trace(row[i]) for i, row in enumerate(inner.rows)), S.Zero)
    if isinstance(expression, Dot):
        left, right = divided(expression.left), divided(expression.right)
        if not _fits(left.heights, right.heights):
            raise NotWords("an inner product of vectors that are not divided alike")
        return sum((Dot(one[0], other[0]) for one, other in zip(left.rows, right.rows, strict=True)), S.Zero)
    if isinstance(expression, Determinant):
        return _determinant(divided(expression.arg), inverted)
    if is_matrix(expression):
        raise NotWords(f"{expression} stands where a scalar should")
    return expression.func(*[opened_scalar(argument, inverted) for argument in expression.args])


def _determinant(matrix: Divided, inverted: list) -> Expr:
    """By a zero block beside the diagonal, or by the complement of Schur where a block on the diagonal has an inverse."""
    if not _fits(matrix.heights, matrix.widths):
        raise NotWords("the determinant of blocks that are not square on the diagonal")
    if len(matrix.heights) == 1:
        return Determinant(matrix.rows[0][0])
    if len(matrix.heights) > 2:
        if all(isinstance(block, ZeroMatrix) for i, row in enumerate(matrix.rows) for block in row[:i]) or all(
                isinstance(block, ZeroMatrix) for i, row in enumerate(matrix.rows) for block in row[i + 1:]):
            product = S.One
            for i, row in enumerate(matrix.rows):
                product *= Determinant(row[i])
            return product
        raise NotWords("the determinant of more than two rows of blocks")
    (a, b), (c, d) = matrix.rows
    if isinstance(b, ZeroMatrix) or isinstance(c, ZeroMatrix):
        return Determinant(a) * Determinant(d)
    for block, other, corner in ((a, d, MatMul(c, Inverse(a), b)), (d, a, MatMul(b, Inverse(d), c))):
        if block in inverted:
            return Determinant(block) * Determinant(other - corner)
    if isinstance(a, Identity):
        return Determinant(d - c * b)
    if isinstance(d, Identity):
        return Determinant(a - b * c)
    raise NotWords("the determinant of blocks none of which is seen to have an inverse")
