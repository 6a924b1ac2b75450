"""From vectors to scalars: a domain and its expressions rewritten over scalar words, ready for the tower.

Inner products become real symbols; squares u^T u are nonnegative, and each pair of squares bounds its inner product
(Cauchy-Schwarz). Whatever holds for all such symbols holds for the vectors, in every dimension.
"""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from sympy import Expr, Pow, S, Symbol
from sympy.core.relational import Eq, Ge, Gt, Le, Ne, Relational
from sympy.logic.boolalg import BooleanFunction

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.diagonal import EveryEntry
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.signs.signs import Sign, sign

from .adoption import renewed
from .diagonals import Modes
from .emptiness import NoPoint, forced_zero_matrices
from .inverses import inverted_by, inverted_in
from .words import NotWords, Words, is_matrix, relations_of
from .writing import restored, restored_matrix

ZERO_SECONDS = 2.0
"""Time limit for finding matrices that a domain forces to zero."""


class Scalarised:
    """One decision's vocabulary: words, and the domain over scalars and scalar words."""

    vocabulary: ClassVar[type[Words]] = Words

    def __init__(self, domain: Domain, deadline: Deadline | None = None, sides=None, inverted=()):
        """Raises NotWords where the domain is seen to hold no point.

        sides: what a statement speaks of that says nothing where a side has no value, so that what it inverts has an inverse; None where
        inverses are no words at all. inverted: further matrices that have one.
        """
        self.source = domain
        relations = tuple((domain.expand(left), domain.expand(right)) for left, right in relations_of(domain))
        granted = None if sides is None else inverted_by(domain) + inverted_in(*map(domain.expand, sides)) + list(inverted)
        self.words = self.vocabulary(relations, deadline, granted)
        for known, kind in ((self.words.definite, PositiveDefinite), (self.words.semidefinite, PositiveSemidefinite)):
            known.update(domain.expand(condition.matrix) for condition in domain.conditions if isinstance(condition, kind))
        self.words.vanish(_zeros(domain))
        self._conditions = [self._equation(left, right) for left, right in relations if left.shape == right.shape == (1, 1)]
        for condition in domain.conditions:
            of_matrices = isinstance(condition, EveryEntry) or isinstance(condition, Relational) and is_matrix(condition.lhs)
            if not of_matrices and not condition.has(PositiveDefinite, PositiveSemidefinite):
                with suppress(NotWords):  # a condition that words cannot hold is not used: to know less is sound
                    self._conditions.append(self._condition(domain.expand(condition)))
        self.modes = Modes(self)
        self._signs: dict = {}
        self.words.sign_of = self._sign
        self.words.entry_at_a_mode = lambda letter: self.modes.formula_at(letter.symbol, 0)

    def _sign(self, coefficient: Expr) -> Sign | None:
        """The sign of a coefficient on the domain, asked for once."""
        if coefficient not in self._signs:
            self._signs[coefficient] = None  # what is asked for on the way is not known yet
            self._signs[coefficient] = sign(coefficient, self.domain, self.words.deadline)
        return self._signs[coefficient]

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

    def _renewed(self, condition):
        """A condition with its scalar words by the rules that there are now."""
        if isinstance(condition, BooleanFunction):
            return condition.func(*map(self._renewed, condition.args))
        if isinstance(condition, Relational):
            return condition.func(*(renewed(self.words, side) for side in condition.args))
        return condition

    @property
    def conditions(self) -> tuple:
        """The domain's own conditions over scalars and scalar words; those that words cannot hold are left out."""
        return tuple(self._conditions)

    @property
    def domain(self) -> Domain:
        """The domain over scalars, with what is known of every scalar word met so far."""
        conditions = [self._renewed(condition) for condition in self._conditions] if self.words.inverses else list(self._conditions)
        conditions += self.words.determinants.facts() + self.modes.conditions()
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
            return Domain(*conditions, over=[*scalars, *self.words._words, *self.words.determinants.brackets, *self.modes.symbols])
        except DomainError as reason:
            raise NotWords(f"the domain holds no point: {reason}") from None

    # and back ----------------------------------------------------------------------------------------------------------

    def restore(self, expression) -> Expr:
        """Scalar words as inner products again, for evaluation at a point and for a reader."""
        return restored(self.words, expression)

    def restore_matrix(self, words: dict, shape):
        """A sum of words as a matrix expression of this shape."""
        return restored_matrix(self.words, words, shape)


def _zeros(domain: Domain) -> list:
    try:
        return forced_zero_matrices(domain, Deadline(ZERO_SECONDS))
    except OutOfTime:
        return []
    except NoPoint as reason:
        raise NotWords(f"the domain holds no point: {reason}") from None
