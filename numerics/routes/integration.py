"""The `integration` route: trajectories integrated from the equations of motion alone, against what a statement says of them.

A closed form is never shown to the integrator. Solutions are compared at two times, conserved quantities at the end of
a run, rates through the integral that their quantity must have changed by; zeros are counted along trajectories, and a
minimiser is compared with where the flow comes to rest.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

import mpmath
import numpy as np
import sympy
from sympy import Eq, Float, Rational, S

from theoremtest.derivations.language import (
    AtMostOneZero,
    Conserved,
    ConservedExactly,
    Counterexample,
    Decays,
    Evidence,
    Evolves,
    MeanEvolves,
    Minimises,
    Outcome,
    Solves,
    Statement,
    Stays,
    UniqueMotion,
    fresh,
)
from theoremtest.numerics.integrate.components import coordinates, in_coordinates, symbols_for, written_out
from theoremtest.numerics.integrate.reference import IntegrationError, LimitReached, Trajectory, integrate
from theoremtest.numerics.integrate.tape import UnsupportedOperation
from theoremtest.numerics.routes.bounded_motions import followed, numeric, starts
from theoremtest.numerics.routes.diffusions import simulated
from theoremtest.numerics.routes.points import draw, sampled_domain
from theoremtest.numerics.routes.refutation import differ, told_apart
from theoremtest.numerics.routes.relation_trials import inside
from theoremtest.numerics.routes.sizes import larger_among_the_first, supported
from theoremtest.numerics.routes.trial import agreed_digits, named, text
from theoremtest.numerics.values.evaluate import EvaluationError, NotDefined
from theoremtest.numerics.values.matrices import entries, gradient, is_matrix, largest, value

DIGITS = {Solves: 45, Conserved: 30, ConservedExactly: 30, Evolves: 30}
"""Digits aimed at: the solutions' equations are the lightest to integrate. All but five of them must agree."""
COUNT = 3
WORKING = 100
"""Digits with which values are worked out before they are compared."""
STEPS = 8
"""Taylor steps that a trajectory is followed for: what is analytic in time disagrees anywhere on it if it disagrees at all."""
MAX_STEPS = 24
"""Where its error is told by a second run. A trajectory that needs more passes close to a singularity and is left for another one."""
SPAN = Rational(1)
"""Longest time that trajectories are followed for identities; zeros and limits take longer."""
HALVINGS = 6
"""How often the span is halved for a trajectory whose steps do not reach its end."""


class Run:
    """One trajectory's result: digits agreed (None where digits are not the measure), and what disagrees."""

    def __init__(self, digits: int | None, rigorous: bool, fails: bool, left: str = "", right: str = "", note: str = "",
                 span: str = ""):
        self.digits, self.rigorous, self.fails = digits, rigorous, fails
        self.left, self.right, self.note, self.span = left, right, note, span


def applies(statement: Statement) -> bool:
    """Whether this route has anything to say about such a statement."""
    return follow.dispatch(type(statement)) is not follow.dispatch(object)


def check(statement: Statement, seed: str, count: int = COUNT) -> Evidence:
    """Follow `count` trajectories from random points; outcomes as in `theoremtest.numerics.routes.points.check`."""
    if not applies(statement):
        return Evidence("integration", "integration", Outcome.NOT_APPLICABLE)
    engine, number, domain = _plan(statement, count)
    seen, tried, doubts, at = [], [], [], []
    for point in larger_among_the_first(domain, draw(domain, 3 * number, f"{seed} integration")):
        if len(seen) == number:
            break
        try:
            run = follow(statement, point)
        except (EvaluationError, IntegrationError, UnsupportedOperation) as error:
            tried.append(f"from {text(point)}: {error}")
            continue
        if run.fails:
            example = Counterexample(named(point), run.left, run.right, run.note)
            doubts.append(told_apart(statement, point, differ(
                "integration", engine, "" if run.digits is None else f"{run.digits} digits", example)))
            if doubts[-1].outcome is Outcome.REFUTED:
                return doubts[-1]
        seen.append(run)
        at.append(point)
    if doubts:
        return doubts[0]
    if not seen:
        return Evidence("integration", engine, Outcome.UNDECIDED, tried=tuple(tried[:3]))
    scope = f"{len(seen)} trajectories"
    if seen[0].digits is None:
        return supported(Evidence("integration", engine, Outcome.AGREES, scope, seen[0].note), domain, at)
    if all(run.rigorous for run in seen):
        scope += ", rigorous error bound"
    return supported(Evidence("integration", engine, Outcome.AGREES, scope, f"{min(run.digits for run in seen)} digits"), domain, at)


