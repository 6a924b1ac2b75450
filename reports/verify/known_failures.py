"""Where theorems failed without one of their conditions in an earlier run, as the ledger has it: these points are looked at first.

Each is worked out anew, from the statement alone, and a search takes its place where it does not stand. What was left open may be left
open once more, which says nothing of the statement; nothing else is taken from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from theoremtest.derivations.language import Claim, Counterexample, TheoremtestError

from .consistency import fault
from .ledger_file import LEDGER, read

FAILED = ("needed", "not enough")
OPEN = "undecided"

Failures = Mapping[tuple[str, str], tuple[str, Counterexample]]
"""(condition, weaker one or "", both as LaTeX) to (part of the statement, point)."""


def failures(claim: Claim) -> Failures:
    """What the library's ledger has of a claim; nothing where it holds another statement."""
    return {name: (found.get("part", ""), Counterexample.from_json(found["counterexample"])) for name, found in _told(claim)
            if found["verdict"] in FAILED and found["counterexample"] is not None}


def left_open(claim: Claim) -> dict[tuple[str, str], str]:
    """(condition, weaker one or "") to why an earlier run decided nothing of it."""
    return {name: found.get("reason", "") for name, found in _told(claim) if found["verdict"] == OPEN}


def _told(claim: Claim) -> Iterator[tuple[tuple[str, str], Mapping]]:
    from .ledger import is_of

    record = _records().get(claim.id)
    for row in record["needs"] if record is not None and is_of(record, claim) else ():
        yield from (((row["latex"], name), found) for name, found in (("", row), *((weaker["latex"], weaker) for weaker in row["weaker"])))


@lru_cache(maxsize=1)
def _records() -> dict[str, dict]:
    try:
        return {record["id"]: record for record in read(LEDGER) if record["needs"] and not fault(record)}
    except TheoremtestError:  # what is wrong with it is told where it is needed
        return {}
