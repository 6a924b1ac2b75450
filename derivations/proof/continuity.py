"""Is an expression defined and continuously differentiable in some variables at every point of a domain?

A derivative that vanishes, or an equation between derivatives, says something of a function only where there is no jump, no corner
and no pole. Each function has demands on its arguments, signs that sign analysis has to show; a function that is not listed is
taken for rough. Parts that are free of the variables are constants here: where they have no value, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import (
    Abs,
    Add,
    E,
    Expr,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    S,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    cos,
    cosh,
    cot,
    coth,
    csch,
    erf,
    exp,
    log,
    sec,
    sech,
    sign,
    sin,
    sinh,
    tan,
    tanh,
)

from rederive.derivations.language.domain import Domain, atoms_of

from .deadline import Deadline, OutOfTime
from .signs.signs import NOT_ZERO, Sign
from .signs.signs import sign as sign_of

SHARE = 3
"""A single sign may take this part of the time that is left."""
SMOOTH = (exp, sin, cos, sinh, cosh, tanh, sech, atan, asinh, erf)
"""Functions that are smooth at every real argument."""


def demands(node: Expr) -> tuple[tuple[Expr, bool], ...] | None:
    """What makes the outermost function smooth: pairs (expression, whether it must be positive or else only not zero).

    None where nothing is known of the function.
    """
    if isinstance(node, SMOOTH):
        return ()
    if isinstance(node, Pow):
        return _of_power(node.base, node.exp)
    argument = node.args[0] if node.args else None
    if isinstance(node, log) and len(node.args) == 1:
        return ((argument, True),)
    if isinstance(node, (atanh, asin, acos)):
        return ((1 - argument**2, True),)
    if isinstance(node, acosh):
        return ((argument - 1, True),)
    if isinstance(node, (tan, sec)):
        return ((cos(argument), False),)
    if isinstance(node, cot):
        return ((sin(argument), False),)
    if isinstance(node, (coth, csch, Abs, sign)):
        return ((argument, False),)
    if isinstance(node, (Max, Min)):
        return tuple((one - other, False) for k, one in enumerate(node.args) for other in node.args[:k])
    return None


def _of_power(base, exponent):
    if base is E or (exponent.is_Integer and exponent >= 0):
        return ()
    return ((base, not exponent.is_Integer),)


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
            wanted = demands(expression)
            if wanted is None:
                return f"{type(expression).__name__} is not known to be smooth"
            parts = expression.args
            for condition, positive in wanted:
                if not self._meets(condition, positive):
                    return f"{condition} is not shown to be {'positive' if positive else 'nonzero'}"
        return next((fault for fault in map(self.obstacle, parts) if fault), None)

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
