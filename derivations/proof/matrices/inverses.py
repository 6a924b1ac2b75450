"""Inverses and pseudo-inverses as letters: a letter Y for the inverse of a bracket B, with B Y = I and Y B = I.

A letter is made only where the inverse exists: where a side of an identity or a condition of the domain has it (a formula says nothing
where a part of it has no value), where the domain keeps the determinant from zero, or where the bracket is a positive multiple of the
identity and Gram words. A pseudo-inverse exists always; its letter has the four equations of Penrose, which leave no other matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sympy import Abs, Determinant, Eq, Expr, Gt, Inverse, Lt, MatMul, MatPow, Mul, Ne, Piecewise, Pow, S, Subs, log
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFunction

from theoremtest.derivations.language.definite import PositiveDefinite
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.kronecker import Kron
from theoremtest.derivations.language.wellformed import same_size

from .diagonals import gathered, inverse_of, is_diagonal
from .letters import Letter, NotWords, Terms, Word, accumulate, difference, finite, finite_square, scaled, square, tidied

if TYPE_CHECKING:
    from .words import Words



@dataclass(frozen=True)
class Bracket:
    """What a letter is the inverse, or the pseudo-inverse, of."""

    letter: Letter
    terms: Terms
    pseudo: bool


class Inverses:
    """The inverse letters of one vocabulary of words."""

    def __init__(self, words: Words, granted=()):
        """granted: matrix expressions that have an inverse wherever the statement says anything."""
        self.words = words
        self.brackets: dict = {}
        self._granted, self._granted_terms = list(granted), None
        self._reading: list = []
        self._known: dict = {}

    def __bool__(self) -> bool:
        return bool(self.brackets)

    # reading -----------------------------------------------------------------------------------------------------------

    def inverse(self, arg) -> Terms:
        """The inverse of a matrix expression. Raises NotWords where it is not seen to exist."""
        square(arg)
        key = ("inverse", arg)
        if key not in self._known:
            terms = tidied(self.words.matrix(arg))
            if not self.exists(terms, arg):
                raise NotWords(f"the inverse of {arg} is not seen to exist")
            self._known[key] = self.of_terms(terms, arg)
        return self.words.normal(self._known[key])

    def of_terms(self, terms: Terms, arg) -> Terms:
        """The inverse of a sum of words that has one; arg: the same as an expression."""
        terms = gathered(terms)
        if not terms:
            raise NotWords(f"{arg} is zero and has no inverse")
        if len(terms) == 1:
            ((word, c),) = terms.items()
            if all(same_size(*letter.shape) and (finite(letter.shape) or self._letter_exists(letter)) for letter in word):
                product: Terms = {(): 1 / c}
                for letter in reversed(word):
                    product = self.words.multiply(product, self._of_letter(letter))
                return product
        lead = self._lead(terms)
        return scaled(self._letter(scaled(terms, 1 / lead), arg if lead == 1 else MatMul(1 / lead, arg), pseudo=False), 1 / lead)

    def _lead(self, terms: Terms) -> Expr:
        lead = terms[max(terms, key=self.words.rewriting.order.key)]
        return lead if lead.is_Rational else S.One

    def _of_letter(self, letter: Letter) -> Terms:
        if is_diagonal(letter):
            return inverse_of(letter)
        bracket = self.brackets.get(letter.symbol)
        if bracket is not None and not bracket.pseudo:
            return self.words.flipped(bracket.terms) if letter.transposed else bracket.terms
        found = self._letter({(Letter(letter.symbol),): S.One}, letter.symbol, pseudo=False)
        return self.words.flipped(found) if letter.transposed else found

    def pseudo_inverse(self, arg) -> Terms:
        """The pseudo-inverse of a matrix expression."""
        key = ("pseudo", arg)
        if key not in self._known:
            self._known[key] = self._pseudo(tidied(self.words.matrix(arg)), arg)
        return self.words.normal(self._known[key])

    def _pseudo(self, terms: Terms, arg) -> Terms:
        if not terms:
            return {}
        terms = gathered(terms)
        if same_size(*arg.shape) and self.exists(terms, arg):
            return self.of_terms(terms, arg)
        if len(terms) == 1:
            ((word, c),) = terms.items()
            if c.is_Rational:
                return scaled(self._pseudo_of_word(word, arg), 1 / c)
        return self._letter(terms, arg, pseudo=True)

    def _pseudo_of_word(self, word: Word, arg) -> Terms:
        if not word:
            return {(): S.One}
        if self.words.is_gram(word) and len(word) > 1:  # (M M^T)^+ = (M^+)^T M^+
            half = self._pseudo_of_word(word[:len(word) // 2], self.words.spelled_out(word[:len(word) // 2]))
            return self.words.multiply(self.words.flipped(half), half)
        if len(word) == 1:
            bracket = self.brackets.get(word[0].symbol)
            if bracket is not None and bracket.pseudo:
                return self.words.flipped(bracket.terms) if word[0].transposed else bracket.terms
            found = self._letter({(Letter(word[0].symbol),): S.One}, word[0].symbol, pseudo=True)
            return self.words.flipped(found) if word[0].transposed else found
        for place, rest in ((0, word[1:]), (-1, word[:-1])):
            letter = word[place]
            frame = (letter.T, letter) if place == 0 else (letter, letter.T)
            if self.words.normal({frame: S.One}) == {(): S.One}:  # (U W)^+ = W^+ U^T where U^T U = I, and so from the right
                inner, outer = self._pseudo({rest: S.One}, self.words.spelled_out(rest)), {(letter.T,): S.One}
                return self.words.multiply(inner, outer) if place == 0 else self.words.multiply(outer, inner)
        return self._letter({word: S.One}, arg, pseudo=True)

    # letters -----------------------------------------------------------------------------------------------------------

    def _letter(self, terms: Terms, arg, pseudo: bool) -> Terms:
        """The letter for the (pseudo-)inverse of a sum of words, as a sum of words: an old one where the bracket is the same."""
        words = self.words
        for bracket in self.brackets.values():
            if bracket.pseudo == pseudo:
                if not tidied(difference(bracket.terms, terms)):
                    return {(bracket.letter,): S.One}
                if not tidied(difference(words.flipped(bracket.terms), terms)):
                    return words.flipped({(bracket.letter,): S.One})
        node = PseudoInverse(arg) if pseudo else Inverse(arg)
        letter = Letter(node)
        self.brackets[node] = Bracket(letter, terms, pseudo)
        if not tidied(difference(words.flipped(terms), terms)):
            words.symmetric.add(node)
        self._relate(self.brackets[node])
        return {(letter,): S.One}

    def _relate(self, bracket: Bracket) -> None:
        """The letter's equations as rules."""
        one, terms, words = {(bracket.letter,): S.One}, bracket.terms, self.words
        before, after = _times(terms, one), _times(one, terms)
        if not bracket.pseudo:
            gaps = [difference(product, {(): S.One}) for product in (before, after)]
        else:
            gaps = [difference(_times(before, terms), terms), difference(_times(after, one), one),
                    difference(words.flipped(before), before), difference(words.flipped(after), after)]
        for gap in gaps:
            words.rewriting.add(gap)

    # existence ---------------------------------------------------------------------------------------------------------

    def exists(self, terms: Terms, arg=None) -> bool:
        """Whether a square sum of words is seen to have an inverse wherever the statement says anything."""
        if arg is not None and arg in self._granted:
            return True
        terms = gathered(terms)
        if len(terms) == 1:
            ((word, c),) = terms.items()
            if self.words.keeps_from_zero(c) and all(same_size(*letter.shape) and self._letter_exists(letter) for letter in word):
                return True
        return self._is_granted(terms) or self.is_definite(terms)

    def _letter_exists(self, letter: Letter) -> bool:
        bracket = self.brackets.get(letter.symbol)
        if bracket is not None and not bracket.pseudo:
            return True
        if is_diagonal(letter):
            return self._is_granted({(letter,): S.One}) or self.words.keeps_entries_from_zero(letter)
        product = self.words.normal({(letter.T, letter): S.One})
        if finite(letter.shape) and set(product) == {()} and self.words.keeps_from_zero(product[()]):  # a multiple of an orthogonal matrix
            return True
        inside = any(letter in word or letter.T in word for word in self._granted_words())
        return inside or self._is_granted({(Letter(letter.symbol),): S.One})

    def _granted_words(self):
        """Granted products of square letters, each of which has an inverse then; not so over a function space."""
        return [word for terms in self._grants() if len(terms) == 1 for word in terms if all(finite_square(x.shape) for x in word)]

    def _grants(self) -> list[Terms]:
        if self._granted_terms is None:
            self._granted_terms = []
            for granted in self._granted:
                try:
                    self._granted_terms.append(tidied(self.words.matrix(granted)))
                except NotWords:
                    continue
        return self._granted_terms

    def _is_granted(self, terms: Terms) -> bool:
        for form in (terms, self.words.flipped(terms), *_rotated(terms, self.words)):
            for granted in self._grants():
                if not tidied(difference(form, granted)):
                    return True
        return False

    def is_definite(self, terms: Terms) -> bool:
        """Whether a sum is positive definite: one term that is, with a positive factor, and others that do not take from it."""
        if not any(self._is_definite_word(word) and self.words.is_positive(c) for word, c in terms.items()):
            return False
        return all(self._is_semidefinite(word) and self.words.is_not_negative(c) for word, c in terms.items())

    def _is_definite_word(self, word: Word) -> bool:
        """Whether a word is seen to be positive definite: the identity, or a letter."""
        if len(word) != 1:
            return not word
        bracket = self.brackets.get(word[0].symbol)
        if bracket is not None:
            return not bracket.pseudo and self.is_definite(bracket.terms)
        return finite(word[0].shape) and word[0].symbol in self.words.definite

    def _is_semidefinite(self, word: Word) -> bool:
        """Whether a word is seen to be positive semidefinite: M M^T, or M S M^T with a letter S that is."""
        half, odd = divmod(len(word), 2)
        if not odd:
            return self.words.is_gram(word)
        middle = (word[half],)
        return word[:half] == self.words.transpose(word[half + 1:]) and (
            middle[0].symbol in self.words.semidefinite | self.words.definite or self._is_definite_word(middle))


