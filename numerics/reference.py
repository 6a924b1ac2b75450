"""High-precision integration of any initial value problem given as SymPy expressions, blind to every closed form: Taylor
series of our own with a guaranteed error bound (`numerics.taylor`, `numerics.enclosure`), and mpmath's `odefun` as a second
opinion on short spans. heyoka's arbitrary precision was considered and left out: it compiles every new system before
its first step and is a heavy binary dependency, while python-flint is needed for refutations anyway.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import mpmath
import sympy
from flint import arb
from mpmath import libmp
from sympy.core.function import AppliedUndef

from numerics.balls import NoEnclosure, dyadic, enclose, fraction, precision
from numerics.enclosure import Encloser
from numerics.evaluate import BadValue, EvaluationError, number, reader, settled
from numerics.tape import UnknownSymbol, UnsupportedOperation, read
from numerics.taylor import Collapsed, Step, Undefined, steps

GUARD_DIGITS = 6
Progress = Callable[[float, int, float], Any]


class IntegrationError(ArithmeticError):
    """The integration ended early. `partial` is the trajectory up to the times passed so far; `reached` the last time."""

    def __init__(self, message: str, reached: float | None = None, partial: Trajectory | None = None) -> None:
        super().__init__(message)
        self.reached, self.partial = reached, partial


class BlowUp(IntegrationError):
    """The solution cannot be continued: it becomes infinite, or its rate does, or an Abs or sign in it meets zero."""


class LimitReached(IntegrationError):
    """The limit on steps or seconds was reached."""


class Stopped(IntegrationError):
    """The progress callback returned False."""


class Interrupted(KeyboardInterrupt):
    """The user interrupted; `partial` is the trajectory up to the times passed so far."""

    def __init__(self, partial: Trajectory | None) -> None:
        super().__init__()
        self.partial = partial


@dataclass(frozen=True)
class Trajectory:
    """Values of the variables at the times asked for, and how far they can be trusted.

    `values[x][i]` is variable x at `times[i]` (mpf; times are exact Fractions, in the unit of the rates). `digits_agreed` is the
    number of decimal digits the values are known to, relative to each variable's largest size at those times, worst
    case over times and variables, never more than `digits`; None where it is unknown. If `rigorous`, it follows from
    `bounds[x][i]`, guaranteed upper bounds on the absolute error; if not, `how` says what it was estimated from.
    """

    times: tuple[Fraction, ...]
    values: dict[Any, tuple[mpmath.mpf, ...]]
    span: tuple[Fraction, Fraction]
    digits: int
    digits_agreed: float | None
    rigorous: bool
    how: str
    engine: str
    bounds: dict[Any, tuple[mpmath.mpf, ...]] | None = None
    steps: int = 0
    order: int | None = None
    seconds: float = 0.0

    def outcome(self) -> str:
        """One sentence: digits, span, and whether the bound is rigorous."""
        known = "an unknown number of" if self.digits_agreed is None else f"{self.digits_agreed:.1f}"
        kind = "guaranteed" if self.rigorous else "estimated"
        return f"{known} digits ({kind}) from t = {float(self.span[0]):g} to {float(self.span[1]):g}: {self.how}"


class DigitsAgreed(float):
    """A number of decimal digits, with the worst case behind it: `symbol`, `time`, `got` (trajectory), `wanted` (closed form)."""

    symbol: Any
    time: Fraction
    got: mpmath.mpf
    wanted: mpmath.mpf


def integrate(
    rates: Mapping[Any, Any],
    initial: Mapping[Any, Any],
    times: Sequence[Any],
    parameters: Mapping[Any, Any] | None = None,
    t: Any = None,
    digits: int = 50,
    engine: str = "taylor",
    *,
    start: Any = 0,
    rigorous: bool = True,
    max_steps: int = 20_000,
    max_seconds: float = 600.0,
    progress: Progress | None = None,
) -> Trajectory:
    """The solution of x' = rates[x], x(start) = initial[x], at the strictly increasing `times`.

    `rates` maps each variable to a SymPy expression in the variables, the `parameters` and the time symbol `t` (needed
    only if the rates hold it). Numbers may be int, Fraction, SymPy constants, mpmath mpf, or float (taken as the binary number it is);
    nothing is rounded on the way in, save irrational times. Times before `start` are reached by going backwards.

    Engine "taylor" aims at `digits` digits at every time. With `rigorous` it encloses the solution, raising its own precision
    where the bound falls short; where no enclosure is found, or with `rigorous=False`, the error is estimated by
    repeating at higher precision and order, and the trajectory says so. Engine "odefun" is mpmath's: two runs, compared.

    `progress(time, steps, fraction_done)` is called after every step, and stops the run by returning False.
    Raises BadValue, EvaluationError, UnknownSymbol, UnsupportedOperation or ValueError for a bad problem, and BlowUp, LimitReached or
    Stopped, which keep what was reached, for a run that ends early.
    """
    problem = _Problem(rates, initial, times, parameters or {}, t, digits, start)
    limits = _Limits(max_steps, max_seconds, progress)
    if engine == "taylor":
        return _by_taylor(problem, limits, rigorous)
    if engine == "odefun":
        return _by_odefun(problem, limits)
    raise ValueError(f"engine = {engine!r}: expected 'taylor' or 'odefun'")


def compare(
    trajectory: Trajectory,
    closed_form: Mapping[Any, Any],
    t: Any,
    parameters: Mapping[Any, Any] | None = None,
) -> DigitsAgreed:
    """The decimal digits to which `trajectory` agrees with `closed_form` (variable to expression in `t` and `parameters`).

    The worst case over times and variables, relative to each variable's largest size over the times, and at most the
    digits of the trajectory. Cancellation in the closed form is made up for, so that it does not count as disagreement.
    Raises ValueError for a variable that the trajectory does not have, or nothing to compare; EvaluationError where
    the closed form has no real value.
    """
    if not closed_form or not trajectory.times:
        raise ValueError("nothing to compare: the closed form or the trajectory is empty")
    strangers = [str(x) for x in closed_form if x not in trajectory.values]
    if strangers:
        raise ValueError(f"the trajectory has no {', '.join(strangers)}; it has {_names(trajectory.values)}")
    wanted = {
        x: tuple(settled(expr, {**(parameters or {}), t: time}, trajectory.digits + GUARD_DIGITS) for time in trajectory.times)
        for x, expr in closed_form.items()
    }
    got = {x: trajectory.values[x] for x in closed_form}
    return _agreement(got, wanted, trajectory.times, trajectory.digits)


# --- the problem, checked ----------------------------------------------------------------------------------------------


class _Problem:
    """A checked initial value problem: numbers exact, times on both sides of the start."""

    def __init__(
        self,
        rates: Mapping[Any, Any],
        initial: Mapping[Any, Any],
        times: Sequence[Any],
        parameters: Mapping[Any, Any],
        t: Any,
        digits: int,
        start: Any,
    ) -> None:
        if not isinstance(digits, int) or isinstance(digits, bool) or not 5 <= digits <= 2000:
            raise ValueError(f"digits = {digits!r}: expected an integer from 5 to 2000")
        if not rates:
            raise ValueError("no rates were given")
        missing = [x for x in rates if x not in initial]
        if missing:
            raise ValueError(f"no initial value for {_names(missing)}")
        surplus = [x for x in initial if x not in rates]
        if surplus:
            raise ValueError(f"an initial value but no rate for {_names(surplus)}; rates were given for {_names(rates)}")
        twice = [x for x in parameters if x in rates or x == t]
        if twice:
            raise ValueError(f"{_names(twice)} given as a parameter but is a variable or the time")
        if t is not None and t in rates:
            raise ValueError(f"{t} is both the time and a variable")
        self.rates = {x: sympy.sympify(rate, strict=True) for x, rate in rates.items()}
        self.variables = tuple(self.rates)
        self.digits, self.t = digits, t
        self.initial = {x: _exact(initial[x], x) for x in self.variables}
        self.parameters = {p: _exact(value, p) for p, value in parameters.items()}
        known = {*self.variables, *self.parameters} | ({t} if t is not None else set())
        for x, rate in self.rates.items():
            if rate.has(sympy.nan, sympy.oo, sympy.zoo, -sympy.oo):
                raise BadValue(f"the rate of {x} is {rate}, which is not finite")
            for symbol in sorted(_unknowns(rate, known), key=str):
                raise UnknownSymbol(
                    f"the rate of {x} holds {symbol}, which is no variable, parameter or time; known are: {_names(known)}"
                )
        self.start = _moment(start, digits, "start")
        self.times = tuple(_moment(value, digits, f"times[{i}]") for i, value in enumerate(times))
        if not self.times:
            raise ValueError("no times were given")
        for i, (before, after) in enumerate(zip(self.times, self.times[1:], strict=False)):
            if not before < after:
                raise ValueError(
                    f"times must increase strictly: times[{i}] = {before} is followed by times[{i + 1}] = {after}"
                )

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        return min(self.start, self.times[0]), max(self.start, self.times[-1])

    def legs(self) -> list[list[Fraction]]:
        """The times after the start in order, and those before it from the latest to the earliest."""
        after = [time for time in self.times if time > self.start]
        before = [time for time in reversed(self.times) if time < self.start]
        return [leg for leg in (after, before) if leg]


def _names(symbols: Any) -> str:
    return ", ".join(sorted(map(str, symbols))) or "none"


def _unknowns(expr: Any, known: set) -> set:
    if expr in known:
        return set()
    if isinstance(expr, (sympy.Symbol, AppliedUndef)):
        return {expr}
    return set().union(*(_unknowns(part, known) for part in expr.args)) if expr.args else set()


def _exact(value: Any, name: Any) -> Any:
    """`value` as a SymPy constant, unrounded; raises BadValue naming it."""
    checked = number(value, 15, name)
    if isinstance(value, sympy.Float):
        return sympy.Rational(value)
    if isinstance(value, sympy.Expr):
        return value
    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    if isinstance(value, mpmath.mpf):
        return _rational(value)
    if isinstance(value, float):
        ratio = Fraction(float(value))
        return sympy.Rational(ratio.numerator, ratio.denominator)
    return sympy.Integer(int(checked)) if abs(checked) < 10**14 else sympy.Integer(int(value))


def _rational(value: mpmath.mpf) -> Any:
    sign, mantissa, exponent, _ = value._mpf_
    signed = sympy.Integer(-int(mantissa) if sign else int(mantissa))
    return signed * sympy.Integer(2) ** exponent


def _moment(value: Any, digits: int, name: str) -> Fraction:
    exact = _exact(value, name)
    if not isinstance(exact, sympy.Rational):
        exact = _rational(number(exact, digits + 30, name))
    return Fraction(int(exact.p), int(exact.q))


@dataclass
class _Limits:
    max_steps: int
    max_seconds: float
    progress: Progress | None
    began: float = field(default_factory=clock.monotonic)
    steps: int = 0

    def check(self, time: Fraction, done: float, *, step: bool = True) -> None:
        self.steps += step
        if self.steps > self.max_steps:
            raise LimitReached(f"the limit of {self.max_steps} steps was reached at t = {float(time):.6g}", float(time))
        if clock.monotonic() - self.began > self.max_seconds:
            raise LimitReached(f"the limit of {self.max_seconds:g} s was reached at t = {float(time):.6g}", float(time))
        if step and self.progress is not None and self.progress(float(time), self.steps, done) is False:
            raise Stopped(f"stopped by the progress callback at t = {float(time):.6g}", float(time))

    @property
    def seconds(self) -> float:
        return clock.monotonic() - self.began


# --- Taylor series -----------------------------------------------------------------------------------------------------


def _by_taylor(problem: _Problem, limits: _Limits, rigorous: bool) -> Trajectory:
    if not rigorous:
        first = _run(problem, limits, problem.digits + GUARD_DIGITS, None)
        return _estimated(problem, limits, first, "a rigorous bound was not asked for")
    working = problem.digits + GUARD_DIGITS
    for _ in range(3):
        encloser = _Enclosing(working)
        run = _run(problem, limits, working, encloser)
        if encloser.failure is not None:
            return _estimated(problem, limits, run, f"no enclosure was found: {encloser.failure}")
        agreed = _digits_of_bounds(run.values, run.bounds)
        if agreed >= problem.digits:
            break
        working += math.ceil(problem.digits - agreed) + GUARD_DIGITS  # the bound grew on the way: start out smaller
    return run.trajectory(problem, limits, min(agreed, float(problem.digits)), True, "the solution is enclosed step by step")


def _estimated(problem: _Problem, limits: _Limits, first: _Run, why: str) -> Trajectory:
    """A second run, at higher precision and order and so over other steps, tells the error of the first."""
    second = _run(problem, limits, first.working + GUARD_DIGITS, None)
    agreed = _agreement(first.values, second.values, problem.times, problem.digits)
    how = f"estimated by repeating at {second.working} digits and order {second.order}, for {why}"
    return second.trajectory(problem, limits, float(agreed), False, how)


@dataclass
class _Run:
    working: int
    order: int
    values: dict[Any, list]
    bounds: dict[Any, list] | None
    times: list[Fraction] = field(default_factory=list)

    def trajectory(
        self, problem: _Problem, limits: _Limits, agreed: float | None, rigorous: bool, how: str
    ) -> Trajectory:
        in_order = sorted(range(len(self.times)), key=self.times.__getitem__)
        sort = lambda column: tuple(column[i] for i in in_order)  # noqa: E731
        return Trajectory(
            times=sort(self.times),
            values={x: sort(column) for x, column in self.values.items()},
            span=(min([problem.start, *self.times]), max([problem.start, *self.times])),
            digits=problem.digits,
            digits_agreed=agreed,
            rigorous=rigorous,
            how=how,
            engine="taylor",
            bounds={x: sort(column) for x, column in self.bounds.items()} if rigorous and self.bounds else None,
            steps=limits.steps,
            order=self.order,
            seconds=limits.seconds,
        )


class _Enclosing:
    """Follows a leg with the error bound, shortening steps where needed, until no bound is found; then it says why."""

    def __init__(self, working: int) -> None:
        self.failure: str | None = None
        self.tolerance = fraction(Fraction(1, 10 ** (working - 1)))
        self.encloser: Encloser | None = None

    def begin(self, tape: Any, initial: list[arb]) -> None:
        self.encloser = self.encloser or Encloser(tape)
        self.initial: list[arb] = initial
        self.error: list[arb] | None = None

    def advance(self, step: Step) -> list[arb] | None:
        """The bounds within the step, or None once the enclosure is lost."""
        if self.failure is not None:
            return None
        self.error = self.error or self._offset(step)
        bound = reason = None
        full, order = step.reach, len(step.coefficients[0]) - 1
        for _ in range(12):
            try:
                bound = self.encloser.advance(step, self.error)
            except NoEnclosure as error:
                reason, shorter = str(error), 0.5
            else:
                excess = max(_ratio(g, self.tolerance * s) for g, s in zip(bound.gained, bound.sizes, strict=True))
                if excess <= 1:
                    break
                shorter = max(0.5, min(0.9, 0.9 * excess ** (-1 / order)))
            step.reach *= Fraction(shorter)
        if bound is None:
            step.reach = full
            self.failure = f"{reason} (at t = {float(step.start):.6g})"
            return None
        self.error = bound.after
        return bound.within

    def _offset(self, step: Step) -> list[arb]:
        with precision(step.bits + 64):
            starts = [dyadic(row[0], step.bits) for row in step.coefficients]
            offset = [ball - start for ball, start in zip(self.initial, starts, strict=True)]
        with precision(64):
            return [value.abs_upper() for value in offset]


def _ratio(one: arb, other: arb) -> float:
    if one.is_zero():
        return 0.0
    return float((one / other).abs_upper()) if not other.is_zero() else math.inf


def _run(problem: _Problem, limits: _Limits, working: int, enclosing: _Enclosing | None) -> _Run:
    """One run over both legs. With an enclosure the steps are shorter, to leave Cauchy's estimate room."""
    order = math.ceil(1.5 * working) + 4
    caution = 0.85 if enclosing else 1.0
    tape = read(problem.rates, problem.parameters, problem.t)
    bits = math.ceil(4 * working * math.log2(10))
    initial = enclose([problem.initial[x] for x in problem.variables], bits)
    run = _Run(working, order, {x: [] for x in problem.variables}, {x: [] for x in problem.variables} if enclosing else None)
    record = _Recorder(problem, run)
    if problem.start in problem.times:
        record.initial(initial)
    where = problem.start
    total = sum(abs(leg[-1] - problem.start) for leg in problem.legs()) or Fraction(1)
    done = Fraction(0)
    try:
        for leg in problem.legs():
            where, waiting = problem.start, list(leg)
            if enclosing:
                enclosing.begin(tape, initial)
            for step in steps(tape, initial, problem.start, leg[-1], working, order, caution):
                within = enclosing.advance(step) if enclosing else None
                where = step.start + step.direction * step.length
                done += step.length
                while waiting and abs(waiting[0] - step.start) <= step.length:
                    record.inside(step, waiting.pop(0), within, enclosing)
                limits.check(where, float(done / total))
    except (IntegrationError, Collapsed, Undefined) as error:
        raise _ended(error, problem, limits, run, where, enclosing) from None
    except KeyboardInterrupt:
        raise Interrupted(_partial(problem, limits, run, enclosing)) from None
    return run


