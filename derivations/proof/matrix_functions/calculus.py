"""Derivatives in time of words with functions and inverses, letter by letter.

A function of a matrix that does not move has the derivative (d/dt f)(F): its projections stand still. An inverse M^-1 has the derivative
-M^-1 M' M^-1. A function of a matrix that moves has no such formula unless the matrix commutes with its rate, and is refused.
"""

from __future__ import annotations

from sympy import Expr, MatrixSymbol, S, diff

from theoremtest.derivations.proof.matrices.letters import Letter, NotWords, Terms, Word, accumulate, scaled

from .bases import Slot
from .vocabulary import FunctionWords


def terms_rate(words: FunctionWords, terms: Terms, t, rates: dict) -> Terms:
    """d/dt of a sum of words; rates: words for the matrices that move, expressions for the scalars that do, t apart."""
    total: Terms = {}
    for word, coefficient in list(terms.items()):
        change = scalar_rate(words, coefficient, t, rates)
        if change != 0:
            accumulate(total, words.normal({word: change}))
        accumulate(total, scaled(word_rate(words, word, t, rates), coefficient))
    return total


def scalar_rate(words: FunctionWords, expression: Expr, t, rates: dict) -> Expr:
    """d/dt of a scalar over scalar words."""
    if expression.atoms(MatrixSymbol) & set(rates):
        raise NotWords(f"{expression} depends on a matrix that moves through more than inner products and traces")
    total = diff(expression, t) if t in expression.free_symbols else S.Zero
    for symbol in sorted(expression.free_symbols, key=str):
        word = words.word_of(symbol)
        if word is not None:
            inner = word_rate(words, word, t, rates)
            change = words.trace(inner, word[0].shape[0]) if words.is_trace(symbol) else words.as_scalar(inner)
        elif symbol in rates:
            change = rates[symbol]
        else:
            continue
        if change != 0:
            total += diff(expression, symbol) * change
    return total


def word_rate(words: FunctionWords, word: Word, t, rates: dict) -> Terms:
    """d/dt of one word: each letter replaced in turn by its rate."""
    total: Terms = {}
    for place, letter in enumerate(word):
        words.deadline.check()
        rate = letter_rate(words, letter, t, rates)
        if rate:
            ends = {word[:place]: S.One}, {word[place + 1:]: S.One}
            accumulate(total, words.multiply(words.multiply(ends[0], rate), ends[1]))
    return total


def letter_rate(words: FunctionWords, letter: Letter, t, rates: dict) -> Terms:
    """d/dt of one letter as words."""
    if isinstance(letter, Slot):
        moving = [base for base in words.bases.values() if base.family == letter.symbol and moves(words, base, t, rates)]
        if moving:
            raise NotWords(f"a function of {moving[0].name}, which moves")
        return words.normal({(words.slot(letter.symbol, scalar_rate(words, letter.formula, t, rates)),): S.One})
    inverted = words.inverted.get(letter.symbol)
    if inverted is not None:
        change = terms_rate(words, inverted, t, rates)
        minus = {(Letter(letter.symbol),): S.NegativeOne}
        rate = words.multiply(words.multiply(minus, change), {(Letter(letter.symbol),): S.One})
    else:
        rate = rates.get(letter.symbol, {})
    return words.flipped(rate) if letter.transposed else rate


def moves(words: FunctionWords, base, t, rates: dict) -> bool:
    """Whether a base may change with time: what it is made of moves, or speaks of time."""
    gram = next((word for word, known in words.grams.items() if known is base), None)
    if gram is not None:
        return any(letter_rate(words, letter, t, rates) for letter in gram)
    return bool(base.name.atoms(MatrixSymbol) & set(rates)) or t in base.name.free_symbols
