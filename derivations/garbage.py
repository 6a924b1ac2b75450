"""Memory where formulas are decided: it is searched for garbage seldom, as formulas are trees and most of them are kept.

Python looks after every 700 new objects, and each time in ten through more of what is there. Of a process that holds all papers this
is a fourteenth of the time, and finds next to nothing.
"""

from __future__ import annotations

import gc
import os

KEPT = "100000"
"""Results that SymPy keeps of each of its functions; its own thousand are used up by one claim, and a run over all takes a fifth longer."""
SELDOM = (50_000, 20, 50)
"""New objects between two looks at the youngest, looks between two at those that outlived one, and between two at all."""


def collect_seldom() -> None:
    """Look through new objects seldom, and through those that are there now never again; for a process of one's own, not a library's."""
    if gc.get_threshold() != SELDOM:
        gc.freeze()
        gc.set_threshold(*SELDOM)


def keep_results() -> None:
    """Let SymPy keep more of what it has worked out: before it is imported, in a process of one's own or of a test run with claims."""
    os.environ.setdefault("SYMPY_CACHE_SIZE", KEPT)
