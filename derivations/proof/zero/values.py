"""Do both sides of an identity have a value anywhere? "Equal wherever both sides are defined" says nothing of sides that never are."""

from __future__ import annotations

from sympy import Inverse, MatPow, Piecewise, Pow, preorder_traversal

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.proof.balls.enclose import Imprecise, NotEvaluable, Undefined, enclosure, matrix_enclosure
from rederive.derivations.proof.deadline import Deadline, OutOfTime
from rederive.derivations.proof.functions.table import entry_of
from rederive.derivations.proof.points.random_points import points
from rederive.derivations.proof.points.smallest import small_points

POINTS = 8
"""Simplest points that are looked at, and as many random ones after them."""
SECONDS = 2.0
BITS = 64


def nowhere_defined(sides, domain: Domain, deadline: Deadline) -> bool:
    """Whether some side certainly has no value at any of the points looked at, of which there is at least one.

    False as soon as a point gives every side a value, or leaves that open; and where no point of the domain is found.
    """
    sides = [domain.expand(side) for side in sides]
    if not any(_is_partial(node) for side in sides for node in preorder_traversal(side)):
        return False
    seen = False
    watch = Deadline(min(SECONDS, deadline.left()))
    try:
        for point in _points(domain, watch):
            if not any(_without_value(side, point) for side in sides):
                return False
            seen = True
    except (DomainError, OutOfTime):
        deadline.check()
    return seen


def _points(domain: Domain, watch: Deadline):
    yield from small_points(domain, POINTS, deadline=watch)
    yield from points(domain, POINTS, "a value", watch)


def _is_partial(node) -> bool:
    """Whether the outermost operation has a value for some arguments only, as far as its form tells."""
    if isinstance(node, (Inverse, MatPow, Piecewise)):
        return True
    if isinstance(node, Pow):
        return not (node.exp.is_Integer and node.exp >= 0)
    entry = entry_of(node)
    return entry is not None and (entry.defined is None or bool(entry.defined(*node.args)))


def _without_value(side, point) -> bool:
    enclose = matrix_enclosure if getattr(side, "shape", ()) else enclosure
    try:
        enclose(side, point, BITS)
    except Undefined:
        return True
    except (Imprecise, NotEvaluable):
        return False
    return False
