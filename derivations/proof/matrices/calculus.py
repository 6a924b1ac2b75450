"""Calculus of words, letter by letter: derivatives along a flow, gradients in a vector or matrix, Jacobians in a vector.

All of it is done over a vocabulary without relations, on the quantity as it is written: an equation that holds on the domain alone
says nothing of the points beside it, which a derivative compares with. Only functions that are smooth wherever their derivative's
formula has a value are differentiated; what else depends on a state is refused.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import DiracDelta, Expr, MatrixSymbol, S, Symbol, diff
from sympy.core.function import AppliedUndef

from theoremtest.derivations.proof.functions.entries import Demand
from theoremtest.derivations.proof.functions.table import hidden_corners

from . import diagonals
from .letters import Letter, NotWords, Terms, Word, accumulate, scaled
from .words import Words

FORMAL = (sympy.Add, sympy.Mul, AppliedUndef, sympy.Derivative, sympy.Subs, sympy.Tuple)
"""Heads that need no entry in the table of functions: sums and products, and functions that a statement takes to be smooth."""


def ensure_smooth(expression: Expr, moving: set, words: Words, met: Callable[[Demand], bool] = lambda demand: False) -> None:
    """Raises NotWords for a part that depends on what moves and cannot be differentiated soundly.

    moving: state symbols, scalars and matrices. met: says of a demand on a function's arguments whether the domain meets it.
    """
    for node in sympy.preorder_traversal(expression):
        if not node.args or not _depends(node, moving, words):
            continue
        demands = () if isinstance(node, FORMAL) else hidden_corners(node)
        if demands is None or not all(map(met, demands)) or node.atoms(MatrixSymbol) & moving:
            raise NotWords(f"{type(node).__name__} has no derivative that is known everywhere: {node}")


def _depends(node, moving: set, words: Words) -> bool:
    return any(atom in moving or (isinstance(atom, Symbol) and words.depends(atom, moving))
               for atom in node.atoms(Symbol, MatrixSymbol))


def _slope(expression: Expr, symbol: Symbol) -> Expr:
    """The partial derivative. SymPy's derivative of a sign is a delta, which is nothing where the argument is not zero."""
    return diff(expression, symbol).replace(DiracDelta, lambda *_: S.Zero)


def derivative(words: Words, expression: Expr, rates: dict) -> Expr:
    """d/dt of a scalar over scalar words, given each state symbol's rate: an expression for a scalar, words for a matrix."""
    ensure_no_matrices(expression, set(rates))
    total = S.Zero
    for symbol in sorted(expression.free_symbols, key=str):
        words.deadline.check()
        word = words.word_of(symbol)
        if word is not None:
            inner = word_derivative(words, word, rates)
            change = words.trace(inner, word[0].shape[0]) if words.is_trace(symbol) else words.as_scalar(inner)
        elif symbol in words.determinants.brackets:
            change = _determinant_derivative(words, symbol, rates)
        elif symbol in rates:
            change = rates[symbol]
        else:
            continue
        if change != 0:
            total += _slope(expression, symbol) * change
    return total


def ensure_no_matrices(expression: Expr, moving: set) -> None:
    """Raises NotWords where a matrix that moves stands in a scalar that is no word, a determinant for instance."""
    stray = expression.atoms(MatrixSymbol) & moving
    if stray:
        raise NotWords(f"{expression} depends on {', '.join(sorted(map(str, stray)))} through more than inner products and traces")


def word_derivative(words: Words, word: Word, rates: dict) -> Terms:
    """d/dt of one word: each letter replaced in turn by its rate."""
    total: Terms = {}
    for position, letter in enumerate(word):
        rate = _letter_rate(words, letter, rates)
        if rate is None:
            continue
        if letter.transposed:
            rate = words.flipped(rate)
        product = words.multiply(words.multiply({word[:position]: S.One}, rate), {word[position + 1:]: S.One})
        accumulate(total, product)
    return total


def _letter_rate(words: Words, letter: Letter, rates: dict) -> Terms | None:
    """The rate of a letter as it stands untransposed; an inverse Y of B has -Y B' Y. None where it rests."""
    bracket = words.inverses.brackets.get(letter.symbol)
    if diagonals.is_diagonal(letter):
        return diagonals.rate_of(letter, rates)
    if bracket is None:
        return rates.get(letter.symbol)
    change = matrix_derivative(words, bracket.terms, rates)
    if change and bracket.pseudo:
        raise NotWords(f"a pseudo-inverse jumps where the rank changes, and has no derivative that is known: {letter.symbol}")
    one = {(bracket.letter,): S.NegativeOne}
    return words.multiply(words.multiply(one, change), scaled(one, -1)) if change else None


