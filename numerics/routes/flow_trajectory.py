"""The gradient-flow route for whole trajectories: a network is trained in Torch and what a statement says is read off it.

A closed form is compared with the trained parameters at two times; a minimiser with the parameters at which training on
an underdetermined problem comes to rest. The training knows the network's forward function, its start and its data;
no equation of motion and no closed form. Errors of the float64 integration leave eight digits of a trajectory, six of a
place of rest.
"""

from __future__ import annotations

from functools import singledispatch

import mpmath
import numpy as np
from sympy import Eq, Rational

from theoremtest.derivations.language import Minimises, Solves, Statement
from theoremtest.numerics.training.trained_networks import NETWORKS, from_array, layer_name, loss_of, parameter, training_data
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.matrices import entries, gradient, value

DIGITS = {Solves: 8, Minimises: 6}
WORKING = 40
SPAN = 1.0
"""Longest time for which a trajectory is followed."""
LONG = 100.0
"""Time within which a network must come to fit its data; slower ones are left for another start."""
MAX_STEPS = 2000
FITTED = 1e-9
"""Largest residual of a network that fits its data."""


def applies(statement: Statement) -> bool:
    """Whether the statement says of which network's training it speaks, and from which parameters."""
    told = statement.system if isinstance(statement, Solves) else statement
    return (follow.dispatch(type(statement)) is not follow.dispatch(object) and told.network in NETWORKS
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


def _start(told, where, point):
    """Parameters by name as arrays, learning rates by name, and the point with the parameters in it."""
    known = {symbol: value(where.expand(told.lift.get(symbol, symbol)), point, WORKING)
             for symbol in dict.fromkeys([*told.learning_rates, *told.lift])}
    for symbol, found in known.items():
        if any(not isinstance(number, mpmath.mpf) or not mpmath.isfinite(number) for number in entries(found)):
            raise NotDefined(f"no real parameter {symbol} belongs to this start")
    there = {**point, **known}
    network = _network(told)
    start = {layer_name(symbol): parameter(network, layer_name(symbol), known[symbol]) for symbol in told.learning_rates}
    rates = {layer_name(symbol): float(value(where.expand(rate), there, WORKING)) for symbol, rate in told.learning_rates.items()}
    return start, rates, there


def _trained(told, there, run, place) -> dict:
    """The point with the parameters of the trained network at one of its times."""
    reached = dict(there)
    for symbol in told.learning_rates:
        reached[symbol] = from_array(run.parameters[layer_name(symbol)][place])
    return reached


def _network(told):
    return NETWORKS[told.network]()


@follow.register
def _(statement: Solves, point):
    from theoremtest.numerics.training.gradient_flow import flow

    system, where = statement.system, statement.on
    at_start = {symbol: number for symbol, number in point.items() if symbol != system.t}
    start, rates, there = _start(system, where, at_start)
    network, loss = _network(system), loss_of(system.network)
    inputs, targets = system.data
    data, target = training_data(network, (inputs, where.expand(targets)), there, WORKING)
    times = _times(network, start, data, target, rates, loss)
    run = flow(network, start, data, target, times, rates, loss=loss, rtol=1e-12, atol=1e-14, device="cpu", replay=True)
    said, shown, size = [], [], 0.0
    for place, time in enumerate(times):
        reached = _trained(system, there, run, place)
        for state, solution in statement.solution.items():
            said.append(value(where.expand(solution), {**at_start, system.t: Rational(time)}, WORKING))
            shown.append(value(where.expand(system.read[state]), reached, WORKING))
        size = max(size, *(float(np.abs(run.parameters[name][place]).max()) for name in start))
    return said, shown, min(size, 1.0)


def _times(network, start, data, target, rates, loss) -> list[float]:
    """Half way and at the end of a span in which the parameters change by about half their size, `SPAN` or shorter."""
    import torch

    from theoremtest.numerics.training.problem import pose

    problem, state, _ = pose(network, start, data, target, rates, loss, torch.device("cpu"))
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
    start, rates, there = _start(statement, where, point)
    rows = len(next(numbers for numbers in start.values() if numbers.ndim))
    # singular values near one: a stiff problem costs steps and shows nothing more
    turned, stretched = np.linalg.qr(draws.normal(size=(rows, rows)))[0], draws.uniform(0.7, 1.5, size=(rows - 1, 1))
    data, target = stretched * turned[: rows - 1], draws.normal(size=rows - 1)
    try:
        run = flow(_network(statement), start, data, target, np.geomspace(1e-3, LONG, 200), rates, rtol=1e-10, atol=1e-12,
                   device="cpu", max_steps=MAX_STEPS, replay=True)
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
