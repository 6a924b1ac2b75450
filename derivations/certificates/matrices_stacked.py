"""Equations of Kronecker products and of stacked columns as equations of words: a product A kron B takes what stacks X to what stacks
B X A^T.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from .matrices_terms import NoCertificate, Node, node, plain, product, put_in, subtrees

if TYPE_CHECKING:
    from .matrices_setting import Setting

ANY = "any stacked matrix"
"""The key of the letter for a matrix whose columns are stacked."""


def has_stacked(*trees: Node) -> bool:
    """Whether a Kronecker product or stacked columns stand in the trees."""
    return any(part.head in ("mkron", "mvec") for tree in trees for part in subtrees(tree))


def without(made: Setting, left: Node, right: Node) -> tuple[list[str], Node, Node]:
    """The first lines of a script, and the sides of the equation of words that is left after them."""
    if not left.head.startswith("m"):
        return traced(made, plain(left), plain(right))
    if any(part.head == "mvec" for part in subtrees(left)):
        one = unstacked(left)
        zero = right.head == "mzero"
        other = node("mzero", *_shape(made, one)) if zero else unstacked(right)
        return [f"eapply stacks_same; [stacks_read | {'exact: vec0' if zero else 'stacks_read'} |]."], one, other
    letters = made.letters
    known = next((part for tree in (left, right) for part in subtrees(tree) if part.head == "mkron"), None)
    if known is None:
        raise NoCertificate("matrix word Kron")
    _, (columns, rows) = sizes_of(made, left if _sized(left) else right)
    letters.names[ANY] = "X"
    letter = letters.letter(ANY, (letters.sizes[rows], letters.sizes[columns]))
    return ["eapply acts_same; [acts_read | acts_read | intro X; cbv beta]."], acted(left, letter), acted(right, letter)


def traced(made: Setting, left: Node, right: Node) -> tuple[list[str], Node, Node]:
    """The same of numbers: a trace of Kronecker products is a sum of products of traces, one of each factor, in hypotheses too."""
    lines: list[str] = []

    def apart(sides: tuple[Node, ...], place: str = "") -> tuple[Node, ...]:
        for trace in dict.fromkeys(part for side in sides for part in subtrees(side) if part.head == "strace" and _sized(part)):
            both = product([product([node("strace", factor) for factor in pair], "smul") for pair in _factors(trace.args[0])], "sadd")
            lines.append(f"rewrite (_ : {made.printer.shown(trace)} = {made.printer.shown(both)}){place}; last by traces_apart.")
            sides = tuple(put_in(side, trace, both) for side in sides)
        return sides
    made.hypotheses = [replace(item, sides=apart(item.sides, f" in {item.name}")) if item.kind == "scalar" and has_stacked(*item.sides)
                       else item for item in made.hypotheses]
    return lines, *apart((plain(left), plain(right)))


def _factors(tree: Node) -> list[tuple[Node, Node]]:
    """The factors of the Kronecker products that add up to a matrix, as the prelude's `spread` lists them."""
    head, args = tree
    if head == "mkron":
        return [(args[0], args[1])]
    if head == "madd":
        return [pair for part in args for pair in _factors(part)]
    if head == "mmul":
        one, other = map(_factors, args)
        return [(node("mmul", a, c), node("mmul", b, d)) for a, b in one for c, d in other]
    raise NoCertificate("matrix word Kron")


def _shape(made: Setting, tree: Node) -> tuple[int, int]:
    from .matrices_words import Algebra
    algebra = Algebra(made.letters, [])
    return algebra.rows_of(tree), algebra.columns_of(tree)


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
