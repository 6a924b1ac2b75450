"""The networks that statements speak of, the library's by name and a theorist's own, and how their parameters pass between mpmath and
Torch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
from sympy import Identity

from theoremtest.derivations.language.networks import Network, layer_name
from theoremtest.numerics.torch_backend import choose_device
from theoremtest.numerics.training import networks, own_networks
from theoremtest.numerics.values.matrices import value

NETWORKS = {"single-neuron": networks.single_neuron, "latent-variable": networks.latent_variable,
            "two-layer": lambda: networks.two_layer(vector_output=True),
            "deep-linear-1": lambda: networks.deep_linear(1), "deep-linear-2": lambda: networks.deep_linear(2)}
LOSSES = {"latent-variable": "sum"}
"""The loss that a network's paper trains it on, where that is not half the sum of squared residuals."""


@dataclass(frozen=True)
class Trainee:
    """What is trained: a network, its loss, what its layers are called by letter, and where."""

    network: networks.Network
    loss: str | Callable
    names: dict[Any, str]
    own: Network | None = None

    @property
    def device(self) -> Any:
        """The library's networks are too small for a GPU; nobody knows how large one's own is."""
        return choose_device("cpu" if self.own is None else "auto")

    @property
    def replay(self) -> bool:
        """Whether the forward function runs the same operations whatever it is given."""
        return self.own is None

    def examine(self, start: dict, data: np.ndarray, target: np.ndarray) -> None:
        """Raise NetworkFault where one's own network cannot be trained as its map says."""
        if self.own is not None:
            own_networks.examine(self.own, self.network, start, data, target, self.device)


def trainable(network: Any) -> bool:
    """Whether a flow names a network that can be trained here; what a record tells of one's own cannot."""
    return isinstance(network, Network) or network in NETWORKS


def trainee(network: str | Network, letters: Iterable, data: tuple) -> Trainee:
    """What is trained where a statement names a network, moves these letters and gives these data."""
    if not isinstance(network, Network):
        return Trainee(NETWORKS[network](), LOSSES.get(network, "half_sum"), {letter: layer_name(letter) for letter in letters})
    names = {letter: tensor for tensor, letter in network.parameters.items()}
    return Trainee(own_networks.on_data(network, data), network.loss or "half_sum", names, network)


def array(matrix) -> np.ndarray:
    """An mpmath matrix in float64, of the same shape."""
    return np.array([[float(matrix[i, j]) for j in range(matrix.cols)] for i in range(matrix.rows)])


def parameter(network, name: str, number) -> np.ndarray:
    """A parameter's value in as many axes as the network's layer has; a vector is a column."""
    axes = len(network.layers[name])
    if axes == 0:
        return np.asarray(float(number))
    return array(number)[:, 0] if axes == 1 else array(number)


def from_array(numbers):
    """A network's parameter as an mpmath number or matrix, a vector as a column."""
    if not numbers.ndim:
        return mpmath.mpf(float(numbers))
    rows = numbers if numbers.ndim == 2 else numbers[:, None]
    return mpmath.matrix([[mpmath.mpf(float(x)) for x in row] for row in rows])


def training_data(network, data: tuple, point: dict, digits: int) -> tuple[np.ndarray, np.ndarray]:
    """Inputs (n, d) and targets, (n,) or (n, c) as the network has outputs, of a flow's `data` at a point."""
    inputs, targets = data
    target = _sampled(value(targets, point, digits), len(network.outputs))
    data_in = np.eye(len(target)) if isinstance(inputs, Identity) else _sampled(value(inputs, point, digits), len(network.inputs))
    return data_in, target


def _sampled(number, axes: int) -> np.ndarray:
    """Samples along the first axis; a number is one of them."""
    if not isinstance(number, mpmath.matrix):
        return np.array([float(number)])
    return array(number) if axes else array(number)[:, 0]
