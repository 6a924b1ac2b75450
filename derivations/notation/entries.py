r"""Entries and columns of matrices that a manuscript declares: `w_{ij} = [W]_{ij}`, `\mu_i = [\mu]_{\cdot i}`, `f(x) = [f]_{x}`. An index
is a letter of its own, the unit vector of its place; nothing is assumed of it but its length."""

from __future__ import annotations

import re

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.symbols import Dot

from .errors import NotationError
from .names import Meaning, Names
from .shapes import is_matrix, shape_text
from .tokens import Tex, tex_tokens

_ENTRY = re.compile(r"^\s*(?:\\left\s*)?\[(?P<matrix>.+?)(?:\\right\s*)?\]\s*_\s*"
                    r"(?:\{(?P<places>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|(?P<place>\w|\\[A-Za-z]+))(?P<turned>\s*\^\s*(?:\\top|\{\\top\}|T))?\s*$",
                    re.DOTALL)
_UNIT = "place "


def entry_of(text: str) -> re.Match | None:
    """The pieces of `[matrix]_{places}`; None for anything else."""
    return _ENTRY.match(text)


def unit(letter: str, size: sp.Basic) -> MatrixSymbol:
    """The unit vector of the place that an index names."""
    return MatrixSymbol(rf"\mathbf{{e}}_{{{_UNIT}{letter}}}", size, 1)


def is_unit(value: object) -> bool:
    """Whether a value is the unit vector of an index."""
    return isinstance(value, MatrixSymbol) and value.name.startswith(rf"\mathbf{{e}}_{{{_UNIT}")


def is_index(meaning: Meaning) -> bool:
    """Whether a name is an index itself, and no name for its unit vector."""
    return is_unit(meaning.value) and meaning.value == unit(meaning.latex, meaning.value.shape[0])


def is_ones(value: object) -> bool:
    r"""Whether a value is the column of ones, or the function that is 1: \mathbf{1}, \mathbf{1}_n."""
    return isinstance(value, MatrixSymbol) and value.shape[1] == 1 and re.match(r"\\mathbf\{1\}(?:_|$)", value.name) is not None


def of_vector(vector: MatrixSymbol) -> Diagonal:
    """The diagonal matrix of a vector."""
    return Diagonal(entry := sp.Symbol("x", real=True), (entry, vector))


def units_of(value: sp.Basic) -> list[MatrixSymbol]:
    """The indices that a formula speaks of, by their names."""
    return sorted((letter for letter in value.free_symbols if is_unit(letter)), key=str)


def declared_entry(names: Names, found: re.Match, matrix: sp.Basic) -> sp.Basic:
    """What `[matrix]_{places}` stands for; its indices become names. Raises NotationError for one that means something else."""
    if not is_matrix(matrix):
        raise NotationError("[...]_{i} is an entry or a column of a matrix; this is a scalar")
    if matrix.shape[0] == 1 and matrix.shape[1] != 1:
        matrix = sp.Transpose(matrix)
    places = _places(tex_tokens(found["places"] or found["place"]), matrix.shape[1] == 1)
    sides = [None if place == r"\cdot" else _index(names, place, size)
             for place, size in zip(places, matrix.shape, strict=False)]
    row, column = (sides[0], None) if len(sides) == 1 else sides
    value = matrix if column is None else _times(matrix, column)
    if row is not None:
        value = Dot(row, value) if value.shape[1] == 1 else sp.MatMul(sp.Transpose(row), value)
    return sp.Transpose(value) if found["turned"] and is_matrix(value) else value


def _times(matrix: sp.Basic, column: sp.Basic) -> sp.Basic:
    return column if isinstance(matrix, sp.Identity) else sp.MatMul(matrix, column)


def _places(tokens: list[Tex], of_a_column: bool) -> list[str]:
    words: list[str] = []
    for token in tokens:
        if token.text == "'" and words:
            words[-1] += "'"
        elif token.text != ",":
            words.append(token.text)
    if len(words) != (1 if of_a_column else 2):
        raise NotationError("an entry of a column has one index, [v]_{i}, one of a matrix two, [M]_{ij}; a column reads [M]_{\\cdot j}")
    return words


def _index(names: Names, letter: str, size: sp.Basic) -> MatrixSymbol:
    key = tuple(token.text for token in tex_tokens(letter))
    known, made = names.by_tokens.get(key), unit(letter, size)
    if known is not None and is_unit(known.value) and known.value != made:
        raise NotationError(f"the index {letter} runs over {known.value.shape[0]} and over {size}; use two letters")
    if known is not None and not is_unit(known.value):
        raise NotationError(f"the index {letter} is a name of this claim, {shape_text(known.value)}; use another letter")
    names.offer(letter, made)
    return made
