"""How much room a relation has over a population of points: by what its larger side is ahead, as a share of all terms of both.

It is between -1 and 1, and negative where the relation fails. In plain float64 a sum of terms that overflow, vanish or cancel says
anything; the sure room is what is left of it beyond all rounding (``kernels.expression_rounding``), and 0 where nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sympy import Add, And, Basic, Ge, Gt, Le, Lt, Ne, Not, Or
from sympy.core.relational import Relational

from theoremtest.numerics.kernels.expression_rounding import bounded
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.routes.sampling import scalar_over
from theoremtest.numerics.values.evaluate import NotDefined

TINY = 1e-300
"""Below this nothing is divided by."""


class Unspoken(Exception):
    """The statement has a part that floats over a population are not made for."""


def plain_room(relation: Basic, known: dict) -> np.ndarray:
    """How far a relation is from failing at each point of a population, as float64 has it; NaN where it has no value."""
    return _room(relation, known, _plain)


def sure_room(relation: Basic, known: dict) -> np.ndarray:
    """The same with rounding taken off: what is negative fails where the values are exact; 0 or NaN: it is open.

    Where no bound of a function's rounding is known it is the plain room.
    """
    return _room(relation, known, _sure)


def over(term: Basic, known: dict) -> np.ndarray:
    """A scalar over a population."""
    try:
        return np.broadcast_to(np.asarray(scalar_over(term, known), dtype=float), np.shape(next(iter(known.values()))))
    except (TypeError, KeyError, OverflowError, NotDefined) as error:
        raise Unspoken from error


def _room(relation: Basic, known: dict, ahead: Callable[[list[Basic], dict], np.ndarray]) -> np.ndarray:
    if isinstance(relation, (And, Or)):
        return (np.minimum if isinstance(relation, And) else np.maximum).reduce([_room(part, known, ahead) for part in relation.args])
    if isinstance(relation, Not):
        return -_room(relation.args[0], known, ahead)
    if not isinstance(relation, Relational):
        raise Unspoken
    terms = [*Add.make_args(relation.lhs), *Add.make_args(-relation.rhs)]
    if isinstance(relation, (Lt, Le)):
        return -ahead(terms, known)
    if isinstance(relation, (Gt, Ge)):
        return ahead(terms, known)
    room = _plain(terms, known)
    return np.where(room == 0, -1.0, np.abs(room)) if isinstance(relation, Ne) else -np.abs(room)


def _plain(terms: list[Basic], known: dict) -> np.ndarray:
    numbers = [over(term, known) for term in terms]
    return sum(numbers) / np.maximum(sum(map(np.abs, numbers)), TINY)


def _sure(terms: list[Basic], known: dict) -> np.ndarray:
    try:
        total = bounded(Add(*terms, evaluate=False), known)
    except (TypeError, KeyError, OverflowError):  # a function of which no bound is known
        return _plain(terms, known)
    left = np.maximum(np.abs(total.value) - total.slack * UNIT, 0.0)
    return np.sign(total.value) * left / np.maximum(sum(np.abs(over(term, known)) for term in terms), TINY)
