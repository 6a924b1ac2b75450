"""Random points of a domain: exact rationals over several scales, the same for the same seed on every machine.

Conditions on several symbols are met by drawing, by moving single coordinates until they hold, and, where that fails,
by starting from the domain's simplest points; each point returned is certainly inside.
"""

from __future__ import annotations

import hashlib
import random
from functools import lru_cache
from math import isqrt

from sympy import Integer, Rational, S

from theoremtest.derivations.language.domain import Bounds, Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.balls import enclose as balls

from .affine import gap_at, met
from .charts import charted
from .coordinates import FREE, Space, contains, entry, space_of
from .frames import Frames, fitting_sizes, frames_of, placed
from .smallest import small_points

__all__ = ["contains", "points", "small_points"]

TRIES_PER_POINT = 60
TRIES_PER_EQUALITY = 20
LARGER_TRIES = 24
"""Points of sizes above 1 that a chart may miss before it is called none, if it has met none."""
REPAIRS = 24
ANCHORS = 12


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


class _Patience:
    """How long a caller waits, which is no part of what is drawn: any two count as the same question."""

    __slots__ = ("deadline",)

    def __init__(self, deadline):
        self.deadline = deadline

    def __eq__(self, other):
        return isinstance(other, _Patience)

    def __hash__(self):
        return 0


def points(domain: Domain, count: int, seed, deadline=None) -> list[dict]:
    """`count` random points of the domain, exact rationals of moderate size; the same list for the same seed anywhere.

    Raises DomainError naming the conditions and the number of tries where no point is found, OutOfTime past a deadline.
    """
    kept = _points(domain, domain.symbols, domain.chart, count, str(seed), _Patience(deadline))
    return [dict(point) for point in kept]


@lru_cache(maxsize=128)
def _points(domain: Domain, symbols: tuple, chart, count: int, seed: str, patience: _Patience) -> list[dict]:
    """As `points`: kept, as a claim's parts ask for the same ones, and so do all slips that a mutation makes in one of them.

    symbols, chart: what decides the draws and is no part of a domain's equality, the order of its symbols and how it is drawn from.
    """
    deadline = patience.deadline
    if chart is not None:
        return charted_points(domain, count, seed, deadline)
    frames = frames_of(domain)
    if frames is not None:
        framed = _framed_points(domain, frames, count, seed, deadline)
        if len(framed) == count:
            return framed
    space, draws = space_of(domain), Draws(seed)
    found, tries, anchors = [], 0, None
    open_sizes, failures = space.sizes(), {}
    if not open_sizes:
        raise DomainError(_no_point(space, tries))
    while len(found) < count:
        sizes = draws.pick(open_sizes)
        key = tuple(sizes.values())
        # an equality that chance seldom meets is left to the known points after a while
        limit = TRIES_PER_POINT if not space.gaps else max(0, TRIES_PER_EQUALITY - failures.get(key, 0))
        for _ in range(limit):
            tries += 1
            if deadline is not None:
                deadline.check()
            values = _drawn(space, draws, sizes)
            if space.joint:
                values = _repaired(space, sizes, values, draws)
            if values is not None:
                point = space.point(sizes, values)
                if contains(domain, point) is True and not (space.gaps and point in found):
                    found.append(point)
                    break
            failures[key] = failures.get(key, 0) + 1
        else:
            if anchors is None:
                anchors = list(small_points(domain, ANCHORS, deadline=deadline))
            known = [*anchors, *found]
            alike = [anchor for anchor in known if all(anchor[dimension] == n for dimension, n in sizes.items())]
            if alike:
                found.append(_near(space, draws.pick(alike), draws))
                continue
            open_sizes.remove(sizes)
            if not open_sizes:
                raise DomainError(_no_point(space, tries))
    return found


def _framed_points(domain: Domain, frames: Frames, count: int, seed, deadline) -> list[dict]:
    """Points with orthonormal frames, and the other coordinates drawn to meet the other conditions; fewer where these fail."""
    space, draws, found = space_of(frames.rest), Draws(seed), []
    open_sizes = fitting_sizes(frames, space)

    def drawn(sizes):
        if deadline is not None:
            deadline.check()
        values = _drawn(space, draws, sizes)
        if space.joint:
            values = _repaired(space, sizes, values, draws)
        point = None if values is None else placed(frames, space.point(sizes, values), sizes, draws)
        return point if point is not None and contains(domain, point) is True else None

    for _ in range(TRIES_PER_POINT * count if open_sizes else 0):
        point = drawn(draws.pick(open_sizes))
        if point is not None:
            found.append(point)
            if len(found) == count:
                break
    if len(found) > len(space.dimensions):
        _spread(found, open_sizes, space.dimensions, lambda sizes: drawn(draws.pick(sizes)))
    return found


def _spread(found: list[dict], open_sizes: list[dict], dimensions, drawn) -> None:
    """Give each dimension a second size where chance gave it one: at size 1 alone any two matrices commute. The last points make room."""
    for place, dimension in enumerate(dimensions, start=1):
        one = found[0][dimension]
        others = [sizes for sizes in open_sizes if sizes[dimension] > one]
        if others and all(point[dimension] == one for point in found):
            found[-place] = next(filter(None, (drawn(others) for _ in range(TRIES_PER_POINT))), found[-place])


