"""Exponents at simple points of the parameters, where only the variable is left: there leading terms may cancel that do not elsewhere.

The quotient of the two sides of an order is worked out as a limit; a limit that is zero, infinite or negative refutes.
"""

from __future__ import annotations

from sympy import Piecewise, S, oo

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.asymptotics.limits import compute_limit
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import Finding
from theoremtest.derivations.proof.points.explicit import NotExplicit, explicit
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.refute import point_items
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .limit_points import NAMED, parameters

PLACES = 60
"""Simplest points at which an exponent is looked for: among the simplest of many letters most are zero, and whatever ties is at them."""


def refuted_at_a_point(statement: Scales, deadline: Deadline) -> Finding | None:
    """A point of the parameters at which the expression is not of the stated order."""
    domain, x, where = statement.on, statement.variable, parameters(statement)
    sides = [domain.expand(side) for side in statement.expressions()]
    try:
        for point in small_points(where, PLACES, deadline=deadline):
            deadline.check()
            try:
                expression, exponent = (explicit(side, point) for side in sides)
            except NotExplicit:
                continue
            if S.NaN in (expression, exponent) or not exponent.is_Rational:
                continue
            cases = compute_limit(expression / x**exponent, x, oo, Domain(over=[x]), deadline, is_zero)
            limits = [case.limit for case in cases or ()]
            if limits and not any(isinstance(limit, Piecewise) for limit in limits) and all(limit in NAMED or (
                    limit.is_Rational and limit <= 0) for limit in limits):
                shown = NAMED.get(limits[0], str(limits[0]))
                return Finding(Outcome.REFUTED, "exact series at a point", "one exact point", Counterexample(
                    point_items(where, point), shown, "a positive number", f"what the quotient by {to_latex(x)}**({exponent}) tends to"))
    except DomainError:  # a domain whose points are hard to find
        return None
    return None
