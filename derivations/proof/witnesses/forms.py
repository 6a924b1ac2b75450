"""Matrices as sums of B^T P B, and numbers as sums of traces of such: semidefinite programmes over words, rounded.

A cone is a matrix P that a line shows to be definite. What stands in B are words of what is to be shown. A polynomial is a dictionary
from monomials to rational numbers, a monomial a word, or nothing, beside the exponents of scalar letters. """

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flint import fmpq

from theoremtest.derivations.kernel.algebra import Word, Words
from theoremtest.derivations.kernel.ring import Quotient
from theoremtest.derivations.kernel.terms import Refused, Term, mul, term

from .effort import WORDS
from .gram import Block, squares_of, weighted
from .reader import Reader

Mono = tuple[tuple[int, int], ...]
"""Letters with their exponents."""
Flat = dict[Any, fmpq]


@dataclass
class Cone:
    """A definite matrix, as words; the line that shows it (None: the identity), and whether it is strictly so."""

    words: Words
    size: Any
    line: int | None
    strict: bool = False


@dataclass
class FormBlock(Block):
    """Products of words over a cone. form: of two words and their scalar monomials, over the cone."""

    form: Callable[[Any, Any], Flat] = field(default=lambda one, other: {})

    def multiply(self, cone: Any) -> None:
        """Fill in the products."""
        self.cells = []
        for i, one in enumerate(self.basis):
            for j in range(i + 1):
                made: dict = defaultdict(lambda: fmpq(0))
                for left, a in one.items():
                    for right, b in self.basis[j].items():
                        for pair in ((left, right),) if i == j else ((left, right), (right, left)):
                            for monomial, value in self.form(*pair).items():
                                made[monomial] += a * b * value
                self.cells.append((i, j, {monomial: value for monomial, value in made.items() if value != 0}))


def flat(value: Quotient, word: Word | None = None) -> Iterator[tuple[Any, fmpq]]:
    """A scalar before a word, monomial by monomial. Raises Refused where it has a denominator."""
    if not value.den.is_one():
        raise Refused("a quotient before a word")
    for exponents, weight in value.num.to_dict().items():
        mono = tuple((place, int(exponent)) for place, exponent in enumerate(exponents) if exponent)
        yield (mono if word is None else (word, mono)), fmpq(weight)


def flat_words(words: Words) -> Flat:
    """A sum of words, monomial by monomial."""
    return {monomial: weight for word, value in words.items() for monomial, weight in flat(value, word)}


def joined(one: Mono, other: Mono) -> Mono:
    """A product of monomials."""
    found: dict[int, int] = dict(one)
    for place, exponent in other:
        found[place] = found.get(place, 0) + exponent
    return tuple(sorted(found.items()))


def suffixes(words: Iterable[Word]) -> list[Word]:
    """What words end in, and nothing."""
    found = dict.fromkeys([()])
    for word in words:
        found.update(dict.fromkeys(word[place:] for place in range(len(word))))
    return list(found)


class Programme:
    """Blocks for one target. columns: the size of the columns of what is squared, None where traces are taken."""

    def __init__(self, reader: Reader, cones: list[Cone], size: Any) -> None:
        self.reader, self.cones, self.size = reader, cones, size
        self.blocks: list[Block] = []
        self._products = lru_cache(maxsize=None)(self._product)

    def rows(self, word: Word) -> Any:
        """The size of a word's rows."""
        return self.reader.sizes(word)[0] if word else self.size

    def _product(self, left: Word, place: int, right: Word) -> Words:
        reader = self.reader
        turned = reader.tidy({reader.turned(left): reader.one})
        return reader.product(reader.product(turned, self.cones[place].words), reader.tidy({right: reader.one}))

    def over_words(self, words: list[Word], monos: list[Mono]) -> None:
        """Squares of combinations of words, over every cone that they fit; the cone itself where it is strict, by itself."""
        for place, cone in enumerate(self.cones):
            def form(one: Any, other: Any, place: int = place) -> Flat:
                made = flat_words(self._products(one[0], place, other[0]))
                return {(word, joined(mono, joined(one[1], other[1]))): value for (word, mono), value in made.items()}
            if cone.strict and cone.size == self.size:
                self.blocks.append(FormBlock(place, [{((), ()): fmpq(1)}], form=form))
            basis = [{(word, mono): fmpq(1)} for word in words if self.rows(word) == cone.size for mono in monos]
            self._add(FormBlock(place, basis[:WORDS], form=form))

    def _add(self, block: Block) -> None:
        if block.basis:
            self.blocks.append(block)

    def solve(self, target: Flat) -> list[tuple[int, fmpq, dict]] | None:
        """(cone, weight, what is squared) whose sum is the target."""
        largest = max(map(abs, target.values()))
        target = {monomial: value / largest for monomial, value in target.items()}
        blocks = pruned(target, self.blocks)
        if not blocks or not set(target) <= {m for block in blocks for *_, cell in block.cells for m in cell}:
            return None
        found = weighted(target, blocks, [], [None] * (1 + max(block.cone for block in blocks)))
        return None if found is None else [(cone, weight * largest, inner) for cone, weight, inner in squares_of(*found)]


def pruned(target: Flat, blocks: list[Block]) -> list[Block]:
    """Without the squares that make a monomial that nothing takes away again."""
    for block in blocks:
        block.multiply(None)
    while True:
        mixed, alone = set(target), defaultdict(list)
        for block in blocks:
            for i, j, cell in block.cells:
                for monomial, value in cell.items():
                    if i == j:
                        alone[monomial].append((value > 0, block, i))
                    else:
                        mixed.add(monomial)
        dropped = {(id(block), i) for monomial, found in alone.items() if monomial not in mixed and len({up for up, *_ in found}) == 1
                   for _, block, i in found}
        if not dropped:
            return [block for block in blocks if block.basis]
        for block in blocks:
            left = {i: place for place, i in enumerate(i for i in range(len(block.basis)) if (id(block), i) not in dropped)}
            block.basis = [block.basis[i] for i in left]
            block.cells = [(left[i], left[j], cell) for i, j, cell in block.cells if i in left and j in left]
        blocks = [block for block in blocks if block.basis]


def scalar_of(reader: Reader, mono: Mono, weight: fmpq | int = 1) -> Quotient:
    """A scalar monomial."""
    found = reader.constant(weight)
    for place, exponent in mono:
        found = found * Quotient(reader._gens[place], reader.context.constant(1)) ** exponent
    return found


def matrix_of(reader: Reader, inner: dict, rows: Term | None) -> Term:
    """What is squared, as a matrix; rows: the size of the identity, for the word of no letters."""
    words: dict = {}
    for (word, mono), weight in inner.items():
        words[word] = words[word] + scalar_of(reader, mono, weight) if word in words else scalar_of(reader, mono, weight)
    made = []
    for word, value in words.items():
        if not word and rows is None:
            raise Refused("an identity of no known size")
        node = reader.word_term(word) if word else term("Identity", (rows,))
        made.append(node if value.constant() == 1 else term("MatMul", (reader.written(value), node)))
    return made[0] if len(made) == 1 else term("MatAdd", made)


def product_of(reader: Reader, mono: Mono) -> Term:
    """A scalar monomial as a term."""
    return mul(*(reader.terms[place] for place, exponent in mono for _ in range(exponent)))
