"""Random points of a domain: exact rationals over several scales, the same for the same seed on every machine.

Conditions on several symbols are met by drawing, by moving single coordinates until they hold, and, where that fails,
by starting from the domain's simplest points; each point returned is certainly inside.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from functools import lru_cache

from sympy import Integer, Rational, S

from theoremtest.derivations.language.domain import Bounds, Domain
from theoremtest.derivations.language.errors import DomainError

from .building import fitting_sizes, framed_point
from .charts import charted
from .coordinates import FREE, Space, contains, entry, space_of
from .frames import Frames, frames_of
from .hidden import with_hidden
from .repairs import REPAIRS, along, repaired
from .sizes import tried_sizes
from .smallest import small_points

__all__ = ["contains", "points", "small_points"]

TRIES_PER_POINT = 60
TRIES_PER_EQUALITY = 20
TRIES_PER_FORMULA = 10
"""Draws for a formula that is to equal a matrix: where it is linear in none of its letters, none will do."""
TRIES_PER_SIZE = 40
"""Draws for a point of larger sizes than chance gave."""
LARGER_TRIES = 24
"""Points of sizes above 1 that a chart may miss before it is called none, if it has met none."""
ANCHORS = 12


SHORT = "short: "
"""How a seed begins whose points are to be read by a person: their coordinates are drawn from a few short numbers."""
SHORT_VALUES = (Rational(1), Rational(2), Rational(1, 2), Rational(3), Rational(1, 3))


class Draws:
    """Rationals from a seeded stream that is the same on every machine."""

    def __init__(self, seed):
        self._random = random.Random(int.from_bytes(hashlib.sha256(str(seed).encode()).digest(), "big"))
        self._short = str(seed).startswith(SHORT)

    def below(self, n: int) -> int:
        return self._random.getrandbits(64) % n

    def pick(self, items):
        return items[self.below(len(items))]

    def positive(self) -> Rational:
        """Small, about one, or up to ten; the denominator is no power of two."""
        if self._short:
            return self.pick(SHORT_VALUES)
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
            return self.pick(allowed[:2] if self._short else allowed)
        if low is not None and low == high:
            return low
        for _ in range(100):
            if low is not None and high is not None:
                q = self.pick((2, 3, 4) if self._short else (7, 9, 11, 13, 15, 17, 19, 21, 23))
                value = low + (high - low) * Rational(1 + self.below(q - 1), q)
            elif low is not None:
                value = low + self.positive()
            elif high is not None:
                value = high - self.positive()
            else:
                value = self.positive() * (1 if self.below(4 if self._short else 2) else -1)
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
    frames, hidden = frames_of(domain), with_hidden(domain)
    makers: list[_Framed | _Plain] = [_Framed(domain, frames, domain, seed, deadline)] if frames is not None else []
    if hidden is not None and (built := frames_of(hidden[0])) is not None:
        makers.append(_Framed(hidden[0], built, domain, seed, deadline, hidden[1]))
    makers.append(_Plain(domain, seed, deadline))
    while True:  # what is left over where one does not meet the other conditions is the next one's
        found = makers[0].some(count)
        if len(found) == count:
            return _spread(found, makers if len(makers) == 1 else makers[:-1])
        makers = makers[1:]


class _Framed:
    """Points with what the domain's equations build, and the other coordinates drawn and moved to meet the other conditions.

    inside: the domain that the points are to lie in; extra: symbols of which it knows nothing.
    """

    def __init__(self, domain: Domain, frames: Frames, inside: Domain, seed, deadline, extra: tuple = ()):
        self.frames, self.inside, self.deadline, self.extra = frames, inside, deadline, extra
        self.space, self.draws = space_of(frames.rest), Draws(seed)
        self.sizes = fitting_sizes(frames, space_of(domain))
        self.missed = 0

    def at(self, sizes: dict) -> dict | None:
        """A point of these sizes; None where one draw gives none."""
        if self.deadline is not None:
            self.deadline.check()
        point = framed_point(self.frames, self.space, sizes, drawn_values(self.space, self.draws, sizes), self.draws, extra=self.extra)
        if point is None:
            return None
        point = {symbol: value for symbol, value in point.items() if symbol not in self.extra}
        return point if contains(self.inside, point) is True else None

    def some(self, count: int) -> list[dict]:
        """So many points of any sizes; fewer where the other conditions fail."""
        found: list[dict] = []
        for _ in range(TRIES_PER_POINT * count if self.sizes else 0):
            point = self.at(self.draws.pick(self.sizes))
            self.missed += point is None
            if point is not None:
                found.append(point)
            if len(found) == count or not found and self.missed >= (TRIES_PER_FORMULA if self.extra else TRIES_PER_POINT):
                break
        return found


class _Plain:
    """Points whose coordinates are drawn and moved, and where that fails those near the domain's simplest points."""

    def __init__(self, domain: Domain, seed, deadline):
        self.domain, self.deadline = domain, deadline
        self.space, self.draws = space_of(domain), Draws(seed)
        self.sizes = tried_sizes(self.space)
        self.tries = 0

    def at(self, sizes: dict) -> dict | None:
        """A point of these sizes; None where one draw gives none."""
        self.tries += 1
        if self.deadline is not None:
            self.deadline.check()
        values = drawn_values(self.space, self.draws, sizes)
        if self.space.joint:
            values = repaired(self.space, sizes, values, self.draws)
        point = None if values is None else self.space.point(sizes, values)
        return point if point is not None and contains(self.domain, point) is True else None

    def some(self, count: int) -> list[dict]:
        """So many points of any sizes. Raises DomainError where that fails."""
        space, draws = self.space, self.draws
        found, anchors, failures = [], None, {}
        while len(found) < count:
            if not self.sizes:
                raise DomainError(_no_point(space, self.tries))
            sizes = draws.pick(self.sizes)
            key = tuple(sizes.values())
            # an equality that chance seldom meets is left to the known points after a while
            limit = TRIES_PER_POINT if not space.gaps else max(0, TRIES_PER_EQUALITY - failures.get(key, 0))
            for _ in range(limit):
                point = self.at(sizes)
                if point is not None and not (space.gaps and point in found):
                    found.append(point)
                    break
                failures[key] = failures.get(key, 0) + 1
            else:
                if anchors is None:
                    anchors = list(small_points(self.domain, ANCHORS, deadline=self.deadline))
                alike = [anchor for anchor in (*anchors, *found) if all(anchor[dimension] == n for dimension, n in sizes.items())]
                if alike:
                    found.append(_near(space, draws.pick(alike), draws))
                else:
                    self.sizes.remove(sizes)
        return found


