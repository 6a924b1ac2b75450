"""How a quantity changes along a flow: differentiated as it is written, and only then rewritten by the domain's equations.

An equation of the domain holds at the points of the domain and says nothing beside them, so it may be used on a rate and not on what
is differentiated. A constant that such an equation ties to a state is another matter: where the flow is not seen to keep the
equation, it is not known whether the constant is one, unless the flow says that it stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, And, Eq, MatAdd, MatMul, Mul
from sympy.logic.boolalg import BooleanFunction

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.flow import Flow, GradientFlow
from theoremtest.derivations.language.verdict import Counterexample

from .balls.enclose import NotEvaluable, contrast
from .deadline import Deadline
from .functions.entries import Demand
from .invariance import Ideal
from .ladder import evaluated
from .matrices.adoption import adopted, adopted_matrix
from .matrices.calculus import derivative, ensure_smooth, gradient, matrix_derivative
from .matrices.inverses import inverted_by, inverted_in
from .matrices.letters import NotWords, difference, is_matrix, scaled
from .matrices.scalarise import Scalarised
from .matrices.words import Words
from .refute import search_equal
from .zero.regularity import met


def rate_of(quantity, flow: Flow | GradientFlow, domain: Domain, deadline: Deadline | None = None, stated=None):
    """(setting, change): the derivative of a quantity along a flow over the setting's words: an expression, or words for a matrix.

    stated: the rate that it is compared with, where it is an identity that says nothing where a side has no value. Raises NotWords where
    it cannot be differentiated soundly.
    """
    quantity = domain.expand(evaluated(quantity, domain))
    driven = [flow.loss] if isinstance(flow, GradientFlow) else flow.rates.values()
    sides = (quantity, *driven, *([] if stated is None else [evaluated(stated, domain)]))
    setting, free = vocabularies(domain, deadline, sides)
    rates = _rates(flow, domain, free, setting)
    _untie(quantity, flow, rates, domain, free, setting)
    return setting, _change(quantity, rates, free, setting)


def vocabularies(domain: Domain, deadline: Deadline | None, sides) -> tuple[Scalarised, Words]:
    """The domain's words, and words without relations to differentiate over; what the sides invert has an inverse in both."""
    setting = Scalarised(domain, deadline, sides)
    free = Words((), deadline, inverted_by(domain) + inverted_in(*map(domain.expand, sides)))
    free.sign_of = lambda coefficient: None if free.names_of(coefficient) else setting.words.sign_of(coefficient)
    return setting, free


def _change(quantity, rates: dict, free: Words, setting: Scalarised):
    """The derivative of an expression without abbreviations, over the setting's words."""
    moving = set(rates)
    if is_matrix(quantity):
        terms = free.matrix(quantity)
        for coefficient in terms.values():
            ensure_smooth(coefficient, moving, free, met_by(free, setting))
        return adopted_matrix(setting.words, matrix_derivative(free, terms, rates), free)
    value = free.scalar(quantity)
    ensure_smooth(value, moving, free, met_by(free, setting))
    return adopted(setting.words, derivative(free, value, rates), free)


def met_by(free: Words, setting: Scalarised) -> Callable[[Demand], bool]:
    """Whether a demand over the words of `free` is met on the setting's domain."""
    def answer(demand: Demand) -> bool:
        here = Demand(adopted(setting.words, demand.expression, free), demand.sign)
        return met(here, setting.domain, setting.words.deadline)

    return answer


def _rates(flow: Flow | GradientFlow, domain: Domain, free: Words, setting: Scalarised) -> dict:
    """The rate of each state over scalar words: scalars as expressions, vectors as words."""
    if not isinstance(flow, GradientFlow):
        return {state: free.matrix(domain.expand(rate)) if is_matrix(rate) else free.scalar(domain.expand(evaluated(rate, domain)))
                for state, rate in flow.rates.items()}
    loss = free.scalar(domain.expand(evaluated(flow.loss, domain)))
    ensure_smooth(loss, set(flow.learning_rates), free, met_by(free, setting))
    result = {}
    for parameter, learning_rate in flow.learning_rates.items():
        slope, scale = gradient(free, loss, parameter), -free.scalar(domain.expand(learning_rate))
        result[parameter] = scaled(slope, scale) if is_matrix(parameter) else scale * slope
    return result


