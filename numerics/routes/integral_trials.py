"""Trials of statements that hold integrals or long sums: fewer digits than elsewhere, as quadrature gives them."""

from __future__ import annotations

import mpmath
from sympy import And, Basic, Eq, Ge, Gt, Le, Lt, Ne, Not, Or, S, Sum, oo
from sympy.core.relational import Relational

from theoremtest.derivations.language import Limit, Statement
from theoremtest.numerics.routes.trial import Trial, agreed_digits, decimal
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.integrals import GOOD, speaks_of_integrals, value

ENOUGH = GOOD - 2
"""Agreement below this many digits is a disagreement."""
ARGUMENTS = (12, 16, 20)
"""Powers of ten at which a limit is looked at: the distance to it must shrink from the first to the last."""


def speaks(statement: Statement) -> bool:
    """Whether these trials are the ones for a statement."""
    written = [statement.on.expand(side) for side in statement.expressions() if isinstance(side, Basic)]
    return any(speaks_of_integrals(side) or (isinstance(statement, Limit) and side.has(Sum)) for side in written)


def equal(left: Basic, right: Basic, point) -> Trial:
    """Two sides at a point."""
    sides = value(left, point), value(right, point)
    digits = agreed_digits([sides[0]], [sides[1]])
    return Trial(min(digits, GOOD), digits < ENOUGH, decimal(sides[0]), decimal(sides[1]), "by quadrature")


def truth(relation: Basic, point) -> bool:
    """Whether a relation is true at a point; raises NotDefined where its sides are too near each other to tell."""
    if relation in (S.true, S.false):
        return bool(relation)
    if isinstance(relation, (And, Or)):
        return (all if isinstance(relation, And) else any)(truth(part, point) for part in relation.args)
    if isinstance(relation, Not):
        return not truth(relation.args[0], point)
    if not isinstance(relation, Relational):
        raise NotDefined(f"{relation} is no relation")
    left, right = value(relation.lhs, point), value(relation.rhs, point)
    if agreed_digits([left], [right]) >= ENOUGH:
        if isinstance(relation, (Le, Ge, Eq)):
            return True
        raise NotDefined(f"the sides of {relation} are too near each other for quadrature")
    return {Lt: left < right, Le: left < right, Gt: left > right, Ge: left > right, Eq: False, Ne: True}[type(relation)]


def relation(stated: Basic, point) -> Trial:
    """A relation at a point."""
    if truth(stated, point):
        return Trial(GOOD, False)
    sides = ("false", "true")
    if isinstance(stated, Relational):
        sides = decimal(value(stated.lhs, point)), decimal(value(stated.rhs, point))
    return Trial(0, True, *sides, "by quadrature")


def limit(statement: Limit, point) -> Trial:
    """The distance to the limit at growing arguments; it must shrink, or be too small to tell."""
    domain, x, to = statement.on, statement.variable, statement.to
    expression, target = domain.expand(statement.expression), domain.expand(statement.value)
    distances = []
    for power in ARGUMENTS:
        there = {**point, x: S(10) ** power if to is oo else -S(10) ** power if to is -oo else to + S(10) ** -power}
        with mpmath.workdps(2 * GOOD):
            reached = value(expression, there)
            if target in (oo, -oo):
                distances.append(1 / reached if target is oo else -1 / reached)
            else:
                stated = value(target, there)
                apart = abs(reached - stated)
                distances.append(mpmath.mpf(0) if apart < mpmath.mpf(10) ** -ENOUGH * abs(stated) else apart)
    shrinks = all(distance >= 0 for distance in distances) and distances[-1] <= distances[0] / 2
    if not shrinks and distances[-1] != 0:
        return Trial(0, True, decimal(distances[-1]), "0", f"the distance to the limit, {ARGUMENTS[-1]} powers of ten on the way")
    return Trial(GOOD, False, note="tends to the limit, by quadrature")
