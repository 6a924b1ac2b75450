"""Is an expression continuous, or smooth, in one variable all over a domain? Shown by the table's demands and the signs of their sides.

Only what holds the variable is looked at: a part that does not is a constant along it, and where that has no value the whole has none.
A Piecewise, an unknown function, a sum or integral over the variable are never shown to be regular.
"""

from __future__ import annotations

from sympy import Add, Expr, Mul, Symbol

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.functions.entries import Demand, Wanted
from theoremtest.derivations.proof.functions.table import demands_for_continuity, demands_for_smoothness
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, NOT_ZERO, Sign, sign

_ACCEPTED = {Wanted.POSITIVE: (Sign.POSITIVE,), Wanted.NOT_NEGATIVE: NOT_NEGATIVE, Wanted.NOT_ZERO: NOT_ZERO}


def is_continuous(expression: Expr, variable: Symbol, domain: Domain, deadline: Deadline) -> bool:
    """Whether the elementary expression is proved defined and continuous in the variable at every point of the domain."""
    return _all_met(expression, variable, demands_for_continuity, domain, deadline)


def is_smooth(expression: Expr, variable: Symbol, domain: Domain, deadline: Deadline) -> bool:
    """Whether the elementary expression is proved continuously differentiable in the variable at every point of the domain."""
    return _all_met(expression, variable, demands_for_smoothness, domain, deadline)


def _all_met(expression, variable, demands_of, domain, deadline) -> bool:
    found: dict[Demand, None] = {}
    waiting, seen = [expression], set()
    while waiting:
        node = waiting.pop()
        if node in seen or node == variable or variable not in node.free_symbols:
            continue
        seen.add(node)
        if not isinstance(node, (Add, Mul)):
            demands = demands_of(node)
            if demands is None:
                return False
            found.update(dict.fromkeys(demands))
        waiting.extend(node.args)
    return all(met(demand, domain, deadline) for demand in found)


def met(demand: Demand, domain: Domain, deadline) -> bool:
    """Whether the demand's expression is shown to have the sign that it asks for all over the domain."""
    return sign(demand.expression, domain, deadline) in _ACCEPTED[demand.sign]
