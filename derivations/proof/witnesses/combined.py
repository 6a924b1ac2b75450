"""An equation between matrices as a combination of the domain's: words around the differences of their sides, found by linear algebra.

Rewriting alone finds what one rule after the other makes of a word; here A^2 B = B A^2 and A^2 = A give A B = B A, which no rule leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat

from theoremtest.derivations.kernel.algebra import SIZES, Word
from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, shape, term

from .effort import AROUND, PRODUCTS_OF_WORDS
from .reader import Reader

if TYPE_CHECKING:
    from .identities import Equation

Gap = dict[Word, fmpq]


def by_combination(equation: Equation) -> bool:
    """Write a line for each multiple of an equation that takes the left side nearer to the right one."""
    draft = equation.draft
    known = dict.fromkeys([*draft.goal.hypotheses, *draft.goal.given, *draft.shown])
    equations = [fact for fact in known if fact.head == "Equality" and shape(fact.args[0]) is not None]
    with suppress(Refused, TooManyLetters):
        return bool(equations) and _combined(equation, equations)
    return False


def _combined(equation: Equation, equations: list[Term]) -> bool:
    reader, draft, (left, right) = Reader(SIZES[0]), equation.draft, equation.fact.args
    target = _gap(reader, equation.fact)
    gaps = [(fact, gap) for fact in equations if (gap := _gap(reader, fact))]
    gaps += [(fact, {reader.turned(word): value for word, value in gap.items()}) for fact, gap in gaps]
    if not target or not gaps:
        return False
    multiples = list(_multiples(reader, target, gaps))
    weights = _solved(target, [multiple for _, multiple in multiples])
    if weights is None:
        return False
    so_far = {word: value.constant() for word, value in reader.matrix(left).items()}
    used = [(fact, multiple, weight) for (fact, multiple), weight in zip(multiples, weights, strict=True) if weight]
    line = None
    for place, (fact, multiple, weight) in enumerate(used, 1):
        for word, value in multiple.items():
            so_far[word] = so_far.get(word, fmpq(0)) - weight * value
        words = {word: reader.constant(value) for word, value in so_far.items() if value}
        now = right if place == len(used) else reader.sum_of_words(words, (shape(left) or ())[0])
        line = _one_more(equation, equal(left, now), line, fact)
    return draft.known.knows(equation.fact)


def _gap(reader: Reader, fact: Term) -> Gap:
    """Left less right, word by word; empty where a word has a letter before it."""
    gap: Gap = {}
    for side, sign in zip(fact.args, (1, -1), strict=True):
        for word, value in reader.matrix(side).items():
            if value.constant() is None:
                return {}
            gap[word] = gap.get(word, fmpq(0)) + sign * fmpq(value.constant())
    return {word: value for word, value in gap.items() if value}


def _multiples(reader: Reader, target: Gap, gaps: list[tuple[Term, Gap]]) -> Iterator[tuple[Term, Gap]]:
    """Equations with words around them that make a word of the target, or one that another of them brings in."""
    seen, waiting, known = set(), list(target), set(target)
    for _ in range(AROUND):
        brought: list[Word] = []
        for word, (fact, gap) in product(waiting, gaps):
            for before, after in _around(reader, word, gap):
                multiple = {before + inner + after: value for inner, value in gap.items()}
                key = frozenset(multiple.items())
                if key in seen or len(seen) >= PRODUCTS_OF_WORDS:
                    continue
                seen.add(key)
                yield fact, multiple
                brought += [made for made in multiple if made not in known]
                known.update(multiple)
        waiting = brought


def _around(reader: Reader, word: Word, gap: Gap) -> Iterator[tuple[Word, Word]]:
    """What stands around a word of an equation, wherever it is in another; the identity is between any two letters of its size."""
    size = next((reader.sizes(part)[0] for part in gap if part), None)
    for part in gap:
        for start in range(len(word) - len(part) + 1):
            if part and word[start:start + len(part)] == part or not part and word and reader.sizes(word)[start] == size:
                yield word[:start], word[start + len(part):]


def _solved(target: Gap, products: list[Gap]) -> list[fmpq] | None:
    """Weights by which products sum up to the target, most of them zero; None where there are none."""
    words = list(dict.fromkeys([*target, *(word for product in products for word in product)]))
    rows = [[*(product.get(word, fmpq(0)) for product in products), target.get(word, fmpq(0))] for word in words]
    reduced, rank = fmpq_mat(rows).rref()
    weights = [fmpq(0)] * len(products)
    for row in range(rank):
        lead = next(column for column in range(len(products) + 1) if reduced[row, column])
        if lead == len(products):
            return None
        weights[lead] = reduced[row, len(products)]
    return weights


def _one_more(equation: Equation, goal: Term, line: int | None, fact: Term) -> int:
    """The line that shows an equation by one that was shown and one of the domain's. Raises Refused where none does."""
    draft = equation.draft
    reader, place = Reader(SIZES[0]), draft.place(fact)
    gap = _gap(reader, fact)
    for lead in sorted(filter(None, gap), key=len, reverse=True):
        rule = ["word", place, draft.number(reader.word_term(lead))]
        with suppress(Refused):
            if line is None:
                return draft.line("algebra", draft.number(goal), [rule])
            identity = term("Identity", (shape(goal.args[0]) or ())[:1])
            draft.line("definite", draft.number(term("pd", (identity,))), [["1/1", draft.number(identity), None]], [])
            return draft.line("cancel", draft.number(goal), line, draft.number(identity), True, [rule])
    raise Refused("no word of the equation stands for the rest of it")
