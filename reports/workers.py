"""One function over many arguments, in worker processes where that pays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any


def in_workers(function: Callable[..., Any], calls: Iterable[tuple], jobs: int) -> Iterator[Any]:
    """`function(*call)` for every call, in `jobs` processes; the answers come as they are done, in any order.

    The function and its arguments are pickled, so claims are passed by id and looked up by the worker.
    """
    from joblib import Parallel, delayed

    yield from Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)(delayed(function)(*call) for call in calls)
