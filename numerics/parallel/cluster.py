"""Calls on a Dask cluster: sent in small numbers ahead, taken again by another worker where one ends, told apart from other code.

A worker hands a call to a process of its own: time limits ring in main threads only, and what ends that process leaves the worker alive.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import platform
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor
from itertools import islice
from typing import Any
from uuid import uuid4

from theoremtest.numerics.extras import needed

from .fingerprint import differences, fingerprint
from .workers import DEATHS, Key, WorkersError, died, end_with

LOOP = "127.0.0.1"
SECONDS = 4.0
"""How long an address may take to answer."""
WITHOUT = 30.0
"""How long a run waits for a worker where none is left."""
AHEAD = 4096
"""Calls that the scheduler holds at once, however many there are."""
IDLE = 60
"""Seconds after which a worker's idle process ends; the next call starts another."""

_of_this_thread = threading.local()


def require_distributed() -> Any:
    """Import Dask distributed, or raise MissingExtra with the command that installs it."""
    return needed("distributed", "a cluster")


def in_cluster(function: Callable[..., Any], calls: Mapping[Key, tuple], address: str) -> Iterator[tuple[Key, Any]]:
    """As `in_workers`, by the workers of the scheduler at an address."""
    if not calls:
        return
    with _quiet(), connected(address) as client:
        yield from _answers(client, function, calls, address)


@contextlib.contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler at an address. Raises WorkersError where nothing answers within `SECONDS`, or no worker is there."""
    distributed = require_distributed()
    try:
        distributed.comm.get_address_host_port(address)
        client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (ValueError, TypeError) as error:
        raise WorkersError(f"{address!r} is no scheduler's address ({error}); it reads like tcp://127.0.0.1:8786") from None
    except OSError:
        raise WorkersError(f"no Dask scheduler answers at {address} within {SECONDS:g} s; `theoremtest cluster` starts one here") from None
    try:
        if not _count(client):
            raise WorkersError(f"the scheduler at {address} has no worker; `dask worker {address} --nthreads 1` starts one")
        yield client
    finally:
        with contextlib.suppress(Exception):  # a scheduler that is gone cannot be taken leave of
            client.close(timeout=SECONDS)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Dask's client writes pages on a connection that is lost; here that is told in one line."""
    speaks = logging.getLogger("distributed.client")
    before = speaks.level
    speaks.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        speaks.setLevel(before)


def _count(client: Any) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _answers(client: Any, function: Callable[..., Any], calls: Mapping[Key, tuple], address: str) -> Iterator[tuple[Key, Any]]:
    """The answers as they come; a future is let go once it is told, so that no worker keeps what was found."""
    import cloudpickle

    waiting, run, mine = enumerate(calls.items()), uuid4().hex, fingerprint()
    done: queue.Queue = queue.Queue()
    going: dict[str, tuple[Key, Any]] = {}

    def send(count: int) -> None:
        for number, (key, call) in islice(waiting, count):
            packed = cloudpickle.dumps((function, call))  # opened in a worker's process alone: a scheduler may lack what is in it
            future = client.submit(_on_worker, packed, str(key), mine, key=f"theoremtest-{run}-{number}", pure=False)
            going[future.key] = key, future
            future.add_done_callback(done.put)

    send(AHEAD)
    try:
        while going:
            future = _next(done, client, address)
            key, _ = going.pop(future.key)
            yield key, _result(future, key, address, getattr(function, "__module__", ""))
            send(1)
    finally:
        if going:
            with contextlib.suppress(Exception):
                client.cancel([future for _, future in going.values()], force=True)


def _next(done: queue.Queue, client: Any, address: str) -> Any:
    """The next future that is done; looks now and then whether anybody is still there to do it."""
    alone_since = None
    while True:
        try:
            return done.get(timeout=2.0)
        except queue.Empty:
            if client.status != "running":
                raise _lost(address) from None
            if _count(client):
                alone_since = None
            elif alone_since is None:
                alone_since = time.monotonic()
            elif time.monotonic() - alone_since > WITHOUT:
                raise WorkersError(f"no worker is left at {address}; what was found is kept, run again to go on") from None


def _result(future: Any, key: object, address: str, module: str) -> Any:
    """A call's answer; what Dask says of a cluster that is gone, or that lacks a module, becomes one line."""
    distributed = require_distributed()
    try:
        return future.result(timeout=None)
    except ModuleNotFoundError as error:
        if error.name not in (module, module.partition(".")[0]):
            raise
        raise WorkersError(f"a worker at {address} cannot import {module}, which holds what it is to do") from None
    except RuntimeError as error:
        if "deserialization of the task graph" not in str(error):
            raise
        raise WorkersError(f"the scheduler at {address} has no theoremtest, or another version; install this one there") from None
    except distributed.KilledWorker:
        raise died(key) from None
    except (distributed.client.FutureCancelledError, distributed.comm.CommClosedError):
        raise _lost(address) from None


def _lost(address: str) -> WorkersError:
    return WorkersError(f"the scheduler at {address} was lost; what was found is kept, run again to go on")


def _on_worker(packed: bytes, key: str, theirs: Mapping[str, str]) -> Any:
    """One call, in this worker's process for calls; a process that ends is replaced, and the call tried again."""
    if told := differences(theirs, fingerprint()):
        raise WorkersError(f"a worker on {platform.node()} would find other answers: it has {told}")
    for _ in range(DEATHS):
        try:
            return _process().submit(_opened, packed).result()
        except BrokenExecutor:
            _of_this_thread.process = None
    raise died(key)


def _opened(packed: bytes) -> Any:
    function, call = pickle.loads(packed)
    return function(*call)


def _process() -> Any:
    """The process of this thread of a worker, started when it is first asked for."""
    from multiprocessing import current_process

    from joblib.externals.loky import ProcessPoolExecutor

    if getattr(_of_this_thread, "process", None) is None:
        current_process().daemon = False  # Dask's workers are daemons, which may have no processes of their own
        _of_this_thread.process = ProcessPoolExecutor(max_workers=1, timeout=IDLE, initializer=end_with, initargs=(os.getpid(),))
    return _of_this_thread.process


@contextlib.contextmanager
def local_cluster(workers: int, port: int = 0) -> Iterator[str]:
    """The address of a cluster on this machine, one thread a worker, that answers this machine alone and ends with the block.

    Raises WorkersError for a port that is taken.
    """
    distributed = require_distributed()
    _check_free(port)
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, scheduler_port=port, host=LOOP,
                                  dashboard_address=f"{LOOP}:0") as made:
        yield made.scheduler_address


def _check_free(port: int) -> None:
    """Dask tells of a port that is taken in pages, so it is tried first."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((LOOP, port))
        except OSError as error:
            raise WorkersError(f"port {port} cannot be used: {error.strerror}") from None
