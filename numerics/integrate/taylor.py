"""Taylor series steps for an initial value problem: the recursion that turns a tape into the solution's coefficients,
and the choice of the step from the coefficients. The coefficients are Python integers in fixed point, because a
convolution of integers (`sum(map(mul, ...))`) runs several times faster than one of python-flint balls; nothing
here claims an error bound, which is the business of `rederive.numerics.integrate.enclosure`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

from flint import arb

from rederive.numerics.integrate.ball_fields import constants, dyadic, precision
from rederive.numerics.integrate.tape import Tape

COLLAPSED = 1e-20  # a step that is this small a part of the span: the solution ends here
_PARTNERS = {"sin": "cos", "cos": "sin", "sinh": "cosh", "cosh": "sinh"}
_PROBE = 16
_LARGEST = 100_000  # bits before the point beyond which a value counts as infinite


class Undefined(ArithmeticError):
    """An operation of the right-hand side is not defined at the point that the solution has reached."""


class Collapsed(ArithmeticError):
    """The step has shrunk to nothing: a blow-up or a singularity, or the argument of `at_zero` (an Abs or a sign) at
    zero.
    """

    def __init__(self, at_zero: object = None) -> None:
        super().__init__(at_zero)
        self.at_zero = at_zero


@dataclass
class Step:
    """One step: the solution is sum_k coefficients[i][k] 2**-bits s**k for 0 <= s <= reach, with time = start +
    direction s scale.

    `start`, `scale` and `reach` are exact binary fractions (if `start` was one at first), so no time is ever rounded.
    `radius` estimates the radius of convergence in units of `scale`. Whoever receives a step may shorten its `reach`.
    """

    start: Fraction
    direction: int
    scale: Fraction
    reach: Fraction
    bits: int
    coefficients: list[list[int]]
    radius: float

    @property
    def length(self) -> Fraction:
        return self.scale * self.reach

    def at(self, s: Fraction) -> list[int]:
        """The variables at the place s of the step, in fixed point, rounded down."""
        point = (s.numerator << self.bits) // s.denominator
        values = []
        for series in self.coefficients:
            total = 0
            for coefficient in reversed(series):
                total = (total * point >> self.bits) + coefficient
            values.append(total)
        return values


def steps(
    tape: Tape,
    initial: Sequence[arb],
    start: Fraction,
    end: Fraction,
    digits: int,
    order: int,
    caution: float = 1.0,
) -> Iterator[Step]:
    """The steps from `start` to `end` (in either direction) at a local accuracy of `digits` digits.

    `initial` are the variables at `start`; `caution` < 1 shortens every step by that factor. Raises Undefined or
    Collapsed.
    """
    direction, span = (1 if end > start else -1), abs(end - start)
    least = bits = math.ceil((digits + 2) * math.log2(10)) + 8
    tolerance = -digits * math.log2(10)
    bits += _smallness(initial, 2 * bits)
    state = [_fixed(value, bits) for value in initial]
    fixed = constants(tape, bits + 64)
    time, left = start, span
    scale = Fraction(2) ** math.ceil(math.log2(span))
    for _ in range(4):  # a few terms tell the size of the first step
        probe = _Recursion(tape, fixed, state, time, direction * scale, bits).run(_PROBE)
        radius = _reach(probe, _PROBE, tolerance)[1]
        better = _round_up(scale * Fraction(min(1.0, 1.5 * caution * radius * 2.0 ** (tolerance / order))))
        done = better > scale / 8
        scale = better
        if done:
            break
    while left > 0:
        while True:
            recursion = _Recursion(tape, fixed, state, time, direction * scale, bits)
            coefficients = recursion.run(order)
            reach, radius = _reach(coefficients, order, tolerance)
            reach, at_zero = _keeping_signs(reach * caution, recursion.signed)
            if reach >= 0.125 or scale * 8 <= span * Fraction(COLLAPSED):
                break
            # a scale far beyond the step spoils the coefficients' use as a measure: take it again, smaller
            scale *= Fraction(2) ** max(math.ceil(math.log2(reach)) if reach > 0 else -64, -64)
        # last terms lost in the rounding tell too small a radius: try a larger one, and a larger scale next
        faint = all(abs(c) < 16 for row in coefficients for c in row[-3:])
        ahead, radius = (2.0, 1.5 * radius) if faint else (min(reach, 2.0), radius)
        reach = Fraction(min(reach, 1.0))
        if scale * reach < span * Fraction(COLLAPSED):
            raise Collapsed(at_zero)
        reach = min(reach, left / scale)
        step = Step(time, direction, scale, reach, bits, coefficients, radius)
        yield step
        state = step.at(step.reach)
        left -= step.length
        time += direction * step.length
        ahead = ahead if faint or step.reach == reach else float(step.reach)
        scale = _round_up(scale * Fraction(1.125 * ahead))
        more = least + _smallness([dyadic(value, bits) for value in state], 2 * bits) - bits
        if more > 0:
            state = [value << more for value in state]
            bits += more


def _round_up(value: Fraction) -> Fraction:
    """The next binary fraction of a few digits: the closer the scale to the step, the shorter the later coefficients.
    """
    unit = Fraction(2) ** (math.floor(math.log2(value)) - 6)
    return math.ceil(value / unit) * unit


def _smallness(values: Sequence[arb], most: int) -> int:
    """The bits to add so that the smallest nonzero value keeps its relative accuracy, within reason."""
    logs = [math.log2(abs(_fixed(v, 4 * most))) - 4 * most for v in values if _fixed(v, 4 * most)]
    return min(most, max(0, math.ceil(-min(logs, default=0.0))))


def _reach(coefficients: list[list[int]], order: int, tolerance: float) -> tuple[float, float]:
    """The largest s at which the last terms are below the tolerance, and the radius of convergence they suggest."""
    log_reach = log_radius = math.inf
    for series in coefficients:
        if not any(series):
            continue
        logs = [math.log2(abs(c)) if c else 0.0 for c in series]  # a vanished term may be as large as one unit
        last = [(k, logs[k]) for k in (order - 2, order - 1, order)]
        # the size of the variable is that of its largest term within the step, which is what is sought: so iterate
        trial = 0.0
        for _ in range(100):
            size = max(log + k * trial for k, log in enumerate(logs[:-3]))
            better = min((size + tolerance - log) / k for k, log in last)
            if abs(better - trial) < 0.01:
                break
            trial = better
        log_reach = min(log_reach, better)
        log_radius = min(log_radius, *((size - log) / k for k, log in last))
    return 2.0 ** min(log_reach, 8.0), 2.0 ** min(log_radius, 64.0)


def _keeping_signs(reach: float, signed: list[tuple[list[int], object]]) -> tuple[float, object]:
    """`reach` shortened until every argument of Abs or sign keeps its sign, and the operation that called for it."""
    at_zero = None
    for series, expr in signed:
        while any(series):
            point, total = int(reach * 2**120), 0
            for coefficient in reversed(series[1:]):
                total = (total + abs(coefficient)) * point >> 120
            if total < abs(series[0]):
                break
            reach, at_zero = reach / 2, expr
            if reach < 2.0**-100:
                return 0.0, expr
    return reach, at_zero


def _fixed(value: arb, bits: int) -> int:
    """The midpoint of a ball in fixed point."""
    if not value.is_finite():
        raise Undefined
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    if exponent + bits > _LARGEST + bits:
        raise Collapsed
    shift = exponent + bits
    return mantissa << shift if shift >= 0 else mantissa >> -shift


class _Recursion:
    """The coefficients of every node of a tape, one order after the other."""

    def __init__(
        self, tape: Tape, fixed: Sequence[arb | None], state: Sequence[int], time: Fraction, scale: Fraction, bits: int
    ) -> None:
        if any(abs(value).bit_length() > _LARGEST for value in state):
            raise Collapsed
        self.tape, self.bits, self.scale = tape, bits, scale
        self.states = [[value] for value in state]
        self.lists: list[list[int]] = []
        self.next: list[Callable[[int], None]] = []
        self.signed: list[tuple[list[int], object]] = []
        for index, node in enumerate(tape.nodes):
            if node.constant:
                self.lists.append([_fixed(fixed[index], bits)])
            elif node.operation == "state":
                self.lists.append(self.states[node.payload])
            elif node.operation == "time":
                self.lists.append([])
                self.next.append(self._time(time, self.lists[-1]))
            else:
                self.lists.append([])
        for index in self._needed():
            node = tape.nodes[index]
            if not node.constant and node.operation not in ("state", "time"):
                self.next.append(self._node(index))

    def run(self, order: int) -> list[list[int]]:
        updates = [
            _integral(self.lists[place], self.tape.nodes[place].constant, self.scale, series)
            for place, series in zip(self.tape.rates, self.states, strict=True)
        ]
        everything = [*self.next, *updates]
        for k in range(order):
            for extend in everything:
                extend(k)
        return self.states

    def _needed(self) -> list[int]:
        """The places worked out, in order: all but the multiples that only sums use."""
        needed: set[int] = set()
        stack = list(self.tape.rates)
        while stack:
            index = stack.pop()
            if index in needed:
                continue
            needed.add(index)
            node = self.tape.nodes[index]
            for i in node.arguments:
                stack.append(self._multiple_of(i)[1] if node.operation == "add" else i)
            if node.operation in _PARTNERS:
                stack.append(self._partner(index))
        return sorted(needed)

    def _partner(self, index: int) -> int:
        node = self.tape.nodes[index]
        wanted = _PARTNERS[node.operation], node.arguments
        return next(i for i, n in enumerate(self.tape.nodes) if (n.operation, n.arguments) == wanted)

    def _time(self, time: Fraction, out: list[int]) -> Callable[[int], None]:
        first = [(value.numerator << self.bits) // value.denominator for value in (time, self.scale)]
        return lambda k: out.append(first[k] if k < 2 else 0)

    def _node(self, index: int) -> Callable[[int], None]:
        node, out, bits = self.tape.nodes[index], self.lists[index], self.bits
        inner = [self.lists[i] for i in node.arguments]
        fixed = [self.tape.nodes[i].constant for i in node.arguments]
        if node.operation == "add":
            offset = sum(series[0] for series, constant in zip(inner, fixed, strict=True) if constant)
            moving = [i for i, constant in zip(node.arguments, fixed, strict=True) if not constant]
            return _sum([(factor, self.lists[i]) for factor, i in map(self._multiple_of, moving)], offset, out)
        if node.operation == "mul":
            if fixed[0] or fixed[1]:
                factor, moving = (0, 1) if fixed[0] else (1, 0)
                exact = self.tape.nodes[node.arguments[factor]]
                if exact.operation == "rational":
                    return _sum([(exact.payload, inner[moving])], 0, out)
                return _multiple(inner[factor][0], inner[moving], out, bits)
            return _square(inner[0], out, bits) if inner[0] is inner[1] else _product(inner[0], inner[1], out, bits)
        if node.operation == "div":
            if fixed[1]:
                return _fraction(inner[0], inner[1][0], out, bits)
            top = inner[0] if not fixed[0] else None
            return self._named(index, _quotient(top, inner[0], inner[1], out, bits))
        u = inner[0]
        if node.operation in _PARTNERS:
            other = self.lists[self._partner(index)]
            sign = -1 if node.operation == "cos" else 1
            return self._named(index, _of_partner(u, other, sign, out, self._start(index), bits))
        if node.operation in ("abs", "sign"):
            self.signed.append((u, node.expr))
            return _signed(u, out, node.operation == "sign", bits)
        rule = {"exp": _exponential, "log": _logarithm, "sqrt": _root, "tanh": _tanh}.get(node.operation)
        if rule is not None:
            return self._named(index, rule(u, out, self._start(index), bits))
        return self._named(index, _power(u, out, node.payload, self._start(index), bits))

    def _multiple_of(self, index: int) -> tuple[Fraction, int]:
        """A node as a rational number times another node, so that sums need no copy of the multiple."""
        node = self.tape.nodes[index]
        if node.operation == "mul":
            first, second = (self.tape.nodes[i] for i in node.arguments)
            if first.operation == "rational" and not second.constant:
                return first.payload, node.arguments[1]
        return Fraction(1), index

    def _named(self, index: int, extend: Callable[[int], None]) -> Callable[[int], None]:
        def guarded(k: int) -> None:
            try:
                extend(k)
            except ZeroDivisionError:
                raise Undefined(f"{self.tape.nodes[index].expr} divides by zero") from None

        return guarded

    def _start(self, index: int) -> Callable[[int], int]:
        """The function itself, at the leading coefficient of its argument."""
        node, bits = self.tape.nodes[index], self.bits

        def value(argument: int) -> int:
            extra = max(0, abs(argument).bit_length() - bits)
            if extra > 64 and node.operation in ("exp", "sinh", "cosh", "sin", "cos"):
                raise Collapsed
            with precision(bits + 64 + 2 * extra):
                ball = dyadic(argument, bits)
                if node.operation in ("sqrt", "log", "power") and argument <= 0:
                    raise Undefined(f"{node.expr} needs a positive argument")
                if node.operation == "power":
                    result = (ball.log() * node.payload.numerator / node.payload.denominator).exp()
                else:
                    result = getattr(ball, node.operation)()
                return _fixed(result, bits)

        return value


# One rule for each operation. A rule appends coefficient k of its node; all series are scaled alike and stand in fixed
# point with `bits` fractional bits. Derivatives cost nothing: for y = f(u), k y_k = sum_j j u_j f'(u)_(k-j).


def _integral(rate: list[int], constant: bool, scale: Fraction, out: list[int]) -> Callable[[int], None]:
    """Coefficient k + 1 of a variable from coefficient k of its rate."""
    n, d = scale.numerator, scale.denominator
    if constant:
        return lambda k: out.append(0 if k else rate[0] * n // d)
    if d == 1:
        return lambda k: out.append(rate[k] * n // (k + 1))
    return lambda k: out.append(rate[k] * n // (d * (k + 1)))


def _sum(terms: list[tuple[Fraction, list[int]]], offset: int, out: list[int]) -> Callable[[int], None]:
    plus = [series for factor, series in terms if factor == 1]
    minus = [series for factor, series in terms if factor == -1]
    other = [(f.numerator, f.denominator, series) for f, series in terms if abs(f) != 1]
    if not offset and not other and len(plus) == 2 and not minus:
        return lambda k: out.append(plus[0][k] + plus[1][k])
    if not offset and not other and len(plus) == len(minus) == 1:
        return lambda k: out.append(plus[0][k] - minus[0][k])

    def extend(k: int) -> None:
        total = 0 if k else offset
        for series in plus:
            total += series[k]
        for series in minus:
            total -= series[k]
        for n, d, series in other:
            total += n * series[k] // d
        out.append(total)

    return extend


def _multiple(factor: int, u: list[int], out: list[int], bits: int) -> Callable[[int], None]:
    return lambda k: out.append(factor * u[k] >> bits)


def _product(u: list[int], v: list[int], out: list[int], bits: int) -> Callable[[int], None]:
    # a variable's series may already be one longer than the others, so both are cut to k + 1 terms
    return lambda k: out.append(sum(map(mul, u, v[k::-1])) >> bits)


def _square(u: list[int], out: list[int], bits: int) -> Callable[[int], None]:
    def extend(k: int) -> None:
        half = (k + 1) // 2
        total = 2 * sum(map(mul, u[:half], u[k::-1]))
        out.append((total if k % 2 else total + u[half] * u[half]) >> bits)

    return extend


def _fraction(u: list[int], divisor: int, out: list[int], bits: int) -> Callable[[int], None]:
    return lambda k: out.append((u[k] << bits) // divisor)


def _quotient(
    u: list[int] | None, first: list[int], v: list[int], out: list[int], bits: int
) -> Callable[[int], None]:
    def extend(k: int) -> None:
        top = first[k] if u is not None else (0 if k else first[0])
        out.append(((top << bits) - sum(map(mul, v[1 : k + 1], out[::-1]))) // v[0])

    return extend


def _exponential(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    slope: list[int] = []  # j u_j for j = 1, 2, ...

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        slope.append(k * u[k])
        out.append((sum(map(mul, slope, out[::-1])) >> bits) // k)

    return extend


def _logarithm(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    slope: list[int] = []  # j y_j for j = 1, 2, ...

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        # k u_k = sum_{j=1}^{k} j y_j u_(k-j)
        rest = (k * u[k] << bits) - (sum(map(mul, slope, u[k - 1 : 0 : -1])) if k > 1 else 0)
        slope.append(rest // u[0])
        out.append(slope[-1] // k)

    return extend


def _of_partner(
    u: list[int], partner: list[int], sign: int, out: list[int], start: Callable[[int], int], bits: int
) -> Callable[[int], None]:
    slope: list[int] = []

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        slope.append(k * u[k])
        out.append(sign * (sum(map(mul, slope, partner[k - 1 :: -1])) >> bits) // k)

    return extend


def _tanh(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    slope: list[int] = []
    rest: list[int] = []  # 1 - y**2, the derivative

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
        else:
            slope.append(k * u[k])
            out.append((sum(map(mul, slope, rest[::-1])) >> bits) // k)
        square = sum(map(mul, out, out[::-1])) >> bits
        rest.append((1 << bits) - square if k == 0 else -square)

    return extend


def _root(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        cross = sum(map(mul, out[1:], out[:0:-1]))
        out.append(((u[k] << bits) - cross) // (2 * out[0]))

    return extend


def _power(
    u: list[int], out: list[int], exponent: Fraction, start: Callable[[int], int], bits: int
) -> Callable[[int], None]:
    n, d = exponent.numerator, exponent.denominator
    slope: list[int] = []

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        slope.append(k * u[k])
        backwards = out[::-1]
        # u y' = q u' y, read off at order k - 1
        weighted = (n + d) * sum(map(mul, slope, backwards)) - d * k * sum(map(mul, u[1 : k + 1], backwards))
        out.append(weighted // (d * k * u[0]))

    return extend


def _signed(u: list[int], out: list[int], only_sign: bool, bits: int) -> Callable[[int], None]:
    def extend(k: int) -> None:
        sign = (u[0] > 0) - (u[0] < 0)
        out.append((sign << bits if k == 0 else 0) if only_sign else sign * u[k])

    return extend
