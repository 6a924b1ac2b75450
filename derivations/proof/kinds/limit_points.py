"""Limits at simple points of the parameters, entry by entry, with numbers for everything but the variable.

There leading terms may cancel that do not elsewhere, and conditions on the variable can be told that are open in general. A limit is
refuted where an entry tends to another number, or its distance to the limit grows without bound over the stated rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from sympy import Expr, Ge, Le, Piecewise, S, exp, oo

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.language.statement import Limit
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.asymptotics.approach import Approach, approach_of
from theoremtest.derivations.proof.asymptotics.limits import compute_limit, limit_differs, prove_limit
from theoremtest.derivations.proof.balls.enclose import separated
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import Finding, evaluated
from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.points.coordinates import affine_in, contains
from theoremtest.derivations.proof.points.explicit import NotExplicit, explicit
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.refute import point_items
from theoremtest.derivations.proof.zero.normal_form import is_zero

PLACES, RANDOM = 24, 4
"""Simplest points and random ones at which limits are worked out: among the simplest of many letters, most have a zero."""
FEW = 4
"""Points of each kind at which a limit is worked out before it is proved, where that is long."""
NOTE = "the limit against the printed value"
RATE_NOTE = "what the distance to the limit over the stated rate tends to"
NAMED = {oo: "infinity", -oo: "-infinity"}


def parameters(statement: Limit) -> Domain:
    """The domain of everything but the variable, for which the variable comes as near as one likes."""
    domain, x = statement.on, statement.variable
    kept = [written for condition in domain.conditions if x not in atoms_of(written := domain.expand(condition))]
    chart = domain.chart if domain.chart is not None and x not in domain.chart.values else None
    return Domain(*kept, over=[*(symbol for symbol in domain.symbols if symbol != x), *domain.dimensions], chart=chart)


def places(where: Domain, deadline: Deadline) -> Iterator[dict]:
    """The simplest points of the parameters, then random ones, and those moved onto the edges of the domain."""
    yield from small_points(where, PLACES, deadline=deadline)
    with suppress(DomainError):  # a domain whose points are hard to find
        drawn = points(where, RANDOM, "limits", deadline)
        yield from drawn
        yield from _on_the_edges(where, drawn[0])


def few_places(where: Domain, deadline: Deadline) -> Iterator[dict]:
    """A few of both: at the simplest points a square is often what is squared."""
    yield from small_points(where, FEW, deadline=deadline)
    with suppress(DomainError):
        yield from points(where, FEW, "limits", deadline)


def _on_the_edges(where: Domain, point: dict) -> Iterator[dict]:
    """The point with a symbol moved so that both sides of a condition are equal, for each condition that admits it."""
    for condition in where.conditions:
        if isinstance(condition, (Ge, Le)) and where.chart is None:
            gap = condition.lhs - condition.rhs
            for symbol in sorted(gap.free_symbols & set(where.scalars), key=str):
                root = affine_in(gap, symbol)
                moved = point if root is None else {**point, symbol: root[0].subs(point)}
                if moved is not point and moved[symbol].is_Rational and contains(where, moved) is True:
                    yield moved
                    break


def refuted_at_a_point(statement: Limit, where: Domain, at: Iterable[dict], deadline: Deadline,
                       rate_only: bool = False) -> Finding | None:
    """A point of the parameters at which the variable may go where it is sent and an entry does not do what is stated.

    rate_only: the value is known to be the limit.
    """
    domain = statement.on
    formulas = [domain.expand(evaluated(side, domain)) for side in (statement.expression, statement.value)]
    for point in at:
        deadline.check()
        try:
            sides = [explicit(formula, point) for formula in formulas]
            to = explicit(domain.expand(statement.point), point)
            rate = None if statement.rate is None else explicit(domain.expand(statement.rate), point)
            if S.NaN in (*sides, to, rate) or not _comes_near(statement, point, to, deadline):
                continue
        except NotExplicit:
            continue
        for entry, stated in zip(*(list(side) if is_matrix(side) else [side] for side in sides), strict=True):
            entry = entry.replace(GrowthIntegral, lambda rate, time: (exp(rate * time) - 1) / rate)  # a rate 0 has gone by itself
            told = None if rate_only else _another(entry, stated, statement.variable, to, deadline)
            told = told or _unbounded(entry, stated, rate, statement.variable, to, deadline)
            if told:
                rung = "exact series at a point" + ("" if told[-1] == RATE_NOTE else ", ball arithmetic")
                return Finding(Outcome.REFUTED, rung, "one exact point", Counterexample(point_items(where, point), *told))
    return None


def is_the_stated_one(statement: Limit, point: dict, deadline: Deadline) -> bool:
    """Whether at a point of the parameters the limit, worked out by exact series, is seen to be the stated one, at the stated rate."""
    domain = statement.on
    try:
        sides = [explicit(domain.expand(evaluated(side, domain)), point) for side in (statement.expression, statement.value)]
        to = explicit(domain.expand(statement.point), point)
        rate = None if statement.rate is None else explicit(domain.expand(statement.rate), point)
    except NotExplicit:
        return False
    if S.NaN in (*sides, to, rate):
        return False
    over = Domain(over=[statement.variable])
    entries = [list(side) if is_matrix(side) else [side] for side in sides]
    return all(prove_limit(entry, statement.variable, to, stated, rate, over, deadline, is_zero) is not None
               for entry, stated in zip(*entries, strict=True))


def _comes_near(statement: Limit, point: dict, to: Expr, deadline: Deadline) -> bool:
    """Whether every condition on the variable holds near the limit, at these parameters."""
    domain, x, near = statement.on, statement.variable, []
    for condition in map(domain.expand, domain.conditions):
        if x not in atoms_of(condition):
            continue
        if not condition.is_Relational or is_matrix(condition.lhs):
            return False
        sides = [explicit(side, point) for side in condition.args]
        there = S.false if S.NaN in sides else condition.func(*sides)
        if there is S.false:
            return False
        near += [there] if there is not S.true else []
    try:
        return approach_of(Domain(*near, over=[x]), x, to, deadline) is Approach.FREE
    except DomainError:  # no value of the variable obeys them all
        return False


def _another(entry, stated, x, to, deadline: Deadline) -> tuple[str, str, str] | None:
    """The entry's limit and the stated one, where they are apart."""
    actual = limit_differs(entry, x, to, stated, Domain(over=[x]), deadline, is_zero)
    if actual is None or isinstance(actual, Piecewise) or actual.free_symbols or S.NaN in (actual, stated):
        return None
    if actual in NAMED or stated in NAMED:
        return None if actual == stated else (*map(_said, (actual, stated)), NOTE)
    apart = separated(actual, stated, {}, deadline)
    return apart and (apart.left, apart.right, NOTE)


def _said(side) -> str:
    """An end in words: without end, or a number, which is written out where it is rational."""
    return NAMED.get(side) or (str(side) if side.is_Rational else "a finite value")


def _unbounded(entry, stated, rate, x, to, deadline: Deadline) -> tuple[str, str, str] | None:
    """That the distance over the rate grows without bound."""
    if rate is None or stated in NAMED:
        return None
    cases = compute_limit((entry - stated) / rate, x, to, Domain(over=[x]), deadline, is_zero)
    grows = cases and all(case.limit in NAMED for case in cases)
    return (NAMED[cases[0].limit], "a finite value", RATE_NOTE) if grows else None
