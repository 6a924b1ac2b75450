"""Emergence in networks (Nam 2024, Figs. 5.1 and 5.2): two-layer ReLU networks trained with Torch on the multitask sparse parity problem,
and the strength of each skill in time, by the number of samples and by the width of the hidden layer.

Inputs are the skill as a one-hot string and random bits, of which each skill reads three of its own; the target is S times their
parity. All parameters start as independent normal numbers. Networks of one call are trained side by side, each on samples of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from theoremtest.numerics.torch_backend import choose_device, require_torch
from theoremtest.numerics.training.threads import one_thread

READ, ALPHA, SCALE, DEVIATION = 3, 0.6, 5.0, 0.01
"""m, alpha, S, and the deviation of the start: Appendix C.3, whose text has 0.001 for the last and whose table has 0.01."""


FEW = 12
"""Up to so many bits strengths are means over all inputs."""


@dataclass(frozen=True)
class Training:
    """How networks are trained.

    skills, bits, width: n_s, n_b, hidden nodes; batch: samples of a step; rate: of SGD, or of Adam; halved: after so many steps, again and
    again; decay: weight decay; measured: samples a skill, for its strength where there are too many inputs; together: how many settings
    are trained side by side. Raises ValueError where the bits are too few for every skill to read three of its own.
    """

    skills: int
    bits: int
    width: int
    batch: int
    steps: int
    rate: float
    runs: int = 10
    adam: bool = False
    halved: int = 10**9
    decay: float = 0.0
    measured: int = 20_000
    together: int = 100
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.bits < READ * self.skills:
            raise ValueError(f"{self.bits} bits are too few for {self.skills} skills that read {READ} bits each")

    @property
    def frequencies(self) -> np.ndarray:
        """P_s(k), (skills,)."""
        weights = np.arange(1.0, self.skills + 1) ** -(ALPHA + 1)
        return weights / weights.sum()


def in_time(training: Training, times: Sequence[int], seed: int = 0) -> np.ndarray:
    """R_k/S after these numbers of steps, which rise, with new samples in every step; (runs, times, skills)."""
    batch = _Networks(training, [training.width] * training.runs, seed)
    found, wanted = [], set(times)
    with one_thread():
        if 0 in wanted:
            found.append(batch.strengths())
        found += [batch.strengths() for step in batch.train(batch.new_samples, times[-1]) if step in wanted]
    return np.stack(found, axis=1)


def in_data(training: Training, sizes: Sequence[int], seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """R_k/S at the end of training on so many samples, (sizes, runs, skills), and d_k, how many of them each skill has, likewise."""
    found, seen = [], []
    for first in range(0, len(sizes), training.together):
        group = np.repeat(sizes[first:first + training.together], training.runs)
        batch = _Networks(training, [training.width] * len(group), seed + first)
        draw, counts = batch.of_few_samples(group)
        with one_thread():
            for _ in batch.train(draw, training.steps):
                pass
            found.append(batch.strengths().reshape(-1, training.runs, training.skills))
        seen.append(counts.reshape(-1, training.runs, training.skills))
    return np.concatenate(found), np.concatenate(seen)


def in_parameters(training: Training, widths: Sequence[int], seed: int = 0) -> np.ndarray:
    """R_k/S at the end of training with so many hidden nodes and new samples in every step; (widths, runs, skills)."""
    found = []
    for first in range(0, len(widths), training.together):
        group = np.repeat(widths[first:first + training.together], training.runs)
        batch = _Networks(training, list(group), seed + first)
        with one_thread():
            for _ in batch.train(batch.new_samples, training.steps):
                pass
            found.append(batch.strengths().reshape(-1, training.runs, training.skills))
    return np.concatenate(found)


class _Networks:
    """So many networks as `widths` has entries, side by side; narrower ones have nodes without weights, whose gradient is zero."""

    def __init__(self, training: Training, widths: Sequence[int], seed: int) -> None:
        self.torch = torch = require_torch()
        self.training, self.device = training, choose_device(training.device)
        self.random = torch.Generator(self.device).manual_seed(seed)
        count, widest, inputs = len(widths), max(widths), training.skills + training.bits
        has = torch.arange(widest, device=self.device) < torch.tensor(widths, device=self.device)[:, None]
        shapes = {"W": (count, inputs, widest), "b": (count, 1, widest), "w": (count, widest, 1), "c": (count, 1, 1)}
        start = {name: DEVIATION * torch.randn(shape, generator=self.random, device=self.device) for name, shape in shapes.items()}
        for name, where in {"W": has[:, None, :], "b": has[:, None, :], "w": has[:, :, None]}.items():
            start[name] *= where
        self.layers = [value.requires_grad_() for value in start.values()]
        self.reads = torch.zeros(training.skills, training.bits, device=self.device)
        for skill in range(training.skills):
            self.reads[skill, READ * skill:READ * (skill + 1)] = 1
        self.often = torch.tensor(np.cumsum(training.frequencies), dtype=torch.float32, device=self.device)

    def outputs(self, inputs: Any) -> Any:
        """f at the inputs (networks, n, skills + bits)."""
        W, b, w, c = self.layers
        return self.torch.baddbmm(c, self.torch.baddbmm(b, inputs, W).relu(), w)[..., 0]

    def samples(self, skills: Any) -> tuple[Any, Any]:
        """Inputs with random bits and their parities, for skills of any shape."""
        if self.training.bits > FEW:
            shape = (*skills.shape, self.training.bits)
            return self.asked(skills, self.torch.randint(0, 2, shape, generator=self.random, device=self.device).float())
        number = self.torch.randint(0, 2**self.training.bits, skills.shape, generator=self.random, device=self.device)
        inputs, parity = self.all
        place = (skills * 2**self.training.bits + number).reshape(-1)
        return inputs.index_select(0, place).reshape(*skills.shape, -1), parity[place].reshape(skills.shape)

    def asked(self, skills: Any, bits: Any) -> tuple[Any, Any]:
        """Inputs (..., skills + bits) for skills (...) and bits (..., bits), and their parities."""
        parity = 1 - 2 * ((bits * self.reads[skills]).sum(-1) % 2)
        return self.torch.cat([self.torch.nn.functional.one_hot(skills, self.training.skills).float(), bits], dim=-1), parity

    @cached_property
    def all(self) -> tuple[Any, Any]:
        """Every input there is, skill by skill, and its parity."""
        torch, skills, bits = self.torch, self.training.skills, self.training.bits
        every = (torch.arange(2**bits, device=self.device)[:, None] >> torch.arange(bits, device=self.device)) & 1
        return self.asked(torch.arange(skills, device=self.device).repeat_interleave(2**bits), every.float().repeat(skills, 1))

    def drawn(self, count: int) -> Any:
        """Skills by their frequencies, (networks, count)."""
        uniform = self.torch.rand((len(self.layers[0]), count), generator=self.random, device=self.device)
        return self.torch.searchsorted(self.often, uniform).clamp_(max=self.training.skills - 1)

    def new_samples(self) -> tuple[Any, Any]:
        """A batch that nobody has seen."""
        return self.samples(self.drawn(self.training.batch))

    def of_few_samples(self, sizes: np.ndarray) -> tuple[Callable[[], tuple[Any, Any]], np.ndarray]:
        """Batches from training sets of these sizes, one for each network, and how many samples each skill has there (networks, skills)."""
        torch, skills = self.torch, self.drawn(int(max(sizes)))
        inputs, parity = self.samples(skills)
        limit = torch.tensor(sizes, device=self.device)[:, None]
        inside = torch.arange(skills.shape[1], device=self.device) < limit
        counts = torch.stack([((skills == k) & inside).sum(1) for k in range(self.training.skills)], dim=1)
        network = torch.arange(len(sizes), device=self.device)[:, None]

        def batch() -> tuple[Any, Any]:
            uniform = torch.rand((len(sizes), self.training.batch), generator=self.random, device=self.device)
            chosen = (uniform * limit).long().clamp_(max=limit - 1)
            return inputs[network, chosen], parity[network, chosen]
        return batch, counts.cpu().numpy()

    def train(self, draw: Callable[[], tuple[Any, Any]], steps: int) -> Iterator[int]:
        """Take the steps, and yield the number of each."""
        torch, training = self.torch, self.training
        kind = torch.optim.Adam if training.adam else torch.optim.SGD
        optimizer = kind(self.layers, training.rate, weight_decay=training.decay, foreach=True)
        for step in range(1, steps + 1):
            inputs, parity = draw()
            optimizer.zero_grad()
            ((self.outputs(inputs) - SCALE * parity) ** 2).mean(1).sum().div(2).backward()
            optimizer.step()
            if step % training.halved == 0:
                for group in optimizer.param_groups:
                    group["lr"] /= 2
            yield step

    def strengths(self) -> np.ndarray:
        """R_k/S, the mean of the parity times f over all inputs of each skill, or over new samples of it, (networks, skills)."""
        torch, found = self.torch, []
        with torch.no_grad():
            for skill in range(self.training.skills):
                inputs, parity = self.of_skill(skill)
                found.append((self.outputs(inputs.expand(len(self.layers[0]), -1, -1)) * parity).mean(1) / SCALE)
        return torch.stack(found, dim=1).cpu().numpy().astype(float)

    def of_skill(self, skill: int) -> tuple[Any, Any]:
        """Inputs (1, n, skills + bits) of one skill and their parities (1, n)."""
        if self.training.bits > FEW:
            return self.samples(self.torch.full((1, self.training.measured), skill, device=self.device))
        count = 2**self.training.bits
        return tuple(part[None, skill * count:(skill + 1) * count] for part in self.all)
