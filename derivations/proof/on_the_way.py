"""What a limit or an order does on the way, by balls alone: values nearer and nearer to the point, or farther and farther out.

Three values show no limit. They show what no limit looks like: a distance from the stated value that does not shrink. A proof that meets
it is held back, and so is a counterexample whose statement comes nearer to the stated value with every step.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb
from sympy import Integer, MatrixSymbol, Sum, oo

from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.statement import Limit

from .balls import enclose as balls
from .deadline import Deadline
from .endless import speaks_of_integrals
from .obligations import written_out
from .points.coordinates import contains

STEPS, SHORT_STEPS = (10, 20, 40), (3, 5, 7)
"""Powers of two that the variable takes, and those where a sum or an integral has to be worked out for each."""
SHRINKS, STAYS = arb("0.6"), arb("0.9")
"""A distance that is less than this part of the one before shrinks; one that is more than that part of it does not."""
SLOPE = arb("0.05")
"""An exponent that is off by less may still come to be right."""
BITS = 1024


def way_of(statement: Limit | Scales, steps: tuple = STEPS) -> list:
    """Values of the variable on its way; none where it goes to what is not rational, since no exact point lies there."""
    to = getattr(statement, "point", oo)
    values = [Integer(2) ** step if to is oo else -(Integer(2) ** step) if to is -oo else to + 1 / Integer(2) ** step for step in steps]
    return [value for value in values if getattr(value, "is_Rational", False)]


def goes_elsewhere(statement: Limit | Scales, point: dict, deadline: Deadline) -> bool:
    """Whether on the way, at these parameters, a limit or an order does not look like the stated one."""
    try:
        if isinstance(statement, Scales):
            return _another_order(statement, point, deadline)
        return _stays_away(list(_distances(statement, point, deadline)))
    except balls.NotEvaluable:
        return False


def comes_near(statement: Limit, point: dict, deadline: Deadline) -> bool | None:
    """Whether on the way a limit comes nearer and nearer to the stated value, at the stated rate if there is one; None where balls
    cannot work that out.
    """
    try:
        gaps = list(_distances(statement, point, deadline))
        if len(gaps) < 2:
            return None
        if not shrink(gaps):
            return False
        if statement.rate is None:
            return True
        shares = [gap / abs(value) for gap, value in zip(gaps, _along(statement, statement.rate, point, deadline), strict=True)]
        return all(later < sooner * (2 - SHRINKS) for sooner, later in zip(shares, shares[1:]))
    except balls.NotEvaluable:
        return None


def shrink(gaps: list) -> bool:
    """Whether each distance on the way is clearly less than the one before; of several that are nothing, the last."""
    return all(later < SHRINKS * sooner or sooner == 0 == later for sooner, later in zip(gaps, gaps[1:]))


def _stays_away(gaps: list[arb]) -> bool:
    return len(gaps) > 2 and all(later > STAYS * sooner for sooner, later in zip(gaps, gaps[1:])) and gaps[0] > 0


def _distances(statement: Limit, point: dict, deadline: Deadline) -> Iterator[arb]:
    """From the stated value; of an infinite one, one over the expression, so that it is to shrink too, and one where the sign is wrong."""
    value = statement.value
    if value in (oo, -oo):
        for found in _along(statement, statement.expression, point, deadline):
            yield 1 / abs(found) if (found if value is oo else -found) > 0 else arb(1)
        return
    matrix = bool(getattr(statement.expression, "shape", ()))
    yield from (abs(found) for found in _along(statement, None, point, deadline, matrix))


def _along(statement, formula, point: dict, deadline: Deadline, matrix: bool = False) -> Iterator[arb]:
    """A formula at the values on the way; without one, how far the expression is from the stated value, entries added up."""
    domain, x = statement.on, statement.variable
    sides = [written_out(side, domain) for side in ((statement.expression, statement.value) if formula is None else (formula,))]
    long = any(side.has(Sum) or speaks_of_integrals(side) for side in sides if hasattr(side, "has"))
    for value in way_of(statement, SHORT_STEPS if long else STEPS):
        deadline.check()
        there = {**point, x: value}
        if contains(domain, there) is not True:
            raise balls.NotEvaluable("the domain keeps the variable from its way")
        if matrix:
            one, other = (balls.matrix_enclosure(side, there, BITS) for side in sides)
            yield sum((abs(entry) for entry in (one - other).entries()), arb(0))
        else:
            first, *others = (balls.enclosure(side, there, BITS) for side in sides)
            yield first - others[0] if others else first


def _another_order(statement: Scales, point: dict, deadline: Deadline) -> bool:
    values = list(_along(statement, statement.expression, point, deadline))
    if len(values) < 3 or not all(value > 0 for value in values) or statement.expression.atoms(MatrixSymbol):
        return False
    stated = balls.enclosure(written_out(statement.exponent, statement.on), point, BITS)
    steps = SHORT_STEPS if written_out(statement.expression, statement.on).has(Sum) else STEPS
    slopes = [(later / sooner).log() / ((second - first) * arb(2).log())
              for sooner, later, first, second in zip(values, values[1:], steps, steps[1:], strict=False)]
    off = [abs(slope - stated) for slope in slopes]
    return bool(off[1] > SLOPE and off[1] > STAYS * off[0])
