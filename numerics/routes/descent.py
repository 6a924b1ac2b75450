"""A point where a relation fails, looked for downhill: in a corner of the domain, where chance seldom draws one.

A population of points, evaluated at once in float64, moves to less room (``rooms``, SciPy's differential evolution) and stays in the
domain. Where overflow or rounding led it astray it starts again from the best of many, by what is left of the room beyond all rounding.
Nothing is believed that floats say: the point found is rounded to fractions, and these are tried as any other point is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import scipy
from sympy import And, Basic, Dummy, Expr, Ge, Gt, Integer, Le, Lt, MatrixSymbol, Ne, Not, Or, Rational, Symbol, preorder_traversal

from theoremtest.derivations.language import Holds, Iff, Statement
from theoremtest.derivations.language.domain import Bounds
from theoremtest.derivations.proof.points.coordinates import Space, affine_in, contains, space_of
from theoremtest.numerics.routes.rooms import TINY, Unspoken, over, plain_room, sure_room
from theoremtest.numerics.routes.sampling import generator_of

GENERATIONS, TO_EACH = 60, 8
"""How often the population moves, and how many points it has to a coordinate."""
WORK, FEWEST = 100_000, 4
"""Operations of arrays that a search may take, and the fewest generations that are worth it: long formulas get fewer, or none."""
FAILS = -1e-9
"""The room below which floats are worth a trial: what rounding leaves of a sum of such terms is far less."""
POOL, WIDEST = 4096, 3
"""How many points the second search chooses its first ones from, spread over the whole range, and over halves of it so many times."""
ENOUGH = -1e-3
"""The room at which no better point is looked for."""
OUTSIDE = 2.0
"""The room of a point outside of the domain is at least this: more than any room, which is 1 at most."""
SPREAD = 14.0
"""Scalars reach from exp(-SPREAD) beside a bound, or to 0, up to about exp(SPREAD)."""
BITS = (1, 2, 3, 5, 8, 12, 20, 30, 45)
"""Leading bits to which a point is rounded, the simplest first."""


Room = Callable[[Basic, dict], np.ndarray]


def failing_points(statement: Statement, drawn: Iterable[dict], seed: str, thorough: bool = False) -> Iterator[dict]:
    """Rational points of the domain, one at most for each side of a relation or an equivalence, at which floats say that it fails.

    Of two sides that are to differ they are a point where the one is larger and a point where the other is: between them they meet.
    drawn: points of the domain to start at, beside others. thorough: the second search is made too where the first finds nothing. The
    statement must speak of scalars only; else there are no points.
    """
    domain = statement.on
    if not isinstance(statement, (Holds, Iff)) or domain.chart is not None or _beyond(statement):
        return
    space = space_of(domain)
    if not space.symbols:
        return
    solved = _solved(space)
    if solved is None:
        return
    search = _Search(statement, space, *_with_slacks(space, solved))
    starts = [search.places(point) for point in drawn]
    generator = generator_of(seed)
    for goal in search.goals:
        try:
            with np.errstate(all="ignore"):
                point = search.downhill(goal, starts, generator, thorough)
        except Unspoken:
            continue
        if point is not None:
            yield point


def _solved(space: Space) -> dict[Symbol, Expr] | None:
    """Symbols that the domain's equations give by the others, each to the first power in one; None where an equation gives none."""
    told: dict[Symbol, Expr] = {}
    for equality in space.equalities:
        gap = space.gaps[equality].subs(told)
        for symbol in sorted(gap.free_symbols & set(space.symbols) - set(told), key=str):
            root = affine_in(gap, symbol)
            if root is not None and not (symbol.is_integer and root[1] not in (1, -1)):
                told = {key: value.subs(symbol, root[0]) for key, value in told.items()} | {symbol: root[0]}
                break
        else:
            return None
    return told if len(told) < len(space.symbols) else None


