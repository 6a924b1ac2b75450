"""Rewriting rules completed: where two rules overlap, what they make of the overlap is equal, and the difference is a new rule.

The procedure of Knuth and Bendix, as Buchberger's for words with coefficients. It need not end, so it stops after a number of rules, at
words of a weight and at a deadline; whatever it has found by then follows from the rules it was given.
"""

from __future__ import annotations

from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from sympy import S

from theoremtest.derivations.proof.deadline import Deadline, OutOfTime

from .letters import NotWords, Terms, Word, accumulate, difference, scaled
from .rewriting import Rewriting

if TYPE_CHECKING:
    from .words import Words

MOST_RULES = 120
"""Rules at which completion stops."""
STRETCH = 2
"""An overlap may weigh this many times as much as the heaviest rule at the start."""


def complete(rewriting: Rewriting, deadline: Deadline) -> None:
    """Add rules that follow from those there are, as far as the bounds let it."""
    if not rewriting.rules:
        return
    widest = STRETCH * max(rewriting.order.weight(pattern) for pattern, _ in rewriting.rules)
    known, waiting, ticket = 0, [], count()
    try:
        while True:
            rules = rewriting.rules
            for new in range(known, len(rules)):
                for old in range(new + 1):
                    for one, other in {(rules[new][0], rules[old][0]): (rules[new], rules[old]),
                                       (rules[old][0], rules[new][0]): (rules[old], rules[new])}.values():
                        for word, gap in _overlaps(one, other):
                            weight = rewriting.order.weight(word)
                            if weight <= widest:
                                heappush(waiting, (weight, next(ticket), gap))
            known = len(rules)
            if not waiting or len(rules) > MOST_RULES:
                return
            deadline.check()
            rewriting.add(heappop(waiting)[2])
    except (OutOfTime, NotWords):
        return  # what was found until then stands


def complete_words(words: Words, deadline: Deadline) -> None:
    """Complete the rules of a vocabulary, and take for zero what a scalar that never vanishes makes zero.

    A rule 1 1^T 1 -> C 1 says (1^T 1 - C) 1 = 0, so that 1 is zero where 1^T 1 is not C. So does what became no rule, as its coefficients
    hold scalars.
    """
    rewriting = words.rewriting
    complete(rewriting, deadline)
    ruled = [difference({pattern: S.One}, replacement) for pattern, replacement in rewriting.rules]
    with suppress(NotWords, OutOfTime):  # what was found until then stands
        for gap, by_rules in [*((gap, True) for gap in rewriting.left_out), *((gap, False) for gap in ruled)]:
            deadline.check()
            zero = words.normal(gap, by_rules)
            if len(zero) == 1 and all(word and words.keeps_from_zero(scalar) for word, scalar in zero.items()):
                rewriting.add(dict.fromkeys(zero, S.One))


def _overlaps(one: tuple[Word, Terms], other: tuple[Word, Terms]):
    """The words that end in one pattern as they begin with the other, or hold it, with the difference of the two ways to rewrite them."""
    (left, left_to), (right, right_to) = one, other
    for size in range(1, min(len(left), len(right)) + (left != right)):
        if left[len(left) - size:] == right[:size] and not (size == len(left) == len(right)):
            head, tail = left[:len(left) - size], right[size:]
            yield left + tail, difference(_between((), left_to, tail), _between(head, right_to, ()))
    if len(right) < len(left):
        for start in range(1, len(left) - len(right)):
            if left[start:start + len(right)] == right:
                yield left, difference(left_to, _between(left[:start], right_to, left[start + len(right):]))


def _between(head: Word, terms: Terms, tail: Word) -> Terms:
    total: Terms = {}
    for word, coefficient in terms.items():
        accumulate(total, scaled({head + word + tail: S.One}, coefficient))
    return total
