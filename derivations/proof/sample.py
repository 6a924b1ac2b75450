"""Exact rational points of a domain: drawn at random over several scales, or listed from the smallest.

The order that defines "smallest counterexample": a rational p/q has size |p| + q - 1 (0, then 1 and -1, then 2, -2, 1/2,
-1/2, then 3, -3, 1/3, -1/3, ...); among equals the smaller denominator and then the positive sign comes first. The size
of a point is the sum over its scalars and matrix entries, a dimension counting by how far it exceeds its least value.
Points of one size are ordered by their dimensions, then coordinate by coordinate in the order of the domain's symbols.
"""

from __future__ import annotations

import hashlib
import heapq
import random
from functools import lru_cache
from itertools import count as counting
from math import gcd

from flint import fmpq
from sympy import And, Eq, ImmutableMatrix, Integer, Rational, S
from sympy.matrices.expressions.matexpr import MatrixSymbol

from ..language.domain import Bounds, Domain, atoms_of
from ..language.errors import DomainError
from . import balls

DIMENSION_SPREAD = 3
"""How many sizes of each symbolic dimension are tried, from its least value on."""
TRIES_PER_POINT = 60
REPAIRS = 24


# --- the order -----------------------------------------------------------------------------------------------------


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


# --- the domain, laid out as coordinates ---------------------------------------------------------------------------


class Space:
    """A domain's dimensions, coordinates, bounds and joint conditions, ready for drawing and checking."""

    def __init__(self, domain: Domain):
        self.domain = domain
        self.dimensions = domain.dimensions
        self.bounds = {symbol: domain.bounds.get(symbol) or _assumed_bounds(symbol)
                       for symbol in dict.fromkeys((*self.dimensions, *domain.scalars))}
        self.symbols = tuple(symbol for symbol in domain.symbols if symbol not in self.dimensions)
        abbreviated = set(domain.where)
        joint = [*domain.joint, *(domain.expand(condition) for condition in domain.conditions
                                  if atoms_of(condition) & abbreviated)]
        flat = []
        for condition in dict.fromkeys(joint):
            flat += condition.args if isinstance(condition, And) else [condition]
        self.joint = tuple(dict.fromkeys(flat))
        self.about = {condition: atoms_of(condition) for condition in self.joint}
        self.equalities = tuple(c for c in self.joint if isinstance(c, Eq) and not getattr(c.lhs, "is_Matrix", False))

    def least(self, dimension) -> int:
        bounds = self.bounds[dimension]
        low = max(1, int(bounds.lower) + (bounds.lower != int(bounds.lower)) if bounds.lower is not None else 1)
        return low + (1 if bounds.lower_open and bounds.lower == low else 0)

    def sizes(self) -> list[dict]:
        """The dimension assignments that are tried, smallest first."""
        assignments = [{}]
        for dimension in self.dimensions:
            low = self.least(dimension)
            values = [n for n in range(low, low + DIMENSION_SPREAD) if self.bounds[dimension].holds(Integer(n))]
            assignments = [{**chosen, dimension: Integer(n)} for chosen in assignments for n in values]
        return sorted(assignments, key=lambda chosen: (self.excess(chosen), *map(int, chosen.values())))

    def excess(self, sizes) -> int:
        return sum(int(n) - self.least(dimension) for dimension, n in sizes.items())

    def coordinates(self, sizes) -> list[tuple]:
        """(symbol, place, bounds): place is None for a scalar, (i, j) for an entry."""
        found = []
        for symbol in self.symbols:
            if isinstance(symbol, MatrixSymbol):
                rows, columns = _shape(symbol, sizes)
                found += [(symbol, (i, j), _FREE) for i in range(rows) for j in range(columns)]
            else:
                found.append((symbol, None, self.bounds[symbol]))
        return found

    def point(self, sizes, values) -> dict:
        """The point that has these values at its coordinates."""
        made, values = dict(sizes), iter(values)
        for symbol in self.symbols:
            if isinstance(symbol, MatrixSymbol):
                rows, columns = _shape(symbol, sizes)
                made[symbol] = ImmutableMatrix(rows, columns, [next(values) for _ in range(rows * columns)])
            else:
                made[symbol] = next(values)
        return made

    def failing(self, point) -> list:
        """The joint conditions that are not certainly true at the point."""
        return [condition for condition in self.joint if _truth(condition, point) is not True]