def _with_slacks(space: Space, told: dict[Symbol, Expr]) -> tuple[dict[Symbol, Expr], dict[Symbol, tuple[Expr, Bounds]]]:
    """(symbols by the others, new coordinates): where a > b has no bound for a, a - b is a coordinate, and may be as small as any other.

    A new coordinate comes with what it is by the domain's symbols, and its bounds.
    """
    told, slacks = dict(told), {}
    for condition in space.joint:
        if not isinstance(condition, (Gt, Ge, Lt, Le)):
            continue
        gap = (condition.gts - condition.lts).subs(told)
        for symbol in sorted(gap.free_symbols & set(space.symbols) - set(told), key=str):
            bounds, root = space.bounds[symbol], affine_in(gap, symbol)
            if root is not None and root[1].is_Rational and not symbol.is_integer and bounds.lower is None and bounds.upper is None:
                slack = Dummy(f"slack of {symbol}", real=True)
                value = root[0] + slack / root[1]
                told = {key: one.subs(symbol, value) for key, one in told.items()} | {symbol: value}
                slacks[slack] = condition.gts - condition.lts, Bounds(lower=Integer(0), lower_open=_is_strict(condition))
                break
    return told, slacks


def _beyond(statement: Statement) -> bool:
    """Whether a statement speaks of matrices or sizes."""
    on = statement.on
    return bool(on.dimensions or any(isinstance(symbol, MatrixSymbol) for symbol in on.symbols))


