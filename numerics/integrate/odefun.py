"""mpmath's `odefun` as a second opinion on short spans: two runs, compared."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import mpmath
import sympy

from theoremtest.numerics.integrate.limits import Limits
from theoremtest.numerics.integrate.problem import Problem
from theoremtest.numerics.integrate.trajectory import BlowUp, Trajectory, agreement
from theoremtest.numerics.values.evaluate import EvaluationError, number, reader

GUARD_DIGITS = 6


def by_odefun(problem: Problem, limits: Limits) -> Trajectory:
    """The solution at the problem's times, its error estimated by repeating at higher precision."""
    working = problem.digits
    first = _odefun_run(problem, limits, working)
    second = _odefun_run(problem, limits, working + GUARD_DIGITS)
    return Trajectory(
        times=problem.times,
        values={x: tuple(second[x]) for x in problem.variables},
        span=problem.span,
        digits=problem.digits,
        digits_agreed=float(agreement(first, second, problem.times, problem.digits)),
        rigorous=False,
        how=f"estimated by repeating mpmath's odefun at {working + GUARD_DIGITS} digits",
        engine="odefun",
        seconds=limits.seconds,
    )


def _odefun_run(problem: Problem, limits: Limits, working: int) -> dict[Any, list]:
    calculate = reader(sympy.Array(list(problem.rates.values())))
    found: dict[Fraction, list] = {}
    where = problem.start

    def point(column: Sequence[Any], time: Any) -> dict:
        values = {**problem.parameters, **dict(zip(problem.variables, column, strict=True))}
        return values if problem.t is None else {**values, problem.t: time}

    with mpmath.workdps(working):
        begin = [number(problem.initial[x], working + GUARD_DIGITS, x) for x in problem.variables]
        origin = mpmath.mpf(problem.start.numerator) / problem.start.denominator
        if problem.start in problem.times:
            found[problem.start] = begin
        for leg in problem.legs():
            direction = 1 if leg[-1] > problem.start else -1

            def slope(elapsed: Any, column: Sequence[Any], direction: int = direction) -> list:
                limits.check(where, 0.0, step=False)  # noqa: B023  the place that has been reached by now is the one to name
                rates = calculate(point(column, origin + direction * elapsed), mpmath.mp.dps)
                return [direction * rate for rate in rates]

            try:
                solution = mpmath.odefun(slope, 0, begin)
                for time in leg:
                    elapsed = abs(time - problem.start)
                    found[time] = list(solution(mpmath.mpf(elapsed.numerator) / elapsed.denominator))
                    where = time
            except EvaluationError as error:
                message = f"odefun left the domain of the rates after t = {float(where):.6g}: {error}"
                raise BlowUp(message, float(where)) from None
    return {x: [found[time][i] for time in problem.times] for i, x in enumerate(problem.variables)}