def _determinant_derivative(words: Words, symbol: Symbol, rates: dict) -> Expr:
    """Jacobi's formula: det B tr(B^-1 B')."""
    bracket = words.determinants.brackets[symbol]
    change = matrix_derivative(words, bracket.terms, rates)
    if not change:
        return S.Zero
    return symbol * words.trace(words.multiply(words.determinants.inverse_of(symbol), change), bracket.size)


def matrix_derivative(words: Words, terms: Terms, rates: dict) -> Terms:
    """d/dt of a sum of words with coefficients."""
    total: Terms = {}
    for word, coefficient in terms.items():
        change = derivative(words, coefficient, rates)
        if change != 0:
            accumulate(total, {word: change})
        accumulate(total, scaled(word_derivative(words, word, rates), coefficient))
    return total


def gradient(words: Words, expression: Expr, variable) -> Expr | Terms:
    """The gradient of a scalar over words: an expression for a scalar variable, words of its shape for a matrix variable."""
    ensure_no_matrices(expression, {variable})
    if isinstance(variable, Symbol):
        return _slope(expression, variable)
    total: Terms = {}
    for symbol in sorted(expression.free_symbols, key=str):
        words.deadline.check()
        if not words.depends(symbol, {variable}):
            continue
        outer, word = _slope(expression, symbol), words.word_of(symbol)
        if word is not None:
            found = _word_gradient(words, {(): S.One}, word, variable)
        else:  # d det B = det B tr(B^-1 dB)
            bracket = words.determinants.brackets[symbol]
            found = scaled(_terms_gradient(words, words.determinants.inverse_of(symbol), bracket.terms, bracket.size, variable), symbol)
        accumulate(total, scaled(found, outer))
    return total


def _terms_gradient(words: Words, weight: Terms, terms: Terms, size, variable) -> Terms:
    """The gradient of tr(weight B) in a matrix, where B is a square sum of words with coefficients and the weight stays as it is."""
    total: Terms = {}
    for word, coefficient in terms.items():
        accumulate(total, scaled(_word_gradient(words, weight, word, variable), coefficient))
        if any(words.depends(symbol, {variable}) for symbol in coefficient.free_symbols):
            trace = words.trace(words.multiply(weight, {word: S.One}), size)
            accumulate(total, scaled(gradient(words, coefficient, variable), trace))
    return total


def _word_gradient(words: Words, weight: Terms, word: Word, variable) -> Terms:
    """The gradient of tr(weight word) in a matrix, where the weight stays as it is."""
    total: Terms = {}
    for position, letter in enumerate(word):
        if not letter.speaks_of({variable}):
            continue
        # weight before Z after = tr(after weight before Z), so its gradient is (after weight before)^T; transposed for Z^T
        around = words.multiply(words.multiply({word[position + 1:]: S.One}, weight), {word[:position]: S.One})
        bracket = words.inverses.brackets.get(letter.symbol)
        if bracket is None:
            if letter.symbol != variable:
                raise NotWords(f"{letter.symbol} is not differentiated in {variable}")
            accumulate(total, around if letter.transposed else words.flipped(around))
            continue
        if bracket.pseudo:
            raise NotWords(f"a pseudo-inverse jumps where the rank changes, and has no derivative that is known: {letter.symbol}")
        turned, one = words.flipped(around) if letter.transposed else around, {(bracket.letter,): S.One}
        inner = words.multiply(words.multiply(one, turned), scaled(one, -1))  # tr(M dY) = tr(-Y M Y dB)
        accumulate(total, _terms_gradient(words, inner, bracket.terms, letter.symbol.shape[0], variable))
    return total


def jacobian(words: Words, terms: Terms, vector: MatrixSymbol) -> Terms:
    """The Jacobian in a column vector of a column of words: the matrix J with d(column) = J d(vector)."""
    total: Terms = {}
    for word, coefficient in terms.items():
        slope = gradient(words, coefficient, vector)
        accumulate(total, words.multiply({word: S.One}, words.flipped(slope)))
        if any(letter.symbol != vector and letter.speaks_of({vector}) for letter in word):
            raise NotWords(f"a second derivative through the inverse of what holds {vector}")
        if word and word[-1].symbol == vector and not word[-1].transposed:
            accumulate(total, scaled({word[:-1]: S.One}, coefficient))
    return total