def _times(left: Terms, right: Terms) -> Terms:
    """The product as it is written, with no rule applied."""
    total: Terms = {}
    for u, a in left.items():
        for v, b in right.items():
            accumulate(total, {u + v: a * b})
    return total


def _rotated(terms: Terms, words: Words) -> list[Terms]:
    """c I + V U for c I + U V, where all words but the identity begin, or end, with the same letters: one has an inverse with the other."""
    rest = [word for word in terms if word]
    if () not in terms or not words.keeps_from_zero(terms[()]):
        return []
    found = []
    for size in range(1, min(map(len, rest), default=0)):
        if len({word[:size] for word in rest}) == 1:
            found.append({(word[size:] + word[:size] if word else word): c for word, c in terms.items()})
        if len({word[-size:] for word in rest}) == 1:
            found.append({(word[-size:] + word[:-size] if word else word): c for word, c in terms.items()})
    return found


def inverted_in(*expressions) -> list:
    """The matrices whose inverse, or whose determinant as something but zero, the expressions need for a value.

    What stands in one branch alone, or under a sum that may have no term, is needed only there: such an expression is left out.
    Where a Kronecker product of square matrices has an inverse, its factors have one.
    """
    found = []
    for expression in expressions:
        if not hasattr(expression, "has") or expression.has(Piecewise, ExprWithLimits, Subs, BooleanFunction, Relational):
            continue
        for node in expression.atoms(Inverse, MatPow, Pow, log):
            if isinstance(node, MatPow):
                if node.exp.is_negative:
                    found.append(node.base)
            elif isinstance(node, log) or node.exp.is_negative:
                for factor in Mul.make_args(node.args[0]):
                    base = factor.args[0] if isinstance(factor, (Abs, Pow)) else factor
                    if isinstance(base, Determinant):
                        found.append(base.arg)
    return list(dict.fromkeys(one for matrix in found for one in (matrix, *_factors(matrix))))


