"""Letters and words: a letter is a matrix symbol or its transpose, a word a product of letters, and a sum of words a table.

A table `{word: coefficient}` stands for the sum of its words with those scalar coefficients; the empty word is the identity,
whose size the surroundings know. Letters of shape (1, 1) are scalars and stand in no word.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sympy import Expr, MatMul, MatrixExpr, MatrixSymbol, S, Symbol, cancel

from theoremtest.derivations.language.latex import in_words
from theoremtest.derivations.language.spaces import Space
from theoremtest.derivations.language.wellformed import same_size


class NotWords(Exception):
    """The expression is not a polynomial in its matrices and their transposes, or cannot be handled soundly as one.

    A text, and the formulas for its `{}`, which are spelled only where somebody reads it: most are caught and forgotten.
    """

    def __str__(self) -> str:
        text, *formulas = self.args or ("",)
        return str(text).format(*map(in_words, formulas)) if formulas else str(text)


@lru_cache(maxsize=1 << 12)
def _name(symbol: MatrixExpr) -> str:
    return getattr(symbol, "name", None) or str(symbol)


@dataclass(frozen=True)
class Letter:
    """A matrix symbol, or its transpose; the inverse or pseudo-inverse of an expression is a letter by that expression."""

    symbol: MatrixExpr
    transposed: bool = False

    @property
    def name(self) -> str:
        return _name(self.symbol)

    @property
    def shape(self):
        rows, columns = self.symbol.shape
        return (columns, rows) if self.transposed else (rows, columns)

    @property
    def T(self):
        return Letter(self.symbol, not self.transposed)

    def speaks_of(self, symbols: set) -> bool:
        """Whether one of the symbols occurs in the letter."""
        return self.symbol in symbols or bool(self.symbol.atoms(Symbol, MatrixSymbol) & symbols)

    def key(self):
        return (self.name, self.transposed)


SIMPLE = 200
"""Operations up to which a coefficient is brought over one denominator while rules are made."""

Word = tuple[Letter, ...]
Terms = dict[Word, Expr]


def transpose(word: Word) -> Word:
    """The transpose of a word."""
    return tuple(letter.T for letter in reversed(word))


def spelling(word: Word) -> tuple:
    """What words are sorted by where any fixed order will do."""
    return tuple(letter.key() for letter in word)


def spelled(word: Word) -> str:
    """A word for the eye: `A' B`."""
    return " ".join(letter.name + ("'" if letter.transposed else "") for letter in word)


def accumulate(total: dict, more: dict) -> None:
    """Add a table to another in place; coefficients that are plainly zero leave it."""
    for word, coefficient in more.items():
        value = total.get(word, S.Zero) + coefficient
        if value == 0:
            total.pop(word, None)
        else:
            total[word] = value


def scaled(terms: dict, factor) -> dict:
    """A table times a scalar."""
    return {word: c * factor for word, c in terms.items() if c * factor != 0}


def difference(left: dict, right: dict) -> dict:
    """The table of left - right."""
    gap = dict(left)
    accumulate(gap, scaled(right, S.NegativeOne))
    return gap


def tidy(coefficient: Expr) -> Expr:
    """A rational coefficient over one denominator, so that what vanishes is seen to; others as they are."""
    if coefficient.is_Rational or coefficient.count_ops() > SIMPLE or not coefficient.is_rational_function():
        return coefficient
    return cancel(coefficient)


def tidied(terms: Terms) -> Terms:
    """A sum of words with tidy coefficients."""
    made = {word: tidy(c) for word, c in terms.items()}
    return {word: c for word, c in made.items() if c != 0}


def fitting(left, right) -> None:
    """Raises NotWords where the product of two matrix expressions has inner sizes that are not the same."""
    if not same_size(left.shape[1], right.shape[0]):
        raise NotWords(f"{left} of shape {left.shape} times {right} of shape {right.shape}: the inner sizes differ")


def square(expression) -> None:
    """Raises NotWords where a matrix expression is not square for every size."""
    if not same_size(*expression.shape):
        raise NotWords(f"{expression} of shape {expression.shape} is not square")


def finite(shape) -> bool:
    """Whether rows and columns are numbers, and no function space: only then is an inverse on one side one on the other."""
    return not any(getattr(size, "has", lambda _: False)(Space) for size in shape)


def finite_square(shape) -> bool:
    """Whether a matrix of this shape is square, of finitely many rows: then a product has an inverse only if its factors have."""
    return same_size(*shape) and finite(shape)


def is_matrix(expression) -> bool:
    """Whether an expression has a matrix shape."""
    return bool(getattr(expression, "shape", ()))


def speaks_of_matrices(expression) -> bool:
    """Whether matrix symbols occur in it, in inner products too."""
    return is_matrix(expression) or bool(expression.atoms(MatrixSymbol))


def sizes_in(*expressions) -> set:
    """The symbols in the shapes of all matrices that occur, identities and zeros among them."""
    found: set = set()
    stack = [expression for expression in expressions if hasattr(expression, "args")]
    while stack:
        node = stack.pop()
        for side in getattr(node, "shape", ()) or ():
            found |= getattr(side, "free_symbols", set())
        stack.extend(child for child in node.args if hasattr(child, "args"))
    return found


def letter_expression(letter: Letter):
    """A letter as SymPy has it."""
    return letter.symbol.T if letter.transposed else letter.symbol


def spelled_out(word: Word):
    """A word of at least one letter as a matrix expression."""
    letters = [letter_expression(letter) for letter in word]
    return letters[0] if len(letters) == 1 else MatMul(*letters)