def _plan(statement: Statement, count: int):
    if isinstance(statement, AtMostOneZero):
        return "SciPy LSODA", 20, sampled_domain(statement)
    if isinstance(statement, MeanEvolves):
        return "Euler-Maruyama, pairs of paths", count, sampled_domain(statement)
    if isinstance(statement, (Stays, Decays, UniqueMotion)):
        return "SciPy RK45" if isinstance(statement, UniqueMotion) else "SciPy LSODA", 8, starts(statement)
    if isinstance(statement, Minimises):
        sizes = [Eq(dimension, 3) for dimension in statement.on.dimensions]
        return "SciPy LSODA to rest", 4, statement.on.but(*sizes)
    return f"Taylor series, {DIGITS[type(statement)]} digits", count, sampled_domain(statement)


@singledispatch
def follow(statement: Statement, point) -> Run:
    """Follow one trajectory; kinds without a rule are not applicable."""
    raise TypeError(f"the integration route has no rule for {type(statement).__name__}")


def _times(rates: dict, initial: dict, parameters=None, wanted=SPAN) -> list[Rational]:
    """A span in which the states change by about half their size, `wanted` or shorter, and its halves down to the first."""
    start = {**(parameters or {}), **initial}
    speeds = [abs(float(value(rate, start, 15))) for rate in rates.values()]
    sizes = [abs(float(value(number, {}, 15))) for number in initial.values()]
    pace = max(speeds) / max(*sizes, 1)
    end = min(SPAN, wanted if wanted > 0 else SPAN)
    while 2 * end * pace > 1:
        end /= 2
    return [end / 2**k for k in range(HALVINGS, -1, -1)]


def _followed(rates: dict, initial: dict, times: list, digits: int, t=None) -> Trajectory:
    """The trajectory at the last of the times that its steps reach and at the one before."""
    try:
        path = integrate(rates, initial, times, t=t, digits=digits, max_steps=STEPS)
    except LimitReached as error:
        path = error.partial
        if not path.times:
            raise
        if path.digits_agreed is None or path.digits_agreed < digits:  # a second run must tell the error, or a finer one lessen it
            path = integrate(rates, initial, path.times[-2:], t=t, digits=digits, max_steps=MAX_STEPS)
    return replace(path, times=path.times[-2:], values={x: column[-2:] for x, column in path.values.items()})


def _compared(statement, left: list, right: list, rigorous: bool, scale=0, note: str = "") -> Run:
    """scale: the size of the states, below which the difference of two vanishing quantities is rounding."""
    aim = DIGITS[type(statement)]
    digits = min(aim, agreed_digits(left, right, scale))
    worst = max(range(len(left)), key=lambda i: abs(left[i] - right[i]))
    return Run(digits, rigorous, digits < aim - 5, mpmath.nstr(left[worst], 20), mpmath.nstr(right[worst], 20), note)


