"""Certified counterexamples: exact points of the domain where balls show a statement false, the smallest first.

The search looks at the domain's simplest points in order, then at random ones, then where chance does not go: at points that
the sampler moves until a relation fails, and on and beside the boundary of the relations. Once a later point refutes, the list
of simple points is followed further, so that the point told is the first of that order; if the list gives none in its time, the point is
shrunk to a local minimum of the same order. The order of candidates is fixed: the deadline only cuts the search short. A point
where a side has no real value refutes nothing; it is counted and offered as `undefined_at`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from sympy import And, ImmutableMatrix, Integer, MatrixBase, Not, Or, Rational

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.verdict import Counterexample

from .balls import enclose as balls
from .balls.enclose import Imprecise, NotEvaluable, Sides, Undefined
from .deadline import Deadline, OutOfTime
from .points.boundary import boundary_points
from .points.coordinates import contains, entry, space_of, with_entry
from .points.random_points import points
from .points.relevant_domain import relevant
from .points.smallest import of_size, rank, small_points
from .points.sparse import low_rank_points
from .points.thin import thin_points
from .signs.inequality import negation

SMALL, RANDOM, SMALL_AFTER_HIT = 60, 20, 2000
SMALL_BITS, RANDOM_BITS = 1024, 4096
UNDEFINED_KEPT = 3
FURTHER = 0.2
"""The part of the time left in which the list is followed for a smaller point than the one found; shrinking that one has the rest."""
MOVING = 0.2
"""The part of the time left in which the sampler may move points until a relation fails."""
EVERYWHERE = "both sides are equal everywhere"
"""What is noted where two sides that are said to differ never do."""


@dataclass(frozen=True)
class Search:
    """What a search for a counterexample met.

    tried: points where the statement was compared. undefined: points of the domain where it has no value, the first few
    of them in `undefined_at` as (point, reason). unsettled: points where even the highest precision did not tell.
    cut: whether the deadline ended it early. shrunk: whether the counterexample is only a local minimum of the order.
    obstacle: the node for which balls have no rule, where that kept the search from starting.
    """

    counterexample: Counterexample | None
    tried: int = 0
    undefined: int = 0
    undefined_at: tuple[tuple[str, str], ...] = ()
    unsettled: int = 0
    cut: bool = False
    shrunk: bool = False
    obstacle: str = ""
    point: dict | None = None

    def __str__(self) -> str:
        parts = [f"{self.tried} points compared"]
        if self.undefined:
            parts.append(f"undefined at {self.undefined}, first at {self.undefined_at[0][0]}")
        if self.unsettled:
            parts.append(f"{self.unsettled} not settled")
        if self.obstacle:
            parts.append(self.obstacle)
        if self.cut:
            parts.append("cut short by the time limit")
        return ", ".join(parts)


def refute_equal(left, right, domain: Domain, deadline: Deadline | None = None,
                 extra: Iterable[dict] = ()) -> Counterexample | None:
    """The smallest certified counterexample to `left = right` (scalars, or matrices of one shape), or None.

    extra: further exact points to look at; those outside the domain are passed over.
    """
    return search_equal(left, right, domain, deadline, extra).counterexample


def refute_relation(relation, domain: Domain, deadline: Deadline | None = None,
                    extra: Iterable[dict] = ()) -> Counterexample | None:
    """The smallest point of the domain where a relation (or And, Or of such) is certainly false, or None."""
    return search_relation(relation, domain, deadline, extra).counterexample


def refute_iff(left, right, domain: Domain, deadline: Deadline | None = None,
               extra: Iterable[dict] = ()) -> Counterexample | None:
    """The smallest point of the domain where one relation is certainly true and the other certainly false, or None."""
    return search_iff(left, right, domain, deadline, extra).counterexample


def search_equal(left, right, domain, deadline=None, extra=()) -> Search:
    """As `refute_equal`, with what the search met on its way."""
    left, right = domain.expand(left), domain.expand(right)

    def fails(point, most):
        return balls.contrast(left, right, point, deadline, most)

    if any(hasattr(side, "has") and side.has(PseudoInverse) for side in (left, right)):
        extra = chain(extra, low_rank_points(domain, deadline))
    return _search(domain, fails, (left, right), deadline, extra)


def search_relation(relation, domain, deadline=None, extra=()) -> Search:
    """As `refute_relation`, with what the search met on its way."""
    relation = domain.expand(relation)

    def fails(point, most):
        holds = balls.truth(relation, point, deadline, most)
        if holds is None:
            raise Imprecise("the relation is not settled")
        return None if holds else relation_sides(relation, point)

    deadline = deadline or Deadline(None)
    borders = (relation, *(condition for condition in domain.conditions if condition.is_Relational))
    late = chain(failing_points(relation, domain, deadline=deadline), boundary_points(borders, domain, deadline),
                 thin_points(borders, domain, deadline))
    return _search(domain, fails, relation, deadline, extra, late)


def failing_points(relation, domain: Domain, count: int = 3, deadline: Deadline | None = None) -> Iterator[dict]:
    """Points of the domain that the sampler moves coordinate by coordinate until the relation fails; none where it finds none."""
    deadline = deadline or Deadline(None)
    try:
        yield from points(domain.but(negation(relation)), count, f"{relation} fails", deadline.part(MOVING))
    except (DomainError, NotEvaluable, TypeError):
        return
    except OutOfTime:  # where no coordinate does it, whole numbers above all, the time is left to the other points
        deadline.check()


def search_iff(left, right, domain, deadline=None, extra=()) -> Search:
    """As `refute_iff`, with what the search met on its way. Symbols without any bearing on the relations are left out."""
    left, right = domain.expand(left), domain.expand(right)
    domain = relevant(domain, (left, right))

    def fails(point, most):
        truths = [balls.truth(side, point, deadline, most) for side in (left, right)]
        if None in truths:
            raise Imprecise("a relation is not settled")
        if truths[0] == truths[1]:
            return None
        return Sides(str(truths[0]).lower(), str(truths[1]).lower())

    deadline = deadline or Deadline(None)
    one_alone = (failing_points(Not(And(one, negation(other))), domain, 1, deadline) for one, other in ((left, right), (right, left)))
    late = chain(boundary_points((left, right), domain, deadline), chain.from_iterable(one_alone))
    return _search(domain, fails, (left, right), deadline, extra, late)


def relation_sides(relation, point) -> Sides:
    """Both sides of the relation that fails: for `And` of a part that fails, for `Or` of the first of all that fail."""
    if relation.is_Relational and not getattr(relation.lhs, "is_Matrix", False):
        return balls.texts(relation.lhs, relation.rhs, point)
    if isinstance(relation, And):
        return next(relation_sides(part, point) for part in relation.args if _false(part, point))
    if isinstance(relation, Or):
        first = relation_sides(relation.args[0], point)
        return Sides(first.left, first.right, ", ".join(filter(None, (first.note, "no alternative holds"))))
    return Sides("false", "true")


def _false(part, point) -> bool:
    try:
        return balls.truth(part, point) is False
    except Undefined:
        return False


class _Tally:
    """Counts what the candidates were, and runs the test on each."""

    def __init__(self, domain: Domain, fails: Callable):
        self.domain, self.fails = domain, fails
        self.tried = self.undefined = self.unsettled = 0
        self.undefined_at: list = []

    def sides(self, point, most, count=True) -> Sides | None:
        try:
            found = self.fails(point, most)
        except Undefined as reason:
            if count:
                self.undefined += 1
                if len(self.undefined_at) < UNDEFINED_KEPT:
                    self.undefined_at.append((point_text(self.domain, point), str(reason)))
            return None
        except Imprecise:
            self.unsettled += count
            return None
        self.tried += count
        return found


def _search(domain, fails, about, deadline, extra, late=()) -> Search:
    deadline = deadline or Deadline(None)
    tally = _Tally(domain, fails)
    hit, cut, shrunk, obstacle = None, False, False, ""
    try:
        hit, minimal = _first_hit(domain, tally, about, deadline, extra, late)
        if hit is not None and not minimal:
            try:
                better = _further(domain, tally, deadline.part(FURTHER))
                shrunk = better is None
                hit = better or _shrink(domain, tally, *hit, deadline)
            except OutOfTime:
                cut = shrunk = True
    except OutOfTime:
        cut = True
    except NotEvaluable as reason:
        obstacle = str(reason)
    point, sides = hit or (None, None)
    counterexample = None if hit is None else Counterexample(point_items(domain, point), sides.left, sides.right, sides.note)
    return Search(counterexample, tally.tried, tally.undefined, tuple(tally.undefined_at), tally.unsettled, cut, shrunk,
                  obstacle, point)


def _first_hit(domain, tally, about, deadline, extra, late):
    """The first refuting candidate, and whether it is the smallest of all."""
    for point in small_points(domain, SMALL, deadline=deadline):
        deadline.check()
        sides = tally.sides(point, SMALL_BITS)
        if sides is not None:
            return (point, sides), True
    for point in chain(extra, points(domain, RANDOM, f"{domain}|{about}"), late):
        deadline.check()
        if contains(domain, point) is True:
            sides = tally.sides(point, RANDOM_BITS)
            if sides is not None:
                return (point, sides), False
    return None, False


def _further(domain, tally, deadline):
    """The first refuting point of the list of simple points beyond those already looked at; None where the list or the time ends first."""
    with contextlib.suppress(OutOfTime):
        for index, point in enumerate(small_points(domain, SMALL_AFTER_HIT, deadline=deadline)):
            deadline.check()
            if index >= SMALL:
                sides = tally.sides(point, SMALL_BITS, count=False)
                if sides is not None:
                    return point, sides
    return None


def _shrink(domain, tally, point, sides, deadline):
    """A local minimum: no single coordinate, and no dimension, can be made simpler with the statement still failing."""
    improved = True
    while improved:
        improved = False
        for candidate in _simpler(domain, point):
            deadline.check()
            if contains(domain, candidate) is not True:
                continue
            found = tally.sides(candidate, SMALL_BITS, count=False)
            if found is not None:
                point, sides, improved = candidate, found, True
                break
    return point, sides


def _simpler(domain, point):
    """Points one step simpler: a dimension lowered by a row or column, or one coordinate by a simpler rational."""
    space = space_of(domain)
    for dimension in space.dimensions:
        if point[dimension] > space.least(dimension):
            yield from (_without(space, point, dimension, k) for k in range(int(point[dimension])))
    sizes = {dimension: point[dimension] for dimension in space.dimensions}
    for coordinate in space.coordinates(sizes):
        value = entry(point, coordinate)
        for simpler in _simpler_values(value):
            if coordinate[2].holds(simpler):
                yield with_entry(point, coordinate, simpler, coordinate[0] in space.symmetric)


def _simpler_values(value) -> list:
    """Rationals that come before this one: all up to size 4, and its own roundings and convergents."""
    found = [candidate for n in range(5) for candidate in of_size(n)]
    whole = Integer(int(value))
    found += [whole, whole + 1, whole - 1, *(Rational(round(value * q), q) for q in range(2, 8))]
    earlier = {candidate for candidate in found if rank(candidate) < rank(value)}
    return sorted(earlier, key=rank)


def _without(space, point, dimension, k) -> dict:
    """The point with row or column k of every matrix along this dimension left out."""
    made = {**point, dimension: point[dimension] - 1}
    for symbol in space.symbols:
        if isinstance(point[symbol], MatrixBase):
            grid = point[symbol].as_mutable()
            rows, columns = symbol.shape
            if rows == dimension:
                grid.row_del(k)
            if columns == dimension:
                grid.col_del(k)
            made[symbol] = ImmutableMatrix(grid)
    return made


# --- text ----------------------------------------------------------------------------------------------------------


def value_text(value) -> str:
    """`1/2` for a rational, `[1, 2; 0, 1]` for a matrix, rows parted by semicolons."""
    if isinstance(value, MatrixBase):
        return "[" + "; ".join(", ".join(str(value[i, j]) for j in range(value.cols)) for i in range(value.rows)) + "]"
    return str(value)


def point_items(domain: Domain, point: dict) -> tuple[tuple[str, str], ...]:
    """Printed names and values, dimensions first, then the domain's symbols in order."""
    space = space_of(domain)
    return tuple((to_latex(symbol), value_text(point[symbol])) for symbol in (*space.dimensions, *space.symbols))


def point_text(domain: Domain, point: dict) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point_items(domain, point))