def _ended(
    error: Exception, problem: _Problem, limits: _Limits, run: _Run, where: Fraction, enclosing: _Enclosing | None
) -> IntegrationError:
    partial = _partial(problem, limits, run, enclosing)
    if isinstance(error, IntegrationError):
        error.partial = partial
        return error
    place = f"t = {float(where):.15g}"
    if isinstance(error, Undefined):
        return BlowUp(f"the rates are not defined at {place}: {error}", float(where), partial)
    if error.at_zero is not None:
        message = f"the argument of {error.at_zero} reaches zero at {place}, where the rates are not smooth"
    else:
        message = f"the solution for {_names(problem.variables)} cannot be continued beyond {place}: the step shrank to nothing"
    return BlowUp(message, float(where), partial)


def _partial(problem: _Problem, limits: _Limits, run: _Run, enclosing: _Enclosing | None) -> Trajectory:
    kept = enclosing is not None and enclosing.failure is None
    agreed = min(_digits_of_bounds(run.values, run.bounds), float(problem.digits)) if kept and run.times else None
    how = "the solution is enclosed step by step" if kept else "the run ended before its error could be estimated"
    return run.trajectory(problem, limits, agreed, kept, f"{how}; the run ended early")


class _Recorder:
    """Writes the values at the times asked for into a run."""

    def __init__(self, problem: _Problem, run: _Run) -> None:
        self.problem, self.run = problem, run

    def initial(self, balls: list[arb]) -> None:
        self._write(self.problem.start, balls, [arb(0)] * len(balls))

    def inside(self, step: Step, time: Fraction, within: list[arb] | None, enclosing: _Enclosing | None) -> None:
        s = abs(time - step.start) / step.scale
        if self.run.bounds is None or within is None:
            values = step.at(s)
            self.run.times.append(time)
            for x, value in zip(self.problem.variables, values, strict=True):
                self.run.values[x].append(_mpf(value, -step.bits))
                if self.run.bounds is not None:
                    self.run.bounds[x].append(mpmath.inf)
            return
        balls = enclosing.encloser.at(step, s)
        self._write(time, balls, within)

    def _write(self, time: Fraction, balls: list[arb], more: list[arb]) -> None:
        self.run.times.append(time)
        for x, ball, extra in zip(self.problem.variables, balls, more, strict=True):
            mantissa, exponent = ball.mid().man_exp()
            self.run.values[x].append(_mpf(int(mantissa), int(exponent)))
            if self.run.bounds is not None:
                with precision(64):
                    mantissa, exponent = (ball.rad() + extra).abs_upper().man_exp()
                self.run.bounds[x].append(_mpf(int(mantissa), int(exponent)))