@follow.register
def _(statement: Solves, point):
    """Closed forms at two times against the integral of the rates; a matrix is integrated entry by entry."""
    system, domain = statement.system, statement.on
    parameters = {symbol: number for symbol, number in point.items() if symbol != system.t}
    states = {x: symbols_for(x, point) for x in system.rates}
    known = {**parameters, **states}
    rates, initial = {}, {}
    for x, rate in system.rates.items():
        rates.update(zip(_parts(states[x]), _parts(written_out(domain.expand(rate), known)), strict=True))
        initial.update(zip(_parts(states[x]), _parts(written_out(domain.expand(system.initial[x]), parameters)), strict=True))
    times = _times(rates, initial, {**parameters, system.t: S.Zero}, point.get(system.t, SPAN))
    path = _followed(rates, initial, times, DIGITS[Solves], system.t)
    got, wanted = [], []
    for i, time in enumerate(path.times):
        for x, solution in statement.solution.items():
            got += [path.values[symbol][i] for symbol in _parts(states[x])]
            wanted += entries(value(domain.expand(solution), {**parameters, system.t: time}, WORKING))
    return _compared(statement, wanted, got, path.rigorous, note=f"closed form against integration up to t = {path.times[-1]}")


def _parts(item) -> list:
    """The entries of a matrix, row by row; a scalar by itself."""
    return list(item) if isinstance(item, sympy.MatrixBase) else [item]


def _path(statement, point, extra=None):
    """The flow from the point, the coordinates of the point reached at the end of the span, and whether the bound is rigorous.

    It is not where eigenvalues have been rounded.
    """
    rates, initial, known = coordinates(statement.along, statement.on, point)
    times = _times(rates, initial)
    rates, initial = {**rates, **(extra[0] if extra else {})}, {**initial, **(extra[1] if extra else {})}
    path = _followed(rates, initial, times, DIGITS[type(statement)])
    rigorous = path.rigorous and not any(sympy.sympify(item, strict=True).has(Float) for item in (*rates.values(), *initial.values()))
    for i, time in enumerate(path.times):
        reached = _reached(statement, point, known, path, i)
        if not inside(statement.on, reached, DIGITS[type(statement)] - 5):
            raise NotDefined(f"the trajectory leaves the domain before t = {time}")
    return path, reached, rigorous


def _sizes(statement, reached):
    """The largest entry of the states, at least 1."""
    return max(1, largest(number for state in statement.along.states for number in entries(reached[state])))


def _reached(statement, point, known, path, i):
    there = dict(point)
    for state in statement.along.states:
        symbols = known[state]
        if isinstance(symbols, sympy.MatrixBase):
            rows, columns = symbols.shape
            there[state] = mpmath.matrix([[path.values[symbols[r, c]][i] for c in range(columns)] for r in range(rows)])
        else:
            there[state] = path.values[symbols][i]
    return there


@follow.register
def _(statement: Conserved, point):
    quantity = statement.on.expand(statement.quantity)
    _, reached, rigorous = _path(statement, point)
    before, after = (entries(value(quantity, p, WORKING)) for p in (point, reached))
    return _compared(statement, after, before, rigorous, _sizes(statement, reached), "at the end of the run against its start")


@follow.register
def _(statement: ConservedExactly, point):
    """That each of them is conserved; no motion shows that nothing else is."""
    runs = [follow(part, point) for part in statement.conserved()]
    if not runs:
        raise NotDefined("a motion shows nothing where nothing is conserved")
    return next((run for run in runs if run.fails), min(runs, key=lambda run: run.digits))


@follow.register
def _(statement: Evolves, point):
    domain = statement.on
    quantity, rate = domain.expand(statement.quantity), domain.expand(statement.rate)
    known = in_coordinates(statement.along, point)
    here = dict(known)
    if statement.symbol is not None:
        here[statement.symbol] = written_out(quantity, known)
    written = written_out(rate, here)
    parts = list(written) if is_matrix(written) else [written]
    sums = [fresh("I") for _ in parts]
    path, reached, rigorous = _path(statement, point, (dict(zip(sums, parts, strict=True)), dict.fromkeys(sums, S.Zero)))
    before, after = (entries(value(quantity, p, WORKING)) for p in (point, reached))
    with mpmath.workdps(WORKING):
        expected = [first + path.values[symbol][-1] for first, symbol in zip(before, sums, strict=True)]
    return _compared(
        statement, after, expected, rigorous, _sizes(statement, reached), "the quantity against its start and the integral of its rate"
    )


