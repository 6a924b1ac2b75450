"""Lengths of sums and of products, vectors' and matrices': at most the sums, and the products, of the lengths of what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from theoremtest.derivations.kernel.facts import nonneg
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.table import root, square
from theoremtest.derivations.kernel.terms import MINUS, Refused, Term, add, mul, parts, shape, sub, term

from .effort import LENGTHS
from .known import Known, letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs

Way = Callable[[Term], Term]
"""How a length is written."""


def of_lengths(signs: Signs, reader: Reader, poly: fmpq_mpoly, apart: bool) -> Iterator[Known]:
    """What is known of the lengths in a polynomial, one step after the other. apart: by what sums are made of; else by the steps to others
    that are spoken of."""
    if signs.again is None or signs.averaged:
        return
    measured = [pair for place in sorted(letters_in(poly)) for pair in [_of(reader.terms.get(place))] if pair is not None]
    norms = {part.args[0] for place in letters_in(poly) for part in parts(reader.terms.get(place, MINUS)) if part.head == "SpectralNorm"}
    waiting = [(node, way) for node, way in measured if node.head in ("MatAdd", "MatMul")]
    for node in [reader.terms[place] for place in sorted(letters_in(poly)) if place in reader.terms] if apart else ():
        if node.head == "Dot" and node.args[0] is not node.args[1] and any(part.head == "MatMul" for part in node.args):
            waiting += [(part, _vector) for part in node.args if part.head == "MatMul"]
            with suppress(Refused, TooManyLetters):
                for line in _cauchy(signs, *node.args, _vector):
                    yield from signs.said_by(line, reader)
    asked: set[Term] = set()
    while waiting and len(asked) < LENGTHS:
        node, way = waiting.pop()
        for one, other, larger in _ways(node, way, [] if apart else [one for one, _ in measured], norms, reader):
            fact = nonneg(sub(larger, way(node)))
            if fact in asked or len(asked) >= LENGTHS:
                continue
            asked.add(fact)
            with suppress(Refused, TooManyLetters):
                line = _triangle(signs, fact, one, other, way) if node.head == "MatAdd" else _of_product(signs, fact)
                if line is not None:
                    waiting += [(part, way) for part in (one, other) if part.head in ("MatAdd", "MatMul")]
                    yield from signs.said_by(line, reader)


def _of_product(signs: Signs, fact: Term) -> int | None:
    """A question of its own, inside which no other one of lengths is asked."""
    assert signs.again is not None
    made = signs.again(signs.draft, *fact.args)
    made.averaged = signs.averaged + 1
    return made.show(fact)


def _cauchy(signs: Signs, one: Term, other: Term, way: Way) -> list[int]:
    """Lines that say that |u| |v| >= u . v, and >= -u . v, as Cauchy and Schwarz do of their squares. Raises Refused."""
    draft, product, found = signs.draft, mul(way(one), way(other)), []
    if signs.definite is None or any(signs.plainly(nonneg(node)) is None for node in (way(one), way(other), product)):
        raise Refused("a length without a sign")
    definite, identity = signs.definite(signs), term("Identity", (shape(one) or ())[:1])
    definite.show(term("psd", (identity,)))
    line = definite._lemma("cauchy", identity, one, other)
    inner = term("Dot", (one, other)) if way is _vector else term("Trace", (term("MatMul", (term("Transpose", (one,)), other)),))
    for smaller in (mul(MINUS, inner), inner):
        draft.line("sign", draft.number(nonneg(sub(square(product), square(smaller)))), [], [["1", [["line", line]]]], [])
        found.append(draft.line("lemma", "square_not_smaller", [draft.number(product), draft.number(smaller)]))
    return found


def _triangle(signs: Signs, fact: Term, one: Term, other: Term, way: Way) -> int | None:
    """|u| + |v| >= |u + v|, by squares."""
    draft, line = signs.draft, _cauchy(signs, one, other, way)[0]
    larger, smaller = add(way(one), way(other)), mul(MINUS, way(term("MatAdd", (one, other))))
    if signs.plainly(nonneg(larger)) is None:
        return None
    draft.line("sign", draft.number(nonneg(sub(square(larger), square(smaller)))), [], [["2", [["line", line]]]], [])
    line = draft.line("lemma", "square_not_smaller", [draft.number(larger), draft.number(smaller)])
    return draft.line("sign", draft.number(fact), [], [["1", [["line", line]]]], [])


def _of(node: Term | None) -> tuple[Term, Way] | None:
    """What a length is the length of, and how it is written."""
    if node is None or node.head != "Pow" or node.args[1].mark != Fraction(1, 2):
        return None
    (inner, _) = node.args
    if inner.head == "Dot" and inner.args[0] is inner.args[1]:
        return inner.args[0], _vector
    if inner.head == "Trace" and inner.args[0].head == "MatMul" and len(inner.args[0].args) == 2 \
            and inner.args[0].args[0] is term("Transpose", inner.args[0].args[1:]):
        return inner.args[0].args[1], _frobenius
    return None


def _vector(node: Term) -> Term:
    return root(term("Dot", (node, node)))


def _frobenius(node: Term) -> Term:
    return root(term("Trace", (term("MatMul", (term("Transpose", (node,)), node)),)))


def _ways(node: Term, way: Way, others: list[Term], norms: set[Term], reader: Reader) -> Iterator[tuple[Term, Term, Term]]:
    """Two matrices, and what a length is at most by theirs."""
    if node.head == "MatAdd":
        first, *rest = node.args
        pairs = [] if others else [(first, rest[0] if len(rest) == 1 else term("MatAdd", rest))]
        for one in others:
            for sign in (MINUS, mul()):
                if one is not node and shape(one) == shape(node):
                    left = term("MatAdd", (node, term("MatMul", (sign, one))))
                    words = reader.matrix(left)
                    pairs.append((one, reader.sum_of_words(words, None))) if words and () not in words else None
        for one, other in pairs:
            yield one, other, add(way(one), way(other))
    elif node.head == "MatMul":
        factors = [factor for factor in node.args if shape(factor) is not None]
        if len(factors) >= 2:
            first, rest = factors[0], factors[1] if len(factors) == 2 else term("MatMul", factors[1:])
            if first in norms:
                yield rest, rest, mul(term("SpectralNorm", (first,)), way(rest))
            else:
                yield first, rest, mul(_frobenius(first), way(rest))