def _mpf(mantissa: int, exponent: int) -> mpmath.mpf:
    return mpmath.mp.make_mpf(libmp.from_man_exp(mantissa, exponent))


# --- mpmath's odefun ----------------------------------------------------------------------------------------------------


def _by_odefun(problem: _Problem, limits: _Limits) -> Trajectory:
    working = problem.digits
    first = _odefun_run(problem, limits, working)
    second = _odefun_run(problem, limits, working + GUARD_DIGITS)
    return Trajectory(
        times=problem.times,
        values={x: tuple(second[x]) for x in problem.variables},
        span=problem.span,
        digits=problem.digits,
        digits_agreed=float(_agreement(first, second, problem.times, problem.digits)),
        rigorous=False,
        how=f"estimated by repeating mpmath's odefun at {working + GUARD_DIGITS} digits",
        engine="odefun",
        seconds=limits.seconds,
    )


def _odefun_run(problem: _Problem, limits: _Limits, working: int) -> dict[Any, list]:
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
                limits.check(where, 0.0, step=False)
                rates = calculate(point(column, origin + direction * elapsed), mpmath.mp.dps)
                return [direction * rate for rate in rates]

            try:
                solution = mpmath.odefun(slope, 0, begin)
                for time in leg:
                    elapsed = abs(time - problem.start)
                    found[time] = list(solution(mpmath.mpf(elapsed.numerator) / elapsed.denominator))
                    where = time
            except EvaluationError as error:
                raise BlowUp(f"odefun left the domain of the rates after t = {float(where):.6g}: {error}", float(where)) from None
    return {x: [found[time][i] for time in problem.times] for i, x in enumerate(problem.variables)}


