"""The gradient-flow route for whole trajectories: a network is trained in Torch and what a statement says is read off it.

A closed form is compared with the trained parameters at two times; a limit, and a minimiser, with the parameters at which training
comes to rest. The training knows the network's forward function, its start and its data;
no equation of motion and no closed form. Errors of the float64 integration leave eight digits of a trajectory, six of a
place of rest.
"""

from __future__ import annotations

from functools import singledispatch

import mpmath
import numpy as np
from sympy import Eq, Rational

from theoremtest.derivations.language import Limit, Minimises, Solves, Statement, real
from theoremtest.numerics.training.formulas import at_point
from theoremtest.numerics.training.trained_networks import Trainee, from_array, parameter, trainable, trainee, training_data
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.matrices import entries, gradient, value

DIGITS = {Solves: 8, Limit: 6, Minimises: 6}
WORKING = 40
SPAN = 1.0
"""Longest time for which a trajectory is followed."""
LONG = 100.0
"""Time within which a network must come to fit its data; slower ones are left for another start."""
MAX_STEPS = 2000
FITTED = 1e-9
"""Largest residual of a network that fits its data."""
AT_REST = 1e-8
"""Largest share of a quantity's size by which the second half of a training may move it, if it has come to rest."""


def applies(statement: Statement) -> bool:
    """Whether the statement says of which network's training it speaks, and from which parameters."""
    told = statement.system if isinstance(statement, Solves) else statement.training if isinstance(statement, Limit) else statement
    return (follow.dispatch(type(statement)) is not follow.dispatch(object) and told is not None and trainable(told.network)
            and bool(told.lift) and bool(told.learning_rates))


def domain(statement: Statement):
    """The domain that starts are drawn from; for minimisations, in three dimensions."""
    from theoremtest.numerics.routes.points import sampled_domain

    if isinstance(statement, Minimises):
        return statement.on.but(*(Eq(dimension, 3) for dimension in statement.on.dimensions))
    return sampled_domain(statement)


@singledispatch
def follow(statement: Statement, point) -> tuple[list, list, float]:
    """What the statement says and what the trained network shows, as lists of numbers, and the numbers' natural size."""
    raise TypeError(f"the gradient-flow route follows no trajectory for {type(statement).__name__}")


def _start(told, where, point, trained: Trainee):
    """Parameters by name as arrays, learning rates by name, and the point with the parameters in it."""
    known = {symbol: value(where.expand(told.lift.get(symbol, symbol)), point, WORKING)
             for symbol in dict.fromkeys([*told.learning_rates, *told.lift])}
    for symbol, found in known.items():
        if any(not isinstance(number, mpmath.mpf) or not mpmath.isfinite(number) for number in entries(found)):
            raise NotDefined(f"no real parameter {symbol} belongs to this start")
    there = {**point, **known}
    names = trained.names
    start = {names[symbol]: parameter(trained.network, names[symbol], known[symbol]) for symbol in told.learning_rates}
    rates = {names[symbol]: float(value(where.expand(rate), there, WORKING)) for symbol, rate in told.learning_rates.items()}
    return start, rates, there


def _trained(told, there, run, place, trained: Trainee) -> dict:
    """The point with the parameters of the trained network at one of its times."""
    reached = dict(there)
    for symbol in told.learning_rates:
        reached[symbol] = from_array(run.parameters[trained.names[symbol]][place])
    return reached


def _posed(system, where, point):
    """What is trained from a point on, and from where: (what, start, rates, point with the parameters, inputs, targets)."""
    trained = trainee(at_point(system.network, where, point), system.learning_rates, system.data)
    start, rates, there = _start(system, where, point, trained)
    inputs, targets = system.data
    data, target = training_data(trained.network, (inputs, where.expand(targets)), there, WORKING)
    trained.examine(start, data, target)
    return trained, start, rates, there, data, target


@follow.register
def _(statement: Solves, point):
    from theoremtest.numerics.training.gradient_flow import flow

    system, where = statement.system, statement.on
    at_start = {symbol: number for symbol, number in point.items() if symbol != system.t}
    trained, start, rates, there, data, target = _posed(system, where, at_start)
    times = _times(trained, start, data, target, rates)
    run = flow(trained.network, start, data, target, times, rates, loss=trained.loss, rtol=1e-12, atol=1e-14, device=trained.device,
               replay=trained.replay)
    said, shown, size = [], [], 0.0
    for place, time in enumerate(times):
        reached = _trained(system, there, run, place, trained)
        for state, solution in statement.solution.items():
            said.append(value(where.expand(solution), {**at_start, system.t: Rational(time)}, WORKING))
            shown.append(value(where.expand(system.read[state]), reached, WORKING))
        size = max(size, *(float(np.abs(run.parameters[name][place]).max()) for name in start))
    return said, shown, min(size, 1.0)


