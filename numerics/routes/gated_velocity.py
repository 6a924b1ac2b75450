"""The gradient-flow route for one neuron of a piecewise linear network: all neurons are put into a two-layer network in Torch,
and the one's velocity is read off its autograd gradient; which neurons are active at the data is read off their signs."""

from __future__ import annotations

import mpmath
import numpy as np

from theoremtest.derivations.language import Domain, GatedFlow
from theoremtest.numerics.training.networks import two_layer
from theoremtest.numerics.training.trained_networks import array, from_array
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.matrices import value


def pattern(along: GatedFlow, point: dict, digits: int) -> dict:
    """What the flow holds fixed, worked out at a point: the gate's slopes (n, n) and the other neurons' output (n, 1).

    Raises NotDefined where a sample lies on the neuron's boundary, since the flow is not between switching times there.
    """
    (_, w), (X, _) = along.learning_rates, along.data
    b, U = along.others
    gamma = value(along.gamma, point, digits)
    signs = value(X * w, point, digits)
    if any(signs[j] == 0 for j in range(signs.rows)):
        raise NotDefined(f"a sample lies on the boundary of the neuron {w}")
    gate = mpmath.diag([mpmath.mpf(1) if signs[j] > 0 else gamma for j in range(signs.rows)])
    hidden, readout = value(X * U.T, point, digits), value(b, point, digits)
    for j in range(hidden.rows):
        for k in range(hidden.cols):
            hidden[j, k] = max(hidden[j, k], gamma * hidden[j, k])
    return {along.gate: gate, along.rest: hidden * readout}


def velocity(along: GatedFlow, domain: Domain, point: dict, digits: int) -> dict:
    """The velocities of the neuron's read-out and weights by autograd, as mpmath numbers."""
    import torch

    from theoremtest.numerics.training.problem import pose

    a, w = along.learning_rates
    inputs, targets = (array(value(part, point, digits)) for part in along.data)
    b, U = (array(value(part, point, digits)) for part in along.others)
    start = {"a": np.concatenate([[float(value(a, point, digits))], b[:, 0]]),
             "W": np.concatenate([array(value(w, point, digits)).T, U])}
    rates = {name: float(value(domain.expand(along.learning_rates[symbol]), point, digits)) for name, symbol in (("a", a), ("W", w))}
    network = two_layer("leaky_relu", gamma=float(value(along.gamma, point, digits)))
    problem, state, _ = pose(network, start, inputs, targets[:, 0], rates, "half_sum", torch.device("cpu"))
    moving = problem.unpack(problem.velocity(state))
    return {a: from_array(moving["a"][0, 0]), w: from_array(moving["W"][0, 0].numpy())}
