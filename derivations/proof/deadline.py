"""A time limit that long computations check as they go, so that no decision hangs a test run."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The decision's time limit ran out; the verdict is undecided and says so."""


class Deadline:
    """Call `check()` inside loops; it raises OutOfTime once `seconds` have passed."""

    def __init__(self, seconds: float | None):
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        if self._end is not None and time.monotonic() > self._end:
            raise OutOfTime(f"no decision within {self.seconds:g} s")

    def part(self, fraction: float) -> Deadline:
        """A deadline after a part of the time left, under the same name."""
        made = Deadline(None if self.seconds is None else fraction * self.left())
        made.seconds = self.seconds
        return made

    def left(self) -> float:
        """Seconds left, at least 0."""
        return float("inf") if self._end is None else max(0.0, self._end - time.monotonic())
