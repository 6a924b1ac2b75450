"""A solution on its way from the start: the times that it passes, whether it has a value and a slope at all of them, and where it has none.

The domain of an initial value problem names times; the solution has to exist at every time between zero and each of them. Where no
argument shows that, a formula without a real value, or a pole between two times, is a counterexample.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from flint import arb, fmpq
from sympy import (
    Derivative,
    Dummy,
    Eq,
    Expr,
    Ge,
    Gt,
    Le,
    Lt,
    Mul,
    Rational,
    S,
    Subs,
    Symbol,
    cos,
    cosh,
    cot,
    coth,
    csc,
    csch,
    exp,
    fraction,
    preorder_traversal,
    sec,
    sin,
    sinh,
    tan,
    together,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from rederive.derivations.language.domain import Bounds, Domain, atoms_of
from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.verdict import Counterexample

from .balls import rules
from .balls.enclose import Imprecise, NotEvaluable, Undefined, enclosure, exact_value
from .balls.program import program
from .continuity import Smoothness, in_share
from .deadline import Deadline
from .functions.entries import Wanted
from .functions.table import entry_of, hidden_jumps
from .growth import stays_positive
from .points.boundary import boundary_points
from .points.random_points import points
from .points.smallest import small_points
from .points.witness import has_value
from .refute import point_items, point_text
from .signs.definedness import defined
from .signs.hypotheses import Facts

PLACES, BITS, CUTS = 40, 256, 60
EARLY = (S.Zero, Rational(1, 999), Rational(1, 97))
"""Parts of a time at which a formula is looked at for a value of which it can be bereft."""
LATE = (S.One, Rational(6, 7), Rational(10, 11), Rational(12, 13))
"""Parts of a time at which a formula that has no value at a stretch has none; a single missing value would be another matter."""
LONGEST = 1500
"""Operations up to which a formula is brought over one denominator, which no time limit can stop."""
CASES = 2
"""Nonzero parameters of open sign that are told apart at once."""


def spans(domain: Domain, t: Symbol) -> list[Domain]:
    """Domains over parameters and t that hold every time between zero and each time of the domain, both included.

    The domain itself where it already does. Where a condition ties time to parameters, the time that it names has a symbol of its own.
    """
    bounds = domain.bounds.get(t)
    if bounds is None:
        return [domain]
    if not any(t in atoms_of(condition) for condition in domain.joint):
        return [domain] if bounds.holds(S.Zero) and not bounds.nonzero else [_wider(domain, t, bounds)]
    end = Dummy(rf"{t}_1", real=True)
    conditions = [domain.expand(condition).subs(t, end) for condition in domain.conditions]
    over = [symbol for symbol in domain.symbols if symbol != t]
    found = []
    if bounds.weak_sign != -1:
        found.append((Ge(t, 0), Ge(end, 0), Le(t, end)))
    if bounds.weak_sign != 1:
        found.append((Le(t, 0), Le(end, 0), Ge(t, end)))
    return [Domain(*conditions, *between, over=over) for between in found]


def _wider(domain: Domain, t: Symbol, bounds: Bounds) -> Domain:
    conditions = [condition for condition in domain.conditions if t not in atoms_of(condition)]
    low, high = bounds.lower, bounds.upper
    if low is not None:
        conditions.append(Ge(t, 0) if low >= 0 else Gt(t, low) if bounds.lower_open else Ge(t, low))
    if high is not None:
        conditions.append(Le(t, 0) if high <= 0 else Lt(t, high) if bounds.upper_open else Le(t, high))
    return Domain(*conditions, over=domain.over + (t,), where=domain.where, chart=domain.chart)


def at_start(span: Domain, t: Symbol) -> Domain:
    """The parameters for which the span holds any time: all of them hold at the start."""
    return span.at({t: S.Zero}) if t in span.scalars else span


def after_start(span: Domain, t: Symbol) -> list[Domain]:
    """The span without the start itself."""
    found = []
    for side in (Gt(t, 0), Lt(t, 0)):
        try:
            found.append(span.but(side))
        except DomainError:
            continue
    return found


def obstacle(solution: dict, rates: dict, t: Symbol, span: Domain, deadline: Deadline, cases: int = CASES) -> str | None:
    """The first part of a solution that is not shown to be smooth, or of its rates to be defined, at every time of the span, or None.

    A parameter that the domain keeps from zero, its sign open, is taken positive and negative in turn.
    """
    smoothness = Smoothness([t], span, deadline, lambda quantity: stays_positive(quantity, t, span, deadline, squares_only=True),
                            lambda quantity, positive: _by_growth(quantity, positive, smoothness, t))
    fault = next((f"{state}: {found}" for state, value in solution.items() if (found := smoothness.obstacle(value))), None)
    fault = fault or next((f"the rate of {state}: {found}" for state, value in rates.items()
                           if (found := smoothness.obstacle(value)) and not _defined(value, span, deadline)), None)
    if fault is None or not cases:
        return fault
    for symbol in [symbol for symbol, bounds in span.bounds.items() if bounds.nonzero and bounds.sign is None and symbol != t][:1]:
        if all(obstacle(solution, rates, t, span.but(side), deadline, cases - 1) is None for side in (Gt(symbol, 0), Lt(symbol, 0))):
            return None
    return fault


def without_value(solution: dict, t: Symbol, domain: Domain, deadline: Deadline) -> str | None:
    """A point of the domain, simple or where a demand on the parameters is on its border, at which a formula has no value; None else."""
    borders = [Eq(demand.expression, 0) for value in solution.values() for node in preorder_traversal(value)
               if t not in getattr(node, "free_symbols", ()) and (entry := entry_of(node)) is not None and entry.defined is not None
               for demand in entry.defined(*node.args) if demand.expression.free_symbols]
    borders = [border for border in dict.fromkeys(borders) if border not in (S.true, S.false)]
    for point in chain(small_points(domain, PLACES, deadline=deadline), boundary_points(borders, domain, deadline, PLACES // 4)):
        deadline.check()
        if has_value(solution.values(), point) is False:
            return point_text(domain, point)
    return None


def cancelled(statement, solution: dict, span: Domain, deadline: Deadline) -> str | None:
    """A part of a rate that goes when the solution is put in, and is not shown to have a value before: t where x/t is a t/t. None else."""
    t = statement.system.t
    smoothness = Smoothness([t], span, deadline)
    for state, rate in statement.system.rates.items():
        rate = statement.on.expand(rate)
        put = rate.subs(solution, simultaneous=True)
        for node in preorder_traversal(rate):
            entry = entry_of(node)
            if entry is None or entry.defined is None or put.has(node.subs(solution, simultaneous=True)):
                continue
            for demand in entry.defined(*node.args):
                wanted = demand.expression.subs(solution, simultaneous=True)
                if not (wanted.is_positive or smoothness.shows(wanted, demand.sign is not Wanted.NOT_ZERO)):
                    return f"the rate of {state}: {wanted} is not shown to be {demand.sign.value}"
    return None


def _by_growth(quantity, positive: bool, smoothness: Smoothness, t: Symbol) -> bool:
    """Whether a quotient is shown to be positive (or not to be zero) because its numerator starts so and grows away from zero."""
    def grows(side):
        return stays_positive(side, t, smoothness.domain, smoothness.deadline)

    if grows(quantity):
        return True
    top, bottom = _one_quotient(quantity)
    if bottom == 1 or smoothness.shows(bottom, True):
        return grows(top) or (not positive and grows(-top))
    if not positive and smoothness.shows(bottom, False):
        return grows(top) or grows(-top)
    return smoothness.shows(-bottom, True) and grows(-top)


def _one_quotient(quantity) -> tuple[Expr, Expr]:
    """Numerator and denominator, exponentials left as they are."""
    if quantity.count_ops() > LONGEST:
        return quantity, S.One
    letters = {node: Dummy("E", positive=True) for node in quantity.atoms(exp)}
    back = {letter: node for node, letter in letters.items()}
    top, bottom = fraction(together(quantity.xreplace(letters)))
    return top.xreplace(back), bottom.xreplace(back)


def _defined(value, span: Domain, deadline: Deadline) -> bool:
    return in_share(lambda share: defined(value, Facts.of(span), share), deadline) is True


# --- where a formula has no value -----------------------------------------------------------------------------------


def loss_of_value(solution: dict, t: Symbol, domain: Domain, deadline: Deadline) -> Counterexample | None:
    """A point of the domain by whose time a formula has lost its value; None where none is found."""
    for point in _candidates(domain, deadline):
        deadline.check()
        told = lost_by(solution, t, point, deadline)
        if told:
            return Counterexample(point_items(domain, point), told, "a value at every time from the start on")
    return None


def _candidates(domain: Domain, deadline: Deadline) -> Iterator[dict]:
    try:
        yield from chain(small_points(domain, PLACES, deadline=deadline), points(domain, PLACES // 4, f"{domain} existence", deadline))
    except DomainError:
        return


def lost_by(solution: dict, t: Symbol, point: dict, deadline: Deadline) -> str | None:
    """How a formula certainly loses its value, or has a pole, between the start and a point's time: text that names the state, or None."""
    parameters, moment = {symbol: number for symbol, number in point.items() if symbol != t}, point.get(t, S.Zero)
    for state, value in solution.items() if moment != 0 else ():
        told = _lost(_at(value, parameters), t, moment, deadline)
        if told:
            return f"{state} has {told}"
    return None


