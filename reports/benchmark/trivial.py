"""What a trivial check settles: a look at zero, at signs, at dimensions. A benchmark that such a look answers measures nothing.

Zero: the statement fails where its letters are 0, or else at the simplest point of its domain. Parity: one side of a relation keeps its
modulus when a letter's sign is turned, and the other does not. Dimension: one side is multiplied by a power of 2 when a letter is doubled,
and the other by something else. Parity and dimension are asked of scalar identities.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from sympy import Abs, Basic, Rational, Symbol, log

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
            if None not in changes and _scales(changes[0], factor) is not _scales(changes[1], factor) and not _both_zero(changes):
                return name
    return ""


def _change(side: Basic, before: dict, after: dict) -> Iterator[float]:
    """By which factor a side changes."""
    with suppress(TypeError, ValueError, ArithmeticError, NotImplementedError):
        one, other = (complex(side.subs(at).evalf(20, maxn=40)) for at in (before, after))
        if one and not (abs(one.imag) > CLOSE or abs(other.imag) > CLOSE):
            yield other.real / one.real


def _scales(change: float, factor: int) -> bool:
    """Whether a side is changed by a power of the factor: by a sign, or by a power of two with a simple exponent."""
    if factor == -1:
        return abs(abs(change) - 1) < CLOSE
    if change <= 0:
        return False
    exponent = 2 * float(log(Abs(change), 2).evalf(20))
    return abs(exponent - round(exponent)) < CLOSE


def _both_zero(changes: list[float]) -> bool:
    return all(abs(change) < CLOSE for change in changes)
