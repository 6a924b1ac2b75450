"""A solution on its way from the start: the times that it passes, whether it has a value and a slope at all of them, and where it has none.

The domain of an initial value problem names times; the solution has to exist at every time between zero and each of them. Where no
argument shows that, a formula without a real value, or a pole between two times, is a counterexample.
"""

from __future__ import annotations

from itertools import chain

from sympy import (
    Dummy,
    Eq,
    Expr,
    Ge,
    Gt,
    Le,
    Lt,
    S,
    Symbol,
    exp,
    fraction,
    preorder_traversal,
    together,
)

from theoremtest.derivations.language.domain import Bounds, Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError

from .continuity import Smoothness, in_share
from .deadline import Deadline
from .functions.entries import Demand, Wanted, positive
from .functions.table import entry_of
from .growth import stays_positive
from .obligations import obligations, plain, written_out
from .points.boundary import boundary_points
from .points.smallest import small_points
from .points.witness import has_value
from .refute import point_text
from .signs.definedness import defined
from .signs.hypotheses import Facts
from .zero.regularity import met as is_met

PLACES = 40
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
    smoothness = Smoothness([statement.system.t], span, deadline)
    for state, rate in statement.system.rates.items():
        put = statement.on.expand(rate).subs(solution, simultaneous=True)
        met = {plain(demand) for asked in obligations(put) for demand in asked.any_of}
        for asked in obligations(written_out(rate, statement.on)):
            wanted = [plain(Demand(demand.expression.subs(solution, simultaneous=True), demand.sign)) for demand in asked.any_of]
            if wanted and not any(demand in met or positive(demand.expression) in met or _shown(demand, smoothness) for demand in wanted):
                return f"the rate of {state}: {wanted[0]} is not shown"
    return None


def _shown(demand: Demand, smoothness: Smoothness) -> bool:
    """Whether a demand is met at every time of a span."""
    if demand.sign is Wanted.NOT_NEGATIVE and in_share(lambda share: is_met(demand, smoothness.domain, share), smoothness.deadline):
        return True
    return bool(demand.expression.is_positive) or smoothness.shows(demand.expression, demand.sign is not Wanted.NOT_ZERO)


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
