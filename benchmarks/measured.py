"""How a benchmark measures: the least processor time of works that take turns, the most memory that NumPy holds, goals met or missed; and
the command line that a part has of its own.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
from collections.abc import Callable


def fastest(works: dict[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Seconds of each work, the least processor time over repeats that take turns."""
    best: dict[str, list[float]] = {}
    for _ in range(repeats + 1):  # the first turn compiles
        for name, work in works.items():
            begin = time.process_time()
            work()
            best.setdefault(name, []).append(time.process_time() - begin)
    return {name: min(values[1:]) for name, values in best.items()}


def peak(work: Callable[[], object]) -> int:
    """The most bytes that a work holds at once, as far as Python and NumPy allocate them."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def judged(goals: list[dict]) -> list[dict]:
    """Goals, each with ``measured`` and ``at least`` or ``at most``, and whether they are met."""
    return [goal | {"met": goal["measured"] >= goal["at least"] if "at least" in goal else goal["measured"] <= goal["at most"]}
            for goal in goals]


def command(run: Callable[[bool], dict], document: str, quick: str = "a smaller batch") -> None:
    """``python -m benchmarks.<part> [--quick]``: prints the figures of a part whose module says so much of itself."""
    parser = argparse.ArgumentParser(description=document.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=quick)
    print(json.dumps(run(parser.parse_args().quick), indent=1))
