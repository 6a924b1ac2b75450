"""The networks that a flow may name, so that a route trains them: what each computes, and what its parameters are called.

The networks themselves are in `numerics`; here stands what a statement must know to name one rightly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .errors import StatementError

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


def layer_name(symbol: Any) -> str:
    """What a network calls the parameter that a symbol stands for."""
    return str(symbol).replace("_", "")


def check_network(name: str | None, parameters: Iterable, **needed: Any) -> None:
    """Raise StatementError unless a network is known, its parameters are called as it calls them, and all that training it needs is told.

    parameters: the symbols that learning rates are given of. needed: further fields that must not be empty, by name.
    """
    if name is None:
        return
    if name not in NETWORKS:
        raise StatementError(f"there is no network {name!r} to be trained; there are {', '.join(NETWORKS)}")
    computes, letters = NETWORKS[name]
    told = [str(symbol) for symbol in parameters]
    if sorted(map(layer_name, told)) != sorted(map(layer_name, letters)):
        raise StatementError(f"the network {name!r} computes {computes}, so that learning rates are given of {', '.join(letters)}; "
                             f"got {', '.join(told) or 'none'}")
    missing = [field for field, value in needed.items() if not value]
    if missing:
        raise StatementError(f"training the network {name!r} needs {' and '.join(missing)}, which the statement does not give")
