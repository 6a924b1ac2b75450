"""The networks that statements may speak of by name, and how their parameters pass between mpmath and Torch."""

from __future__ import annotations

import mpmath
import numpy as np
from sympy import Identity

from theoremtest.derivations.language.networks import layer_name  # noqa: F401  the routes take it from here
from theoremtest.numerics.training import networks
from theoremtest.numerics.values.matrices import value

NETWORKS = {"single-neuron": networks.single_neuron, "latent-variable": networks.latent_variable,
            "two-layer": lambda: networks.two_layer(vector_output=True),
            "deep-linear-1": lambda: networks.deep_linear(1), "deep-linear-2": lambda: networks.deep_linear(2)}
LOSSES = {"latent-variable": "sum"}
"""The loss that a network's paper trains it on, where that is not half the sum of squared residuals."""


def loss_of(network: str) -> str:
    return LOSSES.get(network, "half_sum")


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
    target = array(value(targets, point, digits))
    target = target if network.outputs else target[:, 0]
    return np.eye(len(target)) if isinstance(inputs, Identity) else array(value(inputs, point, digits)), target
