"""Trials of equations: identities, flows, derivatives, solutions. Derivatives are difference quotients; no formula is differentiated."""

from __future__ import annotations

import mpmath
from sympy import S

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Equal,
    Evolves,
    Gradient,
    GradientFlow,
    Hessian,
    Inverse,
    Minimises,
    NotHessian,
    Solves,
)
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.numerics.routes import integral_trials, matrix_trials
from theoremtest.numerics.routes.trial import DIGITS, Trial, compared, trial
from theoremtest.numerics.values.matrices import entries, gradient, largest, moved, settle, size, slope, value


@trial.register
def _(statement: Equal, point):
    left, right = statement.on.expand(statement.left), statement.on.expand(statement.right)
    if integral_trials.speaks(statement):
        return integral_trials.equal(left, right, point)
    return compared(statement, point, lambda s, p, w: (entries(value(left, p, w)), entries(value(right, p, w))))


@trial.register
def _(statement: Inverse, point):
    matrix, inverse = statement.on.expand(statement.matrix), statement.on.expand(statement.inverse)

    def sides(s, p, w):
        a, b = value(matrix, p, w), value(inverse, p, w)
        one = entries(mpmath.eye(a.rows))
        return entries(a * b) + entries(b * a), one + one

    return compared(statement, point, sides)


def rates_along(flow, domain: Domain, point, digits: int) -> dict:
    """The rate of each state of a flow at a point; a gradient flow's by difference quotients of its loss."""
    if isinstance(flow, GradientFlow):
        loss = domain.expand(flow.loss)
        return {state: gradient(loss, state, point, digits) * -value(domain.expand(rate), point, digits)
                for state, rate in flow.learning_rates.items()}
    return {state: value(domain.expand(rate), point, digits) for state, rate in flow.rates.items()}


@trial.register(Evolves)
@trial.register(Conserved)
def _(statement, point):
    domain, flow = statement.on, statement.along
    quantity, rate = domain.expand(statement.quantity), domain.expand(statement.rate)

    def sides(s, p, w):
        direction = rates_along(flow, domain, p, w)
        left = slope(lambda h: value(quantity, moved(p, direction, h), w), w)
        if isinstance(statement, Conserved):
            return entries(left), [mpmath.mpf(0)] * len(entries(left))
        there = dict(p)
        if statement.symbol is not None:
            there[statement.symbol] = value(quantity, p, w)
        return entries(left), entries(value(rate, there, w))

    return compared(statement, point, sides, start=120)


@trial.register
def _(statement: Gradient, point):
    potential, expected = statement.on.expand(statement.potential), statement.on.expand(statement.value)
    return compared(statement, point, lambda s, p, w: (
        entries(gradient(potential, s.variable, p, w)), entries(value(expected, p, w))), start=120)


def hessian(potential, variable, point, digits: int):
    """The matrix of second derivatives by difference quotients, shape (d, d)."""
    with mpmath.workdps(digits):
        rows = size(variable.shape[0], point)
        columns = []
        for i in range(rows):
            unit = mpmath.zeros(rows, 1)
            unit[i] = 1
            columns.append(slope(lambda h, unit=unit: gradient(
                potential, variable, moved(point, {variable: unit}, h), digits), digits))
        return mpmath.matrix([[columns[j][i] for j in range(rows)] for i in range(rows)])


@trial.register
def _(statement: Hessian, point):
    potential, field = statement.on.expand(statement.potential), statement.on.expand(statement.field)
    return compared(statement, point, lambda s, p, w: (
        entries(hessian(potential, s.variable, p, w)), entries(value(field, p, w))), start=160)


@trial.register
def _(statement: Solves, point):
    domain, t = statement.on, statement.system.t
    solution = {x: domain.expand(f) for x, f in statement.solution.items()}
    rates = {x: domain.expand(f) for x, f in statement.system.rates.items()}
    initial = {x: domain.expand(f) for x, f in statement.system.initial.items()}

    def sides(s, p, w):
        there = {**p, **{x: value(f, p, w) for x, f in solution.items()}}
        start = {**p, t: S.Zero}
        left = [slope(lambda h, f=f: value(f, moved(p, {t: mpmath.mpf(1)}, h), w), w) for f in solution.values()]
        right = [value(rates[x], there, w) for x in solution]
        left += [value(f, start, w) for f in solution.values()]
        right += [value(initial[x], start, w) for x in solution]
        return [number for one in left for number in entries(one)], [number for one in right for number in entries(one)]

    return compared(statement, point, sides, start=120)


@trial.register
def _(statement: NotHessian, point):
    """The mixed partials of the field differ somewhere, for these parameters: three positions are tried."""
    field, x = statement.on.expand(statement.field), statement.variable
    for stretch in (1, S(3) / 2, S(1) / 3):
        def apart(w, stretch=stretch):
            with mpmath.workdps(w):
                there = {**point, x: point[x] * stretch}
                rows = size(x.shape[0], point)
                partial = []
                for k in range(rows):
                    unit = mpmath.zeros(rows, 1)
                    unit[k] = 1
                    partial.append(slope(lambda h, unit=unit: value(field, moved(there, {x: unit}, h), w), w))
                return mpmath.matrix([partial[k][i, j] - partial[j][i, k]
                                      for i in range(rows) for j in range(rows) for k in range(j)])
        if largest(settle(apart, DIGITS, start=120)) > 0:
            return Trial(DIGITS, False)
    return Trial(0, True, "equal mixed partials", "", "at three positions along one ray")


@trial.register
def _(statement: Minimises, point):
    """The potential's Hessian is warp times the inverse preconditioner, positive, and its slope at the start is as given."""
    domain, x = statement.on, statement.variable
    potential, slope_, start, precondition, warp = (domain.expand(part) for part in (
        statement.potential, statement.slope, statement.initial, statement.preconditioner, statement.warp))
    convex = []

    def sides(s, p, w):
        bend = hessian(potential, x, p, w)
        convex[:] = [min(mpmath.eigsy(bend, eigvals_only=True)) > 0]
        there = {**p, x: value(start, p, w)}
        left = entries(bend * value(precondition, p, w)) + entries(gradient(potential, x, there, w))
        right = entries(mpmath.eye(bend.rows) * value(warp, p, w)) + entries(value(slope_, p, w))
        return left, right

    result = compared(statement, point, sides, start=160)
    if not result.fails and not convex[0]:
        return Trial(0, True, "an eigenvalue of the Hessian is not positive", "", "strict convexity")
    return result


@trial.register
def _(statement: RankBound, point):
    """The rank by singular values against the bound."""
    domain = statement.on
    found = matrix_trials.rank_at(domain.expand(statement.matrix), point, DIGITS, statement.neurons)
    bound = value(domain.expand(statement.at_most), point, DIGITS)
    return Trial(DIGITS, found > bound, str(found), mpmath.nstr(bound, 6), "rank against its bound")


@trial.register
def _(statement: SquareRoot, point):
    """The root against the one found from eigenvalues."""
    root, of = statement.on.expand(statement.root), statement.on.expand(statement.of)
    return compared(statement, point, lambda s, p, w: (
        entries(value(root, p, w)), entries(matrix_trials.semidefinite_root(value(of, p, w)))))
