"""Words written out again: scalar words as inner products and traces, sums of words as matrix expressions, determinants as such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sympy import Derivative, Determinant, Expr, Identity, ZeroMatrix
from sympy.matrices.expressions import MatAdd, Trace

from theoremtest.derivations.language.symbols import Dot

from .letters import Terms, Word, letter_expression, spelled_out

if TYPE_CHECKING:
    from .words import Words


def put_in(expression: Expr, table: dict) -> Expr:
    """An expression with symbols replaced; derivatives of unknown functions are kept derivatives at the new place."""
    if not table:
        return expression
    return expression.subs(table, simultaneous=True) if expression.has(Derivative) else expression.xreplace(table)


def restored(words: Words, expression: Expr) -> Expr:
    """A scalar over a vocabulary's words with inner products, traces and determinants in their place."""
    found = {}
    for symbol in expression.free_symbols:
        word, bracket = words.word_of(symbol), words.determinants.brackets.get(symbol)
        if word is not None:
            found[symbol] = Trace(spelled_out(word)) if words.is_trace(symbol) else _dot(word)
        elif bracket is not None:
            found[symbol] = Determinant(restored_matrix(words, bracket.terms, (bracket.size, bracket.size)))
    return put_in(expression, found)


def restored_matrix(words: Words, terms: Terms, shape: tuple):
    """A sum of words as a matrix expression of this shape."""
    summands = []
    for word, coefficient in terms.items():
        body = spelled_out(word) if word else Identity(shape[0])
        summands.append(restored(words, coefficient) * body)
    return MatAdd(*summands) if len(summands) > 1 else summands[0] if summands else ZeroMatrix(*shape)


def _dot(word: Word):
    if len(word) == 1:
        return word[0].symbol[0, 0]
    first, rest = word[0], word[1:]
    return Dot(letter_expression(first.T), spelled_out(rest))
