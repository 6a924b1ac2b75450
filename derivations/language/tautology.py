"""Whether a statement says nothing: once abbreviations are written out its two sides are one formula, so that it holds whatever its
letters stand for, and a slip in what it should have said goes unseen."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import And, Basic, Eq, Ge, Le, MatAdd, default_sort_key, sympify

from .domain import atoms_of
from .latex import to_latex
from .statement import Equal, Holds, Iff, Statement

TRUE_OF_ONE = Eq, Ge, Le
"""Relations that hold between a formula and itself."""


def tautology(statement: Statement) -> str:
    """How a statement that is no conjunction says nothing, in words; empty where what it compares are two formulas."""
    for left, right in _compared(statement):
        left, right = (sympify(side, strict=True) for side in (left, right))
        if left == right:
            return "says nothing: both sides are the same"
        if _in_order(statement.on.expand(left)) == _in_order(statement.on.expand(right)):
            names = [to_latex(key) for key in statement.on.where if key in atoms_of(left) | atoms_of(right)]
            return f"says nothing: both sides are the same once {' and '.join(names)} {'is' if len(names) == 1 else 'are'} written out"
    return ""


def _compared(statement: Statement) -> Iterator[tuple[Basic, Basic]]:
    """The pairs of sides, of which each would be true of one formula."""
    if isinstance(statement, (Equal, Iff)):
        yield statement.left, statement.right
    elif isinstance(statement, Holds):
        relation = statement.relation
        for part in relation.args if isinstance(relation, And) else (relation,):
            if isinstance(part, TRUE_OF_ONE):
                yield part.lhs, part.rhs


def _in_order(tree: Basic) -> Basic:
    """The tree with the terms of its sums of matrices in order; those of scalars SymPy keeps so by itself."""
    if not tree.has(MatAdd):
        return tree
    return tree.replace(lambda node: isinstance(node, MatAdd), lambda node: MatAdd(*sorted(node.args, key=default_sort_key)))
