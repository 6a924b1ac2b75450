"""From vectors to scalars: a domain and its expressions rewritten over scalar words, ready for the tower.

Inner products become real symbols; squares u^T u are nonnegative, and each pair of squares bounds its inner product
(Cauchy-Schwarz). Whatever holds for all such symbols holds for the vectors, in every dimension.
"""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from sympy import Expr, Identity, Pow, S, Symbol, ZeroMatrix
from sympy.core.relational import Eq, Ge, Gt, Le, Ne, Relational
from sympy.logic.boolalg import BooleanFunction
from sympy.matrices.expressions import MatAdd, MatMul, Trace

from rederive.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.symbols import Dot
from rederive.derivations.proof.deadline import Deadline, OutOfTime

from .emptiness import NoPoint, forced_zero_matrices
from .words import Letter, NotWords, Words, is_matrix, put_in, relations_of

ZERO_SECONDS = 2.0
"""Time limit for finding matrices that a domain forces to zero."""


class Scalarised:
    """One decision's vocabulary: words, and the domain over scalars and scalar words."""

    vocabulary: ClassVar[type[Words]] = Words

    def __init__(self, domain: Domain, deadline: Deadline | None = None):
        """Raises NotWords where the domain is seen to hold no point."""
        self.source = domain
        relations = tuple((domain.expand(left), domain.expand(right)) for left, right in relations_of(domain))
        self.words = self.vocabulary(relations, deadline)
        self.words.vanish(_zeros(domain))
        self._conditions = [self._equation(left, right) for left, right in relations if left.shape == right.shape == (1, 1)]
        for condition in domain.conditions:
            of_matrices = isinstance(condition, Relational) and is_matrix(condition.lhs)
            if not of_matrices and not condition.has(PositiveDefinite, PositiveSemidefinite):
                with suppress(NotWords):  # a condition that words cannot hold is not used: to know less is sound
                    self._conditions.append(self._condition(domain.expand(condition)))

    def _equation(self, left, right):
        """An equation of 1 x 1 matrices as one of scalars."""
        return Eq(self.words.as_scalar(self.words.matrix(left)), self.words.as_scalar(self.words.matrix(right)))

    def scalar(self, expression) -> Expr:
        return self.words.scalar(self.source.expand(expression))

    def matrix(self, expression) -> dict:
        return self.words.matrix(self.source.expand(expression))

    def _condition(self, condition):
        if isinstance(condition, BooleanFunction):
            return condition.func(*[self._condition(part) for part in condition.args])
        if not isinstance(condition, Relational):
            return condition
        left, right = self.words.scalar(condition.lhs), self.words.scalar(condition.rhs)
        if right == 0 and isinstance(left, Pow) and left.exp == S.Half and isinstance(condition, (Gt, Ne)):
            return Gt(left.base, 0)
        return condition.func(left, right)

    @property
    def conditions(self) -> tuple:
        """The domain's own conditions over scalars and scalar words; those that words cannot hold are left out."""
        return tuple(self._conditions)

    @property
    def domain(self) -> Domain:
        """The domain over scalars, with what is known of every scalar word met so far."""
        conditions = list(self._conditions)
        squares = self.words.squares
        for symbol in squares:
            conditions.append(Ge(symbol, 0))
        for key, symbol in list(self.words._scalars.items()):
            if symbol in squares or len(key) != 2:
                continue
            left, right = self.words.transpose((key[0],)), (key[1],)
            bounds = [self.words._scalars.get(self.words.transpose(side) + side) for side in (left, right)]
            if None not in bounds:
                conditions.append(Le(symbol**2, bounds[0] * bounds[1]))
        scalars = [s for s in self.source.symbols if isinstance(s, Symbol)]
        try:
            return Domain(*conditions, over=[*scalars, *self.words._words])
        except DomainError as reason:
            raise NotWords(f"the domain holds no point: {reason}") from None

    # and back ----------------------------------------------------------------------------------------------------------

    def restore(self, expression) -> Expr:
        """Scalar words as inner products again, for evaluation at a point and for a reader."""
        found = {symbol: Trace(_product(word)) if self.words.is_trace(symbol) else self._dot(word)
                 for symbol, word in self.words._words.items() if expression.has(symbol)}
        return put_in(expression, found)

    def _dot(self, word: tuple):
        if len(word) == 1:
            return word[0].symbol[0, 0]
        first, rest = word[0], word[1:]
        return Dot(_letter(first.T), _product(rest))

    def restore_matrix(self, words: dict, shape):
        """A sum of words as a matrix expression of this shape."""
        terms = []
        for word, coefficient in words.items():
            body = _product(word) if word else Identity(shape[0])
            terms.append(self.restore(coefficient) * body)
        return MatAdd(*terms) if len(terms) > 1 else terms[0] if terms else ZeroMatrix(*shape)


def _zeros(domain: Domain) -> list:
    try:
        return forced_zero_matrices(domain, Deadline(ZERO_SECONDS))
    except OutOfTime:
        return []
    except NoPoint as reason:
        raise NotWords(f"the domain holds no point: {reason}") from None


def _letter(letter: Letter):
    return letter.symbol.T if letter.transposed else letter.symbol


def _product(word: tuple):
    letters = [_letter(letter) for letter in word]
    return letters[0] if len(letters) == 1 else MatMul(*letters)
