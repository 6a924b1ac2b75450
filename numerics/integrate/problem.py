"""An initial value problem, checked: every symbol known, every number finite and exact, the times in order. What is
wrong is refused with its name and value before any integration begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import sympy
from sympy.core.function import AppliedUndef

from theoremtest.numerics.integrate.tape import UnknownSymbol
from theoremtest.numerics.values.evaluate import BadValue, number


class Problem:
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
            raise ValueError(f"no initial value for {names(missing)}")
        surplus = [x for x in initial if x not in rates]
        if surplus:
            raise ValueError(f"an initial value but no rate for {names(surplus)}; rates were given for {names(rates)}")
        twice = [x for x in parameters if x in rates or x == t]
        if twice:
            raise ValueError(f"{names(twice)} given as a parameter but is a variable or the time")
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
                    f"the rate of {x} holds {symbol}, which is no variable, parameter or time; "
                    f"known are: {names(known)}"
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


def names(symbols: Any) -> str:
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
