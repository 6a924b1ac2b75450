"""Slips that leave a formula without a value at a point of its domain where the original has one, such as a symbol that may
be zero under a fraction."""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Basic, sympify
from sympy.logic.boolalg import Boolean

from rederive.derivations.language import Equal, Holds, Iff, Inverse, RederiveError, Solves, Statement
from rederive.derivations.language.square_root import SquareRoot
from rederive.derivations.proof.balls import enclose as balls
from rederive.derivations.proof.ladder import evaluated
from rederive.derivations.proof.points.smallest import small_points

KINDS = (Equal, Holds, Iff, Inverse, Solves, SquareRoot)
"""Statements about every point of their domain; limits and orders say nothing of single values of their variable."""
POINTS = 40
BITS = 256


def loses_its_value(original: Statement, slip: Statement) -> bool:
    """Whether the slip has certainly no value at one of the simplest points, where all of the original has one."""
    if not isinstance(slip, KINDS) or original.on is not slip.on:
        return False
    return any(False in _values(slip, point) and set(_values(original, point)) == {True}
               for point in small_points(slip.on, POINTS))


def point_of_a_zero(statement: Statement, divisors: Iterable[Basic]) -> tuple[dict, Basic] | None:
    """One of the simplest points where a scalar divisor is zero and all of the statement has a value, with that divisor; None where
    there is none among them."""
    written = [(divisor, statement.on.expand(divisor)) for divisor in divisors if not getattr(divisor, "shape", ())]
    if not written:
        return None
    for point in small_points(statement.on, POINTS):
        for divisor, value in written:
            at = value.subs(point)
            if (at == 0 or at.is_zero) and set(_values(statement, point)) == {True}:
                return point, divisor
    return None


def has_no_value_somewhere(statement: Statement, everywhere: bool = False) -> bool:
    """Whether the statement has certainly no value at one of the simplest points of its domain, or at any of them."""
    try:
        found = [False in _values(statement, point) for point in small_points(statement.on, POINTS)]
    except RederiveError:
        return False
    return bool(found) and (all(found) if everywhere else any(found))


def _values(statement: Statement, point: dict) -> list[bool | None]:
    return [_has_value(evaluated(statement.on.expand(sympify(expression, strict=True))), point) for expression in statement.expressions()]


def _has_value(expression, point) -> bool | None:
    """True or False where that is certain."""
    enclose = balls.matrix_enclosure if getattr(expression, "shape", ()) else balls.enclosure
    try:
        if isinstance(expression, Boolean):
            balls.truth(expression, point, most=BITS)
        else:
            enclose(expression, point, BITS)
    except balls.Undefined:
        return False
    except balls.NotEvaluable:
        return None
    return True