def _spread(found: list[dict], makers: list[_Framed | _Plain]) -> list[dict]:
    """The points with larger sizes among them where chance gave none: of all dimensions at once, and of each by itself. At size 1 any two
    matrices commute. The last points make room, a single one too, and the larger ones come first, for whoever takes but a few.
    """
    larger_ones: list[dict] = []
    for wanted in _lacking(found, makers):
        if not found:
            break
        candidates = [(maker, [sizes for sizes in maker.sizes if wanted(sizes)]) for maker in makers]
        if not any(wanted(point) for point in (*larger_ones, *found)):
            tries = (maker.at(maker.draws.pick(sizes)) for maker, sizes in candidates if sizes for _ in range(TRIES_PER_SIZE))
            larger = next(filter(None, tries), None)
            if larger is not None:
                larger_ones.append(larger)
                found = found[:-1]
    return [*larger_ones, *found]


def _lacking(found: list[dict], makers: list[_Framed | _Plain]) -> list[Callable[[dict], bool]]:
    """What sizes the points should have: all above 1 at once, as far as they can be, equal or not; and each above the one that all have."""
    dimensions = makers[0].space.dimensions if makers else ()
    grown = [dimension for dimension in dimensions if any(sizes[dimension] > 1 for maker in makers for sizes in maker.sizes)]
    each = [lambda sizes, one=one: sizes[one] > found[0][one] for one in grown if len({point[one] for point in found}) == 1]
    if not grown:
        return []
    return [lambda sizes: all(sizes[one] > 1 for one in grown),
            lambda sizes: all(sizes[one] > 1 for one in grown) and len({sizes[one] for one in grown}) > 1, *each]


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


def drawn_values(space: Space, draws: Draws, sizes) -> list:
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
            gap = along(space, condition, sizes, path)
            step = -gap[1] / gap[2] if gap is not None and gap[2] != 0 else S.Zero
        if step != 0:
            point = space.point(sizes, path(step))
            if contains(space.domain, point) is True:
                return point
    return anchor
