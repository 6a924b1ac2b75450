"""Points of a domain from the smallest: the order that defines "the smallest counterexample".

A rational p/q has size |p| + q - 1: 0 comes first, then 1 and -1, then 2, -2, 1/2, -1/2, then 3, -3, 1/3, -1/3, and so
on; among equals the smaller denominator and then the positive sign comes first. The size of a point is the sum over its
scalars and matrix entries, a dimension counting by how far it exceeds its least value. Points of one size are ordered by
their dimensions, then coordinate by coordinate in the order of the domain's symbols.
"""

from __future__ import annotations

import heapq
from functools import lru_cache
from itertools import count as counting
from itertools import islice
from math import gcd
from threading import Lock

from sympy import Integer, Rational, S

from theoremtest.derivations.language.domain import Bounds, Chart, Domain
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.deadline import Deadline

from .building import simple_framed_points
from .charts import charted
from .coordinates import Space, affine_in, entry, joint_truth, number, space_of
from .frames import frames_of

BARREN_LAYERS = 10_000
"""Sizes in a row without a single candidate after which the listing stops."""


def size(value) -> int:
    """|p| + q - 1 of a rational p/q."""
    return abs(int(value.p)) + int(value.q) - 1


@lru_cache(maxsize=4096)
def rank(value) -> tuple:
    """Sorts rationals from the simplest."""
    return (size(value), int(value.q), int(value.p) < 0)


@lru_cache(maxsize=256)
def of_size(n: int) -> tuple[Rational, ...]:
    """All rationals of one size, in order."""
    if n == 0:
        return (S.Zero,)
    found = []
    for q in range(1, n + 1):
        p = n + 1 - q
        if gcd(p, q) == 1:
            found += [Rational(p, q), Rational(-p, q)]
    return tuple(found)


def total_size(domain: Domain, point: dict) -> tuple:
    """Sorts points in the order that defines the smallest counterexample."""
    space = space_of(domain)
    sizes = {dimension: point[dimension] for dimension in space.dimensions}
    return _key(space, sizes, [entry(point, coordinate) for coordinate in space.coordinates(sizes)])


def _key(space: Space, sizes: dict, values: list) -> tuple:
    """As `total_size`, of the values at the coordinates."""
    excess, ranks = space.excess(sizes), tuple(map(rank, values))
    return (excess + sum(simplicity[0] for simplicity in ranks), excess, tuple(map(int, sizes.values())), ranks)


def small_points(domain: Domain, limit: int, candidates: int | None = None, deadline: Deadline | None = None):
    """Up to `limit` points of the domain from the smallest, in the order of this module's first paragraph.

    At most `candidates` are looked at (20 for each point asked for, at least 6000); a symbol that an equality fixes is
    worked out from the others, so that equalities do not thin the list out (points where such a symbol's coefficient
    vanishes are not listed). Raises OutOfTime when the deadline passes.
    """
    room = next((many for many in KEPT if limit <= many), None)
    if candidates is not None or room is None:
        return _listing(domain, limit, candidates, deadline)
    return islice(_kept(domain, domain.symbols, domain.chart, room).points(deadline), limit)


KEPT = (40, 300)
"""Lists of so many points are kept: the search for a point, the search for a value and the check of an answer go through the same ones."""


class _Kept:
    """A list of points that grows as far as somebody has asked; its listing is broken off and taken up by whoever asks for more."""

    def __init__(self, domain: Domain, room: int) -> None:
        self.domain, self.room = domain, room
        self.known: list[dict] = []
        self.whole, self._listing, self._deadline = False, None, None
        self._one_at_a_time = Lock()

    def check(self) -> None:
        """What the listing asks between two candidates: the time limit of whoever reads on."""
        if self._deadline is not None:
            self._deadline.check()

    def points(self, deadline: Deadline | None):
        """The points from the first; what is known is not worked out again."""
        place = 0
        while place < len(self.known) or self._grows(deadline):
            yield dict(self.known[place])
            place += 1

    def _grows(self, deadline: Deadline | None) -> bool:
        with self._one_at_a_time:
            self._deadline = deadline
            try:
                if self._listing is None and not self.whole:
                    self._listing = islice(_listing(self.domain, self.room, None, self), len(self.known), None)
                if not self.whole:
                    self.known.append(next(self._listing))
            except StopIteration:
                self.whole = True
            except BaseException:  # an alarm may ring anywhere, and ends a generator: the next one begins anew, past what is known
                self._listing = None
                raise
        return not self.whole


