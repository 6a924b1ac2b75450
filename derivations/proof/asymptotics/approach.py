"""Can a variable go where a limit sends it? A domain may keep it away, for all its parameters or for some."""

from __future__ import annotations

from enum import Enum

from sympy import Eq, Expr, Ge, Gt, Le, Lt, MatrixSymbol, Ne, Symbol

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.proof.signs.signs import NOT_ZERO, Sign, sign
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .limits import around, compute_limit


class Approach(Enum):
    """FREE: near the point every condition on the variable holds. FORBIDDEN: one never does. OPEN: neither is shown."""

    FREE = "free"
    FORBIDDEN = "forbidden"
    OPEN = "open"


def approach_of(domain: Domain, variable: Symbol, to: Expr, deadline) -> Approach:
    """Whether the domain lets the variable approach the point, whatever its other symbols are."""
    if around(variable, to, domain) is None:
        return Approach.OPEN if to.free_symbols else Approach.FORBIDDEN
    found = {near(condition, variable, to, domain, deadline) for condition in domain.joint if variable in atoms_of(condition)}
    for answer in (Approach.FORBIDDEN, Approach.OPEN):
        if answer in found:
            return answer
    return Approach.FREE


def near(condition, variable: Symbol, to: Expr, domain: Domain, deadline) -> Approach:
    """Whether a condition holds, or fails, once the variable is near enough, for all values of the others."""
    if not isinstance(condition, (Gt, Ge, Lt, Le, Ne, Eq)) or getattr(condition.lhs, "shape", ()):
        return Approach.OPEN
    gap = condition.lhs - condition.rhs
    if gap.atoms(MatrixSymbol):
        return Approach.OPEN
    cases = compute_limit(gap, variable, to, domain, deadline, is_zero)
    if not cases:
        return Approach.OPEN
    parameters = around(variable, to, domain)[1]
    signs = [sign(case.coefficient, parameters.but(*case.conditions), deadline) for case in cases]
    wanted, against = _WANTED[type(condition)]
    if all(found in wanted for found in signs):
        return Approach.FREE
    return Approach.FORBIDDEN if all(found in against for found in signs) else Approach.OPEN


_UP, _DOWN = (Sign.POSITIVE,), (Sign.NEGATIVE,)
_WANTED = {Gt: (_UP, (*_DOWN, Sign.ZERO)), Ge: ((*_UP, Sign.ZERO), _DOWN), Lt: (_DOWN, (*_UP, Sign.ZERO)),
           Le: ((*_DOWN, Sign.ZERO), _UP), Ne: (NOT_ZERO, (Sign.ZERO,)), Eq: ((Sign.ZERO,), NOT_ZERO)}
"""By relation: the signs of the leading coefficient under which it holds near the point, and those under which it fails."""
