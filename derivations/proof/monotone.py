"""Inequalities by monotonicity: a function that starts at zero or above and increases is positive.

For f > 0 on a domain where x > c: f(c) >= 0 and df/dx > 0 prove it, provided that f is defined and continuous up to c,
which is shown for every denominator, root and logarithm in f.
"""

from __future__ import annotations

from sympy import Expr, S, diff, nan, oo, zoo
from sympy.core.relational import Ge, Gt, Le, Lt

from ..language.domain import Domain, atoms_of
from ..language.errors import DomainError
from .deadline import Deadline
from .definedness import defined
from .signs import Sign, sign
from .tower import is_zero


def prove_by_monotonicity(relation, domain: Domain, deadline: Deadline) -> str | None:
    """The rung's name where monotonicity in one variable proves the relation, else None."""
    if not isinstance(relation, (Gt, Ge, Lt, Le)):
        return None
    gap = relation.lhs - relation.rhs
    if isinstance(relation, (Lt, Le)):
        gap = -gap
    for variable in sorted(gap.free_symbols, key=str):
        bounds = domain.bounds.get(variable)
        if bounds is None or bounds.lower is None or any(variable in atoms_of(c) for c in domain.joint):
            continue
        if not bounds.lower_open and isinstance(relation, (Gt, Lt)) and not (bounds.lower == 0 and bounds.nonzero):
            continue  # the endpoint belongs to the domain: equality there would break a strict relation
        if _increases_from(gap, variable, bounds.lower, domain, deadline):
            return f"monotone in {variable} from its endpoint, sign analysis"
    return None


def _increases_from(gap: Expr, variable, endpoint, domain: Domain, deadline: Deadline) -> bool:
    start = gap.subs(variable, endpoint)
    if start.has(nan, zoo, oo):
        return False
    try:
        border = domain.at({variable: endpoint}) if domain.bounds[variable].holds(endpoint) else _moved(domain, variable, endpoint)
    except DomainError:
        return False
    closed = _closed(domain, variable, endpoint)
    if not defined(gap, closed, deadline):
        return False
    at_start = is_zero(start, border, deadline) is True or sign(start, border, deadline) in (
        Sign.POSITIVE, Sign.ZERO, Sign.NONNEGATIVE)
    return at_start and sign(diff(gap, variable), domain, deadline) is Sign.POSITIVE


def _moved(domain: Domain, variable, endpoint) -> Domain:
    """The other symbols' domain, for the value at an endpoint that the domain leaves out."""
    others = [c for c in domain.conditions if variable not in atoms_of(c)]
    return Domain(*others, over=[s for s in domain.symbols if s != variable])


def _closed(domain: Domain, variable, endpoint) -> Domain:
    """The domain with the endpoint taken in."""
    others = [c for c in domain.conditions if variable not in atoms_of(c)]
    upper = domain.bounds[variable].upper
    limits = [Ge(variable, endpoint)] + ([Le(variable, upper)] if upper is not None else [])
    return Domain(*others, *[c for c in limits if c is not S.true], over=[s for s in domain.symbols if s != variable])
