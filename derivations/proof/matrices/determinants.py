"""Determinants of sums of words: taken apart by factors, turned by Sylvester's theorem, and named where nothing is left to do.

det(AB) = det A det B for square factors, det(cB) = c^n det B, det(B^-1) = 1/det B, det(I + UV) = det(I + VU), and det(A + W) = det A
det(I + A^-1 W) where A has an inverse. Of the forms that a bracket can be turned to, the first in a fixed order is named by a real symbol,
so that determinants which these rules make equal have one name; those that stay apart may be equal all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sympy import Dummy, Expr, Gt, Ne, Pow, S, Symbol
from sympy.core.relational import Relational

from theoremtest.derivations.language.wellformed import same_size

from .letters import Letter, NotWords, Terms, Word, difference, scaled, spelled, spelling, square, tidied

if TYPE_CHECKING:
    from .words import Words

MOST_FORMS = 24
"""Forms of one bracket that are compared."""


@dataclass(frozen=True)
class Bracket:
    """What a determinant's symbol is of: a square sum of words, and its size."""

    terms: Terms
    size: Expr


class Determinants:
    """The determinants of one vocabulary, by their symbols."""

    def __init__(self, words: Words):
        self.words = words
        self.brackets: dict[Symbol, Bracket] = {}

    def of(self, arg) -> Expr:
        """The determinant of a matrix expression over scalars. Raises NotWords for what is no sum of words."""
        square(arg)
        return self.of_terms(tidied(self.words.matrix(arg)), arg.shape[0])

    def of_terms(self, terms: Terms, size) -> Expr:
        """The determinant of a square sum of words of a size."""
        self.words.deadline.check()
        if same_size(size, 1):
            return self.words.as_scalar(terms)
        if not terms:
            return S.Zero
        if len(terms) == 1:
            ((word, c),) = terms.items()
            return c**size * self._of_word(word, size)
        peeled = self._peeled(terms, size)
        if peeled is not None:
            return peeled
        number = terms.get((), S.Zero)
        if number == 0:
            return self._without_identity(terms, size)
        if number != 1 and self.words.keeps_from_zero(number):
            return number**size * self.of_terms(tidied(scaled(terms, 1 / number)), size)
        return self._turned(terms, size)

    def _of_word(self, word: Word, size) -> Expr:
        if not word:
            return S.One
        if not all(same_size(*letter.shape) for letter in word):
            return self._named({word: S.One}, size)
        product = S.One
        for letter in word:
            bracket = self.words.inverses.brackets.get(letter.symbol)
            if bracket is not None and not bracket.pseudo:
                product /= self.of_terms(bracket.terms, size)
            else:
                product *= self._named({(Letter(letter.symbol),): S.One}, size)
        return product

    def _peeled(self, terms: Terms, size) -> Expr | None:
        """With a square letter that all words begin or end with as a factor of its own."""
        for place in (0, -1):
            ends = {word[place] if word else None for word in terms}
            if len(ends) == 1 and None not in ends and same_size(*next(iter(ends)).shape):
                (letter,) = ends
                rest = {word[1:] if place == 0 else word[:-1]: c for word, c in terms.items()}
                return self._of_word((letter,), size) * self.of_terms(rest, size)
        return None

    def _without_identity(self, terms: Terms, size) -> Expr:
        """det(cA + W) = det(cA) det(I + A^-1 W/c) for a word A that has an inverse; else a name."""
        inverses = self.words.inverses
        for word in sorted(terms, key=lambda found: (len(found), spelling(found))):
            one = {word: S.One}
            if self.words.keeps_from_zero(terms[word]) and inverses.exists(one):
                back = inverses.of_terms(one, self.words.spelled_out(word))
                rest = self.words.multiply(scaled(back, 1 / terms[word]), {other: c for other, c in terms.items() if other != word})
                whole = tidied({**rest, (): rest.get((), S.Zero) + 1})
                return terms[word]**size * self._of_word(word, size) * self.of_terms(whole, size)
        return self._named(terms, size)

    def _turned(self, terms: Terms, size) -> Expr:
        """The first of the forms that I + W has by Sylvester's theorem and by transposition."""
        forms, waiting = [], [(terms, size)]
        while waiting and len(forms) < MOST_FORMS:
            form, side = waiting.pop(0)
            if same_size(side, 1):
                return self.words.as_scalar(form)
            if any(not tidied(difference(form, other)) for other, _ in forms):
                continue
            forms.append((form, side))
            waiting.append((self.words.flipped(form), side))
            if form.get(()) == 1:
                waiting += self._rotations(form)
        return self._named(*min(forms, key=lambda pair: (str(pair[1]), sorted(map(spelling, pair[0])))))

    def _rotations(self, form: Terms) -> list[tuple[Terms, Expr]]:
        """I + VU for I + UV, for every U that all words begin with and every V that they end with."""
        rest, found = [word for word in form if word], []
        for size in range(1, min(map(len, rest))):
            if len({word[:size] for word in rest}) == 1:
                turned = {(word[size:] + word[:size] if word else word): c for word, c in form.items()}
                found.append((self.words.normal(turned), rest[0][size].shape[0]))
            if len({word[-size:] for word in rest}) == 1:
                turned = {(word[-size:] + word[:-size] if word else word): c for word, c in form.items()}
                found.append((self.words.normal(turned), rest[0][-size].shape[0]))
        return found

    def _named(self, terms: Terms, size) -> Symbol:
        flipped = self.words.flipped(terms)
        for symbol, bracket in self.brackets.items():
            if same_size(bracket.size, size) and (not tidied(difference(bracket.terms, terms))
                                                  or not tidied(difference(bracket.terms, flipped))):
                return symbol
        symbol = Dummy("<det " + " + ".join(map(spelled, sorted(terms, key=spelling))) + ">", real=True)
        self.brackets[symbol] = Bracket(terms, size)
        return symbol

    # what is known of them ---------------------------------------------------------------------------------------------

    def facts(self) -> list[Relational]:
        """What is known of the symbols: no zero where there is an inverse, positive for definite sums."""
        inverses, found = self.words.inverses, []
        for symbol, bracket in list(self.brackets.items()):
            if inverses.is_definite(bracket.terms):
                found.append(Gt(symbol, 0))
            elif inverses.exists(bracket.terms):
                found.append(Ne(symbol, 0))
        return found

    def reduced(self, expression: Expr) -> Expr:
        """An expression in which the determinants of orthogonal letters, +1 or -1, stand to no power but the first."""
        signs = {symbol for symbol, bracket in self.brackets.items() if self._is_orthogonal(bracket.terms)}
        return expression.replace(lambda node: isinstance(node, Pow) and node.base in signs and node.exp.is_Integer,
                                  lambda node: node.base ** (node.exp % 2)) if signs else expression

    def _is_orthogonal(self, terms: Terms) -> bool:
        ((word, c), *more) = terms.items()
        return not more and c == 1 and len(word) == 1 and self.words.normal({(word[0].T, word[0]): S.One}) == {(): S.One}

    def inverse_of(self, symbol: Symbol) -> Terms:
        """The inverse of what a symbol is the determinant of. Raises NotWords where it is not seen to exist."""
        bracket = self.brackets[symbol]
        if not self.words.inverses.exists(bracket.terms):
            raise NotWords(f"the derivative of the determinant {symbol} asks for an inverse that is not seen to exist")
        return self.words.inverses.of_terms(bracket.terms, self.words.spelled_out_sum(bracket.terms, bracket.size))
