"""How much of its domain a refuted statement fails on: at points in general position, or on a set that chance never meets.

Points are drawn, and the point that refutes the statement is moved a little in every coordinate that can be moved. A statement that the
gate lets fail at such a point fails on a set with interior: its sides are apart there, and stay so nearby. One that is seen to fail at none
of them fails in a corner of its domain: on an equation, at a border, at a hole that closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from sympy import Eq, Ge, Le, MatrixSymbol, Or, Rational
from sympy.matrices.exceptions import NonInvertibleMatrixError, ShapeError

from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.diagonal import EveryEntry
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.expectation import ConvergesInProbability, Expectation
from theoremtest.derivations.language.latex import to_latex
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
    Limit,
    Solves,
    Statement,
)
from theoremtest.derivations.language.verdict import Counterexample

from .balls import enclose as balls
from .deadline import Deadline, OutOfTime
from .gate import domain_of_points, exact_point, objection, open_domain
from .kinds.limit_points import refuted_at_a_point
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
FEW_ONES, MANY_ONES = 16, 400
"""As many where a point takes long, as a limit is worked out there by series, and where roots have to be rational by chance."""
WITH_SIDES = (Equal, Evolves, Conserved, Expectation, Gradient, Hessian, Inverse, Holds, Iff, RankBound)
AT_LENGTH = (Limit, Solves)
AT_A_GLANCE = 3
"""Signs of a number that is read at a glance, as 1/2."""
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

    None where it lies in none and is read easily, where none is found, or where the sides of this kind are not worked out at a point.
    """
    equal, below = counterexample.note == EVERYWHERE, _below_zero(counterexample)
    tied = bool(counterexample.left) and counterexample.left == counterexample.right  # as where a strict order fails by a hair
    cornered = equal or tied or _in_a_corner(statement, counterexample)
    if not (cornered or below or _is_long(counterexample)):
        return None
    found = drawn(statement, deadline, equal)
    if found is None or not (cornered or _is_long(counterexample) or _below_zero(found) < below):
        return None
    return found if not _is_long(found) or len(str(found.point)) < len(str(counterexample.point)) else None


def drawn(statement: Statement, deadline: Deadline, equal: bool = False) -> Counterexample | None:
    """The shortest of the points drawn in general position at which a statement fails; None where none is found.

    equal: whether it fails as both sides, which are said to differ, are equal.
    """
    if not isinstance(statement, WITH_SIDES + AT_LENGTH):
        return None
    domain, candidates = domain_of_points(statement), []
    count = MANY_ONES if equal else FEW_ONES if isinstance(statement, AT_LENGTH) else SHORT_ONES
    with suppress(DomainError, balls.NotEvaluable, OutOfTime):
        for drawn_one in points(domain, count, SHORT + "extent", deadline):
            point, shown = _at_the_start(statement, domain, drawn_one)
            candidates.append((Counterexample(shown), point))
    with suppress(OutOfTime):
        for one, point in sorted(candidates, key=lambda pair: _hard_to_read(pair[0])):  # sides are dear: the first that fails is it
            with suppress(DomainError, balls.NotEvaluable):
                if _in_a_corner(statement, one) or _on_a_border(statement, domain, point):
                    continue
                sides = _sides(statement, point, deadline)
                if sides is None or (sides.left == sides.right) is not equal:
                    continue
                found = replace(one, left=sides.left, right=sides.right, note=EVERYWHERE if equal else sides.note)
                if not objection(statement, found, deadline):
                    return found
    return None


def _on_a_border(statement: Statement, domain: Domain, point: dict) -> bool:
    """Whether both sides of a condition that allows it are equal there, of letters that are numbers."""
    begins = _begins(statement, domain)
    for condition in domain.conditions:
        if isinstance(condition, (Ge, Le)) and not condition.atoms(MatrixSymbol) and condition.free_symbols - begins:
            with suppress(TypeError):
                if domain.expand(condition.lhs - condition.rhs).subs(point) == 0:
                    return True
    return False


def _begins(statement: Statement, domain: Domain) -> set:
    """What is at no border where it is smallest: whole numbers, and the time at which a solution starts."""
    return {*(symbol for symbol in domain.scalars if symbol.is_integer), *([statement.system.t] if isinstance(statement, Solves) else [])}


