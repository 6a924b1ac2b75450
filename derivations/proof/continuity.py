"""Is an expression defined and continuously differentiable in some variables at every point of a domain?

A derivative that vanishes, or an equation between derivatives, says something of a function only where there is no jump, no corner
and no pole. The table of functions has each one's demands on its arguments, signs that sign analysis has to show; a function that is
not in it is taken for rough. Parts that are free of the variables are constants here: where they have no value, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, Expr, Mul, Piecewise, Pow, S

from theoremtest.derivations.language.domain import Domain, atoms_of

from .deadline import Deadline, OutOfTime
from .functions.entries import Wanted
from .functions.table import demands_for_smoothness
from .signs.signs import NOT_ZERO, Sign
from .signs.signs import sign as sign_of

SHARE = 3
"""A single sign may take this part of the time that is left."""


class Smoothness:
    """One question after another about smoothness in `variables` over one domain; what was shown is remembered.

    sooner, otherwise: asked before and after sign analysis whether an expression is positive (or, with False, not zero); True where
    another argument shows it.
    """

    def __init__(self, variables, domain: Domain, deadline: Deadline, sooner: Callable[[Expr], bool] | None = None,
                 otherwise: Callable[[Expr, bool], bool] | None = None):
        self.variables, self.domain, self.deadline = frozenset(variables), domain, deadline
        self.sooner, self.otherwise = sooner, otherwise
        self._met: dict = {}

    def obstacle(self, expression) -> str | None:
        """The first part that is not shown to be smooth, in words; None where the expression is."""
        if not getattr(expression, "args", ()) or not self._moves(expression):
            return None
        if isinstance(expression, (Add, Mul)):
            parts = expression.args
        elif isinstance(expression, Piecewise):
            if any(self._moves(condition) for _, condition in expression.args):
                return f"{expression} may jump"
            parts = [value for value, _ in expression.args]
        else:
            wanted = () if self._is_whole_power(expression) else demands_for_smoothness(expression)
            if wanted is None:
                return f"{type(expression).__name__} is not known to be smooth"
            parts = expression.args
            for demand in wanted:
                if not self._meets(demand.expression, demand.sign is not Wanted.NOT_ZERO):
                    return f"{demand} is not shown"
        return next((fault for fault in map(self.obstacle, parts) if fault), None)

    def _is_whole_power(self, expression) -> bool:
        """Whether it is a power whose fixed exponent is a whole number that is shown not to be negative."""
        return (isinstance(expression, Pow) and bool(expression.exp.is_integer) and not expression.exp.is_Rational
                and not self._moves(expression.exp) and self._meets(expression.exp + 1, True))

    def shows(self, expression, positive: bool) -> bool:
        """Whether an expression is shown to be positive, or else only not zero, at every point of the domain."""
        return self._meets(expression, positive)

    def _moves(self, expression) -> bool:
        return bool(self.variables & getattr(expression, "free_symbols", frozenset()))

    def _meets(self, expression, positive: bool) -> bool:
        key = (expression, positive)
        if key not in self._met:
            self._met[key] = self._shown(expression, positive)
        return self._met[key]

    def _shown(self, expression, positive: bool) -> bool:
        if expression.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
            return False
        if self.sooner is not None and self.sooner(expression):
            return True
        for domain in about(self.domain, expression):
            found = in_share(lambda share, where=domain: sign_of(expression, where, share), self.deadline)
            if found is Sign.POSITIVE or (not positive and found in NOT_ZERO):
                return True
        return self.otherwise is not None and self.otherwise(expression, positive)


def about(domain: Domain, expression) -> tuple[Domain, ...]:
    """The domain with only the conditions on the expression's own symbols, and then the whole domain: less is sooner decided."""
    spoken = atoms_of(expression)
    conditions = [domain.expand(condition) for condition in domain.conditions]
    kept = [condition for condition in conditions if atoms_of(condition) <= spoken]
    return (domain,) if len(kept) == len(conditions) else (Domain(*kept, over=sorted(spoken, key=str)), domain)


def in_share(question: Callable[[Deadline], object], deadline: Deadline):
    """The answer to a question that may take a part of the time that is left; None where that is not enough."""
    deadline.check()
    try:
        return question(Deadline(None if deadline.seconds is None else deadline.left() / SHARE))
    except OutOfTime:
        deadline.check()
        return None
