"""What a trivial check settles: a look at zero, at signs, at dimensions. A benchmark that such a look answers measures nothing.

Zero: the statement fails where its letters are 0, or else at the simplest point of its domain. Parity: one side is even or odd in a letter,
and the other is not so. Dimension: one side is a power of a letter times what does not hold it, and the other is another power, or none.
Parity and dimension are asked of scalar identities, at one point.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from sympy import Basic, Rational, Symbol

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Equal, Statement
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.gate import certainly_fails, open_domain
from theoremtest.derivations.proof.points.smallest import small_points

ZERO, PARITY, DIMENSION = "zero", "parity", "dimension"
LOOK = 0.5
"""Seconds of work for the look at zero."""
VALUES = tuple(map(Rational, ("17/13", "19/11", "23/17", "29/23", "31/19", "37/29", "41/31", "43/37", "47/41", "53/43")))
CLOSE = 1e-9


def settled_by(statement: Statement) -> str:
    """The trivial check that shows that a statement is false; empty where none does."""
    with suppress(OutOfTime, NotEvaluable, TheoremtestError, NotImplementedError):
        deadline = Deadline(LOOK)
        if any(certainly_fails(statement, point, deadline) for point in islice(small_points(open_domain(statement), 1, deadline=deadline),
                                                                               1)):
            return ZERO
    return _by_scaling(statement) if isinstance(statement, Equal) and not getattr(statement.left, "shape", ()) else ""


def _by_scaling(statement: Equal) -> str:
    sides = [statement.on.expand(side) for side in (statement.left, statement.right)]
    free = sorted(set().union(*(side.free_symbols for side in sides)), key=str)
    if not free or len(free) > len(VALUES) or not all(isinstance(symbol, Symbol) and not symbol.is_integer for symbol in free):
        return ""
    point = dict(zip(free, VALUES, strict=False))
    for name, factor in ((PARITY, -1), (DIMENSION, 2)):
        for symbol in free:
            changes = [next(_change(side, point, {**point, symbol: factor * point[symbol]}), None) for side in sides]
            powers = [None if change is None else _power(change, factor) for change in changes]
            if None not in changes and powers[0] != powers[1]:
                return name
    return ""


def _change(side: Basic, before: dict, after: dict) -> Iterator[float]:
    """By which factor a side changes."""
    with suppress(TypeError, ValueError, ArithmeticError, NotImplementedError):
        one, other = (complex(side.subs(at).evalf(20, maxn=40)) for at in (before, after))
        if one and not (abs(one.imag) > CLOSE or abs(other.imag) > CLOSE):
            yield other.real / one.real


def _power(change: float, factor: int) -> float | None:
    """By which power of a letter a side goes, as far as it does: 0 or 1 of a sign, halves of what is doubled; None for none."""
    if factor == -1:
        return next((float(power) for power in (0, 1) if abs(change - (-1) ** power) < CLOSE), None)
    if change <= 0:
        return None
    halves = 2 * math.log2(change)
    return round(halves) / 2 if abs(halves - round(halves)) < CLOSE else None
