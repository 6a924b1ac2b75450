r"""Functions of a symmetric matrix, `\left[\ell \mapsto f\right]\left(F\right)`, built from a tree.

In the brackets a quotient `\frac{e^{r u} - 1}{r}` is the growth integral, which has the value u where r is 0: papers that write
(e^{2Ft} - 1)/(2F) of a matrix mean this limit, and a plain quotient would have no value there. Outside the brackets a quotient is a plain
one, unless the statement that gives the letters their meaning has the growth integral that prints so.
"""

from __future__ import annotations

from collections.abc import Collection

import sympy as sp
from lark import Token, Tree
from sympy import Symbol, cancel

from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.language.matrix_function import MatrixFunction

from .builders import build, builds
from .errors import NotationError
from .shapes import column_of, is_matrix, shape_text


@builds("matrix_function")
def _matrix_function(tree: Tree) -> sp.Basic:
    eigenvalue = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value.value
    formula, argument = [child for child in tree.children if isinstance(child, Tree)]
    if not isinstance(eigenvalue, Symbol):
        raise NotationError("the eigenvalue is a letter that means nothing else here", column_of(tree))
    value, matrix = build(_filled(formula, eigenvalue)), build(argument)
    if is_matrix(value):
        raise NotationError("a function of the eigenvalue is a scalar", column_of(formula))
    if not is_matrix(matrix) or matrix.shape[0] != matrix.shape[1]:
        raise NotationError(f"a function of a matrix takes a square one; this is {shape_text(matrix)}", column_of(argument))
    return MatrixFunction(value, eigenvalue, matrix)


def _filled(tree: Tree, eigenvalue: Symbol) -> Tree:
    """The tree with the fractions that are growth integrals marked as such."""
    children = [_filled(child, eigenvalue) if isinstance(child, Tree) else child for child in tree.children]
    found = Tree(tree.data, children)
    return Tree("growth", children) if tree.data == "fraction" and _growth(found, eigenvalue) is not None else found


def with_growths(tree: Tree, growths: Collection[GrowthIntegral]) -> Tree:
    """The tree with the fractions that are how one of these growth integrals prints marked as such."""
    children = [with_growths(child, growths) if isinstance(child, Tree) else child for child in tree.children]
    if tree.data == "fraction":
        top, rate = [build(child) for child in children if isinstance(child, Tree)]
        if any(rate == known.args[0] and top == sp.exp(rate * known.args[1]) - 1 for known in growths):
            return Tree("growth", children)
    return Tree(tree.data, children)


def _growth(tree: Tree, eigenvalue: Symbol) -> GrowthIntegral | None:
    top, rate = [build(child) for child in tree.children if isinstance(child, Tree)]
    grown = top + 1
    if is_matrix(top) or is_matrix(rate) or not isinstance(grown, sp.exp) or eigenvalue not in rate.free_symbols:
        return None
    time = cancel(grown.args[0] / rate)
    return GrowthIntegral(rate, time) if eigenvalue not in time.free_symbols else None


@builds("growth")
def _growth_integral(tree: Tree) -> sp.Basic:
    top, rate = [build(child) for child in tree.children if isinstance(child, Tree)]
    return GrowthIntegral(rate, cancel((top + 1).args[0] / rate))
