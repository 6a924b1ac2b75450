"""The limits of a run, on steps and seconds, and the word of its progress."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from theoremtest.numerics.integrate.trajectory import LimitReached, Stopped

Progress = Callable[[float, int, float], Any]


@dataclass
class Limits:
    """How far a run may go: at most so many steps and seconds, and as long as ``progress`` does not return False."""

    max_steps: int
    max_seconds: float
    progress: Progress | None
    began: float = field(default_factory=clock.monotonic)
    steps: int = 0

    def check(self, time: Fraction, done: float, *, step: bool = True) -> None:
        """Counts a step; raises LimitReached or Stopped."""
        self.steps += step
        if self.steps > self.max_steps:
            raise LimitReached(f"the limit of {self.max_steps} steps was reached at t = {float(time):.6g}", float(time))
        if clock.monotonic() - self.began > self.max_seconds:
            raise LimitReached(f"the limit of {self.max_seconds:g} s was reached at t = {float(time):.6g}", float(time))
        if step and self.progress is not None and self.progress(float(time), self.steps, done) is False:
            raise Stopped(f"stopped by the progress callback at t = {float(time):.6g}", float(time))

    @property
    def seconds(self) -> float:
        """Since the run began."""
        return clock.monotonic() - self.began
