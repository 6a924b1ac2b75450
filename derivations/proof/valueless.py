"""A point at which a statement has certainly no value, among those that a dropped condition used to keep out.

An identity is proved wherever both sides have a value; whether a printed formula covers the points that a condition excludes
is another question, and this is where it is answered.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Basic, Not, sympify

from rederive.derivations.language.errors import RederiveError
from rederive.derivations.language.expectation import Expectation
from rederive.derivations.language.scales import Scales
from rederive.derivations.language.statement import Limit, Statement
from rederive.derivations.language.verdict import Counterexample, Evidence, Outcome

from .balls import enclose as balls
from .deadline import Deadline, OutOfTime
from .ladder import evaluated
from .points.smallest import small_points
from .points.witness import has_value
from .refute import point_items

POINTS = 40
ENGINE = "no value at a point"
NOT_POINTWISE = Limit, Scales, Expectation
"""Kinds that say nothing of single values of what varies in them."""


def without_value(statement: Statement, dropped: Iterable[Basic], deadline: Deadline) -> Evidence | None:
    """The refutation of a statement that is no conjunction by a point of its domain that one of the dropped conditions excludes
    and where it has no value; None where none is found. Raises nothing."""
    if isinstance(statement, NOT_POINTWISE):
        return None
    try:
        sides = [evaluated(statement.on.expand(sympify(side, strict=True))) for side in statement.expressions()]
        for condition in dropped:
            outside = statement.on.but(Not(condition))
            for point in small_points(outside, POINTS, deadline=deadline):
                for number, side in enumerate(sides, start=1):
                    if has_value([side], point) is False:
                        return _refuted(statement, point, number)
    except (RederiveError, OutOfTime, balls.NotEvaluable, NotImplementedError, ValueError, TypeError):
        return None
    return None


def _refuted(statement: Statement, point: dict, number: int) -> Evidence:
    sides = len(statement.expressions())
    which = {1: "the left side", 2: "the right side"}.get(number, f"formula {number}") if sides == 2 else f"formula {number} of {sides}"
    example = Counterexample(tuple(point_items(statement.on, point)), note=f"{which} has no value there")
    return Evidence("exact", ENGINE, Outcome.REFUTED, scope="the condition that is missing keeps this point out", counterexample=example)
