"""Sorts of the letters of an unmarked display under which its formulas fit: numbers, vectors, square matrices of one size, and functions
with values of these, found over the syntax trees that the reader has made so far, which is a hundred times as fast as reading anew."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from lark import Token, Tree

from theoremtest.derivations.notation import parser
from theoremtest.derivations.notation.shapes import UNSIZED
from theoremtest.derivations.notation.tokens import tex_tokens
from theoremtest.derivations.notation.vocabulary import OF_MATRICES
from theoremtest.reports.referee.letters import Key

SORTS = ("number", "vector", "matrix")
_ANY = "any"
"""What fits everywhere: a zero, and a part that fits nowhere itself, which is counted once."""
_TURNED = {"vector": "row", "row": "vector"}
_PRODUCTS = {("row", "vector"): "number", ("matrix", "vector"): "vector", ("row", "matrix"): "row", ("vector", "row"): "matrix",
             ("matrix", "matrix"): "matrix"}


@contextmanager
def trees_read() -> Iterator[list[Tree]]:
    """The syntax trees that the reader makes in this block."""
    made, parsed = [], parser._parse

    def kept(tokens: list[Token], start: str) -> Tree:
        made.append(tree := parsed(tokens, start))
        return tree
    parser._parse = kept
    try:
        yield made
    finally:
        parser._parse = parsed


class _Fits:
    """How many parts of trees fit nowhere where letters are of these sorts."""

    def __init__(self, sorts: Mapping[Key, str]):
        self.sorts, self.misfits = sorts, 0

    def misfit(self) -> str:
        self.misfits += 1
        return _ANY

    def all_alike(self, found: Sequence[str]) -> str:
        kinds = {sort for sort in found if sort != _ANY}
        return _ANY if not kinds else kinds.pop() if len(kinds) == 1 else self.misfit()

    def of(self, tree: Tree | Token) -> str:
        """The sort of what a tree stands for."""
        if isinstance(tree, Token):
            return self.name(tree) if tree.type == "NAME" else _ANY
        kind, parts = str(tree.data), [child for child in tree.children if isinstance(child, Tree)]
        by_hand = getattr(self, f"of_{kind}", None)
        if by_hand is not None:
            return by_hand(tree, parts)
        found = [self.of(child) for child in tree.children if isinstance(child, Tree) or child.type == "NAME"]
        return found[0] if len(found) == 1 else "number"

    def name(self, token: Token) -> str:
        value = token.value.value
        if value == UNSIZED:
            return _ANY
        key = tuple(one.text for one in tex_tokens(token.value.latex))
        shape = getattr(value, "shape", ())
        return self.sorts.get(key) or ("number" if not shape else "vector" if shape[1] == 1 else "matrix")

    def of_sum(self, tree: Tree, parts: list[Tree]) -> str:
        return self.all_alike([self.of(part) for part in parts if part.data != "sign"])

    def of_term(self, tree: Tree, parts: list[Tree]) -> str:
        return self.of(parts[-1])

    def of_product(self, tree: Tree, parts: list[Tree]) -> str:
        return self.times([self.of(part) for part in parts], ["" for _ in parts])

    def of_factors(self, tree: Tree, parts: list[Tree]) -> str:
        signs, sign = [], ""
        for child in tree.children:
            if isinstance(child, Token) or child.data == "tensor":
                sign = child.type if isinstance(child, Token) else child.children[0].type
            else:
                signs.append(sign)
                sign = ""
        return self.times([self.of(part) for part in parts if part.data != "tensor"], signs)

    def times(self, found: list[str], signs: list[str]) -> str:
        made = "number"
        for sort, sign in zip(found, signs, strict=True):
            if sign == "ODOT":
                made = self.all_alike([made, sort])
            elif sign == "CDOT" and made == sort == "vector":
                made = "number"
            elif _ANY in (made, sort) or "number" in (made, sort):
                made = sort if made in ("number", _ANY) else made
            else:
                made = _PRODUCTS.get((made, sort)) or self.misfit()
        return made

    def of_over(self, tree: Tree, parts: list[Tree]) -> str:
        return "number" if self.of(parts[-1]) in ("number", _ANY) else self.misfit()

    def of_fraction(self, tree: Tree, parts: list[Tree]) -> str:
        above, below = map(self.of, parts)
        return above if below in ("number", _ANY) else self.misfit()

    def of_powered(self, tree: Tree, parts: list[Tree]) -> str:
        base, power = map(self.of, parts)
        return base if base in ("number", "matrix", _ANY) and power in ("number", _ANY) else self.misfit()

    def of_transposed(self, tree: Tree, parts: list[Tree]) -> str:
        base = self.of(parts[0])
        return self.misfit() if base == "number" else _TURNED.get(base, base)

    def of_norm(self, tree: Tree, parts: list[Tree]) -> str:
        which = any(getattr(child, "type", "") == "WHICH" and child.value in ("spectral", "Frobenius") for child in tree.children)
        content, *weight = map(self.of, parts)
        fits = content in ("vector", _ANY) or which and content == "matrix"
        return "number" if fits and all(one in ("matrix", _ANY) for one in weight) else self.misfit()

    def of_inner_product(self, tree: Tree, parts: list[Tree]) -> str:
        return "number" if self.all_alike([self.of(part) for part in parts]) in ("vector", "matrix", _ANY) else self.misfit()

    def of_elementary(self, tree: Tree, parts: list[Tree]) -> str:
        due = "matrix" if tree.children[0].value in OF_MATRICES else "number"
        return "number" if self.of(parts[-1]) in (due, _ANY) else self.misfit()

    def of_application(self, tree: Tree, parts: list[Tree]) -> str:
        for part in parts:
            self.of(part)
        value = tree.children[0].value
        key = tuple(one.text for one in tex_tokens(value.latex))
        if key not in self.sorts and key[-1:] == ("'",):
            key = tuple(word for word in key if word != "'")
        return self.sorts.get(key, "vector" if key[:1] == (r"\nabla",) else "number")

    def of_gradient_at(self, tree: Tree, parts: list[Tree]) -> str:
        for part in parts:
            self.of(part)
        return "vector"

    def of_expression(self, tree: Tree, parts: list[Tree]) -> str:
        """What a mean or an extreme value is of, as a rule, which is a number."""
        return "number" if self.all_alike([self.of(part) for part in parts]) in ("number", _ANY) else self.misfit()

    def of_relation(self, tree: Tree, parts: list[Tree]) -> str:
        return self.all_alike([self.of(part) for part in parts if part.data != "comparison"])

    def of_number(self, tree: Tree, parts: list[Tree]) -> str:
        return _ANY if str(tree.children[0]) == "0" else "number"


def fitting(trees: Sequence[Tree], sorts: dict[Key, str], chance: random.Random, looks: int = 400) -> dict[Key, str]:
    """The sorts nearest to these by single changes, and then by several at once, under which the fewest parts of the trees fit nowhere."""
    def misfits(tried: dict[Key, str]) -> int:
        fits = _Fits(tried)
        for tree in trees:
            fits.of(tree)
        return fits.misfits

    free = [key for key, sort in sorts.items() if sort in SORTS]
    best, least = sorts, misfits(sorts)
    start = best
    while least and looks > 0 and free:
        changed = [{**start, key: sort} for key in free for sort in SORTS if sort != start[key]]
        chance.shuffle(changed)
        counts = [(misfits(tried), place) for place, tried in enumerate(changed)]
        looks -= len(counts)
        fewest, place = min(counts)
        some = {key: chance.choice(SORTS) for key in chance.sample(free, min(3, len(free)))}
        start = changed[place] if fewest < least else {**best, **some}
        best, least = (changed[place], fewest) if fewest < least else (best, least)
    return best
