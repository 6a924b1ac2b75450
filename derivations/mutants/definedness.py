"""Slips that leave a formula without a value at a point of its domain where the original has one, such as a symbol that may
be zero under a fraction."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sympy import Basic, Ge, Gt, Le, Lt, Mul, Ne, Poly, Pow, Rational, factor_list, gcd, oo, sympify
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language import (
    ConvergesInProbability,
    Covariance,
    Domain,
    Equal,
    Expectation,
    Holds,
    Iff,
    Inverse,
    Limit,
    NotHessian,
    Solves,
    Statement,
    TheoremtestError,
    atoms_of,
)
from theoremtest.derivations.language.laws import Law
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.continuity import Smoothness
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.ladder import evaluated
from theoremtest.derivations.proof.points.coordinates import contains
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.relevant_domain import relevant
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.signs.definedness import defined
from theoremtest.derivations.proof.signs.hypotheses import Empty, Facts

KINDS = (Equal, Holds, Iff, Inverse, NotHessian, Solves, SquareRoot, Expectation, Covariance, ConvergesInProbability)
"""Statements about every point of their domain; limits and orders say nothing of single values of their variable."""
POINTS = 40
LINES = 30
"""Points from which one symbol alone is moved."""
STEPS = tuple(map(Rational, ("-8", "-2", "-1/2", "-1/8", "1/8", "1/2", "2", "8")))
"""Where it is moved, beside its values at other points."""
BITS = 256


def loses_its_value(original: Statement, slip: Statement) -> bool:
    """Whether the slip has certainly no value at one of the simplest points, where all of the original has one."""
    if not isinstance(slip, KINDS) or original.on is not slip.on:
        return False
    return any(False in _values(slip, point) and set(_values(original, point)) == {True}
               for point in small_points(slip.on, POINTS))


def point_of_a_zero(statement: Statement, divisors: Iterable[Basic]) -> tuple[dict, Basic] | None:
    """One of the simplest points where a scalar divisor is zero and all of the statement has a value, with that divisor; None where
    there is none among them."""
    written = [(divisor, statement.on.expand(divisor)) for divisor in divisors if not getattr(divisor, "shape", ())]
    if not written:
        return None
    for point in small_points(statement.on, POINTS):
        for divisor, value in written:
            at = value.subs(point)
            if (at == 0 or at.is_zero) and set(_values(statement, point)) == {True}:
                return point, divisor
    return None


def has_no_value_somewhere(statement: Statement, everywhere: bool = False) -> bool:
    """Whether the statement has certainly no value at one of the simplest points of its domain, or at any of them."""
    try:
        found = [False in _values(statement, point) for point in small_points(statement.on, POINTS)]
    except TheoremtestError:
        return False
    return bool(found) and (all(found) if everywhere else any(found))


def divides_by_zero(statement: Statement, seconds: float, corners: Callable[[Basic, Domain], Iterable[dict]] | None = None) -> bool:
    """Whether a divisor is certainly zero somewhere in the domain: continuous, and of different signs at two points of a convex one, or
    at two that differ in one symbol only, of which the domain says no more than bounds.

    corners: further points of a domain, at which a divisor may have a sign that it seldom has.
    """
    told = (statement.value,) if isinstance(statement, Limit) else statement.expressions()
    spoken = [evaluated(statement.on.expand(sympify(expression, strict=True))) for expression in told]
    divisors = set().union(*map(divisors_of, spoken))
    if isinstance(statement, Limit):  # on the way to it a limit may do without values, but not all along
        divisors |= _fixed(divisors_of(evaluated(statement.on.expand(statement.expression))), statement.variable)
    return _some_zero(statement, sorted(divisors, key=str), spoken, seconds, corners)


def vanishes_on_its_way(limit: Limit, seconds: float, corners: Callable[[Basic, Domain], Iterable[dict]] | None = None) -> bool:
    """Whether a fixed factor of what is taken to an endless limit is certainly zero somewhere in the domain: it is zero all along there."""
    if limit.value not in (oo, -oo):
        return False
    factors = Mul.make_args(evaluated(limit.on.expand(limit.expression)))
    bases = {factor.as_base_exp()[0] for factor in factors if factor.as_base_exp()[1].is_positive}
    fixed = sorted((base for base in bases if base.free_symbols and limit.variable not in base.free_symbols), key=str)
    return bool(fixed) and _some_zero(limit, fixed, [], seconds, corners)


def _some_zero(statement: Statement, divisors: list, spoken: list, seconds: float, corners) -> bool:
    deadline, domain = Deadline(seconds), relevant(statement.on, [*spoken, *divisors])
    try:
        if domain is not statement.on and not any(True for _ in small_points(statement.on, 1)):
            return False
        known = small_points(domain, POINTS), points(domain, POINTS, "divisors", deadline)
        tried = [point for listed in known for point in listed]
        ways = (_zero_between, _zero_along)
        return any(way(divisor, domain, tried, deadline) for divisor in divisors for way in ways) or corners is not None and any(
            way(divisor, domain, [*corners(divisor, domain), *tried], deadline) for divisor in divisors for way in ways)
    except (TheoremtestError, OutOfTime, Empty, balls.NotEvaluable):
        return False


def divisors_of(part: Basic) -> set[Basic]:
    """What a formula divides by."""
    return {power.base for power in part.atoms(Pow) if power.exp.is_number and power.exp.is_negative and power.base.free_symbols}


def _fixed(divisors: set[Basic], variable: Basic) -> set[Basic]:
    """Factors of divisors that do not hang on a variable."""
    factors = {factor for divisor in divisors
               for factor, _ in (factor_list(divisor)[1] if divisor.is_polynomial() else [(divisor, 1)])}
    return {factor for factor in factors if factor.free_symbols and variable not in factor.free_symbols}


def _zero_between(divisor: Basic, domain: Domain, tried: list[dict], deadline: Deadline) -> bool:
    return (_convex(domain) and {True, False} <= {_positive(divisor, point) for point in tried}
            and _continuous(divisor, divisor.free_symbols, domain, deadline))


def _zero_along(divisor: Basic, domain: Domain, tried: list[dict], deadline: Deadline) -> bool:
    """Along one symbol from some of the points."""
    loose = [symbol for symbol in sorted(divisor.free_symbols & set(domain.scalars), key=str)
             if not symbol.is_integer and not any(symbol in atoms_of(condition) and not _never_zero_with(divisor, condition, symbol)
                                                  for condition in domain.joint)
             and not (domain.bounds[symbol].nonzero or domain.bounds[symbol].fixed is not None)]
    for symbol in loose if domain.chart is None else ():
        values = sorted({*(point[symbol] for point in tried), *STEPS})
        for point in tried[:LINES]:
            deadline.check()
            signs = {_positive(divisor, there) for value in values if contains(domain, there := {**point, symbol: value}) is True}
            if {True, False} <= signs and _continuous(divisor, {symbol}, domain, deadline):
                return True
    return False


def _never_zero_with(divisor: Basic, condition: Basic, symbol: Basic) -> bool:
    """Whether a condition only keeps out zeros of a polynomial in a symbol that has none in common with the divisor."""
    gap = condition.lhs - condition.rhs if isinstance(condition, Ne) else None
    return (gap is not None and all(part.is_polynomial(symbol) and part.free_symbols == {symbol} for part in (gap, divisor))
            and gcd(Poly(gap, symbol), Poly(divisor, symbol)).degree() == 0)


def _continuous(divisor: Basic, variables: Iterable[Basic], domain: Domain, deadline: Deadline) -> bool:
    return Smoothness(variables, domain, deadline).obstacle(divisor) is None and defined(divisor, Facts.of(domain), deadline)


def _convex(domain: Domain) -> bool:
    """Whether a domain is one of real numbers that conditions keep convex."""
    if domain.matrices or domain.chart is not None or any(symbol.is_integer for symbol in domain.scalars):
        return False
    if any(bounds.nonzero for bounds in domain.bounds.values()):
        return False
    return all(isinstance(condition, (Gt, Ge, Lt, Le)) and condition.lhs.is_polynomial() and condition.rhs.is_polynomial()
               and Poly(condition.lhs - condition.rhs, *sorted(condition.free_symbols, key=str)).total_degree() == 1
               for condition in domain.joint)


def _positive(divisor: Basic, point: dict) -> bool | None:
    try:
        return balls.truth(Gt(divisor, 0), point, most=BITS)
    except balls.NotEvaluable:
        return None


def _values(statement: Statement, point: dict) -> list[bool | None]:
    return [_has_value(evaluated(statement.on.expand(sympify(expression, strict=True))), point) for expression in _told(statement)]


def _told(statement: Statement) -> Iterable[Basic]:
    """The formulas that have a value at each point; of draws the laws and the stated value, as a quantity need not have one at each."""
    draws = getattr(statement, "draws", None)
    if draws is None:
        return statement.expressions()
    return statement.value, *(part for law in draws.values() for part in (law.args if isinstance(law, Law) else (law,))
                              if not part.free_symbols & set(draws))


def _has_value(expression, point) -> bool | None:
    """True or False where that is certain."""
    enclose = balls.matrix_enclosure if getattr(expression, "shape", ()) else balls.enclosure
    try:
        if isinstance(expression, Boolean):
            balls.truth(expression, point, most=BITS)
        else:
            enclose(expression, point, BITS)
    except balls.Undefined:
        return False
    except balls.NotEvaluable:
        return None
    return True
