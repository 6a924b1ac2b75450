"""The gradient-flow route for claims: the network is built in Torch and its gradients taken by autograd.

A statement about change along a network's training is looked at where random parameters stand: the parameters' velocity
comes from the network's forward function alone, or from the loss where nothing else is said, and the quantity's change along it is a
difference quotient. Gradients
are float64, so agreement to ten digits is asked for; nothing of the flow's own formulas is used. Statements about whole
trajectories are left to `flow_trajectory`.
"""

from __future__ import annotations

from dataclasses import replace

import mpmath

from theoremtest.derivations.language import (
    Conserved,
    Counterexample,
    Evidence,
    Evolves,
    GatedFlow,
    GradientFlow,
    Observed,
    Outcome,
    Statement,
)
from theoremtest.derivations.language.networks import own_network
from theoremtest.derivations.proof.reasons import CRASHED
from theoremtest.numerics.extras import command, installed
from theoremtest.numerics.routes import flow_trajectory, gated_velocity, points
from theoremtest.numerics.routes.observed import observed
from theoremtest.numerics.routes.refutation import differ, told_apart
from theoremtest.numerics.routes.sizes import larger_among_the_first, supported
from theoremtest.numerics.routes.trial import agreed_digits
from theoremtest.numerics.training.formulas import at_point, velocity
from theoremtest.numerics.training.own_networks import NetworkFault
from theoremtest.numerics.training.threads import one_thread
from theoremtest.numerics.training.trained_networks import from_array, parameter, trainable, trainee, training_data
from theoremtest.numerics.values.evaluate import EvaluationError
from theoremtest.numerics.values.matrices import entries, largest, moved, slope, value

ENGINE = "Torch autograd, float64"
TRAINING = "Torch, trained by autograd, float64"
TRAJECTORIES, CANDIDATES = 3, 8
COUNT = 6
DIGITS = 10
DIFFERENCE = 40


def available() -> bool:
    """Whether Torch can be imported; asking costs nothing."""
    return installed("torch")


def prepare(optimiser: bool) -> None:
    """Import what networks are trained by, before time is counted: Torch whose import is broken off cannot be imported again here.

    optimiser: for experiments, which train with one; the first one made imports as much of Torch again.
    """
    if available():
        import torch

        if optimiser:
            torch.optim.SGD([torch.zeros(1, requires_grad=True)], 1.0)


def applies(statement: Statement) -> bool:
    """Whether the statement is about the training of a network that is told in full."""
    if flow_trajectory.applies(statement) or isinstance(statement, Observed):
        return True
    along = getattr(statement, "along", None)
    if isinstance(along, GatedFlow):
        return isinstance(statement, Evolves | Conserved)
    if not isinstance(statement, Evolves | Conserved):
        return False
    return is_loss(along) or (trainable(getattr(along, "network", None)) and bool(along.data) and bool(along.learning_rates))


def is_loss(along: object) -> bool:
    """Whether a flow is said by its loss alone, which autograd then differentiates as it stands."""
    return isinstance(along, GradientFlow) and along.network is None


def check(statement: Statement, seed: str, count: int = COUNT) -> Evidence:
    """The statement at `count` random parameters, or as it is measured; unavailable without Torch."""
    if not available():
        return Evidence("flow", ENGINE, Outcome.UNAVAILABLE, tried=(f"torch is not installed: {command('torch')}",))
    if isinstance(statement, Observed):
        return observed(statement)
    try:
        with one_thread():
            found = followed(statement, seed) if flow_trajectory.applies(statement) else _changes(statement, seed, count)
    except NetworkFault as error:  # a fault of the map or of the network is to be seen, whatever other routes say
        return Evidence("flow", ENGINE, Outcome.UNDECIDED, tried=(f"{CRASHED}{error}",))
    own = own_network(statement)
    return found if own is None else replace(found, engine=f"{found.engine}: {own.name}")


def _changes(statement: Statement, seed: str, count: int) -> Evidence:
    """A statement about change, at `count` random parameters."""
    worst = None
    drawn = points.draw(statement.on, count, seed)
    for point in drawn:
        left, right, pace = sides(statement, point)
        digits = agreed_digits(left, right, pace)
        worst = digits if worst is None else min(worst, digits)
        if digits < DIGITS:
            shown = tuple((str(name), str(number)) for name, number in point.items())
            example = Counterexample(shown, str([mpmath.nstr(x, 8) for x in left]), str([mpmath.nstr(x, 8) for x in right]),
                                     "change along the trained network against the stated rate")
            return told_apart(statement, point, differ("flow", ENGINE, f"{max(int(digits), 0)} digits", example))
    figure = f"{DIGITS} digits or more, {len(drawn)} points"
    return supported(Evidence("flow", ENGINE, Outcome.AGREES, f"{len(drawn)} points", figure), statement.on, drawn)


