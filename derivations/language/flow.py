"""Flows and initial value problems: what a statement about change is a statement along.

A `Flow` gives the rate of each state symbol, scalar or vector. A `GradientFlow` gives a loss and learning rates instead,
and leaves the differentiation to whoever decides the statement, so that a derivation really starts from the loss. A
`System` is a flow with initial values and a time symbol.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sympy import Expr, Symbol

from .errors import StatementError
from .symbols import real

TIME = real("t")


@dataclass(frozen=True, eq=False)
class Flow:
    """`rates[x]` is the time derivative of state symbol x (a scalar, or a vector of x's shape).

    name: what the report calls it. For a route that trains `network` and observes it: `learning_rates` by parameter, `data`
    the inputs and targets, `read` each state symbol as an expression in the parameters, and for a reduced state `lift`,
    explicit parameters and targets that have this state.
    """

    rates: dict
    name: str = "the flow"
    network: str | None = None
    read: dict = field(default_factory=dict)
    learning_rates: dict = field(default_factory=dict)
    data: tuple = ()
    lift: dict = field(default_factory=dict)

    def __post_init__(self):
        for symbol, rate in self.rates.items():
            if getattr(symbol, "shape", ()) != getattr(rate, "shape", ()):
                raise StatementError(
                    f"the rate of {symbol} has shape {getattr(rate, 'shape', 'scalar')}; "
                    f"it needs {getattr(symbol, 'shape', 'scalar')}")

    @property
    def states(self) -> tuple:
        return tuple(self.rates)

    def expressions(self) -> tuple:
        return (*self.rates, *self.rates.values())


@dataclass(frozen=True, eq=False)
class GradientFlow:
    """theta' = -rate * grad_theta loss for each parameter; `learning_rates` maps parameter to rate.

    The loss is a scalar built of inner products that are polynomial in the parameters. `data` are the network's inputs and
    targets, for a route that trains it.
    """

    loss: Expr
    learning_rates: dict
    name: str = "gradient flow"
    network: str | None = None
    data: tuple = ()

    @property
    def states(self) -> tuple:
        return tuple(self.learning_rates)

    def expressions(self) -> tuple:
        return (self.loss, *self.learning_rates, *self.learning_rates.values())


@dataclass(frozen=True, eq=False)
class System:
    """An initial value problem: rates in the states (and in `t`, where the rate is driven), values at t = 0.

    Where it is a network's training, `network`, `learning_rates`, `data`, `read` and `lift` say so as for a `Flow`; `lift`
    gives the parameters that the training starts from, in the domain's symbols.
    """

    rates: dict
    initial: dict
    t: Symbol = TIME
    network: str | None = None
    read: dict = field(default_factory=dict)
    learning_rates: dict = field(default_factory=dict)
    data: tuple = ()
    lift: dict = field(default_factory=dict)

    def __post_init__(self):
        missing = [str(state) for state in self.rates if state not in self.initial]
        if missing:
            raise StatementError(f"no initial value for {', '.join(missing)}")
        for symbol in self.rates:
            if not isinstance(symbol, Symbol):
                raise StatementError(f"a system's states are scalars; got {symbol}")

    @property
    def states(self) -> tuple:
        return tuple(self.rates)

    def expressions(self) -> tuple:
        return (*self.rates, *self.rates.values(), *self.initial.values())
