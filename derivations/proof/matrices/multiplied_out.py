"""Does a sum of words with inverse letters vanish? Multiplied by what is inverted, and by rules that are completed.

A bracket that has an inverse takes nothing but zero to zero, so a sum of words vanishes where it does after multiplication by brackets from
the left and the right. That clears most of the inverses; what else follows from their equations is looked for by completing the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sympy import Expr

from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.deadline import Deadline

from .adoption import renewed
from .completion import complete_words
from .diagonals import has_diagonals
from .letters import Letter, NotWords, Terms, tidied
from .scalarise import Scalarised

DEPTH = 3
"""Brackets by which a sum is multiplied at most."""
MOST_PRODUCTS = 40
"""Products that are looked at."""
MOST_TERMS = 400
"""Words of a product beyond which it is not looked at."""
COMPLETING = 0.3
"""The part of the time left that completion may take."""


def vanishing(gap: Terms, shape: tuple, setting: Scalarised, rung: Callable[[Expr], str | None], deadline: Deadline,
              differs: Callable[[], bool] = lambda: False) -> list | None:
    """The rungs by which all coefficients of a sum of words, or of a multiple that vanishes only with it, are zero; None where none is.

    rung: what settles that a scalar over the setting's words is zero. differs: whether a point tells that it does not vanish, asked
    before the long way is gone.
    """
    words = setting.words
    for completed in (False, True):
        if completed:
            if differs():
                return None
            complete_words(words, deadline.part(COMPLETING))
        gap = tidied(renewed(words, gap))
        for product in _multiples(gap, shape, setting, deadline):
            rungs = [rung(coefficient) for coefficient in setting.modes.coefficients(product)]
            if None not in rungs:
                return rungs
            if has_diagonals(product):
                told = setting.modes.with_constants(product, lambda scalar: rung(scalar) is not None)
                rungs = [rung(coefficient) for coefficient in told]
                if None not in rungs:
                    return rungs
    return None


def vanishing_scalar(difference: Expr, setting: Scalarised, rung: Callable[[Expr], str | None], deadline: Deadline) -> str | None:
    """The same for a scalar: by the rules there are, and by completed ones."""
    for completed in (False, True):
        if completed:
            complete_words(setting.words, deadline.part(COMPLETING))
        difference = renewed(setting.words, difference)
        found = [rung(part) for part in setting.modes.scalar_parts(difference)]
        if None not in found:
            return found[0]
    return None


def _multiples(gap: Terms, shape: tuple, setting: Scalarised, deadline: Deadline):
    """The sum itself, and its products with what its letters are the inverses of, the shortest first."""
    level, seen = [gap], set()
    for depth in range(DEPTH + 1):
        following = []
        for terms in level:
            deadline.check()
            key = frozenset(terms.items())
            if key in seen:
                continue
            if len(seen) == MOST_PRODUCTS:
                return
            seen.add(key)
            yield terms
            if depth < DEPTH:
                following += _products(terms, shape, setting)
        level = sorted(following, key=len)


def _products(gap: Terms, shape: tuple, setting: Scalarised) -> list[Terms]:
    """A sum of words times the brackets of its inverse letters, from the left and from the right, where the sizes fit."""
    words, found = setting.words, []
    for letter in sorted({letter for word in gap for letter in word}, key=Letter.key):
        bracket = words.inverses.brackets.get(letter.symbol)
        if bracket is None or bracket.pseudo:
            continue
        terms = words.flipped(bracket.terms) if letter.transposed else bracket.terms
        for side in (0, 1):
            if same_size(letter.shape[0], shape[side]):
                with suppress(NotWords):
                    product = tidied(words.multiply(terms, gap) if side == 0 else words.multiply(gap, terms))
                    if len(product) <= MOST_TERMS:
                        found.append(product)
    return found
