"""Does a sum of words with inverse letters vanish? Multiplied by what is inverted, and by rules that are completed.

A bracket that has an inverse takes nothing but zero to zero, so a sum of words vanishes where it does after multiplication by brackets from
the left and the right. That clears most of the inverses; what else follows from their equations is looked for by completing the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Expr

from rederive.derivations.language.wellformed import same_size
from rederive.derivations.proof.deadline import Deadline

from .completion import complete
from .inverses import tidied
from .letters import NotWords, Terms
from .scalarise import Scalarised

DEPTH = 3
"""Brackets by which a sum is multiplied at most."""
MOST_PRODUCTS = 40
"""Products that are looked at."""
MOST_TERMS = 400
"""Words of a product beyond which it is not looked at."""
COMPLETING = 0.3
"""The part of the time left that completion may take."""


def vanishing(gap: Terms, shape: tuple, setting: Scalarised, rung: Callable[[Expr], str | None], deadline: Deadline) -> list | None:
    """The rungs by which all coefficients of a sum of words, or of a multiple that vanishes only with it, are zero; None where they are not.

    rung: what settles that a scalar over the setting's words is zero.
    """
    words = setting.words
    for completed in (False, True):
        if completed:
            complete(words.rewriting, deadline.part(COMPLETING))
        gap = tidied(words.renewed(gap))
        for product in _multiples(gap, shape, setting, deadline):
            rungs = [rung(coefficient) for coefficient in product.values()]
            if None not in rungs:
                return rungs
    return None


def vanishing_scalar(difference: Expr, setting: Scalarised, rung: Callable[[Expr], str | None], deadline: Deadline) -> str | None:
    """The same for a scalar: by the rules there are, and by completed ones."""
    for completed in (False, True):
        if completed:
            complete(setting.words.rewriting, deadline.part(COMPLETING))
        difference = setting.words.renewed(difference)
        found = rung(difference)
        if found is not None:
            return found
    return None


def _multiples(gap: Terms, shape: tuple, setting: Scalarised, deadline: Deadline):
    """The sum itself, and its products with brackets, the simplest first."""
    words = setting.words
    brackets = [terms for bracket in words.inverses.brackets.values() if not bracket.pseudo
                for terms in (bracket.terms, words.flipped(bracket.terms))]
    sizes = [bracket.letter.shape[0] for bracket in words.inverses.brackets.values() if not bracket.pseudo for _ in range(2)]
    level, seen, count = [gap], [], 0
    for depth in range(DEPTH + 1):
        following = []
        for sum_of_words in level:
            deadline.check()
            if any(not tidied({**_minus(sum_of_words, other)}) for other in seen):
                continue
            seen.append(sum_of_words)
            yield sum_of_words
            count += 1
            if count > MOST_PRODUCTS or depth == DEPTH:
                continue
            for terms, size in zip(brackets, sizes, strict=True):
                for side in (0, 1):
                    if same_size(size, shape[side]):
                        try:
                            product = tidied(words.multiply(terms, sum_of_words) if side == 0 else words.multiply(sum_of_words, terms))
                        except NotWords:
                            continue
                        if len(product) <= MOST_TERMS:
                            following.append(product)
        level = sorted(following, key=len)


def _minus(one: Terms, other: Terms) -> Terms:
    made = dict(one)
    for word, c in other.items():
        made[word] = made.get(word, 0) - c
    return made
