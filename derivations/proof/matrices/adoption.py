"""What was read over one vocabulary, over another: its relations are put in, its symbols and inverse letters read anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sympy import Expr, S

from .letters import Terms, Word, accumulate, scaled, tidied
from .writing import put_in

if TYPE_CHECKING:
    from .words import Words


def adopted(words: Words, expression: Expr, other: Words) -> Expr:
    """A scalar over another vocabulary's words, over `words`."""
    table = {}
    for symbol in expression.free_symbols & other.names:
        word = other.word_of(symbol)
        terms = _read_anew(words, word, other)
        table[symbol] = words.trace(terms, word[0].shape[0]) if other.is_trace(symbol) else words.as_scalar(terms)
    for symbol in expression.free_symbols & set(other.determinants.brackets):
        bracket = other.determinants.brackets[symbol]
        table[symbol] = words.determinants.of_terms(tidied(adopted_matrix(words, bracket.terms, other)), bracket.size)
    return put_in(expression, table)


def adopted_matrix(words: Words, terms: Terms, other: Words) -> Terms:
    """A sum of words of another vocabulary, over `words`."""
    total: Terms = {}
    for word, coefficient in terms.items():
        accumulate(total, scaled(_read_anew(words, word, other), adopted(words, coefficient, other)))
    return total


def renewed(words: Words, found: Expr | Terms) -> Expr | Terms:
    """A scalar, or a sum of words, once more by the rules that there are now."""
    return adopted_matrix(words, found, words) if isinstance(found, dict) else adopted(words, found, words)


def _read_anew(words: Words, word: Word, other: Words) -> Terms:
    """A word of another vocabulary: inverse letters are read anew from what they are the inverse of."""
    if other is words or not any(letter.symbol in other.inverses.brackets for letter in word):
        return words.normal({words.spelled_here(word): S.One})
    product: Terms = {(): S.One}
    for letter in word:
        bracket = other.inverses.brackets.get(letter.symbol)
        found = {(letter,): S.One} if bracket is None else words.matrix(letter.symbol)
        found = words.normal({words.spelled_here(one): c for one, c in found.items()}) if bracket is None else found
        product = words.multiply(product, words.flipped(found) if bracket is not None and letter.transposed else found)
    return product