_FREE = Bounds()


def _shape(symbol, sizes) -> tuple[int, int]:
    return tuple(int(side.subs(sizes)) for side in symbol.shape)


def _assumed_bounds(symbol) -> Bounds:
    return Bounds(lower=S.One if symbol.is_positive and symbol.is_integer else None, integer=bool(symbol.is_integer))


@lru_cache(maxsize=256)
def space_of(domain: Domain) -> Space:
    return Space(domain)


def _truth(condition, point, most: int = balls.PRECISIONS[2]):
    try:
        return balls.truth(condition, point, most=most)
    except balls.Undefined:
        return False


def _assumptions_hold(symbol, value) -> bool:
    return all(getattr(symbol, f"is_{name}") is not True or getattr(value, f"is_{name}") is True
               for name in ("positive", "negative", "nonnegative", "nonpositive", "nonzero", "integer"))


def contains(domain: Domain, point: dict) -> bool | None:
    """Whether the point lies in the domain: exactly or by balls; None where the balls do not settle a condition.

    Raises DomainError where the point gives a symbol no value.
    """
    space = space_of(domain)
    missing = [str(symbol) for symbol in (*space.dimensions, *space.symbols) if symbol not in point]
    if missing:
        raise DomainError(f"the point gives no value to {', '.join(missing)}; it must give one to each symbol of the domain")
    for symbol, bounds in space.bounds.items():
        if not (bounds.holds(point[symbol]) and _assumptions_hold(symbol, point[symbol])):
            return False
    for symbol in space.symbols:
        if isinstance(symbol, MatrixSymbol) and tuple(point[symbol].shape) != _shape(symbol, point):
            return False
    return joint_truth(domain, point)


def joint_truth(domain: Domain, point: dict) -> bool | None:
    """Whether the conditions on several symbols hold at a point that respects the bounds."""
    answer = True
    for condition in space_of(domain).joint:
        truth = _truth(condition, point)
        if truth is False:
            return False
        if truth is None:
            answer = None
    return answer


def total_size(domain: Domain, point: dict) -> tuple:
    """Sorts points in the order that defines the smallest counterexample."""
    space = space_of(domain)
    sizes = {dimension: point[dimension] for dimension in space.dimensions}
    ranks = [rank(entry(point, coordinate)) for coordinate in space.coordinates(sizes)]
    return (space.excess(sizes) + sum(rank[0] for rank in ranks), space.excess(sizes), tuple(map(int, sizes.values())), tuple(ranks))


def entry(point, coordinate):
    symbol, place, _ = coordinate
    return point[symbol] if place is None else point[symbol][place]


# --- from the smallest ---------------------------------------------------------------------------------------------


def small_points(domain: Domain, limit: int, candidates: int | None = None):
    """Up to `limit` points of the domain from the smallest, in the order of this module's first paragraph.

    At most `candidates` are looked at (100 for each point asked for, at least 20000); a symbol that an equality fixes
    is worked out from the others, so that equalities do not thin the list out.
    """
    space = space_of(domain)
    left = candidates if candidates is not None else max(20_000, 100 * limit)
    plans = [_Plan(space, sizes) for sizes in space.sizes()]
    waiting, ticket, found = [], counting(), 0
    for layer in counting():
        if left <= 0 or all(plan.exhausted(layer) for plan in plans):
            break
        for plan in plans:
            for values in plan.layer(layer - plan.excess):
                left -= 1
                if left < 0:
                    break
                point = plan.finish(values)
                if point is not None:
                    # without equalities the listing itself is in order, and its place is the key
                    key = total_size(domain, point) if space.equalities else (layer,)
                    heapq.heappush(waiting, (key, next(ticket), point))
        # everything of this size or less has been met, because finishing a point only adds to its size
        while waiting and waiting[0][0][0] <= layer:
            point = heapq.heappop(waiting)[-1]
            if joint_truth(domain, point) is True:
                yield point
                found += 1
                if found == limit:
                    return


