"""Calls for workers: they are imported by processes that know nothing of a test, so they stand in a module of their own."""

import gc
import os
import signal
import threading
from pathlib import Path


def tripled(number):
    """In the main thread of its process, where time limits ring."""
    assert threading.current_thread() is threading.main_thread()
    return 3 * number


def ends_once(number, folder):
    """As `tripled`; the process of number 3 ends the first time."""
    mark = Path(folder) / "ended"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return tripled(number)


def ends(number):
    """As `tripled`; every process that is given number 3 ends."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return tripled(number)


def never_heard(folder):
    """An answer that no pipe holds unless it is read; the process leaves its number."""
    Path(folder, "process").write_text(str(os.getpid()))
    return b"x" * 2**24


def fails(number):
    raise ValueError(f"no answer for {number}")


def kept(cache, number, folder):
    """As `tripled`, from the cache where it is there; each time it is worked out a line is written."""
    known = cache.get_text(f"toys/{number:02}")
    if known is not None:
        return int(known)
    with (Path(folder) / f"worked-{number}").open("a") as file:
        file.write("worked\n")
    cache.put_text(f"toys/{number:02}", str(tripled(number)))
    return tripled(number)


def looks_for_garbage():
    """How often this process looks for garbage."""
    return gc.get_threshold()