def _hard_to_read(counterexample: Counterexample) -> tuple[int, ...]:
    text, numbers = str(counterexample.point), [number for _, value in counterexample.point for number in _numbers(value)]
    return (sum(len(number) > READABLE for number in numbers), _below_zero(counterexample), text.count("-"),
            sum(len(number) > AT_A_GLANCE for number in numbers), text.count("'1'"), len(text))


def _at_the_start(statement: Statement, domain: Domain, point: dict) -> tuple[dict, tuple[tuple[str, str], ...]]:
    """A point, and what is shown of it: of a solution its start, where rates are plain numbers, without the states, which follow; of ranks
    that are added up over unit vectors none of these.
    """
    shown = point_items(domain, point)
    if isinstance(statement, RankBound) and statement.neurons is not None:
        shown = tuple(item for item in shown if item[0] != to_latex(statement.neurons))
    if isinstance(statement, Solves):
        start = {**point, statement.system.t: Rational(0)}
        point = start if contains(domain, start) is True else point
        states = {to_latex(state) for state in statement.system.rates}
        shown = tuple(item for item in point_items(domain, point) if item[0] not in states)
    return point, shown


def _in_a_corner(statement: Statement, counterexample: Counterexample) -> bool:
    """Whether a number or a whole matrix is zero, or most numbers are one.

    A zero beside other entries, as in a unit vector, is no corner, nor is the time at which a solution starts, nor an index.
    """
    domain = domain_of_points(statement)
    passed = set(map(to_latex, _begins(statement, domain)))
    values = [_numbers(text) for name, text in counterexample.point if name not in passed]
    scalars = [entries[0] for entries in values if len(entries) == 1]
    return any(set(entries) == {"0"} for entries in values) or scalars.count("1") > max(2, len(scalars) / 2)


def _is_long(counterexample: Counterexample) -> bool:
    """Whether a number is too long to be read."""
    return any(len(number) > READABLE for _, text in counterexample.point for number in _numbers(text))


def _below_zero(counterexample: Counterexample) -> int:
    """How many letters that are numbers are negative there: a scale or a rate, of which nothing is said, is taken for positive."""
    return sum(text.startswith("-") for _, text in counterexample.point)


def _numbers(text: str) -> list[str]:
    return list(filter(None, re.split(r"[\[\],; ]+", text)))


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
    if isinstance(statement, Limit):
        ends = refuted_at_a_point(statement, domain_of_points(statement), [point], deadline)
        return None if ends is None else balls.Sides(*(getattr(ends.counterexample, one) for one in ("left", "right", "note")))
    found: list[balls.Sides] = []
    notes = iter(_what_differs(statement))

    def apart(left, right) -> bool:
        note, sides = next(notes, ""), balls.separated(left, right, point, deadline)
        found.extend([replace(sides, note=note or sides.note)] if sides is not None else [])
        return sides is not None

    with suppress(NotExplicit, NotImplementedError, NonInvertibleMatrixError, ShapeError):
        return found[-1] if fails(statement, point, apart, deadline) is True and found else None
    return None


def _what_differs(statement: Statement) -> list[str]:
    """What the pairs of sides of a solution are, in the order in which they are compared."""
    if not isinstance(statement, Solves):
        return []
    states = [to_latex(state) for state in statement.system.rates]
    return [*(f"rate of {state}" for state in states), *(f"{state}(0)" for state in states)]


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
    """Points near one, every coordinate that may be moved another: where an equation ties them none of these is in the domain."""
    draws, space, kept = Draws("extent"), space_of(domain), _apart(domain)
    sizes = {dimension: point[dimension] for dimension in space.dimensions}
    for turn in range(MOVED):
        near = dict(point)
        for coordinate in space.coordinates(sizes):
            if not getattr(coordinate[0], "is_integer", False) and coordinate[0] not in kept:
                step = draws.positive() * (1 if draws.below(2) else -1) / (NEAR << turn)
                near = with_entry(near, coordinate, entry(near, coordinate) + Rational(step), coordinate[0] in space.symmetric)
        if contains(domain, near) is True:
            yield near


def _apart(domain: Domain) -> set:
    """Vectors whose entries each have one of some numbers, as zero and one: no point of them is near another."""
    return {vector for condition in domain.conditions
            if isinstance(condition, EveryEntry) and isinstance(condition.relation, Or) and all(
                isinstance(one, Eq) for one in condition.relation.args) for _, vector in condition.pairs}
