"""Equations of Kronecker products and of stacked columns as equations of words: a product A kron B takes what stacks X to what stacks
B X A^T.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .matrices_terms import NoCertificate, Node, node, subtrees

if TYPE_CHECKING:
    from .matrices_setting import Setting

ANY = "any stacked matrix"
"""The key of the letter for a matrix whose columns are stacked."""


def has_stacked(*trees: Node) -> bool:
    """Whether a Kronecker product or stacked columns stand in the trees."""
    return any(part.head in ("mkron", "mvec") for tree in trees for part in subtrees(tree))


def without(made: Setting, left: Node, right: Node) -> tuple[list[str], Node, Node]:
    """The first lines of a script, and the sides of the equation of words that is left after them."""
    if any(part.head == "mvec" for part in subtrees(left)):
        return ["eapply stacks_same; [stacks_read | stacks_read |]."], unstacked(left), unstacked(right)
    letters = made.letters
    known = next((part for tree in (left, right) for part in subtrees(tree) if part.head == "mkron"), None)
    if known is None:
        raise NoCertificate("matrix word Kron")
    _, (columns, rows) = sizes_of(made, left if _sized(left) else right)
    letters.names[ANY] = "X"
    letter = letters.letter(ANY, (letters.sizes[rows], letters.sizes[columns]))
    return ["eapply acts_same; [acts_read | acts_read | intro X; cbv beta]."], acted(left, letter), acted(right, letter)


def _sized(tree: Node) -> bool:
    return any(part.head == "mkron" for part in subtrees(tree))


def sizes_of(made: Setting, tree: Node) -> tuple[tuple[int, int], tuple[int, int]]:
    """The sizes of both factors of the rows and of the columns of a sum of Kronecker products, as places among the sizes."""
    from .matrices_words import Algebra
    algebra, (head, args) = Algebra(made.letters, []), tree
    if head == "mkron":
        return tuple(map(algebra.rows_of, args)), tuple(map(algebra.columns_of, args))  # type: ignore[return-value]  # of two factors
    if head == "mmul":
        return sizes_of(made, args[0])[0], sizes_of(made, args[1])[1]
    if head == "madd":
        return sizes_of(made, args[0] if _sized(args[0]) else args[1])
    if head in ("mopp", "mscal", "mabbr"):
        return sizes_of(made, args[-1])
    raise NoCertificate("matrix word Kron")


def acted(tree: Node, on: Node) -> Node:
    """What a matrix makes of a stacked one."""
    head, args = tree
    if head == "mkron":
        return node("mmul", node("mmul", args[1], on), node("mtr", args[0]))
    if head == "mmul":
        return acted(args[0], acted(args[1], on))
    if head == "mid":
        return on
    return _through(tree, lambda part: acted(part, on))


def unstacked(tree: Node) -> Node:
    """The matrix whose columns are stacked."""
    head, args = tree
    if head == "mvec":
        return args[0]
    if head == "mmul":
        return acted(args[0], unstacked(args[1]))
    return _through(tree, unstacked)


def _through(tree: Node, inner: Callable[[Node], Node]) -> Node:
    head, args = tree
    if head == "madd":
        return node(head, *map(inner, args))
    if head == "mopp":
        return node(head, inner(args[0]))
    if head == "mscal":
        return node(head, args[0], inner(args[1]))
    raise NoCertificate("matrix word Kron")