def _factors(matrix) -> list:
    """The square factors of a Kronecker product, and theirs; none of any other matrix."""
    if not isinstance(matrix, Kron) or not all(same_size(*side.shape) for side in matrix.args):
        return []
    return [one for side in matrix.args for one in (side, *_factors(side))]


def inverted_by(domain) -> list:
    """The matrices that have an inverse all over a domain: definite ones, by its conditions' inverses, and determinants kept from zero."""
    found = []
    for condition in map(domain.expand, domain.conditions):
        if isinstance(condition, PositiveDefinite) and finite(condition.matrix.shape):  # else the inverse need not be defined everywhere
            found.append(condition.matrix)
        if isinstance(condition, BooleanFunction):
            continue
        found += inverted_in(condition.lhs, condition.rhs)
        for side, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
            if isinstance(side, Determinant) and _keeps_from_zero(condition, side is condition.lhs, other):
                found.append(side.arg)
    return list(dict.fromkeys(found))


def _keeps_from_zero(condition, first: bool, bound) -> bool:
    if not bound.is_Rational:
        return False
    if isinstance(condition, Ne):
        return bound == 0
    if isinstance(condition, Eq):
        return bound != 0
    above = condition.gts is (condition.lhs if first else condition.rhs)
    strict = isinstance(condition, (Gt, Lt))
    return (bound >= 0 if strict else bound > 0) if above else (bound <= 0 if strict else bound < 0)