@follow.register
def _(statement: Limit, point):
    """The quantity where training comes to rest."""
    from theoremtest.numerics.training.gradient_flow import FlowFailed, flow

    system, where = statement.training, statement.on
    at_start = {symbol: number for symbol, number in point.items() if symbol != system.t}
    trained, start, rates, there, data, target = _posed(system, where, at_start)
    (reading,) = system.read.values()
    try:
        run = flow(trained.network, start, data, target, [LONG / 2, LONG], rates, loss=trained.loss, rtol=1e-10, atol=1e-12,
                   device=trained.device, max_steps=MAX_STEPS, replay=trained.replay)
    except FlowFailed as error:
        raise NotDefined(str(error)) from error
    before, after = (entries(value(where.expand(reading), _trained(system, there, run, place, trained), WORKING)) for place in (0, 1))
    size = max(1.0, *(float(abs(entry)) for entry in after))
    if max(abs(one - other) for one, other in zip(before, after, strict=True)) > AT_REST * size:
        raise NotDefined(f"the network did not come to rest by t = {LONG:g}")
    return entries(value(where.expand(statement.value), at_start, WORKING)), after, size


def _times(trained: Trainee, start, data, target, rates) -> list[float]:
    """Half way and at the end of a span in which the parameters change by about half their size, `SPAN` or shorter."""
    from theoremtest.numerics.training.problem import pose

    problem, state, _ = pose(trained.network, start, data, target, rates, trained.loss, trained.device)
    pace = float(problem.velocity(state).abs().max()) / max(1.0, float(state.abs().max()))
    end = SPAN
    while 2 * end * pace > 1:
        end /= 2
    return [end / 2, end]


@follow.register
def _(statement: Minimises, point):
    """Where training comes to rest, the objective's gradient lies in the row space of X: its part along the null vector."""
    from theoremtest.numerics.training.gradient_flow import FlowFailed, flow

    where, x = statement.on, statement.variable
    draws = np.random.default_rng(sum(ord(letter) for letter in str(sorted(map(str, point.items())))))
    trained = trainee(statement.network, statement.learning_rates, (statement.variable.T, real("y")))
    start, rates, there = _start(statement, where, point, trained)
    rows = len(next(numbers for numbers in start.values() if numbers.ndim))
    # singular values near one: a stiff problem costs steps and shows nothing more
    turned, stretched = np.linalg.qr(draws.normal(size=(rows, rows)))[0], draws.uniform(0.7, 1.5, size=(rows - 1, 1))
    data, target = stretched * turned[: rows - 1], draws.normal(size=rows - 1)
    try:
        run = flow(trained.network, start, data, target, np.geomspace(1e-3, LONG, 200), rates, rtol=1e-10, atol=1e-12,
                   loss=trained.loss, device=trained.device, max_steps=MAX_STEPS, replay=trained.replay)
    except FlowFailed as error:
        raise NotDefined(str(error)) from error
    if 2 * float(run.losses[-1]) > FITTED**2:
        raise NotDefined(f"the network did not come to fit its data by t = {LONG:g}")
    path = run.network.forward({name: _tensor(numbers) for name, numbers in run.parameters.items()}, _tensor(np.eye(rows)))
    if (np.sum((path[1:] * path[:-1]).numpy(), axis=1) <= 0).any():
        raise NotDefined("the network turns round at the origin of function space, where no preconditioner is defined")
    reached = {**there, x: mpmath.matrix([mpmath.mpf(float(entry)) for entry in path[-1]])}
    slope = value(where.expand(statement.slope), point, WORKING)
    force = gradient(where.expand(statement.potential), x, reached, WORKING) - slope
    across = np.linalg.svd(data)[2][-1]
    apart = mpmath.fsum(force[i] * across[i] for i in range(rows))
    return [apart], [mpmath.mpf(0)], float(max(abs(entry) for entry in [*force, *slope]))


def _tensor(array):
    import torch

    return torch.from_numpy(np.asarray(array, dtype=float))
