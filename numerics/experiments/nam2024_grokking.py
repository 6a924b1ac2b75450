"""Grokking on modular arithmetic (Nam 2024, Section 6.4): networks that fit some of all pairs at once, and the others long after.

`small`: a network with a layer of squares, and one of ReLU nodes after it or none, learns (a + b) mod p in full batches, with unit
vectors times a target scale for the classes; scales of weights, targets, inputs and outputs are those of Table 6.1. `transformer`
learns (a / b) mod p, as in Fig. 6.4, with two layers. Both are trained by Adam with weight decay apart from the gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from theoremtest.numerics.torch_backend import choose_device, require_torch
from theoremtest.numerics.training.threads import one_thread

EVERY, FULL_EVERY = 10, 50
"""Steps between two measurements of the accuracy; of the transformer."""
LEARNED = 0.95
"""The part of pairs that is classified rightly once they count as learned."""


@dataclass(frozen=True)
class Scales:
    """Factors of the start's weights, of the targets, of the inputs and of the outputs: Table 6.1."""

    weights: float = 1.0
    target: float = 1.0
    inputs: float = 1.0
    output: float = 1.0


@dataclass(frozen=True)
class Seen:
    """All pairs as the network sees them at a step: `features` (n, width) of its last hidden layer, `target` and `output` (n, p)."""

    features: np.ndarray
    target: np.ndarray
    output: np.ndarray


@dataclass(frozen=True)
class Course:
    """Numbers of steps (t,), the parts of the training pairs and of the others that are classified rightly, and what was seen, by step."""

    steps: np.ndarray
    training: np.ndarray
    others: np.ndarray
    seen: dict[int, Seen]

    def learned(self, accuracies: np.ndarray, level: float = LEARNED) -> float:
        """The first step at which these accuracies are at the level, infinity where none is."""
        reached = accuracies >= level
        return float(self.steps[reached.argmax()]) if reached.any() else np.inf


def small(scales: Scales, steps: int, seen: Sequence[int] = (), p: int = 23, width: int = 128, share: float = 0.6, rate: float = 0.005,
          decay: float = 0.6, relu: bool = False, seed: int = 0, whole: bool = True) -> Course:
    """A network on (a + b) mod p, of whose pairs it sees this share. relu: with the second layer. whole: trained on once all is learned.

    Raises MissingExtra without torch.
    """
    torch = require_torch()
    random = np.random.default_rng(seed)
    pairs = np.array([(a, b) for a in range(p) for b in range(p)])
    order, unit = random.permutation(len(pairs)), np.eye(p)
    inputs = torch.from_numpy(scales.inputs * np.hstack([unit[pairs[:, 0]], unit[pairs[:, 1]]]))
    target = torch.from_numpy(scales.target * unit[pairs.sum(1) % p])
    shapes = [(2 * p, width), (width, width), (width, p)] if relu else [(2 * p, width), (width, p)]
    first, *between, last = (torch.from_numpy(scales.weights * random.standard_normal(shape) / np.sqrt(shape[0])).requires_grad_()
                             for shape in shapes)

    def network(x: Any) -> tuple[Any, Any]:
        features = (x @ first) ** 2
        for layer in between:
            features = (features @ layer).relu()
        return features, scales.output * (features @ last)
    chosen = torch.from_numpy(order[:int(share * len(order))]), torch.from_numpy(order[int(share * len(order)):])
    # With so small an eps a factor of the loss does not matter.
    optimizer = torch.optim.AdamW([first, *between, last], lr=rate, weight_decay=decay, eps=1e-15)
    with one_thread():
        return _followed(network, inputs, target, chosen, optimizer, lambda: chosen[0], steps, seen, EVERY, whole=whole)


def transformer(steps: int = 3000, seen: Sequence[int] = (), p: int = 97, width: int = 128, share: float = 0.5, batch: int = 512,
                rate: float = 1e-3, decay: float = 1.0, seed: int = 0, device: str = "auto") -> Course:
    """A transformer of two layers with four heads on (a / b) mod p, p prime, b not zero. Half an hour on a CPU. Raises MissingExtra without
    torch."""
    torch = require_torch()
    where = choose_device(device)
    torch.manual_seed(seed)
    pairs = np.array([(a, b) for a in range(p) for b in range(1, p)])
    answers = np.array([a * pow(int(b), -1, p) % p for a, b in pairs])
    tokens = torch.from_numpy(np.column_stack([pairs[:, 0], np.full(len(pairs), p), pairs[:, 1], np.full(len(pairs), p + 1)])).to(where)
    order = np.random.default_rng(seed).permutation(len(pairs))
    chosen = tuple(torch.from_numpy(part).to(where) for part in np.split(order, [int(share * len(order))]))
    embedding, places = torch.nn.Embedding(p + 2, width), torch.nn.Embedding(4, width)
    layer = torch.nn.TransformerEncoderLayer(width, 4, 4 * width, dropout=0.0, batch_first=True)
    body, last = torch.nn.TransformerEncoder(layer, 2), torch.nn.Linear(width, p)
    for part in (embedding, places, body, last):
        part.to(where)

    def network(x: Any) -> tuple[Any, Any]:
        features = body(embedding(x) + places.weight)[:, -1]
        return features, last(features)
    parameters = [value for part in (embedding, places, body, last) for value in part.parameters()]
    optimizer = torch.optim.AdamW(parameters, lr=rate, weight_decay=decay, betas=(0.9, 0.98))
    target = torch.nn.functional.one_hot(torch.from_numpy(answers), p).float().to(where)

    def drawn() -> Any:
        return chosen[0][torch.randperm(len(chosen[0]), device=where)[:batch]]
    return _followed(network, tokens, target, chosen, optimizer, drawn, steps, seen, FULL_EVERY, torch.nn.functional.cross_entropy)


def _followed(network: Callable[[Any], tuple[Any, Any]], inputs: Any, target: Any, chosen: tuple[Any, Any], optimizer: Any,
              draw: Callable[[], Any], steps: int, seen: Sequence[int], every: int,
              loss: Callable[[Any, Any], Any] | None = None, whole: bool = True) -> Course:
    """Train on the pairs that `draw` names, and look at all of them after `every` steps; without a `loss` it is the mean squared error.

    whole: whether to take all steps, also once the training pairs and the others have been learned.
    """
    torch = require_torch()
    classes, found, views = target.argmax(1), [], {}
    for step in range(steps + 1):
        if step % every == 0 or step in seen:
            with torch.no_grad():
                features, output = network(inputs)
            right = (output.argmax(1) == classes).double()
            found.append((step, float(right[chosen[0]].mean()), float(right[chosen[1]].mean())))
            if not whole and all(max(accuracies) >= LEARNED for accuracies in zip(*(row[1:] for row in found), strict=True)):
                break
            if step in seen:
                views[step] = Seen(*(part.cpu().double().numpy() for part in (features, target, output)))
        here = draw()
        output = network(inputs[here])[1]
        error = loss(output, target[here]) if loss else ((output - target[here]) ** 2).sum(1).mean()
        optimizer.zero_grad()
        error.backward()
        optimizer.step()
    at, training, others = np.array(found).T
    return Course(at.astype(int), training, others, views)
