"""`python -m reports.figures [NAME ...] [--full]`: draw all figures, or those that are named."""

from __future__ import annotations

import argparse
import sys
import time

from rederive.derivations.language import RederiveError
from rederive.numerics.torch_backend import MissingExtra

from . import draw, names


def main() -> int:
    """Draw what the command line asks for; the exit status."""
    reader = argparse.ArgumentParser(prog="python -m reports.figures", description="Draw the papers' figures anew.")
    reader.add_argument("names", nargs="*", help=f"of {', '.join(names())}; all when none is given")
    reader.add_argument("--full", action="store_true", help="the paper's own size, which takes longer")
    asked = reader.parse_args()
    try:
        for name in asked.names or names():
            began = time.perf_counter()
            print(f"{draw(name, asked.full)} ({time.perf_counter() - began:.0f} s)", flush=True)
    except (RederiveError, MissingExtra) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
