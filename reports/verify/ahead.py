"""The gradient-flow route beside the others: a process that imports Torch while this one still builds claims, and then trains.

Where few claims are decided, as after an edit, that import is a third of the time. Statements are sent as data; what cannot be sent, and
all of it where no process can be forked or the process dies or hangs, is decided by whoever asks.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from theoremtest.derivations.language import Evidence, Statement
from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.networks import own_network
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.proof.worker import START

PATIENCE = 60.0
"""Seconds that an answer may take beyond twice its limit of time: Torch may have to come from a slow disk."""


class Call(NamedTuple):
    """What the route is asked: the answer's key in the cache, the statement, what seeds the draws, and the limit of time."""

    key: str
    statement: Statement
    seed: str
    seconds: float


@dataclass
class Ahead:
    """The process, the connection to it, and what it has been asked and has answered."""

    process: Any
    connection: Any
    owner: int
    asked: dict[str, float]
    found: dict[str, Evidence | None]

    def ask(self, calls: Iterable[Call]) -> None:
        """Hand over the calls that can be sent."""
        for call in calls:
            if own_network(call.statement) is not None:  # its forward function is no data
                continue
            with contextlib.suppress(StatementError, RecursionError, OSError):
                self.connection.send((call.key, to_tree(call.statement), call.seed, call.seconds))
                self.asked[call.key] = call.seconds

    def known(self, key: str) -> Evidence | None:
        """The evidence for a key, waited for; None where it was not asked or will not come."""
        while key in self.asked and key not in self.found:
            try:
                if not self.connection.poll(PATIENCE + 2 * self.asked[key]):
                    raise EOFError
                name, evidence = self.connection.recv()
            except (EOFError, OSError):
                self.asked.clear()
                return None
            self.found[name] = evidence
        return self.found.get(key)

    def end(self) -> None:
        """Kill the process, whatever it is at."""
        if self.owner == os.getpid():
            self.process.kill()
            self.process.join()
        self.connection.close()


_running: list[Ahead] = []


def start() -> None:
    """Start the process, if it does not run, there is a second core for it, and Torch, whose threads no fork survives, is not here yet."""
    if _running or "torch" in sys.modules or (os.cpu_count() or 1) < 2 or START != "fork":
        return
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(here, there), daemon=True)
    try:
        process.start()
    except OSError:
        return
    there.close()
    _running.append(Ahead(process, here, os.getpid(), {}, {}))


def stop() -> None:
    """End the process, if it runs."""
    while _running:
        _running.pop().end()


atexit.register(stop)


@contextlib.contextmanager
def ahead(calls: Iterable[Call]) -> Iterator[Ahead | None]:
    """The process with these calls handed over, until the block ends; None where there are none, or no process for them."""
    calls = list(calls)
    if calls:
        start()
    one = _running[0] if calls and _running else None
    try:
        if one is not None:
            one.ask(calls)
        yield one
    finally:
        stop()


def _serve(here: Any, there: Any) -> None:
    """In the process: answer until there is nobody to ask. Interrupts are the other's to answer."""
    here.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the command's own way to end, which it inherits, is none for a process that waits
    import torch  # noqa: F401  what this process is for

    from theoremtest.numerics.routes import dispatch as routes

    while True:
        try:
            key, tree, seed, seconds = there.recv()
        except (EOFError, OSError):
            return
        try:
            evidence = routes.run("flow", from_tree(tree), seed, seconds)
        except StatementError:
            evidence = None
        there.send((key, evidence))