# constants that the domain ties to states ------------------------------------------------------------------------------


def equations_of(domain: Domain) -> list:
    """The equations among the domain's conditions, abbreviations written out; one inside an alternative counts too."""
    found, stack = [], [domain.expand(condition) for condition in domain.conditions]
    while stack:
        condition = stack.pop()
        if isinstance(condition, Eq):
            found.append(condition)
        elif isinstance(condition, BooleanFunction):
            stack.extend(condition.args)
    return found


def tied_by(domain: Domain, symbols: set) -> list:
    """The equations that tie these symbols, directly or through others."""
    equations, reached, found = equations_of(domain), set(symbols), []
    while True:
        more = [equation for equation in equations if equation not in found and atoms_of(equation) & reached]
        if not more:
            return found
        found += more
        reached = reached.union(*map(atoms_of, more))


def _untie(quantity, flow: Flow | GradientFlow, rates: dict, domain: Domain, free: Words, setting: Scalarised) -> None:
    """Raises NotWords where a constant of the quantity is tied to a state by an equation that the flow is not seen to keep."""
    constants = atoms_of(quantity) - set(rates) - set(flow.held)
    tied = tied_by(domain, constants)
    if not set().union(*map(atoms_of, tied)) & set(rates):
        return
    certain = [part for condition in domain.conditions for part in And.make_args(domain.expand(condition))]
    ideal = Ideal([equation for equation in tied if equation in certain], domain, setting.words.deadline, rates_spoken(flow))
    for equation in tied:
        if not (equation in certain and _kept(equation, rates, free, setting, ideal)):
            raise NotWords(f"{equation} ties {', '.join(sorted(str(c) for c in constants & atoms_of(equation))) or 'a constant'} to what "
                           "moves, and the flow is not seen to keep it nor said to hold that letter constant")


def rates_spoken(flow: Flow | GradientFlow) -> tuple:
    """The formulas that drive a flow."""
    return (flow.loss, *flow.learning_rates.values()) if isinstance(flow, GradientFlow) else tuple(flow.rates.values())


def _kept(equation: Eq, rates: dict, free: Words, setting: Scalarised, ideal: Ideal) -> bool:
    """Whether the derivative of an equation's gap along the flow is a sum of multiples of the equations: the motion then keeps them."""
    left, right = (free.matrix(side) if is_matrix(side) else free.scalar(side) for side in (equation.lhs, equation.rhs))
    if isinstance(left, dict):
        return ideal.holds(matrix_derivative(free, difference(left, right), rates), free)
    for side in (left, right):
        ensure_smooth(side, set(rates), free, met_by(free, setting))
    return ideal.holds(derivative(free, left - right, rates), free)


# refutation ---------------------------------------------------------------------------------------------------------------


def refute_rate(quantity, change, rate, domain: Domain, deadline: Deadline) -> Counterexample | None:
    """A point where a quantity has a value and its derivative is not the stated one.

    The formula of a derivative may have a value where the quantity has none: 1/x is one at x = -1, log x is not. Raises DomainError
    where no point of the domain is found.
    """
    quantity = domain.expand(quantity)
    found = search_equal(change, rate, domain, deadline)
    if found.counterexample is None or _has_value(quantity, found.point):
        return found.counterexample
    return search_equal(_beside(quantity, change), rate, domain, deadline).counterexample


def _beside(quantity, change):
    """The change in a form that has a value only where the quantity has one too."""
    if is_matrix(quantity):
        return MatAdd(change, quantity, -quantity, evaluate=False)
    one = Add(1, quantity, -quantity, evaluate=False)
    return (MatMul if is_matrix(change) else Mul)(one, change, evaluate=False)


def _has_value(expression, point) -> bool:
    try:
        contrast(expression, expression, point, most=256)
    except NotEvaluable:
        return False
    return True