@lru_cache(maxsize=24)
def _kept(domain: Domain, symbols: tuple, chart: Chart | None, room: int) -> _Kept:
    """symbols, chart: what decides the list and is no part of a domain's equality."""
    return _Kept(domain, room)


def _listing(domain: Domain, limit: int, candidates: int | None, deadline: Deadline | _Kept | None):
    """The points of `small_points`, worked out."""
    if domain.chart is not None:
        yield from _charted(domain, limit, candidates, deadline)
        return
    frames = frames_of(domain)
    if frames is not None and not frames.listed_at_ease:
        none = True
        for point in simple_framed_points(domain, frames, min(limit, FRAMED), _Turns(), deadline):
            none = False
            yield point
        if not none:
            return
    space, found = space_of(domain), 0
    left = candidates if candidates is not None else max(6_000, 20 * limit)
    for plan, values, env in _candidates(space, left, deadline):
        point = plan.point(values, env)
        if point is not None:
            yield point
            found += 1
            if found == limit:
                return


def _candidates(space: Space, left: int, deadline: Deadline | _Kept | None):
    """(plan, values, environment) of what may be points, in order, after a look at so many."""
    plans = [_Plan(space, sizes) for sizes in space.sizes()]
    waiting, ticket, barren = [], counting(), 0
    for layer in counting(min((plan.excess + sum(plan.least) for plan in plans), default=0)):
        if left <= 0 or barren > BARREN_LAYERS or all(plan.exhausted(layer) for plan in plans):
            break
        before = left
        for plan in plans:
            for chosen in plan.layer(layer - plan.excess):
                left -= 1
                if left < 0:
                    break
                if deadline is not None and left % 64 == 0:
                    deadline.check()
                finished = plan.finish(chosen)
                if finished is None:
                    continue
                if not space.equalities:  # the listing itself is in order
                    yield plan, *finished
                else:
                    heapq.heappush(waiting, (_key(space, plan.sizes, finished[0]), next(ticket), plan, *finished))
        barren = 0 if left < before else barren + 1
        # everything of this size or less has been met, because finishing a point only adds to its size
        while waiting and waiting[0][0][0] <= layer:
            yield heapq.heappop(waiting)[2:]
    while waiting:
        yield heapq.heappop(waiting)[2:]


class _Turns:
    """What draws are made by where the list must be the same at every call: a simple counter that is spread."""

    def __init__(self):
        self._state = 1

    def below(self, n: int) -> int:
        self._state = (self._state * 1103515245 + 12345) % 2**31
        return (self._state >> 8) % n

    def pick(self, items):
        return items[self.below(len(items))]

    def within(self, bounds):
        """A rational inside the bounds, one step from an end."""
        if bounds.lower is not None and bounds.upper is not None:
            return (bounds.lower + bounds.upper) / 2
        return bounds.lower + 1 + self.below(3) if bounds.lower is not None else bounds.upper - 1 if bounds.upper is not None else S.One


FRAMED = 60
"""Points with orthonormal frames that are listed: each is checked by its matrix equations."""
CHARTED = 240
"""Parameter points looked at for the smallest of a charted domain: each takes a chart's matrix arithmetic."""


def _charted(domain: Domain, limit: int, candidates, deadline):
    """The points of a chart in the order of its parameters, from the first of them only."""
    found = 0
    for drawn in small_points(domain.parameters, CHARTED, candidates, deadline):
        point = charted(domain, drawn)
        if point is not None and joint_truth(domain, point) is True:
            yield point
            found += 1
            if found == limit:
                return


