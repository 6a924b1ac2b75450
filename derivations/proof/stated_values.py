"""Has what a statement writes a value wherever the statement speaks? Asked of a proof, of the statement as it is written.

An identity is claimed wherever both sides have a value; every other kind speaks of every point of its domain. Of what moves towards a
limit, is drawn, or follows a solution, whoever proved the statement has asked as far as he has met it; what is asked here is the rest:
what stands still, and what went when the formula was built or its abbreviations were written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice

from sympy import Eq, S, Symbol, oo, pi, sympify
from sympy.functions.elementary.trigonometric import TrigonometricFunction

from theoremtest.derivations.errors import DomainError
from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.expectation import ConvergesInProbability, Covariance, Expectation
from theoremtest.derivations.language.induction import Induction
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.statement import Equal, Limit, Solves, Statement

from .asymptotics.approach import Approach, near
from .deadline import Deadline
from .discharge import RELATION, Discharge
from .functions.entries import Demand, Wanted, positive
from .obligations import Obligation, obligations, plain, written_out
from .points.boundary import boundary_points
from .points.coordinates import contains
from .points.random_points import points as drawn
from .points.smallest import small_points
from .points.witness import has_value
from .refute import point_text, value_text

PLACES = 24
"""Simplest points, and as many on the borders of what is asked for, at which a formula is looked for that has no value."""
DRAWN, BASES = 8, 4
"""Drawn points, and simplest ones from which borders are looked for, at which an identity may say nothing."""


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
    """What an identity says nothing of, as far as points show: all that its sides ask for, with points where that fails.

    Empty where none is found. Where one side alone has a value, the other says less than is printed, so such points come first. A point
    is news where nothing fails that was named before.
    """
    sides = [written_out(sympify(side, strict=True), statement.on) for side in statement.expressions()[:2]]
    every = [list(dict.fromkeys(obligations(side))) for side in sides]
    discharge = Discharge(statement.on, deadline)
    every = [[asked for asked in all_of if not discharge.shows(asked)] for all_of in every]
    asked_for = list(dict.fromkeys(chain.from_iterable(every)))
    if not asked_for:
        return ""
    named: list[Obligation] = []
    seen: dict[str, list[str]] = {}
    both = []
    for point in chain(points, _to_look_at(statement.on, asked_for, deadline)):
        deadline.check()
        if len(named) == len(asked_for):
            break
        lacks = {asked for asked in asked_for if _lacks(asked, point)}
        if not lacks or not _lies_in(statement.on, point):
            continue
        lacking = [any(asked in lacks and not asked.given for asked in all_of) or has_value([side], point) is False
                   for side, all_of in zip(sides, every, strict=True)]
        if isinstance(statement, Equal) and lacking.count(True) == 1:
            who = f"the {'left' if lacking[0] else 'right'} side alone has no value"
            seen.setdefault(who, []).extend(_asked(every[lacking.index(True)], point, named))
        elif any(lacking):
            both.append(point)
    who = "neither side has a value" if isinstance(statement, Equal) else "it has no value"
    for point in both:
        deadline.check()
        seen.setdefault(who, []).extend(_asked(asked_for, point, named))
    return "; ".join(f"{who} {', and '.join(asked)}" for who, asked in seen.items() if asked)


def _to_look_at(where: Domain, every: list[Obligation], deadline: Deadline) -> Iterator[dict]:
    """Points for what is asked: drawn ones, and where it is on its border; a quarter of a turn is one where something turns."""
    borders = [demand.expression for asked in every for demand in asked.any_of if demand.expression.free_symbols]
    with suppress(DomainError):
        yield from drawn(where, DRAWN, "scope", deadline)
    yield from islice(boundary_points([Eq(border, 0, evaluate=False) for border in borders], where, deadline, BASES), PLACES)
    for border in borders:
        for letter in {inner for turned in border.atoms(TrigonometricFunction) for inner in turned.args if isinstance(inner, Symbol)}:
            for base in small_points(where, BASES, deadline=deadline):
                yield from ({**base, letter: pi / 2}, {**base, letter: pi})


def _lies_in(where: Domain, point: dict) -> bool:
    """Whether a point is not seen to lie outside: one that is solved for may, and one with a turn in it no ball looks at."""
    if all(value.is_Matrix or value.is_Rational for value in point.values()):
        return contains(where, point) is not False
    return all(condition.xreplace(point) is S.true for condition in where.conditions)


def _asked(every: list[Obligation], point: dict, named: list[Obligation]) -> list[str]:
    """The innermost part that has no value at a point, in words, which `named` holds from then on; nothing where one that it held fails."""
    if any(_lacks(asked, point) for asked in named):
        return []
    asked = next((asked for asked in every if _lacks(asked, point)), None)
    if asked is None:
        return []
    named.append(asked)
    at = ", ".join(f"${to_latex(symbol)}$ = {value_text(value) if value.is_Matrix or value.is_Rational else f'${to_latex(value)}$'}"
                   for symbol, value in point.items() if symbol in asked.node.free_symbols)
    return [f"unless {asked.spoken}, as at {at}"]


def _lacks(asked: Obligation, point: dict) -> bool:
    """Whether a part is seen to have no value at a point; no ball says that of a border, so an exact zero is asked for, too."""
    if has_value([asked.node], point) is False:
        return True
    return bool(asked.any_of) and all(demand.sign is not Wanted.NOT_NEGATIVE and demand.expression.xreplace(point) == 0
                                      for demand in asked.any_of)


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
