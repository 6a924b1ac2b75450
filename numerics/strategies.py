"""Hypothesis strategies for the points of a domain, built from integers so that failures shrink to the simplest rationals.

One-symbol bounds hold by construction. Of the conditions on several symbols, an equality or an inequality in which some
scalar stands to the first power gives that scalar's value or range from the others. What equations make of vectors and matrices
(orthonormal columns, whitened data, balanced layers) is built as the points of a domain are, and a chart is followed. A draw that
still misses a condition is replaced by one from a list of the domain's points, and a domain whose equalities cannot be solved draws
from that list only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import islice

from sympy import Basic, Eq, Expr, Ge, Gt, ImmutableMatrix, Integer, Le, Lt, MatrixSymbol, Rational, Symbol

from theoremtest.derivations.language import Bounds, Domain, DomainError
from theoremtest.derivations.language.material import told
from theoremtest.derivations.proof.balls.enclose import NotEvaluable, enclosure, exact_value
from theoremtest.derivations.proof.points.building import fitting_sizes, framed_point
from theoremtest.derivations.proof.points.charts import charted
from theoremtest.derivations.proof.points.coordinates import FREE, Space, affine_in, shape_of, space_of
from theoremtest.derivations.proof.points.frames import Frames, frames_of
from theoremtest.derivations.proof.points.random_points import contains, points, small_points
from theoremtest.numerics.extras import needing

with needing("a strategy"):
    from hypothesis import strategies as st

LARGEST, LARGEST_DENOMINATOR, LARGEST_ENTRY = 20, 12, 6
LISTED_SMALL, LISTED_RANDOM = 40, 60


def strategy(domain: Domain, check: bool = True) -> st.SearchStrategy[dict]:
    """Points of the domain: {Symbol: Rational, MatrixSymbol: ImmutableMatrix, dimension: Integer}, each certainly inside.

    Shrinks towards small dimensions and simple rationals (0 and 1, or the bound's nearest simple neighbour). Raises
    DomainError at once where the domain has no point that the sampler finds, or is none. check=False leaves the draws that miss a
    condition as they are.
    """
    if not isinstance(domain, Domain):
        raise DomainError(f"a strategy draws from a Domain, such as Domain(x > 0) or a statement's `.on`; got {told(domain)}")
    points(domain, 1, "a first point")  # an empty domain is an error here, not thousands of rejected draws later
    if domain.chart is not None:
        return _inside(domain, strategy(domain.parameters, check).map(lambda drawn: charted(domain, drawn)), check)
    frames = frames_of(domain)
    if frames is not None and (sizes := fitting_sizes(frames, space_of(domain))):
        return _inside(domain, _framed(frames, sizes), check)
    plan = _plan(domain)
    return _listed(domain) if plan.unsolved else _inside(domain, _drawn(space_of(domain), plan), check)


def _inside(domain: Domain, drawn: st.SearchStrategy[dict | None], check: bool) -> st.SearchStrategy[dict]:
    """What is drawn, and a listed point instead of a draw that misses a condition."""
    def held(point: dict | None) -> st.SearchStrategy[dict]:
        return st.just(point) if point is not None and (not check or contains(domain, point) is True) else _listed(domain)

    return drawn.flatmap(held)


class _Choices:
    """The choices that the builders of points make, left to Hypothesis, so that what they build shrinks with them."""

    def __init__(self, draw):
        self._draw = draw

    def below(self, n: int) -> int:
        return self._draw(st.integers(0, n - 1))

    def pick(self, items):
        return self._draw(st.sampled_from(items))

    def within(self, bounds: Bounds) -> Rational:
        return self._draw(rationals(bounds))


def _framed(frames: Frames, sizes: list[dict]) -> st.SearchStrategy[dict | None]:
    """Points with what the domain's equations build in its places; None where the other conditions are not met."""
    space = space_of(frames.rest)

    @st.composite
    def draw_point(draw):
        at = draw(st.sampled_from(sizes))
        values = [draw(rationals(bounds, LARGEST if place is None else LARGEST_ENTRY)) for _, place, bounds in space.coordinates(at)]
        return framed_point(frames, space, at, values, _Choices(draw))

    return draw_point()


@lru_cache(maxsize=1024)
def _listed(domain: Domain) -> st.SearchStrategy[dict]:
    """The simplest points of a domain, then random ones; each is worked out when it is drawn, as few of them ever are."""
    small, listed = small_points(domain, LISTED_SMALL, candidates=4_000), []

    @lru_cache
    def place(number: int) -> dict:
        if number < LISTED_SMALL:
            listed.extend(islice(small, max(0, number + 1 - len(listed))))
            if listed:
                return listed[number % len(listed)]  # the list is whole where it is shorter than that
        return points(domain, 1, f"listed point {number}")[0]

    return st.integers(0, LISTED_SMALL + LISTED_RANDOM - 1).map(place)


@lru_cache(maxsize=1024)
def rationals(bounds: Bounds = FREE, largest: int = LARGEST) -> st.SearchStrategy[Rational]:
    """Rationals inside bounds, by construction; denominators up to 12, the distance from the bound up to `largest`."""
    low, high = bounds.lower, bounds.upper
    if bounds.integer:
        first = None if low is None else int(low.ceiling()) + (bounds.lower_open and low.q == 1)
        last = None if high is None else int(high.floor()) - (bounds.upper_open and high.q == 1)
        whole = st.integers(first if first is not None else (last if last is not None else 0) - largest,
                            last if last is not None else (first if first is not None else 0) + largest)
        return whole.filter(lambda n: not (bounds.nonzero and n == 0)).map(Integer)
    if low is not None and low == high:
        return st.just(low)
    denominators = st.integers(1, LARGEST_DENOMINATOR)  # drawn first, so that whole numbers are simpler than fractions
    if low is not None and high is not None:
        # the parts that a point divides the interval into; 1 to 1 is its middle
        before = st.integers(int(bounds.lower_open), LARGEST_DENOMINATOR)
        after = st.integers(int(bounds.upper_open), LARGEST_DENOMINATOR)
        inside = st.tuples(before, after).filter(any).map(lambda parts: low + (high - low) * Rational(parts[0], sum(parts)))
    elif low is not None:
        inside = st.builds(lambda q, p: low + Rational(p, q), denominators, st.integers(int(bounds.lower_open), largest))
    elif high is not None:
        inside = st.builds(lambda q, p: high - Rational(p, q), denominators, st.integers(int(bounds.upper_open), largest))
    elif bounds.nonzero:
        return st.builds(lambda q, p, negative: Rational(-p if negative else p, q), denominators, st.integers(1, largest),
                         st.booleans())
    else:
        return st.builds(lambda q, p: Rational(p, q), denominators, st.integers(-largest, largest))
    return inside.filter(lambda value: value != 0) if bounds.nonzero else inside


@dataclass(frozen=True)
class _Ranged:
    """A scalar whose value or range follows from others: each rule is (root, slope, relation) of slope*(x - root) rel 0."""

    rules: tuple[tuple[Expr, Expr, type], ...]
    inputs: frozenset


@dataclass(frozen=True)
class _Plan:
    order: tuple
    """Symbols in the order they are drawn."""
    ranged: dict
    unsolved: tuple[Basic, ...]
    """Equalities that no scalar is solved from."""


@lru_cache(maxsize=256)
def _plan(domain: Domain) -> _Plan:
    """Which scalars are drawn inside a range that the conditions give once the others are known; no circles."""
    space = space_of(domain)
    ranged: dict[Symbol, _Ranged] = {}
    unsolved = []
    # equalities first: they leave no choice
    for condition in sorted(space.joint, key=lambda condition: not isinstance(condition, Eq)):
        if not isinstance(condition, (Eq, Lt, Le, Gt, Ge)) or getattr(condition.lhs, "is_Matrix", False):
            continue
        solved = False
        for symbol in reversed([s for s in space.symbols if isinstance(s, Symbol) and s in space.about[condition]]):
            solved_for = affine_in(condition.lhs - condition.rhs, symbol)
            old = ranged.get(symbol)
            if solved_for is None or space.bounds[symbol].integer or (old is not None and _is_fixed(old)):
                continue
            if isinstance(condition, Eq) and old is not None:
                continue
            new = _Ranged((*(old.rules if old else ()), (*solved_for, type(condition))),
                          (old.inputs if old else frozenset()) | (space.about[condition] - {symbol}))
            if _order(space, {**ranged, symbol: new}) is not None:
                ranged[symbol] = new
                solved = True
                break
        if isinstance(condition, Eq) and not solved:
            unsolved.append(condition)
    return _Plan(_order(space, ranged), ranged, tuple(unsolved))


def _is_fixed(ranged: _Ranged) -> bool:
    return any(relation is Eq for _, _, relation in ranged.rules)


def _order(space: Space, ranged: dict) -> tuple | None:
    graph = {symbol: ranged[symbol].inputs & set(space.symbols) if symbol in ranged else () for symbol in space.symbols}
    try:
        return tuple(TopologicalSorter(graph).static_order())
    except CycleError:
        return None


def _narrowed(bounds: Bounds, rules, known: dict) -> Bounds | None:
    """Bounds with the rules worked out at the known values; None where they leave nothing or are not rational there."""
    low, high = (bounds.lower, bounds.lower_open), (bounds.upper, bounds.upper_open)
    for root, slope, relation in rules:
        steepness = _side(slope, known)
        if not steepness:
            return None
        strict = relation in (Lt, Gt)
        if relation is Eq or (relation in (Gt, Ge)) == (steepness > 0):
            at = _at_least(root, known, relation)
            if at is None:
                return None
            if low[0] is None or (at, strict) > low:
                low = (at, strict)
        if relation is Eq or (relation in (Lt, Le)) == (steepness > 0):
            at = _at_least(-root, known, relation)
            if at is None:
                return None
            at = -at
            if high[0] is None or at < high[0] or (at == high[0] and strict):
                high = (at, strict)
    if low[0] is not None and high[0] is not None and (low[0] > high[0] or (low[0] == high[0] and (low[1] or high[1]))):
        return None
    return Bounds(low[0], high[0], low[1], high[1], bounds.nonzero, bounds.integer)


def _side(slope, known) -> int | None:
    """The sign of a slope at the known values; None where it is open or undefined."""
    try:
        ball = enclosure(slope, known, 64)
    except NotEvaluable:
        return None
    return 1 if ball > 0 else -1 if ball < 0 else None


def _at_least(root, known, relation):
    """A root's value at the known values, or for an inequality a simple rational just above an irrational one."""
    value = exact_value(root, known)
    if value is not None or relation is Eq:
        return value
    try:
        above = enclosure(root, known, 64).upper()
    except NotEvaluable:
        return None
    return Rational(int((above * LARGEST_DENOMINATOR).ceil().unique_fmpz()), LARGEST_DENOMINATOR)


def _drawn(space: Space, plan: _Plan) -> st.SearchStrategy[dict | None]:
    """Points symbol by symbol; None where a scalar's rules leave it no value."""
    sizes = st.sampled_from(space.sizes())

    @st.composite
    def draw_point(draw):
        point = dict(draw(sizes)) if space.dimensions else {}
        for symbol in plan.order:
            if isinstance(symbol, MatrixSymbol):
                point[symbol] = draw(_matrices(*shape_of(symbol, point)))
                continue
            bounds = space.bounds[symbol]
            if symbol in plan.ranged:
                bounds = _narrowed(bounds, plan.ranged[symbol].rules, point)
                if bounds is None:
                    return None
            point[symbol] = draw(rationals(bounds))
        return point

    return draw_point()


@lru_cache(maxsize=64)
def _matrices(rows: int, columns: int) -> st.SearchStrategy:
    entries = rationals(FREE, LARGEST_ENTRY)
    size = rows * columns
    return st.lists(entries, min_size=size, max_size=size).map(lambda values: ImmutableMatrix(rows, columns, values))
