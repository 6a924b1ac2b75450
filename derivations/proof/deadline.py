"""A time limit that long computations check as they go, and the alarm that interrupts those that forget to.

Both count the processor's time of this process, so that an answer does not depend on how busy the machine is.
The alarm reaches Python code only. A call into a C library that never comes back is ended with its process: see `worker`.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time

AGAIN = 0.5
"""Seconds after which an alarm that was caught on the way, by a library's `except Exception`, is given again."""


class OutOfTime(Exception):
    """The decision's time limit ran out; the verdict is undecided and says so."""


class Deadline:
    """Call `check()` inside loops; it raises OutOfTime once this process has worked for `seconds`."""

    run_out = 0
    """How many limits have run out in this process: what was left open while none did would be left open again."""

    def __init__(self, seconds: float | None):
        self.seconds = seconds
        self._end = None if seconds is None else time.process_time() + seconds

    def check(self) -> None:
        if self._end is not None and time.process_time() > self._end:
            Deadline.run_out += 1
            raise OutOfTime(f"no decision within {round(self.seconds, 1):g} s")

    def part(self, fraction: float) -> Deadline:
        """A deadline after a part of the time left, under the same name."""
        made = Deadline(None if self.seconds is None else fraction * self.left())
        made.seconds = self.seconds
        return made

    def left(self) -> float:
        """Seconds left, at least 0."""
        left = float("inf") if self._end is None else self._end - time.process_time()
        Deadline.run_out += left <= 0
        return max(0.0, left)


@contextlib.contextmanager
def alarm(seconds: float, words: str = "stopped after"):
    """Raise OutOfTime in this block after `seconds` of work, and again until it ends; alarms may be nested.

    It needs signals and the main thread; elsewhere the block is left to the checks of its own deadline.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(signum, frame):
        Deadline.run_out += 1
        raise OutOfTime(f"{words} {seconds:g} s")

    reported = sys.unraisablehook

    def unless_rung(unraisable):
        """An alarm that fell into a destructor or a callback of the collector cannot pass from there; it is given again."""
        if not isinstance(unraisable.exc_value, OutOfTime):
            reported(unraisable)

    began = time.process_time()
    sys.unraisablehook = unless_rung
    before = signal.signal(signal.SIGVTALRM, ring)
    outer, _ = signal.setitimer(signal.ITIMER_VIRTUAL, max(seconds, 1e-3), AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        sys.unraisablehook = reported
        if outer:
            signal.setitimer(signal.ITIMER_VIRTUAL, max(outer - (time.process_time() - began), 1e-3), AGAIN)
