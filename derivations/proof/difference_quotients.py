"""Derivatives at a point by difference quotients of balls: what a proof of a rate, a gradient or a Hessian is tried against.

Steps of 2^-256 in 1024 bits leave a derivative some 250 digits of a smooth formula. That shows nothing for certain, and differentiates
nothing: no rule for derivatives is shared with whoever found the proof.
"""

from __future__ import annotations

from itertools import product

from flint import arb
from sympy import ImmutableMatrix, Rational, S

from theoremtest.derivations.language.flow import GradientFlow
from theoremtest.derivations.language.statement import Conserved, Evolves, Gradient, Hessian

from .balls import enclose as balls
from .balls import rules
from .matrices.letters import is_matrix
from .points.explicit import units

DIFFERENTIAL = Evolves, Conserved, Gradient, Hessian
BITS = 1024
STEP, WIDE_STEP = Rational(1, 2**256), Rational(1, 2**120)
"""The step of a first derivative, and that of a second one."""
ROUNDING = arb(2) ** -60


def changes_otherwise(statement, point: dict, put) -> bool:
    """Whether a derivative that a statement states is seen to be another one at a point. put: writes a formula of the statement out.

    Raises NotEvaluable where a part has no value.
    """
    with rules.precision(BITS):
        return _changes_otherwise(statement, point, put)


def _changes_otherwise(statement, point: dict, put) -> bool:
    if isinstance(statement, Gradient):
        found = _gradient(put(statement.potential), statement.variable, point)
        return _differ(found, _entries(put(statement.value), point))
    if isinstance(statement, Hessian):
        return _differ(_hessian(put(statement.potential), statement.variable, point), _entries(put(statement.field), point))
    quantity = put(statement.quantity)
    found = _quotient(quantity, point, _rates(statement, point, put), STEP)
    stated = [arb(0)] * len(found) if statement.rate == S.Zero else _entries(put(statement.rate), point)
    return _differ(found, stated)


def _differ(found: list, stated: list) -> bool:
    return any(abs(one - other) > ROUNDING * (1 + abs(one) + abs(other)) for one, other in zip(found, stated, strict=True))


def _entries(expression, point: dict) -> list[arb]:
    if is_matrix(expression):
        return list(balls.matrix_enclosure(expression, point, BITS).entries())
    return [balls.enclosure(expression, point, BITS)]


def _rates(statement, point: dict, put) -> dict:
    """The rate of each state at the point, as rationals next to them."""
    flow = statement.along
    if isinstance(flow, GradientFlow):
        loss, rates = put(flow.loss), {}
        for state, speed in flow.learning_rates.items():
            (factor,) = _entries(put(speed), point)
            rates[state] = [-factor * slope for slope in _gradient(loss, state, point)]
    else:
        rates = {state: _entries(put(rate), point) for state, rate in flow.rates.items()}
    return {state: _shaped(list(map(_rational, entries)), point[state]) for state, entries in rates.items()}


def _shaped(entries: list, like):
    return ImmutableMatrix(*like.shape, entries) if isinstance(like, ImmutableMatrix) else entries[0]


def _rational(value: arb) -> Rational:
    mantissa, exponent = value.mid().man_exp()
    mantissa, exponent = int(mantissa), int(exponent)
    return Rational(mantissa * 2**exponent) if exponent >= 0 else Rational(mantissa, 2**-exponent)


def _quotient(expression, point: dict, direction: dict, step: Rational) -> list[arb]:
    ahead, behind = (_entries(expression, {**point, **{symbol: point[symbol] + turn * step * rate for symbol, rate in direction.items()}})
                     for turn in (1, -1))
    return [(one - other) / (2 * arb(int(step.p)) / int(step.q)) for one, other in zip(ahead, behind, strict=True)]


def _gradient(expression, symbol, point: dict) -> list[arb]:
    return [_quotient(expression, point, {symbol: unit}, STEP)[0] for unit in units(symbol, point)]


def _hessian(expression, symbol, point: dict) -> list[arb]:
    """By four values for each pair of entries."""
    step, axes = WIDE_STEP, units(symbol, point)
    square = (2 * arb(int(step.p)) / int(step.q)) ** 2

    def at(one, other, turn, twist):
        return _entries(expression, {**point, symbol: point[symbol] + turn * step * axes[one] + twist * step * axes[other]})[0]

    return [(at(i, j, 1, 1) - at(i, j, 1, -1) - at(i, j, -1, 1) + at(i, j, -1, -1)) / square
            for i, j in product(range(len(axes)), repeat=2)]