@follow.register
def _(statement: AtMostOneZero, point):
    from scipy.integrate import solve_ivp

    rates, initial, known = coordinates(statement.along, statement.on, point)
    states = list(rates)
    motion = numeric(states, list(rates.values()))
    quantity = numeric(states, [written_out(statement.on.expand(statement.quantity), known)])
    path = solve_ivp(lambda _, x: motion(x), (0.0, 10.0), [float(initial[x]) for x in states], method="LSODA",
                     rtol=1e-9, atol=1e-13, t_eval=np.linspace(0.0, 10.0, 401))
    if not path.success:
        raise NotDefined(f"the trajectory could not be followed: {path.message}")
    along = np.array([quantity(x)[0] for x in path.y.T])
    signs = np.sign(along[np.abs(along) > 1e-9])  # below that the sign is rounding
    changes = int(np.count_nonzero(signs[1:] != signs[:-1]))
    return Run(None, False, changes > 1, f"{changes} sign changes", "at most 1", "at most one sign change up to t = 10")


FOLLOWED = {Stays: "the set is not left", Decays: "under its bound", UniqueMotion: "every motion goes on, in the set"}
"""What is seen of motions without a closed form."""


@follow.register(Stays)
@follow.register(Decays)
@follow.register(UniqueMotion)
def _(statement, point):
    failed, left, right = followed(statement, point)
    return Run(None, False, failed, left, right, FOLLOWED[type(statement)])


@follow.register
def _(statement: MeanEvolves, point):
    return Run(None, False, *simulated(statement, point, str(named(point))))


@follow.register
def _(statement: Minimises, point):
    """Where the flow comes to rest: the objective's gradient there lies in the row space of X."""
    from scipy.integrate import solve_ivp

    domain, x = statement.on, statement.variable
    draws = np.random.default_rng(sum(ord(letter) for letter in str(named(point))))
    rows = point[x].shape[0]
    data = draws.normal(size=(rows - 1, rows))
    labels = draws.normal(size=rows - 1)
    start = value(domain.expand(statement.initial), point, 20)
    known = {**point, x: sympy.ImmutableMatrix(rows, 1, sympy.symbols(f"x:{rows}", real=True))}
    symbols = list(known[x])
    precondition = numeric(symbols, list(written_out(domain.expand(statement.preconditioner), known)))

    def motion(_, b):
        return -np.reshape(precondition(b), (rows, rows)) @ data.T @ (data @ b - labels)

    path = solve_ivp(motion, (0.0, 1e4), [float(entry) for entry in entries(start)], method="LSODA", rtol=1e-11, atol=1e-13)
    rest = path.y[:, -1]
    if not path.success or np.abs(data @ rest - labels).max() > 1e-8:
        raise NotDefined("the flow did not come to rest on the interpolating solutions")
    if (np.sum(path.y[:, 1:] * path.y[:, :-1], axis=0) <= 0).any():
        raise NotDefined("the flow turns round at the origin, where no preconditioner is defined")
    there = {**point, x: mpmath.matrix([mpmath.mpf(entry) for entry in rest])}
    slope = value(domain.expand(statement.slope), point, 40)
    force = gradient(domain.expand(statement.potential), x, there, 40) - slope
    across = np.linalg.svd(data)[2][-1]
    apart = abs(sum(float(force[i]) * across[i] for i in range(rows)))
    scale = max(abs(float(entry)) for entry in [*force, *slope])
    note = "stationary along the solutions to 6 digits or more"
    return Run(None, False, apart > 1e-6 * scale, f"{apart / scale:.3g}", "0", note)