def charted_points(domain: Domain, count: int, seed, deadline=None) -> list[dict]:
    """As `points`, drawn through the domain's chart.

    A chart that keeps to the domain at size 1 alone is none, for at that size any two matrices commute and any is symmetric.
    """
    found: list[dict] = []
    larger: list[bool] = []
    for turn in range(TRIES_PER_POINT):
        if deadline is not None:
            deadline.check()
        for drawn in points(domain.parameters, count, f"{seed} chart {turn}", deadline):
            point = charted(domain, drawn)
            kept = point is not None and contains(domain, point) is True
            if point is not None and domain.dimensions and all(drawn[size] > 1 for size in domain.dimensions if size in drawn):
                larger.append(kept)  # a point whose values are not rational says nothing of the chart
            if kept and len(found) < count:
                found.append(point)
            if len(found) == count and (any(larger) or not larger):
                return found
            if len(larger) >= LARGER_TRIES and not any(larger):
                raise DomainError(f"no point found in the domain {domain}: its chart gave none of {len(larger)} points of sizes above 1")
    raise DomainError(f"no point found in the domain {domain}: its chart gave {len(found)} of {count} points in {TRIES_PER_POINT} rounds")


def _no_point(space: Space, tries: int) -> str:
    stated = ", ".join(map(str, space.joint)) or "the bounds"
    return (f"no point found in the domain {space.domain}: {stated} held at none of {tries} random points (each moved up to "
            f"{REPAIRS} times to meet the conditions) and at none of the simplest rationals")


def _drawn(space: Space, draws: Draws, sizes) -> list:
    """A value for each coordinate, bounds kept and ties avoided, since ties hide differences."""
    values, used = [], set()
    for _, _, bounds in space.coordinates(sizes):
        for _ in range(8):
            value = draws.within(bounds)
            if abs(value) not in used:
                break
        used.add(abs(value))
        values.append(value)
    return values


def _repaired(space: Space, sizes, values: list, draws: Draws) -> list | None:
    """The values moved, one coordinate of a failing condition at a time, until all conditions hold; None if they do not."""
    coordinates = space.coordinates(sizes)
    failing = space.failing(space.environment(sizes, values))
    for _ in range(REPAIRS):
        if not failing:
            break
        condition = draws.pick(failing)
        moved = _met(space, condition, sizes, values, draws) if condition in space.gaps else None
        if moved is None:
            touched = [k for k, coordinate in enumerate(coordinates) if coordinate[0] in space.about[condition]]
            if not touched:
                return None
            k = draws.pick(touched)
            moved = [*values[:k], _moved(values[k], coordinates[k][2], draws), *values[k + 1:]]
        if not all(coordinate[2].holds(value) for coordinate, value in zip(coordinates, moved)):
            continue
        still = space.failing(space.environment(sizes, moved))
        if len(still) <= len(failing) or draws.below(8) == 0:
            values, failing = moved, still
    return None if failing else values


def _met(space: Space, condition, sizes, values: list, draws: Draws) -> list | None:
    """The values with one symbol of an equality moved so that it holds, if that takes a linear or a quadratic equation."""
    movable = [symbol for symbol in space.symbols if symbol in space.about[condition]]
    if not movable:
        return None  # it speaks of sizes alone
    symbol = draws.pick(movable)
    places = [k for k, coordinate in enumerate(space.coordinates(sizes)) if coordinate[0] == symbol]
    moved = met(space, space.gaps[condition], sizes, values, places)
    if moved is not None and not any(gap_at(space.gaps[condition], space.environment(sizes, moved)) or [1]):
        return moved
    if condition not in space.equalities:
        return None
    k = draws.pick(places)
    value = _crossing(space, condition, sizes, values, k)
    return None if value is None else [*values[:k], value, *values[k + 1:]]


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


def _along(space: Space, condition, sizes, path) -> tuple | None:
    """An equality's gap along a path as (constant, linear, square) through the steps 0, 1, -1; None where not rational."""
    values = [balls.exact_value_in(space.gaps[condition], space.environment(sizes, path(step))) for step in (0, 1, -1)]
    if None in values:
        return None
    return values[0], (values[1] - values[2]) / 2, (values[1] + values[2]) / 2 - values[0]


def _crossing(space: Space, condition, sizes, values, k):
    """A value of coordinate k that meets an equality of degree one or two in it; None where there is no rational one."""
    gap = _along(space, condition, sizes, lambda step: [*values[:k], Integer(step), *values[k + 1:]])
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


def _near(space: Space, anchor: dict, draws: Draws) -> dict:
    """Another point: from an anchor along a random line, to the other meeting with a quadratic equality if there is one."""
    sizes = {dimension: anchor[dimension] for dimension in space.dimensions}
    start = [entry(anchor, coordinate) for coordinate in space.coordinates(sizes)]
    for _ in range(TRIES_PER_POINT):
        heading = [draws.within(FREE) if draws.below(3) else S.Zero for _ in start]

        def path(step, heading=heading):
            return [value + step * change for value, change in zip(start, heading)]

        step = Rational(1 + draws.below(6), 7)
        for condition in space.equalities[:1]:
            gap = _along(space, condition, sizes, path)
            step = -gap[1] / gap[2] if gap is not None and gap[2] != 0 else S.Zero
        if step != 0:
            point = space.point(sizes, path(step))
            if contains(space.domain, point) is True:
                return point
    return anchor