def followed(statement: Statement, seed: str, count: int = TRAJECTORIES) -> Evidence:
    """A statement about whole trajectories, held to networks trained from `count` starts.

    A start that training cannot follow is replaced by another one.
    """
    required, seen, tried, at = flow_trajectory.DIGITS[type(statement)], 0, [], []
    domain = flow_trajectory.domain(statement)
    for point in larger_among_the_first(domain, points.draw(domain, CANDIDATES * count, f"{seed} training")):
        if seen == count:
            break
        try:
            said, shown, size = flow_trajectory.follow(statement, point)
        except EvaluationError as error:
            tried.append(str(error))
            continue
        digits = agreed_digits(said, shown, size)
        if digits < required:
            example = Counterexample(tuple((str(name), str(number)) for name, number in point.items()),
                                     str([mpmath.nstr(x, 12) for x in said]), str([mpmath.nstr(x, 12) for x in shown]),
                                     "what is stated against the trained network")
            return told_apart(statement, point, differ("flow", TRAINING, f"{digits} digits", example))
        seen += 1
        at.append(point)
    if not seen:
        return Evidence("flow", TRAINING, Outcome.UNDECIDED, tried=tuple(dict.fromkeys(tried))[:3])
    told = Evidence("flow", TRAINING, Outcome.AGREES, f"{seen} trained networks", f"{required} digits or more")
    return supported(told, domain, at)


def sides(statement, point):
    """The quantity's change along the network's velocity, the stated rate, and the velocity's size.

    Rounding in the velocity limits the digits of both, so agreement is told relative to the largest of the three. The size is that of the
    velocity's two parts, what the outputs and what the targets give: near a minimum they cancel, and what is left of them is rounding.
    """
    domain, along = statement.on, statement.along
    quantity, rate = domain.expand(statement.quantity), domain.expand(statement.rate)
    with mpmath.workdps(DIFFERENCE):
        if isinstance(along, GatedFlow):
            point = {**point, **gated_velocity.pattern(along, point, DIFFERENCE)}
            parameters, direction = {}, gated_velocity.velocity(along, domain, point, DIFFERENCE)
            pace = largest([x for change in direction.values() for x in entries(change)])
        elif is_loss(along):
            rates = {letter: domain.expand(rate) for letter, rate in along.learning_rates.items()}
            found = velocity(domain.expand(along.loss), rates, point)
            parameters, direction = {}, {letter: from_array(change.numpy()) for letter, change in found.items()}
            pace = largest([x for change in direction.values() for x in entries(change)])
        else:
            parameters, direction, pace = _velocity(along, domain, point)
        if getattr(along, "lift", None):  # a reduced state moves as its readings do
            at = {**point, **parameters}
            direction = {state: slope(lambda h, reading=reading: value(reading, moved(at, direction, h), DIFFERENCE), DIFFERENCE)
                         for state, reading in along.read.items()}
        if not pace:  # nothing moves; difference quotients of the readings would be rounding alone
            direction = {state: 0 * change for state, change in direction.items()}
        left = slope(lambda h: value(quantity, moved(point, direction, h), DIFFERENCE), DIFFERENCE)
        if isinstance(statement, Conserved):
            shares = [slope(lambda h, one=one: value(quantity, moved(point, one, h), DIFFERENCE), DIFFERENCE)
                      for one in ({state: change} for state, change in direction.items())]  # what each parameter's change adds cancels
            return entries(left), [mpmath.mpf(0)] * len(entries(left)), max(pace, largest([x for one in shares for x in entries(one)]))
        there = dict(point)
        if statement.symbol is not None:
            there[statement.symbol] = value(quantity, point, DIFFERENCE)
        return entries(left), entries(value(rate, there, DIFFERENCE)), pace


def _velocity(along, domain, point):
    """Parameters (by symbol) and their velocities by autograd, both as mpmath numbers, and the size of what adds up to the velocities."""
    from theoremtest.numerics.training.problem import pose

    lift = getattr(along, "lift", None) or {}
    known = {symbol: value(lift.get(symbol, symbol), point, DIFFERENCE)
             for symbol in (*along.learning_rates, *(s for s in lift if s not in along.learning_rates))}
    everything = {**point, **known}
    trained = trainee(at_point(along.network, domain, point), along.learning_rates, along.data)
    network = trained.network
    data, target = training_data(network, (along.data[0], domain.expand(along.data[1])), everything, DIFFERENCE)
    names = {name: symbol for symbol, name in trained.names.items()}
    start = {name: parameter(network, name, known[symbol]) for name, symbol in names.items()}
    trained.examine(start, data, target)
    rates = {name: float(value(domain.expand(along.learning_rates[symbol]), everything, DIFFERENCE))
             for name, symbol in names.items()}
    def velocity(goal):
        problem, state, _ = pose(network, start, data, goal, rates, trained.loss, trained.device)
        moving = problem.unpack(problem.velocity(state))
        return {symbol: from_array(moving[name][0].cpu().numpy()) for name, symbol in names.items()}

    direction, without_target = velocity(target), velocity(0 * target)
    pace = largest([x for found in (direction, without_target) for change in found.values() for x in entries(change)])
    return known, direction, pace
