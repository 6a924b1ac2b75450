"""How much of its domain a refuted statement fails on: at points in general position, or on a set that chance never meets.

Points are drawn, and the point that refutes the statement is moved a little in every coordinate that can be moved. A statement that the
gate lets fail at such a point fails on a set with interior: its sides are apart there, and stay so nearby. One that is seen to fail at none
of them fails in a corner of its domain: on an equation, at a border, at a hole that closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from sympy import Rational
from sympy.matrices.exceptions import NonInvertibleMatrixError, ShapeError

from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.expectation import ConvergesInProbability
from theoremtest.derivations.language.observed import Observed
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.statement import (
    AtMostOneZero,
    Conserved,
    Equal,
    Evolves,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Statement,
)
from theoremtest.derivations.language.verdict import Counterexample

from .balls import enclose as balls
from .deadline import Deadline, OutOfTime
from .gate import exact_point, objection, open_domain
from .matrices.ranks import OVER_THE_BOUND, rank_and_bound
from .points.coordinates import contains, entry, space_of, with_entry
from .points.explicit import NotExplicit
from .points.random_points import SHORT, Draws, points
from .recheck import fails
from .refute import EVERYWHERE, point_items, relation_sides

OPEN, THIN = "open", "thin"
DRAWN, MOVED = 16, 12
"""Points in general position: drawn anywhere, and near the point that refutes the statement."""
ENOUGH = 2
"""As many have to fail: a rational that is drawn may by chance lie on an equation, and does so hardly twice."""
SHORT_ONES, READABLE = 40, 5
"""Short points from which the shortest that fails is taken, and how long a number may be that a reader is shown."""
WITH_SIDES = (Equal, Evolves, Conserved, Gradient, Hessian, Inverse, Holds, Iff, RankBound)
NEAR = 16
"""The first points are moved by a sixteenth or so, each next one by half of that: a set with interior may be small."""


def extent(statement: Statement, counterexample: Counterexample, deadline: Deadline) -> str:
    """OPEN where a refuted statement fails at points in general position, THIN where it is seen to fail at none of them.

    Empty where points cannot tell: of an order, of draws in the limit, or where no point in general position is found in time.
    """
    if isinstance(statement, Observed) or counterexample.note == EVERYWHERE:
        return OPEN  # beyond the errors of what was measured; at every point
    if isinstance(statement, (Scales, AtMostOneZero)):
        return ""
    domain, failed, looked = open_domain(statement), 0, 0
    if isinstance(statement, ConvergesInProbability) or not domain.matrices and all(symbol.is_integer for symbol in domain.scalars):
        return OPEN  # whole numbers alone, or the parameters of a law: no point is more special than another
    try:
        for point in _general(statement, domain, counterexample, deadline):
            deadline.check()
            looked += 1
            failed += not objection(statement, Counterexample(point_items(domain, point)), deadline)
            if failed == ENOUGH:
                return OPEN
    except OutOfTime:
        return ""
    return THIN if looked > ENOUGH else ""


def generic(statement: Statement, counterexample: Counterexample, deadline: Deadline) -> Counterexample | None:
    """A counterexample of short numbers in general position, for a reader, where the smallest one lies in a corner of the domain.

    None where it lies in none, where none is found, or where the sides of this kind of statement are not worked out at a point.
    """
    if not _in_a_corner(counterexample):
        return None
    return drawn(statement, deadline)


def drawn(statement: Statement, deadline: Deadline) -> Counterexample | None:
    """The shortest of the points drawn in general position at which a statement fails; None where none is found."""
    if not isinstance(statement, WITH_SIDES):
        return None
    domain, found = open_domain(statement), []
    with suppress(DomainError, balls.NotEvaluable, OutOfTime):
        for point in points(domain, SHORT_ONES, SHORT + "extent", deadline):
            one = Counterexample(point_items(domain, point))
            sides = None if _in_a_corner(one) else _sides(statement, point, deadline)
            if sides is not None and sides.left != sides.right:
                found.append(Counterexample(one.point, sides.left, sides.right, sides.note))
    stand = []
    with suppress(OutOfTime):
        stand += (one for one in found if not objection(statement, one, deadline))
    return min(stand, key=lambda one: (str(one.point).count("-"), str(one.point).count("'1'"), len(str(one.point))), default=None)


def _in_a_corner(counterexample: Counterexample) -> bool:
    """Whether a number or a whole matrix is zero, most numbers are one, both sides are equal, or the point is too long to be read.

    A zero beside other entries, as in a unit vector, is no corner.
    """
    values = [list(filter(None, re.split(r"[\[\],; ]+", text))) for _, text in counterexample.point]
    if counterexample.left and counterexample.left == counterexample.right:
        return True
    scalars = [entries[0] for entries in values if len(entries) == 1]
    return (any(set(entries) == {"0"} or max(map(len, entries)) > READABLE for entries in values)
            or scalars.count("1") > max(2, len(scalars) / 2))


def _sides(statement: Statement, point: dict, deadline: Deadline) -> balls.Sides | None:
    """Both sides of what fails at a point; None where it does not certainly fail."""
    if isinstance(statement, Holds):
        relation = statement.on.expand(statement.relation)
        with suppress(balls.Undefined, balls.Imprecise):
            return relation_sides(relation, point) if balls.truth(relation, point, deadline) is False else None
        return None
    if isinstance(statement, Iff):
        truths = [balls.truth(statement.on.expand(side), point, deadline) for side in (statement.left, statement.right)]
        return balls.Sides(*(str(one).lower() for one in truths)) if sorted(map(str, truths)) == ["False", "True"] else None
    if isinstance(statement, RankBound):
        rank, bound = rank_and_bound(statement, point)
        return balls.Sides(str(rank), str(bound), OVER_THE_BOUND) if None not in (rank, bound) and rank > bound else None
    found: list[balls.Sides] = []

    def apart(left, right) -> bool:
        sides = balls.separated(left, right, point, deadline)
        found.extend([sides] if sides is not None else [])
        return sides is not None

    with suppress(NotExplicit, NotImplementedError, NonInvertibleMatrixError, ShapeError):
        return found[-1] if fails(statement, point, apart, deadline) is True and found else None
    return None


def _general(statement: Statement, domain: Domain, counterexample: Counterexample, deadline: Deadline) -> Iterator[dict]:
    point = exact_point(statement, counterexample, deadline)
    if point is not None:
        yield from _moved(domain, point)
    for one in _cases(statement, domain):
        with suppress(DomainError, balls.NotEvaluable):
            yield from points(one, DRAWN, "extent", deadline)


def _cases(statement: Statement, domain: Domain) -> Iterator[Domain]:
    """Where points are drawn: in the whole domain, or, for each label of a case distinction, where that is given."""
    if not isinstance(statement, Classifies):
        yield domain
        return
    for label in statement.given:
        with suppress(DomainError):
            yield domain.but(statement.condition(label))


def _moved(domain: Domain, point: dict) -> Iterator[dict]:
    """Points near one, every coordinate that is no whole number another: where an equation ties them none of these is in the domain."""
    draws, space = Draws("extent"), space_of(domain)
    sizes = {dimension: point[dimension] for dimension in space.dimensions}
    for turn in range(MOVED):
        near = dict(point)
        for coordinate in space.coordinates(sizes):
            if not getattr(coordinate[0], "is_integer", False):
                step = draws.positive() * (1 if draws.below(2) else -1) / (NEAR << turn)
                near = with_entry(near, coordinate, entry(near, coordinate) + Rational(step), coordinate[0] in space.symmetric)
        if contains(domain, near) is True:
            yield near
