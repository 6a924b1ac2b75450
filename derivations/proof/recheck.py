"""Whether a statement certainly fails at one exact point, worked out anew from the statement alone.

Nothing here knows how a counterexample was found: the sides are put together from the definition of the kind and enclosed.
"""

from __future__ import annotations

from functools import singledispatch

from sympy import Gt, Identity, Lt, MatrixSymbol, Ne, S, ZeroMatrix, diff

from rederive.derivations.language.classifies import Classifies
from rederive.derivations.language.flow import GradientFlow
from rederive.derivations.language.square_root import SquareRoot
from rederive.derivations.language.statement import AtMostOneZero, Conserved, Equal, Evolves, Holds, Iff, Inverse, Solves

from .balls import enclose as balls
from .cases.classify import goals
from .deadline import Deadline
from .ladder import evaluated
from .matrices.words import is_matrix


@singledispatch
def fails_at(statement, point: dict, deadline: Deadline) -> bool | None:
    """True where the statement certainly fails at the point, False where it is not seen to, None where one point cannot tell."""
    return None


def _differ(pairs, point, deadline) -> bool | None:
    """Whether certainly one pair of sides differs; None where that cannot be worked out."""
    unknown = False
    for left, right in pairs:
        try:
            if balls.separated(left, right, point, deadline) is not None:
                return True
        except balls.NotEvaluable:
            unknown = True
    return None if unknown else False


def _put(statement, expression):
    return statement.on.expand(evaluated(expression))


@fails_at.register
def _(statement: Equal, point, deadline):
    return _differ([(_put(statement, statement.left), _put(statement, statement.right))], point, deadline)


@fails_at.register
def _(statement: Inverse, point, deadline):
    matrix, inverse = _put(statement, statement.matrix), _put(statement, statement.inverse)
    one = Identity(matrix.shape[0])
    return _differ([(matrix * inverse, one), (inverse * matrix, one)], point, deadline)


@fails_at.register
def _(statement: SquareRoot, point, deadline):
    return None  # a root may fail by its signs alone, which no pair of sides shows


@fails_at.register(Evolves)
@fails_at.register(Conserved)
def _(statement, point, deadline):
    flow = statement.along
    if any(statement.on.expand(expression).atoms(MatrixSymbol) for expression in statement.expressions()):
        return None  # inner products have no derivative of their own
    quantity = _put(statement, statement.quantity)
    if isinstance(flow, GradientFlow):
        rates = {state: -_put(statement, rate) * diff(_put(statement, flow.loss), state) for state, rate in flow.learning_rates.items()}
    else:
        rates = {state: _put(statement, rate) for state, rate in flow.rates.items()}
    change = sum((diff(quantity, state) * rate for state, rate in rates.items()), S.Zero)
    return _differ([(change, _put(statement, statement.rate))], point, deadline)


@fails_at.register
def _(statement: Solves, point, deadline):
    t, states = statement.system.t, statement.system.rates
    solution = {state: _put(statement, value) for state, value in statement.solution.items()}
    pairs = [(diff(solution[state], t), _put(statement, rate).subs(solution, simultaneous=True)) for state, rate in states.items()]
    pairs += [(solution[state].subs(t, 0), _put(statement, value)) for state, value in statement.system.initial.items()]
    return _differ(pairs, point, deadline)


def _truth(condition, point, deadline) -> bool | None:
    if condition in (S.true, S.false):
        return condition == S.true
    try:
        return balls.truth(condition, point, deadline)
    except balls.Undefined:
        raise
    except balls.NotEvaluable:
        return None


@fails_at.register
def _(statement: Holds, point, deadline):
    relation = _put(statement, statement.relation)
    try:
        holds = _truth(relation, point, deadline)
    except balls.Undefined:
        return False
    if holds is None and isinstance(relation, (Gt, Lt, Ne)):
        return None  # sides that are one irrational number: balls never part them
    return holds is False


@fails_at.register
def _(statement: Iff, point, deadline):
    try:
        truths = {_truth(_put(statement, side), point, deadline) for side in (statement.left, statement.right)}
    except balls.Undefined:
        return False
    return None if None in truths else len(truths) == 2


@fails_at.register
def _(statement: Classifies, point, deadline):
    unknown = False
    for _, hypothesis, conclusion in goals(statement):
        try:
            truths = _truth(hypothesis, point, deadline), _truth(conclusion, point, deadline)
        except balls.Undefined:
            continue
        if truths == (True, False):
            return True
        unknown = unknown or None in truths
    return None if unknown else False


@fails_at.register
def _(statement: AtMostOneZero, point, deadline):
    """A state that stays where it is, with the quantity zero there, makes it vanish at all times."""
    flow = statement.along
    pairs = [(_put(statement, rate), ZeroMatrix(*rate.shape) if is_matrix(rate) else S.Zero) for rate in flow.rates.values()]
    pairs.append((_put(statement, statement.quantity), S.Zero))
    try:
        return all(_same(left, right, point) for left, right in pairs)
    except balls.NotEvaluable:
        return False


def _same(left, right, point) -> bool:
    """Whether both are rational at the point, and equal."""
    if is_matrix(left):
        enclosed = balls.matrix_enclosure(left, point, balls.PRECISIONS[0])
        return all(entry.is_exact() and entry == 0 for entry in enclosed.entries())
    return balls.exact_value(left - right, point) == 0
