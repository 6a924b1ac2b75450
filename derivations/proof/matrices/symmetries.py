"""Which matrix symbols a domain makes symmetric: by K^T = K, or by an expression that is its own transpose, as K = X X^T."""

from __future__ import annotations

from sympy import MatrixSymbol

from theoremtest.derivations.language.wellformed import same_size

from .letters import NotWords


def learn(words, relations) -> None:
    """Add to `words.symmetric` the letters that a relation makes symmetric; what is known of one may show the next."""
    sides = [pair for left, right in relations for pair in ((left, right), (right, left))]
    open_ones = [(letter, other) for letter, other in sides if isinstance(letter, MatrixSymbol)
                 and all(map(same_size, letter.shape, other.shape)) and same_size(*letter.shape)]
    grown = True
    while grown:
        grown = False
        for letter, other in open_ones:
            if letter not in words.symmetric and _is_symmetric(words, letter, other):
                words.symmetric.add(letter)
                grown = True


def _is_symmetric(words, letter, other) -> bool:
    """Whether a letter is symmetric by being equal to an expression: its own transpose, or one that is symmetric itself."""
    if other == letter.T:
        return True
    try:
        terms = words.matrix(other)
    except NotWords:
        return False
    return words.flipped(terms) == terms
