r"""Equations between entries or columns of matrices, whose indices are free, as the equations of the matrices: what is said of every entry
is said of the matrix. A term that does not depend on an index is the same at each place of it, a multiple of the column of ones."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.symbols import Dot

from .canonical import canonical
from .contraction import ends, settled, without_lengths
from .entries import is_ones, of_vector, units_of
from .errors import NotationError
from .shapes import is_matrix
from .words_of import Product, Word, collected, products_of, turned, value_of


def lifted(value: sp.Basic, indices: list[MatrixSymbol], ones: dict) -> sp.Basic:
    """The matrix whose entries, or whose columns, a formula gives for every place of its free indices.

    indices: of the rows and of the columns of what comes out; for a column, one of them. ones: the column of ones by its length, for
    what does not depend on an index. Raises NotationError where an index is left over.
    """
    of_columns = is_matrix(value) and value.shape != (1, 1)
    rows = value.shape[0] if of_columns else indices[0].shape[0]
    columns = indices[-1].shape[0] if of_columns or len(indices) == 2 else 1
    found = []
    for product in collected(map(without_lengths, products_of(value, indices))):
        chain = product.chain or ()
        used: set[int] = set()
        if not of_columns:
            chain, used = _opened(product, indices, ones)
        elif chain and chain[-1] == indices[0]:
            chain, used = _scaled(product, indices[0], chain[:-1], used)
        else:
            at = next((k for k, word in enumerate(product.words) if ends(word, indices[0])), None)
            chain = (*chain, *(_ones(ones, indices[0], True) if at is None else _towards(product.words[at], indices[0])[:-1]))
            used = set() if at is None else {at}
            chain, used = _scaled(product, indices[0], chain, used)
        found.append(replace(product.without(*used), chain=chain))
    made = value_of(found, (rows, columns))
    if units_of(made):
        raise NotationError("an index is left over in this equation between entries")
    return made


def _scaled(product: Product, index: MatrixSymbol, chain: Word, used: set[int]) -> tuple[Word, set[int]]:
    """The matrix whose columns stand times the entries of vectors at their index: times a diagonal matrix."""
    for k, word in enumerate(product.words):
        if k in used or not ends(word, index):
            continue
        rest = _towards(word, index)[:-1]
        if len(rest) == 1 and isinstance(rest[0], sp.Transpose) and isinstance(rest[0].arg, MatrixSymbol):
            chain, used = (*chain, of_vector(rest[0].arg)), used | {k}
        elif len(rest) == 2 and ends(rest, index) and isinstance(rest[1], Diagonal):
            chain, used = (*chain, rest[1]), used | {k}
    return chain, used


def _opened(product: Product, indices: list[MatrixSymbol], ones: dict) -> tuple[Word, set[int]]:
    """The matrix of a number that depends on one or two indices, and the words that were used for it."""
    if len(indices) == 2:
        both = next((k for k, word in enumerate(product.words) if all(ends(word, index) for index in indices)), None)
        if both is not None:
            return _towards(product.words[both], indices[1])[1:-1], {both}
    chain: Word = ()
    used = set()
    for place, index in enumerate(indices):
        at = next((k for k, word in enumerate(product.words) if ends(word, index)), None)
        if at is None:
            chain += _ones(ones, index, place == 1)
        else:
            used.add(at)
            word = _towards(product.words[at], index)
            chain += turned(word)[1:] if place == 0 else word[:-1]
    return chain, used


def _towards(word: Word, index: MatrixSymbol) -> Word:
    """The word read so that it ends with an index."""
    return word if word[-1] == index else turned(word)


def _ones(ones: dict, index: MatrixSymbol, row: bool) -> Word:
    known = ones.get(index.shape[0])
    if known is None:
        raise NotationError("a term does not depend on an index of this equation, and the claim has no column of ones of its length")
    return (sp.Transpose(known) if row else known,)


def of_every_entry(left: sp.Basic, right: sp.Basic, model: sp.Basic, on) -> tuple[sp.Basic, sp.Basic]:
    """Both sides of an equation between entries as matrices, in the order of indices in which the left side is that of a claim, if there is
    one; an equation without free indices as it stands."""
    left, right = settled(left), settled(right)
    indices = sorted(set(units_of(left)) | set(units_of(right)), key=str)
    if not indices:
        return left, right
    if len(indices) > 2 or (len(indices) == 2 and (is_matrix(left) or is_matrix(right))):
        raise NotationError("an equation between entries has at most two indices, one between columns one")
    ones = {symbol.shape[0]: symbol for symbol in (*on.symbols, *on.where) if is_ones(symbol)}
    made = []
    for order in ([indices, indices[::-1]] if len(indices) == 2 else [indices]):
        both = [_of_shape(side, left if is_matrix(left) else right) for side in (left, right)]
        made.append(tuple(_as_it_stands(side, order, ones) or lifted(side, order, ones) for side in both))
        if made[-1][0].shape != getattr(model, "shape", ()) == made[-1][0].shape[::-1]:
            made[-1] = tuple(map(_turned, made[-1]))
        if canonical(made[-1][0]) == canonical(model):
            return made[-1]
    return made[0]


def _of_shape(side: sp.Basic, model: sp.Basic) -> sp.Basic:
    return sp.ZeroMatrix(*model.shape) if side == 0 and is_matrix(model) else side


def _turned(matrix: sp.Basic) -> sp.Basic:
    """The transpose, products written out."""
    if isinstance(matrix, sp.MatAdd):
        return sp.MatAdd(*map(_turned, matrix.args))
    if isinstance(matrix, sp.MatMul):
        scalars = [part for part in matrix.args if not is_matrix(part)]
        return sp.MatMul(*scalars, *map(_turned, reversed([part for part in matrix.args if is_matrix(part)])))
    return matrix.arg if isinstance(matrix, sp.Transpose) else matrix if isinstance(matrix, sp.Identity) else sp.Transpose(matrix)


def _as_it_stands(value: sp.Basic, indices: list[MatrixSymbol], ones: dict) -> sp.Basic | None:
    """As `lifted`, with nothing multiplied out; None where that takes more than dropping unit vectors."""
    if is_matrix(value):
        return _column(value, indices[0], ones) if value.shape[1] == 1 else None
    if isinstance(value, sp.Add):
        terms = [_as_it_stands(part, indices, ones) for part in value.args]
        return None if None in terms else sp.MatAdd(*terms)
    holding = [part for part in sp.Mul.make_args(value) if units_of(part)]
    if len(holding) != 1:
        return None
    factor = sp.Mul(*(part for part in sp.Mul.make_args(value) if part is not holding[0]))
    inner = _inner(holding[0], indices, ones) if isinstance(holding[0], Dot) else \
        _as_it_stands(holding[0], indices, ones) if isinstance(holding[0], sp.Add) else None
    return inner if inner is None or factor == 1 else sp.MatMul(factor, inner)


def _inner(dot: Dot, indices: list[MatrixSymbol], ones: dict) -> sp.Basic | None:
    """An inner product of two columns, one for each index, or of one with a column without any."""
    for left, right in ((dot.left, dot.right), (dot.right, dot.left)):
        if len(indices) == 2 and units_of(left) == [indices[0]] and units_of(right) == [indices[1]]:
            row, column = _column(left, indices[0], ones), _column(right, indices[1], ones)
            if row is None or column is None:
                return None
            factors = [part for part in (_turned(row), column) if not isinstance(part, sp.Identity)]
            return sp.Identity(row.shape[1]) if not factors else factors[0] if len(factors) == 1 else sp.MatMul(*factors)
        if len(indices) == 1 and units_of(left) == indices and not units_of(right):
            row = _column(left, indices[0], ones)
            return None if row is None else right if isinstance(row, sp.Identity) else sp.MatMul(_turned(row), right)
    return None


def _column(value: sp.Basic, index: MatrixSymbol, ones: dict) -> sp.Basic | None:
    """The matrix whose column at an index a formula gives."""
    if value == index:
        return sp.Identity(index.shape[0])
    if isinstance(value, sp.MatAdd):
        terms = [_column(part, index, ones) for part in value.args]
        return None if None in terms else sp.MatAdd(*terms)
    if not units_of(value):
        known = ones.get(index.shape[0])
        return None if known is None else sp.MatMul(value, sp.Transpose(known))
    if isinstance(value, sp.MatMul) and not any(units_of(part) for part in value.args[:-1]):
        last = _column(value.args[-1], index, ones)
        if last is None:
            return None
        kept = [*value.args[:-1], *([] if isinstance(last, sp.Identity) else [last])]
        return kept[0] if len(kept) == 1 else sp.MatMul(*kept)
    return None