class _Plan:
    """The coordinates of one dimension assignment: which are listed, and which follow from an equality."""

    def __init__(self, space: Space, sizes: dict):
        self.space, self.sizes, self.excess = space, sizes, space.excess(sizes)
        self.coordinates = space.coordinates(sizes)
        self.shapes = {symbol: _shape(symbol, sizes) for symbol in space.symbols if isinstance(symbol, MatrixSymbol)}
        self.fixed = self._fixed()
        self.listed = [k for k in range(len(self.coordinates)) if k not in {place for place, _ in self.fixed}]
        self.choices = [_Choices(self.coordinates[k][2]) for k in self.listed]
        self.least = [choice.least for choice in self.choices]
        self.greatest = None if any(choice.greatest is None for choice in self.choices) else sum(c.greatest for c in self.choices)

    def _fixed(self) -> list[tuple[int, object]]:
        """Scalars that an equality of the domain gives as an expression in the others, one for each such equality."""
        fixed, taken = [], set()
        scalars = {symbol: k for k, (symbol, place, _) in enumerate(self.coordinates) if place is None}
        for condition in self.space.equalities:
            gap = condition.lhs - condition.rhs
            for symbol in sorted(self.space.about[condition] & set(scalars), key=scalars.get, reverse=True):
                solved = None if symbol in taken else _solved(gap, symbol)
                if solved is not None:
                    fixed.append((scalars[symbol], solved))
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

    def finish(self, values):
        """The point, equalities solved; None where one has no rational solution in bounds or a condition plainly fails."""
        full = [S.Zero] * len(self.coordinates)
        for k, value in zip(self.listed, values):
            full[k] = value
        if self.space.joint:
            env = self._environment(full)
            for place, solved in self.fixed:
                symbol, _, bounds = self.coordinates[place]
                value = balls.exact_value_in(solved, env)
                if value is None or not bounds.holds(value):
                    return None
                full[place], env[symbol] = value, _number(value)
            if any(balls.quickly_false(condition, env) for condition in self.space.joint):
                return None
        return self.space.point(self.sizes, full)

    def _environment(self, full) -> dict:
        """What `balls.environment` makes of the point, without building SymPy matrices for points that fail."""
        env = {dimension: _number(n) for dimension, n in self.sizes.items()}
        numbers = iter([_number(value) for value in full])
        for symbol in self.space.symbols:
            if isinstance(symbol, MatrixSymbol):
                rows, columns = self.shapes[symbol]
                env[symbol] = balls.Grid(rows, columns, [next(numbers) for _ in range(rows * columns)])
            else:
                env[symbol] = next(numbers)
        return env


@lru_cache(maxsize=4096)
def _number(value):
    return fmpq(int(value.p), int(value.q))


@lru_cache(maxsize=512)
def _solved(gap, symbol):
    """The solution of gap = 0 for a symbol that enters it to the first power, else None."""
    from sympy import together

    numerator = together(gap).as_numer_denom()[0].expand()
    slope = numerator.coeff(symbol, 1)
    rest = numerator - slope * symbol
    rest = rest.expand()
    if slope == 0 or symbol in atoms_of(slope) or symbol in atoms_of(rest):
        return None
    return -rest / slope


class _Choices:
    """The rationals inside bounds, by size."""

    def __init__(self, bounds: Bounds):
        self.bounds, self._known = bounds, {}
        self.greatest = None
        if bounds.lower is not None and bounds.lower == bounds.upper:
            self.least = self.greatest = size(bounds.lower)
        else:
            self.least = next(n for n in counting() if self.of_size(n))

    def of_size(self, n: int) -> tuple:
        if n not in self._known:
            self._known[n] = tuple(value for value in of_size(n) if self.bounds.holds(value))
        return self._known[n]


# --- at random -----------------------------------------------------------------------------------------------------


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


def with_entry(point: dict, coordinate, value) -> dict:
    symbol, place, _ = coordinate
    if place is None:
        return {**point, symbol: value}
    changed = point[symbol].as_mutable()
    changed[place] = value
    return {**point, symbol: ImmutableMatrix(changed)}


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
        heading = [draws.within(_FREE) if draws.below(3) else S.Zero for _ in coordinates]

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
