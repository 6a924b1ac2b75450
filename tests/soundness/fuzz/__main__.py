"""`python -m tests.soundness.fuzz SEED COUNT [FIRST]`: the faults among made statements, and how often each kind is decided."""

from __future__ import annotations

import sys
import time
from collections import Counter

from ..case import answer
from . import statement

SECONDS = 1.0


def main(seed: int, count: int, first: int = 0) -> int:
    """Print every fault; the number of faults."""
    began, faults, outcomes = time.process_time(), 0, Counter()
    spent: Counter = Counter()
    for number in range(first, first + count):
        name, case = statement(seed, number)
        found = answer(case, SECONDS)
        outcomes[name.rpartition(":")[2], case.truth, found.outcome] += 1
        spent[name.rpartition(":")[2]] += found.seconds
        if found.fault:
            faults += 1
            print(f"{name} [{case.truth}: {case.why}] {found.fault}", flush=True)
    for (maker, truth, outcome), times in sorted(outcomes.items(), key=str):
        print(f"{maker:16}{truth!s:7}{outcome:12}{times}")
    print(" ".join(f"{maker} {seconds:.0f}s" for maker, seconds in spent.most_common()))
    print(f"{faults} faults in {count} statements; {time.process_time() - began:.0f} s here")
    return faults


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