def _at(formula: Expr, parameters: dict) -> Expr:
    """A formula at values of its parameters; in one pass where it binds no letter and all values are numbers."""
    if formula.has(ExprWithLimits, Derivative, Subs) or not all(number.is_Rational for number in parameters.values()):
        return formula.subs(parameters)
    return formula.xreplace(parameters)


def _lost(formula: Expr, t: Symbol, moment: Rational, deadline: Deadline) -> str | None:
    """How a formula in time alone loses its value between the start and a moment: text, or None."""
    if t not in formula.free_symbols or formula.has(S.NaN, S.ComplexInfinity):
        return None
    if not any(_has_value(formula, t, moment * part) for part in EARLY):
        return None  # without a value from the start on: that says nothing of what becomes of one
    if all(_undefined(formula, t, moment * part) for part in LATE):
        return f"no real value at {t} = {moment}, nor at {', '.join(str(part) for part in LATE[1:])} of it"
    if formula.count_ops() > LONGEST:
        return None
    top, bottom = fraction(together(_over_sines(formula)))
    for factor in Mul.make_args(bottom):
        base = factor.as_base_exp()[0]
        if t in base.free_symbols and _unbroken(base) and _unbroken(top):
            told = _pole(top, base, t, moment, deadline)
            if told:
                return told
    return None


