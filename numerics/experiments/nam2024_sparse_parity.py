"""Samples of the multitask sparse parity problem (Nam 2024, Section 4.2), the functions of its skills at them, and the multilinear model of
these functions trained by gradient flow with autograd.

A sample is a skill, drawn by a power law, and random bits; a skill reads three of the bits. Its function g_k is 1 or -1, the parity
of these, where the skill is the sample's, and 0 elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theoremtest.numerics.training import flow
from theoremtest.numerics.training.networks import diagonal_linear
from theoremtest.numerics.training.run import TrainingRun

BITS, READ = 32, 3
"""n_b and m: bits of a sample, and how many of them each skill reads."""


@dataclass(frozen=True)
class Samples:
    """`skills` (n,), counted from 0; `bits` (n, 32), 0 or 1; `masks` (skills, 3), the places of the bits that each skill reads."""

    skills: np.ndarray
    bits: np.ndarray
    masks: np.ndarray

    @property
    def functions(self) -> np.ndarray:
        """g_k at the samples, (n, skills)."""
        parity = 1 - 2 * (np.take_along_axis(self.bits, self.masks[self.skills], axis=1).sum(1) % 2)
        return np.where(self.skills[:, None] == np.arange(len(self.masks)), parity[:, None], 0).astype(float)

    @property
    def shares(self) -> np.ndarray:
        """The part of the samples that each skill has, (skills,): the mean of g_k^2."""
        return np.bincount(self.skills, minlength=len(self.masks)) / len(self.skills)


def draw(count: int, skills: int, alpha: float, seed: int) -> Samples:
    """`count` samples of so many skills, whose frequencies are as k^-(alpha + 1)."""
    random = np.random.default_rng(seed)
    frequencies = np.arange(1, skills + 1) ** -(alpha + 1)
    masks = np.array([random.choice(BITS, READ, replace=False) for _ in range(skills)])
    return Samples(random.choice(skills, count, p=frequencies / frequencies.sum()), random.integers(0, 2, (count, BITS)), masks)


def trained(samples: Samples, scale: float, layer: float, times: np.ndarray) -> TrainingRun:
    """The multilinear model sum_k a_k b_k g_k learning `scale` sum_k g_k from a_k = b_k = `layer`: u is a, v is b, (T, skills).

    The loss is half the mean square error. Raises MissingExtra without torch.
    """
    functions = samples.functions
    start = np.full(functions.shape[1], layer)
    return flow(diagonal_linear(), {"u": start, "v": start}, functions, scale * functions.sum(1), times, loss="half_mean", rtol=1e-12,
                atol=1e-12 * layer, device="cpu", replay=True)
