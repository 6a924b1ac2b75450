"""`python -m reports.figures [NAME ...] [--full]`: draw all figures, or those that are named."""

from __future__ import annotations

import argparse
import sys
import time

from theoremtest.derivations.language import TheoremtestError
from theoremtest.numerics.parallel.workers import here_or_at, in_workers
from theoremtest.numerics.torch_backend import MissingExtra

from . import drawn, names, write_files


def main() -> int:
    """Draw what the command line asks for; the exit status."""
    reader = argparse.ArgumentParser(prog="python -m reports.figures", description="Draw the papers' figures anew.")
    reader.add_argument("names", nargs="*", help=f"of {', '.join(names())}; all when none is given")
    reader.add_argument("--full", action="store_true", help="the paper's own size, which takes longer")
    reader.add_argument("--jobs", type=int, default=1, help="worker processes")
    reader.add_argument("--scheduler", help="a Dask scheduler's address instead of --jobs")
    asked = reader.parse_args()
    try:
        began, calls = time.perf_counter(), {name: (name, asked.full) for name in asked.names or names()}
        for name, files in in_workers(drawn, calls, here_or_at(asked.jobs, asked.scheduler)):
            print(f"{write_files(name, files)} ({time.perf_counter() - began:.0f} s)", flush=True)
    except (TheoremtestError, MissingExtra) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
