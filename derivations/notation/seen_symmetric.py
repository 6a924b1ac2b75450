r"""Whether a matrix is seen to be symmetric under the conditions of a statement, as X^T X is, or a combination of letters that are said to
be so; `e^{A}` and its like are read of such matrices, as the language has functions of symmetric ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy as sp
from lark import Token, Tree
from sympy import Basic, Eq, MatAdd, MatMul, MatrixSymbol, Transpose

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain

from .shapes import is_matrix


@dataclass(frozen=True)
class Symmetric:
    """What is seen to be symmetric on a domain: by an equation with the transpose or with a symmetric matrix, or by an order."""

    on: Domain

    def __call__(self, matrix: Basic) -> bool:
        """Whether a matrix is its own transpose by its form and by what the letters are."""
        return _mirrored(self.on.expand(matrix), self.letters)

    @property
    def letters(self) -> set[Basic]:
        """The letters that the conditions make symmetric."""
        found: set[Basic] = set()
        said = [condition for condition in self.on.conditions if isinstance(condition, (Eq, PositiveDefinite, PositiveSemidefinite))]
        while new := {letter for condition in said for letter in _made(condition, found, self.on)} - found:
            found |= new
        return found


def _made(condition: Basic, known: set[Basic], on: Domain) -> Iterable[Basic]:
    if isinstance(condition, Eq):
        for one, other in (condition.args, condition.args[::-1]):
            if isinstance(one, MatrixSymbol) and (other == Transpose(one) or is_matrix(other) and not other.has(one)
                                                  and _mirrored(on.expand(other), known)):
                yield one
        return
    terms = condition.matrix.args if isinstance(condition.matrix, MatAdd) else (condition.matrix,)
    open_ones = [term for term in terms if not _mirrored(on.expand(term), known)]
    words = [word for word in MatMul.make_args(open_ones[0]) if is_matrix(word)] if len(open_ones) == 1 else []
    if len(words) == 1 and isinstance(words[0], MatrixSymbol):
        yield words[0]


def _mirrored(matrix: Basic, known: Iterable[Basic]) -> bool:
    straight = {Transpose(letter): letter for letter in known}
    return bool(matrix.doit().xreplace(straight) == Transpose(matrix).doit().xreplace(straight))


def with_symmetric(tree: Tree, seen: Symmetric) -> Tree:
    """The tree with what is seen to be symmetric beside every exponential, for what builds it."""
    children = [with_symmetric(child, seen) if isinstance(child, Tree) else child for child in tree.children]
    if tree.data == "elementary" and children[0].value is sp.exp:
        return Tree("exponential", [Token("SEEN", seen), *children])
    return Tree(tree.data, children)


__all__ = ["Symmetric", "with_symmetric"]
