"""Statements about change: rates, conservation laws, solved initial value problems, and how often a quantity vanishes on the way.

Time is one of the states or the time of an initial value problem. Where `t` stands in a quantity or a rate, the flow says how it
passes (`t' = 1`), or a derivative along the flow would take it for a constant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sympy import Basic, Expr, S, Symbol
from sympy.matrices.expressions.matexpr import MatrixSymbol

from .base import Statement
from .domain import atoms_of
from .errors import StatementError
from .flow import TIME, Flow, GradientFlow, System
from .latex import to_latex
from .material import told
from .wellformed import same_shape, shape_of


def dotted(quantity: Basic) -> str:
    """The time derivative of a quantity, as LaTeX."""
    text = to_latex(quantity)
    dotted = isinstance(quantity, (Symbol, MatrixSymbol)) and not {"_", "("} <= set(text)  # a dot stands over a letter, not over q_1(x)
    return rf"\dot{{{text}}}" if dotted else rf"\frac{{d}}{{dt}}\left({text}\right)"


def is_time(symbol: object) -> bool:
    """Whether a symbol is written as time is."""
    return isinstance(symbol, Symbol) and symbol.name == TIME.name


def check_time(statement: Statement, rates: Mapping) -> None:
    """Raise StatementError where a statement about change speaks of time, which does not move at the rate 1."""
    spoken = set().union(*(atoms_of(statement.on.expand(expression)) for expression in statement.expressions()))
    for symbol in sorted(filter(is_time, spoken), key=str):
        if rates.get(symbol) != 1:
            raise StatementError(f"{statement.kind} speaks of time {symbol}, which the flow "
                                 f"{f'moves at the rate {rates[symbol]}' if symbol in rates else 'takes for a constant'}; "
                                 f"add {symbol}: 1 to the flow's rates")


class _AlongAFlow(Statement):
    """What a rate, a conservation law and a count of zeros share: a flow, and time that passes in it or stands nowhere."""

    along: Flow | GradientFlow

    def check_flow(self, flows: tuple = (Flow, GradientFlow)) -> None:
        """Raise StatementError where `along` is no flow, or where time stands in a formula and the flow does not move it."""
        if not isinstance(self.along, flows):
            raise StatementError(f"{self.kind} is along a {' or a '.join(kind.__name__ for kind in flows)}; got {told(self.along)}")

    def _check_meanings(self) -> None:
        super()._check_meanings()
        check_time(self, getattr(self.along, "rates", {}))
        for symbol in self.along.held:
            moving = atoms_of(self.on.expand(symbol)) & set(self.along.states)
            if moving:
                raise StatementError(f"the flow holds {symbol} fixed, which the domain takes for {self.on.where.get(symbol, symbol)}; "
                                     f"that moves with {', '.join(sorted(map(str, moving)))}")


@dataclass(frozen=True, eq=False)
class Evolves(_AlongAFlow):
    """Along a flow, the time derivative of `quantity` is `rate`. `symbol` is the quantity's name where it has one."""

    label: ClassVar[str] = "rate of change"

    quantity: Expr
    rate: Expr
    along: Flow | GradientFlow
    symbol: Basic | None = None

    def __post_init__(self) -> None:
        self.check_flow()
        super().__post_init__()
        self.check_formulas(self.quantity, self.rate)
        if not same_shape(shape_of(self.quantity), shape_of(self.rate)):
            raise StatementError(f"the rate of a quantity of shape {shape_of(self.quantity)} cannot have shape {shape_of(self.rate)}")

    def expressions(self) -> tuple:
        return (self.quantity, self.rate, *self.along.expressions())

    def bound(self) -> set:
        return set(self.along.states) | ({self.symbol} if self.symbol is not None else set())

    def binders(self) -> set:
        return set(self.along.states)

    def latex(self) -> str:
        return f"{dotted(self.symbol if self.symbol is not None else self.quantity)} = {to_latex(self.rate)}"


@dataclass(frozen=True, eq=False)
class Conserved(_AlongAFlow):
    """A quantity does not change along a flow, from any point of the domain for as long as the motion stays in it.

    It has to have a value and a slope all over the domain: 1/x and the sign of x have the slope 0, or none, and change where x passes 0.
    """

    label: ClassVar[str] = "conservation law"

    quantity: Expr
    along: Flow | GradientFlow

    def __post_init__(self) -> None:
        self.check_flow()
        super().__post_init__()
        self.check_formulas(self.quantity)

    def expressions(self) -> tuple:
        return (self.quantity, *self.along.expressions())

    def bound(self) -> set:
        return set(self.along.states)

    @property
    def rate(self) -> Expr:
        """The time derivative that the statement claims."""
        return S.Zero

    def latex(self) -> str:
        return f"{dotted(self.quantity)} = 0"