# --- digits ------------------------------------------------------------------------------------------------------------


def _sizes(values: Mapping[Any, Sequence[Any]]) -> dict[Any, Any]:
    """What the error of a variable is measured against: its largest size, or the system's where it is always zero."""
    sizes = {x: max(map(abs, column)) for x, column in values.items()}
    whole = max(sizes.values()) or mpmath.mpf(1)
    return {x: size or whole for x, size in sizes.items()}


def _agreement(
    got: Mapping[Any, Sequence[Any]], wanted: Mapping[Any, Sequence[Any]], times: Sequence[Fraction], most: int
) -> DigitsAgreed:
    worst: tuple = (mpmath.inf,)
    with mpmath.workdps(2 * most + 40):
        sizes = _sizes(wanted)
        for x, column in wanted.items():
            for time, one, other in zip(times, got[x], column, strict=True):
                apart = abs(one - other) / sizes[x]
                digits = -mpmath.log10(apart) if apart else mpmath.inf
                if digits < worst[0] or len(worst) == 1:
                    worst = (digits, x, time, one, other)
    result = DigitsAgreed(min(float(worst[0]), float(most)))
    result.symbol, result.time, result.got, result.wanted = worst[1:]
    return result


def _digits_of_bounds(values: Mapping[Any, Sequence[Any]], bounds: Mapping[Any, Sequence[Any]]) -> float:
    sizes = _sizes(values)
    worst = max((bound / sizes[x] for x, column in bounds.items() for bound in column), default=mpmath.mpf(0))
    return float(-mpmath.log10(worst)) if worst else math.inf


__all__ = [
    "BlowUp",
    "DigitsAgreed",
    "IntegrationError",
    "Interrupted",
    "LimitReached",
    "Stopped",
    "Trajectory",
    "UnknownSymbol",
    "UnsupportedOperation",
    "compare",
    "integrate",
]
