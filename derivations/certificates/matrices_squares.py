"""What a proof is told of squares: lengths of vectors and traces of A^T A that stand in sums of words are not negative."""

from __future__ import annotations

from .matrices_script import Script
from .matrices_terms import ZERO, NoCertificate, Node, node, subtrees

MOST_FACTS = 12
"""Squares of which a proof is told."""


def squares(script: Script, trees: list[Node]) -> list[str]:
    """Lines that prove of squares in sums of words that they are not negative, and of products of two that Cauchy and Schwarz hold."""
    facts: dict[Node, str] = {}
    shown = script.made.printer.shown
    sides = [*trees, *(side for one in script.hypotheses if one.kind == "scalar" for side in one.sides)]
    inner = [part.args[1] for side in sides for part in subtrees(side) if part.head == "sfun"]
    for item in dict.fromkeys(side for side in (*sides, *inner) if side.head.startswith("s")):
        try:
            total = script.algebra.scalar(item)
        except (NoCertificate, KeyError):  # no sum of words, or one of a function that stands inside another
            continue
        for _, scalars in total:
            for kind, word in scalars:
                for tree, told in _squares_of(script, kind, word):
                    facts[tree] = f"({told} {shown(tree.args[0].args[1] if tree.head == 'strace' else tree.args[0])})"
    lines = []
    for number, (tree, told) in enumerate(list(facts.items())[:MOST_FACTS], 1):
        lines += script.fact(f"Q{number}", told, ">=", (tree, ZERO))
        script.facts.append(f"Q{number}")
    return lines


def _squares_of(script: Script, kind: str, word: tuple) -> list[tuple[Node, str]]:
    """The square that a word is, or those of both its halves where it is an inner product."""
    algebra = script.algebra
    turned = [word] if kind == "e" else [word[i:] + word[:i] for i in range(len(word))]
    for one in turned:
        half = one[len(one) // 2:]
        if len(one) % 2 == 0 and one == algebra.flipped(half) + half:
            tree = script.word_tree(half)
            if kind == "e":
                return [(node("sdot", tree, tree), "dot_square")]
            return [(node("strace", node("mmul", node("mtr", tree), tree)), "trace_square")]
    return []
