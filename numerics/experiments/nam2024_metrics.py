"""Metrics of Chapter 6 of Nam's thesis of a network's last hidden layer, which figures draw and claims measure."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from theoremtest.numerics.features import Moments, cka_gap, effective_dimension, operator, utilisation


class Seen(Protocol):
    """Samples as a network sees them: `features` (n, width) of its last hidden layer, `target` and `output` (n, classes)."""

    @property
    def features(self) -> np.ndarray: ...

    @property
    def target(self) -> np.ndarray: ...

    @property
    def output(self) -> np.ndarray: ...


def moments(seen: Seen) -> Moments:
    """Of features, target and output."""
    return Moments.of(seen.features, seen.target, seen.output)


def metrics(seen: Seen) -> dict[str, float]:
    """k: the gap kappa of Definition 2; u: the effective dimension of the utilisation, both over all samples."""
    found = moments(seen)
    return {"k": float(cka_gap(found)), "u": float(effective_dimension(utilisation(operator(found), found)))}
