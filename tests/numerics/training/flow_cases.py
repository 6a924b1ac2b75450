"""Networks, data and tolerances of the gradient flow tests."""

import numpy as np

from theoremtest.numerics.training.gradient_flow import deep_linear, diagonal_linear, scalar_input, single_neuron, two_layer

N, D, H, C = 6, 3, 2, 2
SIZES = {"d": D, "h": H, "c": C, "h1": 3, "h2": 2}
TIMES = np.array([0.0, 0.3, 1.0, 1.6])
TIGHT = {"rtol": 1e-10, "atol": 1e-12, "device": "cpu"}

NETWORKS = [
    single_neuron(),
    two_layer(),
    two_layer(vector_output=True, output_scale=0.5),
    two_layer(vector_output=True, biases=True),
    two_layer("leaky_relu", gamma=0.2, biases=True),
    two_layer("relu"),
    deep_linear(2),
    deep_linear(2, vector_output=True),
    scalar_input("leaky_relu", gamma=0.1, output_scale=0.5),
    diagonal_linear("product"),
    diagonal_linear("difference"),
]
SMOOTH = [network for network in NETWORKS if "relu" not in network.name]


def named(network):
    return network.name + (", biases" if "b" in network.layers else "") + (", vector" if network.outputs else "")


def data(network, seed=0):
    generator = np.random.default_rng(seed)
    X = generator.standard_normal((N, *(SIZES[dim] for dim in network.inputs))) / np.sqrt(N)
    return X, generator.standard_normal((N, *(SIZES[dim] for dim in network.outputs)))


def gap(first, second):
    return max(np.abs(first.parameters[name] - second.parameters[name]).max() for name in first.parameters)
