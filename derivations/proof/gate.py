"""The one gate that every counterexample passes before it is told, whoever found it.

The point is read back from the text that the reader will see, completed where it leaves symbols open, and checked exactly
against the whole domain: bounds, whole numbers, sizes, relations, abbreviations. Where a kind's two sides can be worked out
at a point, they are, anew; what a statement says must be seen to fail there.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from sympy import Eq, ImmutableMatrix, MatrixSymbol, Rational, S, Symbol, oo

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.expectation import ConvergesInProbability, Covariance, Expectation
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.laws import law_conditions
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.statement import AtMostOneZero, Limit, Minimises, Solves, Statement
from theoremtest.derivations.language.tails import TailBound
from theoremtest.derivations.language.verdict import Counterexample

from .deadline import Deadline
from .function_letters import instances
from .on_the_way import comes_near, way_of
from .points import realised
from .points.coordinates import contains, space_of
from .points.witness import some_points
from .recheck import fails_at
from .second_opinion import comes_near_by_numbers, fails_by_numbers

DRAWING = Expectation, Covariance, ConvergesInProbability, TailBound
"""Kinds that speak of draws, which no point gives."""
COMPLETIONS = 12
"""Points of the domain that are tried as values of the symbols that a counterexample leaves open."""


def objection(statement: Statement, counterexample: Counterexample, deadline: Deadline) -> str:
    """Why this is no certain counterexample to the statement; empty where it is one. Raises OutOfTime."""
    domain = open_domain(statement)
    try:
        known, foreign = _read(counterexample, domain, statement)
    except (ValueError, ZeroDivisionError):
        return f"its point is not exact: {counterexample}"
    if foreign:
        return _foreign_objection(statement, counterexample, domain, known, foreign)
    if isinstance(statement, (Limit, Scales, ConvergesInProbability)):
        return _approach_objection(statement, domain, known, deadline)
    if isinstance(statement, AtMostOneZero):  # its point lies where the quantity vanishes
        known = {**{symbol: S.Zero for symbol in statement.quantity.free_symbols if isinstance(symbol, Symbol)}, **known}
    point = _completed(domain, known, deadline)
    if point is None:
        return f"its point is not certainly in the domain: {counterexample}"
    fails = fails_at(statement, point, deadline)
    if fails is None:
        fails = any(fails_at(one, point, deadline) or fails_by_numbers(one, point, deadline) for one in instances(statement)) or None
    if not fails:
        cannot = "is not seen to fail" if fails is False else "cannot be worked out"
        return f"the statement {cannot} at its point: {counterexample}"
    return ""


def exact_point(statement: Statement, counterexample: Counterexample, deadline: Deadline) -> dict | None:
    """The whole point of the domain that a counterexample stands for; None where it is spoken of by more than letters of the domain."""
    domain = open_domain(statement)
    try:
        known, foreign = _read(counterexample, domain, statement)
    except (ValueError, ZeroDivisionError):
        return None
    return None if foreign else _completed(domain, known, deadline)


def stands(statement: Statement, counterexample: Counterexample, deadline: Deadline) -> bool:
    """Whether the statement certainly fails at this point of its domain, wherever the point comes from.

    False too where one point cannot tell, as of an order. Raises OutOfTime.
    """
    domain = domain_of_points(statement)
    try:
        known, foreign = _read(counterexample, domain, statement)
    except (ValueError, ZeroDivisionError):
        return False
    point = known if isinstance(statement, Limit) else None if foreign else _completed(domain, known, deadline)
    return not foreign and point is not None and certainly_fails(statement, point, deadline)


def certainly_fails(statement: Statement, point: dict, deadline: Deadline) -> bool:
    """Whether a point of exact numbers is one of the domain at which the statement certainly fails; of a limit, at these parameters."""
    if isinstance(statement, (Scales, ConvergesInProbability, AtMostOneZero)):
        return False
    domain = domain_of_points(statement)
    if isinstance(statement, Limit):
        known = {symbol: value for symbol, value in point.items() if symbol != statement.variable}
        return _ends_elsewhere(statement, domain, known, deadline)
    return contains(domain, point) is True and fails_at(statement, point, deadline) is True


def domain_of_points(statement: Statement) -> Domain:
    """The domain of what a point tells: of a limit all but its variable."""
    if isinstance(statement, Limit):
        from .kinds.limit_points import parameters

        return parameters(statement)
    return open_domain(statement)


def _ends_elsewhere(statement: Limit, where: Domain, point: dict, deadline: Deadline) -> bool:
    """Whether a limit is another one where its parameters are these numbers."""
    from .kinds.limit_points import refuted_at_a_point

    space = space_of(where)
    if set(point) != {*space.dimensions, *space.symbols} or contains(where, point) is not True:
        return False
    return refuted_at_a_point(statement, where, [point], deadline) is not None


def open_domain(statement: Statement) -> Domain:
    """The domain of what a point must give: states and times that the statement binds are declared; draws, what stands for dW and names of
    quantities are left out.

    Where a draw has no law, as of a negative variance, a statement over draws says nothing.
    """
    domain = statement.on
    if isinstance(statement, DRAWING):
        return _without(lawful_domain(statement), set(statement.draws))
    unnumbered = {getattr(statement, "symbol", None), *getattr(getattr(statement, "along", None), "wiener", ())}
    spoken_of = {statement.system.t} if isinstance(statement, Solves) else statement.bound() - unnumbered
    undeclared = sorted(spoken_of - domain.declared, key=str)
    return domain.but(over=undeclared) if undeclared else domain


def lawful_domain(statement: Expectation | Covariance | ConvergesInProbability | TailBound) -> Domain:
    """The domain of a statement over draws where every draw has a law; as it is where none has one anywhere."""
    with suppress(DomainError):
        return statement.on.but(*law_conditions(statement.draws))
    return statement.on


def _without(domain: Domain, left_out: set) -> Domain:
    conditions = [condition for condition in domain.conditions if not atoms_of(domain.expand(condition)) & left_out]
    return Domain(*conditions, over=[*(symbol for symbol in domain.symbols if symbol not in left_out), *domain.dimensions],
                  where={key: value for key, value in domain.where.items() if not atoms_of(domain.expand(value)) & left_out})


def _read(counterexample: Counterexample, domain: Domain, statement: Statement) -> tuple[dict, dict]:
    """The values by symbol, and those whose names are no symbol of the domain."""
    space = space_of(domain)
    named: dict = {}
    for symbol in (*space.dimensions, *space.symbols):
        named.setdefault(to_latex(symbol), symbol)
    known, foreign = {}, {}
    for name, text in counterexample.point:
        value = _value(text)
        (known if name in named else foreign)[named.get(name, name)] = value
    if isinstance(statement, Solves) and statement.system.t in space.symbols and space.bounds[statement.system.t].holds(S.Zero):
        known.setdefault(statement.system.t, S.Zero)  # an initial value; where the domain's times begin later, any of them
    return known, foreign


def _value(text: str):
    if text.startswith("["):
        rows = [[_number(entry) for entry in row.split(",")] for row in text.strip("[]").split(";")]
        return ImmutableMatrix(rows)
    return _number(text)


def _number(text: str) -> Rational:
    value = Fraction(text.strip())
    return Rational(value.numerator, value.denominator)


def _completed(domain: Domain, known: dict, deadline: Deadline) -> dict | None:
    """A point of the domain with the known values; None where none is found."""
    space = space_of(domain)
    missing = [symbol for symbol in (*space.dimensions, *space.symbols) if symbol not in known]
    if not missing:
        return known if contains(domain, known) is True else None
    narrowed = domain
    try:
        for symbol, value in known.items():
            if isinstance(symbol, Symbol):
                narrowed = narrowed.but(Eq(symbol, value))
    except DomainError:
        return None
    for count, point in enumerate(some_points(narrowed, deadline)):
        full = {**point, **known}
        if contains(domain, full) is True:
            return full
        if count == COMPLETIONS:
            break
    return None


def _approach_objection(statement, domain: Domain, known: dict, deadline: Deadline) -> str:
    """Whether at this point the domain lets the variable go where the statement sends it, and the limit is then another one."""
    for value in way_of(statement):
        if _completed(domain, {**known, statement.variable: value}, deadline) is None:
            return f"at its point the domain is not seen to let {statement.variable} tend to {getattr(statement, 'to', oo)}"
    return _limit_objection(statement, known, deadline) if isinstance(statement, Limit) else ""


def _limit_objection(statement: Limit, known: dict, deadline: Deadline) -> str:
    """Why the limit at a point, worked out there, does not refute the stated one; empty where it does, or cannot be worked out."""
    from .kinds.limit_points import is_the_stated_one, parameters, refuted_at_a_point

    where = parameters(statement)
    point = _completed(where, {symbol: value for symbol, value in known.items() if symbol != statement.variable}, deadline)
    if point is None:
        return "its point is not certainly in the domain"
    if is_the_stated_one(statement, point, deadline):
        return "the limit at its point is the stated one"
    near = comes_near(statement, point, deadline)
    if near is None:
        near = comes_near_by_numbers(statement, point, deadline)
    if near:
        return "at its point the expression comes nearer to the stated limit all the way"
    if near is None and refuted_at_a_point(statement, where, [point], deadline) is None:
        return "the limit at its point cannot be worked out"
    return ""


def _vectors_inside(products: dict, known: dict, domain: Domain) -> bool:
    bounds = space_of(domain).bounds
    inside = all(symbol not in bounds or bounds[symbol].holds(value) for symbol, value in known.items())
    return inside and realised.exist(products, domain, known) and realised.conditions_hold(products, known, domain)


def _foreign_objection(statement, counterexample, domain: Domain, known: dict, foreign: dict) -> str:
    """A point told by inner products: vectors that have them must exist and meet the conditions."""
    vector = getattr(statement, "variable", None)
    if isinstance(statement, Minimises) and "initialisation" in counterexample.note:
        vector = statement.initial
    products = realised.inner_products(foreign, domain, vector if isinstance(vector, MatrixSymbol) else None)
    if products is None:
        return f"its point is told in {', '.join(foreign)}, which are no symbols of the domain"
    points = [known]
    if isinstance(statement, (Limit, Scales)):
        points = [{**known, statement.variable: value} for value in way_of(statement)]
    if not all(_vectors_inside(products, point, domain) for point in points):
        return f"no vectors of the domain are seen to have its inner products: {counterexample}"
    shape = getattr(getattr(statement, "expression", None), "shape", ())
    if any(realised.room(size, domain, known) is not None for size in shape):
        return f"matrices of shape {shape} may agree though their coefficients differ: {counterexample}"
    return ""
