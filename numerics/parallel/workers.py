"""The one map of long work: a function over many small calls, each under a key, in this process, in others or on a cluster.

What is sent is the function's name and its arguments, so they are kept small: ids and plain data, never formulas or large arrays.
Each call is worked out in a main thread of its own process, so that time limits ring there, and the answers do not depend on where.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from theoremtest.derivations.errors import TheoremtestError

Key = TypeVar("Key")
Workers = int | str
"""A number of processes on this machine (1: this one), or the address of a Dask scheduler such as `tcp://10.0.0.1:8786`."""
WATCH = 2.0
"""Seconds between two looks of a process at whether its parent still lives."""
DEATHS = 3
"""A call at which so many processes ended is not tried again."""
_watching = False


class WorkersError(TheoremtestError):
    """Work cannot be sent, or the processes that do it end again and again."""


def in_workers(function: Callable[..., Any], calls: Mapping[Key, tuple], workers: Workers = 1) -> Iterator[tuple[Key, Any]]:
    """(key, `function(*call)`) for every call; answers come as they are done, in any order.

    A call whose process ends is given to another process; an exception of the function's own ends the run. Closing the iterator, or an
    interrupt, ends what is still going on here and takes back what has not begun on a cluster.
    Raises WorkersError for an address that does not answer or has no worker, for workers with other code than this process, and where
    a call has ended `DEATHS` processes.
    """
    if isinstance(workers, str):
        from .cluster import in_cluster

        yield from in_cluster(function, calls, workers)
    elif not isinstance(workers, int) or workers < 1:
        raise WorkersError(f"{workers!r} processes; expected a whole number of at least 1, or a Dask scheduler's address")
    elif workers == 1:
        for key, call in calls.items():
            yield key, function(*call)
    else:
        from .processes import in_processes

        yield from in_processes(function, calls, workers)


def here_or_at(jobs: int, scheduler: str | None) -> Workers:
    """What two options ask for, a number of processes and an address: the address where there is one."""
    return jobs if scheduler is None else scheduler


def end_with(parent: int) -> None:
    """End this process soon after its parent has ended: what it finds is then heard by nobody, and it may wait for that for ever."""
    global _watching
    if not _watching:
        _watching = True
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(1)


def died(key: object) -> WorkersError:
    """The error of a call that ends every process it is given to."""
    return WorkersError(f"{key}: {DEATHS} processes ended while they were at it, as where memory runs out or a C library fails; "
                        "what the others found is kept")
