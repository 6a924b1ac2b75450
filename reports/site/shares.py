"""Work of many independent pieces done by two forked processes, where the system forks and there is enough of it; else one after the other.

A fork starts with all that this process holds, so that nothing but what a piece gives back is carried over.
"""

from __future__ import annotations

import multiprocessing
import warnings
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
PROCESSES = 2
_work: Sequence[Callable] = ()


def each(pieces: Sequence[Callable[[], T]], *, apart: bool) -> list[T]:
    """What each piece gives, in their order. apart: whether it is worth a fork; the answers, which are then pickled, are the same."""
    global _work
    if not apart or "fork" not in multiprocessing.get_all_start_methods():
        return [piece() for piece in pieces]
    _work = pieces
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: no piece takes a lock that one may hold
            pool = multiprocessing.get_context("fork").Pool(PROCESSES)
        with pool:
            return pool.map(_one, range(len(pieces)), chunksize=1)
    finally:
        _work = ()


def _one(place: int):
    return _work[place]()
