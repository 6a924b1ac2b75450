"""Rates of change read once from SymPy into a flat tape: a list of elementary operations in the order in which they
can be worked out, common subexpressions shared, parameters put in, and constant subexpressions marked. `walk`
works the tape out in any field of numbers that offers the operations; the Taylor recursion and the error enclosure
both read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from theoremtest.derivations.language.latex import in_words


class UnsupportedOperation(ValueError):
    """The right-hand side holds an operation that the Taylor engine has no rule for."""


class UnknownSymbol(ValueError):
    """The right-hand side holds a symbol that is neither a variable, the time, nor a parameter with a value."""


@dataclass(frozen=True)
class Node:
    """One operation: its name, the places of its arguments on the tape, a constant that belongs to it, its
    expression.
    """

    operation: str
    arguments: tuple[int, ...]
    payload: Any
    expr: Any
    constant: bool


@dataclass
class Tape:
    """`nodes` in order; `rates[i]` is the place of the rate of `variables[i]`."""

    variables: tuple
    nodes: list[Node] = field(default_factory=list)
    rates: list[int] = field(default_factory=list)


_UNARY = {
    sympy.exp: "exp",
    sympy.log: "log",
    sympy.sin: "sin",
    sympy.cos: "cos",
    sympy.sinh: "sinh",
    sympy.cosh: "cosh",
    sympy.tanh: "tanh",
    sympy.Abs: "abs",
    sympy.sign: "sign",
}
_PAIRS = {"sin": sympy.cos, "cos": sympy.sin, "sinh": sympy.cosh, "cosh": sympy.sinh}
_QUOTIENTS = {
    sympy.tan: lambda u: (sympy.sin(u), sympy.cos(u)),
    sympy.cot: lambda u: (sympy.cos(u), sympy.sin(u)),
    sympy.sec: lambda u: (sympy.S.One, sympy.cos(u)),
    sympy.csc: lambda u: (sympy.S.One, sympy.sin(u)),
    sympy.coth: lambda u: (sympy.cosh(u), sympy.sinh(u)),
    sympy.sech: lambda u: (sympy.S.One, sympy.cosh(u)),
    sympy.csch: lambda u: (sympy.S.One, sympy.sinh(u)),
}
SUPPORTED = "+ - * /, integer and rational powers, sqrt, exp, log, " + ", ".join(
    sorted([f.__name__ for f in (*_UNARY, *_QUOTIENTS) if f not in (sympy.exp, sympy.log)])
)


def read(rates: Mapping[Any, Any], parameters: Mapping[Any, Any], time: Any = None) -> Tape:
    """The tape of `rates` (variable to SymPy expression). `parameters` maps symbols to exact SymPy constants.

    Raises UnsupportedOperation or UnknownSymbol, naming the offender and the rate that holds it.
    """
    reading = _Reading(tuple(rates), parameters, time)
    for variable, rate in rates.items():
        reading.of = variable
        reading.tape.rates.append(reading.place(sympy.sympify(rate, strict=True)))
    return reading.tape


def read_constants(values: Sequence[Any]) -> Tape:
    """A tape whose results are the constant expressions `values`."""
    reading = _Reading((), {}, None)
    for value in values:
        reading.of = value
        reading.tape.rates.append(reading.place(value))
    return reading.tape


class _Reading:
    def __init__(self, variables: tuple, parameters: Mapping[Any, Any], time: Any) -> None:
        self.tape = Tape(variables)
        self.parameters = parameters
        self.time = time
        self.by_expr: dict[Any, int] = {}
        self.by_content: dict[Any, int] = {}
        self.of: Any = None

    def place(self, expr: Any) -> int:
        known = self.by_expr.get(expr)
        if known is None:
            known = self.by_expr[expr] = self._read(expr)
        return known

    def node(self, operation: str, arguments: tuple[int, ...], expr: Any, payload: Any = None) -> int:
        content = (operation, arguments, payload)
        if content not in self.by_content:
            inner = all(self.tape.nodes[i].constant for i in arguments)
            constant = inner and operation not in ("state", "time")
            self.tape.nodes.append(Node(operation, arguments, payload, expr, constant))
            self.by_content[content] = len(self.tape.nodes) - 1
        return self.by_content[content]

    def _read(self, expr: Any) -> int:
        if isinstance(expr, sympy.Float):
            expr = sympy.Rational(expr)
        if isinstance(expr, sympy.Rational):
            return self.node("rational", (), expr, Fraction(int(expr.p), int(expr.q)))
        if expr in (sympy.pi, sympy.E, sympy.EulerGamma, sympy.Catalan):
            return self.node("named", (), expr, expr)
        if expr in self.tape.variables:
            return self.node("state", (), expr, self.tape.variables.index(expr))
        if self.time is not None and expr == self.time:
            return self.node("time", (), expr)
        if expr in self.parameters:
            return self.place(self.parameters[expr])
        if isinstance(expr, (sympy.Symbol, sympy.core.function.AppliedUndef)):
            known = ", ".join(map(str, [*self.tape.variables, *self.parameters, *([self.time] if self.time else [])]))
            raise UnknownSymbol(
                f"the rate of {self.of} holds {in_words(expr)}, which is no variable, parameter or time; known are: {known}"
            )
        if isinstance(expr, sympy.Add):
            return self.node("add", tuple(self.place(term) for term in expr.args), expr)
        if isinstance(expr, sympy.Mul):
            return self._product(expr)
        if isinstance(expr, sympy.Pow):
            return self._power(expr)
        if expr.func in _QUOTIENTS:
            over, under = _QUOTIENTS[expr.func](expr.args[0])
            return self.node("div", (self.place(over), self.place(under)), expr)
        if expr.func in _UNARY:
            name, inner = _UNARY[expr.func], self.place(expr.args[0])
            return self._pair(name, inner, expr) if name in _PAIRS else self.node(name, (inner,), expr)
        raise UnsupportedOperation(
            f"the rate of {self.of} holds {expr.func.__name__} in {in_words(expr)}; the Taylor engine supports {SUPPORTED}"
        )

    def _pair(self, name: str, inner: int, expr: Any) -> int:
        """Sine and cosine (hyperbolic too) differentiate into each other, so both are put on the tape side by side."""
        here = self.node(name, (inner,), expr)
        partner = _PAIRS[name](expr.args[0])
        self.by_expr.setdefault(partner, self.node(_UNARY[type(partner)], (inner,), partner))
        return here

    def _product(self, expr: sympy.Mul) -> int:
        fixed, over, under = [], [], []
        for factor in expr.args:
            if isinstance(factor, sympy.Pow) and factor.exp.is_Rational and factor.exp.is_negative:
                place = self.place(sympy.Pow(factor.base, -factor.exp))
                (fixed if self.tape.nodes[place].constant else under).append(
                    self.place(factor) if self.tape.nodes[place].constant else place
                )
            else:
                place = self.place(factor)
                (fixed if self.tape.nodes[place].constant else over).append(place)
        value = self._chain(over, expr)
        if under:
            top = self.node("rational", (), sympy.S.One, Fraction(1)) if value is None else value
            value = self.node("div", (top, self._chain(under, expr)), expr)
        factor = self._chain(fixed, expr)
        if value is None or factor is None:
            return factor if value is None else value
        return self.node("mul", (factor, value), expr)

    def _chain(self, places: list[int], expr: Any) -> int | None:
        if not places:
            return None
        value = places[0]
        for place in places[1:]:
            value = self.node("mul", (value, place), expr)
        return value

    def _power(self, expr: sympy.Pow) -> int:
        base, exponent = expr.args
        if not exponent.is_Rational:
            log = self.node("log", (self.place(base),), expr)
            return self.node("exp", (self.node("mul", (self.place(exponent), log), expr),), expr)
        if exponent.is_negative:
            one = self.node("rational", (), sympy.S.One, Fraction(1))
            return self.node("div", (one, self.place(sympy.Pow(base, -exponent))), expr)
        inner = self.place(base)
        if exponent.q > 2:
            return self.node("power", (inner,), expr, Fraction(int(exponent.p), int(exponent.q)))
        if exponent.q == 2:
            inner = self.node("sqrt", (inner,), expr)
        return self._integer_power(inner, int(exponent.p), expr)

    def _integer_power(self, base: int, n: int, expr: Any) -> int:
        if n == 1:
            return base
        half = self._integer_power(base, n // 2, expr)
        square = self.node("mul", (half, half), expr)
        return square if n % 2 == 0 else self.node("mul", (square, base), expr)


def walk(tape: Tape, numbers: Any, states: Sequence[Any], time: Any, constants: Sequence[Any] | None = None) -> list:
    """Every node's value in the field `numbers` (see `theoremtest.numerics.integrate.ball_fields`), the variables standing at `states`.

    `constants`, where given, holds the values of the constant nodes, which are then not worked out again.
    """
    values: list[Any] = []
    for index, node in enumerate(tape.nodes):
        if constants is not None and node.constant:
            values.append(constants[index])
        elif node.operation == "state":
            values.append(states[node.payload])
        elif node.operation == "time":
            values.append(time)
        else:
            values.append(numbers.apply(node, [values[i] for i in node.arguments]))
    return values
