"""Inequalities over compact domains by interval evaluation in Arb: the box is cut until every piece decides.

A proof by boxes covers every point of the closed box that the bounds describe. Conditions on several symbols only serve to
drop boxes on which they are certainly false.
"""

from __future__ import annotations

from flint import arb, fmpq
from sympy import And, Eq, Ge, Gt, Le, Lt, Ne, Or, Symbol

from theoremtest.derivations.language import Domain
from theoremtest.derivations.proof.balls import rules
from theoremtest.derivations.proof.balls.program import program
from theoremtest.derivations.proof.balls.rules import NotEvaluable

MOST = 4000
"""The most boxes that are looked at."""
BITS = 128


class NotABox(Exception):
    """The domain is not compact, or the relation holds what boxes cannot read."""


def proved_on_boxes(relation, domain: Domain, deadline) -> int | None:
    """How many boxes it took to prove the relation everywhere on the domain, or None. Raises NotABox."""
    conditions = domain.joint
    symbols = sorted(set().union(*(part.free_symbols for part in (relation, *conditions))), key=str)
    if domain.matrices or not symbols:
        raise NotABox("matrices, or nothing to cut")
    start = []
    for symbol in symbols:
        bounds = domain.bounds.get(symbol) if isinstance(symbol, Symbol) else None
        if bounds is None or bounds.lower is None or bounds.upper is None:
            raise NotABox(f"{symbol} is not bounded on both sides")
        start.append((fmpq(int(bounds.lower.p), int(bounds.lower.q)), fmpq(int(bounds.upper.p), int(bounds.upper.q))))
    try:
        for part in _comparisons(relation):
            program(part.lhs - part.rhs, part.lhs, part.rhs)
    except (NotEvaluable, TypeError) as error:
        raise NotABox(str(error)) from error
    waiting, seen, used = [start], 0, 0
    with rules.precision(BITS):
        while waiting:
            deadline.check()
            box = waiting.pop()
            seen += 1
            if seen > MOST:
                return None
            point = {symbol: _interval(low, high) for symbol, (low, high) in zip(symbols, box)}
            if any(_certainly_false(condition, point) for condition in conditions):
                continue
            if _certain(relation, point):
                used += 1
                continue
            middle = {symbol: (low + high) / 2 for symbol, (low, high) in zip(symbols, box)}
            if _fails(relation, middle) and not any(_certainly_false(condition, middle) for condition in conditions):
                return None
            widest = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
            low, high = box[widest]
            if high - low < fmpq(1, 10**6):
                return None
            middle = (low + high) / 2
            for half in ((low, middle), (middle, high)):
                waiting.append([*box[:widest], half, *box[widest + 1:]])
    return used or None


def _interval(low, high):
    return low if low == high else arb(low).union(arb(high))


def _comparisons(relation):
    if isinstance(relation, (And, Or)):
        for part in relation.args:
            yield from _comparisons(part)
    elif isinstance(relation, (Gt, Ge, Lt, Le, Ne, Eq)):
        yield relation
    else:
        raise NotABox(f"{type(relation).__name__} is not read by boxes")


def _difference(relation, point):
    """An enclosure of left - right over the box, or None where it or a side is not finite."""
    code = program(relation.lhs - relation.rhs, relation.lhs, relation.rhs)
    try:
        run = code.run(point)
        values = [run.get(root) for root in code.roots]
    except NotEvaluable:
        return None
    values = [rules.ball(value) for value in values]
    return values[0] if all(value.is_finite() for value in values) else None


def _certain(relation, point) -> bool:
    """Whether the relation is certainly true, and defined, on the whole box."""
    if isinstance(relation, And):
        return all(_certain(part, point) for part in relation.args)
    if isinstance(relation, Or):
        return any(_certain(part, point) for part in relation.args) and all(
            _difference(part, point) is not None for part in _comparisons(relation))
    value = _difference(relation, point)
    if value is None:
        return False
    if isinstance(relation, Gt):
        return value > 0
    if isinstance(relation, Ge):
        return value >= 0
    if isinstance(relation, Lt):
        return value < 0
    if isinstance(relation, Le):
        return value <= 0
    return isinstance(relation, Ne) and (value > 0 or value < 0)


def _fails(relation, point) -> bool:
    """Whether no comparison of the relation can be seen to hold at the point: cutting further is then of no use."""
    return not any(_certain(part, point) for part in _comparisons(relation))


def _certainly_false(condition, point) -> bool:
    """Whether the condition is false on the whole box, so that the box holds no point of the domain."""
    if isinstance(condition, And):
        return any(_certainly_false(part, point) for part in condition.args)
    if isinstance(condition, Or):
        return all(_certainly_false(part, point) for part in condition.args)
    if not isinstance(condition, (Gt, Ge, Lt, Le, Eq)):
        return False
    code = program(condition.lhs - condition.rhs)
    try:
        value = rules.ball(code.run(point).get(code.roots[0]))
    except NotEvaluable:
        return False
    if not value.is_finite():
        return False
    if isinstance(condition, Gt):
        return value <= 0
    if isinstance(condition, Ge):
        return value < 0
    if isinstance(condition, Lt):
        return value >= 0
    if isinstance(condition, Le):
        return value > 0
    return value > 0 or value < 0
