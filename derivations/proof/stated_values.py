"""Has what a statement writes a value wherever the statement speaks? Asked of a proof, of the statement as it is written.

An identity is claimed wherever both sides have a value; every other kind speaks of every point of its domain. Of what moves towards a
limit, is drawn, or follows a solution, whoever proved the statement has asked as far as he has met it; what is asked here is the rest:
what stands still, and what went when the formula was built or its abbreviations were written out.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, compress

from sympy import Eq, oo, sympify

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.expectation import ConvergesInProbability, Covariance, Expectation
from theoremtest.derivations.language.induction import Induction
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.statement import Equal, Limit, Solves, Statement

from .asymptotics.approach import Approach, near
from .deadline import Deadline
from .discharge import RELATION, Discharge
from .functions.entries import Demand, positive
from .obligations import Obligation, obligations, plain, written_out
from .points.boundary import boundary_points
from .points.smallest import small_points
from .points.witness import has_value
from .refute import point_text, value_text

PLACES = 24
"""Simplest points, and as many on the borders of what is asked for, at which a formula is looked for that has no value."""


def without_value(statement: Statement, where: Domain, deadline: Deadline) -> str | None:
    """What is written in a statement that is no identity and is not shown to have a value all over its domain, in words; None where all is.

    where: the statement's domain, with what it binds declared.
    """
    domain, moving = statement.on, _moving(statement)
    formulas = [sympify(formula, strict=True) for formula in statement.expressions()]
    met = {told for formula in formulas for asked in obligations(domain.expand(formula)) for told in _told(asked)}
    discharge = Discharge(where.but(statement.over >= statement.start) if isinstance(statement, Induction) else where, deadline)
    for asked in dict.fromkeys(chain.from_iterable(obligations(written_out(formula, domain)) for formula in formulas)):
        deadline.check()
        moves = bool(moving & set().union(*map(atoms_of, (asked.node, *asked.given))))
        if moves and any(one in met or isinstance(one, Demand) and positive(one.expression) in met for one in _told(asked)):
            continue  # whoever proved the statement has met it
        if moves and isinstance(statement, Solves):  # its own checks have looked at every time; what is left are single points
            point = _point_without(asked, where, deadline)
            if point is not None:
                return f"{asked.node} has no value where {point}"
        elif not (moves and _comes_to_hold(asked, statement, deadline) or discharge.shows(asked)):
            return f"{asked.node} is not shown to have a value all over the domain: {asked} is not shown"
    return None


def left_out(statement: Statement, points: Iterable[dict], deadline: Deadline) -> str:
    """What an identity says nothing of, as far as points show: what a side asks for, and a point where that fails; empty where none is."""
    sides = [written_out(sympify(side, strict=True), statement.on) for side in statement.expressions()[:2]]
    seen = ""
    if not any(True for side in sides for _ in obligations(side)):
        return seen
    for point in points:
        deadline.check()
        lacking = [has_value([side], point) is False for side in sides]
        if not any(lacking):
            continue
        alone = isinstance(statement, Equal) and lacking.count(True) == 1
        asked = next((asked for side in compress(sides, lacking) for asked in obligations(side) if has_value([asked.node], point) is False),
                     None)
        if asked is None or not alone and seen:
            continue
        who = f"the {'left' if lacking[0] else 'right'} side alone" if alone else "neither side" if isinstance(statement, Equal) else "it"
        spoken = asked.node.free_symbols
        at = ", ".join(f"${to_latex(symbol)}$ = {value_text(value)}" for symbol, value in point.items() if symbol in spoken)
        seen = f"{who} has {'a' if who == 'neither side' else 'no'} value unless {asked.spoken}, as at {at}"
        if alone:
            break  # where one side alone has a value the other says less than is printed
    return seen


def _told(asked: Obligation) -> list:
    """What is asked, to be found again in the formula as it is worked on: each of the demands, or the part itself."""
    return [plain(demand) for demand in asked.any_of] or [asked.node]


def _moving(statement: Statement) -> set:
    """What a kind says nothing of at single values."""
    if isinstance(statement, Solves):
        return {*statement.system.states, statement.system.t}
    if isinstance(statement, (Limit, Scales)):
        return {statement.variable}
    if isinstance(statement, Induction):
        return {statement.over}
    if isinstance(statement, ConvergesInProbability):
        return {statement.variable, *statement.draws}
    if isinstance(statement, (Expectation, Covariance)):
        return set(statement.draws)
    return set()


def _comes_to_hold(asked: Obligation, statement: Statement, deadline: Deadline) -> bool:
    """Whether one of the demands is met from somewhere on towards the point of a limit or an order, where alone such a kind speaks."""
    variable, domain = getattr(statement, "variable", None), statement.on
    if not isinstance(statement, (Limit, Scales, ConvergesInProbability)) or variable not in atoms_of(asked.node) or asked.given:
        return False
    to = statement.point if isinstance(statement, Limit) else oo
    return any(near(RELATION[demand.sign](demand.expression, 0, evaluate=False), variable, to, domain, deadline) is Approach.FREE
               for demand in asked.any_of)


def _point_without(asked: Obligation, where: Domain, deadline: Deadline) -> str | None:
    """A point at which a part certainly has no value, simple or where what it asks for is on its border; None where none is found."""
    borders = [Eq(demand.expression, 0, evaluate=False) for demand in asked.any_of if demand.expression.free_symbols]
    for point in chain(small_points(where, PLACES, deadline=deadline), boundary_points(borders, where, deadline, PLACES)):
        deadline.check()
        if has_value([asked.node], point) is False:
            return point_text(where, point)
    return None
