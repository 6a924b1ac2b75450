"""What an experiment hands back to a claim: measured quantities by their printed names, each with its standard error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Measured:
    """values: (mean, standard error) by printed name; of: what was run, `40 networks of width 100, seeds 0 to 39`.

    A quantity that the experiment works out without chance has the error 0.
    """

    values: Mapping[str, tuple[float, float]]
    of: str


def over_starts(values) -> tuple[float, float]:
    """Mean and standard error of what was measured from several starts, at least two."""
    found = np.asarray(values, dtype=float)
    return float(found.mean()), float(found.std(ddof=1) / np.sqrt(len(found)))
