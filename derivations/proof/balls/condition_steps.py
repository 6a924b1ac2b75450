"""How relations and their combinations are read into steps: true, false, or unknown where the balls do not settle them."""

from __future__ import annotations

import sympy

from . import rules
from .grid import Grid, same_shape
from .rules import Imprecise, NotEvaluable, Undefined
from .scalar_steps import UNKNOWN, constant


def read_truth(program, node):
    """Truth and falsehood themselves."""
    return constant(bool(node))


_ACCEPTS = {"Equality": (0,), "Unequality": (-1, 1), "StrictLessThan": (-1,), "LessThan": (-1, 0),
            "StrictGreaterThan": (1,), "GreaterThan": (0, 1)}


def read_relation(program, node):
    """A comparison of scalars, or of matrices for equality."""
    left, right = program.read(node.lhs), program.read(node.rhs)
    accepted, name = _ACCEPTS[type(node).__name__], type(node).__name__

    def scalars(u, v):
        side = rules.compare(u, v)
        return UNKNOWN if side is None else side in accepted

    def step(get, env):
        u, v = get(left), get(right)
        if not isinstance(u, Grid):
            return scalars(u, v)
        same_shape(u, v)
        sides = [rules.compare(x, y) for x, y in zip(u.entries, v.entries)]
        if any(side not in (None, 0) for side in sides):
            return name == "Unequality"
        return UNKNOWN if None in sides else name == "Equality"

    if not isinstance(node, (sympy.Eq, sympy.Ne)) and getattr(node.lhs, "is_Matrix", False):
        raise NotEvaluable("matrices are not ordered", node)
    return step


def _settle(places, get, decisive: bool):
    """Kleene's and/or: one decisive part settles it; otherwise an undefined part makes the whole undefined."""
    open_part, trouble = False, None
    for place in places:
        try:
            truth = get(place)
        except (Undefined, Imprecise) as error:
            trouble = trouble if isinstance(trouble, Undefined) else error
            continue
        if truth is decisive:
            return decisive
        open_part = open_part or truth is UNKNOWN
    if trouble is not None:
        raise trouble
    return UNKNOWN if open_part else not decisive


def read_and(program, node):
    """A conjunction."""
    places = [program.read(argument) for argument in node.args]
    return lambda get, env: _settle(places, get, False)


def read_or(program, node):
    """A disjunction."""
    places = [program.read(argument) for argument in node.args]
    return lambda get, env: _settle(places, get, True)


def read_not(program, node):
    """A negation."""
    place = program.read(node.args[0])

    def step(get, env):
        truth = get(place)
        return truth if truth is UNKNOWN else not truth

    return step


def read_implies(program, node):
    """An implication, as the disjunction that it is."""
    return read_or(program, sympy.Or(sympy.Not(node.args[0]), node.args[1], evaluate=False))


def read_same_truth(program, node):
    """An equivalence of any number of conditions."""
    places = [program.read(argument) for argument in node.args]

    def step(get, env):
        truths = [get(place) for place in places]
        return UNKNOWN if UNKNOWN in truths else len(set(truths)) == 1

    return step
