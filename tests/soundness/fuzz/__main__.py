"""`python -m tests.soundness.fuzz --statements 100000 --seed 0 --jobs 2 --file FILE`: statements made by chance against the engine.

Statement number k of a seed is the same everywhere. Started again with the same file, a run goes on where it stopped; with
`--statements 0` it only tells what the file holds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .running import SECONDS, faults, run, summary


def main() -> int:
    """The command; 1 where an answer was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.fuzz", description=__doc__)
    parser.add_argument("--statements", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path, help="where results are kept, so that a run can go on")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time limit of a decision")
    parser.add_argument("--by", choices=("maker", "kind"), default="maker", help="what the summary counts by")
    chosen = parser.parse_args()
    found = run(chosen.statements, chosen.seed, chosen.jobs, chosen.file, chosen.seconds)
    print(summary(found, chosen.by))
    return int(faults(found) > 0)


if __name__ == "__main__":
    sys.exit(main())
