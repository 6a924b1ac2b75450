"""Does a motion keep the equations of its domain? Two ways to show it; that a rate vanishes where the equations hold is not enough.

An equation g = 0 is kept where g' is a sum of multiples of such g, with factors that stay bounded: |g| then grows at most exponentially,
from 0. And it is kept where the field is smooth and g' vanishes on {g = 0}, provided that the gradients of the equations are independent
there. Of x^2 = 0 neither is known: x' = 1 has the rate 2x, zero at x = 0 and no multiple of x^2. Of x = 0 with x' = 2 sqrt|x| neither
is: the rate vanishes at 0, and x = t^2 leaves it.
"""

from __future__ import annotations

from itertools import permutations

from sympy import Dummy, Eq, Expr, Gt, Matrix, Poly, PolynomialError, Symbol, diff, fraction, groebner, reduced, together
from sympy.polys.polyerrors import GeneratorsError

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain, atoms_of

from .continuity import Smoothness
from .deadline import Deadline
from .matrices.adoption import adopted, adopted_matrix
from .matrices.inverses import inverted_by, inverted_in
from .matrices.letters import NotWords, Terms, is_matrix
from .matrices.words import Words
from .signs.inequality import prove_relation

MOST = 4
"""Equations between scalars that are tried in every order, and letters up to which a whole basis of the ideal is worked out."""
LARGEST_DEGREE = 6


class Ideal:
    """What the equations of a domain generate: sums of multiples of them. That a square vanishes with its root is no part of it."""

    def __init__(self, equations: list[Eq], domain: Domain, deadline: Deadline, sides=()):
        matrices = [(equation.lhs, equation.rhs) for equation in equations if is_matrix(equation.lhs)]
        granted = inverted_by(domain) + inverted_in(*map(domain.expand, sides))
        self.words = Words(matrices, deadline, granted)
        self.gaps = [self.words.scalar(equation.lhs - equation.rhs) for equation in equations if not is_matrix(equation.lhs)]

    def holds(self, found: Expr | Terms, over: Words) -> bool:
        """Whether a scalar, or a sum of words, of another vocabulary is a sum of multiples of the equations."""
        if isinstance(found, dict):
            return all(self._spans(coefficient) for coefficient in adopted_matrix(self.words, found, over).values())
        return self._spans(adopted(self.words, found, over))

    def _spans(self, expression: Expr) -> bool:
        """Whether the numerator is a polynomial combination of the gaps' numerators, functions as letters of their own."""
        letters: dict = {}
        numerators = [fraction(together(_lettered(part, letters)))[0] for part in (expression, *self.gaps)]
        goal, *gaps = [part.expand() for part in numerators]
        gaps = [gap for gap in gaps if gap != 0]
        if goal == 0:
            return True
        symbols = sorted(set().union(*(part.free_symbols for part in (goal, *gaps))), key=str)
        if not gaps or any(gap.is_number for gap in gaps):
            return False
        try:
            for order in permutations(gaps) if len(gaps) <= MOST else (gaps,):
                if reduced(goal, order, *symbols, order="grevlex")[1] == 0:
                    return True
            if len(symbols) <= MOST and all(Poly(gap, *symbols).total_degree() <= LARGEST_DEGREE for gap in gaps):
                return groebner(gaps, *symbols, order="grevlex").contains(goal)
        except (PolynomialError, GeneratorsError):
            return False
        return False


def _lettered(expression: Expr, letters: dict) -> Expr:
    """The expression with a letter for each part that is no sum, product or whole power of others."""
    if expression.is_Add or expression.is_Mul or expression.is_Pow and expression.exp.is_Integer:
        return expression.func(*(_lettered(part, letters) for part in expression.args))
    if not expression.args:
        return expression
    return letters.setdefault(expression, Dummy("f", real=True))


def equations_kept(conditions, states: set, domain: Domain) -> list[Eq]:
    """The equations that a motion of the states has to keep to stay in the domain; a definite matrix is symmetric."""
    found = []
    for condition in map(domain.expand, conditions):
        if isinstance(condition, Eq) and atoms_of(condition) & states:
            found.append(condition)
        if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)) and atoms_of(condition) & states:
            found.append(Eq(condition.matrix, condition.matrix.T, evaluate=False))
    return found


def smooth_and_regular(equations: list[Eq], rates: dict, domain: Domain, deadline: Deadline) -> bool:
    """Whether scalar states move smoothly near where the equations hold, and the equations' gradients are independent there."""
    states = list(rates)
    if not all(isinstance(state, Symbol) for state in states) or any(is_matrix(equation.lhs) for equation in equations):
        return False
    smoothness = Smoothness(states, domain, deadline)
    gaps = [equation.lhs - equation.rhs for equation in equations]
    if any(smoothness.obstacle(part) is not None for part in (*gaps, *map(domain.expand, rates.values()))):
        return False
    gradients = Matrix([[diff(gap, state) for state in states] for gap in gaps])
    try:
        return prove_relation(Gt((gradients * gradients.T).det(), 0, evaluate=False), domain, deadline) is not None
    except NotWords:
        return False
