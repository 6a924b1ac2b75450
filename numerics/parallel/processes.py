"""Calls in processes of this machine, by joblib. One that ends takes the whole pool with it: what was not answered goes to a new pool."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor
from itertools import islice
from typing import Any

from joblib import Parallel, delayed

from theoremtest.derivations.garbage import collect_seldom

from .workers import DEATHS, Key, died, end_with

warnings.filterwarnings("ignore", "A worker stopped while some jobs were given", UserWarning)  # so a process that has grown is renewed
AHEAD = 2
"""Calls begun or next to begin, for each process."""


def in_processes(function: Callable[..., Any], calls: Mapping[Key, tuple], jobs: int) -> Iterator[tuple[Key, Any]]:
    """As `in_workers`, in so many processes, two at least.

    Which of the calls ended its process is not told: those that may have been begun are tried again one at a time.
    """
    waiting, alone, deaths = dict(calls), False, Counter[Key]()
    while waiting:
        pool = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1, pre_dispatch=1 if alone else AHEAD * jobs)
        chosen = list(islice(waiting.items(), AHEAD * jobs if alone else None))
        answers = pool(delayed(_keyed)(os.getpid(), function, key, call) for key, call in chosen)
        try:
            for key, answer in answers:
                del waiting[key]
                yield key, answer
            alone = False
        except BrokenExecutor:
            if alone:  # one at a time, in their order: it was the first of those that wait
                guilty = next(iter(waiting))
                deaths[guilty] += 1
                if deaths[guilty] == DEATHS:
                    raise died(guilty) from None
            alone = True
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # joblib warns of calls that are given up, which an interrupt asks for
                answers.close()


def _keyed(parent: int, function: Callable[..., Any], key: Key, call: tuple) -> tuple[Key, Any]:
    end_with(parent)
    collect_seldom()
    return key, function(*call)