class _Plan:
    """The coordinates of one dimension assignment: which are listed, and which follow from an equality."""

    def __init__(self, space: Space, sizes: dict):
        self.space, self.sizes, self.excess = space, sizes, space.excess(sizes)
        self.coordinates = space.coordinates(sizes)
        self.fixed = self._fixed()
        self.listed = [k for k in range(len(self.coordinates)) if k not in {place for place, _ in self.fixed}]
        self.choices = [_Choices(self.coordinates[k][2]) for k in self.listed]
        self.least = [choice.least for choice in self.choices]
        ends = [choice.greatest for choice in self.choices]
        self.greatest = None if None in ends else sum(ends)

    def _fixed(self) -> list[tuple[int, object]]:
        """Scalars that an equality of the domain gives as an expression in the others, one for each such equality."""
        fixed, taken = [], set()
        scalars = {symbol: k for k, (symbol, place, _) in enumerate(self.coordinates) if place is None}
        for condition in self.space.equalities:
            for symbol in sorted(self.space.about[condition] & set(scalars), key=scalars.get, reverse=True):
                solved = None if symbol in taken else affine_in(self.space.gaps[condition], symbol)
                if solved is not None:
                    fixed.append((scalars[symbol], solved[0]))
                    taken |= self.space.about[condition]  # so that no later one needs a value that is still missing
                    break
        return fixed

    def exhausted(self, layer: int) -> bool:
        return self.greatest is not None and layer - self.excess > self.greatest

    def layer(self, total: int):
        """Values of the listed coordinates whose sizes add up to `total`, in order."""
        rest = [0] * (len(self.choices) + 1)
        for k in range(len(self.choices) - 1, -1, -1):
            rest[k] = rest[k + 1] + self.least[k]
        chosen = []

        def descend(k, budget):
            if k == len(self.choices):
                if budget == 0:
                    yield tuple(chosen)
                return
            last = k == len(self.choices) - 1
            sizes_here = (budget,) if last else range(self.least[k], budget - rest[k + 1] + 1)
            for n in sizes_here:
                for value in self.choices[k].of_size(n):
                    chosen.append(value)
                    yield from descend(k + 1, budget - n)
                    chosen.pop()

        if total >= rest[0]:
            yield from descend(0, total)

    def finish(self, values) -> tuple[list, dict | None] | None:
        """The values at all coordinates, equalities solved, and the environment that they make where a condition asks for one.

        None where an equality has no rational solution in bounds or a condition plainly fails.
        """
        full = [S.Zero] * len(self.coordinates)
        for k, value in zip(self.listed, values):
            full[k] = value
        env = None
        if self.space.joint:
            env = self.space.environment(self.sizes, full)
            for place, solved in self.fixed:
                symbol, _, bounds = self.coordinates[place]
                value = balls.exact_value_in(solved, env)
                if value is None or not bounds.holds(value):
                    return None
                full[place], env[symbol] = value, number(value)
            if any(balls.quickly_false(condition, env) for condition in self.space.joint):
                return None
        return full, env

    def point(self, values: list, env: dict | None) -> dict | None:
        """The point of finished values; None where a condition is not certainly true. It is built last: of most candidates none is."""
        return self.space.point(self.sizes, values) if env is None or self.space.truth(env) is True else None


class _Choices:
    """The rationals inside bounds, by size."""

    def __init__(self, bounds: Bounds):
        self.bounds, self._known = bounds, {}
        low, high = bounds.lower, bounds.upper
        self.greatest = None
        if low is not None and high is not None and (low == high or bounds.integer):
            self.greatest = max(abs(int(low)), abs(int(high))) if bounds.integer else size(low)
        self._away = None
        nearest = 0
        if low is not None and low > 0:
            self._away = (1, (low.p, low.q), (1, 0) if high is None else (high.p, high.q))
            nearest = size(_simplest(low, high, bounds.lower_open, bounds.upper_open))
        elif high is not None and high < 0:
            self._away = (-1, (-high.p, high.q), (1, 0) if low is None else (-low.p, low.q))
            nearest = size(_simplest(-high, None if low is None else -low, bounds.upper_open, bounds.lower_open))
        self.least = next(n for n in counting(nearest) if self.of_size(n) or n == self.greatest)

    def of_size(self, n: int) -> tuple:
        if n not in self._known:
            self._known[n] = tuple(value for value in self._all_of_size(n) if self.bounds.holds(value))
        return self._known[n]

    def _all_of_size(self, n: int):
        """The rationals of this size near the bounds: bounds away from zero leave few denominators to look at."""
        if self.bounds.integer:
            return (S.Zero,) if n == 0 else (Integer(n), Integer(-n))
        if self._away is None:
            return of_size(n)
        sign, (low_p, low_q), (high_p, high_q) = self._away
        # from low <= (n + 1 - q)/q <= high
        first, last = max(1, (n + 1) * high_q // (high_p + high_q)), (n + 1) * low_q // (low_p + low_q)
        return [Rational(sign * (n + 1 - q), q) for q in range(first, last + 1) if gcd(n + 1 - q, q) == 1]


def _simplest(low, high, low_open: bool, high_open: bool):
    """The rational of least numerator and denominator between two positive bounds (high None: no bound)."""
    whole = Integer(int(low))
    if whole == low and not low_open:
        return whole
    if high is None or whole + 1 < high or (whole + 1 == high and not high_open):
        return whole + 1
    return whole + 1 / _simplest(1 / (high - whole), None if whole == low else 1 / (low - whole), high_open, low_open)
