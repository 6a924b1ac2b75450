"""A point where a relation fails, looked for downhill: in a corner of the domain, where chance seldom draws one.

The room of a relation is what its larger side is ahead of the other, as a share of all terms of both; it is negative where the relation
fails. A population of points, evaluated at once in float64, moves to less room (SciPy's differential evolution) and stays in the domain.
Nothing is believed that floats say: the point found is rounded to fractions, and these are tried as any other point is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from scipy.optimize import differential_evolution
from scipy.special import expit, logit
from sympy import Add, And, Basic, Dummy, Eq, Expr, Ge, Gt, Integer, Le, Lt, MatrixSymbol, Ne, Not, Or, Rational, Symbol, preorder_traversal
from sympy.core.relational import Relational

from rederive.derivations.language import Holds, Iff, Statement
from rederive.derivations.language.domain import Bounds
from rederive.derivations.proof.points.coordinates import Space, affine_in, contains, space_of
from rederive.numerics.routes.sampling import generator_of, scalar_over
from rederive.numerics.values.evaluate import NotDefined

GENERATIONS, TO_EACH = 60, 8
"""How often the population moves, and how many points it has to a coordinate."""
WORK, FEWEST = 100_000, 4
"""Operations of arrays that a search may take, and the fewest generations that are worth it: long formulas get fewer, or none."""
FAILS = -1e-9
"""The room below which floats are worth a trial: what rounding leaves of a sum of such terms is far less."""
ENOUGH = -1e-3
"""The room at which no better point is looked for."""
OUTSIDE = 2.0
"""The room of a point outside of the domain is at least this: more than any room, which is 1 at most."""
TINY = 1e-300
"""Below this nothing is divided by."""
SPREAD = 14.0
"""Scalars reach from exp(-SPREAD) beside a bound, or to 0, up to about exp(SPREAD)."""
BITS = (1, 2, 3, 5, 8, 12, 20, 30, 45)
"""Leading bits to which a point is rounded, the simplest first."""


class Unspoken(Exception):
    """The statement has a part that floats over a population are not made for."""


def failing_points(statement: Statement, drawn: Iterable[dict], seed: str) -> Iterator[dict]:
    """Rational points of the domain, one at most for each side of a relation or an equivalence, at which floats say that it fails.

    Of two sides that are to differ they are a point where the one is larger and a point where the other is: between them they meet.
    drawn: points of the domain to start at, beside others. The statement must speak of scalars only; else there are no points.
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
                point = search.downhill(goal, starts, generator)
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

    def downhill(self, goal, starts: list, generator: np.random.Generator) -> dict | None:
        """A point where a goal fails; None where none is found, or where the formulas are too long to look."""
        generations = min(GENERATIONS, WORK // _length(And(goal, *self.conditions, evaluate=False)))
        if generations < FEWEST:
            return None
        size = max(8, TO_EACH * len(self.bounds))
        spread = generator.uniform(-1, 1, (size, len(self.bounds)))
        spread[: len(starts)] = starts[:size]
        found = differential_evolution(lambda places: self.height(goal, self.values(places)), [(-1, 1)] * len(self.bounds), init=spread,
                                       maxiter=generations, polish=False, tol=0, vectorized=True, updating="deferred", seed=generator,
                                       callback=_far_enough)
        return self.rounded(goal, self.values(found.x[:, None])[:, 0]) if found.fun < FAILS else None

    def height(self, goal, values: np.ndarray) -> np.ndarray:
        """The room of a goal at each point of a population, and more than that outside of the domain."""
        known = dict(zip(self.free, values, strict=True))
        known |= {symbol: _over(value, known) for symbol, value in self.solved.items()}
        beyond = np.zeros(values.shape[1])
        for condition in self.conditions:
            room = _room(condition, known)
            beyond = beyond + np.where(np.isnan(room), 1.0, np.maximum(0.0, -room)) + (room == 0) * _is_strict(condition)
        here = _room(goal, known)
        return np.where(beyond > 0, OUTSIDE + beyond, np.where(np.isnan(here), 1.0, here))

    def values(self, places: np.ndarray) -> np.ndarray:
        """The values of the coordinates, of places between -1 and 1."""
        return np.array([_value(bounds, place) for bounds, place in zip(self.bounds, places, strict=True)])

    def places(self, point: dict) -> list[float]:
        """The places of a point's values."""
        return [_place(bounds, float(meaning.subs(point))) for meaning, bounds in zip(self.meaning.values(), self.bounds, strict=True)]

    def rounded(self, goal, values: np.ndarray) -> dict | None:
        """A point of few bits near by at which floats say the same, in the domain for certain."""
        for bits in BITS:
            for turn in (np.round, np.floor, np.ceil):
                near = [_fraction(value, bits, turn) for value in values]
                if self.height(goal, np.array([[float(value)] for value in near]))[0] < FAILS:
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


def _room(relation: Basic, known: dict) -> np.ndarray:
    """How far a relation is from failing at each point of a population, between -1 and 1."""
    if isinstance(relation, (And, Or)):
        return (np.minimum if isinstance(relation, And) else np.maximum).reduce([_room(part, known) for part in relation.args])
    if isinstance(relation, Not):
        return -_room(relation.args[0], known)
    if not isinstance(relation, Relational):
        raise Unspoken
    ahead = -1 if isinstance(relation, (Lt, Le)) else 1
    terms = [ahead * _over(term, known) for term in (*Add.make_args(relation.lhs), *Add.make_args(-relation.rhs))]
    room = sum(terms) / np.maximum(sum(map(np.abs, terms)), TINY)
    if isinstance(relation, Ne):
        return np.where(room == 0, -1.0, np.abs(room))
    return -np.abs(room) if isinstance(relation, Eq) else room


def _over(term: Basic, known: dict) -> np.ndarray:
    try:
        return np.broadcast_to(np.asarray(scalar_over(term, known), dtype=float), np.shape(next(iter(known.values()))))
    except (TypeError, KeyError, OverflowError, NotDefined) as error:
        raise Unspoken from error


def _is_strict(condition: Basic) -> bool:
    return isinstance(condition, (Gt, Lt, Ne))


def _value(bounds: Bounds, place: np.ndarray) -> np.ndarray:
    """A coordinate's value: a share of its interval, a distance from its bound, or any number."""
    low, high = bounds.lower, bounds.upper
    if low is not None and high is not None:
        found = float(low) + (float(high) - float(low)) * expit(2 * SPREAD * place)
    elif low is not None or high is not None:
        found = float(low) + np.exp(SPREAD * place) if low is not None else float(high) - np.exp(SPREAD * place)
    else:
        found = np.sinh(SPREAD * place)
    return np.round(found) if bounds.integer else found


def _place(bounds: Bounds, value: float) -> float:
    """Where a value is between -1 and 1: what `_value` undoes."""
    low, high = bounds.lower, bounds.upper
    if low is not None and high is not None:
        place = logit((value - float(low)) / (float(high) - float(low))) / (2 * SPREAD) if high > low else 0.0
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
