"""Answers on the slips of one claim, kept in one entry of the cache, so that a run that was broken off goes on where it stopped.

A claim has thousands of slips; a file for each would fill a disk. Every answer bears a digest of the code that gave it. What other
code said counts no longer, unless a run asks for what is settled to stay settled: a proof and a refutation do not wear out, and a
run over all slips takes longer than the code stands still.
"""

from __future__ import annotations

import json
import time
from typing import NamedTuple

from theoremtest.reports.verify.cache import Cache, digest

from .outcomes import SURVIVED, UNDECIDED

OPEN = (UNDECIDED, SURVIVED)
"""What another look may settle."""
ENDED, AT_WORK = "a process ended while it was at it", "at work"
"""Why a slip is passed over at which an earlier process ended, and what is kept of a claim while one is at it."""
EVERY = 10.0
"""Seconds between two times that the answers are written down: what is lost at most when a run is broken off."""


class Answer(NamedTuple):
    """What became of a slip, what settled it, and a digest of the code that did."""

    outcome: str
    by: str
    code: str


class Kept:
    """The answers on one claim. code: of this run; settled: whether other code's settled answers count; again: open ones do not.

    A claim at which a process has ended, killed for its memory or by a fault in C, is gone on with step by step: each slip is written
    down as the one at which it ended before it is tried, and the one that is found so is passed over.
    """

    def __init__(self, cache: Cache, claim_id: str, code: str, settled: bool = False, again: bool = False):
        self.code, self._settled, self._again = code, settled, again
        self._cache, self._key = cache, f"mutants/{digest(claim_id)}"
        self._answers = _read(cache.get_text(self._key))
        self._written, self._changed = time.monotonic(), False
        self._mark, self._careful = f"mutants-at-work/{digest(claim_id)}", False

    def begin(self) -> None:
        """Note that the claim is at work, and see whether an earlier process ended in the midst of it."""
        self._careful = self._cache.get_text(self._mark) == AT_WORK
        self._cache.put_text(self._mark, AT_WORK)

    def end(self) -> None:
        """Write down what is new, and that the claim is at work no longer."""
        self.write()
        self._cache.put_text(self._mark, "")

    def attempt(self, key: str) -> None:
        """A slip is about to be tried, and may end this process as one has ended another."""
        if self._careful:
            self._answers[key], self._changed = Answer(UNDECIDED, ENDED, self.code), True
            self.write()

    def get(self, key: str) -> Answer | None:
        """The answer on a slip; None where it is to be decided."""
        known = self._answers.get(key)
        if known is not None and self._careful and known.by == ENDED:
            return known
        if known is None or known.outcome in OPEN and (self._again or known.code != self.code):
            return None
        return known if known.code == self.code or self._settled else None

    def put(self, key: str, answer: Answer) -> None:
        """Keep an answer; it is on disk within `EVERY` seconds of work."""
        self._answers[key], self._changed = answer, True
        if time.monotonic() - self._written > EVERY:
            self.write()

    def write(self) -> None:
        """Write down what is new."""
        if self._changed:  # another run may have written meanwhile
            self._answers = _read(self._cache.get_text(self._key)) | self._answers
            self._cache.put_text(self._key, json.dumps(self._answers))
        self._written, self._changed = time.monotonic(), False


def _read(text: str | None) -> dict[str, Answer]:
    """The answers in an entry; none where there is no entry or it is damaged."""
    try:
        found = json.loads(text or "{}")
        return {key: Answer(*map(str, answer)) for key, answer in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}
