"""Random points of a domain: exact rationals over several scales, the same for the same seed on every machine.

Conditions on several symbols are met by drawing, by moving single coordinates until they hold, and, where that fails,
by starting from the domain's simplest points; each point returned is certainly inside.
"""

from __future__ import annotations

import hashlib
import random

from sympy import Integer, Rational, S

from ..language.domain import Bounds, Domain
from ..language.errors import DomainError
from . import balls
from .smallest import small_points
from .space import FREE, Space, contains, entry, space_of, with_entry

__all__ = ["contains", "points", "small_points"]

TRIES_PER_POINT = 60
REPAIRS = 24


class Draws:
    """Rationals from a seeded stream that is the same on every machine."""

    def __init__(self, seed):
        self._random = random.Random(int.from_bytes(hashlib.sha256(str(seed).encode()).digest(), "big"))

    def below(self, n: int) -> int:
        return self._random.getrandbits(64) % n

    def pick(self, items):
        return items[self.below(len(items))]

    def positive(self) -> Rational:
        """Small, about one, or up to ten; the denominator is no power of two."""
        scale = self.below(8)
        q = self.pick((3, 5, 6, 7, 9, 10, 11, 12, 13))
        if scale < 2:
            return Rational(1 + self.below(q), 5 * q)
        if scale < 6:
            return Rational(1 + q // 3 + self.below(3 * q), q)
        return Rational(3 * q + self.below(7 * q), q)

    def within(self, bounds: Bounds) -> Rational:
        """A rational that the bounds allow, ends and zero avoided unless they are all there is."""
        low, high = bounds.lower, bounds.upper
        if bounds.integer:
            first = int(low.ceiling()) if low is not None else (int(high.floor()) - 6 if high is not None else -6)
            last = int(high.floor()) if high is not None else first + 6 + (6 if low is None else 0)
            allowed = [Integer(n) for n in range(first, min(last, first + 40) + 1) if bounds.holds(Integer(n))]
            if not allowed:
                raise DomainError(f"no integer lies between {low} and {high}")
            return self.pick(allowed)
        if low is not None and low == high:
            return low
        for _ in range(100):
            if low is not None and high is not None:
                q = self.pick((7, 9, 11, 13, 15, 17, 19, 21, 23))
                value = low + (high - low) * Rational(1 + self.below(q - 1), q)
            elif low is not None:
                value = low + self.positive()
            elif high is not None:
                value = high - self.positive()
            else:
                value = self.positive() * (1 if self.below(2) else -1)
            if bounds.holds(value) and value != 0:
                return value
        raise DomainError(f"no rational found between {low} and {high}")


def points(domain: Domain, count: int, seed) -> list[dict]:
    """`count` random points of the domain, exact rationals of moderate size; the same list for the same seed anywhere.

    Raises DomainError naming the conditions and the number of tries where no point is found.
    """
    space, draws = space_of(domain), Draws(seed)
    found, tries = [], 0
    anchors = None
    while len(found) < count:
        for _ in range(TRIES_PER_POINT):
            tries += 1
            point = _drawn(space, draws)
            if space.joint:
                point = _repaired(space, point, draws)
            if point is not None and contains(domain, point) is True:
                found.append(point)
                break
        else:
            # near small points of the domain, along lines that meet the equality a second time
            if anchors is None:
                anchors = list(small_points(domain, 24, candidates=30_000))
            if not anchors:
                stated = ", ".join(map(str, space.joint)) or "the bounds"
                raise DomainError(f"no point found in the domain {domain}: {stated} held at none of {tries} random points "
                                  "(with repairs) nor at any of the simplest rationals")
            found.append(_near(space, draws.pick(anchors), draws))
    return found


def _drawn(space: Space, draws: Draws, sizes=None) -> dict:
    if sizes is None:
        sizes = draws.pick(space.sizes())
    values, used = [], set()
    for _, place, bounds in space.coordinates(sizes):
        for _ in range(8):
            value = draws.within(bounds)
            if abs(value) not in used:  # ties hide differences
                break
        used.add(abs(value))
        values.append(value)
    return space.point(sizes, values)


def _repaired(space: Space, point: dict, draws: Draws):
    """The point moved, one coordinate of a failing condition at a time, until all conditions hold; None after a few moves."""
    sizes = {dimension: point[dimension] for dimension in space.dimensions}
    coordinates = space.coordinates(sizes)
    failing = space.failing(point)
    for _ in range(REPAIRS):
        if not failing:
            return point
        condition = draws.pick(failing)
        touched = [c for c in coordinates if c[0] in space.about[condition]]
        if not touched:
            return None
        coordinate = draws.pick(touched)
        if condition in space.equalities:
            value = _crossing(condition, point, coordinate)
        else:
            value = _moved(entry(point, coordinate), coordinate[2], draws)
        if value is None or not coordinate[2].holds(value):
            continue
        moved = with_entry(point, coordinate, value)
        still = space.failing(moved)
        if len(still) <= len(failing) or draws.below(8) == 0:
            point, failing = moved, still
    return point if not failing else None


def _moved(value, bounds: Bounds, draws: Draws):
    """A fresh draw, or the old value scaled up or down, or its sign turned."""
    kind = draws.below(4)
    if kind == 0 or bounds.integer:
        return draws.within(bounds)
    if kind == 1:
        return -value
    anchor = bounds.lower if bounds.lower is not None else S.Zero
    factor = Rational(1 + draws.below(4), 7) if kind == 2 else Rational(7 + draws.below(9), 5)
    return anchor + (value - anchor) * factor


def _gap_along(condition, path):
    """The equality's gap at the steps 0, 1, -1 of a path, exact; None where it is not rational there."""
    gap = condition.lhs - condition.rhs
    values = [balls.exact_value(gap, path(step)) for step in (S.Zero, S.One, -S.One)]
    return None if None in values else values


def _crossing(condition, point, coordinate):
    """A value of one coordinate that meets an equality of degree one or two in it; None where there is no rational one."""
    values = _gap_along(condition, lambda step: with_entry(point, coordinate, step))
    if values is None:
        return None
    constant, linear, square = values[0], (values[1] - values[2]) / 2, (values[1] + values[2]) / 2 - values[0]
    if square == 0:
        return None if linear == 0 else -constant / linear
    root = (linear**2 - 4 * square * constant)
    if root < 0:
        return None
    root = balls.exact_value(root ** S.Half, {})
    if root is None:
        return None
    here = entry(point, coordinate)
    roots = [(-linear + root) / (2 * square), (-linear - root) / (2 * square)]
    return min(roots, key=lambda candidate: abs(candidate - here))


def _near(space: Space, anchor: dict, draws: Draws) -> dict:
    """Another point: from an anchor along a random line, to the other meeting with a quadratic equality if there is one."""
    sizes = {dimension: anchor[dimension] for dimension in space.dimensions}
    coordinates = space.coordinates(sizes)
    for _ in range(TRIES_PER_POINT):
        heading = [draws.within(FREE) if draws.below(3) else S.Zero for _ in coordinates]

        def path(step, heading=heading):
            values = [entry(anchor, c) + step * h for c, h in zip(coordinates, heading)]
            return space.point(sizes, values)

        step = Rational(1 + draws.below(6), 7)
        for condition in space.equalities[:1]:
            values = _gap_along(condition, path)
            if values is None or values[1] + values[2] == 0:
                continue
            step = -(values[1] - values[2]) / (values[1] + values[2])
        point = path(step)
        if step != 0 and contains(space.domain, point) is True:
            return point
    return anchor