@dataclass(frozen=True, eq=False)
class Solves(Statement):
    """The functions `solution[x]` of time solve the initial value problem `system`.

    This says that they have values and derivatives at every time between the start (t = 0) and each time of the domain, that the
    derivatives are the rates there, and that the values at the start, or their limits, are the initial ones.
    """

    label: ClassVar[str] = "initial value problem"

    system: System
    solution: dict

    def __post_init__(self) -> None:
        if not isinstance(self.system, System):
            raise StatementError(f"Solves takes a System; got {told(self.system)}")
        super().__post_init__()
        self.check_formulas(*self.solution.values())
        if set(self.solution) != set(self.system.states):
            raise StatementError(
                f"the solution gives {', '.join(map(str, self.solution))}; the system has {', '.join(map(str, self.system.states))}")
        for state, value in self.solution.items():
            if not same_shape(shape_of(state), shape_of(value)):
                raise StatementError(f"the solution of {state} has its shape {shape_of(state) or 'scalar'}; got {shape_of(value)}")

    def _check_meanings(self) -> None:
        super()._check_meanings()
        states, t, expand = set(self.system.states), self.system.t, self.on.expand
        for state, value in self.solution.items():
            self._refuse(states & atoms_of(expand(value)), f"the solution of {state} speaks of the state",
                         "write it in time and parameters")
        for state, value in self.system.initial.items():
            self._refuse((states | {t}) & atoms_of(expand(value)), f"the initial value of {state} speaks of", "it is a parameter")
        for condition in self.on.conditions:
            spoken = atoms_of(expand(condition))
            if spoken - states:
                self._refuse(states & spoken, f"{condition} ties time or a parameter to the state",
                             "the domain is one of time and parameters")
        spoken = set().union(*(atoms_of(expand(expression)) for expression in self.expressions()))
        self._refuse({symbol for symbol in spoken if is_time(symbol) and symbol not in self.binders()},
                     f"the system's time is {t}, and a formula speaks of", f"use {t} throughout")

    @staticmethod
    def _refuse(found: set, what: str, advice: str) -> None:
        if found:
            raise StatementError(f"{what} {', '.join(sorted(map(str, found)))}; {advice}")

    def expressions(self) -> tuple:
        return (*self.solution.values(), *self.system.expressions())

    def bound(self) -> set:
        return set(self.system.states)

    def binders(self) -> set:
        return {*self.system.states, self.system.t}

    def latex(self) -> str:
        t = to_latex(self.system.t)
        lines = [f"{to_latex(state)}({t}) = {to_latex(value)}" for state, value in self.solution.items()]
        return r",\quad ".join(lines)

    def problem_latex(self) -> str:
        """The initial value problem itself."""
        lines = [f"{dotted(state)} = {to_latex(rate)}, \\quad {to_latex(state)}(0) = {to_latex(self.system.initial[state])}"
                 for state, rate in self.system.rates.items()]
        return r",\quad ".join(lines)


@dataclass(frozen=True, eq=False)
class AtMostOneZero(_AlongAFlow):
    """Along any trajectory of the flow inside the domain, `quantity` vanishes at most once."""

    label: ClassVar[str] = "number of zeros"

    quantity: Expr
    along: Flow

    def __post_init__(self) -> None:
        self.check_flow()
        super().__post_init__()
        self.check_formulas(self.quantity)
        if shape_of(self.quantity):
            raise StatementError(f"AtMostOneZero counts the zeros of a scalar; {self.quantity} has shape {shape_of(self.quantity)}")

    def expressions(self) -> tuple:
        return (self.quantity, *self.along.expressions())

    def bound(self) -> set:
        return set(self.along.states)

    def latex(self) -> str:
        over_time = {state: Symbol(f"{to_latex(state)}(t)", real=True) for state in self.along.states if isinstance(state, Symbol)}
        return rf"\#\left\{{ t \geq 0 : {to_latex(self.quantity.xreplace(over_time))} = 0 \right\}} \leq 1"
