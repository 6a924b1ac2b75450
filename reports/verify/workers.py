"""The one map with a cache: what a worker on another machine keeps comes back with its answer, so that a cluster needs no shared folder."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from theoremtest.numerics.parallel.workers import Key, Workers, in_workers
from theoremtest.numerics.user_cache import user_cache

from .cache import Cache, NoCache


def in_workers_with(cache: Cache, function: Callable[..., Any], calls: Mapping[Key, tuple], workers: Workers) -> Iterator[tuple[Key, Any]]:
    """(key, `function(cache, *call)`) for every call, as they are done; see `in_workers`.

    The function and its arguments are pickled, so claims are passed by id and looked up by the worker. Each answer is in the cache before
    it is yielded.
    """
    sent = {key: (platform.node(), cache, function, call) for key, call in calls.items()}
    for key, (answer, kept) in in_workers(_keeping, sent, workers):
        cache.take(kept)
        yield key, answer


def _keeping(sender: str, cache: Cache, function: Callable[..., Any], call: tuple) -> tuple[Any, Mapping[str, str]]:
    """In a worker: the answer, and what was kept on the way where the sender's folder is on another machine."""
    if sender == platform.node():
        return function(cache, *call), {}
    here = cache if isinstance(cache, NoCache) else Cache(folder_here(cache.folder))
    with here.noting() as kept:
        return function(here, *call), kept


def folder_here(folder: Path) -> Path:
    """A cache's folder on this machine: the same where machines share it, else the user's own here."""
    return folder if folder.is_dir() else user_cache()
