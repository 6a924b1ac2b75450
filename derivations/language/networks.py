"""The networks that a flow may name, so that a route trains them: what each computes, and what its parameters are called.

The library's own are in `numerics`; here stands what a statement must know to name one rightly. Any other is a `Network`: a forward
function, of which the statement's data hold a name and a digest of its source, as no function is data.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import Expr, Symbol, srepr
from sympy.matrices.expressions.matexpr import MatrixSymbol

from .errors import StatementError
from .material import told as shown

NETWORKS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "single-neuron": ("a w.x", ("a", "w")),
    "latent-variable": ("u.(W x)", ("u", "W")),
    "two-layer": ("A^T W x", ("A", "W")),
    "deep-linear-1": ("a^T W_1 x", ("a", "W_1")),
    "deep-linear-2": ("a^T W_2 W_1 x", ("a", "W_1", "W_2")),
}
"""Name to what the network computes and the letters of its parameters."""
PIECEWISE = "two-layer-piecewise"
"""The network of a `GatedFlow`, whose letters are its own."""


RECORDED = re.compile(r"network of one's own, .*, [0-9a-f]{16}", re.DOTALL)
"""How a statement's data, and its record, tell of a `Network`: no route trains what is read back from there."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""Another one in each process, and no part of what a value is."""


@dataclass(frozen=True, eq=False)
class Network:
    """A network by its forward function, for a flow's `network`.

    forward     a Torch function of the parameters, a dict of tensors by name, and of the data's inputs, that gives the predictions; or a
                torch.nn.Module, whose tensors go by the names of its `named_parameters`.
    parameters  each tensor's name with the letter of the claim that it is: a number for a scalar, (n,) for a vector, (n, m) for a matrix.
    loss        a Torch function of predictions and targets; half the sum of the squared differences where none is given.
    name        what a report calls it.

    The flow says at which rates the letters learn and gives the `data`, inputs and targets: (n, d) for a matrix, (n,) for a vector, (1,)
    for a number.
    """

    forward: Callable
    parameters: Mapping[str, Any]
    loss: Callable | None = None
    name: str = "a network"

    def __post_init__(self) -> None:
        if not callable(self.forward):
            raise StatementError(f"a network's forward function is called with parameters and inputs; got {shown(self.forward)}")
        if self.loss is not None and not callable(self.loss):
            raise StatementError(f"a network's loss is called with predictions and targets; got {shown(self.loss)}")
        if not isinstance(self.name, str):
            raise StatementError(f"a network's name is a text; got {shown(self.name)}")
        if not isinstance(self.parameters, Mapping) or not self.parameters:
            raise StatementError("a network's `parameters` map the names of its tensors to letters, such as {'weight': W}; "
                                 f"got {shown(self.parameters)}")
        for tensor, letter in self.parameters.items():
            if not isinstance(tensor, str) or not isinstance(letter, (Symbol, MatrixSymbol)):
                raise StatementError(f"a network's `parameters` map a tensor's name to a letter; got {shown(tensor)}: {shown(letter)}")
        if len(set(self.parameters.values())) < len(self.parameters):
            raise StatementError(f"two tensors of the network are one letter: {shown(dict(self.parameters))}")

    @cached_property
    def recorded(self) -> str:
        """The name and a digest of all that the network is: its source, the values that it uses, the map and the loss."""
        text = "\n".join((_behind(self.forward), str(dict(self.parameters)), "" if self.loss is None else _behind(self.loss)))
        return f"network of one's own, {self.name}, {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _by_its_formula(parameters: Any, inputs: Any) -> Any:
    raise TypeError("a loss that is given as a formula is worked out where it is trained")


class Loss(Network):
    """What is trained where nothing is said but the loss, as a formula in the `letters` that move; the data are (1, 0)."""

    def __init__(self, formula: Expr, letters: Iterable) -> None:
        super().__init__(_by_its_formula, {str(letter): letter for letter in letters}, None, f"the loss {formula}")
        object.__setattr__(self, "formula", formula)
        if missing := [str(letter) for letter in self.parameters.values() if letter not in formula.free_symbols]:
            raise StatementError(f"the loss {formula} does not speak of {', '.join(missing)}, which is to move along its gradient")

    formula: Expr

    @cached_property
    def recorded(self) -> str:
        """The formula, with a digest of what its letters are."""
        return f"network of one's own, {self.name}, {hashlib.sha256(srepr(self.formula).encode()).hexdigest()[:16]}"


def _behind(function: Any, depth: int = 3) -> str:
    """A function's source and that of the functions that it uses, with the plain values among what it captures."""
    code = inspect.unwrap(function) if inspect.isroutine(function) else type(function)
    try:
        text = inspect.getsource(code)
    except (OSError, TypeError):  # typed at a prompt, or built in
        text = repr(getattr(getattr(code, "__code__", None), "co_code", code))
    if not inspect.isfunction(code):
        return f"{text}\n{_ADDRESS.sub('', repr(function))}"
    used = inspect.getclosurevars(code)
    for name, value in sorted({**used.globals, **used.nonlocals}.items()):
        if inspect.isfunction(value) and depth:
            text += f"\n{name}: {_behind(value, depth - 1)}"
        elif not inspect.ismodule(value):
            text += f"\n{name} = {_ADDRESS.sub('', repr(value))}"
    return text


def own_network(statement: Any) -> Network | None:
    """The network of one's own that a statement is about, if it is about one."""
    for part in (statement, *(getattr(statement, name, None) for name in ("along", "system", "training"))):
        if isinstance(getattr(part, "network", None), Network):
            return part.network
    return None


def layer_name(symbol: Any) -> str:
    """What a network calls the parameter that a symbol stands for."""
    return str(symbol).replace("_", "")


def check_network(name: str | Network | None, parameters: Iterable, **needed: Any) -> None:
    """Raise StatementError unless a network is known, its parameters are called as it calls them, and all that training it needs is told.

    parameters: the symbols that learning rates are given of. needed: further fields that must not be empty, by name.
    """
    if name is None or isinstance(name, str) and RECORDED.fullmatch(name):
        return
    if not isinstance(name, Network) and name not in NETWORKS:
        raise StatementError(f"there is no network {name!r} to be trained; there are {', '.join(NETWORKS)}, "
                             "and any Network(forward, parameters) of your own")
    told = [str(symbol) for symbol in parameters]
    if isinstance(name, Network):
        if set(name.parameters.values()) != set(parameters):
            raise StatementError(f"the network {name.name!r} is a function of {', '.join(sorted(map(str, name.parameters.values())))}, so "
                                 f"that learning rates are given of these letters; got {', '.join(sorted(told)) or 'none'}")
        name = name.name
    elif sorted(map(layer_name, told)) != sorted(map(layer_name, NETWORKS[name][1])):
        computes, letters = NETWORKS[name]
        raise StatementError(f"the network {name!r} computes {computes}, so that learning rates are given of {', '.join(letters)}; "
                             f"got {', '.join(told) or 'none'}")
    missing = [field for field, value in needed.items() if not value]
    if missing:
        raise StatementError(f"training the network {name!r} needs {' and '.join(missing)}, which the statement does not give")
