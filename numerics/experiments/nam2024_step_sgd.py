"""The network of Fig. 2.2 of Nam's thesis, trained with Torch by stochastic gradient descent: what its last hidden layer and its output are
before, during and after it learns the step function.

Start, inputs and target are those of `nam2024_step`, which trains a narrower one in full batches. The thesis gives neither the batches nor
the rate: those here are ours. A rate this large makes single features, and lets the loss move up
and down by the batches; a width of 1000 does not bear it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.experiments.nam2024_step import drawn, task
from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.threads import one_thread

BATCH, RATE, MOMENTUM = 10, 0.05, 0.9


@dataclass(frozen=True)
class Snapshot:
    """The network at an epoch: `inputs` (n,), `target` (n,), `features` (n, width) of the last hidden layer, `output` (n,)."""

    epoch: int
    inputs: np.ndarray
    target: np.ndarray
    features: np.ndarray
    output: np.ndarray

    @property
    def loss(self) -> float:
        """The mean squared error."""
        return float(np.mean((self.output - self.target) ** 2))


def trained(width: int, count: int, epochs: Sequence[int], seed: int, rate: float = RATE) -> list[Snapshot]:
    """Four fully connected layers of this width on `count` inputs, at each of the epochs, which rise.

    The loss is the mean squared error. Raises MissingExtra without torch.
    """
    torch = require_torch()
    x, y = (torch.from_numpy(part) for part in task(count))
    parts: list = []
    for weight, bias in zip(*[iter(drawn(width, seed))] * 2, strict=True):
        layer = torch.nn.Linear(weight.shape[1], weight.shape[0], dtype=x.dtype)
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(weight))
            layer.bias.copy_(torch.from_numpy(bias))
        parts += [layer, torch.nn.ReLU()]
    network = torch.nn.Sequential(*parts[:-1])
    optimizer = torch.optim.SGD(network.parameters(), rate, MOMENTUM)
    order, found = np.random.default_rng(seed), []
    with one_thread():
        for epoch in range(epochs[-1] + 1):
            if epoch in epochs:
                with torch.no_grad():
                    features = network[:-1](x)
                    found.append(Snapshot(epoch, x[:, 0].numpy(), y[:, 0].numpy(), features.numpy(), network[-1](features)[:, 0].numpy()))
            for batch in torch.from_numpy(order.permutation(count)).split(BATCH):
                optimizer.zero_grad()
                ((network(x[batch]) - y[batch]) ** 2).mean().backward()
                optimizer.step()
    return found
