"""Figs. 6.3 to 6.5 of Nam's thesis as numbers for claims, from the small networks that draw these figures anew: the gap of the centred
kernel alignment (kappa of Definition 2) and the effective dimension of the utilisation before and after, and the steps of a delay.

Each number is the mean over networks from several starts, that have training samples of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from theoremtest.numerics.experiments.measured import Measured, over_starts
from theoremtest.numerics.experiments.nam2024_grokking import Course, Scales, small
from theoremtest.numerics.experiments.nam2024_metrics import metrics
from theoremtest.numerics.experiments.nam2024_rescaled import trained

SEEDS, GROKKING_SEEDS, DOWNSCALED = 2, 3, 100.0
BEFORE, AFTER, SIZE, DECAY = 50, 600, 1.3, 2.0
"""Steps at which features are looked at, and what makes the network grok: the start's size and the decay of weights."""
DELAYED = ((Scales(weights=2.0), 1200), (Scales(weights=0.5), 400), (Scales(weights=2.0, target=10.0), 400),
           (Scales(weights=2.0, inputs=0.1), 400), (Scales(weights=2.0, output=0.1), 400))
"""The rows of Table 6.1, with factors of ours and steps that suffice: what is not learned in them counts as never learned."""


def rescaled() -> Measured:
    """Fig. 6.3: the metrics with the targets (index 1), with a hundredth of them (2) and in the last layer alone (3)."""
    return Measured(_mean(_rescaled), f"{SEEDS} networks of four layers of width 64 each, on 240 points in 10 Gaussian classes")


def grokking() -> Measured:
    """Fig. 6.4: t, steps until 95% are right, of the training pairs (index 1) and of the others (2); metrics before and after."""
    return Measured(_mean(_grokking, GROKKING_SEEDS), f"{GROKKING_SEEDS} networks on (a + b) mod 23, {AFTER} steps, from 60% of the pairs")


def delays() -> Measured:
    """Fig. 6.5: d_1 to d_5, steps by which the other pairs are learned after the training pairs, for the rows of Table 6.1 in turn."""
    return Measured(_mean(_delays), f"{SEEDS} networks on (a + b) mod 23 in each of five rows, from 60% of the pairs")


def _rescaled(seed: int) -> dict[str, float]:
    views = trained(seed=seed), trained(DOWNSCALED, seed=seed), trained(last_only=True, seed=seed)
    return {f"{name}_{index}": value for index, view in enumerate(views, 1) for name, value in metrics(view).items()}


def _grokking(seed: int) -> dict[str, float]:
    course = small(Scales(weights=SIZE), AFTER, (BEFORE, AFTER), decay=DECAY, relu=True, seed=seed)
    steps, looked = {"t_1": course.learned(course.training), "t_2": course.learned(course.others)}, ((1, BEFORE), (2, AFTER))
    return steps | {f"{name}_{index}": value for index, step in looked for name, value in metrics(course.seen[step]).items()}


def _delays(seed: int) -> dict[str, float]:
    return {f"d_{index}": _delay(small(scales, steps, seed=seed, whole=False)) for index, (scales, steps) in enumerate(DELAYED, 1)}


def _delay(course: Course) -> float:
    return course.learned(course.others) - course.learned(course.training)


@cache
def _mean(run: Callable[[int], dict[str, float]], seeds: int = SEEDS) -> dict[str, tuple[float, float]]:
    runs = [run(seed) for seed in range(seeds)]
    return {name: over_starts([one[name] for one in runs]) for name in runs[0]}
