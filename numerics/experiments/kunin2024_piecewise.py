"""Piecewise linear networks in the plane, Kunin et al. 2024, Figs. 5 and 9: trained and random ones with their exact partitions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.experiments.arrangements import Partition, partition
from theoremtest.numerics.training import gradient_flow
from theoremtest.numerics.training.networks import two_layer
from theoremtest.numerics.training.threads import one_thread

INPUTS = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
TARGETS = np.array([1.0, -1.0, 1.0, -1.0])
"""A task akin to exclusive or: opposite points share a label, neighbouring ones do not."""


@dataclass(frozen=True)
class Moment:
    """A network at one time of its training, its loss there, and its exact partition of the window."""

    time: float
    loss: float
    a: np.ndarray
    W: np.ndarray
    cells: Partition


@dataclass(frozen=True)
class Evolution:
    """One training run. delta_drift is the greatest change of any neuron's delta; switches how many (neuron, sample) pairs changed."""

    delta: float
    moments: tuple[Moment, ...]
    delta_drift: float
    switches: int


def alpha(tau, delta):
    """The relative scale of the layers for which the scaled neurons have this delta: delta = tau^2 (alpha^2 - alpha^(-2))."""
    ratio = np.asarray(delta, dtype=float) / np.asarray(tau, dtype=float) ** 2
    root = np.sqrt(ratio**2 + 4)
    return np.sqrt(np.where(ratio > 0, (root + ratio) / 2, 2 / (root - ratio)))


@one_thread()
def evolutions(deltas, *, neurons=20, tau=0.1, seed=3, levels=(0.9, 0.4), end=6.0, step=2.5e-4, window=1.5) -> list[Evolution]:
    """Train two-layer ReLU networks on the task from |w_i| = tau/alpha, a_i = +-alpha tau, one for each delta, with the same directions.

    By gradient descent with a small step, which passes the kinks where gradient flow may slide. Moments: the start, where the
    loss has fallen to each of the levels (as shares of its first value), and the end.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    angle = generator.uniform(0, 2 * np.pi, neurons)
    signs = np.resize([1.0, -1.0], neurons)
    scale = alpha(tau, np.asarray(deltas))[:, None]
    start = {"a": signs * scale * tau, "W": np.stack([np.cos(angle), np.sin(angle)], axis=-1) * (tau / scale)[..., None]}
    updates = np.unique(np.rint(np.geomspace(1, end / step, 300)).astype(int))
    run = gradient_flow.descend(two_layer("relu"), start, INPUTS, TARGETS, np.concatenate([[0], updates]) * step, step=step, device="cpu",
                                replay=True)
    return [_evolution(run, row, delta, levels, window) for row, delta in enumerate(deltas)]


def _evolution(run, row, delta, levels, window) -> Evolution:
    a, W, losses = run.parameters["a"][row], run.parameters["W"][row], run.losses[row]
    kept = [0, *(int(np.argmax(losses < level * losses[0])) for level in levels), len(losses) - 1]
    moments = tuple(Moment(float(run.times[k]), float(losses[k]), a[k], W[k], cells(a[k], W[k], window)) for k in kept)
    conserved = a**2 - (W**2).sum(-1)
    active = W @ INPUTS.T > 0
    return Evolution(delta, moments, float(np.abs(conserved - conserved[0]).max()), int((active[0] != active[-1]).sum()))


def cells(a, W, window) -> Partition:
    """The exact partition of the square [-window, window]^2 by a two-layer ReLU network without biases."""
    return partition([(W.tolist(), None)], a.tolist(), 0, square(window))


def square(half):
    """Its corners, counter-clockwise."""
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


def random_network(widths=(20, 20), *, biases, seed, half=1.0) -> tuple[list, np.ndarray, Partition]:
    """A ReLU network on the plane with normal weights of variance 2/inputs, and biases of deviation 0.4: layers, read-out, partition.

    Weights are rounded to multiples of 1/256, so that the partition's corners stay short fractions.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    layers, inputs = [], 2
    for width in widths:
        weights = _rounded(generator.standard_normal((width, inputs)) * np.sqrt(2 / inputs))
        layers.append((weights, _rounded(0.4 * generator.standard_normal(width)) if biases else np.zeros(width)))
        inputs = width
    readout = _rounded(generator.standard_normal(inputs) / np.sqrt(inputs))
    exact = partition([(W.tolist(), b.tolist()) for W, b in layers], readout.tolist(), 0, square(half))
    return layers, readout, exact


def forward(layers, readout, points) -> np.ndarray:
    """The network's outputs in floating point, layer by layer, at points (n, 2)."""
    hidden = points
    for weights, biases in layers:
        hidden = np.maximum(hidden @ weights.T + biases, 0)
    return hidden @ readout


def polygons(exact: Partition) -> list[np.ndarray]:
    """Each region's corners with the height of the map there, (corners, 3)."""
    found = []
    for region in exact.regions:
        u, v, c = region.predictor
        found.append(np.array([[float(x), float(y), float(u * x + v * y + c)] for x, y in region.corners]))
    return found


def deviation(exact: Partition, outputs) -> float:
    """The greatest difference between the exact map and `outputs(points)`, at the middle of every region's corners."""
    middles = np.array([polygon.mean(axis=0) for polygon in polygons(exact)])
    return float(np.abs(outputs(middles[:, :2]) - middles[:, 2]).max())


def _rounded(values) -> np.ndarray:
    return np.round(values * 256) / 256
