"""Coordinates moved one by one until the conditions on several of them hold, where drawing alone does not meet them."""

from __future__ import annotations

from math import isqrt
from typing import Any

from sympy import Integer, Rational, S

from theoremtest.derivations.language.domain import Bounds
from theoremtest.derivations.proof.balls import enclose as balls

from .affine import gaps_at, met
from .coordinates import Space

REPAIRS = 24
"""How often a coordinate is moved."""


def repaired(space: Space, sizes, values: list, draws: Any, held: dict | None = None) -> list | None:
    """The values moved, one coordinate of a failing condition at a time, until all conditions hold; None if they do not.

    held: values of the symbols that stay as they are, whatever stands at their coordinates.
    """
    held = held or {}
    fixed = balls.environment(held)
    coordinates = space.coordinates(sizes)
    failing = space.failing({**space.environment(sizes, values), **fixed})
    for _ in range(REPAIRS):
        if not failing:
            break
        condition = draws.pick(failing)
        free = space.about[condition] - held.keys()
        moved = _met(space, condition, sizes, values, draws, fixed, free) if condition in space.gaps else None
        if moved is None:
            touched = [k for k, coordinate in enumerate(coordinates) if coordinate[0] in free]
            if not touched:
                return None
            k = draws.pick(touched)
            moved = [*values[:k], _moved(values[k], coordinates[k][2], draws), *values[k + 1:]]
            if coordinates[k][1] is not None and draws.below(2):  # a norm falls with the whole of a matrix
                factor = Rational(1 + draws.below(4), 7)
                moved = [factor * value if coordinate[0] == coordinates[k][0] else value
                         for value, coordinate in zip(values, coordinates, strict=True)]
        if not all(coordinate[2].holds(value) for coordinate, value in zip(coordinates, moved)):
            continue
        still = space.failing({**space.environment(sizes, moved), **fixed})
        if len(still) <= len(failing) or draws.below(8) == 0:
            values, failing = moved, still
    return None if failing else values


def _met(space: Space, condition, sizes, values: list, draws: Any, fixed: dict, free: set) -> list | None:
    """The values with one symbol of an equality moved so that it holds, if that takes a linear or a quadratic equation."""
    candidates = [symbol for symbol in space.symbols if symbol in free]
    if not candidates:
        return None
    symbol = draws.pick(candidates)
    places = [k for k, coordinate in enumerate(space.coordinates(sizes)) if coordinate[0] == symbol]
    others = tuple(gap for other, gap in space.gaps.items() if other != condition and symbol in space.about[other])
    for beside in (others, ()) if others else ((),):  # first with all that the symbol has to meet
        moved = met(space, space.gaps[condition], sizes, values, places, fixed, beside)
        if moved is not None and not any(gaps_at((space.gaps[condition], *beside), {**space.environment(sizes, moved), **fixed}) or [1]):
            return moved
    if condition not in space.equalities:
        return None
    k = draws.pick(places)
    value = _crossing(space, condition, sizes, values, k, fixed)
    return None if value is None else [*values[:k], value, *values[k + 1:]]


def _moved(value, bounds: Bounds, draws: Any):
    """A fresh draw, or the old value scaled up or down, or its sign turned."""
    kind = draws.below(4)
    if kind == 0 or bounds.integer:
        return draws.within(bounds)
    if kind == 1:
        return -value
    anchor = bounds.lower if bounds.lower is not None else S.Zero
    factor = Rational(1 + draws.below(4), 7) if kind == 2 else Rational(7 + draws.below(9), 5)
    return anchor + (value - anchor) * factor


def along(space: Space, condition, sizes, path, fixed: dict | None = None) -> tuple | None:
    """An equality's gap along a path as (constant, linear, square) through the steps 0, 1, -1; None where not rational."""
    values = [balls.exact_value_in(space.gaps[condition], {**space.environment(sizes, path(step)), **(fixed or {})}) for step in (0, 1, -1)]
    if None in values:
        return None
    return values[0], (values[1] - values[2]) / 2, (values[1] + values[2]) / 2 - values[0]


def _crossing(space: Space, condition, sizes, values, k, fixed: dict):
    """A value of coordinate k that meets an equality of degree one or two in it; None where there is no rational one."""
    gap = along(space, condition, sizes, lambda step: [*values[:k], Integer(step), *values[k + 1:]], fixed)
    if gap is None:
        return None
    constant, linear, square = gap
    if square == 0:
        return None if linear == 0 else -constant / linear
    discriminant = linear**2 - 4 * square * constant
    if discriminant < 0:
        return None
    root = Rational(isqrt(int(discriminant.p)), isqrt(int(discriminant.q)))
    if root**2 != discriminant:
        return None
    return min(((-linear + sign * root) / (2 * square) for sign in (1, -1)), key=lambda candidate: abs(candidate - values[k]))
