"""Exact points on and beside the boundary of relations, where chance does not go: one coordinate is solved for.

At simple points the gap between a relation's sides is looked at as a function of a single coordinate. Where exact values
show it linear or quadratic there, its rational zeros are put in. Nothing is proved by this; every point is checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Rational, S, integer_nthroot
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.proof.balls.enclose import Imprecise, NotEvaluable, Undefined, exact_value

from .coordinates import contains, space_of, with_entry
from .smallest import small_points

BASES = 160
BESIDE = Rational(1, 16)
_AT = (S.Zero, S.One, S.NegativeOne, Rational(2))


def boundary_points(relations, domain: Domain, deadline, bases: int = BASES, beside: Rational = BESIDE) -> Iterator[dict]:
    """Points of the domain at which a gap is zero, each followed by its neighbours on both sides, at the distance `beside`."""
    gaps = [node.lhs - node.rhs for relation in relations for node in sorted(relation.atoms(Relational), key=str)
            if not getattr(node.lhs, "shape", ())]
    space, seen = space_of(domain), set()
    about = {gap: atoms_of(gap) for gap in gaps}
    for base in small_points(domain, bases, deadline=deadline):
        sizes = {dimension: base[dimension] for dimension in space.dimensions}
        for coordinate in space.coordinates(sizes):
            for gap in gaps:
                if coordinate[0] not in about[gap]:
                    continue
                deadline.check()
                for zero in _zeros(gap, base, coordinate):
                    for value in (zero, zero - beside, zero + beside):
                        point = with_entry(base, coordinate, value)
                        key = str(sorted(point.items(), key=str))
                        if key not in seen and coordinate[2].holds(value) and contains(domain, point) is True:
                            seen.add(key)
                            yield point


def _zeros(gap, base: dict, coordinate) -> tuple:
    """The rational zeros of the gap as a function of one coordinate, where that is linear or quadratic."""
    values = []
    for place in _AT:
        try:
            value = exact_value(gap, with_entry(base, coordinate, place))
        except (Undefined, Imprecise, NotEvaluable):
            return ()
        if value is None:
            return ()
        values.append(value)
    constant, at_one, at_minus_one, at_two = values
    square, slope = (at_one + at_minus_one) / 2 - constant, (at_one - at_minus_one) / 2
    if constant + 2 * slope + 4 * square != at_two:
        return ()
    if square == 0:
        return () if slope == 0 else (-constant / slope,)
    root = _root(slope**2 - 4 * square * constant)
    return () if root is None else tuple(dict.fromkeys(((-slope + root) / (2 * square), (-slope - root) / (2 * square))))


def _root(value):
    """The square root of a rational where it is rational."""
    if value < 0:
        return None
    (top, exact_top), (bottom, exact_bottom) = integer_nthroot(int(value.p), 2), integer_nthroot(int(value.q), 2)
    return Rational(top, bottom) if exact_top and exact_bottom else None
