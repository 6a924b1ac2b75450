"""Rates along flows, what is conserved, initial value problems, how often something vanishes."""

from __future__ import annotations

from random import Random

from sympy import S, cos, diff, exp, sin, tanh

from theoremtest.derivations.language import TIME, AtMostOneZero, Conserved, Domain, Evolves, Flow, GradientFlow, Solves, System, reals

from ...case import Case
from ...independent import differ
from .expressions import FREE, X, rewritten
from .slipped import case_of, some_points, true_or_slipped

x, y, z, a, b = reals("x_1", "x_2", "x_3", "a", "b")
STATES = (x, y, z)
ON = Domain(*(symbol > 0 for symbol in X), over=[*STATES, a, b, *FREE])


def _polynomial(chance, letters, terms: int = 3):
    made = S.Zero
    for _ in range(1 + chance.randrange(terms)):
        term = S(chance.choice((1, -1, 2, -3)))
        for _ in range(chance.randrange(3)):
            term = term * chance.choice(letters)
        made = made + term
    return made


def _rate(quantity, rates):
    return sum((diff(quantity, state) * rate for state, rate in rates.items()), S.Zero)


def _off(made, point, rates) -> bool | None:
    return differ(_rate(made.quantity, rates), made.rate, point)


def evolves(chance: Random) -> Case | None:
    """A quantity, and its rate by the chain rule."""
    quantity = _polynomial(chance, (*STATES, a))
    if chance.randrange(2):
        quantity = chance.choice((exp, tanh, sin, cos))(_polynomial(chance, (x, y, a), 2))
    if chance.randrange(3):
        rates = {state: _polynomial(chance, (*STATES, b)) for state in STATES}
        flow = Flow(rates)
    else:
        loss = _polynomial(chance, (*STATES, a)) ** 2
        flow, rates = GradientFlow(loss, dict.fromkeys(STATES, b)), {state: -b * diff(loss, state) for state in STATES}
    statement = Evolves(quantity, rewritten(_rate(quantity, rates), chance, 1), along=flow, on=ON)
    return true_or_slipped(statement, chance, lambda made, point: _off(made, point, rates), _points(chance))


def _points(chance):
    return some_points(dict.fromkeys((*STATES, a, b, *X, *FREE)), chance, X)


def conserved(chance: Random) -> Case | None:
    """A quantity, and a flow along its level sets; or a flow that leaves them."""
    quantity = _polynomial(chance, STATES) + x * y
    factor = _polynomial(chance, (*STATES, a))
    rates = {x: factor * diff(quantity, y), y: -factor * diff(quantity, x), z: S.Zero}
    if diff(quantity, z) != 0:
        rates = {x: factor * diff(quantity, z), y: S.Zero, z: -factor * diff(quantity, x)}
    leaves = chance.randrange(2)
    if leaves:
        state = chance.choice(STATES)
        rates = {**rates, state: rates[state] + chance.choice((S.One, a, x, y * b))}
    statement = Conserved(rewritten(quantity, chance, 1) if chance.randrange(2) else quantity, along=Flow(rates), on=ON)
    if not leaves:
        return case_of(statement, True, "the flow follows the level sets")
    where = next((point for point in _points(chance) if differ(_rate(quantity, rates), S.Zero, point)), None)
    return None if where is None else case_of(statement, False, f"the rate is not 0 at {where}")


def solves(chance: Random) -> Case | None:
    """A solution of a family, with the equation and the start that it has."""
    k, start = S(1 + chance.randrange(3)) / chance.choice((1, 2)), S(1 + chance.randrange(4))
    shape = chance.randrange(5)
    if shape == 0:
        value, rate = start * exp(-k * TIME), -k * x
    elif shape == 1:
        value, rate = start / (1 + k * start * TIME), -k * x**2
    elif shape == 2:
        value, rate, start = tanh(k * TIME), k * (1 - x**2), S.Zero
    elif shape == 3:
        value, rate = start + k * TIME**2, 2 * k * TIME
    else:
        value, rate = start * exp(k * TIME) + k * (1 - exp(k * TIME)), k * (x - k)
    statement = Solves(System({x: rate}, {x: start}), {x: value}, on=Domain(TIME >= 0))

    def off(made, point):
        solution, system = made.solution[x], made.system
        return (differ(diff(solution, TIME), S(system.rates[x]).subs(x, solution), point)
                or differ(solution.subs(TIME, 0), S(system.initial[x]), point))

    if chance.randrange(5) == 0:
        pole = S(1 + chance.randrange(5))
        late = Solves(System({x: x**2}, {x: 1 / pole}), {x: 1 / (pole - TIME)}, on=Domain(TIME >= 0))
        return case_of(late, False, f"a pole at t = {pole}")
    return true_or_slipped(statement, chance, off, some_points((TIME,), chance, (TIME,)))


def zeros(chance: Random) -> Case:
    """What rises vanishes at most once; what turns, or rests at zero, does not."""
    up = 1 + _polynomial(chance, (x, y)) ** 2
    shape = chance.randrange(4)
    if shape < 2:
        return case_of(AtMostOneZero(x, along=Flow({x: up, y: _polynomial(chance, (x, y))}), on=Domain(over=[x, y])), True, "it rises")
    if shape == 2:
        turning = Flow({x: y, y: -S(1 + chance.randrange(3)) * x})
        return case_of(AtMostOneZero(x, along=turning, on=Domain(over=[x, y])), False, "it turns round")
    return case_of(AtMostOneZero(x, along=Flow({x: x * up, y: S.Zero}), on=Domain(over=[x, y])), False, "it rests at 0")


MAKERS = (evolves, conserved, solves, zeros)