def _over_sines(formula):
    """Circular and hyperbolic quotients written as such, so that their poles show."""
    for quotient, above, below in ((tan, sin, cos), (cot, cos, sin), (coth, cosh, sinh)):
        formula = formula.replace(quotient, lambda u, above=above, below=below: above(u) / below(u))
    return formula.replace(sec, lambda u: 1 / cos(u)).replace(csc, lambda u: 1 / sin(u)).replace(csch, lambda u: 1 / sinh(u))


def _has_value(formula, t, moment) -> bool:
    try:
        return enclosure(formula, {t: moment}, BITS) is not None
    except NotEvaluable:
        return False


def _undefined(formula, t, moment) -> bool:
    try:
        enclosure(formula, {t: moment}, BITS)
    except Undefined:
        return True
    except NotEvaluable:
        return False
    return False


def _unbroken(expression) -> bool:
    """Whether a function that has finite values on an interval is continuous there: no steps, no cases."""
    return all(node.is_Add or node.is_Mul or not node.args or hidden_jumps(node) == () for node in preorder_traversal(expression))


def _pole(top, base, t: Symbol, moment: Rational, deadline: Deadline) -> str | None:
    """A zero of the denominator's factor between the start and the moment at which the numerator is certainly not zero."""
    if exact_value(base, {t: moment}) == 0:
        return f"a pole at {t} = {moment}" if _certain_sign(top, t, moment, moment) else None
    low, high = S.Zero, moment
    before = _certain_sign(base, t, low, low)
    if not before or _certain_sign(base, t, high, high) != -before:
        return None
    for _ in range(CUTS):
        deadline.check()
        middle = (low + high) / 2
        found = _certain_sign(base, t, middle, middle)
        if not found:
            break
        low, high = (middle, high) if found == before else (low, middle)
    if _certain_sign(top, t, low, high) and _finite(base, t, low, high):
        return f"a pole between {t} = {low.limit_denominator(10**6)} and {t} = {moment}"
    return None


def _certain_sign(expression, t: Symbol, low: Rational, high: Rational) -> int:
    """1 or -1 where an expression in time certainly has this sign on the interval, else 0."""
    value = _over(expression, t, low, high)
    return 0 if value is None else 1 if value > 0 else -1 if value < 0 else 0


def _finite(expression, t: Symbol, low: Rational, high: Rational) -> bool:
    return _over(expression, t, low, high) is not None


def _over(expression, t: Symbol, low: Rational, high: Rational) -> arb | None:
    """A finite ball that holds all values on the interval, None where there is none."""
    ends = [arb(fmpq(int(end.p), int(end.q))) for end in (low, high)]
    code = program(expression)
    try:
        with rules.precision(BITS):
            value = rules.ball(code.run({t: ends[0].union(ends[1])}).get(code.roots[0]))
    except (NotEvaluable, Imprecise):
        return None
    return value if value.is_finite() else None
