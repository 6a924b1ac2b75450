"""Work done in a process that can be ended: a call into a C library hears no signal, and would hold up a run for ever.

A worker is started once, by a fork where that is sound (Linux) and afresh elsewhere, and answers many requests, so that a
quick decision costs a message and no process. A worker that overruns is killed, and the next request starts another. A
statement travels as its tree, which keeps every expression as it is written; what has no tree is worked out by a fork of
its own, and where there is no fork in this process, whose deadline is then all that ends it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from multiprocessing import Pipe

from theoremtest.derivations.garbage import collect_seldom
from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.tree import from_tree, to_tree

START = "fork" if sys.platform == "linux" else "spawn"
"""How a worker is started here. macOS has forks, but its system libraries do not stand them."""
GRACE = 1.25
"""A worker's process ends when it has worked for this many times the time that it was given, and a second."""
PATIENCE = 8
"""A worker is killed at this many times that on the clock: on a busy machine it gets a part of a processor, and one that waits none."""
STARTING = 60.0
"""Seconds that a worker started afresh is given to import what it needs."""
WATCH = 5.0
"""Seconds between two looks of an idle worker at whether its parent still lives."""
MEMORY = 4 * 2**30
"""Bytes that a worker may take beyond what it starts with."""
_NOT_READ = b"not read"

_idle: list = []
_inside = False


class Overran(Exception):
    """The work went on past its limit, and the process that did it was killed."""


class Died(Exception):
    """The process that did the work ended by itself: a fault of a C library, or no memory."""


def run(work: Callable, statement, seconds: float):
    """`work(statement, seconds)` in a worker; `work` is a module's function that raises nothing. Raises Overran or Died.

    Inside a worker, and where no process can be started, it is worked out here.
    """
    if _inside:
        return work(statement, seconds)
    try:
        request = pickle.dumps((work.__module__, work.__qualname__, to_tree(statement), seconds))
    except (StatementError, RecursionError):
        return _once(work, statement, seconds)
    answer = _ask(request, seconds)
    if answer is None or answer == _NOT_READ:
        return _once(work, statement, seconds)
    return pickle.loads(answer)


def stop() -> None:
    """End the idle workers; the next request starts others."""
    while _idle:
        _idle.pop().kill()


