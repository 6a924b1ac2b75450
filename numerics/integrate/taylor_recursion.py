"""The recursion that turns a tape into the Taylor coefficients of its solution, one order after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb
from mpmath.libmp import MPZ

from theoremtest.numerics.integrate import taylor_rules as rules
from theoremtest.numerics.integrate.ball_fields import dyadic, precision
from theoremtest.numerics.integrate.tape import Tape

_PARTNERS = {"sin": "cos", "cos": "sin", "sinh": "cosh", "cosh": "sinh"}
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


def fixed_point(value: arb, bits: int) -> int:
    """The midpoint of a ball in fixed point."""
    if not value.is_finite():
        raise Undefined
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    if exponent + bits > _LARGEST + bits:
        raise Collapsed
    shift = exponent + bits
    return mantissa << shift if shift >= 0 else mantissa >> -shift


class Recursion:
    """The coefficients of every node of a tape, one order after the other."""

    def __init__(
        self, tape: Tape, fixed: Sequence[arb | None], state: Sequence[int], time: Fraction, scale: Fraction, bits: int
    ) -> None:
        if any(abs(value).bit_length() > _LARGEST for value in state):
            raise Collapsed
        self.tape, self.bits, self.scale = tape, bits, scale
        self.states = [[MPZ(value)] for value in state]  # mpmath's integers, GMP's where it is there: quicker at this length than Python's
        self.lists: list[list[int]] = []
        self.next: list[Callable[[int], None]] = []
        self.signed: list[tuple[list[int], object]] = []
        for index, node in enumerate(tape.nodes):
            if node.constant:
                self.lists.append([MPZ(fixed_point(fixed[index], bits))])
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
        """The variables' coefficients up to ``order``, (variables, order + 1)."""
        updates = [
            rules.integral(self.lists[place], self.tape.nodes[place].constant, self.scale, series)
            for place, series in zip(self.tape.rates, self.states, strict=True)
        ]
        everything = [*self.next, *updates]
        for k in range(order):
            for extend in everything:
                extend(k)
        return [list(map(int, series)) for series in self.states]

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
        first = [MPZ((value.numerator << self.bits) // value.denominator) for value in (time, self.scale)]
        return lambda k: out.append(first[k] if k < 2 else 0)

    def _node(self, index: int) -> Callable[[int], None]:
        node, out, bits = self.tape.nodes[index], self.lists[index], self.bits
        inner = [self.lists[i] for i in node.arguments]
        fixed = [self.tape.nodes[i].constant for i in node.arguments]
        if node.operation == "add":
            offset = sum(series[0] for series, constant in zip(inner, fixed, strict=True) if constant)
            moving = [i for i, constant in zip(node.arguments, fixed, strict=True) if not constant]
            return rules.weighted_sum([(factor, self.lists[i]) for factor, i in map(self._multiple_of, moving)], offset, out)
        if node.operation == "mul":
            if fixed[0] or fixed[1]:
                factor, moving = (0, 1) if fixed[0] else (1, 0)
                exact = self.tape.nodes[node.arguments[factor]]
                if exact.operation == "rational":
                    return rules.weighted_sum([(exact.payload, inner[moving])], 0, out)
                return rules.multiple(inner[factor][0], inner[moving], out, bits)
            return rules.square(inner[0], out, bits) if inner[0] is inner[1] else rules.product(inner[0], inner[1], out, bits)
        if node.operation == "div":
            if fixed[1]:
                return rules.fraction(inner[0], inner[1][0], out, bits)
            top = inner[0] if not fixed[0] else None
            return self._named(index, rules.quotient(top, inner[0], inner[1], out, bits))
        u = inner[0]
        if node.operation in _PARTNERS:
            other = self.lists[self._partner(index)]
            sign = -1 if node.operation == "cos" else 1
            return self._named(index, rules.of_partner(u, other, sign, out, self._start(index), bits))
        if node.operation in ("abs", "sign"):
            self.signed.append((u, node.expr))
            return rules.signed(u, out, node.operation == "sign", bits)
        rule = {"exp": rules.exponential, "log": rules.logarithm, "sqrt": rules.root, "tanh": rules.tanh}.get(node.operation)
        if rule is not None:
            return self._named(index, rule(u, out, self._start(index), bits))
        return self._named(index, rules.power(u, out, node.payload, self._start(index), bits))

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
            argument = int(argument)
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
                return MPZ(fixed_point(result, bits))

        return value
