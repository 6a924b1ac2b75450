"""A point that a domain certainly has, and one at which a statement has a value: what keeps a proof from being about nothing.

An exact rational point is looked for first. Where an equality lets no rational point through, as x^2 = 2 does, the point is
shown by a change of sign: the equality's gap is continuous along a segment, takes both signs there, and all other conditions
hold on the whole of the segment.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sympy import Eq
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime

from .random_points import points
from .smallest import small_points

SIMPLE, RANDOM = 40, 12
"""Points at which a value is looked for before a statement is said to have none."""


def some_points(domain: Domain, deadline: Deadline) -> Iterator[dict]:
    """Points of the domain, the simplest first and then random ones; none where none is found. Raises OutOfTime."""
    yield from small_points(domain, SIMPLE, deadline=deadline)
    try:
        yield from points(domain, RANDOM, "witness", deadline)
    except (DomainError, balls.NotEvaluable):
        return


def has_point(domain: Domain, deadline: Deadline) -> bool:
    """Whether a point of the domain is certain: an exact one, or one on a segment where an equality changes its sign."""
    try:
        if next(some_points(domain, deadline), None) is not None:
            return True
        return _sign_changes(domain, deadline)
    except (OutOfTime, balls.NotEvaluable, NotImplementedError):
        return False


def has_value(expressions, point: dict) -> bool | None:
    """Whether all the expressions have a real value at a point; None where that does not show."""
    settled = True
    for expression in expressions:
        try:
            if getattr(expression, "shape", ()):
                balls.matrix_enclosure(expression, point, balls.PRECISIONS[1])
            elif isinstance(expression, Relational) or getattr(expression, "is_Boolean", False):
                balls.truth(expression, point, most=balls.PRECISIONS[1])
            else:
                balls.enclosure(expression, point, balls.PRECISIONS[1])
        except balls.Undefined:
            return False
        except (balls.NotEvaluable, balls.Imprecise):
            settled = False
    return True if settled else None


def nowhere_defined(expressions, domain: Domain, deadline: Deadline) -> int:
    """The number of points looked at where at every one of them some expression has no value; 0 where one may have."""
    tried = 0
    for point in some_points(domain, deadline):
        deadline.check()
        if has_value(expressions, point) is not False:
            return 0
        tried += 1
    return tried


def _sign_changes(domain: Domain, deadline: Deadline) -> bool:
    """Whether an equality between polynomials changes sign between two points that meet all the other conditions.

    The others must be bounds on single symbols, so that they hold along the whole segment.
    """
    equalities = [condition for condition in domain.joint if isinstance(condition, Eq)]
    if len(equalities) != 1 or len(domain.joint) != 1 or domain.chart is not None or domain.matrices:
        return False
    gap = equalities[0].lhs - equalities[0].rhs
    moved = sorted(atoms_of(gap), key=str)
    if any(symbol.is_integer or domain.bounds[symbol].nonzero for symbol in moved) or not gap.is_polynomial(*moved):
        return False
    free = Domain(*(condition for condition in domain.conditions if domain.expand(condition) not in domain.joint), over=domain.symbols)
    signs = set()
    for point in islice(some_points(free, deadline), SIMPLE):
        value = balls.exact_value(gap, point)
        if value is not None:
            signs.add(value > 0)
        if len(signs) == 2:
            return True
    return False
