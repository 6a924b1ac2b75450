"""Hypothesis strategies for the points of a domain, built from integers so that failures shrink to the simplest rationals.

One-symbol bounds hold by construction. Of the conditions on several symbols, an equality or an inequality in which some
scalar stands to the first power gives that scalar's value or range from the others; what remains is filtered. A domain
whose equalities cannot be solved that way draws from a list of its points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter

from hypothesis import assume
from hypothesis import strategies as st
from sympy import Basic, Eq, Expr, Ge, Gt, ImmutableMatrix, Integer, Le, Lt, MatrixSymbol, Rational, Symbol

from derivations.language import Bounds, Domain, atoms_of
from derivations.proof.balls import exact_value
from derivations.proof.sample import contains, points, small_points
from derivations.proof.space import FREE, Space, affine_in, shape_of, space_of

LARGEST, LARGEST_DENOMINATOR, LARGEST_ENTRY = 20, 12, 6
LISTED_SMALL, LISTED_RANDOM = 150, 50


def strategy(domain: Domain) -> st.SearchStrategy[dict]:
    """Points of the domain: {Symbol: Rational, MatrixSymbol: ImmutableMatrix, dimension: Integer}, each certainly inside.

    Shrinks towards small dimensions and simple rationals (0 and 1, or the bound's nearest simple neighbour). Raises
    DomainError at once where the domain has no point that the sampler finds.
    """
    space = space_of(domain)
    points(domain, 1, "a first point")  # an empty domain is an error here, not thousands of rejected draws later
    plan = _plan(domain)
    if plan.unsolved:
        listed = [*small_points(domain, LISTED_SMALL), *points(domain, LISTED_RANDOM, "listed points")]
        return st.sampled_from(listed)
    return _drawn(space, plan)


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
    denominators = st.integers(1, LARGEST_DENOMINATOR)
    if low is not None and high is not None:
        # the parts that a point divides the interval into; 1 to 1 is its middle
        before = st.integers(int(bounds.lower_open), LARGEST_DENOMINATOR)
        after = st.integers(int(bounds.upper_open), LARGEST_DENOMINATOR)
        inside = st.tuples(before, after).filter(any).map(lambda parts: low + (high - low) * Rational(parts[0], sum(parts)))
    elif low is not None:
        inside = st.builds(lambda p, q: low + Rational(p, q), st.integers(int(bounds.lower_open), largest), denominators)
    elif high is not None:
        inside = st.builds(lambda p, q: high - Rational(p, q), st.integers(int(bounds.upper_open), largest), denominators)
    elif bounds.nonzero:
        inside = st.builds(lambda p, q, negative: Rational(-p if negative else p, q), st.integers(1, largest), denominators,
                           st.booleans())
        return inside
    else:
        return st.builds(Rational, st.integers(-largest, largest), denominators)
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
        at, steepness = exact_value(root, known), exact_value(slope, known)
        if at is None or not steepness:
            return None
        strict = relation in (Lt, Gt)
        if relation is Eq or (relation in (Gt, Ge)) == (steepness > 0):
            if low[0] is None or (at, strict) > low:
                low = (at, strict)
        if relation is Eq or (relation in (Lt, Le)) == (steepness > 0):
            if high[0] is None or at < high[0] or (at == high[0] and strict):
                high = (at, strict)
    if low[0] is not None and high[0] is not None and (low[0] > high[0] or (low[0] == high[0] and (low[1] or high[1]))):
        return None
    return Bounds(low[0], high[0], low[1], high[1], bounds.nonzero, bounds.integer)


def _drawn(space: Space, plan: _Plan) -> st.SearchStrategy[dict]:
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
                assume(bounds is not None)
            point[symbol] = draw(rationals(bounds))
        assume(contains(space.domain, point) is True)
        return point

    return draw_point()


@lru_cache(maxsize=64)
def _matrices(rows: int, columns: int) -> st.SearchStrategy:
    entries = rationals(FREE, LARGEST_ENTRY)
    size = rows * columns
    return st.lists(entries, min_size=size, max_size=size).map(lambda values: ImmutableMatrix(rows, columns, values))