class _Search:
    """The rooms of a statement and of its domain's conditions, over a population.

    solved: symbols that are worked out from the others, as the domain's equations tell. slacks: coordinates beside its symbols.
    """

    def __init__(self, statement: Holds | Iff, space: Space, solved: dict[Symbol, Expr], slacks: dict[Symbol, tuple[Expr, Bounds]]):
        on = statement.on
        self.domain, self.space, self.solved = on, space, solved
        self.meaning = {symbol: symbol for symbol in space.symbols if symbol not in solved} | {
            slack: gap for slack, (gap, _) in slacks.items()}
        self.free = list(self.meaning)
        self.bounds = [slacks[symbol][1] if symbol in slacks else space.bounds[symbol] for symbol in self.free]
        told = [statement.relation] if isinstance(statement, Holds) else [Or(Not(statement.left), statement.right),
                                                                           Or(Not(statement.right), statement.left)]
        self.goals = [goal for relation in told for goal in _one_sided(on.expand(relation))]
        self.conditions = [condition for condition in space.joint if condition not in space.equalities]
        self.conditions += [condition for symbol in solved for condition in space.bounds[symbol].relations(symbol)]

    def downhill(self, goal, starts: list, generator: np.random.Generator, thorough: bool = False) -> dict | None:
        """A point where a goal fails; None where none is found, or where the formulas are too long to look."""
        generations = min(GENERATIONS, WORK // _length(And(goal, *self.conditions, evaluate=False)))
        if generations < FEWEST:
            return None
        size = max(8, TO_EACH * len(self.bounds))
        spread = generator.uniform(-1, 1, (size, len(self.bounds)))
        spread[: len(starts)] = starts[:size]
        found = self._lowest(goal, plain_room, spread, generations, generator)
        if found is None and not thorough:
            return None
        point = None if found is None else self.rounded(goal, found)
        if point is not None:
            return point
        halves = generator.integers(0, WIDEST + 1, (POOL, 1))
        pool = np.vstack([spread, generator.uniform(-1, 1, (POOL, len(self.bounds))) / 2**halves])
        first = np.argsort(self.height(goal, self.values(pool.T), sure_room))[:size]
        found = self._lowest(goal, sure_room, pool[first], generations, generator)
        return None if found is None else self.rounded(goal, found)

    def _lowest(self, goal, room: Room, first: np.ndarray, generations: int, generator: np.random.Generator) -> np.ndarray | None:
        """The values of the point with the least room that a population comes to; None where it is in the domain, and not negative."""
        found = scipy.optimize.differential_evolution(
            lambda places: self.height(goal, self.values(places), room), [(-1, 1)] * len(self.bounds), init=first, maxiter=generations,
            polish=False, tol=0, vectorized=True, updating="deferred", seed=generator, callback=_far_enough)
        return self.values(found.x[:, None])[:, 0] if found.fun < FAILS else None

    def height(self, goal, values: np.ndarray, room: Room) -> np.ndarray:
        """The room of a goal at each point of a population, and more than that outside of the domain."""
        known = dict(zip(self.free, values, strict=True))
        known |= {symbol: over(value, known) for symbol, value in self.solved.items()}
        beyond = np.zeros(values.shape[1])
        for condition in self.conditions:
            inside = plain_room(condition, known)
            beyond = beyond + np.where(np.isnan(inside), 1.0, np.maximum(0.0, -inside)) + (inside == 0) * _is_strict(condition)
        here = room(goal, known)
        return np.where(beyond > 0, OUTSIDE + beyond, np.where(np.isnan(here), 1.0, here))

    def values(self, places: np.ndarray) -> np.ndarray:
        """The values of the coordinates, of places between -1 and 1."""
        return np.array([_value(bounds, place) for bounds, place in zip(self.bounds, places, strict=True)])

    def places(self, point: dict) -> list[float]:
        """The places of a point's values."""
        return [_place(bounds, float(meaning.subs(point))) for meaning, bounds in zip(self.meaning.values(), self.bounds, strict=True)]

    def rounded(self, goal, values: np.ndarray) -> dict | None:
        """A point of few bits near by at which floats say the same beyond their rounding, in the domain for certain."""
        for bits in BITS:
            for turn in (np.round, np.floor, np.ceil):
                near = [_fraction(value, bits, turn) for value in values]
                if self.height(goal, np.array([[float(value)] for value in near]), sure_room)[0] < FAILS:
                    given = dict(zip(self.free, near, strict=True))
                    point = {symbol: given[symbol] if symbol in given else self.solved[symbol].subs(given) for symbol in self.space.symbols}
                    if all(value.is_Rational for value in point.values()) and contains(self.domain, point) is True:
                        return point
        return None


def _one_sided(relation: Basic) -> list[Basic]:
    """A relation as it is, or both halves of one that is kept by sides that differ."""
    if isinstance(relation, Ne) and not any(symbol.is_integer for symbol in relation.free_symbols):
        return [Ge(relation.lhs, relation.rhs), Le(relation.lhs, relation.rhs)]
    return [relation]


def _length(relation: Basic) -> int:
    """Parts of a formula, one after another as they are worked out."""
    return sum(1 for _ in preorder_traversal(relation))


def _far_enough(intermediate_result) -> bool:
    """Whether the search may end."""
    return bool(intermediate_result.fun < ENOUGH)


def _is_strict(condition: Basic) -> bool:
    return isinstance(condition, (Gt, Lt, Ne))


def _value(bounds: Bounds, place: np.ndarray) -> np.ndarray:
    """A coordinate's value: a share of its interval, a distance from its bound, or any number."""
    low, high = bounds.lower, bounds.upper
    if low is not None and high is not None:
        found = float(low) + (float(high) - float(low)) * scipy.special.expit(2 * SPREAD * place)
    elif low is not None or high is not None:
        found = float(low) + np.exp(SPREAD * place) if low is not None else float(high) - np.exp(SPREAD * place)
    else:
        found = np.sinh(SPREAD * place)
    return np.round(found) if bounds.integer else found


def _place(bounds: Bounds, value: float) -> float:
    """Where a value is between -1 and 1: what `_value` undoes."""
    low, high = bounds.lower, bounds.upper
    if low is not None and high is not None:
        place = scipy.special.logit((value - float(low)) / (float(high) - float(low))) / (2 * SPREAD) if high > low else 0.0
    elif low is not None or high is not None:
        distance = value - float(low) if low is not None else float(high) - value
        place = np.log(max(distance, TINY)) / SPREAD
    else:
        place = np.arcsinh(value) / SPREAD
    return float(np.clip(place, -1, 1))


def _fraction(value: float, bits: int, turn: Callable) -> Rational:
    """The number with so many leading bits."""
    if value == 0 or not np.isfinite(value):
        return Integer(0)
    step = Rational(2) ** (int(np.floor(np.log2(abs(value)))) + 1 - bits)
    return Integer(int(turn(value / float(step)))) * step
