"""Flows and initial value problems: what a statement about change is a statement along.

A `Flow` gives the rate of each state symbol, scalar or vector. A `GradientFlow` gives a loss and learning rates instead,
and leaves the differentiation to whoever decides the statement, so that a derivation really starts from the loss. A
`System` is a flow with initial values and a time symbol.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sympy import Expr, Symbol
from sympy.matrices.expressions.matexpr import MatrixSymbol

from .errors import StatementError
from .material import UNLESS_EMPTY, make_exact, told
from .networks import Network, check_network
from .symbols import real
from .wellformed import same_shape, shape_of

TIME = real("t")


@dataclass(frozen=True, eq=False)
class Flow:
    """`rates[x]` is the time derivative of state symbol x (a scalar, or a vector of x's shape).

    name: what the report calls it. constants: letters that stay as they are along the flow although an equation of the domain ties them to
    a state, such as a fixed R with R^T R W = W: the equation then tells where the statement speaks and not what the letter is. A letter
    that is tied so and is not named may be a name for what moves, and nothing is proved of its rate unless the flow keeps the equation.

    For a route that trains `network`, one of the library's by name or a `Network` of one's own, and observes it: `learning_rates` by
    parameter, `data` the inputs and targets, `read` each state symbol as an expression in the parameters, and for a reduced state
    `lift`, explicit parameters and targets that have this state.
    """

    rates: dict
    name: str = "the flow"
    network: str | Network | None = None
    read: dict = field(default_factory=dict)
    learning_rates: dict = field(default_factory=dict)
    data: tuple = ()
    lift: dict = field(default_factory=dict)
    constants: tuple = field(default=(), metadata=UNLESS_EMPTY)

    def __post_init__(self) -> None:
        make_exact(self)
        _check_states(self.rates)
        _check_constants(self.constants, self.rates)
        for symbol, rate in self.rates.items():
            if not same_shape(shape_of(symbol), shape_of(rate)):
                raise StatementError(f"the rate of {symbol} has shape {shape_of(rate) or 'scalar'}; "
                                     f"it needs {shape_of(symbol) or 'scalar'}")
        check_network(self.network, self.learning_rates, data=self.data, read=self.read)

    @property
    def held(self) -> tuple:
        """The letters that are said to stay as they are."""
        return self.constants

    @property
    def states(self) -> tuple:
        """The scalars and matrices that the flow moves."""
        return tuple(self.rates)

    def expressions(self) -> tuple:
        """All expressions whose symbols must be declared."""
        return (*self.rates, *self.rates.values())


@dataclass(frozen=True, eq=False)
class GradientFlow:
    """theta' = -rate * grad_theta loss for each parameter; `learning_rates` maps parameter to rate.

    The loss is a scalar built of inner products that are polynomial in the parameters. `data` are the network's inputs and
    targets, for a route that trains it. `constants` are as for a `Flow`.
    """

    loss: Expr
    learning_rates: dict
    name: str = "gradient flow"
    network: str | Network | None = None
    data: tuple = ()
    constants: tuple = field(default=(), metadata=UNLESS_EMPTY)

    def __post_init__(self) -> None:
        make_exact(self)
        _check_states(self.learning_rates)
        _check_constants(self.constants, self.learning_rates)
        if shape_of(self.loss):
            raise StatementError(f"a loss is a scalar; {self.loss} has shape {shape_of(self.loss)}")
        for symbol, rate in self.learning_rates.items():
            if shape_of(rate):
                raise StatementError(f"the learning rate of {symbol} is a scalar; {rate} has shape {shape_of(rate)}")
        self._check_network()

    def _check_network(self) -> None:
        check_network(self.network, self.learning_rates, data=self.data)

    @property
    def held(self) -> tuple:
        """The letters that are said to stay as they are."""
        return self.constants

    @property
    def states(self) -> tuple:
        """The parameters that the flow moves."""
        return tuple(self.learning_rates)

    def expressions(self) -> tuple:
        """All expressions whose symbols must be declared."""
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
    network: str | Network | None = None
    read: dict = field(default_factory=dict)
    learning_rates: dict = field(default_factory=dict)
    data: tuple = ()
    lift: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        make_exact(self)
        missing = [str(state) for state in self.rates if state not in self.initial]
        if missing:
            raise StatementError(f"no initial value for {', '.join(missing)}")
        superfluous = [str(state) for state in self.initial if state not in self.rates]
        if superfluous:
            raise StatementError(f"an initial value for {', '.join(superfluous)}, which the system does not move")
        _check_states(self.rates)
        for symbol, rate in self.rates.items():
            if not all(same_shape(shape_of(symbol), shape_of(given)) for given in (rate, self.initial[symbol])):
                raise StatementError(f"the rate and the initial value of {symbol} have its shape {shape_of(symbol) or 'scalar'}; "
                                     f"got shapes {shape_of(rate)} and {shape_of(self.initial[symbol])}")
        if not isinstance(self.t, Symbol) or self.t.is_integer:
            raise StatementError(f"time is a real symbol; got {self.t}")
        if self.t in self.rates:
            raise StatementError(f"{self.t} is the system's time and cannot be a state of it")
        check_network(self.network, self.learning_rates, data=self.data, read=self.read, lift=self.lift)

    @property
    def states(self) -> tuple:
        """The scalars and matrices that the system moves."""
        return tuple(self.rates)

    def expressions(self) -> tuple:
        """All expressions whose symbols must be declared."""
        return (*self.rates, *self.rates.values(), *self.initial.values())


def _check_states(states: Iterable) -> None:
    """Raise StatementError where a state is no symbol that a real number or a real matrix can be put in for."""
    if not states:
        raise StatementError("a flow moves at least one state")
    for state in states:
        if not isinstance(state, (Symbol, MatrixSymbol)):
            raise StatementError(f"a state is a symbol, a scalar's or a matrix's; got {told(state)}")
        if isinstance(state, Symbol) and state.is_integer:
            raise StatementError(f"the state {state} is a whole number and cannot move continuously")


def _check_constants(constants: tuple, states: Iterable) -> None:
    """Raise StatementError where what is said to stay as it is moves, or is no letter."""
    if not isinstance(constants, tuple):
        raise StatementError(f"`constants` of a flow is a tuple of symbols; got {told(constants)}")
    for letter in constants:
        if not isinstance(letter, (Symbol, MatrixSymbol)):
            raise StatementError(f"a constant of a flow is a symbol, a scalar's or a matrix's; got {told(letter)}")
        if letter in states:
            raise StatementError(f"{letter} is a state of the flow and cannot be one of its constants")