atexit.register(stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # two processes must not share a worker's answers


def _ask(request: bytes, seconds: float) -> bytes | None:
    worker = _take()
    if worker is None:
        return None
    try:
        answer = worker.ask(request, PATIENCE * _most(seconds))
    except BaseException:  # an interrupt too: what it is at is not known any more
        worker.kill()
        raise
    _idle.append(worker)
    return answer


def _take():
    with contextlib.suppress(IndexError):  # another thread may take the last one
        while True:
            worker = _idle.pop()
            if worker.owner == os.getpid():
                return worker
    try:
        return _Forked(_serve) if START == "fork" else _Spawned()
    except OSError:
        return None


def _once(work, statement, seconds):
    """In a fork that lives for this one request and needs no message: it holds the statement already."""
    if START != "fork":
        return work(statement, seconds)

    def answer(connection):
        _bounded(seconds)
        connection.send_bytes(pickle.dumps(work(statement, seconds)))

    try:
        worker = _Forked(answer)
    except OSError:
        return work(statement, seconds)
    try:
        return pickle.loads(worker.hear(PATIENCE * _most(seconds)))
    finally:
        worker.kill()


class _Forked:
    """A forked process and the connection to it."""

    def __init__(self, serve: Callable):
        self.owner = os.getpid()
        self.connection, other = Pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: the child takes no lock that one may hold
            self.pid = os.fork()
        if self.pid == 0:
            _child(serve, other)
        other.close()

    def ask(self, request: bytes, seconds: float) -> bytes:
        try:
            self.connection.send_bytes(request)
        except OSError:
            raise self._fate() from None
        return self.hear(seconds)

    def hear(self, seconds: float) -> bytes:
        if not self.connection.poll(seconds):
            raise Overran
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            raise self._fate() from None

    def _fate(self) -> Overran | Died:
        pid, self.pid = self.pid, 0
        return _fate(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

    def kill(self) -> None:
        self.connection.close()
        if self.pid and self.owner == os.getpid():
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            self.pid = 0


def _fate(code: int) -> Overran | Died:
    """What became of a process, by its exit code."""
    if code >= 0:
        return Died(f"its process ended with exit code {code}")
    name = signal.Signals(-code).name
    if name == "SIGPROF":  # see `_bounded`
        return Overran()
    why = ", as where memory or a size runs out" if name in ("SIGABRT", "SIGKILL") else ""
    return Died(f"its process was ended by {name}{why}")


def _child(serve: Callable, connection) -> None:
    """A forked worker's life: none of the parent's files, terminal or interrupts, and no way out but the end."""
    global _inside
    try:
        _inside = True
        _idle.clear()
        collect_seldom()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for name in (signal.SIGTERM, signal.SIGVTALRM, signal.SIGPROF):
            signal.signal(name, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        os.closerange(3, connection.fileno())
        os.closerange(connection.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        _limit_memory()
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  it lives as long as the process
        serve(connection)
    finally:
        os._exit(0)


def _serve(connection) -> None:
    """Answer requests until the parent is gone."""
    parent = os.getppid()
    while True:
        while not connection.poll(WATCH):
            if os.getppid() != parent:
                return
        try:
            request = connection.recv_bytes()
        except (EOFError, OSError):
            return
        connection.send_bytes(_answer(request))


def _answer(request: bytes) -> bytes:
    module, name, tree, seconds = pickle.loads(request)
    __import__(module)
    work = getattr(sys.modules[module], name)
    try:
        statement = from_tree(tree)
    except (StatementError, RecursionError):
        return _NOT_READ
    _bounded(seconds)
    return pickle.dumps(work(statement, seconds))


def _bounded(seconds: float) -> None:
    """A limit of processor time that ends this process for certain, in whatever call it is."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, _most(seconds))


def _most(seconds: float) -> float:
    return GRACE * seconds + 1


def _limit_memory() -> None:
    """No more than MEMORY beyond what is held now, so that a formula that explodes takes no other process with it."""
    import resource

    pages = int(open("/proc/self/statm").read().split()[0])  # noqa: SIM115  closed at once, by its last reference
    limit = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


class _Spawned:
    """A process of its own, started afresh; frames are pickles on its standard streams."""

    def __init__(self):
        self.owner = os.getpid()
        where = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import serve_streams; serve_streams()"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": where})
        self._heard: queue.Queue = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._starting = True

    def _listen(self) -> None:
        try:
            while True:
                self._heard.put(pickle.load(self._process.stdout))
        except Exception:  # the stream's end, however it shows
            self._heard.put(None)

    def ask(self, request: bytes, seconds: float) -> bytes:
        if self._starting:
            try:
                ready = self._heard.get(timeout=STARTING)
            except queue.Empty:
                raise Died("its process did not start") from None
            if ready is None:
                raise _fate(self._process.wait())
            self._starting = False
        try:
            pickle.dump(request, self._process.stdin)
            self._process.stdin.flush()
            answer = self._heard.get(timeout=seconds)
        except queue.Empty:
            raise Overran from None
        except OSError:
            answer = None
        if answer is None:
            raise _fate(self._process.wait())
        return answer

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                stream.close()


def serve_streams() -> None:
    """What a process that was started afresh does: read requests, write answers, until its input ends."""
    global _inside
    _inside = True
    collect_seldom()
    asked, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from . import decide  # noqa: F401  imported before the first request's time begins

    pickle.dump(b"ready", told)
    told.flush()
    while True:
        try:
            request = pickle.load(asked)
        except EOFError:
            return
        pickle.dump(_answer(request), told)
        told.flush()
