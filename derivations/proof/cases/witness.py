"""From a partial point to a point of the whole domain: sizes, whole numbers, matrices and every condition included.

A cell of linear conditions knows nothing of the rest of a domain. What it finds refutes nothing until the symbols that it leaves out
have values with which the point certainly lies in the domain.
"""

from __future__ import annotations

from sympy import Integer

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.matrices.emptiness import certainly_empty
from theoremtest.derivations.proof.points.coordinates import contains, space_of
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.reasons import NO_POINT

from .polyhedra import NotLinear, domain_condition
from .whole_numbers import NotSettled, somewhere_whole

NOWHERE = f"{NO_POINT}the domain holds none, so that the statement says nothing"
TRIES = 12
"""Simplest values of the other symbols that are tried."""


def may_have_point(domain: Domain, deadline: Deadline) -> bool:
    """Whether the domain is not shown to be empty: what is said of every point of an empty one says nothing."""
    try:
        return somewhere_whole(domain_condition(domain), deadline) is not None
    except (NotLinear, NotSettled):
        return not certainly_empty(domain, deadline)


def completed(domain: Domain, partial: dict, deadline: Deadline) -> dict | None:
    """A point of the domain with these values (symbols and sizes to rationals), or None where none is found."""
    sizes = set(space_of(domain).dimensions)
    fixed = {symbol: value for symbol, value in partial.items() if symbol in domain.scalars and symbol not in sizes}
    try:
        rest = domain.at(fixed) if fixed else domain
        for candidate in small_points(rest, TRIES, deadline=deadline):
            point = {**candidate, **fixed}
            if all(point.get(size) == Integer(partial[size]) for size in sizes & set(partial)) and contains(domain, point) is True:
                return point
    except (DomainError, NotEvaluable, TypeError, ValueError):
        return None  # the conditions have no value, or no point, with these values put in
    return None
